"""A row of the lobby's list: the table's name and facts, how far it is, and what pressing it does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from lanbridge.ui.inputs import Click, Input, Press
from lanbridge.ui.layout import Rect
from lanbridge.ui.lobby_rows import SEATS_IN_ALL, Act, Row
from lanbridge.ui.paint.canvas import Canvas
from lanbridge.ui.paint.pieces import draw_tag
from lanbridge.ui.theme import mixed
from lanbridge.ui.widgets import Button, Light, Widget

_RADIUS: Final = 16.0
_EDGE: Final = 22.0
_SEAT: Final = 9.0  # a seat's dot, logical units
_CROSS: Final = 44.0
_LEAST_SIZE: Final = 0.8  # of the size that was asked for
_WORDS_SHARE: Final = 0.52  # of a row at least is for the name; distance and seats give way where text is large


class TableRow(Widget):
    """Pressed as a whole; a second, smaller button lies on it (`second_button`)."""

    def __init__(self, rect: Rect, row: Row, on_press: Callable[[Row, Act], None]) -> None:
        parts = (row.title, row.tag, row.subtitle, row.action)
        super().__init__(rect, ", ".join(part for part in parts if part))
        self.row, self._on_press = row, on_press
        self._reserved = 0.0

    def second_button(self, canvas: Canvas) -> Button | None:
        """What else can be done with this table, to be drawn on the row."""
        row = self.row
        if row.second is Act.NOTHING:
            return None
        forgets = row.second is Act.FORGET  # a cross says it, too, and leaves room for the name
        width = canvas.text_width(row.second_action, canvas.theme.sizes.label) + 30 if not forgets else _CROSS
        tall = min(self.rect.h - 16, canvas.screen.grown(42, 0.4))
        right = self.rect.right - _EDGE - self._action_width(canvas) - 6
        place = Rect(right - width, self.rect.center[1] - tall / 2, width, tall)
        self._reserved = width + 6
        name = f"{row.second_action}: {row.title}"
        text, mark = ("", "cross") if forgets else (row.second_action, "")
        return Button(place, text, lambda: self._on_press(row, row.second), kind="quiet", name=name, mark=mark)

    def take(self, given: Input) -> bool:
        """Pressed as a whole."""
        if not isinstance(given, Click | Press):
            return False
        self._on_press(self.row, self.row.act)
        return True

    def _action_width(self, canvas: Canvas) -> float:
        return canvas.text_width(self.row.action, canvas.theme.sizes.label, bold=True) + 44

    def paint(self, canvas: Canvas, light: Light) -> None:
        """Two lines at the left; distance and action at the right."""
        palette, lit = canvas.theme.palette, light.hovered is self or light.focused is self
        canvas.box(self.rect, palette.plate, radius=_RADIUS)
        if (lit or self.row.promised) and self.row.act is not Act.NOTHING:
            canvas.box(self.rect, (*mixed(palette.felt_light, palette.ink, 0.2), 110), radius=_RADIUS)
        if self.row.promised:
            canvas.outline(self.rect, palette.gold, radius=_RADIUS, thickness=1.6)
        inner = self.rect.inset(_EDGE, 8)
        right = self._paint_right(canvas, inner, lit=lit or self.row.promised)
        self._paint_words(canvas, Rect(inner.x, inner.y, right - inner.x - 14, inner.h))
        self.ring(canvas, light, _RADIUS)

    def _paint_right(self, canvas: Canvas, inner: Rect, *, lit: bool) -> float:
        row, sizes, palette = self.row, canvas.theme.sizes, canvas.theme.palette
        width, tall = self._action_width(canvas), min(inner.h, canvas.screen.grown(42, 0.4))
        place = Rect(inner.right - width, inner.center[1] - tall / 2, width, tall)
        if row.act is Act.NOTHING:
            canvas.text(row.action, place, sizes.label, colour=palette.ink_soft, align="right")
        else:
            canvas.box(place, palette.gold if lit else palette.quiet, radius=tall / 2)
            ink = palette.on_gold if lit else palette.ink
            canvas.text(row.action, place.inset(8, 0), sizes.label, colour=ink, bold=True, align="center")
        right = place.x - self._reserved
        words_end = self.rect.x + self.rect.w * _WORDS_SHARE
        wide = canvas.text_width(row.note, sizes.label) + 2
        if row.note and right - 16 - wide > words_end:
            note = Rect(right - 16 - wide, inner.y, wide, inner.h)
            canvas.text(row.note, note, sizes.label, colour=palette.ink_soft, align="right")
            right = note.x
        seats = canvas.screen.grown(_SEAT, 0.3) * 1.6 * SEATS_IN_ALL + 20
        return self._paint_seats(canvas, right) if row.taken is not None and right - seats > words_end else right

    def _paint_seats(self, canvas: Canvas, right: float) -> float:
        """Four dots: those taken by people are filled."""
        palette, size = canvas.theme.palette, canvas.screen.grown(_SEAT, 0.3)
        left = right - 20 - SEATS_IN_ALL * size * 1.6
        for n in range(SEATS_IN_ALL):
            center = left + size / 2 + n * size * 1.6, self.rect.center[1]
            if n < (self.row.taken or 0):
                canvas.disc(center, size, palette.good)
            else:
                canvas.ring(center, size, 1.3, (*palette.ink, 130))
        return left

    def _paint_words(self, canvas: Canvas, room: Rect) -> None:
        row, sizes, palette = self.row, canvas.theme.sizes, canvas.theme.palette
        upper, lower = canvas.line_height(sizes.body + 2), canvas.line_height(sizes.label)
        fit = min(1.0, room.h / (upper + lower))
        block = room.middle(room.w, (upper + lower) * fit)
        head = block.top(upper * fit)
        tag = canvas.text_width(row.tag, sizes.small - 2, bold=True) + 14 if row.tag else 0.0
        lock = head.h * 0.62 if row.locked else 0.0
        extra = (tag + 10 if tag else 0) + (lock + 8 if lock else 0)
        room = head.left_part(max(40, head.w - extra))
        x = canvas.text(
            _cut(canvas, row.title, sizes.body + 2, room.w, bold=True), room, sizes.body + 2, bold=True
        ).right
        if lock:
            canvas.mark("lock", Rect(x + 8, head.y, lock, head.h).inset(0, head.h * 0.16), palette.ink_soft)
            x += lock + 8
        if tag:
            draw_tag(canvas, Rect(x + 10, head.y + head.h * 0.14, tag, head.h * 0.72), row.tag)
        facts = _cut(canvas, row.subtitle, sizes.label, block.w)
        canvas.text(facts, block.low(lower * fit), sizes.label, colour=palette.ink_soft)


def _cut(canvas: Canvas, text: str, size: float, width: float, *, bold: bool = False) -> str:
    """What is too long is set a little smaller, then cut: never so small that none of it can be read."""
    least = round(canvas.size_px(size) * _LEAST_SIZE)
    return canvas.fonts.shortened(text, least, round(width * canvas.screen.scale), bold=bold)
