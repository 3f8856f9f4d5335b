"""The panel over a table that stands still: paused, cut off, or closed. It is made anew from what is known."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from lanbridge.protocol.messages import Pause
from lanbridge.ui.inputs import Input
from lanbridge.ui.layout import ME, Rect, table_layout
from lanbridge.ui.paint.canvas import Canvas
from lanbridge.ui.scene import Context
from lanbridge.ui.table_words import Hold, HoldKind
from lanbridge.ui.widgets import Button, FocusGroup

_WIDTH: Final = 540.0
_BUTTON: Final = 46.0
_GAP: Final = 14.0
_BESIDE_WORDS: Final = 44.0  # the two ends of a button, which are round

Deeds = Mapping[str, Callable[[], None]]
"""What can be done about it: words on a button -> what it does; the first is gold, unless it leads away."""


def deeds_for(ctx: Context, hold: Hold) -> dict[str, Callable[[], None]]:
    """What the player can do about a hold, by the button's text."""
    words, client = ctx.words, ctx.client
    lobby = {words.say("window.end.lobby"): ctx.leave_table}
    if hold.may_carry_on and client is not None:
        return {words.say("window.table.carry_on"): client.carry_on} | lobby
    if hold.kind is not HoldKind.PAUSED or client is None:
        return lobby
    seating, request = client.known.seating, client.request
    menu = seating is not None and seating.menu
    return {words.say("window.menu.go_on"): lambda: request(Pause(0, paused=False))} if menu else {}


def _clear_of_plates(canvas: Canvas, wide: float, high: float) -> Rect:
    """In the middle of the felt; a tall panel rises rather than cover my plate."""
    rect = canvas.screen.rect.middle(wide, high).moved(dy=-canvas.screen.h * 0.08)
    layout = table_layout(canvas.screen)
    over = rect.bottom + _GAP - layout.plates[ME].y
    return rect.moved(dy=-min(max(0.0, over), max(0.0, rect.y - layout.bar_left.bottom - _GAP)))


def _shared(row: Rect, widths: Sequence[float]) -> list[Rect]:
    """A row shared out by what each button needs; what is over is split evenly."""
    places: list[Rect] = []
    over = (row.w - sum(widths) - _GAP * (len(widths) - 1)) / max(1, len(widths))
    x = row.x
    for width in widths:
        places.append(Rect(x, row.y, width + over, row.h))
        x += width + over + _GAP
    return places


class HoldPanel:
    """A panel in the middle of the table for one hold."""

    def __init__(
        self, canvas: Canvas, hold: Hold, deeds: Deeds, announce: Callable[[str], None] = lambda _: None
    ) -> None:
        self.hold = hold
        sizes = canvas.theme.sizes
        wide = min(canvas.screen.w - 40, canvas.screen.grown(_WIDTH, 0.4))
        self._lines = len(canvas.lines(hold.text, wide - 60, sizes.body)) if hold.text else 0
        text = self._lines * canvas.line_height(sizes.body)
        leads_away = hold.kind is HoldKind.LOST and not hold.may_carry_on
        letters = [sizes.label if n or leads_away else sizes.body + 2 for n in range(len(deeds))]
        widths = [
            canvas.text_width(words, size, bold=True) + _BESIDE_WORDS
            for words, size in zip(deeds, letters, strict=True)
        ]
        stacked = sum(widths) + _GAP * (len(widths) - 1) > wide - 60
        rows = len(deeds) if stacked else min(1, len(deeds))
        button = rows * (canvas.screen.grown(_BUTTON, 0.3) + _GAP) - _GAP if deeds else 0
        high = 26 + canvas.line_height(sizes.heading) + (10 + text if text else 0) + (18 + button if deeds else 0) + 24
        self.rect = _clear_of_plates(canvas, wide, high)
        row = self.rect.inset(30, 22).low(button)
        places = row.rows(len(deeds), _GAP) if stacked else _shared(row, widths)
        self.group = FocusGroup(
            [
                Button(place, words, deed, kind="plain" if n or leads_away else "primary")
                for n, (place, (words, deed)) in enumerate(zip(places, deeds.items(), strict=False))
            ],
            announce,
        )
        announce(f"{hold.title}. {hold.text}".strip())

    def take(self, given: Input) -> bool:
        """True when a button took it."""
        return self.group.take(given)

    def paint(self, canvas: Canvas) -> None:
        """Title, reason, buttons."""
        sizes, palette = canvas.theme.sizes, canvas.theme.palette
        canvas.panel(self.rect)
        inner = self.rect.inset(30, 22)
        title = canvas.line_height(sizes.heading)
        canvas.text(self.hold.title, inner.top(title), sizes.heading, bold=True, align="center")
        if self._lines:
            place = Rect(inner.x, inner.y + title + 10, inner.w, self._lines * canvas.line_height(sizes.body) + 2)
            canvas.paragraph(self.hold.text, place, sizes.body, colour=palette.ink_soft, align="center")
        self.group.paint(canvas)
