"""The reference pictures: `python -m tests.ui.pictures --write` makes them anew; look at each before it is committed.

To look at every screen at any size: `python -m tests.ui.pictures --look FOLDER --size 2560x1080 --text 200 [NAME ...]`.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import pygame

from tests.ui.picture_book import PAGES, PLAYER, Frame

FOLDER: Final = Path(__file__).parent / "reference"
SIZES: Final = ((1024, 640), (1920, 1080))
PICTURED: Final = (
    "first_run",
    "lobby",
    "host",
    "settings",
    "rules",
    "waiting",
    "pin",
    "dealing",
    "calling",
    "play",
    "trick_won",
    "away",
    "chat",
    "menu",
    "long_sheet",
    "match_end",
)
"""Sixteen screens in two sizes: 32 pictures, the most that may be kept."""
KEPT_HEIGHT: Final = 360
"""Pixels: pictures are kept smaller than they were drawn, which also evens out single pixels of an edge."""
STEP: Final = 16
"""Levels (0-255) from one kept colour to the next: few colours make small files, the weave of the felt does not."""
NOT_SEEN: Final = STEP // 2 + 10
"""Levels by which a colour may differ from the kept one: half a step, and what rounding differs by machine."""
MAY_DIFFER: Final = 0.002
"""The share of pixels that may differ more: an edge here and there, less than a line of text."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """The share of pixels that differ visibly, and the difference as a picture, eight times as strong."""

    share: float
    difference: pygame.Surface


def drawn(name: str, size: tuple[int, int]) -> pygame.Surface:
    """The picture as it is drawn now, in the size in which it is kept."""
    surface = PAGES[name](Frame(size))
    width = round(size[0] * KEPT_HEIGHT / size[1])
    return pygame.transform.smoothscale(surface.convert(24), (width, KEPT_HEIGHT))


def few_colours(surface: pygame.Surface) -> pygame.Surface:
    """Each level moved to the middle of its step."""
    levels = bytes(level // STEP * STEP + STEP // 2 for level in range(256))
    pixels = pygame.image.tobytes(surface, "RGB").translate(levels)
    return pygame.image.frombytes(pixels, surface.get_size(), "RGB")


def path_of(name: str, size: tuple[int, int]) -> Path:
    """Where a reference picture is kept."""
    return FOLDER / f"{name}-{size[0]}x{size[1]}.png"


def compared(expected: pygame.Surface, got: pygame.Surface) -> Comparison:
    """How two pictures of one size differ."""
    there, back = expected.copy(), got.copy()
    there.blit(got, (0, 0), special_flags=pygame.BLEND_RGB_SUB)
    back.blit(expected, (0, 0), special_flags=pygame.BLEND_RGB_SUB)
    there.blit(back, (0, 0), special_flags=pygame.BLEND_RGB_ADD)
    level = (NOT_SEEN,) * 3
    alike = pygame.transform.threshold(None, there, (0, 0, 0), level, None, 0)
    for _ in range(3):
        there.blit(there.copy(), (0, 0), special_flags=pygame.BLEND_RGB_ADD)
    width, height = there.get_size()
    return Comparison(1 - alike / (width * height), there)


def side_by_side(expected: pygame.Surface, got: pygame.Surface, difference: pygame.Surface) -> pygame.Surface:
    """Expected, got and difference from left to right."""
    gap = 8
    width, height = got.get_size()
    out = pygame.Surface((width * 3 + gap * 2, height))
    for n, surface in enumerate((expected, got, difference)):
        out.blit(surface, (n * (width + gap), 0))
    return out


def references() -> Iterator[tuple[str, tuple[int, int]]]:
    """All reference pictures by screen and size."""
    return ((name, size) for name in PICTURED for size in SIZES)


def write() -> None:
    """Make all reference pictures anew."""
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.png"):
        old.unlink()
    for name, size in references():
        pygame.image.save(few_colours(drawn(name, size)), path_of(name, size))


def look(folder: Path, size: tuple[int, int], text: int, names: list[str]) -> None:
    """Every page at one size, in full, as files of a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in names or PAGES:
        surface = PAGES[name](Frame(size, replace(PLAYER, text_size=text)))
        pygame.image.save(surface, folder / f"{name}-{size[0]}x{size[1]}-{text}.png")


def main() -> None:
    """Write or look."""
    parser = argparse.ArgumentParser(description="Pictures of every screen.")
    parser.add_argument("--write", action="store_true", help="make the reference pictures anew")
    parser.add_argument("--look", type=Path, metavar="FOLDER", help="save every page at full size")
    parser.add_argument("--size", default="1280x720", help="the window in pixels, for --look")
    parser.add_argument("--text", type=int, default=100, help="text size in per cent, for --look")
    parser.add_argument("names", nargs="*", metavar="NAME", help="only these pages, for --look")
    chosen = parser.parse_args()
    if chosen.look:
        width, _, height = chosen.size.partition("x")
        look(chosen.look, (int(width), int(height)), chosen.text, chosen.names)
    if chosen.write:
        write()


if __name__ == "__main__":
    main()
