"""Opening the system's window. Nothing of the game is loaded here, so that it is there at once."""

from __future__ import annotations

from contextlib import suppress
from typing import Final

import pygame

from lanbridge.ui.artwork import artwork
from lanbridge.ui.layout.screen import LEAST_PIXELS

FIRST_SIZE: Final = (1280, 720)
TITLE: Final = "LAN Bridge"


class NoDisplay(Exception):
    """No window can be opened on this machine; text mode can."""


def fitting(size: tuple[int, int]) -> tuple[int, int]:
    """The remembered size (0, 0: none), else a first one; never larger than the screen."""
    if not pygame.display.get_init():
        with suppress(pygame.error):
            pygame.display.init()
    wanted = size if size != (0, 0) else FIRST_SIZE
    desktops = pygame.display.get_desktop_sizes() if pygame.display.get_init() else []
    width, height = desktops[0] if desktops else wanted
    return max(LEAST_PIXELS[0] // 2, min(wanted[0], width)), max(LEAST_PIXELS[1] // 2, min(wanted[1], height))


def open_window(size: tuple[int, int], *, fullscreen: bool) -> pygame.Surface:
    """The window in this size; one that is open already in the same size is kept.

    Raises:
        NoDisplay: there is none to be had.
    """
    try:
        pygame.display.init()
        pygame.font.init()
        pygame.display.set_caption(TITLE)
        if not pygame.display.get_surface():
            _set_icon()
        flags = pygame.FULLSCREEN if fullscreen else pygame.RESIZABLE
        return pygame.display.set_mode((0, 0) if fullscreen else size, flags)
    except pygame.error as problem:
        raise NoDisplay(str(problem)) from problem


def _set_icon() -> None:
    with suppress(pygame.error, OSError):  # a window without an icon is a window
        pygame.display.set_icon(pygame.image.load(artwork("icon.png")))
