"""The server over loopback TLS: rude clients are told why and closed, honest ones do not notice, nothing is left."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import random
import socket
import ssl
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import TypeVar

import pytest

from lanbridge.host import server as server_module
from lanbridge.host.bot_seats import BotSeats
from lanbridge.host.effects import Effect, Send
from lanbridge.host.hosting import HostPlan
from lanbridge.host.identity import TableIdentity
from lanbridge.host.room import Room
from lanbridge.host.server import MOST_FROM_ADDRESS, TableServer, tls_context
from lanbridge.host.thread import HostThread
from lanbridge.protocol import connection as connection_module
from lanbridge.protocol.codec import MOST_CLIENT_BYTES, encode
from lanbridge.protocol.connection import MESSAGES_A_SECOND, Connection, Side
from lanbridge.protocol.errors import ProtocolError
from lanbridge.protocol.framing import frame
from lanbridge.protocol.handshake import SeatKey, hello_text
from lanbridge.protocol.messages import (
    PROTOCOL_VERSION,
    Accepted,
    Bye,
    ClientMessage,
    CloseReason,
    CloseTable,
    Closing,
    Greeting,
    Hello,
    HostMessage,
    Said,
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


def run(scene: Callable[[TableServer], Awaitable[None]], laptop: Profile) -> None:
    """Open a table, let the scene play, close the table; what is left open fails the test (tests/conftest.py)."""

    async def evening() -> None:
        async with asyncio.timeout(PATIENCE), opened(laptop) as server:
            await scene(server)

    asyncio.run(evening())


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


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything that lasts seconds lasts tenths."""
    monkeypatch.setattr(server_module, "TICK_SECONDS", 0.02)
    monkeypatch.setattr(server_module, "TLS_SECONDS", 0.3)
    monkeypatch.setattr(server_module, "LINGER_SECONDS", 0.2)
    monkeypatch.setattr(connection_module, "HELLO_SECONDS", 0.2)
    monkeypatch.setattr(connection_module, "SILENT_SECONDS", 0.4)
    monkeypatch.setattr(connection_module, "FRAME_SECONDS", 0.2)
    monkeypatch.setattr(connection_module, "PING_SECONDS", 0.1)


# --- opening


def test_a_busy_default_port_gives_the_next_one(laptop: Profile, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene() -> None:
        with socket.socket() as busy:
            busy.bind((HERE, 0))
            busy.listen()
            port = busy.getsockname()[1]
            monkeypatch.setattr(server_module, "DEFAULT_PORT", port)
            async with opened(laptop, None) as server:
                assert port < server.port <= port + server_module.PORTS_TRIED

    asyncio.run(scene())


def test_a_busy_port_that_was_asked_for_is_an_error(laptop: Profile) -> None:
    async def scene() -> int | None:
        with socket.socket() as busy:
            busy.bind((HERE, 0))
            busy.listen()
            try:
                async with opened(laptop, busy.getsockname()[1]):
                    pass
            except OSError as error:
                return error.errno
        return None

    assert asyncio.run(scene()) == errno.EADDRINUSE


def test_a_guest_is_greeted_seated_and_answered(laptop: Profile) -> None:
    async def scene(server: TableServer) -> None:
        guest = await honest(server, laptop)
        await chats(guest, 1)
        await guest.leave()
        await eventually(gone(server))

    run(scene, laptop)


def test_the_table_closes_with_a_word_to_everybody(laptop: Profile) -> None:
    async def scene(server: TableServer) -> None:
        guest, stranger = await honest(server, laptop), await Guest.arrive(server)
        await stranger.until(Greeting)
        guest.say(CloseTable(1))
        assert (await guest.until(Closing)).reason is CloseReason.TABLE_CLOSED
        assert (await stranger.until(Closing)).reason is CloseReason.TABLE_CLOSED
        await server.close()
        await asyncio.gather(guest.leave(), stranger.leave())

    run(scene, laptop)


# --- rude clients


RUDE: dict[str, tuple[bytes, CloseReason]] = {
    "an oversized frame": ((MOST_CLIENT_BYTES + 1).to_bytes(4, "big") + bytes(64), CloseReason.TOO_LONG),
    "garbage": (b"GET / HTTP/1.1\r\n\r\n", CloseReason.TOO_LONG),
    "no msgpack": (frame(b"\xc1\xc1\xc1"), CloseReason.BAD_MESSAGE),
    "an empty frame": (bytes(4), CloseReason.BAD_MESSAGE),
    "a request before the hello": (frame(encode(Say(1, "x"))), CloseReason.BAD_MESSAGE),
    "another version": (
        frame(encode(Hello(99, "x", bytes(32), bytes(64), Wish.SEAT))),
        CloseReason.VERSION,
    ),
    "a false signature": (
        frame(encode(Hello(PROTOCOL_VERSION, "x", OWNER.public, bytes(64), Wish.SEAT))),
        CloseReason.BAD_SIGNATURE,
    ),
}


@pytest.mark.parametrize("name", sorted(RUDE))
def test_rude_bytes_are_answered_with_the_reason_before_the_line_is_closed(name: str, laptop: Profile) -> None:
    said, reason = RUDE[name]

    async def scene(server: TableServer) -> None:
        guest, rude = await honest(server, laptop), await Guest.arrive(server)
        await rude.until(Greeting)
        rude.writer.write(said)
        assert (await rude.until(Closing)).reason is reason
        await rude.ended()
        await rude.leave()
        await chats(guest, 1)
        await guest.leave()

    run(scene, laptop)


def test_a_flood_is_stopped_and_told(laptop: Profile) -> None:
    async def scene(server: TableServer) -> None:
        guest, rude = await honest(server, laptop), await Guest.arrive(server)
        await rude.join(laptop, SeatKey(bytes([1]) * 32))
        flood = b"".join(frame(encode(Say(number, "spam"))) for number in range(1, 3 * MESSAGES_A_SECOND))
        rude.writer.write(flood)
        assert (await rude.until(Closing)).reason is CloseReason.TOO_MANY
        await rude.leave()
        await chats(guest, 1)
        await guest.leave()

    run(scene, laptop)


def test_a_silent_client_is_closed_in_its_time(laptop: Profile, hurried: None) -> None:
    async def scene(server: TableServer) -> None:
        silent = await Guest.arrive(server)
        await silent.until(Greeting)
        assert (await silent.until(Closing)).reason is CloseReason.SILENT
        await silent.ended()
        await silent.leave()
        await eventually(gone(server))

    run(scene, laptop)


def test_a_slow_client_is_closed_in_its_time(laptop: Profile, hurried: None) -> None:
    async def scene(server: TableServer) -> None:
        slow = await Guest.arrive(server)
        await slow.join(laptop, OWNER)
        body = frame(encode(Say(1, "a line that never ends")))
        with contextlib.suppress(OSError):
            for byte in body[:-1]:
                slow.writer.write(bytes([byte]))
                await asyncio.sleep(0.05)
                if gone(server)():
                    break
        await eventually(gone(server))
        await slow.leave()

    run(scene, laptop)


@pytest.mark.parametrize("said", [b"", b"\x16\x03\x01", b"not a handshake at all\r\n" * 20])
def test_no_handshake_or_a_broken_one_is_cut_off(said: bytes, laptop: Profile, hurried: None) -> None:
    async def scene(server: TableServer) -> None:
        _, writer = await asyncio.open_connection(HERE, server.port)
        writer.write(said)
        await eventually(lambda: not gone(server)())
        await eventually(gone(server))
        writer.close()
        with contextlib.suppress(OSError):
            await writer.wait_closed()

    run(scene, laptop)


def test_who_has_said_goodbye_is_not_kept_on_the_line(laptop: Profile) -> None:
    async def scene(server: TableServer) -> None:
        guest = await honest(server, laptop)
        guest.say(Bye())
        await guest.ended()
        await guest.leave()
        await eventually(gone(server))

    run(scene, laptop)


def test_a_client_that_never_reads_is_cut_off_with_bounded_memory(
    laptop: Profile, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server_module, "LINGER_SECONDS", 0.2)

    async def scene(server: TableServer) -> None:
        deaf, key = await Guest.arrive(server), SeatKey(bytes([2]) * 32)
        await deaf.join(laptop, key)
        deaf.writer.transport.pause_reading()  # type: ignore[attr-defined]  # every stream of asyncio's has it
        guest = await honest(server, laptop)
        wire = next(wire for wire in server._wires.values() if wire.client == 1)  # noqa: SLF001 - its buffer is measured
        said = Said(None, "x", "y" * 200, "")
        most = 0
        while 1 in server._wires:  # noqa: SLF001 - the same
            for _ in range(200):
                effects: tuple[Effect, ...] = tuple(Send(1, said) for _ in range(8))
                server.post(lambda now, effects=effects: effects)  # type: ignore[misc]  # the default binds the loop's effects
            await asyncio.sleep(0.01)
            if not wire.writer.is_closing():
                most = max(most, wire.writer.transport.get_write_buffer_size() + wire.connection.pending_bytes)
        assert most < 4 * connection_module.MOST_PENDING_BYTES
        await chats(guest, 1)
        await asyncio.gather(guest.leave(), deaf.leave())

    run(scene, laptop)


def test_too_many_connections_from_one_address_are_told_why(laptop: Profile) -> None:
    async def scene(server: TableServer) -> None:
        crowd = [await Guest.arrive(server) for _ in range(MOST_FROM_ADDRESS)]
        for guest in crowd:
            await guest.until(Greeting)
        late = await Guest.arrive(server)
        assert (await late.until(Closing)).reason is CloseReason.TOO_MANY
        await late.leave()
        await crowd[0].leave()
        await eventually(lambda: len(server._calls) < MOST_FROM_ADDRESS)  # noqa: SLF001 - what the server holds
        again = await Guest.arrive(server)
        await again.until(Greeting)
        await asyncio.gather(*(guest.leave() for guest in (again, *crowd)))

    run(scene, laptop)


def test_a_crowd_without_handshakes_is_cut_off_before_tls(laptop: Profile) -> None:
    async def scene(server: TableServer) -> None:
        lines = [await asyncio.open_connection(HERE, server.port) for _ in range(5 * MOST_FROM_ADDRESS)]
        await eventually(lambda: any(reader.at_eof() or reader.exception() for reader, _ in lines))
        assert len(server._calls) <= server_module.TOLD_WHY * MOST_FROM_ADDRESS  # noqa: SLF001 - what the server holds
        for _, writer in lines:
            writer.transport.abort()
        await eventually(gone(server))
        guest = await honest(server, laptop)
        await guest.leave()

    run(scene, laptop)


# --- the room's turn


def test_a_stumble_in_the_room_ends_nobodys_evening(laptop: Profile, caplog: pytest.LogCaptureFixture) -> None:
    def stumble(now: float) -> tuple[Effect, ...]:
        raise RuntimeError(now)

    async def scene(server: TableServer) -> None:
        guest = await honest(server, laptop)
        server.post(stumble)
        await chats(guest, 1)
        await guest.leave()

    run(scene, laptop)
    assert "stumbled" in caplog.text


def test_a_message_that_cannot_be_written_closes_one_line_only(laptop: Profile) -> None:
    async def scene(server: TableServer) -> None:
        guest, other = await honest(server, laptop), await Guest.arrive(server)
        await other.join(laptop, SeatKey(bytes([3]) * 32), Wish.WATCH)
        server.post(lambda now: (Send(2, Said(None, "x" * 99, "", "")),))
        await other.ended()
        await chats(guest, 1)
        await asyncio.gather(guest.leave(), other.leave())

    run(scene, laptop)


def test_a_newer_connection_replaces_the_older_one(laptop: Profile) -> None:
    async def scene(server: TableServer) -> None:
        older, newer = await honest(server, laptop), await honest(server, laptop)
        assert (await older.until(Closing)).reason is CloseReason.REPLACED
        await chats(newer, 1)
        assert server.room.desk.chairs[0].present
        await asyncio.gather(older.leave(), newer.leave())

    run(scene, laptop)


def test_a_connection_that_breaks_the_rules_is_closed_for_good() -> None:
    connection = Connection(Side.HOST, 0.0)
    connection.send(Greeting(PROTOCOL_VERSION, TABLE_ID, 1, bytes(32), locked=False))
    with pytest.raises(ProtocolError):
        connection.receive(frame(encode(Say(1, "x"))), 0.1)


# --- the thread


def plan_of(laptop: Profile, port: int = 0) -> HostPlan:
    return HostPlan(
        TableSettings("Table"), laptop.certificate, laptop.private_key, laptop.fingerprint, port=port, private=True
    )


def test_a_host_thread_opens_closes_and_may_be_stopped_twice(laptop: Profile) -> None:
    thread = HostThread(plan_of(laptop))
    hosting = thread.start()
    with socket.create_connection((HERE, hosting.server.port), 5):
        pass
    thread.stop()
    thread.stop()
    with pytest.raises(OSError, match="refused"):
        socket.create_connection((HERE, hosting.server.port), 1)


def test_a_host_thread_that_was_never_started_stops(laptop: Profile) -> None:
    HostThread(plan_of(laptop)).stop()


def test_a_host_thread_says_that_its_port_is_taken(laptop: Profile) -> None:
    with socket.socket() as busy:
        busy.bind((HERE, 0))
        busy.listen()
        thread = HostThread(plan_of(laptop, busy.getsockname()[1]))
        with pytest.raises(OSError, match="address already in use"):
            thread.start()
        thread.stop()


def test_two_tables_on_one_laptop_have_two_ports(laptop: Profile) -> None:
    threads = [HostThread(plan_of(laptop)) for _ in range(2)]
    assert len({thread.start().server.port for thread in threads}) == 2
    for thread in threads:
        thread.stop()
