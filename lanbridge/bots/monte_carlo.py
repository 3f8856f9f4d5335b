"""Flat Monte Carlo: the same sampled worlds for each candidate, each played out by rules of thumb."""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, log
from typing import TYPE_CHECKING, Final

from .estimate import best_call, expected_tricks
from .masks import BIT, SUIT_SHIFT
from .options import candidates
from .position import NOT_CALLED
from .rollout import play_out
from .worlds import worlds_of

if TYPE_CHECKING:
    import random

    from .masks import Bits, Suits
    from .position import Position
    from .scheme import Scheme

_CALL_SPREAD: Final = 1.2
"""Tricks by which a seat's call strays from our estimate of its hand."""
_DRAWS_PER_WORLD: Final = 3
"""Worlds drawn for each one kept: the kept ones fit the calls."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A candidate with its mean points (tenths) and the share of worlds, 0-1, in which the call was made."""

    option: int
    points: float
    made: float


def fitting_worlds(position: Position, rng: random.Random, count: int) -> list[list[Suits]]:
    """``count`` worlds, drawn evenly from all that fit the play, then thinned to those that fit the calls."""
    sampler = worlds_of(position)
    if all(call == NOT_CALLED for place, call in enumerate(position.calls) if place != position.me):
        return [sampler.draw(rng) for _ in range(count)]
    drawn = [sampler.draw(rng) for _ in range(count * _DRAWS_PER_WORLD)]
    keyed = [(log(1 - rng.random()) / _likelihood(position, hands), index) for index, hands in enumerate(drawn)]
    keyed.sort(reverse=True)
    return [drawn[index] for _, index in keyed[:count]]


def _likelihood(position: Position, hands: list[Suits]) -> float:
    off = 0.0
    for place, call in enumerate(position.calls):
        if call != NOT_CALLED and place != position.me:
            gone = position.gone[place]
            tricks = expected_tricks([now | before for now, before in zip(hands[place], gone, strict=True)])
            off += (tricks - 0.2 - call) ** 2
    return exp(-off / (2 * _CALL_SPREAD**2)) + 1e-9


def judge_cards(position: Position, rng: random.Random, count: int, *, even_if_forced: bool = False) -> list[Judged]:
    """Each distinct legal card with its prospects over ``count`` worlds, best first.

    A lone card is not judged unless asked for: its points and chance are then 0.
    """
    options = candidates(position)
    if len(options) == 1 and not even_if_forced:
        return [Judged(options[0], 0.0, 0.0)]
    return judge_in(position, options, fitting_worlds(position, rng, count))


def judge_in(position: Position, options: list[Bits], worlds: list[list[Suits]]) -> list[Judged]:
    """Each option with its prospects in the given worlds, best first; equal points keep the given order."""
    me, scheme = position.me, position.scheme
    call = position.calls[me]
    row = scheme.score[call]
    aims = [scheme.aims[each] for each in position.calls]
    tallies = [[0] * 14 for _ in options]
    left, won = position.left, list(position.won)
    for hands in worlds:
        for option, tally in zip(options, tallies, strict=True):
            copies = [hand[:] for hand in hands]
            suit, bit = option >> SUIT_SHIFT, option & BIT
            copies[me][suit] ^= bit
            rest = left[:]
            rest[suit] ^= bit
            result = play_out(copies, rest, won[:], aims, position.leader, [*position.trick, option], scheme)
            tally[result[me]] += 1
    judged = [_judged(option, tally, row) for option, tally in zip(options, tallies, strict=True)]
    return sorted(judged, key=lambda each: -each.points)


def _judged(option: int, tally: list[int], row: list[int]) -> Judged:
    total = sum(tally)
    points = sum(times * row[tricks] for tricks, times in enumerate(tally)) / total
    made = sum(times for tricks, times in enumerate(tally) if row[tricks] > 0) / total
    return Judged(option, points, made)


def judge_calls(position: Position, rng: random.Random, count: int, also: int | None = None) -> list[Judged]:
    """Calls near the estimate, and ``also`` if given, with their prospects over ``count`` worlds, best first."""
    scheme, me = position.scheme, position.me
    options = _calls_near(best_call(position.hand, scheme), scheme)
    if also is not None and also not in options:
        options.append(also)
    tallies = [[0] * 14 for _ in options]
    for hands in fitting_worlds(position, rng, count):
        calls = [
            best_call(hand, scheme) if call == NOT_CALLED else call
            for hand, call in zip(hands, position.calls, strict=True)
        ]
        for option, tally in zip(options, tallies, strict=True):
            calls[me] = option
            aims = [scheme.aims[each] for each in calls]
            copies = [hand[:] for hand in hands]
            tally[play_out(copies, [BIT] * 4, [0] * 4, aims, position.leader, [], scheme)[me]] += 1
    judged = [_judged(option, tally, scheme.score[option]) for option, tally in zip(options, tallies, strict=True)]
    return sorted(judged, key=lambda each: -each.points)


def _calls_near(call: int, scheme: Scheme) -> list[int]:
    return [near for near in range(call - 1, call + 3) if scheme.least <= near <= scheme.most]
