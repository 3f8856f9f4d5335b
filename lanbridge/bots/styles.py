"""Tempers: which of several moves that look equally good a bot likes best. Style, never strength."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from .masks import BIT, SPADES, SUIT_SHIFT
from .personas import Temper

if TYPE_CHECKING:
    from .monte_carlo import Judged
    from .position import Position

_EQUAL: Final = 0.01
"""Moves this close in worth (in called tricks; in chances of the match near its end) count as equally good."""


def styled(position: Position, judged: list[Judged], temper: Temper | None) -> int:
    """The option that a temper takes of the candidates, which come best first; the best one without temper."""
    if temper is None:
        return judged[0].option
    reach = _EQUAL * (1 if position.stake else position.scheme.scale)
    equals = [each.option for each in judged if each.worth >= judged[0].worth - reach]
    return max(equals, key=lambda option: _liking(position, option, temper))


def _liking(position: Position, option: int, temper: Temper) -> int:
    rank = option if position.calling else option & BIT
    match temper:
        case Temper.CAUTIOUS:
            return -rank
        case Temper.GREEDY:
            return rank
        case Temper.QUICK_TO_TRUMP:
            return BIT + 1 - rank if option >> SUIT_SHIFT == SPADES else 0
