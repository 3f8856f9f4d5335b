"""My hand and my calls by inputs alone: what is sent to the host, what is on the screen."""

from __future__ import annotations

from dataclasses import replace

import pytest

from lanbridge.client.known import Answered
from lanbridge.engine import PRESETS, Call, Claim, Phase, Play, Reason, Refusal, legal_moves
from lanbridge.protocol.messages import (
    RejectReason,
    SubmitMove,
)
from lanbridge.ui.inputs import Action, Click, Digit, Do, Drag, DragStart, Drop, Hover, Move, Press
from tests.ui.fake_table import FakeTable, my_turn, playing_my_turn
from tests.ui.positions import cards_of, choosy, moves, ready_to_call, ready_to_play, spot_of
from tests.ui.window import PLAYER, Window

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
        window.wait(6, rate=20)
