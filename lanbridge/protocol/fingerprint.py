"""A certificate's fingerprint as four words, which two people can compare by reading them out."""

from __future__ import annotations

from typing import Final

from .word_list import WORDS

SHOWN_WORDS: Final = 4
_BITS_A_WORD: Final = 11


def fingerprint_words(fingerprint: bytes) -> tuple[str, ...]:
    """The first 44 bits of the fingerprint as four words, eleven bits each, the highest bits first.

    >>> fingerprint_words(bytes(32))
    ('abandon', 'abandon', 'abandon', 'abandon')
    """
    number = int.from_bytes(fingerprint, "big") >> (8 * len(fingerprint) - SHOWN_WORDS * _BITS_A_WORD)
    shifts = range((SHOWN_WORDS - 1) * _BITS_A_WORD, -1, -_BITS_A_WORD)
    return tuple(WORDS[number >> shift & (len(WORDS) - 1)] for shift in shifts)
