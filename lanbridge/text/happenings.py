"""Events in words, told to one viewer, for whom the own seat is You."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeAlias, assert_never

from lanbridge.engine import (
    SEATS,
    Called,
    Claimed,
    DealResult,
    DealScored,
    DealVoided,
    HandDealt,
    MatchEnded,
    MatchStarted,
    Played,
    PublicEvent,
    Ruleset,
    Seat,
    TrickWon,
    Viewer,
)

from .table_titles import preset_title

if TYPE_CHECKING:
    from .words import Fact, Words

Names: TypeAlias = Sequence[str]
"""The four players' names by seat; an empty one is called by its seat."""


def seat_name(words: Words, names: Names, seat: Seat, viewer: Viewer = None) -> str:
    """What a seat is called in a sentence: You, its player's name, or its number from 1."""
    if seat == viewer:
        return words.say("names.you")
    return names[seat] or words.say("names.seat", number=seat + 1)


def event_sentences(words: Words, event: PublicEvent, names: Names, viewer: Viewer, rules: Ruleset) -> tuple[str, ...]:
    """What happened, in one sentence or several; spoken to ``viewer``, for whom the own seat is You."""
    match event:
        case MatchStarted():
            return (words.say("event.match_started", title=preset_title(words, event.rules)),)
        case DealScored():
            return _scored(words, event.result, names, viewer, rules)
        case MatchEnded():
            return (_ended(words, event, names, viewer),)
        case DealVoided():
            return (_voided(words, event, names, viewer),)
        case HandDealt() | Called() | Played() | TrickWon() | Claimed():
            return (_by_seat(words, event, names, viewer),)
        case _:
            assert_never(event)


def _by_seat(
    words: Words, event: HandDealt | Called | Played | TrickWon | Claimed, names: Names, viewer: Viewer
) -> str:
    match event:
        case HandDealt():
            return _told(words, "event.dealt", event.dealer, names, viewer)
        case Called():
            return _told(words, "event.called", event.seat, names, viewer, count=event.tricks)
        case Played():
            return _told(words, "event.played", event.seat, names, viewer, card=event.card)
        case TrickWon():
            return _told(words, "event.trick_won", event.seat, names, viewer)
        case Claimed():
            return _told(words, "event.claimed", event.seat, names, viewer)


def _told(words: Words, key: str, seat: Seat, names: Names, viewer: Viewer, **facts: Fact) -> str:
    if seat == viewer:
        return words.say(f"{key}.you", **facts)
    return words.say(f"{key}.other", name=seat_name(words, names, seat), **facts)


def _voided(words: Words, event: DealVoided, names: Names, viewer: Viewer) -> str:
    key = f"event.voided.{event.reason}"
    return words.say(key) if event.seat is None else _told(words, key, event.seat, names, viewer)


def _scored(words: Words, result: DealResult, names: Names, viewer: Viewer, rules: Ruleset) -> tuple[str, ...]:
    lines = [score_sentence(words, result, seat, names, viewer, rules) for seat in SEATS]
    return (words.say("event.scored", number=result.number), *lines)


def score_sentence(words: Words, result: DealResult, seat: Seat, names: Names, viewer: Viewer, rules: Ruleset) -> str:
    """One seat's line of a deal: ``Nadia called 3, won 4: +3, total 17``."""
    return words.say(
        "event.score_line",
        name=seat_name(words, names, seat, viewer),
        call=result.calls[seat],
        won=result.won[seat],
        points=words.points(result.points[seat], rules, signed=True),
        total=words.points(result.totals[seat], rules),
    )


def _ended(words: Words, event: MatchEnded, names: Names, viewer: Viewer) -> str:
    if event.winners == (viewer,):
        return words.say("event.match_ended.you")
    winners = [seat_name(words, names, seat, viewer) for seat in event.winners]
    return words.say("event.match_ended.other", count=len(winners), names=words.listed(winners))
