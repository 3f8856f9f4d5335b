"""Frames over a scene: a dialog that must be answered, and lines that pass by."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from lanbridge.ui.inputs import Back, Input
from lanbridge.ui.layout import Rect
from lanbridge.ui.paint.canvas import Canvas
from lanbridge.ui.widgets.focus import FocusGroup
from lanbridge.ui.widgets.widget import Widget

_PAD = 26.0
_READ_SECONDS = 3.2  # a short sentence
_SECONDS_A_LETTER = 0.03
_MOST_TOASTS = 4  # waiting; older ones are dropped
_TOAST_PAD = 18.0  # logical units
_FADE = 0.2  # seconds


class Dialog:
    """A panel over a darkened scene. It takes every input; Escape calls `on_close`."""

    def __init__(
        self,
        rect: Rect,
        title: str,
        widgets: Sequence[Widget],
        on_close: Callable[[], None],
        *,
        text: str = "",
        announce: Callable[[str], None] | None = None,
    ) -> None:
        self.rect, self.title, self.text, self.on_close = rect, title, text, on_close
        self.group = FocusGroup(widgets, announce)
        if announce is not None:
            announce(f"{title}. {text}".strip())

    @staticmethod
    def room(rect: Rect, title_height: float = 44) -> Rect:
        """What is left for widgets inside a dialog's frame; heights in units."""
        return rect.inset(_PAD, 20).below(title_height + 6)

    def take(self, given: Input) -> bool:
        """True always: nothing goes through to the scene."""
        if not self.group.take(given) and isinstance(given, Back):
            self.on_close()
        return True

    def paint(self, canvas: Canvas) -> None:
        """Veil, panel, title, text, widgets."""
        sizes = canvas.theme.sizes
        canvas.veil()
        canvas.panel(self.rect)
        inner = self.rect.inset(_PAD, 20)
        canvas.text(self.title, inner.top(44), sizes.heading, bold=True)
        if self.text:
            canvas.paragraph(self.text, inner.below(50), sizes.body, colour=canvas.theme.palette.ink_soft)
        self.group.paint(canvas)


@dataclass(slots=True)
class _Toast:
    text: str
    kind: Literal["plain", "error"]
    left: float
    age: float = 0.0


class Toasts:
    """Short lines that show one after the other and go by themselves. Time is given by `tick`."""

    def __init__(self) -> None:
        self._waiting: deque[_Toast] = deque(maxlen=_MOST_TOASTS)

    def push(self, text: str, kind: Literal["plain", "error"] = "plain") -> None:
        """Show a line; one that is shown already only stays longer."""
        seconds = _READ_SECONDS + _SECONDS_A_LETTER * len(text)
        for toast in self._waiting:
            if toast.text == text:
                toast.left = seconds
                return
        self._waiting.append(_Toast(text, kind, seconds))

    @property
    def text(self) -> str:
        """The line that is shown now, or nothing."""
        return self._waiting[0].text if self._waiting else ""

    def tick(self, seconds: float) -> bool:
        """Let time pass; True while something changes on the screen."""
        if not self._waiting:
            return False
        first = self._waiting[0]
        changing = first.age < _FADE
        first.age += seconds
        first.left -= seconds
        if first.left <= 0:
            self._waiting.popleft()
            return True
        return changing

    def paint(self, canvas: Canvas, rect: Rect) -> None:
        """The line in a pill in the middle of `rect`."""
        if not self._waiting:
            return
        toast, palette, sizes = self._waiting[0], canvas.theme.palette, canvas.theme.sizes
        width = min(rect.w, canvas.text_width(toast.text, sizes.label) + 48)
        long = canvas.text_width(toast.text, sizes.label) > width - 2 * _TOAST_PAD
        high = max(rect.h, 2 * canvas.line_height(sizes.label) + 14) if long else rect.h
        across = rect.middle(width, rect.h)
        place = Rect(across.x, rect.y - 8 * max(0.0, 1 - toast.age / _FADE), across.w, high)
        canvas.shadow(place, radius=rect.h / 2, blur=14, drop=4, paint=(0, 0, 0, 110))
        edge = palette.lost if toast.kind == "error" else None
        canvas.box(place, (6, 24, 27, 240), radius=rect.h / 2, border=edge, thickness=1.5)
        inner = place.inset(_TOAST_PAD, 0)
        if long:
            canvas.paragraph(toast.text, inner.inset(0, 6), sizes.label, align="center")
        else:
            canvas.text(toast.text, inner, sizes.label, align="center")
