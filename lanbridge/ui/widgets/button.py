"""Buttons, and rows of a list that are pressed as a whole."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypeAlias

from lanbridge.ui.inputs import Click, Input, Press
from lanbridge.ui.layout import Rect
from lanbridge.ui.paint.canvas import Canvas
from lanbridge.ui.theme import Colour, Paint, mixed
from lanbridge.ui.widgets.widget import Light, Widget

ButtonKind: TypeAlias = Literal["primary", "plain", "quiet"]

_LIGHTER: Paint = (255, 255, 255, 38)
_DARKER: Paint = (0, 0, 0, 40)


class Button(Widget):
    """Primary (gold: the next thing to do, one a screen), plain (filled quietly) or quiet (words only)."""

    def __init__(
        self,
        rect: Rect,
        text: str,
        on_press: Callable[[], None],
        *,
        kind: ButtonKind = "plain",
        mark: str = "",
        name: str = "",
        size: float = 0,
    ) -> None:
        super().__init__(rect, name or text)
        self.text, self.on_press, self.kind, self.mark, self.size = text, on_press, kind, mark, size

    def take(self, given: Input) -> bool:
        """Pressed by click, touch, Enter or space."""
        if not isinstance(given, Click | Press):
            return False
        if self.enabled:
            self.on_press()
        return True

    def paint(self, canvas: Canvas, light: Light) -> None:
        """The face by kind and state, words in the middle, a mark before them."""
        radius = min(self.rect.h / 2, 26)
        if self.kind == "primary" and self.enabled:
            canvas.shadow(self.rect, radius=radius, blur=10, drop=3, paint=(0, 0, 0, 70))
        fill = self._fill(canvas, light)
        if fill is not None:
            canvas.box(self.rect, fill, radius=radius)
        if self.kind == "primary" and self.enabled and light.hovered is self:
            canvas.box(self.rect, _DARKER if light.held is self else _LIGHTER, radius=radius)
        self._write(canvas, self._ink(canvas, light))
        self.ring(canvas, light, radius)

    def _fill(self, canvas: Canvas, light: Light) -> Colour | Paint | None:
        palette = canvas.theme.palette
        if not self.enabled:
            return (*palette.ink, 16) if self.kind != "quiet" else None
        if self.kind == "primary":
            return palette.gold
        if light.hovered is self:
            return palette.quiet if self.kind == "quiet" or light.held is self else palette.quiet_hover
        return palette.quiet if self.kind == "plain" else None

    def _ink(self, canvas: Canvas, light: Light) -> Colour:
        palette = canvas.theme.palette
        if not self.enabled:
            return palette.ink_soft
        if self.kind == "primary":
            return palette.on_gold
        return palette.ink if self.kind == "plain" or light.hovered is self else palette.ink_soft

    def _write(self, canvas: Canvas, ink: Colour) -> None:
        sizes = canvas.theme.sizes
        size = self.size or (sizes.body + 2 if self.kind == "primary" else sizes.label)
        bold = self.kind != "quiet"
        side = canvas.screen.grown(size * 1.05) if self.mark else 0
        gap = side * 0.45 if self.mark and self.text else 0
        room = self.rect.w - 20 - side - gap
        width = min(room, canvas.text_width(self.text, size, bold=bold)) if self.text else 0
        x = self.rect.center[0] - (width + side + gap) / 2
        if self.mark:
            canvas.mark(self.mark, Rect(x, self.rect.y, side, self.rect.h), ink)
        if self.text:
            place = Rect(x + side + gap - 4, self.rect.y, width + 8, self.rect.h)
            canvas.text(self.text, place, size, colour=ink, bold=bold, align="center")


class ListRow(Widget):
    """A row with title, second line, a note at the right and what pressing it does; `chosen` lifts it out."""

    def __init__(  # noqa: PLR0913 words with defaults
        self,
        rect: Rect,
        title: str,
        on_press: Callable[[], None],
        *,
        subtitle: str = "",
        note: str = "",
        action: str = "",
        mark: str = "",
        chosen: bool = False,
        name: str = "",
    ) -> None:
        super().__init__(rect, name or ", ".join(part for part in (title, subtitle, note, action) if part))
        self.title, self.subtitle, self.note, self.action, self.mark = title, subtitle, note, action, mark
        self.on_press, self.chosen = on_press, chosen

    def take(self, given: Input) -> bool:
        """Pressed as a whole."""
        if not isinstance(given, Click | Press):
            return False
        if self.enabled:
            self.on_press()
        return True

    def paint(self, canvas: Canvas, light: Light) -> None:
        """Two lines at the left, note and action at the right."""
        palette, radius = canvas.theme.palette, 16
        lit = self.chosen or light.hovered is self or light.focused is self
        canvas.box(self.rect, palette.plate, radius=radius)
        if lit and self.enabled:
            canvas.box(self.rect, (*mixed(palette.felt_light, palette.ink, 0.2), 110), radius=radius)
        if self.chosen:
            canvas.outline(self.rect, palette.gold, radius=radius, thickness=1.6)
        inner = self.rect.inset(22, 8)
        right = self._paint_right(canvas, inner, lit=lit)
        self._paint_words(canvas, Rect(inner.x, inner.y, right - inner.x - 12, inner.h))
        self.ring(canvas, light, radius)

    def _paint_words(self, canvas: Canvas, room: Rect) -> None:
        sizes, palette = canvas.theme.sizes, canvas.theme.palette
        upper, lower = self._two_lines(canvas, room)
        mark_room = 24 if self.mark else 0
        done = canvas.text(self.title, upper.left_part(upper.w - mark_room), sizes.body + 2, bold=True)
        if self.mark:
            canvas.mark(self.mark, Rect(done.right + 8, upper.y + 2, 16, upper.h - 4), palette.ink_soft)
        if self.subtitle:
            canvas.text(self.subtitle, lower, sizes.label, colour=palette.ink_soft)

    def _two_lines(self, canvas: Canvas, room: Rect) -> tuple[Rect, Rect]:
        """The places of title and second line: together in the middle of the row."""
        if not self.subtitle:
            return room, room
        sizes = canvas.theme.sizes
        upper, lower = canvas.line_height(sizes.body + 2), canvas.line_height(sizes.label)
        fit = min(1.0, room.h / (upper + lower))
        block = room.middle(room.w, (upper + lower) * fit)
        return block.top(upper * fit), block.low(lower * fit)

    def _paint_right(self, canvas: Canvas, inner: Rect, *, lit: bool) -> float:
        """Action and note; gives the x where they begin."""
        sizes, palette = canvas.theme.sizes, canvas.theme.palette
        right = inner.right
        if self.action:
            width = canvas.text_width(self.action, sizes.label, bold=True) + 44
            height = min(inner.h, canvas.screen.grown(42, 0.4))
            place = Rect(right - width, inner.center[1] - height / 2, width, height)
            gold = lit and self.enabled
            canvas.box(place, palette.gold if gold else palette.quiet, radius=height / 2)
            ink = palette.on_gold if gold else palette.ink
            canvas.text(self.action, place.inset(8, 0), sizes.label, colour=ink, bold=True, align="center")
            right = place.x - 18
        if self.note:
            width = min(inner.w * 0.3, canvas.text_width(self.note, sizes.label) + 2)
            place = Rect(right - width, inner.y, width, inner.h)
            canvas.text(self.note, place, sizes.label, colour=palette.ink_soft, align="right")
            right = place.x
        return right
