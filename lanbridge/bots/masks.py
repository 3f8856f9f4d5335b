"""Cards as bits, for speed: a suit of a hand is a number of 13 bits, a hand a list of four of them.

Bit 0 is the two, bit 12 the ace. A card on its own is ``suit << 13 | bit``. Seats become *places*: place p+1
acts after place p whatever the direction of play, so that nothing below knows of directions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from lanbridge.engine import PACK, Card, Direction, Rank, Seat, Suit

if TYPE_CHECKING:
    from collections.abc import Iterable

Suits: TypeAlias = list[int]
"""Four masks of 13 bits, by suit: clubs, diamonds, hearts, spades."""
Place: TypeAlias = int
"""A seat counted in the order of play, 0-3."""
Bits: TypeAlias = int
"""A card as ``suit << 13 | bit``."""

SUIT_SHIFT: Final = 13
RANKS: Final = 13
BIT: Final = (1 << RANKS) - 1
"""All ranks of a suit; also takes the bit out of a card."""
SPADES: Final = 3
ACE: Final = 1 << 12
KING: Final = 1 << 11
QUEEN: Final = 1 << 10

COUNT: Final = [mask.bit_count() for mask in range(BIT + 1)]
"""How many cards a mask holds."""
HIGH: Final = [1 << mask.bit_length() >> 1 for mask in range(BIT + 1)]
"""The highest card of a mask as a bit, 0 of an empty one. (The lowest is ``mask & -mask``.)"""

_CARDS: Final = {int(card.suit) << SUIT_SHIFT | 1 << (card.rank - 2): card for card in PACK}
_BITS: Final = {card: bits for bits, card in _CARDS.items()}


def bits_of(card: Card) -> Bits:
    """The card as bits."""
    return _BITS[card]


def card_of(bits: Bits) -> Card:
    """The card that the bits stand for."""
    return _CARDS[bits]


def suits_of(cards: Iterable[Card]) -> Suits:
    """The cards as four masks."""
    masks = [0, 0, 0, 0]
    for card in cards:
        masks[card.suit] |= 1 << (card.rank - 2)
    return masks


def cards_in(suits: Suits) -> tuple[Card, ...]:
    """The cards of four masks, clubs to spades, each rising."""
    return tuple(
        Card(Rank(rank + 2), Suit(suit)) for suit in range(4) for rank in range(RANKS) if suits[suit] >> rank & 1
    )


def place_of(seat: Seat, direction: Direction) -> Place:
    """The place of a seat in the order of play; the same function leads back from place to seat."""
    return seat if direction is Direction.CCW else -seat % 4
