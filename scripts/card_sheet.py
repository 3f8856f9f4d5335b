"""A picture of the whole pack, the back and a card's states: ``python scripts/card_sheet.py FILE.png [WIDTHxHEIGHT]``.

For the eye of a designer, not for tests.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Final

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

from lanbridge.engine.cards import PACK, Card
from lanbridge.ui.layout import Spot
from lanbridge.ui.paint.canvas import Canvas
from lanbridge.ui.theme import make_theme

SIZE: Final = "1280x720"


def draw(canvas: Canvas) -> None:
    """Four rows of suits; below them the back at three angles, then bright, dim and won."""
    canvas.felt()
    step_x, step_y = canvas.screen.w / 13.4, canvas.screen.h / 5.05
    for n, card in enumerate(PACK):
        canvas.card(card, Spot(step_x * (n % 13 + 0.7), step_y * (n // 13 + 0.54), 0, step_y * 0.8))
    y, queen = step_y * 4.54, Card.parse("QS")
    for n, angle in enumerate((0, -8, 5)):
        canvas.card(None, Spot(step_x * (n + 0.7), y, angle, step_y * 0.8))
    canvas.card(queen, Spot(step_x * 4.7, y, -4, step_y * 0.8), "bright")
    canvas.card(queen, Spot(step_x * 5.7, y, 0, step_y * 0.8), "dim")
    canvas.card(queen, Spot(step_x * 6.7, y, 4, step_y * 0.8), "won")


def main(file: Path, size: str) -> None:
    """Draw the sheet and write it."""
    pygame.display.init()
    pygame.font.init()
    width, height = map(int, size.split("x"))
    surface = pygame.display.set_mode((width, height))
    draw(Canvas(surface, make_theme()))
    pygame.image.save(surface, file)


if __name__ == "__main__":
    if not sys.argv[1:]:
        sys.exit("usage: card_sheet.py FILE.png [WIDTHxHEIGHT]")
    main(Path(sys.argv[1]), sys.argv[2] if sys.argv[2:] else SIZE)
