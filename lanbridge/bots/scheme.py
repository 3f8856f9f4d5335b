"""A ruleset boiled down to what thinking needs: points as a table, tests of legality as flags."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from lanbridge.engine import CannotWin, Head, Redeal, Ruleset, Void, score_deal

HUNGRY: Final = 1
"""One more trick helps, or does no harm."""
DRAW: Final = 2
"""As HUNGRY, and leads its highest spades first, so that nobody ruffs."""
DUCK: Final = 0
"""The call is made and tricks beyond it can spoil it: stay low."""

MUST_WIN: Final = 0
ANY_SPADE: Final = 1
OPTIONAL: Final = 2
_VOID: Final = {Void.MUST_WIN: MUST_WIN, Void.ANY_SPADE: ANY_SPADE, Void.OPTIONAL: OPTIONAL}


@dataclass(frozen=True, slots=True, eq=False)
class Scheme:
    """What a bot needs of a `Ruleset`; one object for each, so that it can be a key by identity.

    ``score[call][won]`` are tenths of a point; ``aims[call][won]`` is HUNGRY or DUCK,
    ``drawing[call][won]`` DRAW or DUCK; ``head``, ``waste`` and
    ``void`` restate rules 3.2-3.8; calls run from ``least`` to ``most``.
    """

    score: list[list[int]]
    aims: list[list[int]]
    drawing: list[list[int]]
    head: bool
    void: int
    waste: bool
    least: int
    most: int
    scale: int
    """Tenths that one called trick is worth."""
    redeals: frozenset[Redeal]


@lru_cache(maxsize=64)
def scheme_of(rules: Ruleset) -> Scheme:
    """The scheme of the rules; the lists in it are shared and never written to."""
    score = [[score_deal(call, won, rules) for won in range(14)] for call in range(14)]
    aims = [_aims(row, call) for call, row in enumerate(score)]
    return Scheme(
        score=score,
        aims=aims,
        drawing=[[DRAW if aim else DUCK for aim in row] for row in aims],
        head=rules.head is Head.IF_CAN_WIN,
        void=_VOID[rules.void],
        waste=rules.cannot_win is CannotWin.MUST_WASTE,
        least=rules.min_call,
        most=rules.max_call,
        scale=rules.per_call,
        redeals=rules.redeals,
    )


def _aims(row: list[int], call: int) -> list[int]:
    """Duck as soon as the call is made, if any number of tricks from here on would cost points."""
    return [DUCK if won >= call and min(row[won:]) < row[won] else HUNGRY for won in range(14)]
