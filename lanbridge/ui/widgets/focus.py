"""Who gets an input: the open list first, then what is under the pointer or has the keyboard's ring."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import hypot

from lanbridge.ui.inputs import (
    POINTED,
    Click,
    Composing,
    Down,
    Drag,
    DragStart,
    Drop,
    Edit,
    Hover,
    Input,
    Move,
    Next,
    Press,
    Scroll,
    Text,
)
from lanbridge.ui.layout import Point
from lanbridge.ui.paint.canvas import Canvas
from lanbridge.ui.widgets.scroll import ScrollArea
from lanbridge.ui.widgets.widget import Light, Widget

_SIDEWAYS_COST = 3.0  # an arrow prefers what lies straight ahead


class FocusGroup:
    """The widgets of a screen or dialog, in reading order.

    `announce` is called with what has the focus, to be spoken.
    """

    def __init__(self, widgets: Sequence[Widget] = (), announce: Callable[[str], None] | None = None) -> None:
        self.widgets: list[Widget] = list(widgets)
        self.announce = announce
        self.focused: Widget | None = None
        self.hovered: Widget | None = None
        self.by_keyboard = False  # the ring is shown only to those who use keys
        self._held: Widget | None = None

    @property
    def wants_text(self) -> bool:
        """Whether letters are typed into a field now: give it to `InputReader.typing`."""
        return self.focused is not None and self.focused.wants_text

    @property
    def order(self) -> list[Widget]:
        """Everything that can have the focus, in Tab order."""
        flat = (inner for widget in self.widgets for inner in (widget.inner or (widget,)))
        return [widget for widget in flat if widget.focusable]

    def replace(self, widgets: Sequence[Widget]) -> None:
        """New widgets (after a resize or a change); the focus stays on the one of the same name."""
        name = self.focused.name if self.focused else None
        self.widgets = list(widgets)
        self.hovered = self._held = None
        self.focused = next((widget for widget in self.order if widget.name == name), None)

    def focus(self, widget: Widget | None) -> None:
        """Give a widget the focus and say so."""
        if widget is self.focused:
            return
        if self.focused is not None:
            self.focused.popup = None
        self.focused = widget
        self._reveal()
        self._say()

    def take(self, given: Input) -> bool:
        """Give the input to whom it is meant for; False when nobody wanted it."""
        popup = self.focused.popup if self.focused else None
        if popup is not None:
            popup.take(given)
            self._say()
            return True
        if isinstance(given, POINTED):
            return self._point(given)
        self.by_keyboard = self.by_keyboard or not isinstance(given, Text | Composing)
        before = self._spoken()
        if self.focused is not None and self.focused.enabled and self.focused.take(given):
            pressed = isinstance(given, Press) and self._spoken() != before  # a switch says its new state
            if pressed or not isinstance(given, Text | Composing | Edit | Press):
                self._say()
            return True
        return self._travel(given)

    def paint(self, canvas: Canvas) -> None:
        """Draw all, an open list last."""
        shown = self.focused if self.by_keyboard or self.wants_text else None
        light = Light(shown, self.hovered, self._held)
        for widget in self.widgets:
            widget.paint(canvas, light)
        if self.focused is not None and self.focused.popup is not None:
            self.focused.popup.paint(canvas, light)

    def _travel(self, given: Input) -> bool:
        match given:
            case Next(step):
                return self._step(step)
            case Move(dx, dy):
                return self._toward(dx, dy)
            case _:
                return False

    def _step(self, step: int) -> bool:
        order = self.order
        if not order:
            return False
        if self.focused in order:
            self.focus(order[(order.index(self.focused) + step) % len(order)])
        else:
            self.focus(order[0 if step > 0 else -1])
        return True

    def _toward(self, dx: int, dy: int) -> bool:
        """The nearest widget in an arrow's direction."""
        order = self.order
        if self.focused not in order:
            return self._step(1)
        x, y = self.focused.rect.center
        ahead = [w for w in order if (w.rect.center[0] - x) * dx + (w.rect.center[1] - y) * dy > 1]
        if not ahead:
            return False
        self.focus(min(ahead, key=lambda w: _distance(w.rect.center, (x, y), sideways=bool(dx))))
        return True

    def _point(self, given: Hover | Down | Click | DragStart | Drag | Drop | Scroll) -> bool:
        match given:
            case Hover(point):
                self.hovered = self._at(point)
                return self.hovered is not None
            case Down(point):
                self.by_keyboard = False
                self._held = self.hovered = self._at(point)
                return self._held is not None
            case Click(point):
                return self._click(self._at(point), given)
            case Scroll(point) | DragStart(point):
                return self._drag_or_scroll(point, given)
            case Drag() | Drop():
                held = self._held
                if isinstance(given, Drop):
                    self._held = None
                return held is not None and held.take(given)

    def _click(self, target: Widget | None, given: Click) -> bool:
        self._held = None
        if target is None:
            if self.focused is not None and self.focused.wants_text:
                self.focus(None)
            return False
        self.focus(target)
        return target.take(given)

    def _drag_or_scroll(self, point: Point, given: Scroll | DragStart) -> bool:
        target = self._at(point)
        if isinstance(given, DragStart) and target is not None and target.take(given):
            self._held = target
            return True
        area = next((w for w in self.widgets if isinstance(w, ScrollArea) and w.rect.has(point)), None)
        if isinstance(given, DragStart):
            self._held = area
        return area is not None and area.take(given)

    def _at(self, point: Point) -> Widget | None:
        for widget in reversed(self.widgets):
            if widget.inner and not widget.rect.has(point):
                continue
            for inner in reversed(widget.inner or (widget,)):
                if inner.focusable and inner.rect.has(point):
                    return inner
        return None

    def _reveal(self) -> None:
        for widget in self.widgets:
            if isinstance(widget, ScrollArea) and self.focused in widget.inner and self.focused is not None:
                widget.reveal(self.focused)

    def _say(self) -> None:
        if self.announce is not None and self.focused is not None:
            self.announce(self._spoken())

    def _spoken(self) -> str:
        return (self.focused.popup or self.focused).spoken() if self.focused is not None else ""


def _distance(there: Point, here: Point, *, sideways: bool) -> float:
    dx, dy = there[0] - here[0], there[1] - here[1]
    return hypot(dx, dy * _SIDEWAYS_COST) if sideways else hypot(dx * _SIDEWAYS_COST, dy)
