"""The house switches as rows of a form, each with a plain word for its label and a sentence on what it means."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from lanbridge.engine import Redeal
from lanbridge.text import Words
from lanbridge.ui.layout import Rect
from lanbridge.ui.rules_draft import PLAYERS, Draft
from lanbridge.ui.widgets import Choice, Stepper, Toggle, Widget

Changed = Callable[[Draft], None]

_CALLS: Final = (1, 13)
_MOST_OVER: Final = 12
_FIXED: Final = {
    "direction": ("ccw", "cw"),
    "head": ("none", "if_can_win"),
    "void": ("must_win", "any_spade", "optional"),
    "cannot_win": ("free", "must_waste"),
    "fail": ("minus_call", "minus_shortfall", "zero"),
}
_ENDS: Final = ("open", "deals", "target")
_FIRST_DEALS: Final = 5
_MOST_DEALS: Final = 50
_STEPS_TO_TARGET: Final = 40


@dataclass(frozen=True, slots=True)
class SwitchRow:
    """One row: which switch it sets (for its sentence), and how the widget is made for a place."""

    switch: str
    make: Callable[[Rect], Widget]


def switch_rows(words: Words, draft: Draft, changed: Changed) -> list[SwitchRow]:
    """All rows in the order in which a deal goes: calls, play, points, end, redeals."""
    told = _Rows(words, draft, changed)
    rows = [
        told.number("min_call", _CALLS),
        told.number("max_call", _CALLS),
        told.optional("total_calls", PLAYERS * 13),
        told.choice("head"),
        told.choice("void"),
    ]
    if draft.values["void"] == "must_win":
        rows.append(told.choice("cannot_win"))
    rows += [told.optional("over_max", _MOST_OVER, from_zero=True), told.per_over(), *told.bonus(), told.choice("fail")]
    rows += [*told.end(), told.choice("direction"), *told.redeals()]
    return rows


class _Rows:
    """Makes the rows of one draft."""

    def __init__(self, words: Words, draft: Draft, changed: Changed) -> None:
        self._words, self._draft, self._changed = words, draft, changed

    def _say(self, key: str, **facts: str | int) -> str:
        return self._words.say(f"window.switches.{key}", **facts)

    def _set(self, name: str, text: str) -> None:
        self._changed(self._draft.set(name, text))

    def choice(self, name: str) -> SwitchRow:
        """One of a few words."""
        values = _FIXED[name]
        labels = [self._say(f"{name}.{value}") for value in values]
        index = values.index(self._draft.values[name])
        label = self._say(f"{name}.label")
        return SwitchRow(name, lambda r: Choice(r, label, labels, index, lambda n: self._set(name, values[n])))

    def number(self, name: str, ends: tuple[int, int]) -> SwitchRow:
        """A number."""
        value, label = self._draft.number(name) or ends[0], self._say(f"{name}.label")
        shown = self._words.number
        return SwitchRow(name, lambda r: Stepper(r, label, value, ends, self._whole(name), shown=shown))

    def _whole(self, name: str) -> Callable[[int], None]:
        return lambda value: self._set(name, str(value))

    def optional(self, name: str, most: int, *, from_zero: bool = False) -> SwitchRow:
        """A number or none; one step below the least number is none."""
        none = -1 if from_zero else 0
        number, label = self._draft.number(name), self._say(f"{name}.label")
        value = none if number is None else number

        def shown(value: int) -> str:
            return self._say(f"{name}.none") if value == none else self._words.number(value)

        def set_to(value: int) -> None:
            self._set(name, "none" if value == none else str(value))

        return SwitchRow(name, lambda r: Stepper(r, label, value, (none, most), set_to, shown=shown))

    def per_over(self) -> SwitchRow:
        """Tenths for an overtrick: nothing, a tenth of a trick's worth, or what is set."""
        per_call = self._draft.plain.per_call
        now = self._draft.number("per_over") or 0
        values = sorted({0, per_call // 10, per_call // 2, per_call, now})
        labels = [self._words.points(v, self._draft.plain) if v else self._say("per_over.none") for v in values]
        label, index = self._say("per_over.label"), values.index(now)
        pick = self._picked("per_over", [str(value) for value in values])
        return SwitchRow("per_over", lambda r: Choice(r, label, labels, index, pick))

    def _picked(self, name: str, texts: Sequence[str]) -> Callable[[int], None]:
        return lambda n: self._set(name, texts[n])

    def bonus(self) -> list[SwitchRow]:
        """From which call, how much, with how many overtricks; only the first row without a bonus."""
        bonus, label = self._draft.bonus, self._say("bonus.label")
        per_call = self._draft.plain.per_call
        call, points, over = bonus or (0, 13 * per_call, 1)

        def shown(value: int) -> str:
            return self._say("bonus.from", call=value) if value else self._say("bonus.none")

        def from_call(value: int) -> None:
            self._set("bonus", _bonus_text(value, points, over) if value else "none")

        rows = [SwitchRow("bonus", lambda r: Stepper(r, label, call, (0, 13), from_call, shown=shown))]
        return (
            rows
            if bonus is None
            else [*rows, self._bonus_points(call, points, over), self._bonus_over(call, points, over)]
        )

    def _bonus_points(self, call: int, points: int, over: int | None) -> SwitchRow:
        per_call, label = self._draft.plain.per_call, self._say("bonus.points")

        def change(value: int) -> None:
            self._set("bonus", _bonus_text(call, value * per_call, over))

        def shown(value: int) -> str:
            return self._words.points(value * per_call, self._draft.plain)

        value = max(1, round(points / per_call))
        return SwitchRow("bonus", lambda r: Stepper(r, label, value, (1, 50), change, shown=shown))

    def _bonus_over(self, call: int, points: int, over: int | None) -> SwitchRow:
        label = self._say("bonus.over")

        def change(value: int) -> None:
            self._set("bonus", _bonus_text(call, points, None if value < 0 else value))

        def shown(value: int) -> str:
            return self._say("over_max.none") if value < 0 else self._words.number(value)

        value = -1 if over is None else over
        return SwitchRow("bonus", lambda r: Stepper(r, label, value, (-1, _MOST_OVER), change, shown=shown))

    def end(self) -> list[SwitchRow]:
        """How the match ends, and after how many deals or points."""
        kind, amount = self._draft.end
        per_call = self._draft.plain.per_call
        texts = {"open": "open", "deals": f"deals {_FIRST_DEALS}", "target": f"target {30 * per_call}"}
        labels = [self._say(f"end.{name}") for name in _ENDS]
        label = self._say("end.label")
        pick = self._picked("end", [texts[name] for name in _ENDS])
        rows = [SwitchRow("end", lambda r: Choice(r, label, labels, _ENDS.index(kind), pick))]
        if kind == "deals":
            deals, change = self._say("end.how_many"), lambda value: self._set("end", f"deals {value}")
            show = self._words.number
            rows.append(SwitchRow("end", lambda r: Stepper(r, deals, amount, (1, _MOST_DEALS), change, shown=show)))
        elif kind == "target":
            rows.append(self._target(amount))
        return rows

    def _target(self, amount: int) -> SwitchRow:
        step, label = 5 * self._draft.plain.per_call, self._say("end.points")

        def change(value: int) -> None:
            self._set("end", f"target {value * step}")

        def shown(value: int) -> str:
            return self._words.points(value * step, self._draft.plain)

        value = max(1, round(amount / step))
        return SwitchRow("end", lambda r: Stepper(r, label, value, (1, _STEPS_TO_TARGET), change, shown=shown))

    def redeals(self) -> list[SwitchRow]:
        """The three hands that are dealt again."""
        return [SwitchRow("redeals", partial(self._redeal, redeal)) for redeal in Redeal]

    def _redeal(self, redeal: Redeal, rect: Rect) -> Widget:
        present = {part for part in self._draft.values["redeals"].split(",") if part != "none"}

        def change(on: bool) -> None:  # noqa: FBT001 - a toggle's answer
            kept = present | {str(redeal)} if on else present - {str(redeal)}
            self._set("redeals", ",".join(sorted(kept)) or "none")

        label = self._say(f"redeals.{redeal}")
        words = self._words.say("window.settings.off"), self._words.say("window.settings.on")
        return Toggle(rect, label, change, on=str(redeal) in present, words=words)


def _bonus_text(call: int, points: int, over: int | None) -> str:
    return f"{call} {points} {'none' if over is None else over}"
