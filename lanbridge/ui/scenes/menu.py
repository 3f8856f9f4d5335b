"""The table's menu, with the host's part for whoever holds it, and the question before one leaves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from lanbridge.client.known import Known, Notice
from lanbridge.engine import SEATS, Phase
from lanbridge.protocol.messages import (
    Admit,
    AskToGoOn,
    CloseTable,
    HandOver,
    LeaveSeat,
    NextDeal,
    Occupant,
    Pause,
    RemovePlayer,
    Request,
    Stage,
    StopMatch,
)
from lanbridge.text import seat_name
from lanbridge.ui.inputs import Back, Input
from lanbridge.ui.layout import dialog
from lanbridge.ui.paint.canvas import Canvas
from lanbridge.ui.scene import Context, Scene
from lanbridge.ui.table_seats import player_names, viewer
from lanbridge.ui.widgets import Button, ButtonKind, Dialog

Item = tuple[str, Callable[[], None]]
_ROW: Final = 44.0
_GAP: Final = 8.0
_MOST_ROWS: Final = 10  # in a column; more knocks wait for their turn


class MenuScene(Scene):
    """Buttons in a column; a second column for the holder of the host's menu."""

    overlay = True

    def __init__(self, ctx: Context) -> None:
        super().__init__(ctx)
        self.dialog: Dialog | None = None

    @property
    def known(self) -> Known:
        """What is known now."""
        return self.ctx.client.known if self.ctx.client is not None else Known()

    def laid_out(self) -> None:
        """As wide and high as its columns."""
        canvas, words = self.ctx.canvas, self.ctx.words
        mine, theirs = self._own_items(), self._host_items()[:_MOST_ROWS]
        columns = [mine, theirs] if theirs else [mine]
        rows = max(map(len, columns))
        row = min(canvas.screen.grown(_ROW, 0.3), (canvas.screen.h - 150) / rows - _GAP)
        frame = dialog(canvas.screen, 330 * len(columns), 0)
        high = rows * (row + _GAP) - _GAP + 44 + 6 + 44
        frame = canvas.screen.rect.middle(frame.w, high)
        room = Dialog.room(frame)
        buttons: list[Button] = []
        for column, items in zip(room.columns(len(columns), 20), columns, strict=True):
            for n, (text, deed) in enumerate(items):
                kind: ButtonKind = "primary" if items is mine and not n else "plain"
                place = column.below(n * (row + _GAP)).top(row)
                buttons.append(Button(place, text, deed, kind=kind, size=canvas.theme.sizes.label))
        before = self.dialog.group.focused.name if self.dialog and self.dialog.group.focused else None
        self.dialog = Dialog(frame, words.say("window.table.menu"), buttons, self._back, announce=self.ctx.announce)
        chosen = next((button for button in buttons if button.name == before), buttons[0])
        self.dialog.group.focus(chosen)

    def _own_items(self) -> list[Item]:
        words, stack = self.ctx.words, self.ctx.stack
        items: list[Item] = [
            (words.say("window.menu.back"), self._back),
            (words.say("window.table.scores"), partial(self._lay, "scores")),
            (words.say("window.settings.title"), partial(self._lay, "settings")),
            (words.say("window.rules.title"), partial(self._lay, "rules")),
            (words.say("window.keys.title"), partial(self._lay, "keys")),
        ]
        items += self._go_ons()
        seating = self.known.seating
        if seating is not None and seating.you is not None and not self.ctx.practising:
            items.append((words.say("window.menu.stand_up"), partial(self._ask_for, LeaveSeat(0))))
        items.append((words.say("window.menu.leave"), lambda: stack.push(LeaveScene(self.ctx))))
        return items

    def _host_items(self) -> list[Item]:
        seating, words = self.known.seating, self.ctx.words
        if seating is None or not seating.menu:
            return []
        items: list[Item] = []
        for number, name in seating.knocks:
            items.append((words.say("window.menu.admit", name=name), partial(self._ask_for, Admit(0, number, True))))
            items.append((words.say("window.menu.refuse", name=name), partial(self._ask_for, Admit(0, number, False))))
        pause = words.say("window.menu.go_on" if seating.paused else "window.menu.pause")
        items.append((pause, partial(self._ask_for, Pause(0, paused=not seating.paused))))
        if self.known.question is None and self.known.settings is not None:
            items.append((words.say("window.waiting.change"), partial(self._lay, "host")))
        if seating.stage is Stage.BETWEEN:
            items.append((words.say("window.between.next"), partial(self._ask_for, NextDeal(0))))
            items += self._removals() + self._hand_overs()
        if self.known.view is not None and self.known.view.table.phase is not Phase.OVER:
            items.append((words.say("window.between.stop"), partial(self._sure, "window.menu.stop_sure", StopMatch(0))))
        if not self.ctx.practising:
            close = partial(self._sure, "window.menu.close_sure", CloseTable(0))
            items.append((words.say("window.waiting.close"), close))
        return items

    def _hand_overs(self) -> list[Item]:
        """The present humans who may host from now on; a table that is practised at has none."""
        known, words = self.known, self.ctx.words
        if known.seating is None or not self.ctx.hosts:
            return []
        seats, names = known.seating.seats, player_names(known)
        others = [s for s in SEATS if seats[s].occupant is Occupant.HUMAN and seats[s].present and s != viewer(known)]
        return [
            (
                words.say("window.menu.hand_over", name=seat_name(words, names, s)),
                partial(self._ask_for, HandOver(0, s)),
            )
            for s in others
        ]

    def _go_ons(self) -> list[Item]:
        """Ask the table to let a bot play for somebody who is waited for."""
        known, words = self.known, self.ctx.words
        if known.seating is None or known.seating.you is None or known.question is not None:
            return []
        names = player_names(known)
        away = [seat for seat in known.seating.waited_for if not known.seating.seats[seat].present]
        return [
            (words.say("window.menu.bot_for", name=seat_name(words, names, s)), partial(self._ask_for, AskToGoOn(0, s)))
            for s in away
        ]

    def _removals(self) -> list[Item]:
        known, words = self.known, self.ctx.words
        if known.seating is None:
            return []
        seats = known.seating.seats
        humans = [s for s in SEATS if seats[s].occupant is Occupant.HUMAN and s != viewer(known)]
        names = {seat: seat_name(words, player_names(known), seat) for seat in humans}
        return [
            (words.say("window.menu.remove", name=names[seat]), partial(self._ask_for, RemovePlayer(0, seat)))
            for seat in humans
        ]

    def _lay(self, name: str) -> None:
        self._back()
        self.ctx.stack.lay(name)

    def _ask_for(self, request: Request) -> None:
        if self.ctx.client is not None:
            self.ctx.client.request(request)
        self._back()

    def _sure(self, key: str, request: Request) -> None:
        self.ctx.stack.push(SureScene(self.ctx, key, partial(self._ask_for, request)))

    def _back(self) -> None:
        self.ctx.stack.pop(self)

    def on_input(self, given: Input) -> bool:
        """Everything is taken."""
        return self.dialog is not None and self.dialog.take(given)

    def on_notices(self, notices: Sequence[tuple[Notice, Known]]) -> None:
        """Somebody knocked, or the table paused: other items."""
        del notices
        self.laid_out()

    def draw(self, canvas: Canvas) -> None:
        """The dialog."""
        if self.dialog is not None:
            self.dialog.paint(canvas)

    def focus_order(self) -> Sequence[str]:
        """The items."""
        return [widget.spoken() for widget in self.dialog.group.order] if self.dialog is not None else ()


class SureScene(Scene):
    """A question with two answers; the careful one has the focus. ``key`` has `.question`, `.text`, `.yes`, `.no`."""

    overlay = True

    def __init__(self, ctx: Context, key: str, on_yes: Callable[[], None]) -> None:
        super().__init__(ctx)
        self.key, self.on_yes = key, on_yes
        self.dialog: Dialog | None = None

    def sentence(self) -> str:
        """What follows from a yes."""
        return self.ctx.words.say(f"{self.key}.text")

    def laid_out(self) -> None:
        """Title, sentence, two buttons."""
        canvas, words = self.ctx.canvas, self.ctx.words
        text = self.sentence()
        frame = dialog(canvas.screen, 500, 0)
        lines = len(canvas.lines(text, frame.w - 52, canvas.theme.sizes.body))
        button = canvas.screen.grown(48, 0.3)
        frame = canvas.screen.rect.middle(
            frame.w, 40 + 50 + lines * canvas.line_height(canvas.theme.sizes.body) + 20 + button
        )
        no, yes = Dialog.room(frame).low(button).columns(2, 14)
        stay = Button(no, words.say(f"{self.key}.no"), self.refuse, kind="primary")
        go = Button(yes, words.say(f"{self.key}.yes"), self._yes)
        question = words.say(f"{self.key}.question")
        self.dialog = Dialog(frame, question, [stay, go], self.refuse, text=text, announce=self.ctx.announce)
        self.dialog.group.focus(stay)

    def refuse(self) -> None:
        """No: nothing happens."""
        self.ctx.stack.pop(self)

    def _yes(self) -> None:
        self.ctx.stack.pop(self)
        self.on_yes()

    def on_input(self, given: Input) -> bool:
        """Everything is taken; Escape is no."""
        if isinstance(given, Back):
            self.refuse()
            return True
        return self.dialog is not None and self.dialog.take(given)

    def draw(self, canvas: Canvas) -> None:
        """The dialog."""
        if self.dialog is not None:
            self.dialog.paint(canvas)

    def focus_order(self) -> Sequence[str]:
        """The two answers."""
        return [widget.spoken() for widget in self.dialog.group.order] if self.dialog is not None else ()


class LeaveScene(SureScene):
    """Before one leaves the table; ``close`` closes the window, too."""

    def __init__(self, ctx: Context, *, close: bool = False) -> None:
        super().__init__(ctx, "window.leave", ctx.stack.quit if close else ctx.leave_table)

    def sentence(self) -> str:
        """What leaving means for the one who leaves, and for the others."""
        words = self.ctx.words
        if self.ctx.practising:
            return words.say("window.leave.as_practice")
        if self.ctx.hosts:
            return words.say("window.leave.as_host")
        known = self.ctx.client.known if self.ctx.client is not None else Known()
        return words.say("window.leave.as_watcher" if viewer(known) is None else "window.leave.as_player")
