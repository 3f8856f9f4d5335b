"""Real hosts on loopback, relays that can be cut or frozen, and people who join over them."""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from typing import Self

from lanbridge.client.host_pins import HostPins
from lanbridge.client.known import Known, Notice
from lanbridge.client.link import Link
from lanbridge.client.ports import Target
from lanbridge.client.refind import Find
from lanbridge.client.session import Session
from lanbridge.engine import PRESETS
from lanbridge.host.bot_seats import BotSeats
from lanbridge.host.hosting import Hosting, HostPlan
from lanbridge.protocol.handshake import SeatKey
from lanbridge.protocol.messages import Wish
from lanbridge.protocol.table_settings import TableSettings
from lanbridge.settings.profiles import Profile

HERE = "127.0.0.1"
PATIENCE = 20.0
"""Seconds until a test that waits for something gives up."""


@contextlib.asynccontextmanager
async def hosted(laptop: Profile, settings: TableSettings | None = None, pin: str = "") -> AsyncIterator[Hosting]:
    """A table on loopback that nobody else sees."""
    plain = TableSettings("Rafi's table", rules=PRESETS["nepal"], bot_pause_ms=0, pace=0, locked=bool(pin))
    plan = HostPlan(
        settings or plain, laptop.certificate, laptop.private_key, laptop.fingerprint, pin=pin, port=0, private=True
    )
    bots = BotSeats()
    hosting = Hosting(plan, bots)
    await hosting.open()
    try:
        yield hosting
    finally:
        if not hosting.server.done.is_set():
            await hosting.close()
        await hosting.server.stop()
        bots.close()


def target_of(hosting: Hosting, port: int | None = None) -> Target:
    """Where the table is, as the lobby would say it."""
    return Target((HERE,), port or hosting.server.port, hosting.plan.table_id, hosting.plan.fingerprint, "t")


def session_for(target: Target, seed: int = 1, wish: Wish = Wish.SEAT) -> Session:
    dice = random.Random(seed)
    return Session(SeatKey(dice.randbytes(32)), f"player {seed}", wish, target, dice.randbytes, first_request_id=1)


@dataclass
class Visitor:
    """A session on a link in this loop; `until` waits for something to become known."""

    target: Target
    seed: int = 1
    pins: HostPins = field(default_factory=HostPins)
    clock: Callable[[], float] = time.monotonic
    find: Find = lambda _: ()
    notices: list[Notice] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.session = session_for(self.target, self.seed)
        self.session.pins = self.pins
        self._rung = asyncio.Event()
        self.link = Link(self.session, clock=self.clock, dice=lambda: 0.0, changed=self._changed, find=self.find)
        self.task = asyncio.create_task(self.link.run())

    @property
    def known(self) -> Known:
        return self.session.known

    def _changed(self) -> None:
        self.notices += [notice for notice, _ in self.session.take_notices()]
        self._rung.set()

    async def until(self, met: Callable[[Known], bool]) -> Known:
        async with asyncio.timeout(PATIENCE):
            while not met(self.known):
                self._rung.clear()
                await self._rung.wait()
        return self.known

    async def go(self) -> None:
        self.task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self.task


class Relay:
    """Passes bytes on to a port; can cut every connection, or freeze: open, and silent."""

    def __init__(self, port: int, here: int = 0) -> None:
        self._to, self._here = port, here
        self._writers: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._flowing = asyncio.Event()
        self._flowing.set()
        self.called = asyncio.Event()
        self.connections = 0
        self.port = 0

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._serve, HERE, self._here)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        self.cut()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def cut(self) -> None:
        """Every connection breaks now."""
        for writer in self._writers:
            writer.transport.abort()
        self._writers.clear()
        self._flowing.set()

    def close(self) -> None:
        """Nobody gets through from now on."""
        self._server.close()
        self.cut()

    def freeze(self) -> None:
        """Nothing comes through any more, and nobody is told."""
        self._flowing.clear()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        self.called.set()
        away_reader, away_writer = await asyncio.open_connection(HERE, self._to)
        self._writers |= {writer, away_writer}
        for source, sink in ((reader, away_writer), (away_reader, writer)):
            task = asyncio.create_task(self._carry(source, sink))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _carry(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await source.read(65536):
                await self._flowing.wait()
                sink.write(data)
        sink.close()


@contextlib.asynccontextmanager
async def answering(say: bytes | None, address: str = HERE, port: int = 0) -> AsyncIterator[int]:
    """Something that is no table: it says these bytes and closes; None: it says nothing and stays."""
    ended = asyncio.Event()

    async def serve(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if say is None:
            await ended.wait()
        else:
            writer.write(say)
        writer.close()

    server = await asyncio.start_server(serve, address, port)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        ended.set()
        server.close()
        await asyncio.sleep(0)
