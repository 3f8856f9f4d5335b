"""Ace to jack as a small fan: the game's picture on the screens before the table."""

from __future__ import annotations

from typing import Final

from lanbridge.engine import Card
from lanbridge.ui.layout import Spot
from lanbridge.ui.paint.canvas import Canvas

_FOUR: Final = tuple(Card.parse(text) for text in ("AS", "KH", "QD", "JC"))
_LEAN: Final = 7.0  # degrees from card to card
_APART: Final = 0.42  # of a card's height


def draw_four_cards(canvas: Canvas, middle: Spot) -> None:
    """The four cards round a middle, ``middle.height`` high."""
    for n, card in enumerate(_FOUR):
        off = n - 1.5
        sink = off * off * middle.height * 0.022
        x, y = middle.x + off * middle.height * _APART, middle.y + sink
        canvas.card(card, Spot(x, y, off * _LEAN, middle.height))
