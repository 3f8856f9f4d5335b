"""Long texts to read: headings and paragraphs in a scroll area that arrow keys move, too."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from lanbridge.ui.inputs import Input, Move
from lanbridge.ui.layout import Point, Rect
from lanbridge.ui.page import Sheet
from lanbridge.ui.paint.canvas import Canvas
from lanbridge.ui.widgets import Light, Widget

_STEP: Final = 70.0  # logical units an arrow key moves the text
_BULLET: Final = 16.0


@dataclass(frozen=True, slots=True)
class Passage:
    """A heading (may be empty) and the sentences under it."""

    title: str
    lines: Sequence[str]


class Paragraph(Widget):
    """A paragraph that is only read; its rectangle is as high as its lines."""

    def __init__(self, canvas: Canvas, at: Point, width: float, text: str, *, heading: bool = False) -> None:
        sizes = canvas.theme.sizes
        self.size, self.heading = (sizes.body + 2 if heading else sizes.body), heading
        inset = 0 if heading else _BULLET
        self.lines = canvas.lines(text, width - inset, self.size, bold=heading)
        tall = canvas.line_height(self.size) * len(self.lines)
        super().__init__(Rect(at[0], at[1], width, tall), text)

    @property
    def focusable(self) -> bool:
        """Never."""
        return False

    def paint(self, canvas: Canvas, light: Light) -> None:
        """Line by line, a dot before a sentence."""
        del light
        palette, tall = canvas.theme.palette, canvas.line_height(self.size)
        inset = 0 if self.heading else _BULLET
        if not self.heading:
            canvas.disc((self.rect.x + 4, self.rect.y + tall / 2), 5, (*palette.ink, 130))
        for n, line in enumerate(self.lines):
            place = Rect(self.rect.x + inset, self.rect.y + n * tall, self.rect.w - inset + 2, tall)
            canvas.text(line, place, self.size, bold=self.heading, colour=palette.ink)


def paragraphs(canvas: Canvas, area: Rect, passages: Sequence[Passage]) -> list[Widget]:
    """The passages as widgets for a scroll area."""
    y, widgets = area.y, list[Widget]()
    for passage in passages:
        if passage.title:
            head = Paragraph(canvas, (area.x, y), area.w, passage.title, heading=True)
            widgets.append(head)
            y = head.rect.bottom + 4
        for line in passage.lines:
            text = Paragraph(canvas, (area.x, y), area.w, line)
            widgets.append(text)
            y = text.rect.bottom + 5
        y += 14
    return widgets


class ReadingSheet(Sheet):
    """A sheet with text; up and down scroll it."""

    size = (860, 640)

    def passages(self) -> Sequence[Passage]:
        """What is to be read."""
        return ()

    def reading(self, room: Rect) -> Widget:
        """The text in its scroll area."""
        place = Rect(room.x + 6, room.y, room.w - 20, room.h)
        return self.area("text", place, paragraphs(self.ctx.canvas, place, self.passages()))

    def content(self, room: Rect) -> Sequence[Widget]:
        """Nothing but the text."""
        return (self.reading(room),)

    def opened(self) -> None:
        """Read out for those who hear the screen."""
        lines = [line for passage in self.passages() for line in (passage.title, *passage.lines) if line]
        self.ctx.announce(" ".join((self.title() + ".", *lines)))

    def on_input(self, given: Input) -> bool:
        """Arrows up and down move the text, unless a list is open."""
        focused = self.group.focused
        if isinstance(given, Move) and given.dy and not self.asking and (focused is None or focused.popup is None):
            self.scroll("text", given.dy * _STEP)
            return True
        return super().on_input(given)
