"""Names that cannot be told apart at a glance: other alphabets' letters, capitals, and the digits 0 and 1."""

from __future__ import annotations

from typing import Final

from .names import clean_name

_CYRILLIC: Final = (
    "\u0430\u0432\u0435\u0451\u0437\u0456\u043a\u043c\u043d\u043e\u0440\u0441"
    "\u0442\u0443\u0445\u0455\u0458\u04bb\u0501\u051b\u051d\u043f\u04af"
)
_AS_LATIN: Final = "abee3ikmhopctyxsjhdqwny"
"""The letters whose small or capital form is that of a Latin one, in the same order."""

_GREEK: Final = "\u03b1\u03b2\u03b3\u03b5\u03b7\u03b9\u03ba\u03bd\u03bf\u03c1\u03c4\u03c5\u03c7\u03c9\u03f2"
_AS_LATIN_TOO: Final = "abyenikvoptuxwc"

_ONE_STROKE: Final = "i1|!\u0131"
_LETTERS: Final = str.maketrans(_CYRILLIC + _GREEK, _AS_LATIN + _AS_LATIN_TOO)
_STROKES: Final = str.maketrans(_ONE_STROKE + "0", "l" * len(_ONE_STROKE) + "o")


def look(name: str) -> str:
    r"""What is left of a name at a glance: two names of one look need a mark beside them.

    >>> look("Rafi") == look("R\u0410FI") == look("Raf1")
    True
    """
    return clean_name(name).casefold().translate(_LETTERS).translate(_STROKES)
