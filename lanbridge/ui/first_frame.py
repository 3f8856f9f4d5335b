"""The lobby's first frame, on the screen while all that makes it work is still being loaded.

It is the ground of the lobby as the lobby itself draws it; what is clicked or typed meanwhile waits in the system's
queue and is read when the lobby is there. Only the little that this picture needs is loaded here.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Final

import pygame

from lanbridge.settings.places import Places
from lanbridge.settings.safe_files import load
from lanbridge.text.folder import text_folder
from lanbridge.text.languages import ENGLISH, language_of_system
from lanbridge.ui.layout.lobby import lobby_layout
from lanbridge.ui.lobby_ground import paint_lobby_ground
from lanbridge.ui.paint.easel import Easel
from lanbridge.ui.theme import make_theme
from lanbridge.ui.window import fitting, open_window

SECTIONS: Final = ("window.lobby", "window.host")
PANEL_ROWS: Final = 5
"""Choices in the host's panel, as the lobby has them."""


def show_first_frame(places: Places) -> None:
    """Open the window as the player left it and draw the lobby's ground; a new player is asked for a name instead.

    Raises:
        window.NoDisplay: no window can be opened here.
    """
    liked = load(places.settings / "preferences.json")
    surface = open_window(fitting(_size(liked.get("window"))), fullscreen=liked.get("fullscreen") is True)
    theme = make_theme(high_contrast=liked.get("high_contrast") is True, text_factor=_factor(liked.get("text_size")))
    easel = Easel(surface, theme)
    if liked.get("name"):
        language = liked.get("language")
        paint_lobby_ground(
            easel, lobby_layout(easel.screen, PANEL_ROWS), _sayer(language if isinstance(language, str) else "")
        )
    else:
        easel.felt()
    pygame.display.flip()


def _size(value: object) -> tuple[int, int]:
    match value:
        case [int(width), int(height)] if width > 0 and height > 0:
            return width, height
        case _:
            return 0, 0


def _factor(per_cent: object) -> float:
    known = type(per_cent) is int and 100 <= per_cent <= 200  # noqa: PLR2004 - as the settings allow
    return per_cent / 100 if known and isinstance(per_cent, int) else 1.0


def _sayer(language: str) -> Callable[[str], str]:
    texts = _texts(language or language_of_system()) or _texts(ENGLISH)
    return lambda key: str(texts.get(key, ""))


def _texts(language: str) -> Mapping[str, str]:
    """The texts of the few sections: reading the whole file takes longer than drawing the frame."""
    try:
        content = (text_folder() / f"{language}.toml").read_text(encoding="utf-8")
        return {f"{name}.{key}": text for name in SECTIONS for key, text in _section(content, name)}
    except (OSError, ValueError):
        return {}


def _section(content: str, name: str) -> Iterator[tuple[str, str]]:
    """The plain texts of one table, which are written as JSON writes them, too."""
    start = content.index(f"[{name}]")
    for line in content[start : content.find("\n[", start)].splitlines():
        key, equals, text = line.partition(" = ")
        if equals and text.startswith('"'):
            yield key, json.loads(text)
