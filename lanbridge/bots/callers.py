"""How likely a player with a hand is to make a call: what a call says about the hand behind it.

Callers are taken to misjudge their hand a little, and to be of two kinds in equal number: some count whole tricks,
some weigh the score table. So a forced low call says less about a hand than a free one, in every preset.
"""

from __future__ import annotations

from functools import lru_cache
from math import exp, log
from typing import TYPE_CHECKING, Final

from .estimate import call_for, counted_call

if TYPE_CHECKING:
    from .scheme import Scheme

_MISJUDGED: Final = 5
"""Tenths of a trick (standard deviation) by which a caller misjudges its hand."""
_NOISE: Final = [(off, exp(-(off**2) / (2 * _MISJUDGED**2))) for off in range(-3 * _MISJUDGED, 3 * _MISJUDGED + 1)]
_LOWEST: Final = -30
"""Tenths of a trick: no hand is worth less."""
_HIGHEST: Final = 150
_STRANGE: Final = 0.001
"""Likelihood of any call from any hand: people have reasons of their own."""


def log_likelihood(expected: float, call: int, scheme: Scheme) -> float:
    """Logarithm of how likely a hand worth ``expected`` tricks calls so."""
    return _rows(scheme)[round(10 * expected) - _LOWEST][call]


@lru_cache(maxsize=64)
def _rows(scheme: Scheme) -> list[list[float]]:
    """By tenths of a trick above `_LOWEST`, then by call."""
    reach = 3 * _MISJUDGED
    calls = {
        tenths: (call_for(tenths / 10, scheme), counted_call(tenths / 10, scheme))
        for tenths in range(_LOWEST - reach, _HIGHEST + reach + 1)
    }
    return [_row(tenths, calls) for tenths in range(_LOWEST, _HIGHEST + 1)]


def _row(tenths: int, calls: dict[int, tuple[int, int]]) -> list[float]:
    shares = [_STRANGE] * 14
    total = 2 * sum(weight for _, weight in _NOISE)
    for off, weight in _NOISE:
        for call in calls[tenths + off]:
            shares[call] += weight / total
    return [log(share) for share in shares]
