"""A server on loopback for a test, and guests that speak to it over TLS."""

from __future__ import annotations

import asyncio
import contextlib
import random
import ssl
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import TypeVar

from lanbridge.host.bot_seats import BotSeats
from lanbridge.host.identity import TableIdentity
from lanbridge.host.room import Room
from lanbridge.host.server import TableServer, tls_context
from lanbridge.protocol.connection import Connection, Side
from lanbridge.protocol.handshake import SeatKey, hello_text
from lanbridge.protocol.messages import (
    PROTOCOL_VERSION,
    Accepted,
    ClientMessage,
    Greeting,
    Hello,
    HostMessage,
    Say,
    Welcome,
    Wish,
)
from lanbridge.protocol.table_settings import TableSettings
from lanbridge.settings.profiles import Profile

HERE = "127.0.0.1"


PATIENCE = 15.0


TABLE_ID = bytes(range(16))


OWNER = SeatKey(bytes(32))


T = TypeVar("T")


@contextlib.asynccontextmanager
async def opened(laptop: Profile, port: int | None = 0) -> AsyncIterator[TableServer]:
    rng = random.Random(1)
    identity = TableIdentity(TABLE_ID, 1, laptop.fingerprint, OWNER.public)
    room = Room(identity, TableSettings("Table", bot_pause_ms=0), rng.randbytes, rng.randbytes)
    bots = BotSeats()
    server = TableServer(room, tls_context(laptop.certificate, laptop.private_key), bots)
    await server.start(port, HERE)
    try:
        yield server
    finally:
        await server.close()
        bots.close()


def run(scene: Callable[[TableServer], Awaitable[None]], laptop: Profile) -> None:
    """Open a table, let the scene play, close the table; what is left open fails the test (tests/conftest.py)."""

    async def evening() -> None:
        async with asyncio.timeout(PATIENCE), opened(laptop) as server:
            await scene(server)

    asyncio.run(evening())


def client_context() -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


class Guest:
    """Somebody on a TLS connection, polite or not."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer
        self.connection = Connection(Side.CLIENT, time.monotonic())
        self.heard: list[HostMessage] = []

    @classmethod
    async def arrive(cls, server: TableServer) -> Guest:
        return cls(*await asyncio.open_connection(HERE, server.port, ssl=client_context()))

    def say(self, message: ClientMessage) -> None:
        self.connection.send(message)
        self.writer.write(self.connection.take_bytes())

    async def until(self, kind: type[T]) -> T:
        """The next message of a kind; pings are answered on the way."""
        while True:
            data = await self.reader.read(65536)
            assert data, f"closed before a {kind.__name__}, after {self.heard[-1:]}"
            for message in self.connection.receive(data, time.monotonic()):
                self.heard.append(message)  # type: ignore[arg-type]  # a client hears hosts' messages
            self.writer.write(self.connection.take_bytes())
            for at, told in enumerate(self.heard):
                if isinstance(told, kind):
                    del self.heard[: at + 1]
                    return told

    async def join(self, laptop: Profile, key: SeatKey, wish: Wish = Wish.SEAT) -> Welcome:
        greeting = await self.until(Greeting)
        text = hello_text(greeting.table_id, greeting.epoch, greeting.nonce, laptop.fingerprint)
        self.say(Hello(PROTOCOL_VERSION, "Guest", key.public, key.sign(text), wish))
        return await self.until(Welcome)

    async def ended(self) -> None:
        """Read until the host has closed."""
        with contextlib.suppress(OSError):
            while await self.reader.read(65536):
                pass

    async def leave(self) -> None:
        self.writer.close()
        with contextlib.suppress(OSError):
            await self.writer.wait_closed()


async def chats(guest: Guest, number: int) -> None:
    """An honest client's request is answered."""
    guest.say(Say(number, "still here"))
    await guest.until(Accepted)


async def honest(server: TableServer, laptop: Profile) -> Guest:
    guest = await Guest.arrive(server)
    await guest.join(laptop, OWNER)
    return guest


def gone(server: TableServer) -> Callable[[], bool]:
    return lambda: not server._calls  # noqa: SLF001 - what the server holds is the point of the test


async def eventually(met: Callable[[], bool]) -> None:
    while not met():  # noqa: ASYNC110 - the server rings no bell when a connection has ended
        await asyncio.sleep(0.01)
