"""Worlds that cannot be: a hand in them would have had its cards dealt again before anybody called (rules 6.1).

Such a deal is void at once and nobody is asked, so in a deal that goes on no hand of 13 was one of these.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

from lanbridge.engine import Redeal

from .masks import ACE, KING, QUEEN, RANKS

if TYPE_CHECKING:
    from .masks import Place, Suits
    from .position import Position

Pack: TypeAlias = int
"""Cards of any suit as one number: bit ``suit * 13 + rank``."""


def packed(suits: Suits) -> Pack:
    """The cards as one number."""
    return suits[0] | suits[1] << RANKS | suits[2] << 2 * RANKS | suits[3] << 3 * RANKS


_ACES: Final = packed([ACE] * 4)
_COURT: Final = packed([ACE | KING | QUEEN] * 4)
_SPADES: Final = packed([0, 0, 0, (1 << RANKS) - 1])


@dataclass(frozen=True, slots=True)
class Stood:
    """What three hands must show so that the deal was not dealt again.

    ``some`` are (index of the hand, cards): it holds at least one of them; ``not_all``: it does not hold all of them.
    """

    some: tuple[tuple[int, Pack], ...]
    not_all: tuple[tuple[int, Pack], ...]

    def fits(self, hands: list[Pack]) -> bool:
        """Whether the deal with these hands stood."""
        return all(hands[index] & cards for index, cards in self.some) and all(
            ~hands[index] & cards for index, cards in self.not_all
        )


def stood_of(position: Position, others: tuple[Place, ...]) -> Stood | None:
    """What the hands that the ``others`` still hold must show; None if what they played shows it already."""
    redeals, gone = position.scheme.redeals, [packed(suits) for suits in position.gone]
    some = []
    for redeal, saving in ((Redeal.NO_SPADE, _SPADES), (Redeal.NO_AKQ, _COURT)):
        if redeal in redeals:
            some += [(index, saving) for index, place in enumerate(others) if not gone[place] & saving]
    not_all = []
    if Redeal.FOUR_ACES in redeals:
        hidden = packed(position.left) & ~packed(position.hand) & _ACES
        not_all = [(index, hidden) for index, place in enumerate(others) if gone[place] & _ACES | hidden == _ACES]
    return Stood(tuple(some), tuple(not_all)) if some or not_all else None
