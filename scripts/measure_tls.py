"""What TLS 1.3 costs at a table: opening a connection, an answer's way, the processor, bytes; with and without it.

Both kinds of connection are measured in turns in one run, on loopback, with the certificate and the settings that
hosts and clients use. Prints one JSON object; the ratios count, milliseconds belong to the machine.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import ssl
import statistics
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).parent.parent))

from lanbridge.client.dial import tls_context as client_context
from lanbridge.host.server import tls_context as host_context
from lanbridge.settings.profiles import self_signed

HERE: Final = "127.0.0.1"
UPDATE_BYTES: Final = 400
"""An update of the lab's matches, framed."""
BLOCK: Final = 100
RECORD_BYTES: Final = 22
"""What TLS 1.3 adds to a record: header, content type, tag (AES-GCM, ChaCha20)."""


@dataclass
class Times:
    """Milliseconds of each opening, each answer, and of the processor for each answer."""

    open_ms: list[float] = field(default_factory=list)
    answer_ms: list[float] = field(default_factory=list)
    cpu_ms: list[float] = field(default_factory=list)


async def _echo(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while data := await reader.readexactly(UPDATE_BYTES):
            writer.write(data)
    except (asyncio.IncompleteReadError, ConnectionError):
        writer.close()


async def _block(times: Times, port: int, tls: ssl.SSLContext | None) -> None:
    """One connection: opened, so many messages there and back, closed."""
    started = time.perf_counter()
    reader, writer = await asyncio.open_connection(HERE, port, ssl=tls)
    times.open_ms.append((time.perf_counter() - started) * 1000)
    message, cpu = bytes(UPDATE_BYTES), time.process_time()
    for _ in range(BLOCK):
        started = time.perf_counter()
        writer.write(message)
        await reader.readexactly(UPDATE_BYTES)
        times.answer_ms.append((time.perf_counter() - started) * 1000)
    times.cpu_ms.append((time.process_time() - cpu) * 1000 / BLOCK)
    writer.close()
    await writer.wait_closed()


async def _measure(blocks: int, folder: Path) -> tuple[Times, Times]:
    key, certificate = folder / "key.pem", folder / "certificate.pem"
    for path, text in zip((key, certificate), self_signed(), strict=True):
        path.write_bytes(text)
    plain, secure = Times(), Times()
    hosts = [await asyncio.start_server(_echo, HERE, 0, ssl=tls) for tls in (None, host_context(certificate, key))]
    ports = [host.sockets[0].getsockname()[1] for host in hosts]
    for _ in range(blocks):
        await _block(plain, ports[0], None)
        await _block(secure, ports[1], client_context())
    for host in hosts:
        host.close()
    return plain, secure


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--blocks", type=int, default=40, metavar="N", help=f"connections of {BLOCK} messages each")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        plain, secure = asyncio.run(_measure(options.blocks, Path(folder)))
    middle = statistics.median
    told = {
        "open_ms_median_plain": round(middle(plain.open_ms), 3),
        "open_ms_median_tls": round(middle(secure.open_ms), 3),
        "answer_ms_median_plain": round(middle(plain.answer_ms), 4),
        "answer_ms_median_tls": round(middle(secure.answer_ms), 4),
        "answer_ratio": round(middle(secure.answer_ms) / middle(plain.answer_ms), 2),
        "cpu_ms_per_message_plain": round(middle(plain.cpu_ms), 4),
        "cpu_ms_per_message_tls": round(middle(secure.cpu_ms), 4),
        "cpu_ratio": round(middle(secure.cpu_ms) / middle(plain.cpu_ms), 2),
        "bytes_ratio": round((UPDATE_BYTES + RECORD_BYTES) / UPDATE_BYTES, 3),
    }
    print(json.dumps(told))
    return 0


if __name__ == "__main__":
    sys.exit(main())
