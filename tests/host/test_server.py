"""The server over loopback TLS: rude clients are told why and closed, honest ones do not notice, nothing is left."""

from __future__ import annotations

import asyncio
import errno
import socket
import ssl
from dataclasses import replace
from pathlib import Path

import pytest

from lanbridge.engine import PRESETS
from lanbridge.host import hosting as hosting_module
from lanbridge.host import server as server_module
from lanbridge.host.bot_seats import BotSeats
from lanbridge.host.effects import Effect, Send
from lanbridge.host.hosting import Hosting, HostPlan, _unused
from lanbridge.host.server import TableServer
from lanbridge.host.thread import HostThread
from lanbridge.protocol.codec import encode
from lanbridge.protocol.connection import Connection, Side
from lanbridge.protocol.errors import ProtocolError
from lanbridge.protocol.framing import frame
from lanbridge.protocol.handshake import SeatKey
from lanbridge.protocol.messages import (
    PROTOCOL_VERSION,
    CloseReason,
    CloseTable,
    Closing,
    Greeting,
    Said,
    Say,
    Stage,
    Wish,
)
from lanbridge.protocol.table_settings import TableSettings
from lanbridge.settings.profiles import Profile
from tests.host.guests import HERE, PATIENCE, TABLE_ID, Guest, chats, eventually, gone, honest, opened, run

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


def test_a_host_thread_says_at_once_whatever_went_wrong(laptop: Profile, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> ssl.SSLContext:
        raise RuntimeError("no TLS")

    monkeypatch.setattr(hosting_module, "tls_context", broken)
    with pytest.raises(RuntimeError, match="no TLS"):
        HostThread(plan_of(laptop)).start()


# --- matches by themselves, and their records


def test_a_table_that_waits_for_nobody_plays_by_itself_and_keeps_each_record(laptop: Profile, tmp_path: Path) -> None:
    settings = TableSettings("Table", PRESETS["nepal"], bots="easy", bot_pause_ms=0, deals_tonight=1)
    plan = replace(plan_of(laptop), settings=settings, start_with=0, record_to=tmp_path)

    async def evening() -> None:
        bots = BotSeats()
        tables = [Hosting(plan, bots), Hosting(plan, bots)]
        async with asyncio.timeout(PATIENCE):
            for table in tables:
                await table.open()
            await eventually(lambda: all(table.room.desk.stage is Stage.OVER for table in tables))
        for table in tables:
            await table.close()
        bots.close()

    asyncio.run(evening())
    assert len(list(tmp_path.iterdir())) == 2


def test_records_of_one_second_have_names_of_their_own(tmp_path: Path) -> None:
    for _ in range(3):
        _unused(tmp_path, "2026-01-31 201500").touch()
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == ["2026-01-31 201500 (2).txt", "2026-01-31 201500 (3).txt", "2026-01-31 201500.txt"]
