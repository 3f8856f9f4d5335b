"""Rude clients over TLS: each is told why, cut off, and disturbs nobody."""

from __future__ import annotations

import asyncio
import contextlib
import threading

import pytest

from lanbridge.host import server as server_module
from lanbridge.host.effects import Effect, Remember, Send
from lanbridge.host.room import Room
from lanbridge.host.server import MOST_FROM_ADDRESS, MOST_WAITING, TableServer
from lanbridge.protocol import connection as connection_module
from lanbridge.protocol.codec import MOST_CLIENT_BYTES, encode
from lanbridge.protocol.connection import MESSAGES_A_SECOND
from lanbridge.protocol.framing import frame
from lanbridge.protocol.handshake import SeatKey
from lanbridge.protocol.messages import (
    PROTOCOL_VERSION,
    Accepted,
    Bye,
    ClientMessage,
    CloseReason,
    Closing,
    Greeting,
    Hello,
    Said,
    Say,
    TakeSeat,
    Wish,
)
from lanbridge.settings.profiles import Profile
from tests.host.guests import HERE, OWNER, PATIENCE, Guest, chats, eventually, gone, honest, run


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


def test_a_client_that_asks_faster_than_the_disk_writes_holds_up_nobody_else(laptop: Profile) -> None:
    disk_is_free = threading.Event()
    handled: list[ClientMessage] = []

    class SlowDisk:
        def append(self, entries: tuple[Remember, ...]) -> None:
            assert entries
            disk_is_free.wait(PATIENCE)

    async def scene(server: TableServer) -> None:
        guest, rude = await honest(server, laptop), await Guest.arrive(server)
        await rude.join(laptop, SeatKey(bytes([1]) * 32))
        listen_to(server.room, handled)
        server._journal = SlowDisk()  # noqa: SLF001 - from now on the disk is slow
        for number in range(1, MESSAGES_A_SECOND // 2):
            rude.say(TakeSeat(number, 2 + number % 2))
        await eventually(lambda: server._inbox.qsize() == MOST_WAITING)  # noqa: SLF001 - what waits is the point of the test
        guest.say(Say(1, "my turn"))
        await eventually(lambda: server._inbox.qsize() == MOST_WAITING + 1)  # noqa: SLF001 - as above
        disk_is_free.set()
        await guest.until(Accepted)
        assert handled.index(Say(1, "my turn")) == MOST_WAITING + 1
        await asyncio.gather(guest.leave(), rude.leave())

    run(scene, laptop)


def listen_to(room: Room, handled: list[ClientMessage]) -> None:
    """Note what the room is told from now on, in its order."""
    received = room.received

    def noting(client: int, message: ClientMessage, now: float) -> tuple[Effect, ...]:
        handled.append(message)
        return received(client, message, now)

    room.received = noting  # type: ignore[method-assign]  # listens along


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
