"""The beginner: misjudges the hand, forgets what was played, and is slow to see that the call is made.

No card is silly on its own: each is what the rules of thumb would play if the beginner's picture were true.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lanbridge.engine import Call, Play

from .estimate import counted_call, expected_tricks
from .masks import ACE, BIT, HIGH, QUEEN, SUIT_SHIFT, card_of
from .medium import aim_of, thumb_card
from .options import legal_now
from .position import best_of, position_of
from .scheme import HUNGRY

if TYPE_CHECKING:
    import random

    from lanbridge.engine import Move, SeatView

    from .masks import Bits, Suits
    from .personas import Temper
    from .position import Position

_MISJUDGES: Final = 0.9
"""Tricks (standard deviation) by which a beginner misjudges a hand."""
_REMEMBERED_TRICKS: Final = 2
"""Finished tricks of which every card is still in mind; of older ones only the aces."""
_MISSES_CALL_MADE: Final = 0.4
"""How often it plays on for tricks although the call is made."""
_SHOWS_HONOUR: Final = 0.3
"""How often it puts up a high card at once, hoping that it holds."""


def choose(view: SeatView, rng: random.Random, temper: Temper | None = None) -> Move:  # noqa: ARG001 - as every level
    """A beginner's call or card.

    Raises:
        ValueError: it is not the viewer's turn.
    """
    position = position_of(view)
    if position.calling:
        tricks = expected_tricks(position.hand) + rng.gauss(0, _MISJUDGES)
        return Call(counted_call(tricks, position.scheme))
    return Play(card_of(_card(position, rng)))


def _card(position: Position, rng: random.Random) -> Bits:
    shows, misses = rng.random() < _SHOWS_HONOUR, rng.random() < _MISSES_CALL_MADE
    aim = HUNGRY if misses else aim_of(position)
    honour = _honour(position) if shows and aim == HUNGRY else 0
    return honour or thumb_card(position, _believed_left(position), aim)


def _honour(position: Position) -> Bits:
    """The highest card of the led suit if it is high and beats the trick, else 0."""
    if not position.trick:
        return 0
    led, best = position.trick[0] >> SUIT_SHIFT, best_of(position.trick)
    high = HIGH[legal_now(position)[led]]
    return led << SUIT_SHIFT | high if high >= QUEEN and led << SUIT_SHIFT | high > best else 0


def _believed_left(position: Position) -> Suits:
    """The cards that a beginner takes to be still out: too many, and never fewer than there are."""
    left = position.left
    for _, cards in position.played[: -_REMEMBERED_TRICKS or None]:
        for bits in cards:
            if bits & BIT != ACE:
                left[bits >> SUIT_SHIFT] |= bits & BIT
    return left
