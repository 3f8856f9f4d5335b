"""What was typed cannot be done: the sentence's key and its facts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from lanbridge.text import Fact, Words


@dataclass(frozen=True, slots=True)
class Trouble:
    """A sentence to be said; nothing has changed."""

    key: str
    facts: Mapping[str, Fact] = field(default_factory=dict)

    def said(self, words: Words) -> str:
        """The sentence."""
        return words.say(self.key, **self.facts)


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence that is made already."""

    text: str

    def said(self, words: Words) -> str:  # noqa: ARG002 - asked for like a `Trouble`
        """The sentence."""
        return self.text
