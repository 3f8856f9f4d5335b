"""Which sentence is spoken next, and what a key press cuts off. A value; no thread, no clock, no voice.

There are two kinds. News (what happens at the table) wait their turn and are not lost. Answers (what a key has chosen)
go first, and the next key press makes them stale: whoever walks through a hand hears the card they are at.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

VOICE_VARIABLE: Final = "LANBRIDGE_VOICE"
"""``console`` prints every sentence instead of speaking it; ``none`` is silence."""
MOST_NEWS: Final = 24
"""Sentences that wait; a slow voice drops the oldest, and one key tells how the table stands."""
MOST_ANSWERS: Final = 6
"""Sentences of one key press, such as a panel's heading and the button in it."""


@dataclass(frozen=True, slots=True)
class Saying:
    """A sentence and its language."""

    text: str
    language: str
    answer: bool = False


@dataclass(frozen=True, slots=True)
class Waiting:
    """What is being said, and what waits: answers before news."""

    now: Saying | None = None
    answers: tuple[Saying, ...] = ()
    news: tuple[Saying, ...] = ()

    def told(self, saying: Saying) -> Waiting:
        """One more sentence."""
        if saying.answer:
            return replace(self, answers=(*self.answers, saying)[-MOST_ANSWERS:])
        return replace(self, news=(*self.news, saying)[-MOST_NEWS:])

    def pressed(self) -> Waiting:
        """A key: answers to the one before are stale; news that are cut off are said again from their start."""
        cut = (self.now,) if self.now is not None and not self.now.answer else ()
        return Waiting(None, (), (*cut, *self.news)[-MOST_NEWS:])

    def next(self) -> Waiting:
        """What was said has been said; the next sentence is ``now``, None when nothing waits."""
        if self.answers:
            return replace(self, now=self.answers[0], answers=self.answers[1:])
        if self.news:
            return replace(self, now=self.news[0], news=self.news[1:])
        return replace(self, now=None)
