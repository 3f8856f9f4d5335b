"""The claim of all remaining tricks (rules 3.9): a test that is sufficient, from the claimer's view alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .cards import PACK, TRUMPS, Card, Hand, Suit

if TYPE_CHECKING:
    from collections.abc import Iterable


def is_certain(hand: Hand, played: Iterable[Card]) -> bool:
    """Whether the seat to lead wins every remaining trick however the unseen cards lie and are played.

    True only if no unseen card beats a held one in its suit, and either no unseen card is a spade or only
    spades are held: then nobody can ever ruff, in whatever order the cards are led.
    """
    known = {*hand, *played}
    unseen = [card for card in PACK if card not in known]
    return bool(hand) and all(_is_safe(card, unseen) for card in hand)


def _is_safe(card: Card, unseen: list[Card]) -> bool:
    if any(other.suit is card.suit and other.rank > card.rank for other in unseen):
        return False
    return card.suit is TRUMPS or not _any_of(TRUMPS, unseen)


def _any_of(suit: Suit, cards: list[Card]) -> bool:
    return any(card.suit is suit for card in cards)
