"""The table by inputs alone: what is sent to the host, what is on the screen."""

from __future__ import annotations

from dataclasses import replace

import pytest

from lanbridge.client.known import Answered, Link, LinkProblem, TableAsked
from lanbridge.engine import PRESETS, Call, Card, Claim, Phase, Play, Reason, Refusal, legal_moves, stop
from lanbridge.protocol.messages import (
    Answer,
    CloseReason,
    NextDeal,
    Outcome,
    Pause,
    Question,
    RejectReason,
    Say,
    SetReady,
    StartMatch,
    StopMatch,
    SubmitMove,
)
from lanbridge.ui.inputs import Action, Back, Click, Digit, Do, Drag, DragStart, Drop, Hover, Move, Next, Press, Text
from lanbridge.ui.layout import Point, place_of
from lanbridge.ui.scenes.between import BetweenScene
from lanbridge.ui.scenes.chat import ChatScene
from lanbridge.ui.scenes.match_end import MatchEndScene
from lanbridge.ui.scenes.menu import LeaveScene, MenuScene, SureScene
from lanbridge.ui.scenes.question import QuestionScene
from lanbridge.ui.scenes.scores import ScoresScene
from tests.ui.fake_table import FakeTable, my_turn, playing_my_turn
from tests.ui.window import PLAYER, Window


def ready_to_play(seed: int = 3, **kinds: object) -> Window:
    """My turn to play a card, and some cards of mine may not be played."""
    table = FakeTable(seed=seed)
    table.until(choosy)
    window = Window(table, **kinds)  # type: ignore[arg-type]  # passed on
    table.poll()
    window.settle()
    return window


def choosy(table: FakeTable) -> bool:
    """Our turn, several cards are legal and several are not."""
    if not playing_my_turn(table) or table.known.view is None:
        return False
    legal = len(legal_moves(table.known.view))
    return 1 < legal < len(table.known.view.hand)


def ready_to_call(seed: int = 3) -> Window:
    """My turn to call."""
    table = FakeTable(seed=seed).until(my_turn)
    window = Window(table)
    table.poll()
    window.settle()
    return window


def cards_of(window: Window) -> tuple[list[Card], list[Card]]:
    """My cards that may be played, and those that may not."""
    view = window.table.known.view
    assert view is not None
    legal = [move.card for move in legal_moves(view) if isinstance(move, Play)]
    return legal, [card for card in view.hand if card not in legal]


def spot_of(window: Window, card: Card) -> Point:
    """A point of the card that no other card covers: its upper left corner."""
    spot = window.scene.hand.gliding.spots[card]
    return spot.x - spot.width * 0.36, spot.y - spot.height * 0.30


def moves(window: Window) -> list[SubmitMove]:
    """What was sent to the host."""
    return [request for request in window.table.requests if isinstance(request, SubmitMove)]


# ---------------------------------------------------------------------- cards


def test_a_click_plays_a_legal_card() -> None:
    window = ready_to_play()
    legal, _ = cards_of(window)
    turn = window.table.state.table.moves
    window.click(spot_of(window, legal[0]))
    assert moves(window) == [SubmitMove(1, turn, Play(legal[0]))]


def test_a_dim_card_says_why_and_is_not_sent() -> None:
    window = ready_to_play()
    _, others = cards_of(window)
    window.click(spot_of(window, others[0]))
    assert not moves(window)
    assert window.scene.news.story.note.warns
    assert window.spoken[-1] == window.scene.news.story.note.text


@pytest.mark.parametrize("seed", range(4))
def test_a_double_click_plays_once(seed: int) -> None:
    """Backgammonjs 2: also where the first click wins the trick and the second one would lead."""
    table = FakeTable(seed=seed)
    table.until(lambda t: choosy(t) and t.state.table.trick is not None and len(t.state.table.trick.cards) == 3)
    window = Window(table)
    table.poll()
    window.settle()
    legal, _ = cards_of(window)
    points = [spot_of(window, card) for card in legal]
    window.give(Click(points[-1]), Click(points[-1]), Click(points[0]))
    assert len(moves(window)) == 1


def test_a_card_lifts_in_the_next_frame_while_the_host_has_not_answered() -> None:
    window = ready_to_play()
    window.table.holds_answers = True
    window.give(Move(1, 0))
    chosen = window.scene.hand.chosen
    assert chosen is not None
    before = window.scene.hand.gliding.spots[chosen].y
    window.give(Press())
    assert window.scene.hand.gliding.spots[chosen].y < before
    window.wait(0.5)
    assert window.scene.hand.gliding.spots[chosen].y < before - 10
    assert chosen in window.scene.hand.row


def test_a_refused_card_returns_with_its_reason() -> None:
    window = ready_to_play()
    window.table.holds_answers = True
    legal, _ = cards_of(window)
    home = window.scene.hand.gliding.spots[legal[0]]
    window.click(spot_of(window, legal[0]))
    window.wait(0.5)
    request = window.table.known.pending
    assert request is not None
    window.table.known = replace(window.table.known, pending=None)
    window.table.tell(Answered(request, RejectReason.ILLEGAL, Refusal(Reason.NOT_YOUR_TURN)))
    window.give(Hover((5.0, 200.0)))
    window.wait(1)
    assert window.scene.news.story.note.text == window.app.ctx.words.say("refusal.not_your_turn")
    assert abs(window.scene.hand.gliding.spots[legal[0]].y - home.y) < 30
    window.click(spot_of(window, legal[0]))
    assert len(moves(window)) == 2


def test_arrows_choose_among_legal_cards_and_enter_plays() -> None:
    window = ready_to_play()
    legal, _ = cards_of(window)
    window.give(Move(1, 0))
    assert window.scene.hand.chosen in legal
    window.give(Move(1, 0), Press())
    assert moves(window)[0].move in [Play(card) for card in legal]


def test_a_card_is_dragged_onto_the_table() -> None:
    window = ready_to_play()
    legal, _ = cards_of(window)
    start = spot_of(window, legal[0])
    window.give(DragStart(start), Drag((560.0, 300.0)))
    assert window.scene.hand.gliding.spots[legal[0]].x == 560
    window.give(Drop((560.0, 300.0)))
    assert [request.move for request in moves(window)] == [Play(legal[0])]


def test_a_card_dragged_back_is_not_played() -> None:
    window = ready_to_play()
    legal, _ = cards_of(window)
    start = spot_of(window, legal[0])
    window.give(DragStart(start), Drag((560.0, 300.0)), Drag(start), Drop(start))
    assert not moves(window)


def test_a_hand_that_the_player_sorts_stays_sorted() -> None:
    window = ready_to_play(preferences=replace(PLAYER, hand_sort=True))
    first, last = window.scene.hand.row[0], window.scene.hand.row[-1]
    far = window.scene.hand.gliding.spots[last]
    window.give(DragStart(spot_of(window, first)), Drag((far.x + 60, far.y)), Drop((far.x + 60, far.y)))
    window.settle()
    assert window.scene.hand.row[-1] == first


def test_with_confirmation_the_second_press_plays() -> None:
    window = ready_to_play(preferences=replace(PLAYER, confirm_play=True))
    legal, _ = cards_of(window)
    window.click(spot_of(window, legal[0]))
    assert not moves(window)
    assert window.scene.hand.asked == legal[0]
    window.wait(0.5)
    window.click(spot_of(window, legal[0]))
    assert len(moves(window)) == 1


def test_the_last_card_plays_itself() -> None:
    table = FakeTable(seed=3)
    table.until(lambda t: my_turn(t) and t.known.view is not None and len(t.known.view.hand) == 1)
    window = Window(table)
    table.poll()
    window.wait(0.2)
    assert not moves(window)
    window.wait(0.6)
    assert len(moves(window)) == 1


def test_a_click_while_cards_fly_is_neither_lost_nor_misread() -> None:
    """Cards that the player has not seen yet: the click shows them and chooses; the next one plays."""
    table = FakeTable(seed=3)
    table.until(lambda t: playing_my_turn(t) and t.state.table.trick is not None and not t.state.table.trick.cards)
    window = Window(table)
    table.poll()
    window.settle()
    window.give(Move(1, 0), Press())
    table.until(playing_my_turn)
    window.step()
    assert window.scene.news.story.busy
    legal, _ = cards_of(window)
    window.wait(0.1)
    window.click(spot_of(window, legal[0]))
    assert not window.scene.news.story.busy
    window.wait(0.5)
    window.click(spot_of(window, legal[0]))
    assert moves(window)[-1].move == Play(legal[0])


def test_the_rest_cannot_be_claimed_where_it_is_not_certain() -> None:
    window = ready_to_play()
    window.give(Do(Action.CLAIM))
    assert not moves(window)


def test_the_rest_is_claimed_where_it_is_certain() -> None:
    table = FakeTable(seed=3)
    table.until(
        lambda t: t.known.view is not None and len(t.known.view.hand) > 1 and Claim() in legal_moves(t.known.view)
    )
    window = Window(table)
    table.poll()
    window.settle()
    window.give(Do(Action.CLAIM))
    assert [request.move for request in moves(window)] == [Claim()]


# ---------------------------------------------------------------------- calls


def test_digits_and_enter_call() -> None:
    window = ready_to_call()
    window.give(Digit(1), Digit(2), Press())
    assert moves(window)[0].move == Call(12)


def test_a_single_digit_calls() -> None:
    window = ready_to_call()
    window.give(Digit(4), Press())
    assert moves(window)[0].move == Call(4)


def test_enter_alone_calls_nothing() -> None:
    window = ready_to_call()
    window.give(Press())
    assert not moves(window)


def test_a_key_of_the_panel_is_chosen_by_a_click_and_called_by_a_second_one() -> None:
    window = ready_to_call()
    assert window.scene.picker is not None
    assert window.scene.picker.place is not None
    window.click(window.scene.picker.place.keys[3].center)
    assert not moves(window)
    window.click(window.scene.picker.place.confirm.center)
    assert moves(window)[0].move == Call(PRESETS["bangladesh"].min_call + 3)


def test_the_panel_is_there_again_for_the_next_call() -> None:
    """live-card-game: hidden by the last one's closing when the same player calls last and first."""
    window = ready_to_call()
    for _ in range(3):
        assert window.scene.picker is not None
        window.give(Digit(3), Press())
        assert window.scene.picker is None
        window.table.until(lambda t: t.state.table.phase is Phase.BETWEEN)
        window.settle()
        window.wait(1.5)
        window.table.until(lambda t: my_turn(t) and t.state.table.phase is Phase.CALLING)
        window.wait(6)


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
    window.wait(20)
    assert isinstance(window.top(), BetweenScene)
    window.table.deal()
    window.step()
    assert window.top() is window.scene


def test_the_menus_holder_says_ready_first_and_then_deals() -> None:
    window = ready_to_play()
    window.table.until(lambda t: t.state.table.phase is Phase.BETWEEN)
    window.wait(20)
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
        window.wait(0.7)
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
