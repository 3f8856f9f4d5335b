"""Hands for which the cards are dealt again (rules 6.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from .cards import SEATS, TRUMPS, Hand, Rank
from .events import DealVoided, VoidReason
from .rules import Redeal, Ruleset

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

_ACES_IN_PACK: Final = 4


def _has_no_spade(hand: Hand) -> bool:
    return all(card.suit is not TRUMPS for card in hand)


def _has_no_akq(hand: Hand) -> bool:
    return all(card.rank < Rank.QUEEN for card in hand)


def _has_four_aces(hand: Hand) -> bool:
    return sum(card.rank is Rank.ACE for card in hand) == _ACES_IN_PACK


_TESTS: Final[Mapping[Redeal, Callable[[Hand], bool]]] = {
    Redeal.NO_SPADE: _has_no_spade,
    Redeal.NO_AKQ: _has_no_akq,
    Redeal.FOUR_ACES: _has_four_aces,
}


def redeal_reasons(hand: Hand, rules: Ruleset) -> tuple[Redeal, ...]:
    """The redeal rules in force that this hand of 13 meets, in the order of `Redeal`."""
    return tuple(redeal for redeal in Redeal if redeal in rules.redeals and _TESTS[redeal](hand))


def redeal_reason(hands: tuple[Hand, ...], rules: Ruleset) -> DealVoided | None:
    """The void that these hands cause, by the first seat and reason that apply; None if they stand."""
    for seat in SEATS:
        for redeal in redeal_reasons(hands[seat], rules):
            return DealVoided(VoidReason(redeal.value), seat)
    return None
