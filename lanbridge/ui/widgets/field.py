"""A line to type into: input methods, paste, caret and selection."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable

import pygame

from lanbridge.ui.inputs import Click, Composing, Drag, DragStart, Edit, EditKind, Input, Press, Text, copy_text
from lanbridge.ui.layout import Rect
from lanbridge.ui.paint.canvas import Canvas
from lanbridge.ui.widgets.widget import Light, Widget

_PAD = 14.0


class TextField(Widget):
    """One line of text, at most `most` characters. Enter calls `on_submit`."""

    wants_text = True

    def __init__(  # noqa: PLR0913 all but two have a default
        self,
        rect: Rect,
        label: str,
        text: str = "",
        *,
        most: int = 64,
        placeholder: str = "",
        on_change: Callable[[str], None] | None = None,
        on_submit: Callable[[str], None] | None = None,
        allowed: Callable[[str], bool] | None = None,
        labelled: bool = False,
    ) -> None:
        super().__init__(rect, label)
        self.labelled = labelled  # the label is drawn in the left part of the rectangle
        self.text, self.most, self.placeholder = text, most, placeholder
        self.on_change, self.on_submit, self._allowed = on_change, on_submit, allowed
        self.caret = len(text)
        self.anchor = self.caret  # the selection's other end
        self._composing = ""
        self._stops: list[float] = [0.0]  # x of every caret place, as last drawn
        self._left = rect.x + _PAD

    def spoken(self) -> str:
        """Label and text."""
        return f"{self.name}: {self.text or self.placeholder}"

    @property
    def selection(self) -> tuple[int, int]:
        """First and last place of the selection; equal when there is none."""
        return min(self.caret, self.anchor), max(self.caret, self.anchor)

    def set_text(self, text: str) -> None:
        """Replace everything; the caret goes to the end."""
        self.text = text[: self.most]
        self.caret = self.anchor = len(self.text)

    def take(self, given: Input) -> bool:
        """Typing, editing keys, clicks and drags to place the caret."""
        match given:
            case Text(text):
                self._composing = ""
                self._insert(text)
            case Composing(text):
                self._composing = text
            case Edit(kind, select):
                self._edit(kind, select=select)
            case Press() if self.on_submit is not None:
                self.on_submit(self.text)
            case Click(point) | DragStart(point):
                self.caret = self.anchor = self._nearest(point[0])
            case Drag(point):
                self.caret = self._nearest(point[0])
            case _:
                return False
        return True

    def _insert(self, text: str) -> None:
        kept = "".join(c for c in text if c.isprintable() and (self._allowed is None or self._allowed(c)))
        first, last = self.selection
        room = self.most - len(self.text) + (last - first)
        self._put(first, last, kept[: max(0, room)])

    def _put(self, first: int, last: int, text: str) -> None:
        changed = self.text[:first] + text + self.text[last:]
        self.caret = self.anchor = first + len(text)
        if changed != self.text:
            self.text = changed
            if self.on_change is not None:
                self.on_change(changed)

    def _edit(self, kind: EditKind, *, select: bool) -> None:
        first, last = self.selection
        match kind:
            case EditKind.COPY:
                copy_text(self.text[first:last])
            case EditKind.CUT:
                copy_text(self.text[first:last])
                self._put(first, last, "")
            case EditKind.ALL:
                self.anchor, self.caret = 0, len(self.text)
            case EditKind.ERASE | EditKind.ERASE_WORD | EditKind.ERASE_NEXT:
                self._erase(kind)
            case _:
                self._go(kind, select=select)

    def _erase(self, kind: EditKind) -> None:
        first, last = self.selection
        if first == last and kind == EditKind.ERASE_NEXT:
            last = self._step(last, 1)
        elif first == last and kind == EditKind.ERASE_WORD:
            first = self.text[:first].rstrip().rfind(" ") + 1
        elif first == last:
            first = max(0, first - 1)  # a vowel sign goes alone, as every Indic editor does it
        self._put(first, last, "")

    def _go(self, kind: EditKind, *, select: bool) -> None:
        first, last = self.selection
        collapse = first != last and not select
        self.caret = {
            EditKind.LEFT: first if collapse else self._step(self.caret, -1),
            EditKind.RIGHT: last if collapse else self._step(self.caret, 1),
            EditKind.START: 0,
            EditKind.END: len(self.text),
        }[kind]
        if not select:
            self.anchor = self.caret

    def _step(self, place: int, by: int) -> int:
        """The next place between letters: never inside a letter and its signs."""
        place += by
        while 0 < place < len(self.text) and unicodedata.category(self.text[place]).startswith("M"):
            place += by
        return max(0, min(len(self.text), place))

    def _nearest(self, x: float) -> int:
        away = [abs(self._left + stop - x) for stop in self._stops]
        return away.index(min(away))

    def paint(self, canvas: Canvas, light: Light) -> None:
        """Field, selection, text with what is being composed, caret."""
        palette, radius = canvas.theme.palette, 12
        active = light.focused is self
        frame = self.rect
        if self.labelled:
            label, frame = self.rect.left_part(self.rect.w * 0.4), self.rect.beside(self.rect.w * 0.42)
            canvas.text(self.name, label, canvas.theme.sizes.label, colour=palette.ink_soft)
        canvas.box(frame, (0, 0, 0, 110), radius=radius, border=palette.focus if active else (*palette.ink, 70))
        room = frame.inset(_PAD, 2)
        size = min(canvas.theme.sizes.body, room.h / 1.5 / canvas.theme.text_factor)
        shown = self.text[: self.caret] + self._composing + self.text[self.caret :]
        stops = [canvas.text_width(self.text[:n], size) for n in range(len(self.text) + 1)]
        caret = canvas.text_width(self.text[: self.caret] + self._composing, size)
        shift = max(0.0, caret - room.w + 3)
        self._stops, self._left = stops, room.x - shift
        with canvas.clipped(room.inset(-3, 0)):
            self._paint_selection(canvas, room, stops)
            if shown:
                wide = canvas.text_width(shown, size) + 4
                canvas.text(shown, Rect(self._left, room.y, wide, room.h), size)
            elif not active:
                canvas.text(self.placeholder, room, size, colour=palette.ink_soft)
            if active:
                tall = min(room.h - 8, size * canvas.theme.text_factor * 1.35)
                bar = Rect(self._left + caret, room.center[1] - tall / 2, max(1.5, 1 / canvas.screen.scale), tall)
                canvas.box(bar, palette.focus)
        if active:
            _tell_input_method(canvas, self.rect)

    def _paint_selection(self, canvas: Canvas, room: Rect, stops: list[float]) -> None:
        first, last = self.selection
        if first != last:
            place = Rect(self._left + stops[first], room.y + 5, stops[last] - stops[first], room.h - 10)
            canvas.box(place, (*canvas.theme.palette.focus, 90), radius=3)


def _tell_input_method(canvas: Canvas, rect: Rect) -> None:
    """Candidates of an input method open beside the field."""
    if pygame.display.get_init():
        pygame.key.set_text_input_rect(pygame.Rect(canvas.screen.box(rect)))
