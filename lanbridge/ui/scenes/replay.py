"""A recorded match, all hands open: card by card, trick by trick, deal by deal; and the dearest moments of a seat."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from lanbridge.engine import SEATS, Claimed, DealScored, Seat, call_is_made, redact, seat_of_card, winning_seat
from lanbridge.engine.record import Record
from lanbridge.text import Words, event_sentences, preset_title, seat_name
from lanbridge.text.review_words import moment_sentence, moment_title
from lanbridge.ui.inputs import Action, Back, Do, Input, Move
from lanbridge.ui.layout import Rect, dialog
from lanbridge.ui.layout.replay import ReplayLayout, replay_layout
from lanbridge.ui.page import Page
from lanbridge.ui.paint.canvas import Canvas
from lanbridge.ui.paint.pieces import Pips, SeatFace, draw_pills
from lanbridge.ui.replay_steps import Step, find_move, other_deal, other_trick, steps_of
from lanbridge.ui.review_seeker import ReviewSeeker
from lanbridge.ui.scene import Context, Pace
from lanbridge.ui.seat_plate import SeatPlate
from lanbridge.ui.table_seats import viewer
from lanbridge.ui.widgets import Button, Dialog, ListRow, Widget

if TYPE_CHECKING:
    from lanbridge.bots.review import Review

_DOT: Final = " \u00b7 "


class ReplayScene(Page):
    """Left and right a card, up and down a trick; R looks back at the seat that is chosen."""

    def __init__(self, ctx: Context) -> None:
        super().__init__(ctx)
        assert ctx.record is not None  # noqa: S101 - this screen is only opened with one
        self.record: Record = ctx.record
        self.steps = steps_of(self.record)
        self.at = 0
        self.names = tuple(dict(self.record.tags).get(f"Seat{seat}", "") for seat in SEATS)
        own = [seat for seat in SEATS if self.names[seat] and self.names[seat] == ctx.preferences.name]
        at_table = viewer(ctx.client.known) if ctx.client is not None else None
        self.seat: Seat = at_table if at_table is not None else own[0] if own else 0
        self._seeker = ReviewSeeker()
        self._waiting = False

    @property
    def reviews(self) -> Mapping[Seat, Review]:
        """What was found so far, by seat."""
        return self._seeker.found

    @property
    def step(self) -> Step:
        """The position that is shown."""
        return self.steps[self.at]

    def opened(self) -> None:
        """What this is, said aloud."""
        self.ctx.announce(preset_title(self.ctx.words, self.record.rules))

    # ------------------------------------------------------------------ stepping

    def go(self, to: int) -> None:
        """Show a position and say what happened."""
        self.at = max(0, min(len(self.steps) - 1, to))
        self.rebuild()
        self.ctx.announce(self.told())

    def told(self) -> str:
        """What led to this position, in words."""
        words, rules = self.ctx.words, self.record.rules
        lines = [
            line
            for event in self.step.events
            for line in event_sentences(words, redact(event, None), self.names, None, rules)[:1]
        ]
        return " ".join(lines)

    def otherwise(self, given: Input) -> bool:
        """Arrows, R, Escape."""
        match given:
            case Do(Action.REPLAY):
                self._review()
            case Back():
                self._leave()
            case _:
                return False
        return True

    def on_input(self, given: Input) -> bool:
        """Arrows step, whatever has the focus."""
        if isinstance(given, Move) and not self.asking:
            if given.dx:
                self.go(self.at + given.dx)
            else:
                self.go(other_trick(self.steps, self.at, given.dy))
            return True
        return super().on_input(given)

    def _leave(self) -> None:
        if self.ctx.client is not None:  # from the end of a match: back to its sheet
            self.ctx.stack.pop(self)
        else:
            self.ctx.stack.open("lobby" if self.ctx.preferences.name else "first_run")

    # ------------------------------------------------------------------ widgets

    def build(self) -> Sequence[Widget]:
        """Plates, then the buttons."""
        place = replay_layout(self.ctx.canvas.screen)
        plates = [self._plate(seat, place.plates[seat]) for seat in SEATS]
        return (*plates, *self._buttons(place.foot))

    def _plate(self, seat: Seat, rect: Rect) -> Widget:
        table, words = self.step.state.table, self.ctx.words
        call, won = table.calls[seat], table.won[seat]
        points = words.say("window.table.points", points=words.points(table.totals[seat], table.rules, signed=True))
        line = points if call is None else words.say("window.table.won_of", won=won, call=call) + _DOT + points
        allowed = next((n for n in range(13) if call is not None and not call_is_made(call, call + n, table.rules)), 13)
        face = SeatFace(
            name=seat_name(words, self.names, seat),
            seat=seat,
            line=line,
            pips=None if call is None else Pips(call, won, max(0, allowed - 1)),
            now=table.to_act == seat,
            dealer=words.say("window.table.dealer_letter") if table.dealer == seat else "",
            tag=words.say("window.replay.chosen") if seat == self.seat else "",
        )
        return SeatPlate(rect, f"{face.name}: {line}", face, "", lambda: self._choose(seat))

    def _choose(self, seat: Seat) -> None:
        self.seat = seat
        self.rebuild()

    def _buttons(self, foot: Rect) -> list[Widget]:
        """Back, the six ways to step, the review; the row is shared out by the words' widths."""
        steps = self.steps
        wanted: list[tuple[str, str, str, Callable[[], None]]] = [
            (self.say("window.replay.leave" if self.ctx.client is None else "window.menu.back"), "", "", self._leave),
            ("", "left", self.say("window.replay.deal_back"), lambda: self.go(other_deal(steps, self.at, -1))),
            ("", "up", self.say("window.replay.trick_back"), lambda: self.go(other_trick(steps, self.at, -1))),
            (self.say("window.replay.back"), "", "", lambda: self.go(self.at - 1)),
            (self.say("window.replay.next"), "", "", lambda: self.go(self.at + 1)),
            ("", "down", self.say("window.replay.trick_next"), lambda: self.go(other_trick(steps, self.at, 1))),
            ("", "right", self.say("window.replay.deal_next"), lambda: self.go(other_deal(steps, self.at, 1))),
            (self.say("window.replay.review"), "", "", self._review),
        ]
        canvas = self.ctx.canvas
        size = canvas.theme.sizes.label
        widths = [canvas.text_width(t, size, bold=True) + 48 if t else foot.h * 1.15 for t, *_ in wanted]
        fit = min(1.0, (foot.w - 10 * (len(wanted) - 1)) / sum(widths))
        x = foot.center[0] - (sum(widths) * fit + 10 * (len(wanted) - 1)) / 2
        buttons: list[Widget] = []
        for (text, mark, name, act), width in zip(wanted, widths, strict=True):
            kind = "primary" if act is wanted[4][3] else "plain"
            place = Rect(x, foot.y, width * fit, foot.h)
            buttons.append(Button(place, text, act, kind=kind, mark=mark, name=name, size=size))  # type: ignore[arg-type]  # one of the two literals above
            x += width * fit + 10
        return buttons

    # ------------------------------------------------------------------ drawing

    def facts(self) -> list[str]:
        """Which match this is, and where in it we are: the pills of the bar."""
        words = self.ctx.words
        facts = [preset_title(words, self.record.rules)]
        if not self.record.counts:
            facts.append(words.say("replay.not_counted"))
        if self.step.deal:
            facts.append(words.say("window.table.deal_number", number=self.step.deal))
        if self.step.trick:
            facts.append(words.say("window.replay.trick_number", number=self.step.trick))
        return facts

    def paint_ground(self, canvas: Canvas) -> None:
        """Felt, bar, hands, trick, words."""
        place, sizes = replay_layout(canvas.screen), canvas.theme.sizes
        canvas.felt()
        canvas.bar(place.bar)
        inner = place.bar.inset(20, 0)
        done = canvas.text(self.say("window.replay.title"), inner.left_part(220), sizes.label, bold=True)
        draw_pills(canvas, inner.left_part(inner.w * 0.8).beside(done.right - inner.x + 12), self.facts())
        draw_pills(canvas, inner.right_part(inner.w * 0.18), [f"{self.at + 1} / {len(self.steps)}"], "right")
        self._paint_hands(canvas, place)
        self._paint_trick(canvas, place)
        canvas.text(self.told(), place.message, sizes.body, align="center", shade=True)

    def _paint_hands(self, canvas: Canvas, place: ReplayLayout) -> None:
        suits = self.ctx.preferences.suits
        for seat, hand in enumerate(self.step.state.hands):
            cards = sorted(hand, key=lambda card: (suits.index(card.suit), -card.rank))
            for n, card in enumerate(cards):
                canvas.card(card, place.card(seat, n, len(cards)))

    def _paint_trick(self, canvas: Canvas, place: ReplayLayout) -> None:
        table = self.step.state.table
        over = any(isinstance(event, DealScored | Claimed) for event in self.step.events)
        if table.trick is None or over or not table.trick.cards:
            return
        winner = winning_seat(table.trick, table.rules.direction)
        for n, card in enumerate(table.trick.cards):
            seat = seat_of_card(table.trick, n, table.rules.direction)
            canvas.card(card, place.trick[seat], "won" if seat == winner else "bright")

    # ------------------------------------------------------------------ looking back

    def _review(self) -> None:
        self._waiting = True
        self._seeker.ask(self.record.events, self.seat)
        self.ask(self._question_now)

    def update(self, now: float) -> Pace:
        """Whether the review is there."""
        del now
        if self._waiting and self.asking and self.seat in self._seeker.found:
            self._waiting = False
            self.ask(self._question_now)
            return Pace.ONCE
        return Pace.STILL

    def _question_now(self) -> Dialog:
        """The dearest moments as rows that lead to their positions; before they are found, that they are looked for."""
        words, found = self.ctx.words, self._seeker.found.get(self.seat)
        screen = self.ctx.canvas.screen
        frame = dialog(screen, 900, 440)
        inner = frame.inset(26, 22)
        close = Button(inner.low(screen.grown(46, 0.3)), self.say("window.sheet.close"), self.answered, kind="primary")
        title = self.say("window.replay.review_of", name=seat_name(words, self.names, self.seat))
        if found is None or not found.dearest:
            key = "window.replay.looking" if found is None else "window.replay.nothing_dear"
            return Dialog(frame, title, [close], self.answered, text=self.say(key), announce=self.ctx.announce)
        room = Rect(inner.x, inner.y + 54, inner.w, close.rect.y - 14 - inner.y - 54)
        rects = room.rows(3, 10)
        rows = [self._moment_row(words, n, rects[n]) for n in range(len(found.dearest))]
        return Dialog(frame, title, [*rows, close], self.answered, announce=self.ctx.announce)

    def _moment_row(self, words: Words, place: int, rect: Rect) -> Widget:
        moment = self._seeker.found[self.seat].dearest[place]

        def show() -> None:
            self.answered()
            self.go(find_move(self.steps, moment.deal, moment.trick, self.seat))

        look = self.say("window.replay.look")
        return ListRow(rect, moment_title(words, moment), show, subtitle=moment_sentence(words, moment), action=look)
