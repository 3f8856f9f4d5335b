"""House rules while they are being chosen: any switch may be set; what does not fit together says why. No pygame."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from lanbridge.engine import PRESETS, SWITCHES, InvalidRuleset, Ruleset
from lanbridge.text import Words

PLAYERS: Final = 4


@dataclass(frozen=True, slots=True)
class Draft:
    """A preset and the texts of its switches, as in ``--set``; ``values`` has them all."""

    preset: str
    values: Mapping[str, str]

    @classmethod
    def of(cls, rules: Ruleset) -> Draft:
        """The draft that these rules are."""
        return cls(rules.preset, {name: rules.switch_text(name) for name in SWITCHES})

    @property
    def plain(self) -> Ruleset:
        """The preset without house rules."""
        return PRESETS[self.preset]

    def set(self, name: str, text: str) -> Draft:
        """One switch set."""
        return replace(self, values={**self.values, name: text})

    def rules(self) -> Ruleset:
        """The rules that the draft names.

        Raises:
            InvalidRuleset: they cannot be played.
        """
        return self.plain.changed(**self.values)

    def number(self, name: str) -> int | None:
        """A switch that is a number, None for `none`."""
        return None if self.values[name] == "none" else int(self.values[name])

    @property
    def bonus(self) -> tuple[int, int, int | None] | None:
        """First call, tenths and overtricks of the bonus; None without one."""
        if self.values["bonus"] == "none":
            return None
        call, points, over = self.values["bonus"].split()
        return int(call), int(points), None if over == "none" else int(over)

    @property
    def end(self) -> tuple[str, int]:
        """Kind and amount of the end."""
        kind, _, amount = self.values["end"].partition(" ")
        return kind, int(amount or 0)

    def trouble(self, words: Words) -> str:
        """Why these rules cannot be played, in one sentence; empty when they can."""
        least, most, total = self.number("min_call"), self.number("max_call"), self.number("total_calls")
        if least is not None and most is not None and least > most:
            return words.say("window.switches.calls_crossed", least=least, most=most)
        if total is not None and most is not None and total > PLAYERS * most:
            return words.say("window.switches.total_too_high", count=total, most=PLAYERS * most)
        try:
            self.rules()
        except InvalidRuleset as invalid:
            return words.say("hosting.bad_settings", reason=str(invalid))
        return ""
