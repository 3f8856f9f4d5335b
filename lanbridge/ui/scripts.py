"""Which letters belong to which script: text is drawn in runs, each with the font that can shape it. No pygame."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import Literal, TypeAlias

from lanbridge.ui.marks import INLINE_MARKS

Script: TypeAlias = Literal["Latn", "Beng", "Deva", "Laoo", "mark", "other"]

_BLOCKS: tuple[tuple[int, int, Script], ...] = (
    (0x0000, 0x024F, "Latn"),
    (0x0250, 0x02FF, "other"),
    (0x0300, 0x036F, "Latn"),  # combining accents stay with their letter
    (0x0900, 0x097F, "Deva"),
    (0x0980, 0x09FF, "Beng"),
    (0x0E80, 0x0EFF, "Laoo"),
    (0x1E00, 0x1EFF, "Latn"),
    (0x2000, 0x2027, "Latn"),
    (0x2030, 0x205E, "Latn"),
    (0x20A0, 0x20BF, "Latn"),
)
_JOINERS = "\u200c\u200d"  # shape Indic letters; never end a run
_DROPPED = "\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\ufe0e\ufe0f\ufeff\u00ad"  # direction and variant marks
_REPLACED = {"\u2212": "-", "\u00a0": " ", "\u202f": " ", "\u2011": "-", "\t": " "}
_DANDAS = "\u0964\u0965"  # full stops of Devanagari that Bengali uses too


@dataclass(frozen=True, slots=True)
class Run:
    """Neighbouring letters of one script; a mark's text is the name of the mark."""

    script: Script
    text: str


def script_of(letter: str) -> Script | None:
    """The script of one character; None for those that go with any (digits, spaces, points)."""
    if letter in INLINE_MARKS:
        return "mark"
    if letter in _JOINERS:
        return None
    code = ord(letter)
    for first, last, script in _BLOCKS:
        if first <= code <= last:
            return None if script == "Latn" and not letter.isalpha() else script
    return "other"


def cleaned(text: str) -> str:
    """Text as it is drawn: composed, one line, without invisible direction marks, '-' for the minus sign."""
    composed = unicodedata.normalize("NFC", text)
    kept = (_REPLACED.get(c, c) for c in composed if c not in _DROPPED)
    return "".join(c for c in kept if c >= " " and c != "\x7f")


def runs(text: str) -> tuple[Run, ...]:
    """The runs of a line in order. Letters of no script go with the run before them, at the start with the next."""
    done: list[Run] = []
    script: Script | None = None
    held = ""
    for letter in cleaned(text):
        mine = "Beng" if letter in _DANDAS and script == "Beng" else script_of(letter)
        if mine == "mark":
            if held:
                done.append(Run(script or "Latn", held))
            done.append(Run("mark", INLINE_MARKS[letter]))
            script, held = None, ""
        elif mine is None or mine == script or script is None:
            script, held = mine or script, held + letter
        else:
            done.append(Run(script, held))
            script, held = mine, letter
    if held:
        done.append(Run(script or "Latn", held))
    return tuple(done)


def initials(name: str, fallback: str = "?") -> str:
    """One or two characters for a badge: the first letter of the name, with its vowel signs."""
    for start, letter in enumerate(cleaned(name)):
        if letter.isalnum() and script_of(letter) not in {"mark", "other"}:
            return _cluster(cleaned(name)[start:]).upper()
    return fallback


def _cluster(text: str) -> str:
    """The first letter with the combining signs that follow it."""
    end = 1
    while end < len(text) and unicodedata.category(text[end]).startswith("M"):
        end += 1
    lone_virama = unicodedata.combining(text[end - 1]) == 9  # noqa: PLR2004 Unicode's class of viramas
    return text[: end - 1] if lone_virama and end > 1 else text[:end]
