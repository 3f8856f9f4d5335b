"""Choosing a call by digits, arrows or pointer. No pygame."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from lanbridge.engine import Ruleset

_TYPED_TOGETHER: Final = 1.2  # seconds between two digits of one number
_TWO_DIGITS: Final = 10


@dataclass(frozen=True, slots=True)
class CallChoice:
    """The calls from ``least`` to ``most``; ``chosen`` is None until the player has chosen.

    ``typed`` is the digit typed last, at ``typed_at``, in case a second one follows.
    """

    least: int
    most: int
    chosen: int | None = None
    typed: int = 0
    typed_at: float = float("-inf")

    @classmethod
    def under(cls, rules: Ruleset) -> CallChoice:
        """Nothing chosen yet."""
        return cls(rules.min_call, rules.max_call)

    @property
    def calls(self) -> range:
        """All calls."""
        return range(self.least, self.most + 1)

    def choose(self, call: int) -> CallChoice:
        """This call, if it is one."""
        return replace(self, chosen=call, typed=0) if call in self.calls else self

    def step(self, step: int) -> CallChoice:
        """The next call up or down; from nothing, the lowest or highest."""
        if self.chosen is None:
            return self.choose(self.least if step > 0 else self.most)
        return self.choose(max(self.least, min(self.most, self.chosen + step)))

    def digit(self, value: int, now: float) -> CallChoice:
        """A digit was typed: 1 and then 2 is 12; a lone 1 that is no call means 10 until then."""
        two = self.typed * _TWO_DIGITS + value
        if self.typed and now - self.typed_at < _TYPED_TOGETHER and two in self.calls:
            return self.choose(two)
        call = value if value in self.calls else value * _TWO_DIGITS
        return replace(self.choose(call), typed=value, typed_at=now)
