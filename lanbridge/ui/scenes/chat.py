"""Speaking at the table: quick phrases, a line of one's own, the last lines, and whom not to hear."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from lanbridge.client.known import Known, Notice
from lanbridge.engine import SEATS
from lanbridge.protocol.messages import TEXT_CHARACTERS, Occupant, Said, Say
from lanbridge.text import seat_name
from lanbridge.ui.inputs import Action, Back, Do, Input
from lanbridge.ui.layout import Rect, dialog
from lanbridge.ui.paint.canvas import Canvas
from lanbridge.ui.scene import Context, Scene
from lanbridge.ui.table_people import People, said_text
from lanbridge.ui.table_seats import player_names, viewer
from lanbridge.ui.widgets import Button, Dialog, FocusGroup, TextField, Toggle, Widget

PHRASES: Final = ("hello", "good_luck", "well_played", "thanks", "sorry", "wait", "hurry", "again")
_LINES: Final = 6
_GAP: Final = 10.0


class ChatScene(Scene):
    """Escape goes back; saying something goes back, too."""

    overlay = True

    def __init__(self, ctx: Context, people: People) -> None:
        super().__init__(ctx)
        self.people = people
        self.draft = ""
        self.lines = Rect(0, 0, 0, 0)
        self.rect = self.lines
        self.group = FocusGroup(announce=ctx.announce)

    @property
    def wants_text(self) -> bool:
        """Letters go into the line."""
        return self.group.wants_text

    def laid_out(self) -> None:
        """Line, phrases, what was said last, and a switch for each of the others."""
        canvas, words = self.ctx.canvas, self.ctx.words
        self.rect = dialog(canvas.screen, 700, 500)
        room = Dialog.room(self.rect)
        tall = canvas.screen.grown(42, 0.3)
        send = canvas.screen.grown(110, 0.3)
        top = room.top(tall)
        field = TextField(
            top.left_part(room.w - send - _GAP),
            words.say("window.chat.line"),
            self.draft,
            most=TEXT_CHARACTERS,
            placeholder=words.say("window.chat.line"),
            on_change=self._drafted,
            on_submit=self._say,
        )
        rest = room.below(tall + _GAP)
        phrases = rest.top(4 * tall + 3 * 6)
        places = [place for row in phrases.rows(4, 6) for place in row.columns(2, 8)]
        widgets: list[Widget] = [field, Button(top.right_part(send), words.say("window.chat.send"), self._send)]
        for place, phrase in zip(places, PHRASES, strict=True):
            widgets.append(Button(place, words.say(f"phrase.{phrase}"), partial(self._phrase, phrase)))
        below = rest.below(phrases.h + 14)
        self.lines, mutes = below.left_part(below.w * 0.54), below.right_part(below.w * 0.42)
        self.group.replace([*widgets, *self._mutes(mutes)])
        if self.group.focused is None:
            self.group.focus(field)

    def _mutes(self, rect: Rect) -> list[Widget]:
        """A switch for each of the others, as far as there is room."""
        words, known = self.ctx.words, self._known()
        on_off = words.say("window.chat.muted"), words.say("window.chat.heard")
        widgets: list[Widget] = []
        others = [seat for seat in SEATS if seat != viewer(known) and self._speaks(known, seat)]
        tall = self.ctx.canvas.screen.grown(38, 0.4)
        for n, seat in enumerate((*others, None)):
            name = words.say("window.chat.watchers") if seat is None else seat_name(words, player_names(known), seat)
            place = Rect(rect.x, rect.y + n * tall, rect.w, tall)
            if place.bottom > rect.bottom + 1:
                break
            label = words.say("window.chat.mute", name=name)
            mute = partial(self._mute, seat)
            widgets.append(Toggle(place, label, mute, on=seat not in self.people.muted, words=on_off))
        return widgets

    @staticmethod
    def _speaks(known: Known, seat: int) -> bool:
        return known.seating is not None and known.seating.seats[seat].occupant is Occupant.HUMAN

    def _mute(self, seat: int | None, _on: bool) -> None:  # noqa: FBT001 - a switch's callback
        self.people.mute(seat)

    def _known(self) -> Known:
        return self.ctx.client.known if self.ctx.client is not None else Known()

    def _drafted(self, text: str) -> None:
        self.draft = text

    def _send(self) -> None:
        self._say(self.draft)

    def _say(self, text: str) -> None:
        line = text.strip()
        if line and self.ctx.client is not None:
            self.ctx.client.request(Say(0, text=line))
        self.ctx.stack.pop(self)

    def _phrase(self, phrase: str) -> None:
        if self.ctx.client is not None:
            self.ctx.client.request(Say(0, phrase=phrase))
        self.ctx.stack.pop(self)

    def on_input(self, given: Input) -> bool:
        """Escape, or C outside the line, goes back."""
        if self.group.take(given):
            return True
        if isinstance(given, Back) or given == Do(Action.CHAT):
            self.ctx.stack.pop(self)
            return True
        return False

    def on_notices(self, notices: Sequence[tuple[Notice, Known]]) -> None:
        """New lines are drawn; nothing is laid out anew, so that typing is not disturbed."""

    def draw(self, canvas: Canvas) -> None:
        """Panel, widgets, the last lines."""
        sizes, palette = canvas.theme.sizes, canvas.theme.palette
        canvas.veil()
        canvas.panel(self.rect)
        inner = self.rect.inset(26, 20)
        canvas.text(self.ctx.words.say("window.table.chat"), inner.top(44), sizes.heading, bold=True)
        heard = [said for said in self._known().chat if said.seat not in self.people.muted][-_LINES:]
        tall = canvas.line_height(sizes.label) + 2
        fit = heard[-max(1, int(self.lines.h / tall)) :]
        for n, said in enumerate(fit):
            place = Rect(self.lines.x, self.lines.y + n * tall, self.lines.w, tall)
            canvas.text(self._line(said), place, sizes.label, colour=palette.ink_soft)
        self.group.paint(canvas)

    def _line(self, said: Said) -> str:
        return self.ctx.words.say("seat.said", name=said.name, text=said_text(self.ctx.words, said))

    def focus_order(self) -> Sequence[str]:
        """Line, phrases, switches."""
        return [widget.spoken() for widget in self.group.order]
