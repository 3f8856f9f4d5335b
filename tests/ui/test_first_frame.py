"""The lobby's first frame: there before the game is loaded, whatever the preferences file holds."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pygame
import pytest

from lanbridge.settings import Places
from lanbridge.ui.first_frame import show_first_frame

LOADED_LATER = (
    "lanbridge.engine",
    "lanbridge.client",
    "lanbridge.bots",
    "cryptography",
    "zeroconf",
    "asyncio",
    "babel",
)


def shown(home: Path, preferences: object) -> pygame.Surface:
    (home / "settings").mkdir(exist_ok=True)
    (home / "settings" / "preferences.json").write_text(json.dumps(preferences))
    show_first_frame(Places.under(home))
    surface = pygame.display.get_surface()
    assert surface is not None
    return surface


def bright_pixels(surface: pygame.Surface) -> int:
    """How many pixels are as light as ink."""
    return sum(red > 220 for red in pygame.image.tobytes(surface, "RGB")[::3])


@pytest.mark.parametrize("language", ["en", "bn", "lo", "xx"])
def test_a_player_with_a_name_sees_the_lobbys_headings(tmp_path: Path, language: str) -> None:
    surface = shown(tmp_path, {"name": "Rafi", "language": language, "window": [1024, 640]})

    assert surface.get_size() == (1024, 640)
    assert bright_pixels(surface) > 1000


def test_a_new_player_sees_the_cloth_until_the_name_is_asked_for(tmp_path: Path) -> None:
    assert bright_pixels(shown(tmp_path, {})) == 0


@pytest.mark.parametrize(
    "odd", [[], {"name": 7, "window": "wide", "text_size": "huge", "language": 3}, {"name": "x", "window": [0, -5]}]
)
def test_odd_preferences_stop_nothing(tmp_path: Path, odd: object) -> None:
    shown(tmp_path, odd)


def test_nothing_of_the_game_is_loaded_for_it() -> None:
    code = "import sys, lanbridge.ui.first_frame; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()

    assert not set(loaded) & set(LOADED_LATER)
