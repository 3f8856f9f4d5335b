"""The server: bytes, clock, dice and tasks around a room. No rule of the game and no decision stands here."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import ssl
import time
from collections import Counter
from functools import partial
from typing import TYPE_CHECKING, Final, Protocol

from lanbridge.protocol.advert import DEFAULT_PORT
from lanbridge.protocol.connection import MOST_PENDING_BYTES, Connection, Side
from lanbridge.protocol.errors import ProtocolError
from lanbridge.protocol.messages import CloseReason, Closing

from .effects import (
    ClientId,
    Close,
    Effect,
    MatchFinished,
    Readvertise,
    Remember,
    RememberCarried,
    RememberDealing,
    RememberEvents,
    RememberPast,
    RememberQuestion,
    RememberRemoval,
    RememberSeats,
    RememberSettings,
    Send,
    Shut,
    Think,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine
    from pathlib import Path

    from lanbridge.protocol.messages import ClientMessage

    from .bot_seats import BotSeats
    from .room import Room

LOG = logging.getLogger("lanbridge.host")

PORTS_TRIED: Final = 32
"""Ports tried from the default one on: more tables than one laptop hosts."""
TICK_SECONDS: Final = 0.25
"""How often connections look at the clock; a dead one is found this much later."""
TLS_SECONDS: Final = 3.0
"""A handshake takes milliseconds; one that lasts longer is not meant to end."""
MOST_CONNECTIONS: Final = 64
"""Four players, their returns, and a room full of spectators."""
MOST_FROM_ADDRESS: Final = 16
"""Connections from one address: several windows on one laptop, not a flood."""
TOLD_WHY: Final = 2
"""Up to so many times these numbers are told why they are closed; what comes beyond is cut off before TLS."""
READ_BYTES: Final = 16 * 1024
MOST_WAITING: Final = 4
"""Messages of one connection that may wait for the room; no more is read meanwhile, so that others get their turn."""
STUMBLE_SECONDS: Final = 0.1
"""A room that stumbles at each step fills neither the processor nor the log."""
LINGER_SECONDS: Final = 1.0
"""Time for the last words to leave before a connection is cut."""


class Memory(Protocol):
    """Keeps what must outlive the program (`journal.Journal`)."""

    def append(self, entries: tuple[Remember, ...]) -> None:
        """Return when the entries are safe.

        Raises:
            OSError: they are not.
        """


class Wire:
    """One client's connection: the protocol's value and the stream under it."""

    def __init__(self, client: ClientId, writer: asyncio.StreamWriter, now: float) -> None:
        self.client = client
        self.connection = Connection(Side.HOST, now)
        self.writer = writer
        self.places = asyncio.Semaphore(MOST_WAITING)
        """Free places among the messages that wait for the room."""

    def flush(self) -> None:
        """Hand all that is queued to the stream; one that does not drain is given up."""
        data = self.connection.take_bytes()
        if data and not self.writer.is_closing():
            self.writer.write(data)
            if self.writer.transport.get_write_buffer_size() > MOST_PENDING_BYTES:
                LOG.info("client %d does not read", self.client)
                self.writer.transport.abort()

    def close(self, reason: CloseReason) -> None:
        """Say why, let it leave, close."""
        self.connection.send(Closing(reason))
        self.flush()
        self.writer.close()


class Gate(asyncio.Protocol):
    """Holds a new connection before a byte of it is read, so that it is counted before TLS costs anything."""

    def __init__(self, arrived: Callable[[asyncio.Transport], None]) -> None:
        self._arrived = arrived

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Somebody has connected."""
        if isinstance(transport, asyncio.Transport):
            transport.pause_reading()
            self._arrived(transport)


def tls_context(certificate: Path, private_key: Path) -> ssl.SSLContext:
    """TLS 1.3 with this certificate; clients have none: they are known by their seat keys."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.load_cert_chain(certificate, private_key)
    return context


class TableServer:
    """Serves one room. All of it runs in one event loop; ``on_card`` is called when the public card changes."""

    def __init__(self, room: Room, context: ssl.SSLContext, bots: BotSeats, journal: Memory | None = None) -> None:
        self.room = room
        self.port = 0
        self.on_card: Callable[[], None] = lambda: None
        self.on_match_finished: Callable[[], None] = lambda: None
        self.on_journal_lost: Callable[[], None] = lambda: None
        self.done = asyncio.Event()
        self._context = context
        self._bots = bots
        self._journal = journal
        self._wires: dict[ClientId, Wire] = {}
        self._from_address: Counter[str] = Counter()
        self._clients = 0
        self._inbox: asyncio.Queue[Callable[[float], tuple[Effect, ...]]] = asyncio.Queue()
        self._tasks: set[asyncio.Task[None]] = set()
        self._calls: dict[asyncio.Task[None], asyncio.Transport] = {}
        self._server: asyncio.Server | None = None

    async def start(self, port: int | None = None, host: str | None = None) -> None:
        """Listen on ``port``, or on the default one or the next free; None for ``host`` means every interface.

        Raises:
            OSError: no port could be had.
        """
        self._server = await self._listen(port, host)
        self.port = self._server.sockets[0].getsockname()[1]
        self._bots.warm_up(self.room.desk.settings.bots)
        self._spawn(self._pump())
        self._spawn(self._watch())

    async def close(self, reason: CloseReason = CloseReason.TABLE_CLOSED) -> None:
        """Send everybody home and stop; a server that never listened just stops."""
        if self._server is not None:
            self.post(lambda now: self.room.close(reason, now))
            with contextlib.suppress(TimeoutError):  # a room that cannot even say good-bye
                await asyncio.wait_for(self.done.wait(), LINGER_SECONDS)
        await self.stop()

    async def stop(self) -> None:
        """Stop without a word; `close` says good-bye first."""
        if self._server is not None:
            self._server.close()
        for wire in list(self._wires.values()):
            wire.writer.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._hang_up()

    async def _hang_up(self) -> None:
        """Let the last words leave; whoever does not take them is cut off."""
        if self._calls:
            await asyncio.wait(set(self._calls), timeout=LINGER_SECONDS)
        for task, transport in self._calls.items():
            transport.abort()
            task.cancel()
        await asyncio.gather(*self._calls, return_exceptions=True)
        await asyncio.sleep(0)  # the loop closes aborted sockets in its next round

    def post(self, action: Callable[[float], tuple[Effect, ...]]) -> None:
        """Let the room do something; called with the time when its turn has come."""
        self._inbox.put_nowait(action)

    # --- listening

    async def _listen(self, port: int | None, host: str | None) -> asyncio.Server:
        if port is not None:
            return await self._bind(port, host)
        for offset in range(PORTS_TRIED):
            with contextlib.suppress(OSError):
                return await self._bind(DEFAULT_PORT + offset, host)
        return await self._bind(0, host)

    async def _bind(self, port: int, host: str | None) -> asyncio.Server:
        return await asyncio.get_running_loop().create_server(lambda: Gate(self._arrived), host, port)

    def _arrived(self, transport: asyncio.Transport) -> None:
        address = str((transport.get_extra_info("peername") or ("",))[0])
        crowd = self._from_address[address] >= TOLD_WHY * MOST_FROM_ADDRESS
        if self.done.is_set() or crowd or len(self._calls) >= TOLD_WHY * MOST_CONNECTIONS:
            transport.abort()
            return
        self._from_address[address] += 1
        task = asyncio.ensure_future(self._serve(transport, address))
        self._calls[task] = transport
        task.add_done_callback(self._calls.pop)

    async def _serve(self, transport: asyncio.Transport, address: str) -> None:
        try:
            reader, writer = await self._secured(transport)
            await self._talk(reader, writer, address)
            await writer.wait_closed()
        except OSError as error:  # TLS refused, a reset, a time-out: a stranger's trouble, or a player's who comes back
            LOG.info("a connection from %s ended: %s", address, type(error).__name__)
        finally:
            transport.abort()
            self._from_address[address] -= 1
            if not self._from_address[address]:
                del self._from_address[address]

    async def _secured(self, transport: asyncio.Transport) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        loop = asyncio.get_running_loop()
        reader = asyncio.StreamReader()
        protocol = asyncio.StreamReaderProtocol(reader)
        tls = await loop.start_tls(
            transport,
            protocol,
            self._context,
            server_side=True,
            ssl_handshake_timeout=TLS_SECONDS,
            ssl_shutdown_timeout=LINGER_SECONDS,
        )
        if tls is None:
            raise ConnectionAbortedError
        protocol.connection_made(tls)
        return reader, asyncio.StreamWriter(tls, protocol, reader, loop)

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, address: str) -> None:
        wire = Wire(self._clients + 1, writer, time.monotonic())
        if len(self._wires) >= MOST_CONNECTIONS or self._from_address[address] > MOST_FROM_ADDRESS:
            wire.close(CloseReason.TOO_MANY)
            return
        self._clients += 1
        self._wires[wire.client] = wire
        try:
            self.post(lambda now: self.room.connected(wire.client, address, now))
            await self._read(reader, wire)
        finally:
            del self._wires[wire.client]
            self.post(lambda now: self.room.dropped(wire.client, now))
            writer.close()

    async def _read(self, reader: asyncio.StreamReader, wire: Wire) -> None:
        try:
            while data := await reader.read(READ_BYTES):
                for message in wire.connection.receive(data, time.monotonic()):
                    await wire.places.acquire()
                    self.post(partial(self._received, wire, message))  # type: ignore[arg-type]  # a host's connection lets nothing but clients' messages through
                wire.flush()
                if wire.connection.closed:  # a farewell: whoever stays on the line after it is not kept
                    break
        except ProtocolError as error:
            LOG.info("client %d: %s", wire.client, error)
            wire.flush()
        except OSError as error:
            LOG.info("client %d: %s", wire.client, type(error).__name__)

    def _received(self, wire: Wire, message: ClientMessage, now: float) -> tuple[Effect, ...]:
        wire.places.release()
        return self.room.received(wire.client, message, now)

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(TICK_SECONDS)
            now = time.monotonic()
            for wire in list(self._wires.values()):
                self._tick(wire, now)

    def _tick(self, wire: Wire, now: float) -> None:
        try:
            wire.connection.tick(now)
        except ProtocolError as error:
            LOG.info("client %d: %s", wire.client, error)
            wire.flush()
            wire.writer.close()
        wire.flush()

    # --- the room's turn

    async def _pump(self) -> None:
        while not self.done.is_set():
            action = await self._next_action()
            try:
                await self._carry_out(action(time.monotonic()))
            except Exception:  # one stumble must not end everybody's evening; the log tells where it was
                LOG.exception("the room stumbled")
                await asyncio.sleep(STUMBLE_SECONDS)

    async def _next_action(self) -> Callable[[float], tuple[Effect, ...]]:
        deadline = self.room.deadline()
        if deadline is None:
            return await self._inbox.get()
        try:
            return await asyncio.wait_for(self._inbox.get(), max(0.0, deadline - time.monotonic()))
        except TimeoutError:
            return self.room.tick

    async def _carry_out(self, effects: tuple[Effect, ...]) -> None:
        await self._remember(tuple(effect for effect in effects if isinstance(effect, Remember)))
        touched: dict[ClientId, Wire] = {}
        for effect in effects:
            self._do(effect, touched)
        for wire in touched.values():
            wire.flush()

    async def _remember(self, entries: tuple[Remember, ...]) -> None:
        journal = self._journal
        if not entries or journal is None:
            return
        try:
            await asyncio.get_running_loop().run_in_executor(None, journal.append, entries)
        except OSError as error:
            LOG.warning("the journal cannot be written any more: %s; the match goes on without it", error.strerror)
            self._journal = None
            self.on_journal_lost()

    def _do(self, effect: Effect, touched: dict[ClientId, Wire]) -> None:
        match effect:
            case Send():
                self._send(effect, touched)
            case Close():
                self._close(effect)
            case Think():
                self._spawn(self._think(effect))
            case Readvertise():
                self.on_card()
            case MatchFinished():
                self.on_match_finished()
            case Shut():
                self.done.set()
            case RememberEvents() | RememberDealing() | RememberCarried() | RememberPast():
                pass  # written before anything was told
            case RememberSeats() | RememberSettings() | RememberRemoval() | RememberQuestion():
                pass  # written before anything was told

    def _send(self, effect: Send, touched: dict[ClientId, Wire]) -> None:
        wire = self._wires.get(effect.client)
        if wire is None:
            return
        try:
            wire.connection.send(effect.message)
            touched[effect.client] = wire
        except (ValueError, TypeError):  # a message that cannot be written is our fault, and one client's trouble only
            LOG.exception("client %d cannot be told", wire.client)
            wire.writer.transport.abort()

    def _close(self, effect: Close) -> None:
        wire = self._wires.get(effect.client)
        if wire is not None:
            wire.close(effect.reason)

    async def _think(self, thought: Think) -> None:
        pause = asyncio.sleep(thought.pause_ms / 1000)
        move, _ = await asyncio.gather(self._bots.choose(thought.level, thought.view, thought.seed), pause)
        self.post(lambda now: self.room.bot_chose(thought.turn, move, now))

    def _spawn(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
