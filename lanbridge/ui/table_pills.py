"""Small things to press on the table's bar and beside my plate: a pill with a word and the key that does the same."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from lanbridge.ui.inputs import Click, Input, Press
from lanbridge.ui.layout import Rect
from lanbridge.ui.paint.canvas import Canvas
from lanbridge.ui.paint.pieces import draw_pill
from lanbridge.ui.widgets import Light, Widget

_GAP: Final = 10.0
_PAD: Final = 24.0
_MARK: Final = 44.0  # a pill with a mark alone, logical units
_KEY_GAP: Final = 7.0


@dataclass(frozen=True, slots=True)
class Pill:
    """What a pill says and does; without ``press`` it only informs. ``key`` is shown in a softer shade."""

    text: str
    press: Callable[[], None] | None = None
    key: str = ""
    mark: str = ""
    name: str = ""
    gold: bool = False


class PillButton(Widget):
    """One pill; its rectangle is as high as a finger needs, the pill in it lower."""

    def __init__(self, rect: Rect, pill: Pill, tall: float) -> None:
        super().__init__(rect, pill.name or pill.text)
        self.pill, self.tall = pill, tall
        self.enabled = pill.press is not None

    def take(self, given: Input) -> bool:
        """Pressed."""
        if not isinstance(given, Click | Press) or self.pill.press is None:
            return False
        self.pill.press()
        return True

    def paint(self, canvas: Canvas, light: Light) -> None:
        """The pill, lit under the pointer."""
        place = self.rect.middle(self.rect.w, self.tall)
        pill, palette, size = self.pill, canvas.theme.palette, canvas.theme.sizes.small
        if pill.gold:
            canvas.box(place, palette.gold, radius=place.h / 2)
        else:
            draw_pill(canvas, place, "", lit=light.hovered is self)
        ink = palette.on_gold if pill.gold else palette.ink
        if pill.mark:
            canvas.mark(pill.mark, place.inset(place.w * 0.3, place.h * 0.27), ink)
            return
        inner = place.inset(11, 0)
        done = canvas.text(pill.text, inner, size, colour=ink, bold=pill.gold)
        if pill.key:
            rest = Rect(done.right + _KEY_GAP, inner.y, inner.right - done.right - _KEY_GAP + 2, inner.h)
            canvas.text(pill.key, rest, size, colour=ink if pill.gold else palette.ink_soft)
        self.ring(canvas, light, place.h / 2)


def pill_row(canvas: Canvas, rect: Rect, pills: Sequence[Pill], *, from_right: bool) -> list[PillButton]:
    """The pills that fit into a row. From the right, the last one is outermost and the first are left out."""
    tall = min(rect.h * 0.62 if rect.h > 40 else rect.h, canvas.screen.grown(32, 0.6))  # noqa: PLR2004 - the bar is higher
    buttons: list[PillButton] = []
    used = 0.0
    for pill in reversed(pills) if from_right else pills:
        width = _width(canvas, pill)
        if used + width > rect.w:
            width = rect.w - used
            if from_right or width < 90:  # noqa: PLR2004 - less shows no word
                break
        x = rect.right - used - width if from_right else rect.x + used
        buttons.append(PillButton(Rect(x, rect.y, width, rect.h), pill, tall))
        used += width + _GAP
    return buttons[::-1] if from_right else buttons


def _width(canvas: Canvas, pill: Pill) -> float:
    size = canvas.theme.sizes.small
    if pill.mark:
        return _MARK
    width = canvas.text_width(pill.text, size, bold=pill.gold) + _PAD
    return width + (canvas.text_width(pill.key, size) + _KEY_GAP if pill.key else 0)
