"""How the parts of a record are spelt; the format as a whole stands in `record`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from .cards import Hand, Suit
from .events import DealScored, Event, MatchEnded
from .shuffle import HOST

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from .rules import Tenths

VERSION: Final = "1"
NOTHING: Final = "-"
SEALED: Final = "sealed"
"""A secret that was never shown."""
MISSING: Final = "missing"
"""A commitment that never came."""
UNFINISHED: Final = "unfinished"
KEPT_TAGS: Final = ("LanBridge", "Table", "Preset", "Switches", "Dealer", "Result")
"""Tags that a record writes of itself; free tags may not bear these names."""


def points_text(tenths: Tenths) -> str:
    """Points with their one decimal: 42 tenths are ``4.2``."""
    whole, rest = divmod(abs(tenths), 10)
    return f"{'-' if tenths < 0 else ''}{whole}.{rest}"


def tenths_of(text: str) -> Tenths:
    """The tenths that `points_text` wrote."""
    return int(text.replace(".", ""))


def numbers_text(numbers: Iterable[int]) -> str:
    """Numbers with a space between."""
    return " ".join(map(str, numbers))


def totals_text(totals: Iterable[Tenths]) -> str:
    """Points of four seats."""
    return " ".join(map(points_text, totals))


def hand_text(hand: Hand) -> str:
    """The hand by suit, spades first, high cards first: ``S AK4  H QT9  D -  C 532``."""
    return "  ".join(f"{suit.letter} {_suit_text(hand, suit)}" for suit in reversed(Suit))


def _suit_text(hand: Hand, suit: Suit) -> str:
    return "".join(card.rank.letter for card in reversed(hand) if card.suit is suit) or NOTHING


def participant_text(participant: int) -> str:
    """A seat's number, or ``host``."""
    return "host" if participant == HOST else str(participant)


def result_text(events: Sequence[Event]) -> str:
    """The result as the tag gives it; ``unfinished`` for a match that goes on."""
    if not isinstance(events[-1], MatchEnded):
        return UNFINISHED
    scored = [event.result.totals for event in events if isinstance(event, DealScored)]
    totals = scored[-1] if scored else (0, 0, 0, 0)
    return f"won by {numbers_text(events[-1].winners)}; totals {totals_text(totals)}"
