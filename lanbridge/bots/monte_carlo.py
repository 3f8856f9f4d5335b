"""Flat Monte Carlo: the same sampled worlds for each candidate, each played out by rules of thumb."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from .endings import sure_in_worlds
from .estimate import best_call
from .likely_worlds import fitting_worlds
from .masks import BIT, SUIT_SHIFT
from .options import candidates
from .position import NOT_CALLED
from .rollout import play_out

if TYPE_CHECKING:
    import random

    from .likely_worlds import Thinking
    from .masks import Bits, Suits
    from .position import Position
    from .scheme import Scheme

_PROOF: Final = 0.25
"""Worth, in called tricks, of certainty beyond what rollouts promise: others may play better than by thumb."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A candidate with its mean points (tenths), the share of worlds, 0-1, that make the call, and its worth.

    ``worth`` orders candidates: mean points, or the chance to win the match when its end is near.
    """

    option: int
    points: float
    made: float
    worth: float


def judge_cards(
    position: Position, rng: random.Random, thinking: Thinking, *, even_if_forced: bool = False
) -> list[Judged]:
    """Each distinct legal card with its prospects, best first.

    A lone card is not judged unless asked for: its prospects are then 0.
    """
    options = candidates(position)
    if len(options) == 1 and not even_if_forced:
        return [Judged(options[0], 0.0, 0.0, 0.0)]
    worlds = fitting_worlds(position, rng, thinking.worlds, thinking)
    plans = [play_in(position, options, worlds, aims) for aims in _plans(position, thinking)]
    if position.held[position.me] <= thinking.exact_cards:
        proofs = sure_in_worlds(position, options, worlds, thinking.exact_turns)
        return _better([_with_proofs(position, options, results, proofs) for results in plans])
    return _better([judge_in(position, options, results) for results in plans])


def _plans(position: Position, thinking: Thinking) -> list[list[list[int]]]:
    """The own aims by call, for each plan that is tried."""
    scheme = position.scheme
    return [scheme.aims, scheme.drawing] if thinking.draws_trumps else [scheme.aims]


def _better(plans: list[list[Judged]]) -> list[Judged]:
    """Each option by its better plan, best first."""
    best: dict[int, Judged] = {}
    for judged in plans:
        for each in judged:
            if each.option not in best or each.worth > best[each.option].worth:
                best[each.option] = each
    return _ordered(list(best.values()))


def judge_in(position: Position, options: list[Bits], results: list[list[list[int]]]) -> list[Judged]:
    """Each option with the prospects that its ``results`` show, best first; equals keep the given order."""
    return _ordered(
        [
            _judged(position, option, [position.calls] * len(found), found)
            for option, found in zip(options, results, strict=True)
        ]
    )


def _with_proofs(
    position: Position, options: list[Bits], results: list[list[list[int]]], proofs: list[list[bool]]
) -> list[Judged]:
    """The same with proofs: where a card makes the call for certain, rules of thumb do not count against it.

    The gain that proofs bring in the worlds solved is added to the prospects over all worlds.
    """
    me, call, score = position.me, position.calls[position.me], position.scheme.score
    unit = 0 if position.stake else _PROOF * position.scheme.scale / len(proofs)
    judged = []
    for index, (bits, found) in enumerate(zip(options, results, strict=True)):
        over_all = _judged(position, bits, [position.calls] * len(found), found)
        solved, calls = [won[:] for won in found[: len(proofs)]], [position.calls] * len(proofs)
        before = _judged(position, bits, calls, solved)
        for won, sure in zip(solved, proofs, strict=True):
            if sure[index] and score[call][won[me]] <= 0:
                won[me] = call
        after = _judged(position, bits, calls, solved)
        proved = unit * sum(sure[index] for sure in proofs)
        judged.append(
            Judged(
                option=bits,
                points=over_all.points + after.points - before.points,
                made=min(1.0, over_all.made + after.made - before.made),
                worth=over_all.worth + after.worth - before.worth + proved,
            )
        )
    return _ordered(judged)


def play_in(
    position: Position, options: list[Bits], worlds: list[list[Suits]], own_aims: list[list[int]]
) -> list[list[list[int]]]:
    """For each option the tricks won by place in each of the worlds; ``own_aims`` by call guide the own seat."""
    me, scheme = position.me, position.scheme
    aims = [scheme.aims[call] for call in position.calls]
    aims[me] = own_aims[position.calls[me]]
    results = [list[list[int]]() for _ in options]
    left, won, leader = position.left, list(position.won), position.leader
    for hands in worlds:
        for option, found in zip(options, results, strict=True):
            copies = [hand[:] for hand in hands]
            suit, bit = option >> SUIT_SHIFT, option & BIT
            copies[me][suit] ^= bit
            rest = left[:]
            rest[suit] ^= bit
            found.append(play_out(copies, rest, won[:], aims, leader, [*position.trick, option], scheme))
    return results


def judge_calls(position: Position, rng: random.Random, thinking: Thinking, also: int | None = None) -> list[Judged]:
    """Calls near the estimate, and ``also`` if given, with their prospects, best first."""
    options = _calls_near(best_call(position.hand, position.scheme), position.scheme)
    if also is not None and also not in options:
        options.append(also)
    worlds = fitting_worlds(position, rng, thinking.call_worlds, thinking)
    calls = [_all_calls(position, hands) for hands in worlds]
    return _better(
        [
            [_judged_call(position, option, worlds, calls, own_aims[option]) for option in options]
            for own_aims in _plans(position, thinking)
        ]
    )


def _judged_call(
    position: Position,
    option: int,
    worlds: list[list[Suits]],
    calls: list[tuple[int, ...]],
    own_aims: list[int],
) -> Judged:
    scheme, me, found = position.scheme, position.me, []
    for hands, others in zip(worlds, calls, strict=True):
        aims = [scheme.aims[call] for call in others]
        aims[me] = own_aims
        copies = [hand[:] for hand in hands]
        found.append(play_out(copies, [BIT] * 4, [0] * 4, aims, position.leader, [], scheme))
    return _judged(position, option, [(*others[:me], option, *others[me + 1 :]) for others in calls], found)


def _all_calls(position: Position, hands: list[Suits]) -> tuple[int, ...]:
    return tuple(
        best_call(hand, position.scheme) if call == NOT_CALLED else call
        for hand, call in zip(hands, position.calls, strict=True)
    )


def _calls_near(call: int, scheme: Scheme) -> list[int]:
    return [near for near in range(call - 1, call + 3) if scheme.least <= near <= scheme.most]


def _judged(position: Position, option: int, calls: list[tuple[int, ...]], results: list[list[int]]) -> Judged:
    me, score, total = position.me, position.scheme.score, len(results)
    points = [score[called[me]][won[me]] for called, won in zip(calls, results, strict=True)]
    mean, made = sum(points) / total, sum(gain > 0 for gain in points) / total
    if position.stake is None:
        return Judged(option, mean, made, mean)
    chances: dict[tuple[int, ...], float] = {}
    worth = 0.0
    for called, won in zip(calls, results, strict=True):
        gains = tuple(score[call][tricks] for call, tricks in zip(called, won, strict=True))
        if gains not in chances:
            chances[gains] = position.stake.worth(gains, me)
        worth += chances[gains]
    return Judged(option, mean, made, worth / total)


def _ordered(judged: list[Judged]) -> list[Judged]:
    return sorted(judged, key=lambda each: -each.worth)
