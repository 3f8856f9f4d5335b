"""What lies over the table and round it: sheets, menu, chat, holds, questions, people; and when nothing is drawn."""

from __future__ import annotations

from dataclasses import replace

import pytest

from lanbridge.client.known import Link, LinkProblem, TableAsked
from lanbridge.engine import PRESETS, Phase, stop
from lanbridge.protocol.messages import (
    Answer,
    CloseReason,
    NextDeal,
    Outcome,
    Pause,
    Question,
    Say,
    SetReady,
    StartMatch,
    StopMatch,
)
from lanbridge.ui.inputs import Action, Back, Click, Digit, Do, Move, Next, Press, Text
from lanbridge.ui.layout import place_of
from lanbridge.ui.scenes.between import BetweenScene
from lanbridge.ui.scenes.chat import ChatScene
from lanbridge.ui.scenes.match_end import MatchEndScene
from lanbridge.ui.scenes.menu import LeaveScene, MenuScene, SureScene
from lanbridge.ui.scenes.question import QuestionScene
from lanbridge.ui.scenes.scores import ScoresScene
from tests.ui.fake_table import FakeTable, my_turn
from tests.ui.positions import cards_of, moves, ready_to_call, ready_to_play, spot_of
from tests.ui.window import Window

# ---------------------------------------------------------------------- layers


def test_tab_shows_the_sheet_and_tab_hides_it() -> None:
    window = ready_to_play()
    window.give(Next(1))
    assert type(window.top()) is ScoresScene
    window.give(Next(1))
    assert window.top() is window.scene


def test_escape_opens_the_menu_and_escape_closes_it() -> None:
    window = ready_to_play()
    window.give(Back())
    assert isinstance(window.top(), MenuScene)
    window.give(Back())
    assert window.top() is window.scene


def test_a_phrase_is_said_from_the_chat() -> None:
    window = ready_to_play()
    window.give(Do(Action.CHAT))
    chat = window.top()
    assert isinstance(chat, ChatScene)
    window.click(chat.group.order[2].rect.center)
    assert window.table.requests == [Say(1, phrase="hello")]
    assert window.scene.news.people.bubbles[0][0] == window.app.ctx.words.say("phrase.hello")


def test_a_line_is_typed_into_the_chat() -> None:
    window = ready_to_play()
    window.give(Do(Action.CHAT), Text("ভালো খেলা"), Press())
    assert window.table.requests == [Say(1, text="ভালো খেলা")]


def test_who_is_muted_has_no_bubble() -> None:
    window = ready_to_play()
    window.scene.news.people.mute(2)
    window.table.say(2, "Hello")
    window.step()
    assert not window.scene.news.people.bubbles


def test_the_sheet_comes_up_after_a_deal_and_goes_when_the_next_one_begins() -> None:
    window = ready_to_play()
    window.table.until(lambda t: t.state.table.phase is Phase.BETWEEN)
    window.wait(20, rate=10)
    assert isinstance(window.top(), BetweenScene)
    window.table.deal()
    window.step()
    assert window.top() is window.scene


def test_the_menus_holder_says_ready_first_and_then_deals() -> None:
    window = ready_to_play()
    window.table.until(lambda t: t.state.table.phase is Phase.BETWEEN)
    window.wait(20, rate=10)
    top = window.top()
    assert isinstance(top, BetweenScene)
    window.give(Press())
    assert window.table.requests[-1] == SetReady(1, ready=True)
    window.click(top.group.order[-1].rect.center)
    assert window.table.requests[-2:] == [SetReady(1, ready=True), NextDeal(2)]


def test_the_match_is_stopped_by_the_menu_after_a_question() -> None:
    window = ready_to_play()
    window.give(Back())
    menu = window.top()
    assert isinstance(menu, MenuScene)
    assert menu.dialog is not None
    stop_button = next(b for b in menu.dialog.group.order if b.name == window.app.ctx.words.say("window.between.stop"))
    window.click(stop_button.rect.center)
    sure = window.top()
    assert isinstance(sure, SureScene)
    assert sure.dialog is not None
    window.give(Press())
    assert not window.table.requests
    menu = window.top()
    window.click(stop_button.rect.center)
    sure = window.top()
    assert isinstance(sure, SureScene)
    assert sure.dialog is not None
    window.click(sure.dialog.group.order[1].rect.center)
    assert window.table.requests == [StopMatch(1)]
    window.wait(6)
    assert isinstance(window.top(), MatchEndScene)


def test_a_rematch_begins_from_the_end() -> None:
    window = ready_to_play()
    window.table.happened(*stop(window.table.state))
    window.wait(6)
    end = window.top()
    assert isinstance(end, MatchEndScene)
    window.click(end.group.order[-1].rect.center)
    assert window.table.requests == [StartMatch(1)]
    window.step()
    assert window.top() is window.scene


def test_a_guest_has_no_hosts_menu() -> None:
    table = FakeTable(seed=3, viewer=2).until(my_turn)
    window = Window(table)
    table.poll()
    window.settle()
    window.give(Back())
    names = window.top().focus_order()
    assert window.app.ctx.words.say("window.menu.pause") not in names


# ---------------------------------------------------------------------- holds, seats, watching


def test_paused_shows_and_goes_with_its_reason() -> None:
    window = ready_to_play()
    window.table.seating(paused=True)
    window.step()
    assert window.scene.hold is not None
    legal, _ = cards_of(window)
    window.click(spot_of(window, legal[0]))
    assert not window.table.requests
    window.click(window.scene.hold.group.order[0].rect.center)
    assert window.table.requests == [Pause(1, paused=False)]
    assert window.scene.hold is None


def test_reconnecting_never_stays_when_the_connection_is_back() -> None:
    """OCTGN 1785."""
    window = ready_to_play()
    window.table.link(Link.LOST, LinkProblem.TIMED_OUT)
    window.step()
    assert window.scene.hold is not None
    window.table.welcomed()
    window.step()
    assert window.scene.hold is None


def test_after_a_return_a_lost_move_may_be_made_again() -> None:
    window = ready_to_play()
    window.table.holds_answers = True
    legal, _ = cards_of(window)
    window.click(spot_of(window, legal[0]))
    window.table.link(Link.LOST, LinkProblem.TIMED_OUT)
    window.step()
    window.table.known = replace(window.table.known, pending=None)
    window.table.welcomed()
    window.wait(1)
    window.click(spot_of(window, legal[0]))
    assert len(moves(window)) == 2


def test_a_closed_table_says_why_and_leads_to_the_lobby() -> None:
    window = ready_to_play()
    window.table.closes(CloseReason.TABLE_CLOSED)
    window.step()
    assert window.scene.hold is not None
    assert window.scene.hold.hold.text == window.app.ctx.words.say("close.table_closed")


def test_seats_go_counter_clockwise_from_mine() -> None:
    table = FakeTable(seed=3, viewer=2).until(my_turn)
    window = Window(table)
    window.step()
    assert [place_of(seat, 2) for seat in (2, 3, 0, 1)] == [0, 1, 2, 3]


def test_a_spectator_sees_the_table_without_hands_and_cannot_play() -> None:
    table = FakeTable(seed=3, viewer=None).until(lambda t: len(t.state.table.tricks) == 2)
    window = Window(table)
    table.poll()
    window.settle()
    assert window.scene.hand.row == ()
    window.give(Press(), Digit(4), Do(Action.CLAIM), Do(Action.HINT), Click((500.0, 650.0)))
    assert not table.requests


def test_closing_the_window_asks_before_a_match_is_left() -> None:
    window = ready_to_play(hosting=True)
    assert not window.scene.may_close()
    question = window.top()
    assert isinstance(question, LeaveScene)
    assert question.sentence() == window.app.ctx.words.say("window.leave.as_host")
    window.give(Press())
    assert window.top() is window.scene


def test_a_hint_is_thought_of_and_shown() -> None:
    window = ready_to_call()
    window.give(Do(Action.HINT))
    thread = window.scene.acts.hints.thread
    assert thread is not None
    thread.join(30)
    window.wait(0.2)
    assert window.scene.picker is not None
    assert window.scene.picker.advised is not None
    assert window.scene.picker.sentence


# ---------------------------------------------------------------------- frames


def test_a_table_that_waits_draws_no_frame() -> None:
    table = FakeTable(seed=3, viewer=0).until(lambda t: not my_turn(t) and t.state.table.phase is Phase.PLAYING)
    window = Window(table)
    table.poll()
    window.wait(3)
    assert window.wait(10) == 0


def test_with_a_clock_a_waiting_table_draws_once_a_second() -> None:
    table = FakeTable(seed=3, viewer=0).until(lambda t: not my_turn(t) and t.state.table.phase is Phase.PLAYING)
    window = Window(table)
    table.clock(30_000, 30_000, window.now)
    table.poll()
    window.wait(3)
    assert 9 <= window.wait(10) <= 11


def test_a_finished_trick_is_not_drawn_anew_while_it_is_read() -> None:
    window = ready_to_play()
    tricks = len(window.table.state.table.tricks)
    while len(window.table.state.table.tricks) == tricks:
        window.table.bot_moves()
    for _ in range(400):
        window.step()
        shown = window.scene.news.story.shown
        if shown is not None and shown.glow >= 1:
            break
    window.wait(0.2)
    assert window.scene.news.story.busy
    assert window.wait(0.4) == 0


@pytest.mark.parametrize("preset", ["bangladesh", "nepal", "india"])
def test_a_whole_deal_by_keys_only(preset: str) -> None:
    table = FakeTable(PRESETS[preset], seed=8)
    window = Window(table)
    table.deal()
    for _ in range(400):
        window.wait(0.7, rate=12)
        if table.state.table.phase is Phase.BETWEEN or table.state.table.phase is Phase.OVER:
            break
        if not my_turn(table):
            table.bot_moves()
        elif table.state.table.phase is Phase.CALLING:
            window.give(Digit(3), Press())
        else:
            window.give(Move(1, 0), Press())
    assert table.state.table.deals_done == 1
    assert len({request.turn for request in moves(window)}) == len(moves(window))


# ---------------------------------------------------------------------- questions, a lost host


def ask(window: Window, absent: int = 2) -> Question:
    """Seat 2 is away, and seat 1 asks whether a bot shall play."""
    question = Question(7, 1, absent, None, (0, 1), (1,), (), 30_000)
    window.table.known = replace(window.table.known, question=question)
    window.table.tell(TableAsked(question))
    window.step()
    return question


def test_a_question_waits_in_a_pill_and_is_answered_in_its_panel() -> None:
    window = ready_to_play()
    ask(window)
    assert window.app.ctx.toasts.text
    pill = next(
        w for w in window.scene.controls.group.order if w.name == window.app.ctx.words.say("window.question.pill")
    )
    window.click(pill.rect.center)
    panel = window.top()
    assert isinstance(panel, QuestionScene)
    assert panel.dialog is not None
    window.click(panel.dialog.group.order[1].rect.center)
    assert window.table.requests == [Answer(1, 7, yes=True)]


def test_a_question_goes_when_it_is_decided() -> None:
    window = ready_to_play()
    question = ask(window)
    window.scene.ctx.stack.push(QuestionScene(window.scene.ctx, question))
    window.table.known = replace(window.table.known, question=None)
    window.table.tell(TableAsked(replace(question, outcome=Outcome.REFUSED)))
    window.step()
    assert window.top() is window.scene


def test_carrying_on_is_offered_when_the_host_has_been_lost_for_a_while() -> None:
    window = ready_to_play()
    window.table.known = replace(window.table.known, lost_at=window.now)
    window.table.link(Link.LOST, LinkProblem.TIMED_OUT)
    window.wait(1)
    assert window.scene.hold is not None
    assert not window.scene.hold.hold.may_carry_on
    window.wait(6)
    assert window.scene.hold is not None
    assert window.scene.hold.hold.may_carry_on
    window.click(window.scene.hold.group.order[0].rect.center)
    assert window.table.known.carrying_on
    window.wait(0.2)
    assert window.scene.hold is not None
    assert not window.scene.hold.hold.may_carry_on
