"""Positions at the table for tests of its window, and what they ask of it."""

from __future__ import annotations

from lanbridge.engine import Card, Play, legal_moves
from lanbridge.protocol.messages import (
    SubmitMove,
)
from lanbridge.ui.layout import Point
from tests.ui.fake_table import FakeTable, my_turn, playing_my_turn
from tests.ui.window import Window


def ready_to_play(seed: int = 3, **kinds: object) -> Window:
    """My turn to play a card, and some cards of mine may not be played."""
    table = FakeTable(seed=seed)
    table.until(choosy)
    window = Window(table, **kinds)  # type: ignore[arg-type]  # passed on
    table.poll()
    window.settle()
    return window


def choosy(table: FakeTable) -> bool:
    """Our turn, several cards are legal and several are not."""
    if not playing_my_turn(table) or table.known.view is None:
        return False
    legal = len(legal_moves(table.known.view))
    return 1 < legal < len(table.known.view.hand)


def ready_to_call(seed: int = 3) -> Window:
    """My turn to call."""
    table = FakeTable(seed=seed).until(my_turn)
    window = Window(table)
    table.poll()
    window.settle()
    return window


def cards_of(window: Window) -> tuple[list[Card], list[Card]]:
    """My cards that may be played, and those that may not."""
    view = window.table.known.view
    assert view is not None
    legal = [move.card for move in legal_moves(view) if isinstance(move, Play)]
    return legal, [card for card in view.hand if card not in legal]


def spot_of(window: Window, card: Card) -> Point:
    """A point of the card that no other card covers: its upper left corner."""
    spot = window.scene.hand.gliding.spots[card]
    return spot.x - spot.width * 0.36, spot.y - spot.height * 0.30


def moves(window: Window) -> list[SubmitMove]:
    """What was sent to the host."""
    return [request for request in window.table.requests if isinstance(request, SubmitMove)]
