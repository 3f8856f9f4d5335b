"""The score sheet over the table: on demand, between deals, and at the end of a match."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from lanbridge.client.known import Known
from lanbridge.engine import SEATS, Ruleset, call_is_made
from lanbridge.text import rules_in_one_line, seat_name
from lanbridge.text.review_words import moment_sentence, moment_title
from lanbridge.ui.inputs import Action, Back, Click, Do, Input, Move, Next, Press, Scroll
from lanbridge.ui.layout import Rect, ScoresLayout, scores_layout
from lanbridge.ui.paint.canvas import Canvas
from lanbridge.ui.paint.table_scores import Sheet, draw_lines, draw_sheet, rows_in
from lanbridge.ui.scene import Context, Pace, Scene
from lanbridge.ui.table_seats import my_seat, player_names, viewer
from lanbridge.ui.table_voice import sheet_heard
from lanbridge.ui.widgets import Button, FocusGroup

if TYPE_CHECKING:
    from lanbridge.bots.review import Moment

_WIDE = 178.0  # a button
_MEANT_FOR_THE_TABLE = 0.5  # seconds: a press that comes so soon was on its way before the sheet came up


class ScoresScene(Scene):
    """The sheet with a close button; the two others below are this one with other headings and buttons."""

    overlay = True

    def __init__(self, ctx: Context) -> None:
        super().__init__(ctx)
        self.group = FocusGroup(announce=ctx.announce)
        self.first: int | None = None  # None: the last rows
        self.heard = len(self.known.sheet) - 1  # the deal that was read out last
        self._came = ctx.clock()
        self._dearest = self.dearest()
        self.place: ScoresLayout = scores_layout(ctx.canvas.screen)
        self._note_place = self.place.note

    # ------------------------------------------------------------------ what the kinds of sheet differ in

    def heading(self) -> str:
        """The panel's title."""
        done = len(self.known.sheet)
        return (
            self.ctx.words.say("window.scores.after", count=done) if done else self.ctx.words.say("window.scores.title")
        )

    def note(self) -> str:
        """The line at the foot."""
        words, rules = self.ctx.words, self.rules
        about = words.say("window.scores.won_called")
        return about if rules is None else f"{about}  \u00b7  {rules_in_one_line(words, rules)}"

    def buttons(self) -> Sequence[tuple[str, str]]:
        """Text keys of the buttons and the names of the methods they call, from the left; the last is gold."""
        return (("window.scores.close", "close"),)

    # ------------------------------------------------------------------

    @property
    def known(self) -> Known:
        """What is known now."""
        return self.ctx.client.known if self.ctx.client is not None else Known()

    @property
    def rules(self) -> Ruleset | None:
        """The rules of the match."""
        if self.known.view is not None:
            return self.known.view.table.rules
        return self.known.settings.rules if self.known.settings is not None else None

    def close(self) -> None:
        """Back to the table."""
        self.ctx.stack.pop(self)

    def opened(self) -> None:
        """Told to those who hear the screen: the heading, the last deal and the totals, and the line at the foot."""
        last = sheet_heard(self.ctx.words, self.known, len(self.known.sheet) - 1)
        for sentence in (self.heading(), *last, self.note()):
            self.ctx.announce(sentence)

    def laid_out(self) -> None:
        """Buttons at the foot, as wide as their words."""
        canvas, words = self.ctx.canvas, self.ctx.words
        self.place = scores_layout(canvas.screen)
        labels = [(words.say(key), deed) for key, deed in self.buttons()]
        foot = self.place.note
        room, made = Rect(foot.x, foot.y, self.place.buttons.right - foot.x, foot.h), list[Button]()
        size = canvas.theme.sizes.body + 2
        for n, (text, deed) in enumerate(reversed(labels)):
            kind = "plain" if n else "primary"
            width = max(canvas.screen.grown(_WIDE, 0.2), canvas.text_width(text, size, bold=True) + 56)
            width = min(width, room.w / (len(labels) - n))
            made.append(Button(room.right_part(width), text, getattr(self, deed), kind=kind))  # type: ignore[arg-type]  # the two literals above
            room = room.left_part(room.w - width - 14)
        self._note_place = foot.left_part(max(0.0, min(foot.w, room.w - 10)))
        self.group.replace(made[::-1])
        if self.group.focused is None and made:
            self.group.focus(made[0])

    def on_input(self, given: Input) -> bool:
        """Arrows and wheel scroll, Tab and Escape close."""
        if isinstance(given, Press | Click) and self.ctx.clock() - self._came < _MEANT_FOR_THE_TABLE:
            return True
        match given:
            case Back() | Do(Action.SCORES):
                self.close()
            case Next(1):
                self.close()
            case Scroll(_, by):
                self._scroll(1 if by > 0 else -1)
            case Move(0, dy):
                self._scroll(dy)
            case _:
                return self.group.take(given)
        return True

    def _scroll(self, rows: int) -> None:
        self.first = self._first(self._visible_from() + rows)
        self.heard = max(0, min(self.heard + rows, len(self.known.sheet) - 1))
        for sentence in sheet_heard(self.ctx.words, self.known, self.heard)[:-1]:
            self.ctx.announce(sentence)

    def _visible_from(self) -> int:
        return self._first(len(self.known.sheet) if self.first is None else self.first)

    def _first(self, wanted: int) -> int:
        room = rows_in(self.ctx.canvas, self.place.sheet)
        return max(0, min(wanted, len(self.known.sheet) - room))

    def draw(self, canvas: Canvas) -> None:
        """Panel, sheet, lines, foot."""
        place, sizes, palette, words = self.place, canvas.theme.sizes, canvas.theme.palette, self.ctx.words
        canvas.veil()
        canvas.panel(place.panel)
        canvas.text(self.heading(), place.heading, sizes.heading + 2, bold=True)
        sheet = self._sheet()
        if sheet is None:
            canvas.text(words.say("window.scores.none_yet"), place.sheet, sizes.body, colour=palette.ink_soft)
        else:
            draw_sheet(canvas, place.sheet, sheet, words)
            draw_lines(canvas, place.plot, sheet, words)
            canvas.paragraph(self._moment(sheet), place.moment, sizes.label, colour=palette.ink_soft)
        canvas.paragraph(self.note(), self._note_place, sizes.small, colour=palette.ink_soft)
        self.group.paint(canvas)

    def _sheet(self) -> Sheet | None:
        known, rules = self.known, self.rules
        if not known.sheet or rules is None:
            return None
        names = player_names(known)
        mine = my_seat(known)
        return Sheet(
            rules,
            known.sheet,
            tuple(seat_name(self.ctx.words, names, seat, viewer(known)) for seat in SEATS),
            tuple((mine + step) % 4 for step in range(4)),
            tuple(known.verdicts.items()),
            self._visible_from(),
        )

    def dearest(self) -> Moment | None:
        """The dearest moment of mine on this sheet, as soon as it is found."""
        return self.ctx.chronicle.seeker.dearest() if self.ctx.chronicle is not None else None

    def update(self, now: float) -> Pace:
        """Whether the dearest moment was found since."""
        del now
        before, self._dearest = self._dearest, self.dearest()
        if self._dearest is None or self._dearest == before:
            return Pace.STILL
        self.ctx.announce(self._dearest_line(self._dearest))
        return Pace.ONCE

    def _dearest_line(self, moment: Moment) -> str:
        words = self.ctx.words
        title = f"{words.say('window.scores.dearest')}: {moment_title(words, moment)}"
        return f"{title}. {moment_sentence(words, moment)}"

    def _moment(self, sheet: Sheet) -> str:
        """My dearest moment; else how many calls each has made, the surest sign of who plays well."""
        if self._dearest is not None:
            return self._dearest_line(self._dearest)
        words = self.ctx.words
        made = [sum(call_is_made(r.calls[s], r.won[s], sheet.rules) for r in sheet.results) for s in SEATS]
        parts = [
            words.say("window.scores.made_by", name=sheet.names[s], made=made[s], count=len(sheet.results))
            for s in sheet.order
        ]
        return words.say("window.scores.made", list=words.say("lists.semicolon").join(parts))

    def focus_order(self) -> Sequence[str]:
        """The buttons."""
        return [widget.spoken() for widget in self.group.order]
