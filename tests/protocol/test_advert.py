from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lanbridge.engine import house_switches
from lanbridge.protocol.advert import MOST_TXT_BYTES, TableCard, card_of_txt, shortened, shortened_name, txt_of
from lanbridge.protocol.beacon import (
    MAGIC,
    MOST_DATAGRAM_BYTES,
    BeaconAnswer,
    BeaconQuery,
    decode_beacon,
    encode_beacon,
)
from lanbridge.protocol.errors import ProtocolError
from lanbridge.protocol.messages import CloseReason

from .samples import CARD, RULES
from .strategies import CHARACTERS, TABLE_CARDS

NONCE = b"12345678"
EVERY_SWITCH = tuple(
    house_switches(
        RULES.changed(
            direction="cw",
            min_call="2",
            max_call="13",
            total_calls="52",
            head="none",
            void="any_spade",
            cannot_win="must_waste",
            over_max="12",
            per_over="1000000",
            bonus="13 1000000 12",
            fail="minus_shortfall",
            redeals="no_spade,no_akq,four_aces",
            end="target 1000000",
        )
    ).items()
)
LONGEST = replace(
    CARD, name="\N{CARD FILE BOX}" * 40, preset="bangladesh", switches=EVERY_SWITCH, epoch=2**32 - 1, port=65_535
)


def txt_bytes(items: dict[str, bytes]) -> int:
    return sum(len(key) + 2 + len(value) for key, value in items.items())


@given(TABLE_CARDS)
def test_a_card_is_itself_after_txt_and_beacon(card: TableCard) -> None:
    items = txt_of(card)
    assert txt_bytes(items) < MOST_TXT_BYTES
    assert all(len(key) + 1 + len(value) <= 255 for key, value in items.items())
    assert card_of_txt(items, card.port) == shortened(card)
    datagram = encode_beacon(BeaconAnswer(NONCE, card))
    assert len(datagram) <= MOST_DATAGRAM_BYTES
    assert decode_beacon(datagram) == BeaconAnswer(NONCE, shortened(card))


def test_a_table_of_another_version_is_read_with_rules_that_we_do_not_have() -> None:
    card = replace(CARD, version=CARD.version + 1, preset="whist", switches=(("joker", "2 of them"),))
    assert card_of_txt(txt_of(card), card.port) == card
    assert decode_beacon(encode_beacon(BeaconAnswer(NONCE, card))) == BeaconAnswer(NONCE, card)


def test_a_plain_card_needs_no_shortening() -> None:
    assert shortened(CARD) == CARD
    assert txt_of(CARD)["s"] == b"void=optional"
    assert decode_beacon(encode_beacon(BeaconQuery(NONCE))) == BeaconQuery(NONCE)


def test_the_longest_card_is_shortened_to_fit() -> None:
    items = txt_of(LONGEST)
    assert txt_bytes(items) < MOST_TXT_BYTES
    assert len(encode_beacon(BeaconAnswer(NONCE, LONGEST))) <= MOST_DATAGRAM_BYTES
    card = card_of_txt(items, 65_535)
    assert card.more_switches
    assert card.switches == EVERY_SWITCH[: len(card.switches)]
    assert card.name == "\N{CARD FILE BOX}" * 32


@given(st.text(CHARACTERS, max_size=60))
def test_a_shortened_name_begins_the_name(name: str) -> None:
    short = shortened_name(name)
    assert name.startswith(short)
    assert len(short) <= 32
    assert short == name or bool(short)


def test_a_name_is_not_cut_inside_a_letter_with_its_marks() -> None:
    assert shortened_name("x" * 31 + "e\N{COMBINING ACUTE ACCENT}s") == "x" * 31
    assert shortened_name("x" * 31 + "\N{MAN}\N{ZERO WIDTH JOINER}\N{WOMAN}") == "x" * 31
    assert shortened_name("x" + "\N{COMBINING ACUTE ACCENT}" * 40) == "x" + "\N{COMBINING ACUTE ACCENT}" * 31


@pytest.mark.parametrize(
    "change",
    [
        {"id": b"00"},
        {"id": b"zz" * 16},
        {"id": None},
        {"e": b"-1"},
        {"e": "\N{ARABIC-INDIC DIGIT ONE}".encode()},
        {"e": b"9" * 400},
        {"e": b"9" * 401},
        {"n": b"\xff"},
        {"n": b"x" * 33},
        {"p": b""},
        {"p": b"Whist"},
        {"p": b"x" * 41},
        {"p": b"\x1b[31mwhist"},
        {"s": b"void"},
        {"s": b"=1"},
        {"s": b"void=\x1b[31m"},
        {"s": "void=\N{RIGHT-TO-LEFT OVERRIDE}".encode()},
        {"s": b"void=optional;" * 29},
        {"s": b"a=b;" * 33},
        {"h": b"5"},
        {"v": b""},
        {"f": b""},
    ],
    ids=repr,
)
def test_malformed_txt_items_are_refused(change: dict[str, bytes | None]) -> None:
    items = {key: value for key, value in {**txt_of(CARD), **change}.items() if value is not None}
    with pytest.raises(ProtocolError) as caught:
        card_of_txt(items, CARD.port)
    assert caught.value.reason is CloseReason.BAD_MESSAGE


def test_unknown_txt_items_are_left_aside_and_the_port_is_checked() -> None:
    assert card_of_txt({**txt_of(CARD), "new": b"thing"}, CARD.port) == CARD
    with pytest.raises(ProtocolError):
        card_of_txt(txt_of(CARD), 0)


@given(st.dictionaries(st.sampled_from(sorted(txt_of(CARD))), st.binary(max_size=40)))
def test_rubbish_in_txt_gives_a_protocol_error_only(change: dict[str, bytes]) -> None:
    try:
        card_of_txt({**txt_of(CARD), **change}, 7468)
    except ProtocolError as error:
        assert "TXT" in error.text or "expected" in error.text  # noqa: PT017 - most examples raise, not all


@given(st.binary(max_size=80), st.sampled_from([b"", MAGIC]))
def test_rubbish_in_a_beacon_gives_a_protocol_error_only(rubbish: bytes, start: bytes) -> None:
    with pytest.raises(ProtocolError):
        decode_beacon(start + b"\xc1" + rubbish)


@given(st.integers(0, 300), st.binary(min_size=1, max_size=4))
def test_a_changed_beacon_gives_a_protocol_error_or_another_card(place: int, change: bytes) -> None:
    datagram = bytearray(encode_beacon(BeaconAnswer(NONCE, CARD)))
    datagram[place % len(datagram) : place % len(datagram) + len(change)] = change
    try:
        assert isinstance(decode_beacon(bytes(datagram)), BeaconAnswer | BeaconQuery)
    except ProtocolError as error:
        assert error.text  # noqa: PT017 - most examples raise, not all


def test_a_beacon_over_512_bytes_is_refused_unread() -> None:
    with pytest.raises(ProtocolError) as caught:
        decode_beacon(MAGIC + bytes(508))
    assert caught.value.reason is CloseReason.TOO_LONG


def test_a_card_outside_its_limits_is_not_sent() -> None:
    with pytest.raises(ValueError, match="cannot be written"):
        encode_beacon(BeaconAnswer(NONCE, replace(CARD, port=0)))
