"""One seat at one table: what it knows, what it asks for again, what it refuses."""

from __future__ import annotations

import random

import pytest

from lanbridge.client.known import (
    Answered,
    Link,
    LinkChanged,
    LinkProblem,
    Notice,
    SeatingChanged,
    Spoke,
    Updated,
)
from lanbridge.client.open_requests import MOST_UNANSWERED
from lanbridge.client.succession import OFFERED_SECONDS, offered
from lanbridge.engine import Move, legal_moves
from lanbridge.protocol.messages import (
    PROTOCOL_VERSION,
    Accepted,
    Bye,
    CloseReason,
    Closing,
    Commit,
    Greeting,
    Hello,
    LeaveSeat,
    RejectReason,
    Say,
    StartMatch,
    SubmitMove,
    TakeSeat,
    Update,
    Welcome,
    Wish,
)
from tests.client.evenings import FINGERPRINT, TABLE_ID, Evening


def greeting(version: int = PROTOCOL_VERSION, table_id: bytes = TABLE_ID) -> Greeting:
    return Greeting(version, table_id, 1, bytes(32), locked=False)


def test_whoever_is_welcomed_is_seated_and_knows_the_table() -> None:
    evening = Evening()
    rafi = evening.guest("Rafi")
    evening.arrive(rafi)
    assert rafi.known.link is Link.SEATED
    assert rafi.known.table_id == TABLE_ID
    assert rafi.known.seating is not None
    assert rafi.known.seating.you == 0
    assert rafi.heard(LinkChanged) == [LinkChanged(Link.SEATED)]
    assert rafi.heard(Updated) == [Updated((), None, fresh=False)]


def test_four_sessions_play_a_whole_match_and_agree() -> None:
    evening = Evening()
    guests = evening.started()
    evening.play_on()
    sheets = [guest.known.sheet for guest in guests]
    assert len(sheets[0]) == 5
    assert sheets.count(sheets[0]) == 4
    assert all(guest.known.pending is None for guest in guests)
    assert all(answer.reason is None for guest in guests for answer in guest.heard(Answered))


def test_a_known_view_is_the_one_of_the_last_update() -> None:
    evening = Evening()
    guests = evening.started()
    evening.play_on(7)
    for guest in guests:
        assert guest.known.view is not None
        assert guest.known.view.viewer == guest.known.seating.you if guest.known.seating else False
        assert guest.known.view.table == evening.room.desk.state.table


def test_a_repeated_update_changes_nothing() -> None:
    evening = Evening()
    rafi = evening.started()[0]
    known = rafi.known
    assert known.view is not None
    rafi.session.receive(Update(known.seq, known.match, (), known.view, None), 5.0)
    assert rafi.known == known
    assert rafi.session.take_notices() == ()


def test_a_lost_answer_is_asked_for_again_under_its_number_and_nothing_is_done_twice() -> None:
    evening = Evening()
    guests = evening.started()
    mover = next(guest for guest in guests if guest.known.view is not None and guest.known.view.my_turn)
    assert mover.known.view is not None
    move = legal_moves(mover.known.view)[0]
    mover.session.request(SubmitMove(0, 0, move))
    evening.hand_in(mover, mover.session.take_replies())  # the host has it, the answer is on its way
    evening.cut(mover)
    assert mover.known.link is Link.LOST
    assert isinstance(mover.known.pending, SubmitMove)
    evening.arrive(mover)
    assert mover.known.pending is None
    assert [answer.reason for answer in mover.heard(Answered)][-1:] == [None]
    assert evening.room.desk.state.table.moves == 1


def test_what_is_asked_for_while_the_line_is_down_goes_out_when_it_is_back() -> None:
    evening = Evening()
    rafi = evening.guest("Rafi")
    evening.arrive(rafi)
    evening.cut(rafi)
    rafi.session.request(Say(0, text="still here"))
    assert rafi.session.take_replies() == ()
    evening.arrive(rafi)
    assert rafi.known.pending is None
    assert [said.said.text for said in rafi.heard(Spoke)] == ["still here"]


def test_a_double_click_asks_once() -> None:
    evening = Evening()
    guests = evening.started()
    mover = next(guest for guest in guests if guest.known.view is not None and guest.known.view.my_turn)
    assert mover.known.view is not None
    moves = legal_moves(mover.known.view)
    mover.session.request(SubmitMove(0, 0, moves[0]))
    mover.session.request(SubmitMove(0, 0, moves[1]))
    evening.settle()
    assert (
        len(mover.heard(Answered)) - len([a for a in mover.heard(Answered) if isinstance(a.request, StartMatch)]) == 1
    )
    assert evening.room.desk.state.table.moves == 1


def test_pending_shows_the_move_before_any_other_request() -> None:
    evening = Evening()
    guests = evening.started()
    mover = next(guest for guest in guests if guest.known.view is not None and guest.known.view.my_turn)
    assert mover.known.view is not None
    mover.session.request(Say(0, text="hm"))
    mover.session.request(SubmitMove(0, 0, legal_moves(mover.known.view)[0]))
    assert isinstance(mover.known.pending, SubmitMove)


def test_too_many_open_requests_are_refused_here() -> None:
    evening = Evening()
    rafi = evening.guest("Rafi")
    for _ in range(MOST_UNANSWERED + 1):
        rafi.session.request(LeaveSeat(0))
    notices = [notice for notice, _ in rafi.session.take_notices()]
    assert [notice.reason for notice in notices if isinstance(notice, Answered)] == [RejectReason.TOO_OFTEN]


def test_an_answer_that_nobody_waits_for_is_left_aside() -> None:
    evening = Evening()
    rafi = evening.guest("Rafi")
    evening.arrive(rafi)
    rafi.session.receive(Accepted(77), 1.0)
    assert rafi.session.take_notices() == ()


def test_moves_of_a_match_that_is_over_are_not_asked_for_again() -> None:
    evening = Evening()
    rafi = evening.started()[0]
    evening.cut(rafi)
    rafi.session.request(SubmitMove(0, 17, a_legal_move(evening)))
    evening.connect(rafi)
    evening.hand_in(rafi, rafi.session.take_replies())
    welcome = rafi.inbox[0]
    assert isinstance(welcome, Welcome)
    rafi.session.receive(Welcome(TABLE_ID, 1, welcome.settings, welcome.seating, 1, 2, None, (), None), 1.0)
    notices: list[Notice] = [notice for notice, _ in rafi.session.take_notices()]
    assert [notice.reason for notice in notices if isinstance(notice, Answered)] == [RejectReason.STALE]
    assert rafi.session.take_replies() == ()


def a_legal_move(evening: Evening) -> Move:
    for guest in evening.guests:
        if guest.known.view is not None and guest.known.view.my_turn:
            return random.Random(1).choice(legal_moves(guest.known.view))
    raise AssertionError("nobody can move")


@pytest.mark.parametrize(
    ("reason", "final"),
    [
        (CloseReason.REPLACED, True),
        (CloseReason.REMOVED, True),
        (CloseReason.TABLE_CLOSED, True),
        (CloseReason.VERSION, True),
        (CloseReason.SILENT, False),
        (CloseReason.TOO_SLOW, False),
        (CloseReason.HANDED_OVER, False),
    ],
)
def test_a_closing_is_final_or_the_line_is_tried_again(reason: CloseReason, *, final: bool) -> None:
    evening = Evening()
    rafi = evening.guest("Rafi")
    evening.arrive(rafi)
    rafi.session.receive(Closing(reason, 3), 1.0)
    assert rafi.session.over is final
    assert rafi.known.link is (Link.CLOSED if final else Link.LOST)
    assert rafi.known.closed is reason


def test_a_host_that_closes_for_our_silence_counts_as_lost_from_that_moment_and_no_earlier() -> None:
    """A laptop whose lid was closed reads this first when it wakes; it must not take the table over at once."""
    evening = Evening()
    rafi = evening.guest("Rafi")
    evening.arrive(rafi)
    rafi.session.receive(Closing(CloseReason.SILENT), 100.0)

    assert rafi.known.lost_at == 100.0
    assert not offered(rafi.known, 100.0 + OFFERED_SECONDS - 0.1)
    assert offered(rafi.known, 100.0 + OFFERED_SECONDS)


def test_every_closing_before_the_first_welcome_is_final() -> None:
    rafi = Evening().guest("Rafi")
    rafi.session.receive(Closing(CloseReason.TOO_MANY), 1.0)
    assert rafi.session.over


def test_a_second_connection_with_the_key_replaces_the_first_which_stays_away() -> None:
    evening = Evening()
    rafi = evening.guest("Rafi")
    evening.arrive(rafi)
    again = evening.guest("Rafi")
    again.session.key = rafi.session.key
    evening.arrive(again)
    assert rafi.known.closed is CloseReason.REPLACED
    assert rafi.session.over
    assert again.known.link is Link.SEATED


def test_the_table_that_greets_is_judged() -> None:
    session = Evening().guest("Rafi").session
    assert session.judge(greeting(), FINGERPRINT) is None
    assert session.judge(greeting(version=9), FINGERPRINT) is CloseReason.VERSION
    assert session.judge(greeting(table_id=bytes(16)), FINGERPRINT) is LinkProblem.WRONG_TABLE
    session.begin(greeting(), FINGERPRINT)
    assert session.judge(greeting(), bytes(32)) is LinkProblem.HOST_KEY_CHANGED


def test_the_pin_is_proved_and_never_sent() -> None:
    evening = Evening(pin="4711")
    rafi = evening.guest("Rafi", pin="4711")
    evening.connect(rafi)
    (hello,) = rafi.session.take_replies()
    assert isinstance(hello, Hello)
    assert b"4711" not in hello.pin_share
    evening.hand_in(rafi, (hello,))
    evening.settle()
    assert rafi.known.link is Link.SEATED


def test_a_wrong_pin_and_no_pin_end_the_session_with_their_reasons() -> None:
    evening = Evening(pin="4711")
    wrong, none = evening.guest("Rafi", pin="4712"), evening.guest("Mitu")
    evening.arrive(wrong)
    evening.arrive(none)
    assert wrong.known.closed is CloseReason.WRONG_PIN
    assert none.known.closed is CloseReason.PIN_NEEDED


def test_a_host_that_asks_for_the_pin_must_know_it() -> None:
    evening = Evening(pin="4711")
    rafi = evening.guest("Rafi", pin="4711")
    evening.tamper = lambda message: (
        Welcome(
            message.table_id, 1, message.settings, message.seating, 0, 0, None, (), None, pin_confirmation=bytes(32)
        )
        if isinstance(message, Welcome)
        else message
    )
    evening.arrive(rafi)
    assert rafi.known.closed is LinkProblem.NOT_A_TABLE
    assert rafi.known.view is None


def test_another_seat_brings_another_view_and_no_second_arrival() -> None:
    evening = Evening()
    rafi = evening.guest("Rafi")
    evening.arrive(rafi)
    rafi.session.request(TakeSeat(0, 2))
    evening.settle()
    assert rafi.known.seating is not None
    assert rafi.known.seating.you == 2
    assert len(rafi.heard(LinkChanged)) == 1
    assert [answer.reason for answer in rafi.heard(Answered)] == [None]


def test_a_new_match_begins_a_new_sheet_and_a_new_record() -> None:
    evening = Evening()
    guests = evening.started()
    evening.play_on()
    guests[0].session.request(StartMatch(0))
    evening.settle()
    known = guests[1].known
    assert (known.match, known.sheet, known.verdicts) == (2, (), {})
    assert (known.record.match, [*known.record.deals]) == (2, [1])


def test_a_record_is_the_same_whether_one_was_away_for_some_moves_or_not() -> None:
    evening = Evening()
    rafi, mitu, *_ = evening.started()
    for _ in range(7):
        evening.play_on(9)
        evening.cut(rafi)
        evening.arrive(rafi)
    evening.play_on(60)
    assert len(mitu.known.sheet) == 2
    for deal in (1, 2):
        assert rafi.known.record.deals[deal].events == mitu.known.record.deals[deal].events


def test_leaving_says_good_bye_and_nothing_more_is_told() -> None:
    evening = Evening()
    rafi = evening.guest("Rafi")
    evening.arrive(rafi)
    rafi.session.request(Say(0, text="bye"))
    rafi.session.leave()
    assert rafi.session.take_replies() == (Bye(),)
    assert rafi.session.take_notices() == ()
    assert rafi.session.over


def test_a_watcher_knows_the_table_and_takes_no_part_in_the_shuffle() -> None:
    evening = Evening()
    guests = evening.started()
    watcher = evening.guest("Ula", Wish.WATCH)
    evening.arrive(watcher)
    evening.play_on()
    assert watcher.known.view is not None
    assert watcher.known.view.viewer is None
    assert watcher.known.sheet == guests[0].known.sheet
    assert not [reply for reply in watcher.session.take_replies() if isinstance(reply, Commit)]


def test_every_change_of_the_seating_is_told() -> None:
    evening = Evening()
    rafi = evening.guest("Rafi")
    evening.arrive(rafi)
    before = len(rafi.heard(SeatingChanged))
    evening.arrive(evening.guest("Mitu"))
    assert len(rafi.heard(SeatingChanged)) > before


@pytest.mark.parametrize("seed", range(3))
def test_connections_cut_at_any_message_change_neither_the_moves_nor_the_sheet(seed: int) -> None:
    """Every cut is followed by a return; nothing is lost and nothing is done twice (issue: nobody loses a card)."""
    evening = Evening(seed=seed)
    guests = evening.started()
    dice = random.Random(seed)
    turns = 0
    while evening.room.desk.match_is_on and turns < 5000:
        turns += 1
        if dice.random() < 0.05:
            victim = dice.choice(guests)
            evening.cut(victim)
            evening.connect(victim)
        if not evening.step() and not evening.move():
            evening.wait(6.0)
    assert not evening.room.desk.match_is_on
    evening.settle()
    sheets = [guest.known.sheet for guest in guests]
    assert len(sheets[0]) == 5
    assert sheets.count(sheets[0]) == 4
    assert {verdict for guest in guests for verdict in guest.known.verdicts.values()} <= {
        "verified",
        "not_verifiable_by_you",
    }
