"""The steady bot: counts whole tricks and calls them, plays by rules of thumb, remembers every card."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lanbridge.engine import Call, Play

from .estimate import counted_call, expected_tricks
from .masks import SUIT_SHIFT, card_of
from .policy import follow, lead
from .position import best_of, position_of

if TYPE_CHECKING:
    import random

    from lanbridge.engine import Move, SeatView

    from .masks import Bits, Suits
    from .personas import Temper
    from .position import Position


def choose(view: SeatView, rng: random.Random, temper: Temper | None = None) -> Move:  # noqa: ARG001 - every level takes dice and temper
    """The call or card of the rules of thumb.

    Raises:
        ValueError: it is not the viewer's turn.
    """
    position = position_of(view)
    if position.calling:
        return Call(counted_call(expected_tricks(position.hand), position.scheme))
    return Play(card_of(thumb_card(position, position.left, aim_of(position))))


def aim_of(position: Position) -> int:
    """What the seat is after now: HUNGRY or DUCK."""
    return position.scheme.aims[position.calls[position.me]][position.won[position.me]]


def thumb_card(position: Position, left: Suits, aim: int) -> Bits:
    """The card that the rules of thumb play for a seat that takes ``left`` to be the cards not yet played."""
    if not position.trick:
        return lead(position.hand, left, aim)
    led = position.trick[0] >> SUIT_SHIFT
    later = 3 - len(position.trick)
    return follow(position.hand, left, led, best_of(position.trick), later, aim, position.scheme)
