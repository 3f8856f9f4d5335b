"""The first start: what the player is called, and in which language."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from lanbridge.protocol.names import NAME_CHARACTERS, clean_name
from lanbridge.text import LANGUAGES, NATIVE_NAMES
from lanbridge.ui.layout import Rect, Spot, dialog
from lanbridge.ui.page import Page
from lanbridge.ui.paint.canvas import Canvas
from lanbridge.ui.paint.four_cards import draw_four_cards
from lanbridge.ui.ways_in import learn, own_name
from lanbridge.ui.widgets import Button, Choice, Widget


class FirstRunScene(Page):
    """Asks for the name; everything else can wait."""

    @property
    def _frame(self) -> Rect:
        frame = dialog(self.ctx.canvas.screen, 560, 356)
        room = self.ctx.canvas.screen.h - frame.h
        return frame.moved(dy=min(room / 2 - 16, self.ctx.canvas.screen.h * 0.115))

    @property
    def _title(self) -> Rect:
        frame = self._frame
        tall = self.ctx.canvas.screen.grown(64, 0.2)
        return Rect(frame.x, frame.y - tall - 12, frame.w, tall)

    def opened(self) -> None:
        """Said aloud when it opens."""
        self.ctx.announce(self.say("window.lobby.first_name"))

    def build(self) -> Sequence[Widget]:
        """Name, language, go."""
        screen, inner = self.ctx.canvas.screen, self._frame.inset(34, 28)
        row = screen.grown(48, 0.4)
        first = Rect(inner.x, inner.y + screen.grown(42, 0.5), inner.w, row)
        name = self.field(
            "name",
            first,
            self.say("window.lobby.your_name"),
            text=own_name(self.ctx),
            most=NAME_CHARACTERS,
            labelled=True,
            on_submit=lambda _: self._go(),
        )
        language = Choice(
            first.moved(dy=row + 14),
            self.say("window.settings.language"),
            [NATIVE_NAMES[code] for code in LANGUAGES],
            LANGUAGES.index(self.ctx.words.language),
            self._speak,
        )
        quiet = inner.low(screen.grown(44, 0.25))
        tall = screen.grown(54, 0.25)
        place = Rect(inner.x, quiet.y - 10 - tall, inner.w, tall)
        go = Button(place, self.say("window.first_run.go"), self._go, kind="primary")
        size = self.ctx.canvas.theme.sizes.label
        walk = Button(quiet, self.say("window.first_deal.first_time"), self._learn, kind="quiet", size=size)
        return name, language, go, walk

    def rebuild(self) -> None:
        """The name's field has the focus from the start, its text chosen to be replaced."""
        super().rebuild()
        if self.group.focused is None:
            self.group.focus(self.group.widgets[0])
            self.group.widgets[0].anchor = 0  # type: ignore[attr-defined]  # the field of the name

    def paint_ground(self, canvas: Canvas) -> None:
        """The game's name, a panel, a few cards."""
        canvas.felt()
        title, frame = self._title, self._frame
        above = title.y - 20
        if above > 90:  # noqa: PLR2004 a card's worth
            draw_four_cards(canvas, Spot(frame.center[0], 14 + above / 2, 0, min(above * 0.86, 170)))
        canvas.text(self.say("window.lobby.game"), title, canvas.theme.sizes.title, bold=True, align="center")
        canvas.panel(frame)
        heading = frame.inset(34, 22).top(canvas.screen.grown(40, 0.5))
        canvas.text(self.say("window.lobby.first_name"), heading, canvas.theme.sizes.heading, bold=True)

    def _speak(self, index: int) -> None:
        self.ctx.change(replace(self.ctx.preferences, language=LANGUAGES[index]))

    def _learn(self) -> None:
        """Into the walk through a first deal; what hinders it is told in the lobby."""
        self._go()
        problem = learn(self.ctx)
        if problem:
            self.ctx.toast(problem, error=True)

    def _go(self) -> None:
        name = clean_name(self.typed.get("name", "")) or own_name(self.ctx)
        self.ctx.change(replace(self.ctx.preferences, name=name))
        self.ctx.network.rename(name)
        self.ctx.stack.open("lobby")
