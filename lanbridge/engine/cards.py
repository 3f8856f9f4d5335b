"""Cards: suits, ranks and the pack (rules 1.1)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Final, TypeAlias

Seat: TypeAlias = int
"""A place at the table, 0-3; seat k+1 sits to the right of seat k."""

SEATS: Final[tuple[Seat, ...]] = (0, 1, 2, 3)
TRICKS_IN_DEAL: Final = 13


class InvalidCard(ValueError):
    """The text is not the notation of a card."""


class Suit(IntEnum):
    """The four suits; spades are always trumps (rules 1.1)."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3

    @property
    def letter(self) -> str:
        """One of ``C D H S``."""
        return "CDHS"[self]


TRUMPS: Final = Suit.SPADES


class Rank(IntEnum):
    """Ranks by strength, two low and ace high (rules 1.1)."""

    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13
    ACE = 14

    @property
    def letter(self) -> str:
        """One of ``2 3 4 5 6 7 8 9 T J Q K A``."""
        return "23456789TJQKA"[self - 2]


@dataclass(frozen=True, slots=True)
class Card:
    """One card of the pack, written rank then suit: ``AS``, ``TH``, ``2C``."""

    rank: Rank
    suit: Suit

    @classmethod
    def parse(cls, text: str) -> Card:
        """The card that ``text`` names; upper or lower case.

        Raises:
            InvalidCard: the text names none of the 52 cards.

        >>> Card.parse("TH")
        Card.parse('TH')
        """
        try:
            return _BY_TEXT[text.upper()]
        except KeyError:
            message = f"not a card: {text[:20]!r}"
            raise InvalidCard(message) from None

    @classmethod
    def of_index(cls, index: int) -> Card:
        """The card at ``index`` (0-51) of the unshuffled `PACK`."""
        return PACK[index]

    @property
    def index(self) -> int:
        """Place in `PACK`, 0-51: ``suit * 13 + rank - 2``."""
        return self.suit * 13 + self.rank - 2

    def __str__(self) -> str:
        return self.rank.letter + self.suit.letter

    def __repr__(self) -> str:
        return f"Card.parse({str(self)!r})"


PACK: Final[tuple[Card, ...]] = tuple(Card(rank, suit) for suit in Suit for rank in Rank)
"""The 52 cards, clubs first, each suit from two to ace."""

_BY_TEXT: Final = {str(card): card for card in PACK}

Hand: TypeAlias = tuple[Card, ...]
"""Cards held by one seat, in the order of `sorted_hand`."""


def sorted_hand(cards: frozenset[Card] | tuple[Card, ...] | list[Card]) -> Hand:
    """The cards by suit (clubs to spades), then rank; how hands are stored everywhere."""
    return tuple(sorted(cards, key=lambda card: card.index))
