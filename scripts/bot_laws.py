"""Laws of the bots at full counts: never an illegal move, never a look at hidden cards, in every preset.

    python scripts/measure_bots.py laws --deals 10000 --moves 10000 --positions 10000 --seed 8 --seconds 1500

``deals`` are played in each preset by two easy and two medium bots; ``moves`` are chosen by hard bots in each preset;
at ``positions`` (presets and levels in turn) the hidden cards are swapped and the move is asked for again with the
same dice. The engine refuses an illegal move by raising, which ends the run.
"""

from __future__ import annotations

import random
import sys
import time
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from bot_positions import dealt_out, states
from lanbridge.bots import LEVELS, choose
from lanbridge.bots.masks import cards_in, place_of
from lanbridge.bots.position import position_of
from lanbridge.bots.worlds import worlds_of
from lanbridge.engine import PRESETS, SEATS, decide, evolve, observe, sorted_hand

if TYPE_CHECKING:
    from lanbridge.bots.masks import Suits
    from lanbridge.engine import Ruleset, State

_SEATING: Final = ("easy", "medium", "easy", "medium")
_TOLD_EVERY: Final = 20
"""Rounds of deals between two lines on stderr."""
_EVERY: Final = 7
"""Positions of a deal that are looked at: every seventh, so that all calls and tricks take turns."""


def legal_deals(deals: int, seed: int) -> dict[str, int]:
    """For each preset the moves of so many whole deals by easy and medium bots, all of them legal.

    Raises:
        IllegalMove: one was not.
    """
    found = {}
    for preset, rules in PRESETS.items():
        found[preset] = sum(_moves_of(rules, seed, number, _SEATING) for number in range(deals))
        _tell(f"{preset}: {found[preset]} moves of easy and medium")
    return found


def legal_moves_of_hard(moves: int, seed: int, seconds: float) -> dict[str, int]:
    """For each preset so many moves of hard bots or a few more (fewer after ``seconds``), all of them legal.

    Whole deals are played, the presets in turn.

    Raises:
        IllegalMove: one was not.
    """
    done, number, begun = dict.fromkeys(PRESETS, 0), 0, time.perf_counter()
    while min(done.values()) < moves and time.perf_counter() - begun < seconds:
        for preset, rules in PRESETS.items():
            if done[preset] < moves:
                done[preset] += _moves_of(rules, seed, number, ("hard",) * 4)
        number += 1
        if number % _TOLD_EVERY == 0:
            _tell(f"hard: {done}")
    return done


def _tell(progress: str) -> None:
    print(progress, file=sys.stderr, flush=True)


def _moves_of(rules: Ruleset, seed: int, number: int, seating: tuple[str, ...]) -> int:
    """The moves of one deal; it is dealt again where a hand in it asks for that (rules 6.1)."""
    dice = random.Random(f"laws {seed} {number}")
    state = dealt_out(rules, seed, number)
    moves = 0
    while (seat := state.table.to_act) is not None:
        for event in decide(state, seat, choose(seating[seat], observe(state, seat), dice)):
            state = evolve(state, event)
        moves += 1
    return moves


def changed_by_swaps(positions: int, seed: int, seconds: float) -> dict[str, tuple[int, int]]:
    """For each level how many moves were asked for twice (fewer after ``seconds``), and how many of them changed."""
    begun = time.perf_counter()
    found = {level: [0, 0] for level in LEVELS}
    presets, names, number, done = tuple(PRESETS.values()), tuple(LEVELS), 0, 0
    while done < positions and time.perf_counter() - begun < seconds:
        for count, state in enumerate(states(presets[number % len(presets)], seed, number)):
            if (count + number) % _EVERY == 0 and done < positions:
                level = names[done % len(names)]
                found[level][0] += 1
                found[level][1] += _changes(level, state, done)
                done += 1
        number += 1
    return {level: (asked, changed) for level, (asked, changed) in found.items()}


def _changes(level: str, state: State, number: int) -> bool:
    seat = state.table.to_act
    assert seat is not None  # noqa: S101 - `states` yields only states in which a seat is to act
    view = observe(state, seat)
    hands = worlds_of(position_of(view)).draw(random.Random(f"swap {number}"))
    swapped = observe(_with_hands(state, hands), seat)
    first, second = (choose(level, seen, random.Random(number)) for seen in (view, swapped))
    return first != second


def _with_hands(state: State, hands: list[Suits]) -> State:
    direction = state.table.rules.direction
    seats = [place_of(seat, direction) for seat in SEATS]
    return replace(state, hands=tuple(sorted_hand(cards_in(hands[place])) for place in seats))
