"""A table at which nobody sits yet: the picture of a list without tables."""

from __future__ import annotations

from typing import Final

from lanbridge.ui.layout import Rect
from lanbridge.ui.paint.canvas import Canvas

_HIGH: Final = 120.0
_LEAST_HIGH: Final = 70.0  # lower, it would look like a mistake
_SEAT: Final = 34.0
_GAP: Final = 22.0


def draw_empty_list(canvas: Canvas, frame: Rect, text: str) -> None:
    """A dashed frame, a drawn table where there is room for one, and the text below it."""
    sizes, palette = canvas.theme.sizes, canvas.theme.palette
    canvas.dashes(frame, (*palette.ink, 70), radius=18)
    inner = frame.inset(28, 12)
    lines = canvas.line_height(sizes.body) * len(canvas.lines(text, inner.w, sizes.body))
    words = min(inner.h, lines)
    high = min(_HIGH, inner.h - words - _GAP - _SEAT)
    if high < _LEAST_HIGH:
        canvas.paragraph(text, inner.middle(inner.w, words), sizes.body, colour=palette.ink_soft, align="center")
        return
    block = inner.middle(inner.w, high + _SEAT + _GAP + words)
    _draw_table(canvas, block.top(high + _SEAT).middle(high * 2.1, high))
    canvas.paragraph(text, block.low(words), sizes.body, colour=palette.ink_soft, align="center")


def _draw_table(canvas: Canvas, oval: Rect) -> None:
    """The line of the table and four free seats."""
    palette, (x, y) = canvas.theme.palette, oval.center
    canvas.box(oval, (*palette.plate[:3], 70), radius=oval.h / 2, border=palette.table_line, thickness=2)
    for seat in ((x, oval.y), (oval.right, y), (x, oval.bottom), (oval.x, y)):
        canvas.disc(seat, _SEAT, palette.plate)
        canvas.ring(seat, _SEAT, 2, (*palette.ink, 130))
