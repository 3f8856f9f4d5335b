"""How many tricks a hand of 13 is worth, and what to call with it."""

from __future__ import annotations

from math import erf, sqrt
from typing import TYPE_CHECKING, Final

from .masks import ACE, COUNT, KING, QUEEN

if TYPE_CHECKING:
    from .masks import Suits
    from .scheme import Scheme

_SPREAD: Final = 1.3
"""Standard deviation of tricks won around the estimate."""


def expected_tricks(hand: Suits) -> float:
    """The tricks that a hand of 13 cards wins on average when it tries to."""
    spades = hand[3]
    side = sum(_side_suit(hand[suit], COUNT[spades]) for suit in (0, 1, 2))
    top = sum(worth for bit, worth in ((ACE, 0.55), (KING, 0.5), (QUEEN, 0.4), (512, 0.25)) if spades & bit)
    return side + top + 0.4 * max(0, COUNT[spades] - 1)


def _side_suit(mine: int, spades: int) -> float:
    held = COUNT[mine]
    worth = max(0, 3 - held) * 0.2 * min(3, spades)
    if mine & ACE:
        worth += 0.95 - 0.05 * max(0, held - 4)
    if mine & KING:
        worth += 0.65 if held > 1 else 0.2
    if mine & QUEEN:
        worth += 0.3 if held > 2 else 0.1  # noqa: PLR2004 - two smaller cards guard a queen
    return worth


def best_call(hand: Suits, scheme: Scheme) -> int:
    """The call with the best expected points for this hand of 13 under the scheme."""
    tricks = expected_tricks(hand)
    return max(range(scheme.least, scheme.most + 1), key=lambda call: _worth(call, tricks, scheme))


def _worth(call: int, tricks: float, scheme: Scheme) -> float:
    made = 0.5 - 0.5 * erf((call - 0.5 - tricks) / (_SPREAD * sqrt(2)))
    return made * scheme.score[call][call] + (1 - made) * scheme.score[call][call - 1]
