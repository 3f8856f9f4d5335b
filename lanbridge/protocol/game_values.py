"""The game on the wire: cards, rules, events, views and moves. No kind here can hold the four hands of a live deal."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from lanbridge.engine import (
    HOST,
    PACK,
    PRESETS,
    SHARE_BYTES,
    SWITCHES,
    TRICKS_IN_DEAL,
    Call,
    Called,
    Card,
    Claim,
    Claimed,
    DealName,
    DealProof,
    DealResult,
    DealScored,
    DealVoided,
    EndReason,
    Hand,
    HandDealt,
    InvalidRuleset,
    MatchEnded,
    MatchStarted,
    Phase,
    Play,
    Played,
    Reason,
    Refusal,
    Ruleset,
    SeatView,
    Share,
    Suit,
    Table,
    Trick,
    TrickWon,
    VoidReason,
    house_switches,
    sorted_hand,
)
from lanbridge.engine.rules import MOST_DEALS, MOST_TENTHS

from .errors import bad_message
from .fields import COUNT, Kind, data, many, narrowed, only, optional, record, text, variant, whole, word
from .messages import ID_BYTES

MOST_ANY_CALL: Final = 99
"""A call as asked for: two digits; the referee says which of them stand."""
MOST_POINTS: Final = TRICKS_IN_DEAL * MOST_TENTHS
"""Points of one deal, in tenths: thirteen tricks at the highest value a switch can set."""
MOST_TOTAL: Final = MOST_DEALS * MOST_POINTS
"""Points of a match, in tenths."""
SWITCH_CHARACTERS: Final = 40
"""Longest value of a house switch as text; the longest in use is `no_spade,no_akq,four_aces`."""

# --- cards

SEAT: Final = whole(0, 3)
SEATS_RISING: Final = only(many(SEAT, 0, 4), "rising", lambda seats: sorted(set(seats)) == list(seats))
_SUIT_NUMBER: Final = whole(0, 3)
_CARD_NUMBER: Final = whole(0, len(PACK) - 1)
SUIT: Final[Kind[Suit]] = Kind("int 0-3", int, lambda value: Suit(_SUIT_NUMBER.read(value)))
CARD: Final[Kind[Card]] = Kind("int 0-51", lambda card: card.index, lambda value: PACK[_CARD_NUMBER.read(value)])


def cards(most: int) -> Kind[Hand]:
    """Different cards as a bin of their numbers, one byte each."""
    says = f"bin of 0-{most} different cards"

    def write(hand: Hand) -> object:
        if len(set(hand)) < len(hand) or len(hand) > most:
            raise bad_message(f"expected {says}")
        return bytes(card.index for card in hand)

    def read(value: object) -> Hand:
        if type(value) is not bytes or len(value) > most:
            raise bad_message(f"expected {says}")
        if len(set(value)) < len(value) or any(index >= len(PACK) for index in value):
            raise bad_message(f"expected {says}")
        return tuple(PACK[index] for index in value)

    return Kind(says, write, read)


HAND: Final = only(cards(TRICKS_IN_DEAL), "rising", lambda hand: hand == sorted_hand(hand))
FULL_HAND: Final = only(HAND, "13 of them", lambda hand: len(hand) == TRICKS_IN_DEAL)
HANDS: Final = only(
    many(FULL_HAND, 4, 4), "no card twice", lambda hands: len({card for hand in hands for card in hand}) == len(PACK)
)
TRICK: Final = record(Trick, leader=SEAT, cards=cards(4))
FULL_TRICK: Final = narrowed(TRICK, "4 cards", lambda trick: trick.complete)

# --- rules: [preset, [[switch, value], ...]], only the switches that differ from the preset

_SWITCHES: Final[Kind[Any]] = many(
    only(many(text(SWITCH_CHARACTERS), 2, 2), "a switch and its value as text", lambda pair: pair[0] in SWITCHES),
    0,
    len(SWITCHES),
)


@lru_cache(maxsize=64)  # a table writes its own rules with each update
def _rules_to_text(rules: Ruleset) -> tuple[tuple[str, str], ...]:
    switches = tuple(house_switches(rules).items())
    if _rules_of_text(rules.preset, switches) != rules:
        raise bad_message("these rules are no preset with switches")
    return switches


@lru_cache(maxsize=64)
def _rules_of_text(preset: str, switches: tuple[tuple[str, str], ...]) -> Ruleset:
    if preset not in PRESETS or len(dict(switches)) < len(switches):
        raise bad_message("expected a preset and each switch once")
    try:
        return PRESETS[preset].changed(**dict(switches))
    except InvalidRuleset:
        raise bad_message("expected rules that can be played") from None


def _write_rules(rules: Ruleset) -> object:
    return [rules.preset, _SWITCHES.write(_rules_to_text(rules))]


def _read_rules(value: object) -> Ruleset:
    if type(value) is not list or len(value) != 2:  # noqa: PLR2004 - the preset and its switches
        raise bad_message("expected a Ruleset")
    return _rules_of_text(text(SWITCH_CHARACTERS).read(value[0]), _SWITCHES.read(value[1]))


RULES: Final[Kind[Ruleset]] = Kind("Ruleset", _write_rules, _read_rules)

# --- score sheet, table and view

TRICK_COUNT: Final = whole(0, TRICKS_IN_DEAL)
_FOUR_COUNTS: Final = many(TRICK_COUNT, 4, 4)
_FOUR_TOTALS: Final = many(whole(-MOST_TOTAL, MOST_TOTAL), 4, 4)

RESULT: Final = record(
    DealResult,
    number=whole(1, MOST_DEALS),
    dealer=SEAT,
    calls=_FOUR_COUNTS,
    won=_FOUR_COUNTS,
    points=many(whole(-MOST_POINTS, MOST_POINTS), 4, 4),
    totals=_FOUR_TOTALS,
)
TABLE: Final = record(
    Table,
    rules=RULES,
    dealer=SEAT,
    phase=word(Phase),
    deals_begun=COUNT,
    deals_done=whole(0, MOST_DEALS),
    calls=many(optional(TRICK_COUNT), 4, 4),
    won=_FOUR_COUNTS,
    tricks=many(FULL_TRICK, 0, TRICKS_IN_DEAL),
    trick=optional(TRICK),
    totals=_FOUR_TOTALS,
    last_deal=optional(RESULT),
    winners=optional(SEATS_RISING),
    moves=COUNT,
)
VIEW: Final = narrowed(
    record(SeatView, table=TABLE, viewer=optional(SEAT), hand=HAND),
    "no hand without a seat",
    lambda view: view.viewer is not None or not view.hand,
)

# --- events (`PackDealt` has no code), moves and refusals

EVENT: Final = variant(
    "Event",
    {
        0: record(MatchStarted, rules=RULES, dealer=SEAT),
        1: record(HandDealt, dealer=SEAT, hand=optional(FULL_HAND)),
        2: record(DealVoided, reason=word(VoidReason), seat=optional(SEAT)),
        3: record(Called, seat=SEAT, tricks=TRICK_COUNT),
        4: record(Played, seat=SEAT, card=CARD),
        5: record(TrickWon, seat=SEAT),
        6: record(Claimed, seat=SEAT),
        7: record(DealScored, result=RESULT),
        8: record(MatchEnded, winners=SEATS_RISING, reason=word(EndReason)),
    },
)
MOVE: Final = variant(
    "Move", {0: record(Call, tricks=whole(0, MOST_ANY_CALL)), 1: record(Play, card=CARD), 2: record(Claim)}
)
REFUSAL: Final = record(
    Refusal,
    reason=word(Reason),
    card=optional(CARD),
    suit=optional(SUIT),
    beat=optional(CARD),
    least=optional(TRICK_COUNT),
    most=optional(TRICK_COUNT),
)

# --- the fair deal

SHARE_OF_DEAL: Final = data(SHARE_BYTES)
PARTICIPANT: Final = whole(0, HOST)


def _in_order(participants: tuple[int, ...]) -> bool:
    return participants[-1] == HOST and sorted(set(participants)) == list(participants)


PARTICIPANTS: Final = only(many(PARTICIPANT, 1, 5), "rising, the host's 4 last", _in_order)
SHARE: Final = record(Share, participant=PARTICIPANT, commitment=SHARE_OF_DEAL, secret=SHARE_OF_DEAL)
_SHARES: Final = only(
    many(SHARE, 1, 5),
    "participants rising, the host's 4 last",
    lambda shares: _in_order(tuple(share.participant for share in shares)),
)
DEAL_NAME: Final = record(DealName, table_id=data(ID_BYTES), deal=COUNT, attempt=COUNT)
PROOF: Final = record(DealProof, name=DEAL_NAME, shares=_SHARES)
