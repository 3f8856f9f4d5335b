"""A recorded match as positions to step through: each call and card, each deal's beginning and end. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lanbridge.engine import (
    Called,
    Claimed,
    DealScored,
    DealVoided,
    Event,
    MatchEnded,
    PackDealt,
    Played,
    State,
    TrickWon,
    evolve,
    opened,
)
from lanbridge.engine.record import Record


@dataclass(frozen=True, slots=True)
class Step:
    """A position and the events that led to it from the step before.

    ``deal`` counts from 1, ``trick`` from 1 in a deal, 0 while there is none.
    """

    state: State
    events: tuple[Event, ...]
    deal: int
    trick: int


def steps_of(record: Record) -> tuple[Step, ...]:
    """All positions; a trick that is won belongs to its last card, so that the four cards can be seen."""
    state, deal, trick = opened(record.started), 0, 0
    steps: list[Step] = []
    for event in record.events[1:]:
        before, state = state, evolve(state, event)
        match event:
            case PackDealt():
                deal, trick = deal + 1, 0
            case Played():
                trick = len(before.table.tricks) + 1
            case TrickWon() if steps:
                last = steps[-1]
                steps[-1] = Step(last.state, (*last.events, event), last.deal, last.trick)
                continue
            case Called() | Claimed() | DealScored() | DealVoided() | MatchEnded():
                pass
            case _:
                continue
        steps.append(Step(state, (event,), deal, trick))
    return tuple(steps) or (Step(state, (), 0, 0),)


def other_trick(steps: Sequence[Step], at: int, by: int) -> int:
    """Where the next trick begins (1), or this one or the one before (-1); calls and results count as places, too."""
    key = (steps[at].deal, steps[at].trick)
    if by > 0:
        return next((n for n in range(at + 1, len(steps)) if _key(steps[n]) != key), len(steps) - 1)
    first = _first_of(steps, at)
    return first if first < at else _first_of(steps, max(0, at - 1))


def other_deal(steps: Sequence[Step], at: int, by: int) -> int:
    """Where the next deal begins (1), or this one or the one before (-1)."""
    starts = [n for n, step in enumerate(steps) if any(isinstance(event, PackDealt) for event in step.events)]
    if by > 0:
        return next((n for n in starts if n > at), len(steps) - 1)
    return next((n for n in reversed(starts) if n < at), 0)


def find_move(steps: Sequence[Step], scored: int, trick: int, seat: int) -> int:
    """The position before a seat's call (trick 0) or card of the ``scored``-th deal that counts, both from 1."""
    done = 0
    for n, step in enumerate(steps):
        made = any(_is_move(event, trick, seat) for event in step.events)
        if made and done == scored - 1 and step.trick == trick:
            return max(0, n - 1)
        done += any(isinstance(event, DealScored) for event in step.events)
    return 0


def _is_move(event: Event, trick: int, seat: int) -> bool:
    return (isinstance(event, Called) and not trick and event.seat == seat) or (
        isinstance(event, Played) and trick > 0 and event.seat == seat
    )


def _key(step: Step) -> tuple[int, int]:
    return step.deal, step.trick


def _first_of(steps: Sequence[Step], at: int) -> int:
    while at > 0 and _key(steps[at - 1]) == _key(steps[at]):
        at -= 1
    return at
