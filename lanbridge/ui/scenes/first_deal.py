"""One step of the walk through a first deal: a panel beside the trick, with the hand in sight; it can be left."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from lanbridge.client.known import Known
from lanbridge.engine import SeatView
from lanbridge.text.first_deal import Step, explained
from lanbridge.ui.inputs import Back, Click, Input, Press
from lanbridge.ui.layout import Rect, table_layout
from lanbridge.ui.paint.canvas import Canvas
from lanbridge.ui.reading import Passage, ReadingSheet
from lanbridge.ui.scene import Context
from lanbridge.ui.table_seats import player_names
from lanbridge.ui.widgets import Button, Widget

_WIDE: Final = 420.0
_MOST_OF_WINDOW: Final = 0.46
_MEANT_FOR_THE_TABLE: Final = 0.5  # seconds: a press that comes so soon was on its way before the panel came up


class FirstDealScene(ReadingSheet):
    """Explains one step for the position that it came up in."""

    def __init__(self, ctx: Context, step: Step, view: SeatView) -> None:
        super().__init__(ctx)
        self.step = step
        known = ctx.client.known if ctx.client is not None else Known()
        last = known.sheet[-1] if known.sheet else None
        self._view, self._names, self._last = view, player_names(known), last
        self._came = ctx.clock()

    @property
    def _section(self) -> Passage:
        section = explained(self.ctx.words, self.step, self._view, self._names, self._last)
        return Passage(section.title, section.lines)

    def opened(self) -> None:
        """Nothing moves on the table while this is read."""
        if self.ctx.lesson is not None:
            self.ctx.lesson.open = True
            self.ctx.lesson.done |= {self.step}
        super().opened()

    def left(self) -> None:
        """The deal goes on; after its last step the walk is over."""
        lesson = self.ctx.lesson
        if lesson is not None:
            lesson.open = False
        if self.step is Step.POINTS:
            self._over()

    def _over(self) -> None:
        self.ctx.lesson = None
        if not self.ctx.preferences.walk_through_done:
            self.ctx.change(replace(self.ctx.preferences, walk_through_done=True))

    def title(self) -> str:
        """Which step this is."""
        return self._section.title

    def passages(self) -> Sequence[Passage]:
        """Its sentences."""
        return [Passage("", self._section.lines)]

    @property
    def frame(self) -> Rect:
        """Left of the trick, above the hand."""
        screen = self.ctx.canvas.screen
        layout = table_layout(screen)
        top = layout.bar.bottom + 12
        wide = min(screen.grown(_WIDE, 0.5), screen.w * _MOST_OF_WINDOW)
        return Rect(16, top, wide, layout.hand_area.y - 12 - top)

    def foot(self, room: Rect) -> Sequence[Widget]:
        """Go on, or leave the walk."""
        on, leave = self.say("window.first_deal.go_on"), self.say("window.first_deal.leave")
        go = self.button_at(room, on, self.close, primary=True)
        size = self.ctx.canvas.theme.sizes.small
        return Button(room.left_part(go.rect.x - room.x - 10), leave, self._leave, kind="quiet", size=size), go

    def rebuild(self) -> None:
        """Going on has the focus from the start."""
        super().rebuild()
        if self.group.focused is None:
            self.group.focus(self.group.widgets[-1])

    def _leave(self) -> None:
        self._over()
        self.close()

    def on_input(self, given: Input) -> bool:
        """Presses that were meant for a card are dropped; Escape goes on."""
        if isinstance(given, Press | Click | Back) and self.ctx.clock() - self._came < _MEANT_FOR_THE_TABLE:
            return True
        return super().on_input(given)

    def paint_ground(self, canvas: Canvas) -> None:
        """The panel alone: the table stays bright, it is what the words are about."""
        canvas.panel(self.frame)
        heading = self.frame.inset(30, 18).top(canvas.screen.grown(42, 0.4))
        canvas.text(self.title(), heading, canvas.theme.sizes.heading, bold=True)
