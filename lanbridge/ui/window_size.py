"""How large the window opens, and in which theme."""

from __future__ import annotations

from contextlib import suppress
from typing import Final

import pygame

from lanbridge.settings import Preferences
from lanbridge.ui.layout.screen import LEAST_PIXELS
from lanbridge.ui.theme import Theme, make_theme

FIRST_SIZE: Final = (1280, 720)


def fitting(size: tuple[int, int]) -> tuple[int, int]:
    """The remembered size, else a first one; never larger than the screen."""
    if not pygame.display.get_init():
        with suppress(pygame.error):
            pygame.display.init()
    wanted = size if size != (0, 0) else FIRST_SIZE
    desktops = pygame.display.get_desktop_sizes() if pygame.display.get_init() else []
    width, height = desktops[0] if desktops else wanted
    return max(LEAST_PIXELS[0] // 2, min(wanted[0], width)), max(LEAST_PIXELS[1] // 2, min(wanted[1], height))


def theme_of(preferences: Preferences) -> Theme:
    """Colours and text sizes as the player likes them."""
    return make_theme(
        high_contrast=preferences.high_contrast,
        four_colour=preferences.four_colour,
        text_factor=preferences.text_size / 100,
    )
