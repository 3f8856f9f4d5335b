"""Worlds that fit what a seat knows, thinned to those that explain what the others called and played."""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, log
from typing import TYPE_CHECKING, Final

from .callers import log_likelihood
from .estimate import expected_tricks
from .habits import choices_of, surprises
from .position import NOT_CALLED
from .worlds import worlds_of

if TYPE_CHECKING:
    import random
    from collections.abc import Callable

    from .masks import Suits
    from .position import Position

_NEVER_QUITE: Final = 600.0
"""Bound on a logarithm of likelihood, so that its exponential exists."""


@dataclass(frozen=True, slots=True)
class Thinking:
    """How hard to think: all numbers are fixed, so that a loaded machine plays the same.

    ``worlds`` are played out for a card and ``call_worlds`` for a call; for each, ``draws`` are drawn and those
    that explain the calls best are kept. With ``kept`` above 0 first so many times the worlds are kept, then
    those of them that explain the cards others chose: ``surprise`` is how likely a player is to stray from
    rules of thumb. ``draws_trumps`` tries each candidate with a second plan for the own later tricks, too, and
    takes the better plan. With ``exact_cards`` or fewer in hand the ending is also solved in these worlds, one after
    the other until ``exact_turns`` turns were looked at.
    """

    worlds: int
    call_worlds: int
    draws: int
    kept: int = 0
    surprise: float = 0.15
    draws_trumps: bool = False
    exact_cards: int = 0
    exact_turns: int = 0


def fitting_worlds(position: Position, rng: random.Random, count: int, thinking: Thinking) -> list[list[Suits]]:
    """``count`` worlds drawn evenly from all that fit, then thinned to those that explain calls and cards."""
    sampler = worlds_of(position)
    called = any(call != NOT_CALLED for place, call in enumerate(position.calls) if place != position.me)
    worlds = [sampler.draw(rng) for _ in range(count * (thinking.draws if called else 1))]
    if thinking.kept and not position.calling:
        worlds = _thinned(worlds, count * thinking.kept, _fit_of_calls(position), rng)
        return _thinned(worlds, count, _fit_of_cards(position, thinking), rng)
    return _thinned(worlds, count, _fit_of_calls(position), rng)


def _thinned(
    worlds: list[list[Suits]], count: int, fit: Callable[[list[Suits]], float], rng: random.Random
) -> list[list[Suits]]:
    """``count`` of the worlds, drawn without putting back by weights whose logarithm ``fit`` gives."""
    if len(worlds) <= count:
        return worlds
    keyed = [(log(1 - rng.random()) * exp(-fit(hands)), index) for index, hands in enumerate(worlds)]
    keyed.sort(reverse=True)
    return [worlds[index] for _, index in keyed[:count]]


def _fit_of_calls(position: Position) -> Callable[[list[Suits]], float]:
    scheme = position.scheme
    called = [
        (place, call, position.gone[place])
        for place, call in enumerate(position.calls)
        if call != NOT_CALLED and place != position.me
    ]

    def fit(hands: list[Suits]) -> float:
        logs = 0.0
        for place, call, gone in called:
            hand = hands[place]
            whole = [hand[0] | gone[0], hand[1] | gone[1], hand[2] | gone[2], hand[3] | gone[3]]
            logs += log_likelihood(expected_tricks(whole), call, scheme)
        return logs

    return fit


def _fit_of_cards(position: Position, thinking: Thinking) -> Callable[[list[Suits]], float]:
    choices, stray = choices_of(position), log(thinking.surprise)

    def fit(hands: list[Suits]) -> float:
        return max(-_NEVER_QUITE, surprises(choices, hands, position.scheme) * stray)

    return fit
