"""Names of players and tables as everybody sees them: no invisible, turned or stacked characters, never too long."""

from __future__ import annotations

import unicodedata
from typing import Final, Literal

from .message_words import TEXT_CHARACTERS

NAME_CHARACTERS: Final = 32
"""Longest name of a player or a table, in characters: fits a seat plate and, as UTF-8, a TXT item."""

MOST_MARKS: Final = 4
"""Signs on one letter: more than any living script needs, few enough not to run over the lines above and below."""

_LONGEST_READ: Final = 4096
"""Characters looked at: a name that long is already cut a hundred times over."""

_JOINERS: Final = "\u200c\u200d"
"""Zero-width joiners: they shape Indic letters and join emoji, and are invisible elsewhere."""

_BLANK_LETTERS: Final = frozenset("\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters that draw nothing."""

_SPACES: Final = frozenset({"Zs", "Zl", "Zp", "Cc"})
_DROPPED: Final = frozenset({"Cf", "Cn", "Co", "Cs"})
_INDIC: Final = range(0x0900, 0x0E00)


def clean_name(text: str) -> str:
    r"""The name as it may be shown: NFKC, single spaces, nothing invisible, at most `NAME_CHARACTERS`; may be empty.

    Cleaning a clean name changes nothing.

    >>> clean_name("  Ra\u202efi\u200b ")
    'Rafi'
    """
    return _cleaned(text, "NFKC", NAME_CHARACTERS)


def clean_line(text: str) -> str:
    r"""A line of chat as it may be shown: one line, nothing invisible or turned, at most `TEXT_CHARACTERS`.

    Letters stay as they were typed (NFC), since nobody is recognised by them.

    >>> clean_line("well\nplayed \u202e\x1b[31m!")
    'well played [31m!'
    """
    return _cleaned(text, "NFC", TEXT_CHARACTERS)


def _cleaned(text: str, form: Literal["NFC", "NFKC"], longest: int) -> str:
    line = _cleaned_once(text[:_LONGEST_READ], form, longest)
    while (again := _cleaned_once(line, form, longest)) != line:
        line = again  # what is taken away may let its neighbours join; it only gets shorter
    return line


def _cleaned_once(text: str, form: Literal["NFC", "NFKC"], longest: int) -> str:
    visible = _visible(unicodedata.normalize(form, text))
    return _bounded(" ".join(_with_few_marks(_with_useful_joiners(visible)).split()), longest)


def _visible(text: str) -> str:
    return "".join(" " if _is_space(letter) else letter for letter in text if not _is_dropped(letter))


def _is_space(letter: str) -> bool:
    return unicodedata.category(letter) in _SPACES


def _is_dropped(letter: str) -> bool:
    if letter in _JOINERS:
        return False
    return unicodedata.category(letter) in _DROPPED or letter in _BLANK_LETTERS or _is_variant_sign(letter)


def _is_variant_sign(letter: str) -> bool:
    return "\ufe00" <= letter <= "\ufe0f" or "\U000e0100" <= letter <= "\U000e01ef" or "\u180b" <= letter <= "\u180f"


def _with_useful_joiners(text: str) -> str:
    kept: list[str] = []
    for place, letter in enumerate(text):
        following = text[place + 1 : place + 2]
        if letter not in _JOINERS or (kept and following and _joins(kept[-1], following)):
            kept.append(letter)
    return "".join(kept)


def _joins(before: str, after: str) -> bool:
    """Whether a joiner between these two shows: within an Indic word or between emoji."""
    if ord(before) in _INDIC and ord(after) in _INDIC:
        return True
    return unicodedata.category(before) in {"So", "Sk"} and unicodedata.category(after) == "So"


def _with_few_marks(text: str) -> str:
    kept: list[str] = []
    marks = MOST_MARKS  # a mark with no letter before it would sit on its neighbour in a sentence
    for letter in text:
        bare = MOST_MARKS if letter == " " else 0
        marks = marks + 1 if unicodedata.category(letter).startswith("M") else bare
        if marks <= MOST_MARKS:
            kept.append(letter)
    return "".join(kept)


def _bounded(text: str, longest: int) -> str:
    return text[:longest].rstrip(" " + _JOINERS)
