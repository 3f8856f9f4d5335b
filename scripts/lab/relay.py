"""A slow road: passes TCP on with 200 ms and up to 100 ms of jitter, both ways. `relay.py HOST PORT`."""

from __future__ import annotations

import asyncio
import contextlib
import random
import sys

DELAY_SECONDS = 0.2
JITTER_SECONDS = 0.1
LISTEN = 7999


async def _carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """In order: jitter never overtakes, as in TCP."""
    loop = asyncio.get_running_loop()
    due: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()

    async def deliver() -> None:
        while True:
            at, data = await due.get()
            await asyncio.sleep(at - loop.time())
            if not data:
                break
            writer.write(data)
        writer.close()

    task = asyncio.ensure_future(deliver())
    with contextlib.suppress(OSError):
        while data := await reader.read(65536):
            due.put_nowait((loop.time() + DELAY_SECONDS + random.uniform(0, JITTER_SECONDS), data))
    due.put_nowait((loop.time(), b""))
    with contextlib.suppress(OSError):
        await task


async def main(host: str, port: int) -> None:
    """Listen on loopback until ended."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            away_reader, away_writer = await asyncio.open_connection(host, port)
        except OSError:
            writer.close()
            return
        await asyncio.gather(_carry(reader, away_writer), _carry(away_reader, writer))

    async with await asyncio.start_server(serve, "127.0.0.1", LISTEN) as server:
        await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2])))
