"""Cards, drawn by code at the size they are shown."""

from lanbridge.ui.cards.painter import CardLook, CardPainter, CardState

__all__ = ["CardLook", "CardPainter", "CardState"]
