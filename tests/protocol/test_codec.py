from __future__ import annotations

import tracemalloc
from dataclasses import fields, is_dataclass
from typing import get_args

import msgpack
import pytest
from hypothesis import given

from lanbridge.engine import (
    PRESETS,
    SWITCHES,
    Call,
    MatchStarted,
    PackDealt,
    SeatView,
    State,
    deal,
    dealt_hands,
    decide,
    evolve,
    legal_moves,
    observe,
    opened,
    redact,
    shuffled_pack,
)
from lanbridge.protocol import messages as m
from lanbridge.protocol.codec import (
    CLIENT,
    HOST,
    MOST_CLIENT_BYTES,
    MOST_HOST_BYTES,
    decode_client,
    decode_host,
    encode,
)
from lanbridge.protocol.errors import ProtocolError
from lanbridge.protocol.fields import COUNT, record
from lanbridge.protocol.message_kinds import MOST_KNOCKS, MOST_SPECTATORS
from lanbridge.protocol.table_settings import TableSettings

from . import samples, strategies
from .golden import GOLDEN, golden_text

CLIENT_CLASSES = [kind for kind in get_args(m.ClientMessage) if is_dataclass(kind)]
HOST_CLASSES = [kind for kind in get_args(m.HostMessage) if is_dataclass(kind)]


def refusal(decode: object, *values: object) -> ProtocolError:
    """The error for these values as a frame body; no other exception may come out."""
    assert callable(decode)
    with pytest.raises(ProtocolError) as caught:
        decode(msgpack.packb(list(values)))
    return caught.value


# --- round trip


@given(strategies.CLIENT_MESSAGES)
def test_every_client_message_is_itself_after_the_wire(message: m.ClientMessage) -> None:
    body = encode(message)
    assert decode_client(body) == message
    assert len(body) <= MOST_CLIENT_BYTES


@given(strategies.HOST_MESSAGES)
def test_every_host_message_is_itself_after_the_wire(message: m.HostMessage) -> None:
    body = encode(message)
    assert decode_host(body) == message
    assert len(body) <= MOST_HOST_BYTES


@pytest.mark.parametrize("message", samples.CLIENT_MESSAGES, ids=lambda message: type(message).__name__)
def test_client_samples_round_trip_and_no_host_says_them(message: m.ClientMessage) -> None:
    assert decode_client(encode(message)) == message
    if not isinstance(message, m.Ping | m.Pong):
        with pytest.raises(ProtocolError):
            decode_host(encode(message))


@pytest.mark.parametrize("message", samples.HOST_MESSAGES, ids=lambda message: type(message).__name__)
def test_host_samples_round_trip_and_no_client_says_them(message: m.HostMessage) -> None:
    assert decode_host(encode(message)) == message
    if not isinstance(message, m.Ping | m.Pong):
        with pytest.raises(ProtocolError):
            decode_client(encode(message))


def test_every_message_has_one_code_a_sample_and_all_its_fields() -> None:
    assert {kind.make for kind in CLIENT.cases.values()} == set(CLIENT_CLASSES)
    assert {kind.make for kind in HOST.cases.values()} == set(HOST_CLASSES)
    assert {type(message) for message in samples.CLIENT_MESSAGES} == set(CLIENT_CLASSES)
    assert {type(message) for message in samples.HOST_MESSAGES} == set(HOST_CLASSES)
    for kind in (*CLIENT.cases.values(), *HOST.cases.values()):
        assert tuple(kind.fields) == tuple(field.name for field in fields(kind.make))


def test_a_record_names_all_fields_of_its_class_in_order() -> None:
    with pytest.raises(TypeError, match="other fields"):
        record(m.TakeSeat, seat=COUNT, request_id=COUNT)


def test_bytes_are_the_golden_ones() -> None:
    assert golden_text() == GOLDEN.read_text(encoding="ascii"), "python -m tests.protocol.golden, if this is meant"


def test_a_version_has_one_list_of_presets_and_switches() -> None:
    """Programs that lack one cannot read the table's rules: a higher version tells their players to update."""
    presets = "bangladesh target tens nepal india"
    switches = "direction min_call max_call total_calls head void cannot_win over_max per_over bonus fail redeals end"
    assert (m.PROTOCOL_VERSION, " ".join(PRESETS), " ".join(SWITCHES)) == (1, presets, switches)


# --- secrecy by construction


def dealt_state() -> State:
    rules = PRESETS["nepal"]
    state = opened(MatchStarted(rules, 0))
    hands = dealt_hands(shuffled_pack(bytes(32)), 0, rules.direction)
    for event in deal(state, hands):
        state = evolve(state, event)
    return state


@pytest.mark.parametrize("secret", [dealt_state(), PackDealt(0, dealt_state().hands), Call(5), "text", None])
def test_what_is_no_message_cannot_be_written(secret: object) -> None:
    with pytest.raises(TypeError, match="cannot be written"):
        encode(secret)  # type: ignore[arg-type]  # the point of the test


def test_the_pack_cannot_be_written_as_an_event() -> None:
    state = dealt_state()
    secret = PackDealt(0, state.hands)
    with pytest.raises(TypeError, match="PackDealt cannot be written as Event"):
        encode(m.Update(1, 1, (secret,), observe(state, 0), None))  # type: ignore[arg-type]  # the point of the test


def test_no_hand_goes_to_a_viewer_without_a_seat() -> None:
    peeking = SeatView(samples.TABLE, None, samples.FULL_HAND)
    with pytest.raises(ValueError, match="no hand without a seat"):
        encode(m.Update(1, 1, (), peeking, None))


# --- size


def update_sizes() -> list[int]:
    rules = PRESETS["india"].changed(void="any_spade", fail="zero", end="deals 7", bonus="8 130 1", redeals="none")
    state, sizes = opened(MatchStarted(rules, 0)), []
    for number in range(3):
        hands = dealt_hands(shuffled_pack(bytes([number] * 32)), state.table.next_dealer, rules.direction)
        for event in deal(state, hands):
            state = evolve(state, event)
        while (seat := state.table.to_act) is not None:
            happened = decide(state, seat, legal_moves(observe(state, seat))[-1])
            for event in happened:
                state = evolve(state, event)
            told = tuple(redact(event, 0) for event in happened)
            update = m.Update(400, 2, told, observe(state, 0), m.TurnClock(0, 29_000, 30_000))
            sizes.append(len(encode(update)))
    return sizes


def test_an_update_late_in_a_deal_is_under_1_kb() -> None:
    sizes = update_sizes()
    print(f"largest update: {max(sizes)} bytes of {len(sizes)}")  # noqa: T201 - shown by pytest -s
    assert max(sizes) < 1024


def longest_welcome() -> m.Welcome:
    wide = "\N{CARD FILE BOX}" * 32
    info = m.SeatInfo(m.Occupant.HUMAN, wide, samples.KEY, bot=wide, persona=255, reserved=wide)
    seating = m.Seating(
        3,
        (info,) * 4,
        m.Stage.BETWEEN,
        0,
        waited_for=(0, 1, 2, 3),
        spectators=(wide,) * MOST_SPECTATORS,
        knocks=((2**32 - 1, wide),) * MOST_KNOCKS,
    )
    most, total = 13_000_000, 6_500_000_000
    result = samples.RESULT.__class__(500, 3, (13,) * 4, (13,) * 4, (-most,) * 4, (-total,) * 4)
    return m.Welcome(
        samples.ID, 1, TableSettings(wide), seating, 1, 1, samples.VIEW, (result,) * 500, samples.CLOCK, samples.KEY
    )


def test_the_longest_welcome_fits_a_frame() -> None:
    body = encode(longest_welcome())
    assert len(body) <= MOST_HOST_BYTES
    assert decode_host(body) == longest_welcome()


def test_the_longest_client_messages_fit_a_frame() -> None:
    wide = "\N{CARD FILE BOX}"
    for message in (m.Say(1, text=wide * 200), m.ChangeSettings(2**32 - 1, TableSettings(wide * 32, samples.RULES))):
        body = encode(message)
        assert len(body) <= MOST_CLIENT_BYTES
        assert decode_client(body) == message


def test_frames_over_the_limit_of_their_direction_are_refused_unread() -> None:
    for decode, most in ((decode_client, MOST_CLIENT_BYTES), (decode_host, MOST_HOST_BYTES)):
        with pytest.raises(ProtocolError) as caught:
            decode(b"\xc1" * (most + 1))
        assert caught.value.reason is m.CloseReason.TOO_LONG


def nested_headers(size: int) -> bytes:
    return b"\xdc\x01\xf4" * (size // 3)


def hollow_lists(size: int) -> bytes:
    return b"\xdc\x01\xf4" + (b"\xdc\x01\xf4" + b"\x90" * 499) * (size // 502)


@pytest.mark.parametrize("body", [nested_headers(MOST_HOST_BYTES), hollow_lists(MOST_HOST_BYTES)])
def test_nested_lists_cost_less_than_8_mib(body: bytes) -> None:
    tracemalloc.start()
    try:
        with pytest.raises(ProtocolError):
            decode_host(body)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 8 * 1024 * 1024
