"""The cards that a seat may play, as masks, and those among them that differ in effect."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .masks import BIT, SPADES, SUIT_SHIFT
from .position import best_of
from .scheme import ANY_SPADE, MUST_WIN

if TYPE_CHECKING:
    from .masks import Bits, Suits
    from .position import Position
    from .scheme import Scheme


def legal(hand: Suits, led: int, best: Bits, scheme: Scheme) -> Suits:
    """The playable cards of a follower (rules 3.2-3.8) when ``best`` wins the trick so far."""
    only = [0, 0, 0, 0]
    mine = hand[led]
    if mine:
        winners = mine & -(best & BIT) if scheme.head and best >> SUIT_SHIFT == led else 0
        only[led] = winners or mine
        return only
    spades = hand[SPADES]
    winners = spades & -(best & BIT) if best >> SUIT_SHIFT == SPADES else spades
    if scheme.void == MUST_WIN:
        only[SPADES] = winners or (spades if scheme.waste else 0)
    elif scheme.void == ANY_SPADE:
        only[SPADES] = spades
    return only if only[SPADES] else list(hand)


def legal_now(position: Position) -> Suits:
    """The playable cards of the seat whose position this is."""
    if not position.trick:
        return list(position.hand)
    led = position.trick[0] >> SUIT_SHIFT
    return legal(position.hand, led, best_of(position.trick), position.scheme)


def distinct(cards: Suits, between: Suits) -> list[Bits]:
    """One card, the lowest, of each run of ``cards`` that no card of ``between`` (held by others) separates."""
    found = []
    for suit in range(4):
        mine, others = cards[suit], between[suit]
        kept = 0
        while mine:
            low = mine & -mine
            if not kept or others & (low - 1) & -kept:
                found.append(suit << SUIT_SHIFT | low)
            kept = low
            mine ^= low
    return found


def candidates(position: Position) -> list[Bits]:
    """The cards worth comparing: legal, one of each run of equals; cards of the open trick separate, too."""
    between = [out & ~mine for out, mine in zip(position.left, position.hand, strict=True)]
    for bits in position.trick:
        between[bits >> SUIT_SHIFT] |= bits & BIT
    return distinct(legal_now(position), between)
