"""Sessions that go wrong on purpose against a live host: `rubbish.py HOST PORT COUNT SEED`; one JSON object.

Each session is TLS, then something: nothing, noise, a frame too long, deep nesting, a broken hello, or a proper
spectator who then says mutated messages.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import random
import ssl
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from lanbridge.client.dial import tls_context
from lanbridge.client.ports import Target
from lanbridge.client.session import Session
from lanbridge.protocol.codec import decode_host, encode
from lanbridge.protocol.framing import FrameBuffer, frame
from lanbridge.protocol.handshake import SeatKey
from lanbridge.protocol.messages import ClientMessage, Closing, Greeting, SetReady, Wish

AT_ONCE: Final = 8
"""Sessions at once from one address; the host takes 16."""
PATIENCE_SECONDS: Final = 8.0
HEAD: Final = 4


def mutated(data: bytes, dice: random.Random) -> bytes:
    """The bytes with a few of them changed, cut, doubled or put in."""
    changed = bytearray(data)
    for _ in range(dice.randint(1, 6)):
        place = dice.randrange(len(changed) + 1)
        match dice.randrange(4):
            case 0 if place < len(changed):
                changed[place] = dice.randrange(256)
            case 1:
                del changed[place : place + dice.randint(1, 8)]
            case 2:
                changed[place:place] = dice.randbytes(dice.randint(1, 16))
            case _:
                changed[place:place] = changed[place : place + dice.randint(1, 32)]
    return bytes(changed)


async def one(host: str, port: int, context: ssl.SSLContext, dice: random.Random) -> str:
    """One session; why the host closed it."""
    reader, writer = await asyncio.open_connection(host, port, ssl=context)
    try:
        frames = FrameBuffer(64 * 1024)
        greeting = await _greeting(reader, frames)
        if greeting is not None:
            writer.write(_speech(greeting, writer, dice))
        return await _end(reader, frames)
    finally:
        writer.transport.abort()


async def _greeting(reader: asyncio.StreamReader, frames: FrameBuffer) -> Greeting | None:
    while data := await reader.read(65536):
        for body in frames.feed(data):
            message = decode_host(body)
            return message if isinstance(message, Greeting) else None
    return None


def _speech(greeting: Greeting, writer: asyncio.StreamWriter, dice: random.Random) -> bytes:
    hello = frame(encode(_hello(greeting, writer, dice)))
    ready = frame(encode(SetReady(1, ready=True)))
    kinds: tuple[Callable[[], bytes], ...] = (
        lambda: b"",
        lambda: dice.randbytes(dice.randint(1, 4096)),
        lambda: (2**31).to_bytes(HEAD, "big") + bytes(100),
        lambda: frame(b"\x91" * 4000),
        lambda: mutated(hello, dice),
        lambda: hello[: dice.randrange(len(hello))],
        lambda: hello + hello,
        lambda: hello + mutated(ready * 3, dice),
        lambda: hello + ready * 700,
    )
    return dice.choice(kinds)()


def _hello(greeting: Greeting, writer: asyncio.StreamWriter, dice: random.Random) -> ClientMessage:
    channel = writer.get_extra_info("ssl_object")
    fingerprint = hashlib.sha256(channel.getpeercert(binary_form=True)).digest()
    session = Session(SeatKey(dice.randbytes(32)), "Nobody", Wish.WATCH, Target((), 1), dice.randbytes)
    session.begin(greeting, fingerprint)
    (hello,) = session.take_replies()
    return hello


async def _end(reader: asyncio.StreamReader, frames: FrameBuffer) -> str:
    reason = "cut"
    with contextlib.suppress(TimeoutError, OSError):
        async with asyncio.timeout(PATIENCE_SECONDS):
            while data := await reader.read(65536):
                for body in frames.feed(data):
                    message = decode_host(body)
                    if isinstance(message, Closing):
                        reason = str(message.reason)
            return reason
        return "kept"
    return reason if reason != "cut" else "kept"


async def main(host: str, port: int, count: int, seed: int) -> None:
    """So many sessions, a few at once; prints how they ended."""
    dice, context, ends = random.Random(seed), tls_context(), Counter[str]()
    left = iter(range(count))

    async def worker() -> None:
        for _ in left:
            try:
                ends[await one(host, port, context, dice)] += 1
            except OSError as error:
                ends[type(error).__name__] += 1

    await asyncio.gather(*(worker() for _ in range(AT_ONCE)))
    sys.stdout.write(json.dumps({"sessions": count, "ends": dict(ends)}) + "\n")


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4])))
