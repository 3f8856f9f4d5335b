"""What every widget has: a place, a spoken name, a way to take inputs and to be drawn."""

from __future__ import annotations

from dataclasses import dataclass

from lanbridge.ui.inputs import Input
from lanbridge.ui.layout import Rect
from lanbridge.ui.paint.canvas import Align, Canvas
from lanbridge.ui.theme import Colour


@dataclass(frozen=True, slots=True)
class Light:
    """Which widget has the keyboard's ring, which is under the pointer, which is held down."""

    focused: Widget | None = None
    hovered: Widget | None = None
    held: Widget | None = None


class Widget:
    """A rectangle with a name.

    Set `rect` anew after a resize; `enabled` False greys it and takes it out of the order.
    """

    wants_text = False  # a text field: letters are typed, not commands

    def __init__(self, rect: Rect, name: str) -> None:
        self.rect = rect
        self.name = name
        self.enabled = True
        self.popup: Widget | None = None  # drawn over everything, takes inputs first

    @property
    def focusable(self) -> bool:
        """Whether Tab and the pointer stop here."""
        return self.enabled

    @property
    def inner(self) -> tuple[Widget, ...]:
        """Widgets inside this one that take the focus instead of it."""
        return ()

    def spoken(self) -> str:
        """What is said when it gets the focus: its name and state."""
        return self.name

    def take(self, given: Input) -> bool:
        """Act on an input; True when it was meant for this widget. Clicks arrive only when they hit it."""
        del given
        return False

    def paint(self, canvas: Canvas, light: Light) -> None:
        """Draw it."""
        raise NotImplementedError

    def ring(self, canvas: Canvas, light: Light, radius: float) -> None:
        """The keyboard's ring, outside the edge; ``radius`` in units."""
        if light.focused is self:
            canvas.outline(self.rect.inset(-4), canvas.theme.palette.focus, radius=radius + 4, thickness=2.2)


class Label(Widget):
    """Text that is only read."""

    def __init__(
        self,
        rect: Rect,
        text: str,
        size: float,
        *,
        bold: bool = False,
        colour: Colour | None = None,
        align: Align = "left",
        wrap: bool = False,
    ) -> None:
        super().__init__(rect, text)
        self.size, self.bold, self.colour, self.align, self.wrap = size, bold, colour, align, wrap

    @property
    def focusable(self) -> bool:
        """Never."""
        return False

    def paint(self, canvas: Canvas, light: Light) -> None:
        """One line, or a paragraph with `wrap`."""
        del light
        draw = canvas.paragraph if self.wrap else canvas.text
        draw(self.name, self.rect, self.size, bold=self.bold, colour=self.colour, align=self.align)
