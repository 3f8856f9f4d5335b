"""Match sense measured where it works: matches of medium bots, in which one seat thinks hard from its waking on.

Until then both ways of playing would choose the same, so medium plays for the seat, too. The deals and dice are the
same with and without match sense.
"""

from __future__ import annotations

import random
import sys
import time
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from lanbridge.arena.duplicate import dealt
from lanbridge.bots import choose
from lanbridge.bots.hard import HARD
from lanbridge.bots.masks import card_of
from lanbridge.bots.monte_carlo import judge_calls, judge_cards
from lanbridge.bots.position import position_of
from lanbridge.bots.stakes import stake_of
from lanbridge.engine import Call, MatchStarted, Phase, Play, deal, decide, evolve, observe, opened

if TYPE_CHECKING:
    from lanbridge.engine import Move, Ruleset, SeatView, State

_MOST_DEALS: Final = 60
"""Deals of one match; a race that long is left out."""
_TENTHS: Final = 10
_TOLD_EVERY: Final = 100
"""Matches between two lines on stderr, so that a run that is lost has still shown something."""

Won = tuple[float, float]
"""The seat's share of the won match (0-1) and its points in the deals from the waking on (whole points)."""


def matches(rules: Ruleset, most: int, seconds: float, seed: int) -> list[tuple[Won, Won]]:
    """For each match what the seat won with match sense, and without; none is begun after so many seconds."""
    begun, found = time.perf_counter(), list[tuple[Won, Won]]()
    for number in range(most):
        if time.perf_counter() - begun > seconds:
            break
        start = _until_waking(opened(MatchStarted(rules, number % 4)), seed, number)
        if start is not None:
            with_sense = _to_the_end(start, seed, number, sense=True)
            found.append((with_sense, _to_the_end(start, seed, number, sense=False)))
            _tell(found)
    return found


def _tell(found: list[tuple[Won, Won]]) -> None:
    if len(found) % _TOLD_EVERY == 0:
        sums = [sum(pair[way][kind] for pair in found) for way in (0, 1) for kind in (0, 1)]
        told = "{} matches: {:.1f} won and {:+.1f} points with match sense, {:.1f} won and {:+.1f} points without"
        print(told.format(len(found), *sums), file=sys.stderr, flush=True)


def _until_waking(state: State, seed: int, number: int) -> State | None:
    """The match before the first deal in which match sense is awake; None if it ends before."""
    while state.table.deals_done < _MOST_DEALS and state.table.phase is not Phase.OVER:
        if stake_of(state.table) is not None:
            return state
        state = _dealt_out(state, seed, number, hard_seat=None, sense=False)
    return None


def _to_the_end(start: State, seed: int, number: int, *, sense: bool) -> Won:
    state, seat = start, number // 4 % 4
    while state.table.phase is not Phase.OVER and state.table.deals_done < _MOST_DEALS:
        state = _dealt_out(state, seed, number, hard_seat=seat, sense=sense)
    winners = state.table.winners or ()
    gained = state.table.totals[seat] - start.table.totals[seat]
    return (seat in winners) / max(1, len(winners)), gained / _TENTHS


def _dealt_out(state: State, seed: int, number: int, *, hard_seat: int | None, sense: bool) -> State:
    """The match after one more deal; a void one (rules 6.2) counts as one."""
    for event in deal(state, dealt(seed, _MOST_DEALS * number + state.table.deals_done, state.table.deals_begun)):
        state = evolve(state, event)
    while (seat := state.table.to_act) is not None:
        dice = random.Random(f"{seed} {number} {state.table.deals_begun} {seat} {state.table.moves}")
        view = observe(state, seat)
        move = _hard(view, dice, sense=sense) if seat == hard_seat else choose("medium", view, dice)
        for event in decide(state, seat, move):
            state = evolve(state, event)
    return state


def _hard(view: SeatView, dice: random.Random, *, sense: bool) -> Move:
    """What hard does, with match sense or as if only points counted."""
    position = position_of(view)
    position = position if sense else replace(position, stake=None)
    if position.calling:
        return Call(judge_calls(position, dice, HARD)[0].option)
    return Play(card_of(judge_cards(position, dice, HARD)[0].option))
