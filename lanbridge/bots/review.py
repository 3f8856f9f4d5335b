"""A look back at finished deals: what each own call and card cost against the best that was to be found.

Judged from the seat's own view at that moment, never from cards it could not know; only deals that are over.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from lanbridge.engine import (
    PACK,
    Call,
    Called,
    DealScored,
    DealVoided,
    MatchStarted,
    PackDealt,
    Play,
    Played,
    evolve,
    observe,
    opened,
)

from .hard import HARD
from .masks import BIT, SUIT_SHIFT, bits_of, card_of
from .monte_carlo import judge_calls, judge_cards
from .options import candidates
from .position import position_of
from .themes import Theme, call_theme, card_theme

if TYPE_CHECKING:
    import random
    from collections.abc import Iterable

    from lanbridge.engine import Event, Move, Seat, SeatView

    from .masks import Bits
    from .monte_carlo import Judged
    from .position import Position

WORLDS: Final = 100
"""Deals looked at for each move of a review."""
DEAREST: Final = 3
"""Moments shown first."""


@dataclass(frozen=True, slots=True)
class Moment:
    """One own move: ``cost`` is in tenths of a point against ``best``; 0 where nothing better was found.

    ``deal`` counts from 1 and ``trick`` from 1 (0 for the call); ``chance`` and ``best_chance`` are 0-100.
    """

    deal: int
    trick: int
    chosen: Move
    best: Move
    cost: float
    chance: int
    best_chance: int
    theme: Theme | None


@dataclass(frozen=True, slots=True)
class Review:
    """All own moves of the finished deals in order, and the dearest of them, dearest first."""

    moments: tuple[Moment, ...]
    dearest: tuple[Moment, ...]


def review(events: Iterable[Event], seat: Seat, rng: random.Random, worlds: int = WORLDS) -> Review:
    """The review of one seat over every scored deal of a match (or of its part from `MatchStarted` on).

    A deal that is not over, or void, is left out altogether; one whose hands are not all known has no moments.

    Raises:
        ValueError: the events do not start with `MatchStarted`.
    """
    moments = tuple(
        moment
        for number, views in enumerate(_finished_deals(events, seat), 1)
        for view, chosen in views
        if (moment := _moment(number, view, chosen, rng, worlds)) is not None
    )
    dear = sorted((moment for moment in moments if moment.cost > 0), key=lambda moment: -moment.cost)
    return Review(moments, tuple(dear[:DEAREST]))


def _finished_deals(events: Iterable[Event], seat: Seat) -> list[list[tuple[SeatView, Move]]]:
    all_known = False
    state, finished, current = None, list[list[tuple["SeatView", "Move"]]](), list[tuple["SeatView", "Move"]]()
    for event in events:
        if state is None:
            if not isinstance(event, MatchStarted):
                message = "a match starts with MatchStarted"
                raise ValueError(message)
            state = opened(event)
            continue
        match event:
            case Called() | Played() if event.seat == seat and state.table.to_act == seat and all_known:
                current.append((observe(state, seat), _move(event)))
            case PackDealt():
                all_known, current = sum(map(len, event.hands)) == len(PACK), []
            case DealVoided():
                current = []
            case DealScored():
                finished.append(current)
        state = evolve(state, event)
    return finished


def _move(event: Called | Played) -> Move:
    return Call(event.tricks) if isinstance(event, Called) else Play(event.card)


def _moment(number: int, view: SeatView, chosen: Move, rng: random.Random, worlds: int) -> Moment | None:
    """The moment, or None where there was no choice."""
    position = replace(position_of(view), stake=None)  # costs are in points of the deal, also near the end
    thinking = replace(HARD, worlds=worlds, call_worlds=worlds)
    if isinstance(chosen, Call):
        judged = judge_calls(position, rng, thinking, also=chosen.tricks)
        mine = next(each for each in judged if each.option == chosen.tricks)
        theme = call_theme(chosen.tricks, judged[0].option)
        return _compared(number, 0, chosen, Call(judged[0].option), mine, judged[0], theme)
    if not isinstance(chosen, Play) or len(candidates(position)) == 1:
        return None
    played = _representative(position, bits_of(chosen.card))
    judged = judge_cards(position, rng, thinking)
    mine = next(each for each in judged if each.option == played)
    best = Play(card_of(judged[0].option))
    theme = card_theme(position, played, judged[0].option)
    return _compared(number, len(position.played) + 1, chosen, best, mine, judged[0], theme)


def _compared(number: int, trick: int, chosen: Move, best: Move, mine: Judged, top: Judged, theme: Theme) -> Moment:
    cost = max(0.0, top.points - mine.points)
    if not cost:
        chance = round(100 * mine.made)
        return Moment(number, trick, chosen, chosen, 0.0, chance, chance, None)
    return Moment(number, trick, chosen, best, cost, round(100 * mine.made), round(100 * top.made), theme)


def _representative(position: Position, played: Bits) -> Bits:
    """The candidate that stands for the played card: the nearest one not above it in its suit."""
    suit = played >> SUIT_SHIFT
    equals = [bits for bits in candidates(position) if bits >> SUIT_SHIFT == suit and bits & BIT <= played & BIT]
    return max(equals)
