"""How many tricks a hand of 13 is worth, and what to call with it."""

from __future__ import annotations

from functools import lru_cache
from math import erf, sqrt
from typing import TYPE_CHECKING, Final

from .masks import BIT, COUNT
from .worth import SHAPE, SIDE_SUIT, TRUMP_SUIT

if TYPE_CHECKING:
    from .masks import Suits
    from .scheme import Scheme

_HONOURS: Final = 9
"""Bits below the jack."""
_SIDE: Final = [SIDE_SUIT[mask >> _HONOURS][min(8, COUNT[mask])] for mask in range(BIT + 1)]
_TRUMP: Final = [TRUMP_SUIT[mask >> _HONOURS][min(9, COUNT[mask])] for mask in range(BIT + 1)]

_REACH_SPREAD: Final = 0.85
"""Standard deviation, in tricks, with which a hand of so many expected tricks reaches a call."""
_SPOIL_SPREAD: Final = 1.15
"""The same for winning too many although it ducks."""
_ALL: Final = 13

_HEADED: Final = 0.94
"""Where followers must head the trick (rules 3.2) honours fall earlier: regression slope between presets."""


def expected_tricks(hand: Suits) -> float:
    """The tricks that a hand of 13 cards wins on average when it tries for each of them."""
    clubs, diamonds, hearts, spades = hand
    shortest, second, _ = sorted((COUNT[clubs], COUNT[diamonds], COUNT[hearts]))
    shape = SHAPE[5 * min(3, shortest) + min(4, second)][min(6, COUNT[spades])]
    return (_SIDE[clubs] + _SIDE[diamonds] + _SIDE[hearts] + _TRUMP[spades] + shape) / 100


def best_call(hand: Suits, scheme: Scheme) -> int:
    """The call with the best expected points for this hand of 13 under the scheme."""
    return call_for(expected_tricks(hand), scheme)


def counted_call(expected: float, scheme: Scheme) -> int:
    """The call of a player who counts whole tricks and rounds down, whatever the score table, within the limits."""
    return min(scheme.most, max(scheme.least, int(expected)))


def call_for(expected: float, scheme: Scheme) -> int:
    """The call with the best expected points for a hand worth ``expected`` tricks."""
    return _call_for(round(100 * expected), scheme)


@lru_cache(maxsize=8192)
def _call_for(hundredths: int, scheme: Scheme) -> int:
    tricks = hundredths / 100 * (_HEADED if scheme.head else 1)
    return max(range(scheme.least, scheme.most + 1), key=lambda call: _points(call, tricks, scheme))


def _points(call: int, tricks: float, scheme: Scheme) -> float:
    row = scheme.score[call]
    limit = max((won for won in range(call, 14) if row[won] >= row[call]), default=call)
    reached = _below((tricks - call + 0.5) / _REACH_SPREAD)
    spoilt = _below((tricks - limit - 1) / _SPOIL_SPREAD) if limit < _ALL else 0.0
    usual = min(limit, max(call, round(tricks)))
    lost = row[max(0, call - 1)]
    return (reached - spoilt) * row[usual] + (1 - reached) * lost + spoilt * row[min(_ALL, limit + 1)]


def _below(deviations: float) -> float:
    """The share of a normal distribution below so many standard deviations."""
    return 0.5 + 0.5 * erf(deviations / sqrt(2))
