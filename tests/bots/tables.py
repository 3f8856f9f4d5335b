"""Tables for tests of bots: deals from a seed, random house switches, positions on the way."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from lanbridge.engine import (
    PACK,
    PRESETS,
    Card,
    InvalidRuleset,
    MatchStarted,
    Move,
    Phase,
    Ruleset,
    SeatView,
    State,
    deal,
    decide,
    evolve,
    observe,
    opened,
    sorted_hand,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from lanbridge.engine import Hand

_SWITCHES = {
    "direction": ("ccw", "cw"),
    "min_call": ("1", "2", "3"),
    "max_call": ("8", "12", "13"),
    "total_calls": ("none", "9"),
    "head": ("none", "if_can_win"),
    "void": ("must_win", "any_spade", "optional"),
    "cannot_win": ("free", "must_waste"),
    "over_max": ("none", "0", "1", "2"),
    "per_over": ("0", "1", "10"),
    "bonus": ("none", "8 130 1", "5 90 none"),
    "fail": ("minus_call", "minus_shortfall", "zero"),
    "redeals": ("none", "no_spade", "no_akq,four_aces"),
    "end": ("open", "deals 2", "target 50"),
}


def cards(text: str) -> Hand:
    """A hand written as words: ``cards("AS 2C")``."""
    return sorted_hand([Card.parse(word) for word in text.split()])


def hands(dice: random.Random) -> tuple[Hand, ...]:
    """Four hands of 13."""
    pack = list(PACK)
    dice.shuffle(pack)
    return tuple(sorted_hand(pack[k : k + 13]) for k in (0, 13, 26, 39))


def any_rules(dice: random.Random) -> Ruleset:
    """A preset with every switch thrown at random; draws again what cannot be played."""
    while True:
        switches = {name: dice.choice(values) for name, values in _SWITCHES.items()}
        try:
            return dice.choice(tuple(PRESETS.values())).changed(**switches)
        except InvalidRuleset:
            continue


def dealt(rules: Ruleset, dice: random.Random) -> State:
    """A table with cards in all hands, before the first call."""
    while True:
        state = opened(MatchStarted(rules, dice.randrange(4)))
        for event in deal(state, hands(dice)):
            state = evolve(state, event)
        if state.table.phase is Phase.CALLING:
            return state


def turns(state: State, choose: Callable[[SeatView], Move], most: int = 60) -> Iterator[tuple[State, SeatView, Move]]:
    """Play on by ``choose`` to the end of the deal: each state, the view of the seat to act and its move."""
    for _ in range(most):
        seat = state.table.to_act
        if seat is None:
            return
        view = observe(state, seat)
        move = choose(view)
        yield state, view, move
        for event in decide(state, seat, move):
            state = evolve(state, event)


def some_view(rules: Ruleset, dice: random.Random, moves: int, choose: Callable[[SeatView], Move]) -> SeatView:
    """What the seat to act sees after so many moves of a deal (or the last ones, if it is shorter)."""
    *_, (_, view, _) = turns(dealt(rules, dice), choose, moves + 1)
    return view
