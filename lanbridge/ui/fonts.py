"""Text: runs by script, one Font a script, size and weight, everything rendered once and kept.

All lengths here are pixels. A character without a glyph is never a box: the system's font is asked, else a dot stands
for it (names get a badge with initials, see `initials`).
"""

from __future__ import annotations

import unicodedata
from collections import OrderedDict
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import groupby
from operator import itemgetter

import pygame

from lanbridge.ui.artwork import artwork
from lanbridge.ui.glyphs import covered
from lanbridge.ui.marks import SUIT_MARKS, mark
from lanbridge.ui.scripts import Run, runs
from lanbridge.ui.theme import Colour

_FILES = {"Latn": "NotoSans", "Beng": "NotoSansBengali", "Deva": "NotoSansDevanagari", "Laoo": "NotoSansLao"}
_KEPT = 1500  # rendered texts; a table shows about 60, a score sheet of 500 deals scrolls
_MEASURED = 6000  # widths; wrapping asks for many
_MARK_SIZE = 0.80  # of the font size
_LAO_BREAK = "\u200b"  # Lao has no spaces: its sentences carry these where a line may end
_BASE = 1.06  # of the size: the common baseline of all scripts, from the top of a line
_UNKNOWN = "\u00b7"
_SILENT = "\u200b\u200c\u200d"
_SYSTEM_FONTS = (  # families that carry what ours do not, best first
    "notosanscjksc", "notosanscjkjp", "notosans", "notosansarabic", "notosanssymbols2", "segoeui", "microsoftyahei",
    "malgungothic", "yugothic", "hiraginosans", "pingfangsc", "arialunicodems", "geezapro", "thonburi",
    "segoeuisymbol", "dejavusans", "droidsansfallback", "wenquanyimicrohei", "unifont", "freesans",
)  # fmt: skip
_RIGHT_TO_LEFT = range(0x0590, 0x0900)

_Style = tuple[int, bool]  # size in pixels, bold
SuitColours = tuple[Colour, Colour, Colour, Colour]


@lru_cache(maxsize=400)
def mark_surface(name: str, size: int, colour: Colour) -> pygame.Surface:
    """A mark in one colour, drawn four times larger and scaled down; `size` pixels square."""
    big = pygame.Surface((size * 4, size * 4), pygame.SRCALPHA)
    big.fill((*colour, 0))
    for polygon in mark(name):
        pygame.draw.polygon(big, colour, [(x * size * 4, y * size * 4) for x, y in polygon])
    return pygame.transform.smoothscale(big, (size, size))


@cache
def _system_files() -> tuple[str, ...]:
    """The files of those system fonts that exist here; asked for only when a name needs one (it may take a second)."""
    found = (pygame.font.match_font(name) for name in _SYSTEM_FONTS)
    return tuple(path for path in found if path)


class Fonts:
    """Renders and measures lines of text. One object for the window; pygame.font must be initialised."""

    def __init__(self) -> None:
        self._fonts: dict[tuple[str, int, bool], pygame.Font] = {}
        self._lines: OrderedDict[tuple[object, ...], pygame.Surface] = OrderedDict()
        self._widths: OrderedDict[tuple[str, int, bool], int] = OrderedDict()

    def width(self, text: str, size: int, *, bold: bool = False) -> int:
        """The width in pixels of a line."""
        key = (text, size, bold)
        known = self._widths.get(key)
        if known is None:
            known = sum(self._run_width(run, (size, bold)) for run in runs(text))
            self._widths[key] = known
            if len(self._widths) > _MEASURED:
                self._widths.popitem(last=False)
        return known

    def height(self, size: int) -> int:
        """The height that a line of this size has in layouts, whatever its script.

        Where signs are stacked higher the picture is taller by the same at both ends, so that nothing is cut.
        """
        return round(size * 1.4)

    def render(
        self, text: str, size: int, colour: Colour, *, bold: bool = False, suits: SuitColours | None = None
    ) -> pygame.Surface:
        """A line as a surface with transparent ground; kept, so never draw on it.

        Suit signs and other marks in the text are drawn as polygons, suits in `suits` when given (by suit 0-3).
        """
        key = (text, size, colour, bold, suits)
        line = self._lines.get(key)
        if line is None:
            line = self._drawn(text, (size, bold), colour, suits)
            self._lines[key] = line
            if len(self._lines) > _KEPT:
                self._lines.popitem(last=False)
        else:
            self._lines.move_to_end(key)
        return line

    def shortened(self, text: str, size: int, most: int, *, bold: bool = False) -> str:
        """The text, or as much of it as fits into `most` pixels with an ellipsis."""
        if self.width(text, size, bold=bold) <= most:
            return text
        low, high = 0, len(text)
        while low < high:
            middle = (low + high + 1) // 2
            if self.width(_cut(text, middle), size, bold=bold) <= most:
                low = middle
            else:
                high = middle - 1
        return _cut(text, low) if low else ""

    def fitting(self, text: str, size: int, most: int, *, bold: bool = False, least: int = 9) -> int:
        """The largest size up to `size` at which the line fits into `most` pixels, not below `least`."""
        wide = self.width(text, size, bold=bold)
        if wide <= most:
            return size
        smaller = max(least, int(size * most / wide))
        while smaller > least and self.width(text, smaller, bold=bold) > most:
            smaller -= 1
        return smaller

    def wrapped(self, text: str, size: int, most: int, *, bold: bool = False) -> list[str]:
        """The text in lines of at most `most` pixels; broken at spaces (also zero-width ones), long words anywhere."""
        lines: list[str] = []
        for paragraph in text.split("\n"):
            line = ""
            for word in _words(paragraph):
                if line and self.width((line + word).rstrip(), size, bold=bold) > most:
                    lines.append(line.rstrip())
                    line = ""
                line += word
                while self.width(line.rstrip(), size, bold=bold) > most and len(line) > 1:
                    end = self._longest(line, (size, bold), most)
                    lines.append(line[:end])
                    line = line[end:]
            lines.append(line.rstrip())
        return lines

    def can_draw(self, text: str) -> bool:
        """Whether every letter has a glyph in a font of ours or of the system."""
        return all(run.script == "mark" or _UNKNOWN not in _sourced(run) for run in runs(text))

    def _longest(self, line: str, style: _Style, most: int) -> int:
        end = len(line) - 1
        while end > 1 and self.width(line[:end], style[0], bold=style[1]) > most:
            end -= 1
        return end

    def _run_width(self, run: Run, style: _Style) -> int:
        if run.script == "mark":
            return _mark_advance(style[0])
        return sum(font.size(text)[0] for font, text in self._pieces(run, style))

    def _pieces(self, run: Run, style: _Style) -> list[tuple[pygame.Font, str]]:
        """The run cut where the font changes; one piece for nearly every text."""
        return [(self._loaded(source, style, text), text) for source, text in _by_font(run)]

    def _loaded(self, source: str, style: _Style, text: str) -> pygame.Font:
        if source in _FILES:
            return self._font(source, style)
        return self._system_font(source, style[0], right_to_left=ord(text[0]) in _RIGHT_TO_LEFT)

    def _font(self, script: str, style: _Style) -> pygame.Font:
        size, bold = style
        key = (script, size, bold)
        if key not in self._fonts:
            weight = "Bold" if bold else "Regular"
            font = pygame.Font(artwork("fonts", f"{_FILES[script]}-{weight}.ttf"), size)
            if script != "Latn":
                font.set_script(script)  # without it conjuncts and vowel signs are drawn wrong
            self._fonts[key] = font
        return self._fonts[key]

    def _system_font(self, path: str, size: int, *, right_to_left: bool) -> pygame.Font:
        key = (path, size, right_to_left)
        if key not in self._fonts:
            font = pygame.Font(path, size)
            if right_to_left:
                font.set_direction(pygame.DIRECTION_RTL)
            self._fonts[key] = font
        return self._fonts[key]

    def _drawn(self, text: str, style: _Style, colour: Colour, suits: SuitColours | None) -> pygame.Surface:
        size, bold = style
        drawn = [(run, self._pictures(run, style, colour)) for run in runs(text)]
        base, height = round(size * _BASE), self.height(size)
        over = max((_over(picture, base, height) for _, pictures in drawn for picture in pictures), default=0)
        line = pygame.Surface((max(1, self.width(text, size, bold=bold)), height + 2 * over), pygame.SRCALPHA)
        line.fill((*colour, 0))
        x = 0
        for run, pictures in drawn:
            if run.script == "mark":
                _stamp_mark(line, run.text, x, base + over, size, colour, suits)
                x += _mark_advance(size)
            for picture in pictures:
                line.blit(picture.surface, (x, base + over - picture.ascent))
                x += picture.advance
        return line

    def _pictures(self, run: Run, style: _Style, colour: Colour) -> list[_Picture]:
        if run.script == "mark":
            return []
        pieces = self._pieces(run, style)
        return [_Picture(font.render(t, True, colour), font.get_ascent(), font.size(t)[0]) for font, t in pieces]


@dataclass(frozen=True, slots=True)
class _Picture:
    """A rendered piece of a line: its baseline is ``ascent`` pixels below its top."""

    surface: pygame.Surface
    ascent: int
    advance: int


def _over(picture: _Picture, base: int, height: int) -> int:
    """How far the ink sticks out of the usual height: signs over signs in Lao, under conjuncts in Bangla."""
    ink = picture.surface.get_bounding_rect()
    return max(0, picture.ascent - ink.top - base, ink.bottom - picture.ascent - (height - base)) if ink.h else 0


def _mark_advance(size: int) -> int:
    return round(size * (_MARK_SIZE + 0.06))


def _stamp_mark(
    line: pygame.Surface, name: str, x: int, base: int, size: int, colour: Colour, suits: SuitColours | None
) -> None:
    side = max(3, round(size * _MARK_SIZE))
    shade = suits[SUIT_MARKS.index(name)] if suits and name in SUIT_MARKS else colour
    line.blit(mark_surface(name, side, shade), (x + round(size * 0.03), base - round(side * 0.94)))


@cache
def _own(script: str) -> frozenset[int]:
    return covered(str(artwork("fonts", f"{_FILES[script]}-Regular.ttf")))


def _source_of(letter: str, script: str) -> str:
    """The script of ours, the system's file, or `_UNKNOWN`, that has a glyph for a letter."""
    code = ord(letter)
    for ours in (script, "Latn"):
        if ours in _FILES and code in _own(ours):
            return ours
    return next((path for path in _system_files() if code in covered(path)), _UNKNOWN)


def _sourced(run: Run) -> list[str]:
    """For each letter where its glyph is; signs without a glyph of their own stay with the letter before."""
    sources: list[str] = []
    for letter in run.text:
        silent = letter in _SILENT or unicodedata.category(letter) in {"Cf", "Mn", "Sk"}
        source = _source_of(letter, run.script)
        if (letter == " " and sources) or (silent and source == _UNKNOWN):
            source = sources[-1] if sources else (run.script if run.script in _FILES else "Latn")
        sources.append(source)
    return sources


@lru_cache(maxsize=_KEPT)
def _by_font(run: Run) -> tuple[tuple[str, str], ...]:
    """(font's source, text) pieces; what nothing can draw becomes dots, three at most."""
    pieces: list[tuple[str, str]] = []
    for source, pairs in groupby(zip(_sourced(run), run.text, strict=True), key=itemgetter(0)):
        text = "".join(letter for _, letter in pairs)
        known = source != _UNKNOWN
        pieces.append((source, text) if known else ("Latn", _UNKNOWN * min(3, len(text.strip())) or " "))
    return tuple(pieces)


def _cut(text: str, length: int) -> str:
    return text[:length].rstrip() + "\u2026"


def _words(paragraph: str) -> list[str]:
    """Words with the space that follows them."""
    words, word = [], ""
    for letter in paragraph:
        word += letter
        if letter in {" ", _LAO_BREAK}:
            words.append(word)
            word = ""
    return [*words, word] if word else words
