"""What scenes draw with: an easel, and the pack of cards."""

from __future__ import annotations

import pygame

from lanbridge.engine.cards import Card
from lanbridge.ui.cards import CardLook, CardPainter, CardState
from lanbridge.ui.fonts import Fonts
from lanbridge.ui.layout import Spot
from lanbridge.ui.paint.easel import Align, Easel
from lanbridge.ui.paint.shelf import Shelf
from lanbridge.ui.theme import Theme

__all__ = ["Align", "Canvas"]


class Canvas(Easel):
    """An easel with cards. Make a new one after a resize or a change of settings."""

    def __init__(
        self,
        surface: pygame.Surface,
        theme: Theme,
        *,
        fonts: Fonts | None = None,
        shelf: Shelf | None = None,
        look: CardLook | None = None,
    ) -> None:
        super().__init__(surface, theme, fonts=fonts, shelf=shelf)
        self.cards = CardPainter(theme, look or CardLook(), self.shelf)

    def card(self, card: Card | None, spot: Spot, state: CardState = "bright") -> None:
        """A card (None: face down) with its shadow."""
        sprite = self.cards.sprite(card, self.screen.px(spot.height), spot.angle, state)
        scale = self.screen.scale
        place = round(spot.x * scale - sprite.get_width() / 2), round(spot.y * scale - sprite.get_height() / 2)
        self.surface.blit(sprite, place, special_flags=pygame.BLEND_PREMULTIPLIED)
