"""A window onto more rows than fit."""

from __future__ import annotations

from collections.abc import Sequence

from lanbridge.ui.inputs import Drag, DragStart, Drop, Input, Scroll
from lanbridge.ui.layout import Rect
from lanbridge.ui.paint.canvas import Canvas
from lanbridge.ui.widgets.widget import Light, Widget


class ScrollArea(Widget):
    """Children are given where they would be without scrolling; wheel, finger and focus move them."""

    def __init__(self, rect: Rect, children: Sequence[Widget], name: str = "", *, pad: float = 6) -> None:
        super().__init__(rect, name)
        self.offset = 0.0
        self._pad = pad  # room at the edges for the keyboard's ring
        self._held: float | None = None
        self._homes: list[tuple[Widget, Rect]] = []
        self.fill(children)

    def fill(self, children: Sequence[Widget]) -> None:
        """Replace the children; the offset stays where it can."""
        self._homes = [(child, child.rect) for child in children]
        self.scroll_to(self.offset)

    @property
    def focusable(self) -> bool:
        """The children are, not the area."""
        return False

    @property
    def inner(self) -> tuple[Widget, ...]:
        """The children in order."""
        return tuple(child for child, _ in self._homes)

    @property
    def longest(self) -> float:
        """The greatest offset, in units."""
        low = max((home.bottom for _, home in self._homes), default=self.rect.y)
        return max(0.0, low + self._pad - self.rect.bottom)

    def scroll_to(self, offset: float) -> None:
        """Move the content to so many units from its top; held between its ends."""
        self.offset = max(0.0, min(self.longest, offset))
        for child, home in self._homes:
            child.rect = home.moved(dy=-self.offset)

    def reveal(self, child: Widget) -> None:
        """Scroll as little as needed to show a child wholly."""
        home = next((home for one, home in self._homes if one is child), None)
        if home is None:
            return
        if home.y - self._pad < self.rect.y + self.offset:
            self.scroll_to(home.y - self._pad - self.rect.y)
        elif home.bottom + self._pad > self.rect.bottom + self.offset:
            self.scroll_to(home.bottom + self._pad - self.rect.bottom)

    def take(self, given: Input) -> bool:
        """Wheel, or a finger that drags the content."""
        match given:
            case Scroll(_, by):
                self.scroll_to(self.offset + by)
            case DragStart(point):
                self._held = point[1] + self.offset
            case Drag(point) if self._held is not None:
                self.scroll_to(self._held - point[1])
            case Drop():
                self._held = None
            case _:
                return False
        return True

    def paint(self, canvas: Canvas, light: Light) -> None:
        """Only the children in sight, and a bar when there are more."""
        with canvas.clipped(self.rect.inset(-self._pad, 0)):
            for child in self.inner:
                if child.rect.overlaps(self.rect):
                    child.paint(canvas, light)
        if self.longest > 0:
            whole = self.rect.h + self.longest
            tall = max(24, self.rect.h * self.rect.h / whole)
            y = self.rect.y + (self.rect.h - tall) * self.offset / self.longest
            canvas.box(Rect(self.rect.right + 6, y, 5, tall), (*canvas.theme.palette.ink, 90), radius=2.5)
