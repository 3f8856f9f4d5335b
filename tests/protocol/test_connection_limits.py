from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

import pytest

from lanbridge.client import link
from lanbridge.host import server
from lanbridge.protocol import messages as m
from lanbridge.protocol.connection import (
    HELLO_SECONDS,
    MESSAGES_A_SECOND,
    MOST_PENDING_BYTES,
    PIN_SECONDS,
    SILENT_SECONDS,
    Connection,
    Side,
    Step,
)
from lanbridge.protocol.errors import ProtocolError
from lanbridge.protocol.framing import frame
from tests.protocol.wires import GREETING, HELLO, MOVE, UPDATE, Wire, closing_of, framed, host_at

# --- liveness, with a clock in hand


def test_pings_each_second_measure_the_round_trip() -> None:
    wire = Wire().play()
    assert wire.host.rtt_ms is None
    wire.wait(1)
    wire.host.tick(wire.now)
    ping = wire.host.take_bytes()
    wire.wait(0.012)
    assert wire.client.receive(ping, wire.now) == ()
    wire.wait(0.013)
    assert wire.host.receive(wire.client.take_bytes(), wire.now) == ()
    assert wire.host.rtt_ms == 25
    wire.host.tick(wire.now)
    assert wire.host.pending_bytes == 0


def test_a_pong_that_nobody_asked_for_changes_nothing() -> None:
    host = host_at(Step.PLAY)
    host.receive(framed(m.Pong(12345)), 100.0)
    assert host.rtt_ms is None


def test_nobody_pings_before_the_hello() -> None:
    wire = Wire()
    wire.say(wire.host, GREETING)
    wire.wait(2)
    wire.host.tick(wire.now)
    wire.client.tick(wire.now)
    assert wire.host.pending_bytes == wire.client.pending_bytes == 0


def run_ticks(connection: Connection, seconds: float, start: float = 100.0) -> float:
    """Ticks four times a second until the connection gives up; returns when, after the start."""
    for quarter in range(1, round(seconds * 4) + 1):
        with suppress(ProtocolError):
            connection.tick(start + quarter / 4)
        if connection.closed:
            return quarter / 4
    return 0


def test_a_client_that_does_not_say_hello_is_closed_after_three_seconds() -> None:
    for step in (Step.GREETING, Step.HELLO):
        host = host_at(step)
        assert HELLO_SECONDS < run_ticks(host, 10) <= HELLO_SECONDS + 0.25
        assert closing_of(host) is m.CloseReason.SILENT


def test_a_client_that_keeps_its_proof_of_the_pin_to_itself_is_closed_however_lively_it_is() -> None:
    host = host_at(Step.PIN)
    for second in range(101, 101 + round(PIN_SECONDS)):
        host.receive(framed(m.Ping(second)), second)
        host.tick(second)
    assert not host.closed
    with pytest.raises(ProtocolError, match="silent"):
        host.tick(100.5 + PIN_SECONDS)


def test_a_silent_side_is_dead_within_four_seconds() -> None:
    for connection in (host_at(Step.PLAY), client_at_play()):
        assert SILENT_SECONDS < run_ticks(connection, 10) <= 4.0
        with pytest.raises(ProtocolError, match="silent"):
            connection.tick(100.0)


@pytest.mark.parametrize("phase", [step / 100 for step in range(25)])
def test_a_line_cut_at_any_moment_between_two_looks_is_found_within_four_seconds(phase: float) -> None:
    """Both shells look every `TICK_SECONDS`; the last byte came ``phase`` seconds behind a look."""
    assert link.TICK_SECONDS == server.TICK_SECONDS == 0.25
    for connection in (host_at(Step.PLAY), client_at_play()):
        connection.receive(framed(m.Ping(1)), 100.0 + phase)
        assert 3 < run_ticks(connection, 10) - phase <= 4.0


def client_at_play() -> Connection:
    client = Connection(Side.CLIENT, 100.0)
    client.receive(framed(GREETING), 100.0)
    client.send(HELLO)
    return client


def test_pings_alone_keep_a_connection_alive() -> None:
    wire = Wire().play()
    for _ in range(100):
        wire.wait(0.5)
        wire.tick()
    assert wire.host.step is Step.PLAY


def test_lost_answers_are_not_remembered_for_ever() -> None:
    host = host_at(Step.PLAY)
    for second in range(1, 60):
        host.receive(framed(m.Pong(0)), 100.0 + second)
        host.tick(100.0 + second)
        host.take_bytes()
    host.receive(framed(m.Pong(1)), 160.0)
    assert host.rtt_ms is None
    host.receive(framed(m.Pong(59)), 160.0)
    assert host.rtt_ms == 1000


def test_a_side_that_slept_itself_listens_before_it_judges() -> None:
    host = host_at(Step.PLAY)
    host.tick(100.0)
    host.tick(130.0)
    host.receive(framed(m.Ping(1)), 130.5)
    host.tick(131.4)
    assert host.step is Step.PLAY


def test_a_side_that_slept_still_finds_a_dead_one() -> None:
    host = host_at(Step.PLAY)
    host.tick(130.0)
    assert 1 <= run_ticks(host, 10, start=130.0) <= 1.25


def test_bytes_sent_one_by_one_do_not_keep_a_frame_open() -> None:
    host = host_at(Step.PLAY)
    data = frame(b"x" * 100)
    for second in range(5):
        host.receive(data[second : second + 1], 100.0 + second)
        host.tick(100.0 + second)
    host.receive(data[5:6], 104.5)
    with pytest.raises(ProtocolError) as caught:
        host.tick(104.5)
    assert caught.value.reason is m.CloseReason.TOO_SLOW
    assert closing_of(host) is m.CloseReason.TOO_SLOW


def test_a_steady_stream_that_always_ends_inside_a_frame_is_not_slow() -> None:
    host = host_at(Step.PLAY)
    stream = framed(*[m.SetReady(1, ready=True)] * 40)
    for second in range(20):
        host.receive(stream[second * 7 + 3 : second * 7 + 10] if second else stream[:10], 100.0 + second)
        host.tick(100.0 + second)
    assert host.step is Step.PLAY


# --- limits


def test_a_client_that_says_too_much_is_closed() -> None:
    host = host_at(Step.PLAY)
    flood = framed(*[m.SetReady(1, ready=True)] * (MESSAGES_A_SECOND + 1))
    heard = host.receive(flood, 100.0)
    assert len(heard) == MESSAGES_A_SECOND - 1, "the hello counts, too"
    with pytest.raises(ProtocolError) as caught:
        host.tick(100.0)
    assert caught.value.reason is m.CloseReason.TOO_MANY
    assert closing_of(host) is m.CloseReason.TOO_MANY


def test_a_fast_bot_is_not_too_much() -> None:
    host = host_at(Step.PLAY)
    for tenth in range(1, 100):
        host.receive(framed(*[MOVE] * (MESSAGES_A_SECOND // 10)), 100.0 + tenth / 10)
    assert host.step is Step.PLAY


def test_a_host_may_say_as_much_as_it_likes() -> None:
    wire = Wire(100_000).play()
    assert len(wire.say(wire.host, *[m.Accepted(1)] * (3 * MESSAGES_A_SECOND))) == 3 * MESSAGES_A_SECOND


def send_all(connection: Connection, messages: Iterable[m.Message]) -> None:
    for message in messages:
        connection.send(message)


def test_a_side_that_never_reads_costs_a_bounded_queue() -> None:
    host = host_at(Step.PLAY)
    send_all(host, [UPDATE] * 10_000)
    assert host.closed
    assert host.pending_bytes < MOST_PENDING_BYTES + 64 * 1024
    with pytest.raises(ProtocolError) as caught:
        host.tick(100.0)
    assert caught.value.reason is m.CloseReason.TOO_SLOW
    assert closing_of(host) is m.CloseReason.TOO_SLOW


def test_a_client_whose_host_never_reads_gives_up_without_a_word() -> None:
    wire = Wire(100_000).play()
    send_all(wire.client, [m.Say(1, text="x" * 200)] * 2_000)
    assert wire.client.closed
    with pytest.raises(ProtocolError):
        wire.client.tick(wire.now)
