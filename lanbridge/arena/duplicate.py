"""Duplicate play: the same deals with the bots turned through the seats, so that luck of the cards cancels.

Deals come in blocks. A block is one match for presets of a fixed number of deals, one deal for open presets and
`TARGET_BLOCK` deals (matches following each other) for targets. A block depends on nothing before it, so
blocks can be played in any order and by any process.
"""

from __future__ import annotations

import random
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from lanbridge.engine import (
    PACK,
    SEATS,
    TRICKS_IN_DEAL,
    EndKind,
    MatchStarted,
    Phase,
    deal,
    decide,
    evolve,
    observe,
    opened,
    sorted_hand,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lanbridge.engine import DealResult, Hand, Ruleset, State

    from .players import Player

TARGET_BLOCK: Final = 30
"""Deals of a block in target presets: long enough for most matches of 300 tenths."""


@dataclass(slots=True)
class Line:
    """What one bot did in one deal over all turns of the table; sums, not means."""

    seats: int = 0
    points: int = 0
    made: int = 0
    under: int = 0
    over: int = 0
    called: int = 0
    moves: int = 0
    seconds: float = 0.0
    won_matches: float = 0.0


def turns(names: Sequence[str]) -> list[tuple[str, ...]]:
    """The different seatings that turning the four bots through the seats gives, each once."""
    found = [tuple(names[(seat - turn) % 4] for seat in SEATS) for turn in SEATS]
    return list(dict.fromkeys(found))


def block_length(rules: Ruleset) -> int:
    """Deals of one block under these rules."""
    match rules.end.kind:
        case EndKind.OPEN:
            return 1
        case EndKind.DEALS:
            return rules.end.amount
        case EndKind.TARGET:
            return TARGET_BLOCK


def dealt(seed: int, number: int, attempt: int) -> tuple[Hand, ...]:
    """The four hands of deal ``number`` of an arena seed; ``attempt`` counts void deals before it."""
    pack = list(PACK)
    random.Random(f"deal {seed} {number} {attempt}").shuffle(pack)
    return tuple(sorted_hand(pack[seat * TRICKS_IN_DEAL : (seat + 1) * TRICKS_IN_DEAL]) for seat in SEATS)


@dataclass(slots=True)
class Block:
    """One block at work: ``first`` is the number of its first deal, ``lines[k][name]`` are deal k's sums."""

    rules: Ruleset
    seed: int
    first: int
    length: int
    players: dict[str, Player]
    lines: list[dict[str, Line]]

    def play(self, seating: tuple[str, ...]) -> None:
        """Play all deals of the block with one seating."""
        state = self._opened()
        for index in range(self.length):
            if state.table.phase is Phase.OVER:
                state = self._opened()
            state = self._play_deal(state, seating, index)
            self._count_match(state, seating, index)

    def _opened(self) -> State:
        return opened(MatchStarted(self.rules, self.first % 4))

    def _play_deal(self, state: State, seating: tuple[str, ...], index: int) -> State:
        before, attempt = state.table.deals_done, 0
        while state.table.deals_done == before:
            for event in deal(state, dealt(self.seed, self.first + index, attempt)):
                state = evolve(state, event)
            while (seat := state.table.to_act) is not None:
                dice = random.Random(f"{self.seed} {self.first + index} {attempt} {seat} {state.table.moves}")
                state = self._play_move(state, seat, seating[seat], dice, index)
            attempt += 1
        if state.table.last_deal is not None:
            self._count_deal(state.table.last_deal, seating, index)
        return state

    def _play_move(self, state: State, seat: int, name: str, dice: random.Random, index: int) -> State:
        view = observe(state, seat)
        begun = time.perf_counter()
        move = self.players[name].choose(view, dice)
        line = self.lines[index][name]
        line.seconds += time.perf_counter() - begun
        line.moves += 1
        for event in decide(state, seat, move):
            state = evolve(state, event)
        return state

    def _count_deal(self, result: DealResult, seating: tuple[str, ...], index: int) -> None:
        for seat in SEATS:
            line, call, won = self.lines[index][seating[seat]], result.calls[seat], result.won[seat]
            line.seats += 1
            line.points += result.points[seat]
            line.called += call
            line.under += won < call
            made = result.points[seat] > 0
            line.made += made
            line.over += won >= call and not made

    def _count_match(self, state: State, seating: tuple[str, ...], index: int) -> None:
        for seat in state.table.winners or ():
            self.lines[index][seating[seat]].won_matches += 1 / len(state.table.winners or ())


def play_block(
    rules: Ruleset, seed: int, first: int, length: int, names: Sequence[str], players: dict[str, Player]
) -> list[dict[str, Line]]:
    """The sums of each deal of a block, over all different seatings; keys are the bots' names.

    Raises:
        IllegalMove: one of our own bots broke the rules.
    """
    lines = [{name: Line() for name in players} for _ in range(length)]
    block = Block(rules, seed, first, length, players, lines)
    for seating in turns(names):
        block.play(seating)
    return lines
