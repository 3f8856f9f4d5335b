"""The waiting room: who sits where, the code to come in by, the rules in a line, and Start for the host."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from lanbridge.client.known import Answered, Known, Link, Notice, SeatingChanged
from lanbridge.engine import Seat
from lanbridge.protocol.messages import (
    Admit,
    LeaveSeat,
    Occupant,
    RemovePlayer,
    Request,
    Seating,
    SetReady,
    StartMatch,
    TakeSeat,
)
from lanbridge.text import link_sentence, preset_title, reject_sentence, rules_in_one_line
from lanbridge.ui.inputs import Action, Back, Do, Input
from lanbridge.ui.layout import Rect, dialog, seat_at, waiting_layout
from lanbridge.ui.page import Page
from lanbridge.ui.paint.canvas import Canvas
from lanbridge.ui.paint.pieces import draw_pills
from lanbridge.ui.scene import Context, screen_of
from lanbridge.ui.seat_plate import SeatPlate
from lanbridge.ui.waiting_words import code_and_addresses, face_of, free_words, people, unready
from lanbridge.ui.widgets import Button, Dialog, Widget

_MOST_KNOCKS: Final = 3
_LAST: Final = 4


class WaitingScene(Page):
    """Before a match. Every change of the seating makes the screen anew."""

    def __init__(self, ctx: Context) -> None:
        super().__init__(ctx)
        self._closed_told = False
        self._people: frozenset[str] = frozenset()

    @property
    def _known(self) -> Known:
        return self.ctx.client.known if self.ctx.client is not None else Known(link=Link.CLOSED)

    @property
    def _seating(self) -> Seating | None:
        return self._known.seating

    def opened(self) -> None:
        """Said aloud: where we are, and the code."""
        code, _ = code_and_addresses(self.ctx.hosted, self.ctx.joining)
        spelled = " ".join(code.replace("-", ""))
        self.ctx.announce(
            self.say("window.waiting.title") + (f". {self.say('window.waiting.code')}: {spelled}" if code else "")
        )
        self._people = self._names()

    # ------------------------------------------------------------------ news

    def on_notices(self, notices: Sequence[tuple[Notice, Known]]) -> None:
        """People come and go; the match begins; the table closes."""
        known = self._known
        if known.link is Link.CLOSED:
            self._table_closed(known)
            return
        if screen_of(known) == "table":
            self.ctx.stack.open("table")
            return
        for notice, _ in notices:
            if isinstance(notice, Answered) and notice.reason is not None:
                self.ctx.toast(reject_sentence(self.ctx.words, notice.reason, notice.refusal), error=True)
            elif isinstance(notice, SeatingChanged):
                self._tell_people()
        self.laid_out()

    def _names(self) -> frozenset[str]:
        seats = self._seating.seats if self._seating is not None else ()
        return frozenset(info.name for info in seats if info.occupant is Occupant.HUMAN)

    def _tell_people(self) -> None:
        """Say who has come."""
        before, self._people = self._people, self._names()
        for name in sorted(self._people - before):
            seats = self._seating.seats if self._seating is not None else ()
            seat = next(n for n, info in enumerate(seats) if info.name == name)
            self.ctx.announce(self.say("seat.sat", name=name, number=seat + 1))
            self.ctx.sounds.play("call")

    def _table_closed(self, known: Known) -> None:
        if self._closed_told:
            return
        self._closed_told = True
        text = link_sentence(self.ctx.words, known.closed, known.host_version) if known.closed is not None else ""

        def make() -> Dialog:
            frame = dialog(self.ctx.canvas.screen, 520, 240)
            foot = frame.inset(26, 22).low(self.ctx.canvas.screen.grown(46, 0.3))
            back = Button(foot, self.say("window.connecting.back"), self.ctx.leave_table, kind="primary")
            box = Dialog(frame, self.say("link.state.closed"), [back], self.ctx.leave_table, text=text)
            box.group.focus(back)
            return box

        self.ctx.announce(text)
        self.ask(make)

    # ------------------------------------------------------------------ widgets

    def build(self) -> Sequence[Widget]:
        """Plates in the order of the table, then what can be done."""
        seating = self._seating
        if seating is None:
            return ()
        place = waiting_layout(self.ctx.canvas.screen)
        mine = seating.you or 0
        plates = [self._plate(seating, seat_at(n, mine), place.table.plates[n]) for n in range(_LAST)]
        return (
            *plates,
            *self._knocks(seating),
            self._main(seating, place.start),
            *self._actions(seating, place.actions),
        )

    def _plate(self, seating: Seating, seat: Seat, rect: Rect) -> Widget:
        words, info = self.ctx.words, seating.seats[seat]
        face = face_of(words, self._known, seating, seat)
        number = words.say("names.seat", number=seat + 1)
        if face is None:
            bots = self._known.settings.bots if self._known.settings is not None else "medium"
            free = free_words(words, seating, bots)
            sit = self.say("window.waiting.sit")
            return SeatPlate(rect, f"{number}: {sit}", None, free, lambda: self._request(TakeSeat(0, seat)))
        removable = seating.menu and seat != seating.you
        press = (lambda: self._ask_remove(seat, info.name)) if removable else None
        return SeatPlate(rect, f"{number}: {face.name}, {face.line}", face, "", press)

    def _main(self, seating: Seating, rect: Rect) -> Widget:
        """Start for the host; ready or not for everybody else; a seat for those who watch."""
        if seating.menu:
            key = "window.waiting.start" if people(seating) == _LAST else "window.waiting.start_with_bots"
            return Button(self._wide(rect, self.say(key)), self.say(key), self._start, kind="primary")
        if seating.you is None:
            free = [n for n, info in enumerate(seating.seats) if info.occupant is not Occupant.HUMAN]
            text = self.say("window.waiting.sit_down")
            button = Button(self._wide(rect, text), text, lambda: self._request(TakeSeat(0, free[0])), kind="primary")
            button.enabled = bool(free)
            return button
        ready = seating.seats[seating.you].ready
        text = self.say("window.waiting.not_ready" if ready else "window.waiting.ready")
        toggle = lambda: self._request(SetReady(0, not ready))  # noqa: E731 - reads better beside its button
        return Button(self._wide(rect, text), text, toggle, kind="plain" if ready else "primary")

    def _wide(self, rect: Rect, text: str) -> Rect:
        canvas = self.ctx.canvas
        wide = canvas.text_width(text, canvas.theme.sizes.body + 2, bold=True) + 64
        middle = waiting_layout(canvas.screen).table.middle
        return rect.middle(min(max(rect.w, wide), middle.w), rect.h)

    def _knocks(self, seating: Seating) -> list[Widget]:
        widgets: list[Widget] = []
        for rect, (number, name) in zip(self._knock_places(), seating.knocks, strict=False):
            yes, no = rect.inset(10, 8).low(self.ctx.canvas.screen.grown(38, 0.4)).columns(2, 8)
            admit, refuse = self.say("window.waiting.admit"), self.say("window.waiting.refuse")
            widgets += [
                Button(
                    yes, admit, self._answer(number, admitted=True), kind="primary", name=f"{admit}: {name}", size=15
                ),
                Button(no, refuse, self._answer(number, admitted=False), name=f"{refuse}: {name}"),
            ]
        return widgets

    def _answer(self, knock: int, *, admitted: bool) -> Callable[[], None]:
        return lambda: self._request(Admit(0, knock, admitted))

    def _knock_places(self) -> tuple[Rect, ...]:
        screen, plates = self.ctx.canvas.screen, waiting_layout(self.ctx.canvas.screen).table.plates
        top, left = plates[2], plates[3]
        width, tall = screen.grown(250, 0.25), screen.grown(92, 0.5)
        first = Rect(20, top.y, min(width, top.x - 36), tall)
        fits = max(1, int((left.y - top.y) / (tall + 10)))
        return tuple(first.moved(dy=n * (tall + 10)) for n in range(min(fits, _MOST_KNOCKS)))

    def _actions(self, seating: Seating, rect: Rect) -> list[Widget]:
        wanted: list[tuple[str, Callable[[], None]]] = []
        if seating.menu:
            wanted.append((self.say("window.waiting.change"), lambda: self.ctx.stack.lay("host")))
        wanted.append((self.say("window.rules.title"), lambda: self.ctx.stack.lay("rules")))
        if seating.you is not None and not seating.menu:
            wanted.append((self.say("window.waiting.stand_up"), lambda: self._request(LeaveSeat(0))))
        wanted.append((self.say("window.settings.title"), lambda: self.ctx.stack.lay("settings")))
        key = "window.waiting.close" if self.ctx.hosts else "window.waiting.leave"
        wanted.append((self.say(key), self._ask_leave))
        canvas = self.ctx.canvas
        widths = [canvas.text_width(text, canvas.theme.sizes.label, bold=True) + 44 for text, _ in wanted]
        fit = min(1.0, (rect.w - 12 * len(wanted)) / sum(widths))
        x = rect.center[0] - (sum(widths) * fit + 12 * (len(wanted) - 1)) / 2
        buttons: list[Widget] = []
        for (text, act), width in zip(wanted, widths, strict=True):
            buttons.append(Button(Rect(x, rect.y, width * fit, rect.h), text, act))
            x += width * fit + 12
        return buttons

    # ------------------------------------------------------------------ drawing

    def paint_ground(self, canvas: Canvas) -> None:
        """Felt, bar, invitation, code, rules."""
        place, known, sizes = waiting_layout(canvas.screen), self._known, canvas.theme.sizes
        canvas.felt(place.table.oval)
        canvas.bar(place.table.bar)
        if known.settings is None or known.seating is None:
            return
        name = canvas.text(known.settings.name, place.table.bar_left.left_part(320), sizes.label, bold=True)
        title = preset_title(self.ctx.words, known.settings.rules)
        draw_pills(canvas, place.table.bar_left.beside(name.right - place.table.bar_left.x + 12), [title])
        draw_pills(canvas, place.table.bar_right, self._pills(known), "right")
        self._paint_middle(canvas, known.seating)
        line = self.say("window.waiting.rules", rules=rules_in_one_line(self.ctx.words, known.settings.rules))
        soft = canvas.theme.palette.ink_soft
        narrow = place.rules.inset(place.rules.w * 0.12, 0)  # two lines of like length rather than one word alone
        two = len(canvas.lines(line, narrow.w, sizes.label)) == 2  # noqa: PLR2004 - lines
        canvas.paragraph(line, narrow if two else place.rules, sizes.label, colour=soft, align="center")
        for rect, (_, who) in zip(self._knock_places(), known.seating.knocks, strict=False):
            canvas.panel(rect, radius=16)
            text = self.say("window.waiting.knock", name=who)
            canvas.text(text, rect.inset(14, 6).top(canvas.screen.grown(30, 0.6)), sizes.label, bold=True)

    def _pills(self, known: Known) -> list[str]:
        pills: list[str] = []
        if known.seating is not None and known.seating.spectators:
            pills.append(self.say("window.table.spectators", count=len(known.seating.spectators)))
        if known.link is Link.LOST:
            pills.append(self.say("window.table.reconnecting"))
        elif known.rtt_ms is not None and not self.ctx.hosts:
            pills.append(self.say("window.lobby.far_ms", count=known.rtt_ms))
        return pills

    def _paint_middle(self, canvas: Canvas, seating: Seating) -> None:
        place, sizes, palette = waiting_layout(canvas.screen), canvas.theme.sizes, canvas.theme.palette
        code, addresses = code_and_addresses(self.ctx.hosted, self.ctx.joining)
        waits = self._waits(seating)
        invite = self.say("window.waiting.invite" if code else "window.waiting.no_code")
        if self.ctx.hosted is not None and not addresses:
            invite = self.say("window.waiting.no_network")
        listed = self._known.settings is None or self._known.settings.listed
        if code and not listed:
            invite = self.say("window.waiting.invite_unlisted")
        canvas.paragraph(invite, place.invite, sizes.body, colour=palette.ink_soft, align="center")
        if code:
            canvas.text(code, place.code, sizes.huge, bold=True, align="center", colour=palette.gold)
        lines = [self.say("window.waiting.or_address", address=addresses[0])] if addresses else []
        canvas.text(
            " \u00b7 ".join([*lines, *([waits] if waits else [])]),
            place.address,
            sizes.label,
            colour=palette.ink_soft,
            align="center",
        )

    def _waits(self, seating: Seating) -> str:
        """Who is not ready, for the host; that the host begins, for the others."""
        if not seating.menu:
            return self.say("window.waiting.host_begins")
        names = unready(seating)
        return self.say("window.table.waiting_for", names=self.ctx.words.listed(names)) if names else ""

    # ------------------------------------------------------------------ acting

    def _request(self, request: Request) -> None:
        if self.ctx.client is not None:
            self.ctx.client.request(request)

    def _start(self) -> None:
        self._request(StartMatch(0))

    def _ask_remove(self, seat: Seat, name: str) -> None:
        text = self.say("window.waiting.remove_question", name=name)
        remove = self.say("window.waiting.remove")
        self.confirm(name, text, remove, lambda: self._request(RemovePlayer(0, seat)))

    def _ask_leave(self) -> None:
        seating = self._seating
        alone = seating is None or people(seating) <= 1
        if not self.ctx.hosts or alone:
            self.ctx.leave_table()
            return
        question, text = self.say("window.leave.question"), self.say("window.leave.as_host")
        self.confirm(
            question, text, self.say("window.leave.go"), self.ctx.leave_table, no=self.say("window.leave.stay")
        )

    def may_close(self) -> bool:
        """A host with guests is asked first."""
        seating = self._seating
        if not self.ctx.hosts or seating is None or people(seating) <= 1:
            return True
        question, text = self.say("window.leave.question"), self.say("window.leave.as_host")
        self.confirm(question, text, self.say("window.leave.go"), self.ctx.stack.quit, no=self.say("window.leave.stay"))
        return False

    def otherwise(self, given: Input) -> bool:
        """Escape leaves; R shows the rules."""
        match given:
            case Back():
                self._ask_leave()
            case Do(Action.REPLAY):
                self.ctx.stack.lay("rules")
            case _:
                return False
        return True
