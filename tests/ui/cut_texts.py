"""Texts that had to be cut, or set much smaller, because their place was too small."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final
from unittest.mock import patch

from lanbridge.ui.fonts import Fonts

STILL_READ: Final = 0.68
"""Of the size that was asked for: a line set smaller than that is as good as cut."""


@contextmanager
def noted_cuts() -> Iterator[set[str]]:
    """A set that fills with the texts that did not fit while this lasts."""
    cuts: set[str] = set()
    shortened, fitting = Fonts.shortened, Fonts.fitting

    def note_cut(fonts: Fonts, text: str, size: int, most: int, *, bold: bool = False) -> str:
        shown = shortened(fonts, text, size, most, bold=bold)
        if shown != text:
            cuts.add(text)
        return shown

    def note_small(fonts: Fonts, text: str, size: int, most: int, *, bold: bool = False, least: int = 9) -> int:
        fits = fitting(fonts, text, size, most, bold=bold, least=least)
        if fits < size * STILL_READ:
            cuts.add(text)
        return fits

    with patch.object(Fonts, "shortened", note_cut), patch.object(Fonts, "fitting", note_small):
        yield cuts
