from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lanbridge.protocol import messages as m
from lanbridge.protocol.codec import encode
from lanbridge.protocol.connection import (
    Connection,
    Side,
    Step,
)
from lanbridge.protocol.errors import ProtocolError
from lanbridge.protocol.framing import frame
from tests.protocol.wires import (
    ANSWER,
    CHALLENGE,
    GREETING,
    HELLO,
    MAY_SAY,
    MOVE,
    PIN_HELLO,
    UPDATE,
    WELCOME,
    Wire,
    closing_of,
    failure,
    framed,
    host_at,
    unframed,
)

from . import samples
from .strategies import CLIENT_MESSAGES

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
    behind = frame(encode(WELCOME)) + b"\xff" * 50
    assert wire.client.receive(wire.host.take_bytes() + behind, wire.now) == (closing,)
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
