"""A seat of the waiting room as something to press: a person's plate, or a free place."""

from __future__ import annotations

from collections.abc import Callable

from lanbridge.ui.inputs import Click, Input, Press
from lanbridge.ui.layout import Rect
from lanbridge.ui.paint.canvas import Canvas
from lanbridge.ui.paint.pieces import SeatFace, draw_free_seat, draw_seat
from lanbridge.ui.widgets import Light, Widget


class SeatPlate(Widget):
    """``face`` is who sits here, None for nobody, then ``free`` is shown; without ``on_press`` it is only seen."""

    def __init__(
        self, rect: Rect, name: str, face: SeatFace | None, free: str, on_press: Callable[[], None] | None
    ) -> None:
        super().__init__(rect, name)
        self.face, self.free, self._on_press = face, free, on_press
        self.enabled = on_press is not None

    def take(self, given: Input) -> bool:
        """Pressed."""
        if not isinstance(given, Click | Press) or self._on_press is None:
            return False
        self._on_press()
        return True

    def paint(self, canvas: Canvas, light: Light) -> None:
        """The plate, or the dashes of a free place."""
        lit = light.hovered is self and self.enabled
        if self.face is None:
            draw_free_seat(canvas, self.rect, self.free, hovered=lit)
        else:
            draw_seat(canvas, self.rect, self.face)
            if lit:
                canvas.box(self.rect, canvas.theme.palette.quiet, radius=self.rect.h / 2)
        self.ring(canvas, light, self.rect.h / 2)
