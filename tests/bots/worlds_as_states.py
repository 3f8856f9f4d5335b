"""A sampled world as the state that a host would keep, to look at it from any seat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lanbridge.bots.masks import Suits, cards_in, place_of
from lanbridge.engine import SEATS, State

if TYPE_CHECKING:
    from lanbridge.engine import SeatView


def state_in(view: SeatView, hands: list[Suits]) -> State:
    """The state with the view's table and the world's hands (which come by place)."""
    direction = view.table.rules.direction
    return State(view.table, tuple(cards_in(hands[place_of(seat, direction)]) for seat in SEATS))
