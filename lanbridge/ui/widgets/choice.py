"""Rows of a form: one of several, on or off, a number. Label at the left, value at the right."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from lanbridge.ui.inputs import Back, Click, Hover, Input, Move, Next, Press
from lanbridge.ui.layout import Rect
from lanbridge.ui.paint.canvas import Canvas
from lanbridge.ui.widgets.widget import Light, Widget

_ROW = 42.0  # an open list's row, logical units
_PAD = 12.0


class _Row(Widget):
    """A label at the left, a control at the right, one light over both."""

    def __init__(self, rect: Rect, label: str) -> None:
        super().__init__(rect, label)
        self.label = label

    def _ground(self, canvas: Canvas, light: Light) -> None:
        if light.hovered is self and self.enabled:
            canvas.box(self.rect.inset(-10, 2), canvas.theme.palette.quiet, radius=12)
        if light.focused is self:
            canvas.outline(self.rect.inset(-10, 1), canvas.theme.palette.focus, radius=12, thickness=2.2)

    def _write_label(self, canvas: Canvas, room: float) -> None:
        palette = canvas.theme.palette
        place = Rect(self.rect.x, self.rect.y, room, self.rect.h)
        canvas.text(self.label, place, canvas.theme.sizes.label, colour=palette.ink_soft)


class Choice(_Row):
    """One of some options. Left and right step through them; a press or click opens the list."""

    def __init__(
        self, rect: Rect, label: str, options: Sequence[str], index: int, on_change: Callable[[int], None]
    ) -> None:
        super().__init__(rect, label)
        self.options, self.index, self.on_change = tuple(options), index, on_change

    def spoken(self) -> str:
        """Label and chosen option."""
        return f"{self.label}: {self.options[self.index]}"

    def choose(self, index: int) -> None:
        """Choose an option; closes the list."""
        self.popup = None
        if index != self.index:
            self.index = index
            self.on_change(index)

    def take(self, given: Input) -> bool:
        """Steps at the ends stay where they are."""
        match given:
            case Move(dx, 0) if dx:
                self.choose(max(0, min(len(self.options) - 1, self.index + dx)))
            case Press() | Click():
                self.popup = _OpenList(self)
            case _:
                return False
        return True

    def paint(self, canvas: Canvas, light: Light) -> None:
        """Value at the right with a small arrow."""
        self._ground(canvas, light)
        sizes = canvas.theme.sizes
        label = min(canvas.text_width(self.label, sizes.label), self.rect.w * 0.5)
        self._write_label(canvas, label + 2)
        side = canvas.screen.grown(12)
        arrow = Rect(self.rect.right - side, self.rect.y, side, self.rect.h)
        canvas.mark("down", arrow, canvas.theme.palette.ink_soft)
        value = Rect(self.rect.x + label + 14, self.rect.y, arrow.x - 7 - self.rect.x - label - 14, self.rect.h)
        canvas.text(self.options[self.index], value, sizes.label, align="right")


class _OpenList(Widget):
    """The open list of a choice."""

    def __init__(self, owner: Choice) -> None:
        super().__init__(owner.rect, owner.name)
        self.owner = owner
        self.lit = owner.index
        self._row = _ROW
        self._first = 0
        self._shown = len(owner.options)

    def spoken(self) -> str:
        """The option under the light, and which of how many it is."""
        return f"{self.owner.options[self.lit]} ({self.lit + 1}/{len(self.owner.options)})"

    def take(self, given: Input) -> bool:
        """Takes everything while it is open; a click outside closes it."""
        match given:
            case Move(_, dy) if dy:
                self.lit = max(0, min(len(self.owner.options) - 1, self.lit + dy))
            case Press():
                self.owner.choose(self.lit)
            case Back() | Next():
                self.owner.popup = None
            case Hover(point) if self.rect.has(point):
                self.lit = self._at(point[1])
            case Click(point):
                self.owner.choose(self._at(point[1]) if self.rect.has(point) else self.owner.index)
            case _:
                pass
        return True

    def _at(self, y: float) -> int:
        row = int((y - self.rect.y - 6) / self._row)
        return self._first + max(0, min(self._shown - 1, row))

    def paint(self, canvas: Canvas, light: Light) -> None:
        """Under its owner, or above where there is no room."""
        del light
        self._place(canvas)
        palette, sizes = canvas.theme.palette, canvas.theme.sizes
        canvas.shadow(self.rect, radius=14, blur=20, drop=6, paint=(0, 0, 0, 130))
        canvas.box(self.rect, (14, 44, 48), radius=14, border=(*palette.ink, 50), thickness=1)
        for n in range(self._shown):
            option = self._first + n
            row = Rect(self.rect.x + 6, self.rect.y + 6 + n * self._row, self.rect.w - 12, self._row)
            if option == self.lit:
                canvas.box(row, palette.quiet_hover, radius=10)
            if option == self.owner.index:
                canvas.mark("check", Rect(row.x + 8, row.y, 16, row.h), palette.good)
            room = Rect(row.x + 32, row.y, row.w - 42, row.h)
            canvas.text(self.owner.options[option], room, sizes.label, bold=option == self.owner.index)

    def _place(self, canvas: Canvas) -> None:
        screen, owner, options = canvas.screen, self.owner.rect, self.owner.options
        self._row = screen.grown(_ROW, 0.5)
        self._shown = min(len(options), int((screen.h - 40) / self._row))
        self._first = max(0, min(self.lit - self._shown // 2, len(options) - self._shown))
        widest = max(canvas.text_width(option, canvas.theme.sizes.label, bold=True) for option in options)
        width = min(screen.w - 24, max(owner.w * 0.5, widest + 70))
        height = self._shown * self._row + 12
        x = max(12, owner.right + 8 - width)
        below = owner.bottom + 4
        y = below if below + height <= screen.h - 8 else max(8, min(owner.y - 4 - height, screen.h - 8 - height))
        self.rect = Rect(x, y, width, height)


class Toggle(_Row):
    """On or off. `words` are (off, on), spoken and shown, so that colour is not all there is."""

    def __init__(
        self, rect: Rect, label: str, on_change: Callable[[bool], None], *, on: bool, words: tuple[str, str] = ("", "")
    ) -> None:
        super().__init__(rect, label)
        self.on, self.on_change, self.words = on, on_change, words

    def spoken(self) -> str:
        """Label and state."""
        return f"{self.label}: {self.words[self.on]}"

    def take(self, given: Input) -> bool:
        """A press turns it; left is off, right is on."""
        match given:
            case Press() | Click():
                self._set(on=not self.on)
            case Move(dx, 0) if dx:
                self._set(on=dx > 0)
            case _:
                return False
        return True

    def _set(self, *, on: bool) -> None:
        if on != self.on:
            self.on = on
            self.on_change(on)

    def paint(self, canvas: Canvas, light: Light) -> None:
        """A switch with a knob; ticked when on."""
        self._ground(canvas, light)
        palette, sizes = canvas.theme.palette, canvas.theme.sizes
        height = canvas.screen.grown(24, 0.4)
        switch = Rect(self.rect.right - height * 1.8, self.rect.center[1] - height / 2, height * 1.8, height)
        fill = (60, 140, 112) if self.on else (*palette.ink, 40)
        canvas.box(switch, fill, radius=height / 2, border=(*palette.ink, 110), thickness=1.2)
        knob = switch.right - height / 2 if self.on else switch.x + height / 2
        canvas.disc((knob, switch.center[1]), height - 6, palette.ink)
        if self.on:
            side = height * 0.46
            canvas.mark("check", Rect(knob - side / 2, switch.center[1] - side / 2, side, side), (20, 70, 56))
        word = self.words[self.on]
        width = canvas.text_width(word, sizes.label) + 2 if word else 0
        place = Rect(switch.x - 10 - width, self.rect.y, width, self.rect.h)
        if word:
            canvas.text(word, place, sizes.label, align="right")
        self._write_label(canvas, place.x - self.rect.x - 10)


class Stepper(_Row):
    """A whole number between two ends; `shown` turns it into words."""

    def __init__(
        self,
        rect: Rect,
        label: str,
        value: int,
        ends: tuple[int, int],
        on_change: Callable[[int], None],
        *,
        step: int = 1,
        shown: Callable[[int], str] = str,
    ) -> None:
        super().__init__(rect, label)
        self.value, self.ends, self.on_change, self.step, self.shown = value, ends, on_change, step, shown

    def spoken(self) -> str:
        """Label and value."""
        return f"{self.label}: {self.shown(self.value)}"

    def take(self, given: Input) -> bool:
        """Left and right, or a click at one of the two signs."""
        match given:
            case Move(dx, 0) if dx:
                self._add(dx)
            case Click((x, _)):
                self._add(1 if x >= self._plus().x else -1 if self._minus().x <= x < self._minus().right else 0)
            case _:
                return False
        return True

    def _add(self, steps: int) -> None:
        value = max(self.ends[0], min(self.ends[1], self.value + steps * self.step))
        if value != self.value:
            self.value = value
            self.on_change(value)

    def _plus(self) -> Rect:
        return self.rect.right_part(min(self.rect.h, 44))

    def _minus(self) -> Rect:
        room = min(self.rect.w * 0.5, 190)
        return Rect(self.rect.right - room, self.rect.y, min(self.rect.h, 44), self.rect.h)

    def paint(self, canvas: Canvas, light: Light) -> None:
        """Minus, value, plus."""
        self._ground(canvas, light)
        palette, sizes = canvas.theme.palette, canvas.theme.sizes
        minus, plus = self._minus(), self._plus()
        for place, sign, free in (
            (minus, "minus", self.value > self.ends[0]),
            (plus, "plus", self.value < self.ends[1]),
        ):
            side = min(place.w, place.h) - 8
            circle = place.middle(side, side)
            canvas.box(circle, palette.quiet, radius=side / 2)
            canvas.mark(sign, circle.inset(side * 0.24), palette.ink if free else (90, 110, 110))
        value = Rect(minus.right, self.rect.y, plus.x - minus.right, self.rect.h)
        canvas.text(self.shown(self.value), value.inset(3, 0), sizes.label, align="center", bold=True)
        self._write_label(canvas, minus.x - self.rect.x - 8)
