"""Pages of the window in every language: `python3 scripts/ui_languages.py FOLDER [PAGE ...] [--size 1280x720]`.

For eyes. Draws lobby, table and score sheet by default, from the tests' picture book; the language's own digits are
used where it has some. Prints each text that had to be cut to fit.
"""

from __future__ import annotations

import argparse
import os
import sys
from dataclasses import replace
from pathlib import Path
from typing import Final

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import pygame

from lanbridge.text import LANGUAGES
from tests.ui.cut_texts import noted_cuts
from tests.ui.picture_book import PAGES, PLAYER, Frame

USUAL: Final = ("lobby", "calling", "play", "between")
OWN_DIGITS: Final = frozenset({"bn", "ne"})
"""Players of these languages are used to their digits on cards and sheets."""


def main() -> None:
    """Draw, and say what was cut."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("pages", nargs="*", metavar="PAGE", help=", ".join(PAGES))
    parser.add_argument("--size", default="1280x720")
    parser.add_argument("--language", choices=LANGUAGES, action="append")
    options = parser.parse_args()
    width, _, height = options.size.partition("x")
    options.folder.mkdir(parents=True, exist_ok=True)
    for language in options.language or LANGUAGES:
        for page in options.pages or USUAL:
            liked = replace(PLAYER, language=language, own_digits=language in OWN_DIGITS)
            with noted_cuts() as cuts:
                picture = PAGES[page](Frame((int(width), int(height)), liked))
            pygame.image.save(picture, options.folder / f"{page}-{language}.png")
            for cut in sorted(cuts):
                print(f"{page} {language}: {cut}")


if __name__ == "__main__":
    main()
