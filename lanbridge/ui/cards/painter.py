"""Cards as ready sprites: a card at a size, a lean and a state is drawn once, with its shadow, and kept.

Sprites are premultiplied: blit them with BLEND_PREMULTIPLIED, as `Canvas.card` does.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

import pygame

from lanbridge.engine.cards import Card
from lanbridge.ui.cards.back import back
from lanbridge.ui.cards.face import CORNER, dimmed, face, ring
from lanbridge.ui.layout.fan import CARD_SHAPE
from lanbridge.ui.paint.shapes import clear_surface, soft_edge
from lanbridge.ui.paint.shelf import Shelf
from lanbridge.ui.theme import Theme

CardState: TypeAlias = Literal["bright", "dim", "won"]

_LEAN_STEP = 0.5  # degrees: finer than a pixel at the corner of a hand's card
_SMALL = 120  # pixels of height below which a card is drawn three times larger, above twice
_MASTER_BUDGET = 64 * 1024 * 1024
_MARGIN = 0.11  # of the height, round the card: room for shadow and glow
_RING = 0.020
_SHADOW = (0, 0, 0, 105)


@dataclass(frozen=True, slots=True)
class CardLook:
    """The player's choices; colours come with the theme."""

    large_index: bool = False
    suit_letters: bool = False


class CardPainter:
    """Draws cards lazily; one object for the window. Change theme or look by making a new one."""

    def __init__(self, theme: Theme, look: CardLook, shelf: Shelf) -> None:
        self.theme = theme
        self.look = look
        self._shelf = shelf
        self._masters = Shelf(_MASTER_BUDGET)

    def sprite(self, card: Card | None, height: int, angle: float = 0, state: CardState = "bright") -> pygame.Surface:
        """The card (None: its back), leaning clockwise by degrees, with its shadow, in the middle of the surface."""
        lean = round(angle / _LEAN_STEP) * _LEAN_STEP
        key = ("card", card, height, lean, state, self.theme, self.look)
        return self._shelf.get(key, lambda: self._leaning(card, height, lean, state))

    def ready(self, card: Card | None, height: int, angle: float = 0, state: CardState = "bright") -> bool:
        """Draw a sprite (angle in degrees) ahead of its use, when there is time; True when done."""
        return self.sprite(card, height, angle, state) is not None

    def _leaning(self, card: Card | None, height: int, lean: float, state: CardState) -> pygame.Surface:
        fine = 3 if height < _SMALL else 2
        whole = self._masters.get((card, height, state), lambda: self._whole(card, height * fine, state))
        if lean:
            whole = pygame.transform.rotozoom(whole, -lean, 1)
        size = max(1, round(whole.get_width() / fine)), max(1, round(whole.get_height() / fine))
        return pygame.transform.smoothscale(whole, size)

    def _whole(self, card: Card | None, height: int, state: CardState) -> pygame.Surface:
        """Shadow, ring and card on one fine, premultiplied surface."""
        width, margin = round(height * CARD_SHAPE), round(height * _MARGIN)
        out = clear_surface(width + 2 * margin, height + 2 * margin)
        blur = round(margin * 0.72)
        drop = round(height * 0.018)
        shadow = soft_edge(width, height, round(height * CORNER), blur, _SHADOW)
        _lay(out, shadow, (margin - blur, margin - blur + drop))
        if state == "won":
            self._draw_ring(out, width, height, margin)
        _lay(out, self._card(card, width, height, state), (margin, margin))
        return out

    def _card(self, card: Card | None, width: int, height: int, state: CardState) -> pygame.Surface:
        if card is None:
            plain = back(width, height, self.theme)
        else:
            look = self.look
            large, letters = look.large_index, look.suit_letters
            plain = face(card, width, height, self.theme, large_index=large, suit_letters=letters)
        return dimmed(plain) if state == "dim" else plain

    def _draw_ring(self, out: pygame.Surface, width: int, height: int, margin: int) -> None:
        thick = round(height * _RING)
        glow = margin - thick
        light = soft_edge(
            width + 2 * thick, height + 2 * thick, round(height * CORNER), glow, (*self.theme.palette.won, 150)
        )
        _lay(out, light, (0, 0))
        _lay(out, ring(width, height, thick, self.theme.palette.won), (margin - thick, margin - thick))


def _lay(under: pygame.Surface, layer: pygame.Surface, place: tuple[int, int]) -> None:
    """Blend onto a premultiplied surface; plain blending darkens where both are half transparent."""
    under.blit(layer.premul_alpha(), place, special_flags=pygame.BLEND_PREMULTIPLIED)
