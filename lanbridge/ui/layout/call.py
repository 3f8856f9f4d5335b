"""The panel of calls: one row of keys (two where text is large), what the chosen call means, hint and confirm."""

from __future__ import annotations

from dataclasses import dataclass

from lanbridge.ui.layout.rect import Rect
from lanbridge.ui.layout.screen import Screen
from lanbridge.ui.layout.table import ME, TableLayout

_PAD = 16.0
_GAP = 6.0
_LEAST_KEY = 38.0  # logical units; narrower keys go to two rows


@dataclass(frozen=True, slots=True)
class CallLayout:
    """The panel's parts; keys in the order of the calls."""

    panel: Rect
    heading: Rect | None  # None where text is so large that the sentence takes its place
    keys: tuple[Rect, ...]
    sentence: Rect
    hint: Rect
    confirm: Rect

    def parts(self) -> dict[str, Rect]:
        """The rectangles that must not overlap each other, by name."""
        named = {f"key {n}": rect for n, rect in enumerate(self.keys)}
        if self.heading is not None:
            named["heading"] = self.heading
        return named | {"sentence": self.sentence, "hint": self.hint, "confirm": self.confirm}


def call_layout(screen: Screen, table: TableLayout, count: int) -> CallLayout:
    """The panel for `count` possible calls (1-13), in the free middle of the table.

    It covers the message line: the sentence in it takes that place while a call is due.
    """
    room = Rect(table.middle.x, table.middle.y, table.middle.w, table.plates[ME].y - 8 - table.middle.y)
    width = min(room.w, screen.grown(660, 0.4))
    rows = 1 if _key_width(width, count, screen) >= screen.grown(_LEAST_KEY, 0.4) else 2
    heading, key = screen.grown(34, 0.25), screen.grown(56, 0.0) if rows == 1 else 48.0
    line, button = screen.grown(26, 0.8), screen.grown(44, 0.25)
    keys_height = rows * key + (rows - 1) * _GAP
    apart = _PAD * 2 + heading + _GAP + keys_height + _GAP + line + _GAP + button
    together = apart > room.h
    if together:
        key = min(key, (room.h - 12 - heading - button - (rows + 1) * _GAP) / rows)
        keys_height = rows * key + (rows - 1) * _GAP
    height = min(room.h, _PAD * 2 + heading + keys_height + button + 2 * _GAP) if together else apart
    panel = room.middle(width, height)
    inner = panel.inset(_PAD, min(_PAD, (height - heading - keys_height - button - 2 * _GAP) / 2))
    keys_area = inner.below(heading + _GAP).top(keys_height)
    foot = inner.low(button)
    action = screen.grown(132, 0.3)
    confirm, hint = foot.right_part(action), foot.left_part(action)
    keys = _keys(keys_area, count, rows)
    if together:
        return CallLayout(panel, None, keys, inner.top(heading), hint, confirm)
    sentence = Rect(inner.x, keys_area.bottom + _GAP, inner.w, line)
    return CallLayout(panel, inner.top(heading), keys, sentence, hint, confirm)


def _key_width(width: float, count: int, screen: Screen) -> float:
    return min(screen.grown(58, 0.3), (width - 2 * _PAD - _GAP * (count - 1)) / count)


def _keys(area: Rect, count: int, rows: int) -> tuple[Rect, ...]:
    per_row = -(-count // rows)
    width = min(62.0, (area.w - _GAP * (per_row - 1)) / per_row)
    keys: list[Rect] = []
    for n, row in enumerate(area.rows(rows, _GAP)):
        here = min(per_row, count - n * per_row)
        keys += row.middle(here * width + (here - 1) * _GAP, row.h).columns(here, _GAP)
    return tuple(keys)
