"""Positions with a plainly wrong card, found in deals of rules-of-thumb bots and labelled by exact solving.

A card is plainly wrong when some other card makes the call for certain in at least 95 % of the deals that fit
what the seat sees, and this one in at most 5 % of them. "For certain" is proved by `lanbridge.bots.endings`.
"""

from __future__ import annotations

import random
import sys
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from lanbridge.arena.duplicate import dealt
from lanbridge.bots import choose
from lanbridge.bots.endings import sure_cards
from lanbridge.bots.masks import BIT, RANKS, SUIT_SHIFT
from lanbridge.bots.options import candidates, legal_now
from lanbridge.bots.position import position_of
from lanbridge.bots.themes import card_theme, needs
from lanbridge.bots.worlds import worlds_of
from lanbridge.engine import MatchStarted, Phase, deal, decide, evolve, observe, opened

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lanbridge.bots.masks import Bits
    from lanbridge.bots.position import Position
    from lanbridge.engine import Ruleset, SeatView, State

WORLDS: Final = 40
AGREE: Final = 0.95
MOST_CARDS: Final = 5
"""Cards held: exact solving of more takes too long."""
FEWEST_CARDS: Final = 3
_TOLD_EVERY: Final = 50
"""Positions between two lines on stderr."""
_UNANIMOUS: Final = WORLDS // 8
"""So many deals must agree at once, else the position is left; it saves most of the solving."""


@dataclass(frozen=True, slots=True)
class Labelled:
    """A view, the cards (all equals included) that are plainly wrong in it, and the theme of the mistake.

    ``best_sure`` and ``wrong_sure`` are the shares (0-1) of the sampled deals in which the best card and the likeliest
    of the wrong ones make the call for certain: how far those deals agree on the label.
    """

    view: SeatView
    wrong: frozenset[Bits]
    theme: str
    best_sure: float
    wrong_sure: float


def dealt_out(rules: Ruleset, seed: int, number: int) -> State:
    """A table before the first call; cards are dealt again where a hand asks for it (rules 6.1)."""
    state, attempt = opened(MatchStarted(rules, number % 4)), 0
    while state.table.phase is not Phase.CALLING:
        for event in deal(state, dealt(seed, number, attempt)):
            state = evolve(state, event)
        attempt += 1
    return state


def states(rules: Ruleset, seed: int, number: int, level: str = "easy") -> Iterator[State]:
    """Every state of a deal in which a seat is to act; four bots of the level."""
    state = dealt_out(rules, seed, number)
    dice = random.Random(f"states {seed} {number}")
    while (seat := state.table.to_act) is not None:
        yield state
        for event in decide(state, seat, choose(level, observe(state, seat), dice)):
            state = evolve(state, event)


def after_moves(rules: Ruleset, seed: int, number: int, moves: int) -> State:
    """The state of a deal after so many moves."""
    for count, state in enumerate(states(rules, seed, number)):
        if count == moves:
            return state
    message = "the deal is shorter"
    raise ValueError(message)


def labelled_positions(rules: Ruleset, count: int, seed: int, seconds: float) -> list[Labelled]:
    """The first ``count`` labelled positions of a seed, at most one of a trick; fewer after ``seconds``."""
    found: list[Labelled] = []
    begun = time.perf_counter()
    number = 0
    while len(found) < count and time.perf_counter() - begun < seconds:
        last_trick = -1
        for state in states(rules, seed, number):
            trick = len(state.table.tricks)
            if state.table.phase is Phase.PLAYING and trick != last_trick:
                label = _label(observe(state, state.table.to_act), random.Random(f"label {seed} {number} {trick}"))
                if label is not None and len(found) < count:
                    found.append(label)
                    last_trick = trick
                    _tell(len(found), number, time.perf_counter() - begun)
        number += 1
    return found


def _tell(found: int, number: int, seconds: float) -> None:
    if found % _TOLD_EVERY == 0:
        print(f"{found} positions labelled in {number + 1} deals and {seconds:.0f} s", file=sys.stderr, flush=True)


def _label(view: SeatView, dice: random.Random) -> Labelled | None:
    position = position_of(view)
    options = candidates(position)
    cards = position.held[position.me]
    if len(options) == 1 or not FEWEST_CARDS <= cards <= MOST_CARDS or needs(position) > cards:
        return None
    rates = _sure_rates(position, options, dice)
    if max(rates) < AGREE or min(rates) > 1 - AGREE:
        return None
    best = options[rates.index(max(rates))]
    wrong = [bits for bits, rate in zip(options, rates, strict=True) if rate <= 1 - AGREE]
    equals = frozenset(twin for bits in wrong for twin in _equals(position, options, bits))
    wrong_sure = max(rate for rate in rates if rate <= 1 - AGREE)
    return Labelled(view, equals, card_theme(position, wrong[0], best).value, max(rates), wrong_sure)


def _sure_rates(position: Position, options: list[Bits], dice: random.Random) -> list[float]:
    sampler, sums = worlds_of(position), [0] * len(options)
    for count in range(1, WORLDS + 1):
        for index, sure in enumerate(sure_cards(position, options, sampler.draw(dice))):
            sums[index] += sure
        stray = 0 if count <= _UNANIMOUS else round(WORLDS * (1 - AGREE))
        if max(sums) < count - stray or min(sums) > stray:
            break
    return [made / count for made in sums]


def _equals(position: Position, options: list[Bits], bits: Bits) -> list[Bits]:
    """The legal cards that the option stands for: those of its suit up to the next option."""
    suit = bits >> SUIT_SHIFT
    above = [other & BIT for other in options if other >> SUIT_SHIFT == suit and other > bits]
    top = min(above, default=1 << RANKS)
    legal = legal_now(position)[suit]
    return [
        suit << SUIT_SHIFT | 1 << rank for rank in range(RANKS) if legal >> rank & 1 and bits & BIT <= 1 << rank < top
    ]
