"""The table: what a click or key means on it, and when other layers come up.

Everything is decided on the *known* view; the picture shows the timeline's, one animation behind.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from lanbridge.client.known import Answered, Known, Notice, Updated
from lanbridge.client.succession import offered
from lanbridge.engine import Phase, SeatView, may_claim
from lanbridge.protocol.messages import Stage
from lanbridge.ui.chronicle import Chronicle
from lanbridge.ui.inputs import Action, Back, Click, Do, Drag, DragStart, Drop, Hover, Input, Move, Next, Press
from lanbridge.ui.layout import TableLayout, table_layout
from lanbridge.ui.paint.canvas import Canvas
from lanbridge.ui.scene import Context, Pace, Scene
from lanbridge.ui.scenes.between import BetweenScene
from lanbridge.ui.scenes.chat import ChatScene
from lanbridge.ui.scenes.first_deal import FirstDealScene
from lanbridge.ui.scenes.match_end import MatchEndScene
from lanbridge.ui.scenes.menu import LeaveScene, MenuScene
from lanbridge.ui.scenes.question import QuestionScene
from lanbridge.ui.table_acts import Acts
from lanbridge.ui.table_controls import Controls
from lanbridge.ui.table_holds import HoldPanel, deeds_for
from lanbridge.ui.table_news import News
from lanbridge.ui.table_picker import Picker
from lanbridge.ui.table_picture import Showing, paint_scene
from lanbridge.ui.table_pills import Pill
from lanbridge.ui.table_play import legal_in
from lanbridge.ui.table_questions import mine_to_answer
from lanbridge.ui.table_seats import clock_left, viewer
from lanbridge.ui.table_voice import call_heard, last_trick_heard
from lanbridge.ui.table_waits import Waits
from lanbridge.ui.table_words import facts_left, facts_right, hold_of, title_of

LAST_TRICK_SHOWN: Final = 4.0  # seconds


class TableScene(Scene):
    """A match in progress, for players and for those who watch."""

    def __init__(self, ctx: Context) -> None:
        super().__init__(ctx)
        self.layout: TableLayout = table_layout(ctx.canvas.screen)
        self.news = News(ctx)
        self.chronicle = ctx.chronicle = Chronicle()
        self.acts = Acts(ctx, self.news)
        self.waits = Waits(self.acts)
        self.hand = self.acts.hand
        self.controls = Controls(ctx.announce)
        self.picker: Picker | None = None
        self.hold: HoldPanel | None = None
        self.last_trick_until = 0.0
        self._last = ctx.clock()
        self._sheet_shown: tuple[int, int] = (0, 0)
        self._second: object = None
        self._position: object = None

    # ------------------------------------------------------------------ what is known

    @property
    def known(self) -> Known:
        """What is known now."""
        return self.ctx.client.known if self.ctx.client is not None else Known()

    @property
    def view(self) -> SeatView | None:
        """The newest position that this screen was told of: everything is decided on it."""
        return self.news.story.known

    @property
    def stage(self) -> Stage:
        """What the table is doing."""
        return self.known.seating.stage if self.known.seating is not None else Stage.WAITING

    @property
    def keeps_awake(self) -> bool:
        """A match is on."""
        return self.view is not None and self.view.table.phase is not Phase.OVER

    # ------------------------------------------------------------------ life

    def opened(self) -> None:
        """The present position at once; the sheet of a deal that is long over does not come up again."""
        self.news.begin(self.known)
        self.chronicle.take(self.known, self.known.view)
        if self.stage in {Stage.PLAYING, Stage.SHUFFLING}:
            self._sheet_shown = (self.known.match, len(self.known.sheet))

    def laid_out(self) -> None:
        """New places for everything; nothing flies there."""
        self.layout = table_layout(self.ctx.canvas.screen, hand=viewer(self.known) is not None)
        self.news.story.with_motion(self.ctx.preferences.motion)
        self.controls.cold()
        self.hold = self.picker = None
        self._refresh()
        self.hand.jump(self.layout, self.news.story.shown, self.ctx.preferences, self.acts.sent_card)

    def may_close(self) -> bool:
        """Ask before a match is left."""
        if not self.keeps_awake or viewer(self.known) is None:
            return True
        self.ctx.stack.push(LeaveScene(self.ctx, close=True))
        return False

    def on_notices(self, notices: Sequence[tuple[Notice, Known]]) -> None:
        """Tell the story on; a refused move comes back with its reason."""
        for notice, known in notices:
            self.chronicle.take(known, known.view, notice.events if isinstance(notice, Updated) else ())
            if isinstance(notice, Answered):
                self.acts.answered(notice)
            elif self.news.take(notice, known):
                self.acts.sender.told_anew(known)
        self.hand.tidy(self.news.story.shown)
        (self._refresh if self.layout.has_hand is (viewer(self.known) is not None) else self.laid_out)()

    # ------------------------------------------------------------------ time

    def update(self, now: float) -> Pace:
        """The story, the cards of the hand, and all that comes up by itself."""
        seconds, self._last = max(0.0, now - self._last), now
        reading = self.ctx.lesson is not None and self.ctx.lesson.open  # an explanation: the deal waits
        story, flying = self.news.story, self._flies()
        changed = not reading and self.news.advance(seconds, now)
        changed |= self._hint_found()
        changed |= self._last_trick_ran_out(now)
        sent = self.acts.sent_card
        gliding = self.hand.update(self.layout, story.shown, self.ctx.preferences, sent, seconds)
        self.waits.update(now, covered=self.ctx.stack.top is not self)
        self._layers()
        changed |= self._second_passed(now)
        if changed or self._at_rest() != self._position:
            self._position = self._at_rest()
            changed = True
            self._refresh()
        if flying or gliding or self._flies() or self.hand.dragged is not None:
            return Pace.MOVING
        self.controls.warm(self.ctx.canvas, self.layout)
        return Pace.ONCE if changed else Pace.STILL

    def _flies(self) -> bool:
        line = self.news.story.line
        return line is not None and line.changing

    def _at_rest(self) -> object:
        """What panels and pills depend on: when it changes, they are made anew."""
        shown = self.news.story.shown
        return None if shown is None else (shown.view, shown.dealing)

    def _second_passed(self, now: float) -> bool:
        """Whether a number that counts down has changed: a small repaint a second, and none without a clock."""
        known = self.known
        away = tuple(int(now - since) for since in self.news.people.away_since.values())
        lost = known.lost_at is not None, offered(known, now), known.carrying_on
        before, self._second = self._second, (clock_left(known, now), away, lost)
        return before != self._second

    def _layers(self) -> None:
        """The sheet comes up by itself after a deal and at the end of the match, when all is shown."""
        known = self.known
        if self.news.story.busy or self.view is None or self.ctx.stack.top is not self:
            return
        key = (known.match, len(known.sheet))
        step = self.ctx.lesson.due(self.view, scored=bool(known.sheet)) if self.ctx.lesson is not None else None
        if step is not None:
            self.ctx.stack.push(FirstDealScene(self.ctx, step, self.view))
        elif self.stage is Stage.BETWEEN and known.sheet and self._sheet_shown != key:
            self._sheet_shown = key
            self.ctx.stack.push(BetweenScene(self.ctx))
        elif self.stage is Stage.OVER and self._sheet_shown != (known.match, -1):
            self._sheet_shown = (known.match, -1)
            self.ctx.stack.push(MatchEndScene(self.ctx))

    def _hint_found(self) -> bool:
        found = self.acts.hints.update(self.view.table.moves if self.view is not None else None)
        if found and self.acts.hints.advice is not None:
            text = self.acts.hints.sentence(self.ctx.words)
            self.ctx.announce(text)
            if self.acts.hints.call is not None and self.picker is not None:
                self.picker.advise(self.acts.hints.call, text)
            else:
                self.news.story.warn(text, self.ctx.clock())
        return found

    def _last_trick_ran_out(self, now: float) -> bool:
        over = 0 < self.last_trick_until <= now
        if over:
            self.last_trick_until = 0.0
        return over

    # ------------------------------------------------------------------ what can be pressed

    def _refresh(self) -> None:
        """Panels and pills by what is known and shown."""
        canvas, words, known, shown = self.ctx.canvas, self.ctx.words, self.known, self.news.story.shown
        self._refresh_picker()
        self._refresh_hold()
        left = [Pill(text) for text in facts_left(words, known, shown)]
        right = [Pill(text) for text in facts_right(words, known)]
        right.append(Pill(words.say("window.table.chat"), self._open_chat, "C"))
        right.append(Pill(words.say("window.table.scores"), self._open_scores, "Tab"))
        right.append(Pill("", self._open_menu, mark="menu", name=words.say("window.table.menu")))
        self.controls.lay_out(canvas, self.layout, title_of(known), left, right, self._beside())

    def _beside(self) -> list[Pill]:
        words, view, pills = self.ctx.words, self.view, list[Pill]()
        shown = self.news.story.shown
        if shown is not None and shown.view.table.tricks and self.stage is Stage.PLAYING:
            pills.append(Pill(words.say("window.table.last_trick"), self._show_last_trick, "L"))
        if self.acts.free and self.picker is None and self.acts.hints_allowed:
            pills.append(Pill(words.say("window.table.hint"), self.acts.ask_hint, "H"))
        if view is not None and self.acts.free and may_claim(view):
            pills.append(Pill(words.say("window.table.claim"), self.acts.claim, "K", gold=True))
        if mine_to_answer(self.known) is not None:
            pills.append(Pill(words.say("window.question.pill"), self._open_question, gold=True))
        if self.stage is Stage.BETWEEN and viewer(self.known) is not None:
            pills.append(Pill(words.say("window.between.next"), self._open_scores, gold=True))
        return pills

    def _refresh_picker(self) -> None:
        view = self.view
        if view is None or view.table.phase is not Phase.CALLING or not self.acts.free:
            self.picker = None
        elif self.picker is None:
            hint = self.acts.ask_hint if self.acts.hints_allowed else None
            self.picker = Picker(view.table.rules, self.ctx.words, self.acts.call, hint, self._call_chosen)
            self.picker.lay_out(self.ctx.canvas, self.layout)

    def _call_chosen(self, call: int) -> None:
        self.ctx.announce(call_heard(self.ctx.words, self.known, call))

    def _refresh_hold(self) -> None:
        hold = hold_of(self.ctx.words, self.known, self.ctx.clock())
        if hold is None:
            self.hold = None
        elif self.hold is None or self.hold.hold != hold:
            self.hold = HoldPanel(self.ctx.canvas, hold, deeds_for(self.ctx, hold), self.ctx.announce)

    # ------------------------------------------------------------------ inputs

    def on_input(self, given: Input) -> bool:
        """Panels first, then keys that open something, then cards and pills."""
        if self.hold is not None:
            return self.hold.take(given) or self._opens(given)
        if self.controls.travels(given):
            return True
        if self.picker is not None and self.picker.take(given, self.ctx.clock()):
            return True
        return self._opens(given) or self._pointed(given) or self._keyed(given)

    def _pointed(self, given: Input) -> bool:
        match given:
            case Hover():
                return self._hover(given)
            case Click():
                return self._click(given)
            case DragStart(point):
                return self.hand.drag(point)
            case Drag(point):
                self.hand.point = point
                return self.hand.dragged is not None
            case Drop():
                return self._drop(given)
            case _:
                return False

    def _keyed(self, given: Input) -> bool:
        match given:
            case Move(dx, 0) if dx:
                self.hand.step(dx, legal_in(self.news.story.shown))
                if self.hand.chosen is not None:
                    self.ctx.announce(self.ctx.words.card(self.hand.chosen))
            case Press():
                self._press()
            case _:
                return self.controls.take(given)
        return True

    def _opens(self, given: Input) -> bool:
        match given:
            case Next(1) | Do(Action.SCORES):
                self._open_scores()
            case Back():
                self._back()
            case Do(Action.CHAT):
                self._open_chat()
            case Do(Action.LAST_TRICK):
                self._show_last_trick()
            case Do(Action.SAY_AGAIN):
                self.news.tell_standing(self.known)
            case Do(Action.HINT):
                self.acts.ask_hint()
            case Do(Action.CLAIM):
                self.acts.claim()
            case Do(Action.SORT):
                self.acts.sort()
            case _:
                return False
        return True

    def _hover(self, given: Hover) -> bool:
        before = self.controls.group.hovered
        self.controls.take(given)
        return self.hand.hover(given.point) or self.controls.group.hovered is not before

    def _click(self, given: Click) -> bool:
        if self.controls.take(given):
            return True
        self.last_trick_until = 0.0
        card = self.hand.at(given.point)
        if card is not None:
            self.acts.mean(card)
        else:
            self.hand.asked = None
            self.news.story.finish()
        self._refresh()
        return True

    def _press(self) -> None:
        """Enter: the chosen card, else the only one that is possible is chosen."""
        if self.hand.chosen is not None:
            self.acts.mean(self.hand.chosen)
        else:
            self.news.story.finish()
            legal = legal_in(self.news.story.shown)
            self.hand.chosen = legal[0] if len(legal) == 1 else None
        self._refresh()

    def _drop(self, given: Drop) -> bool:
        self.hand.point = given.point
        held = self.hand.dragged is not None
        card = self.hand.drop(self.layout, self.ctx.preferences)
        if card is not None:
            self.acts.mean(card, thrown=True)
            self._refresh()
        return held

    def _show_last_trick(self) -> None:
        shown = self.news.story.shown
        tricks = shown.view.table.tricks if shown is not None else ()
        again = self.last_trick_until > 0
        if not again:
            self.ctx.announce(last_trick_heard(self.ctx.words, self.known, shown))
        self.last_trick_until = self.ctx.clock() + LAST_TRICK_SHOWN if tricks and not again else 0.0

    def _back(self) -> None:
        """Escape takes back what is half done, and opens the menu otherwise."""
        if self.last_trick_until or self.hand.asked is not None or self.hand.chosen is not None:
            self.last_trick_until = 0.0
            self.hand.asked = self.hand.chosen = None
            self.news.story.forget()
        else:
            self._open_menu()

    def _open_menu(self) -> None:
        self.ctx.stack.push(MenuScene(self.ctx))

    def _open_chat(self) -> None:
        self.ctx.stack.push(ChatScene(self.ctx, self.news.people))

    def _open_question(self) -> None:
        question = mine_to_answer(self.known)
        if question is not None:
            self.ctx.stack.push(QuestionScene(self.ctx, question))

    def _open_scores(self) -> None:
        if self.stage is Stage.BETWEEN and self.known.sheet:
            self.ctx.stack.push(BetweenScene(self.ctx))
        elif self.stage is Stage.OVER:
            self.ctx.stack.push(MatchEndScene(self.ctx))
        else:
            self.ctx.stack.lay("scores")

    # ------------------------------------------------------------------ the picture

    def draw(self, canvas: Canvas) -> None:
        """Felt, plates, cards, panels."""
        showing = Showing(
            words=self.ctx.words,
            known=self.known,
            layout=self.layout,
            news=self.news,
            hand=self.hand,
            advised=self.acts.hints.card,
            thinking=self.acts.hints.thinking,
            last_trick=self.last_trick_until > 0,
            now=self.ctx.clock(),
            sent=self.acts.sent_card,
        )
        explaining = self.ctx.lesson is not None and self.ctx.lesson.open
        paint_scene(canvas, showing, None if explaining else self.picker, self.controls, self.hold)

    def focus_order(self) -> Sequence[str]:
        """The cards, then what can be pressed."""
        cards = [self.ctx.words.card(card) for card in self.hand.row]
        return [*cards, *(widget.spoken() for widget in self.controls.group.order)]
