"""Draws the README's pictures from the real window: ``python3 scripts/pictures.py [FOLDER]`` (docs/pictures).

They are pages of the tests' own picture book (tests/ui/picture_book.py): the network and the host are values in this
process, dice and clock are fixed, so the same code gives the same pictures.
"""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import Final

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"

import pygame

from tests.ui.picture_book import PAGES, Frame

ROOT: Final = Path(__file__).resolve().parents[1]
DRAWN: Final = (1280, 720)
KEPT: Final = (960, 540)
"""Pixels of the file: a README is not wider, and the file stays small."""
SHADES_APART: Final = 6
"""Steps of each colour: the felt's grain would fill half a megabyte, and nobody sees the difference."""
PICTURES: Final = {"lobby": "lobby", "table": "play", "scores": "match_end"}
"""Name of the file -> page of the book."""


def kept(page: pygame.Surface) -> pygame.Surface:
    """As large and as fine as a README needs."""
    small = pygame.transform.smoothscale(page, KEPT)
    fewer = bytes(min(255, round(shade / SHADES_APART) * SHADES_APART) for shade in range(256))
    return pygame.image.frombytes(pygame.image.tobytes(small, "RGB").translate(fewer), KEPT, "RGB")


def main() -> None:
    """Draw all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "docs" / "pictures")
    folder = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    for name, page in PICTURES.items():
        path = folder / f"{name}.png"
        pygame.image.save(kept(PAGES[page](Frame(DRAWN))), path)
        print(f"{path.name}: {path.stat().st_size / 1000:.0f} KB")


if __name__ == "__main__":
    main()
