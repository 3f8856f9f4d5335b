"""What can be pressed round the table: the bar above, and the pills beside my plate; and cards drawn ahead of use."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from lanbridge.engine import PACK
from lanbridge.ui.inputs import Back, Input, Move, Next, Press
from lanbridge.ui.layout import ME, Rect, TableLayout
from lanbridge.ui.paint.canvas import Canvas
from lanbridge.ui.paint.table import warm
from lanbridge.ui.table_pills import Pill, pill_row
from lanbridge.ui.widgets import FocusGroup

_EDGE: Final = 20.0
_TALL: Final = 40.0  # a finger's width
_TITLE_SHARE: Final = 0.34  # of the bar's left half, at most


class Controls:
    """Pills in groups; laid out anew when what they say has changed."""

    def __init__(self, announce: Callable[[str], None] | None = None) -> None:
        self.group = FocusGroup(announce=announce)
        self.title = ""
        self._title_rect = Rect(0, 0, 0, 0)
        self._said: object = None
        self._warmed = 0

    def lay_out(
        self,
        canvas: Canvas,
        layout: TableLayout,
        title: str,
        left: Sequence[Pill],
        right: Sequence[Pill],
        beside: Sequence[Pill],
    ) -> None:
        """Bar left, bar right, and beside my plate (from the plate outwards)."""
        said = (canvas, layout, title, tuple(left), tuple(right), tuple(beside))
        if said == self._said:
            return
        self._said, self.title = said, title
        sizes = canvas.theme.sizes
        width = min(canvas.text_width(title, sizes.label, bold=True) + 2, layout.bar_left.w * _TITLE_SHARE)
        self._title_rect = layout.bar_left.left_part(width)
        plate = layout.plates[ME]
        tall = min(plate.h, canvas.screen.grown(_TALL, 0.4))
        strip = Rect(_EDGE, plate.bottom - tall, plate.x - 18 - _EDGE, tall)
        first = pill_row(canvas, layout.bar_left.beside(width + 14), left, from_right=False)
        end = first[-1].rect.right if first else layout.bar_left.x + width
        bar = layout.bar_right
        wide = max(bar.w, bar.right - end - _EDGE)  # what the left half does not need
        room = Rect(bar.right - wide, bar.y, wide, bar.h)
        second = pill_row(canvas, room, right, from_right=True)
        self.group.replace([*first, *second, *pill_row(canvas, strip, beside, from_right=True)])

    def take(self, given: Input) -> bool:
        """True when a pill took it."""
        return self.group.take(given)

    def travels(self, given: Input) -> bool:
        """The keyboard's way to the pills: Shift and Tab, or up; Escape and down lead back to the cards."""
        if self.group.focused is None:
            if given not in {Next(-1), Move(0, -1)}:
                return False
            self.group.by_keyboard = True
            self.group.focus(next(iter(self.group.order[::-1]), None))
            return self.group.focused is not None
        if given in {Back(), Move(0, 1)}:
            self.group.focused = None
            return True
        return isinstance(given, Next | Move | Press) and self.group.take(given)

    def paint(self, canvas: Canvas) -> None:
        """Title and pills."""
        canvas.text(self.title, self._title_rect, canvas.theme.sizes.label, bold=True)
        self.group.paint(canvas)

    def cold(self) -> None:
        """Cards have another size now."""
        self._warmed = 0
        self._said = None

    def warm(self, canvas: Canvas, layout: TableLayout) -> None:
        """Draw one card of the pack ahead of its use, while nothing moves: then a deal is smooth."""
        if self._warmed <= len(PACK):
            card = PACK[self._warmed - 1] if self._warmed else None
            warm(canvas, layout, card)
            self._warmed += 1
