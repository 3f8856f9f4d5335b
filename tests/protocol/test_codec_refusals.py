from __future__ import annotations

from contextlib import suppress

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lanbridge.engine import (
    PRESETS,
    Call,
    Card,
    SeatView,
    Table,
)
from lanbridge.protocol import messages as m
from lanbridge.protocol.codec import (
    decode_client,
    decode_host,
    encode,
)
from lanbridge.protocol.errors import ProtocolError
from lanbridge.protocol.message_kinds import MOST_EVENTS
from lanbridge.protocol.table_settings import TableSettings
from tests.protocol.test_codec import refusal

from . import samples

# --- refusals


@given(st.binary(max_size=200))
def test_rubbish_gives_a_protocol_error_and_nothing_else(body: bytes) -> None:
    for decode in (decode_client, decode_host):
        with suppress(ProtocolError):
            decode(body)


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.floats() | st.text(max_size=5) | st.binary(),
    lambda inner: st.lists(inner, max_size=6) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=12,
)


@given(st.integers(0, 64), st.lists(JUNK, max_size=10))
def test_wrong_types_behind_a_known_code_give_a_protocol_error_only(code: int, values: list[object]) -> None:
    body = msgpack.packb([code, *values])
    for decode in (decode_client, decode_host):
        with suppress(ProtocolError):
            decode(body)


ALL_BODIES = [encode(message) for message in (*samples.CLIENT_MESSAGES, *samples.HOST_MESSAGES)]


@given(st.sampled_from(ALL_BODIES), st.data())
def test_one_changed_value_deep_inside_gives_a_protocol_error_only(body: bytes, data: st.DataObject) -> None:
    values = msgpack.unpackb(body)
    place: list[object] = values
    while inner := [item for item in place if type(item) is list and item]:
        if data.draw(st.booleans()):
            break
        place = data.draw(st.sampled_from(inner))
    place[data.draw(st.integers(0, len(place) - 1))] = data.draw(JUNK)
    for decode in (decode_client, decode_host):
        with suppress(ProtocolError):
            decode(msgpack.packb(values))


@pytest.mark.parametrize("body", ALL_BODIES, ids=range(len(ALL_BODIES)))
def test_cut_or_lengthened_bodies_are_refused(body: bytes) -> None:
    values = msgpack.unpackb(body)
    for decode in (decode_client, decode_host):
        for end in range(len(body)):
            with pytest.raises(ProtocolError):
                decode(body[:end])
        with pytest.raises(ProtocolError):
            decode(body + b"\xc0")
        assert refusal(decode, *values, None).reason is m.CloseReason.BAD_MESSAGE


@pytest.mark.parametrize(
    "values",
    [
        (),
        ("2",),
        (True, 1),
        (99, 1),
        (17, 1, 4),
        (17, 1, True),
        (17, 1, "0"),
        (17, -1, 0),
        (17, 2**32, 0),
        (17, 1.0, 0),
        (19, 1, 1),
        (16, 1, 0, [0, 100]),
        (16, 1, 0, [1, 52]),
        (16, 1, 0, [3]),
        (16, 1, 0, []),
        (16, 1, 0, None),
        (20, 1, "", ""),
        (20, 1, "both", "both"),
        (20, 1, "x" * 201, ""),
        (20, 1, b"bytes", ""),
        (29, 1, 1, b"x" * 31),
        (29, 1, 1, "x" * 32),
        (9, 1),
    ],
    ids=repr,
)
def test_client_fields_outside_their_limits_are_refused(values: tuple[object, ...]) -> None:
    assert refusal(decode_client, *values).reason is m.CloseReason.BAD_MESSAGE


@pytest.mark.parametrize(
    "values",
    [
        (10, "no such reason", 1),
        (10, 3, 1),
        (44, 1, "illegal", ["not_your_turn", None, None, None, None]),
        (44, 1, "illegal", ["not_your_turn", None, 4, None, None, None]),
        (45, 4, "name", "text", ""),
        (46, 1, 1, [0, 1], bytes(32), []),
        (46, 1, 1, [4, 4], bytes(32), []),
        (46, 1, 1, [1, 0, 4], bytes(32), []),
        (46, 1, 1, [], bytes(32), []),
        (46, 1, 1, [4], bytes(32), [1, 1]),
        (47, 1, 1, []),
        (47, 1, 1, "x"),
        (48, [[bytes(16), 1, 1], [[0, bytes(32), bytes(32)]]]),
        (49, 1, [bytes(range(13))] * 4),
        (49, 1, [bytes(range(13))] * 3),
        (49, 1, [bytes(range(12))] * 4),
    ],
    ids=lambda values: repr(values)[:60],
)
def test_host_fields_outside_their_limits_are_refused(values: tuple[object, ...]) -> None:
    assert refusal(decode_host, *values).reason is m.CloseReason.BAD_MESSAGE


@pytest.mark.parametrize(
    "rules",
    [
        ["bangladesh"],
        ["no such preset", []],
        ["nepal", [["void"]]],
        ["nepal", [["no such switch", "1"]]],
        ["nepal", [["self", "1"]]],
        ["nepal", [["per_call", "1"]]],
        ["nepal", [["void", "optional"], ["void", "optional"]]],
        ["nepal", [["void", "never"]]],
        ["nepal", [["min_call", "13"], ["max_call", "1"]]],
        ["nepal", [["max_call", "9" * 40]]],
        ["nepal", [["max_call", "9" * 41]]],
        ["nepal", [["void", "optional"]] * 14],
        "nepal",
    ],
    ids=lambda rules: repr(rules)[:60],
)
def test_rules_that_cannot_be_played_are_refused(rules: object) -> None:
    values = msgpack.unpackb(encode(m.ChangeSettings(1, TableSettings("t"))))
    values[2][1] = rules
    assert refusal(decode_client, *values).reason is m.CloseReason.BAD_MESSAGE


@pytest.mark.parametrize("hand", [bytes([3, 3]), bytes([4, 3]), bytes([52]), bytes(range(14)), [1, 2], None])
def test_hands_with_a_card_twice_out_of_order_or_unknown_are_refused(hand: object) -> None:
    values = msgpack.unpackb(encode(m.Update(1, 1, (), samples.VIEW, None)))
    values[4][2] = hand
    assert refusal(decode_host, *values).reason is m.CloseReason.BAD_MESSAGE


def test_a_finished_trick_has_four_cards() -> None:
    values = msgpack.unpackb(encode(m.Update(1, 1, (), samples.VIEW, None)))
    values[4][0][7][0][1] = bytes([1, 2, 3])
    assert "4 cards" in refusal(decode_host, *values).text


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"\xc1",
        msgpack.packb({1: 2}),
        msgpack.packb({"a": 1}),
        msgpack.packb([20, 1, msgpack.ExtType(1, b"x"), ""]),
        msgpack.packb([20, 1, msgpack.Timestamp(1, 1), ""]),
        b"\x94\x14\x01\xa2\xff\xfe\xa0",
        b"\x94\x14\x01\xa3\xed\xa0\x80\xa0",
        msgpack.packb(list(range(17))),
        msgpack.packb([20, 1, "x" * 801, ""]),
        msgpack.packb(17),
        b"\x91" * 3000,
    ],
    ids=range(12),
)
def test_what_msgpack_refuses_or_we_do_not_use_is_a_bad_message(body: bytes) -> None:
    with pytest.raises(ProtocolError) as caught:
        decode_client(body)
    assert caught.value.reason is m.CloseReason.BAD_MESSAGE


def test_a_hello_of_another_version_is_told_apart_whatever_else_it_says() -> None:
    assert refusal(decode_client, 2, 2, "anything", None).reason is m.CloseReason.VERSION
    assert refusal(decode_client, 2, 0).reason is m.CloseReason.VERSION
    assert refusal(decode_client, 2, 1).reason is m.CloseReason.BAD_MESSAGE


def test_an_error_never_repeats_what_was_received() -> None:
    for values in ((20, 1, "secret" * 40, ""), (18, "secret"), (2, 1, "secret"), ("secret",), (26, 1, ["secret"])):
        error = refusal(decode_client, *values)
        assert "secret" not in str(error)
        assert "secret" not in repr(error)
        assert error.__cause__ is None


@pytest.mark.parametrize(
    "message",
    [
        m.TakeSeat(1, 4),
        m.TakeSeat(2**32, 0),
        m.Say(1, text="x" * 201),
        m.Say(1),
        m.Ping(2**64),
        m.Commit(1, 1, b"short"),
        m.SubmitMove(1, 1, Call(100)),
        m.HandsShown(1, (samples.FULL_HAND,) * 4),
        m.ShuffleOpened(1, 1, (0, 1), samples.KEY),
        m.Update(1, 1, samples.EVENTS * (MOST_EVENTS // len(samples.EVENTS) + 1), samples.VIEW, None),
        m.Update(1, 1, (), SeatView(Table(samples.RULES, 0), 0, (Card.parse("AS"),) * 2), None),
        m.Said(None, "\ud800", "", ""),
    ],
    ids=lambda message: type(message).__name__,
)
def test_what_the_other_side_would_refuse_is_not_written(message: m.Message) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - the text differs; a lone surrogate is Python's own complaint
        encode(message)


def test_rules_that_are_no_preset_with_switches_are_not_written() -> None:
    from dataclasses import replace  # noqa: PLC0415 - used once

    odd = replace(PRESETS["nepal"], per_call=7)
    with pytest.raises(ValueError, match="no preset with switches"):
        encode(m.SettingsChanged(TableSettings("t", odd)))
