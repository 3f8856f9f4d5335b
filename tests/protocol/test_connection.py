from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lanbridge.engine import Call
from lanbridge.protocol import messages as m
from lanbridge.protocol.codec import encode
from lanbridge.protocol.connection import (
    HELLO_SECONDS,
    MESSAGES_A_SECOND,
    MOST_PENDING_BYTES,
    SILENT_SECONDS,
    Connection,
    Side,
    Step,
)
from lanbridge.protocol.errors import ProtocolError
from lanbridge.protocol.framing import FrameBuffer, frame

from . import samples
from .strategies import CLIENT_MESSAGES

GREETING = m.Greeting(1, samples.ID, 0, samples.KEY, locked=False)
HELLO = m.Hello(1, "Rafi", samples.KEY, samples.SIGNATURE, m.Wish.SEAT)
PIN_HELLO = m.Hello(1, "Rafi", samples.KEY, samples.SIGNATURE, m.Wish.SEAT, samples.SHARE)
CHALLENGE = m.PinChallenge(samples.SHARE)
ANSWER = m.PinAnswer(samples.KEY)
WELCOME = samples.HOST_MESSAGES[4]
UPDATE = samples.HOST_MESSAGES[8]
MOVE = m.SubmitMove(1, 0, Call(5))


class Wire:
    """A host and a client that hear each other at once; time moves only when told to."""

    def __init__(self, chunk: int = 1) -> None:
        self.now = 100.0
        self.host = Connection(Side.HOST, self.now)
        self.client = Connection(Side.CLIENT, self.now)
        self.chunk = chunk

    def say(self, speaker: Connection, *messages: m.Message) -> list[m.Message]:
        for message in messages:
            speaker.send(message)
        return self.carry(speaker)

    def carry(self, speaker: Connection) -> list[m.Message]:
        """Deliver what the speaker has queued, and all that is answered by itself."""
        hearer = self.client if speaker is self.host else self.host
        data = speaker.take_bytes()
        heard: list[m.Message] = []
        for start in range(0, len(data), self.chunk):
            heard += hearer.receive(data[start : start + self.chunk], self.now)
        if hearer.pending_bytes:
            self.carry(hearer)
        return heard

    def wait(self, seconds: float) -> None:
        self.now += seconds

    def tick(self) -> None:
        for side in (self.host, self.client):
            side.tick(self.now)
            self.carry(side)

    def play(self) -> Wire:
        assert self.say(self.host, GREETING) == [GREETING]
        assert self.say(self.client, HELLO) == [HELLO]
        assert self.say(self.host, WELCOME) == [WELCOME]
        return self


def framed(*messages: m.Message) -> bytes:
    return b"".join(frame(encode(message)) for message in messages)


def unframed(data: bytes) -> list[bytes]:
    return list(FrameBuffer(70_000).feed(data))


def closing_of(host: Connection) -> m.CloseReason:
    """The reason in the last frame that the host has queued."""
    client = Connection(Side.CLIENT, 0)
    client.step = Step.PLAY
    last = [message for message in client.receive(host.take_bytes(), 0) if isinstance(message, m.Closing)]
    return last[-1].reason


def failure(connection: Connection, data: bytes, now: float = 100.0) -> m.CloseReason:
    with pytest.raises(ProtocolError) as caught:
        connection.receive(data, now)
    return caught.value.reason


# --- the order of the handshake


@pytest.mark.parametrize("chunk", [1, 7, 100_000])
def test_two_sides_shake_hands_and_play(chunk: int) -> None:
    wire = Wire(chunk).play()
    assert {wire.host.step, wire.client.step} == {Step.PLAY}
    assert wire.say(wire.client, MOVE) == [MOVE]
    assert wire.say(wire.host, m.Accepted(1), UPDATE) == [m.Accepted(1), UPDATE]
    assert wire.say(wire.client, m.Bye()) == [m.Bye()]
    assert wire.host.closed
    assert wire.client.closed


def test_a_pin_and_a_knock_come_between_hello_and_welcome() -> None:
    wire = Wire()
    wire.say(wire.host, GREETING)
    assert wire.say(wire.client, PIN_HELLO) == [PIN_HELLO]
    assert wire.say(wire.host, CHALLENGE) == [CHALLENGE]
    assert {wire.host.step, wire.client.step} == {Step.PIN}
    assert wire.say(wire.client, ANSWER) == [ANSWER]
    assert wire.say(wire.host, m.Knocking()) == [m.Knocking()]
    assert wire.say(wire.host, WELCOME) == [WELCOME]
    assert {wire.host.step, wire.client.step} == {Step.PLAY}


def test_while_somebody_knocks_both_sides_stay_alive() -> None:
    wire = Wire()
    wire.say(wire.host, GREETING)
    wire.say(wire.client, HELLO)
    wire.say(wire.host, m.Knocking())
    for _ in range(60):
        wire.wait(1)
        wire.tick()
    assert wire.host.step is Step.WAITING


def host_at(step: Step) -> Connection:
    host = Connection(Side.HOST, 100.0)
    said: dict[Step, tuple[m.Message | bytes, ...]] = {
        Step.GREETING: (),
        Step.HELLO: (GREETING,),
        Step.JUDGING: (GREETING, framed(HELLO)),
        Step.PIN: (GREETING, framed(HELLO), CHALLENGE),
        Step.WAITING: (GREETING, framed(HELLO), m.Knocking()),
        Step.PLAY: (GREETING, framed(HELLO), WELCOME),
    }
    for each in said[step]:
        if isinstance(each, bytes):
            host.receive(each, 100.0)
        else:
            host.send(each)
    host.take_bytes()
    assert host.step is step
    return host


MAY_SAY = {
    Step.GREETING: set[type](),
    Step.HELLO: {m.Hello, m.Contest, m.Bye},
    Step.JUDGING: {m.Ping, m.Pong, m.Bye},
    Step.PIN: {m.PinAnswer, m.Ping, m.Pong, m.Bye},
    Step.WAITING: {m.Ping, m.Pong, m.Bye},
    Step.PLAY: {type(message) for message in samples.CLIENT_MESSAGES} - {m.Hello, m.Contest, m.PinAnswer},
}


@pytest.mark.parametrize("step", MAY_SAY)
@pytest.mark.parametrize("message", samples.CLIENT_MESSAGES, ids=lambda message: type(message).__name__)
def test_a_client_message_out_of_its_step_is_a_bad_message(step: Step, message: m.ClientMessage) -> None:
    host = host_at(step)
    if type(message) in MAY_SAY[step]:
        host.receive(framed(message), 100.0)
        return
    assert failure(host, framed(message)) is m.CloseReason.BAD_MESSAGE
    assert host.closed
    assert closing_of(host) is m.CloseReason.BAD_MESSAGE


@pytest.mark.parametrize("message", [WELCOME, UPDATE, m.Knocking(), m.Ping(1)], ids=lambda message: str(message)[:8])
def test_a_client_refuses_a_host_that_does_not_greet(message: m.HostMessage) -> None:
    client = Connection(Side.CLIENT, 100.0)
    assert failure(client, framed(message)) is m.CloseReason.BAD_MESSAGE
    assert client.closed
    assert client.take_bytes() == b""


def test_a_host_cannot_be_asked_for_the_pin_twice() -> None:
    wire = Wire()
    wire.say(wire.host, GREETING)
    wire.say(wire.client, PIN_HELLO)
    wire.say(wire.host, CHALLENGE)
    wire.say(wire.client, ANSWER)
    with pytest.raises(ValueError, match="PinChallenge cannot be sent"):
        wire.host.send(CHALLENGE)


def test_what_is_not_ones_turn_or_not_ones_own_cannot_be_sent() -> None:
    wire = Wire()
    for side, message in ((wire.host, WELCOME), (wire.client, HELLO), (wire.client, GREETING)):
        with pytest.raises(ValueError, match="cannot be sent"):
            side.send(message)
    assert wire.host.pending_bytes == wire.client.pending_bytes == 0


def test_a_closing_host_is_heard_and_nothing_behind_it() -> None:
    wire = Wire(100_000)
    wire.say(wire.host, GREETING)
    closing = m.Closing(m.CloseReason.FULL)
    wire.host.send(closing)
    wire.host.send(WELCOME)
    assert wire.client.receive(wire.host.take_bytes() + b"\xff" * 50, wire.now) == (closing,)
    assert wire.client.closed
    assert wire.client.receive(b"more", wire.now) == ()
    wire.client.tick(wire.now + 100)


def test_a_hello_of_another_version_is_answered_with_the_hosts_own() -> None:
    host = host_at(Step.HELLO)
    assert failure(host, frame(b"\x93\x02\x63\xc0")) is m.CloseReason.VERSION
    (body,) = unframed(host.take_bytes())
    client = Connection(Side.CLIENT, 100.0)
    assert client.receive(frame(body), 100.0) == (m.Closing(m.CloseReason.VERSION, m.PROTOCOL_VERSION),)


# --- the Wire law


@given(
    st.lists(
        CLIENT_MESSAGES.filter(lambda message: not isinstance(message, m.Hello | m.Contest | m.PinAnswer)), max_size=5
    )
)
def test_bytes_cut_anywhere_give_the_same_messages(messages: list[m.ClientMessage]) -> None:
    data = framed(*messages)
    whole, piecewise = host_at(Step.PLAY), host_at(Step.PLAY)
    at_once = list(whole.receive(data, 100.0))
    one_by_one = [heard for k in range(len(data)) for heard in piecewise.receive(data[k : k + 1], 100.0)]
    assert at_once == one_by_one
    assert whole.take_bytes() == piecewise.take_bytes()


@pytest.mark.parametrize("bad", [frame(b"\xc1"), b"\x00\x10\x00\x00", frame(encode(HELLO))])
def test_what_was_said_before_an_error_is_heard_however_the_bytes_are_cut(bad: bytes) -> None:
    data = framed(m.TakeSeat(1, 2), m.Ping(1), MOVE) + bad
    whole, piecewise = host_at(Step.PLAY), host_at(Step.PLAY)
    assert whole.receive(data, 100.0) == (m.TakeSeat(1, 2), MOVE)
    heard: list[m.Message] = []
    for k in range(len(data)):
        if not piecewise.closed:
            with suppress(ProtocolError):
                heard += piecewise.receive(data[k : k + 1], 100.0)
    assert heard == [m.TakeSeat(1, 2), MOVE]
    assert whole.take_bytes() == piecewise.take_bytes()
    for connection in (whole, piecewise):
        assert connection.closed
        with pytest.raises(ProtocolError):
            connection.tick(100.0)
        with pytest.raises(ProtocolError):
            connection.receive(b"x", 100.0)


@given(st.sampled_from(sorted(MAY_SAY)), st.binary(max_size=60))
def test_rubbish_gives_a_protocol_error_only(step: Step, data: bytes) -> None:
    host = host_at(step)
    try:
        host.receive(data, 100.0)
    except ProtocolError:
        assert host.closed


def test_a_frame_longer_than_a_client_may_send_is_refused_by_its_length_alone() -> None:
    host = host_at(Step.PLAY)
    assert failure(host, (4 * 1024 + 1).to_bytes(4, "big")) is m.CloseReason.TOO_LONG
    assert closing_of(host) is m.CloseReason.TOO_LONG


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


def test_a_silent_side_is_dead_after_four_seconds() -> None:
    client = Connection(Side.CLIENT, 100.0)
    client.receive(framed(GREETING), 100.0)
    client.send(HELLO)
    for connection in (host_at(Step.PLAY), client):
        assert SILENT_SECONDS < run_ticks(connection, 10) <= SILENT_SECONDS + 0.25
        with pytest.raises(ProtocolError, match="silent"):
            connection.tick(100.0)


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
    assert 1 < run_ticks(host, 10, start=130.0) <= 1.25


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
