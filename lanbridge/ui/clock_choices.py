"""Seconds to choose from, each in words; what was set otherwise is among them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from lanbridge.text import Words

CLOCKS: Final = (None, 10, 15, 20, 30, 45, 60, 90, 120)
GRACES: Final = (0, 5, 10, 15, 30, 60, 120, 300)
PACES: Final = (None, 3, 5, 8, 12, 20, 30)
DEALS: Final = (None, 1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20)


def offered(choices: Sequence[int | None], present: int | None) -> list[int | None]:
    """The choices in order, with the present one among them."""
    return sorted({*choices, present}, key=lambda value: (value is not None, value or 0))


def clock_options(words: Words, present: int | None) -> tuple[list[int | None], list[str]]:
    """The turn clocks and what each is called."""
    seconds = offered(CLOCKS, present)
    return seconds, [seconds_words(words, value, "window.host.no_clock") for value in seconds]


def seconds_words(words: Words, seconds: int | None, none_key: str) -> str:
    """So many seconds; ``none_key`` says what no limit is called."""
    return words.say(none_key) if seconds is None else words.say("window.host.seconds", count=seconds)
