"""Turns, clocks and pauses; readiness, pace and the ends of matches."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from lanbridge.engine import (
    PRESETS,
    Call,
    Card,
    EndReason,
    IllegalMove,
    MatchEnded,
    Move,
    Phase,
    Play,
    Reason,
    SeatView,
    decide,
    legal_moves,
)
from lanbridge.host.turns import BOTS_ONLY_PACE
from lanbridge.protocol.messages import (
    Accepted,
    Cause,
    NextDeal,
    Pause,
    Rejected,
    RejectReason,
    SetReady,
    Stage,
    StartMatch,
    StopMatch,
    SubmitMove,
    Update,
    Welcome,
    Wish,
)
from lanbridge.protocol.table_settings import TableSettings
from tests.host.tables import FakeTable, Player

SETTINGS = TableSettings("Table", bot_pause_ms=0)


def pause(table: FakeTable, *, on: bool) -> Accepted | Rejected:
    return table.ask(table.owner, lambda number: Pause(number, on))


def reason(answer: Accepted | Rejected) -> RejectReason | None:
    return answer.reason if isinstance(answer, Rejected) else None


def clocked(clock: int = 30) -> FakeTable:
    """Rafi and three bots with a turn clock; it is Rafi's turn."""
    table = FakeTable(replace(SETTINGS, clock=clock))
    table.start()
    table.play_until(lambda: table.to_move() is table.owner)
    return table


def test_a_turn_past_its_clock_is_played_by_a_bot_and_told_to_everybody() -> None:
    table = clocked()
    eye = table.newcomer("eye", Wish.WATCH)
    turn = table.owner.view.table.moves
    table.wait(29.9)
    assert not table.thoughts
    table.wait_for_deadline()
    table.let_bot_play()
    assert table.owner.view.table.moves > turn
    for player in (table.owner, eye):
        assert Cause.CLOCK in [update.cause for update in player.all(Update)]


def test_a_bots_illegal_answer_is_replaced_by_a_legal_move() -> None:
    table = clocked()
    table.wait_for_deadline()
    thought = table.thoughts.pop()
    before = table.room.desk.state
    table.apply(table.room.bot_chose(thought.turn, Play(Card.parse("AS")), table.now))
    assert table.room.desk.state.table.moves == before.table.moves + 1


def test_a_player_may_still_move_while_the_bot_of_the_clock_thinks() -> None:
    table = clocked()
    table.wait_for_deadline()
    assert isinstance(table.move(table.owner, Call(3)), Accepted)
    before = table.room.desk.state
    table.let_bot_play()
    assert table.room.desk.state.table.calls[0] == 3
    assert before.table.moves <= table.room.desk.state.table.moves


def test_the_clock_is_shown_with_what_is_left() -> None:
    table = clocked()
    table.wait(10)
    table.join(table.owner)
    clock = table.room.desk.timing.shown(0, table.room.desk.settings, table.now)
    assert clock is not None
    assert (clock.left_ms, clock.total_ms) == (20_000, 30_000)


def test_a_pause_moves_the_clock_by_its_length_and_shows_it() -> None:
    table = clocked()
    table.wait(10)
    assert isinstance(pause(table, on=True), Accepted)
    assert table.owner.seating.paused
    assert table.owner.last(Update).clock is None
    assert reason(table.move(table.owner, Call(2))) is RejectReason.PAUSED
    table.wait(5000)
    assert not table.thoughts
    pause(table, on=False)
    clock = table.owner.last(Update).clock
    assert clock is not None
    assert clock.left_ms == 20_000
    table.wait(19.9)
    assert not table.thoughts
    table.wait_for_deadline()
    assert table.thoughts


def test_what_begins_in_a_pause_begins_again_when_it_ends_and_no_later() -> None:
    table = clocked()
    pause(table, on=True)
    table.wait(100)
    table.drop(table.owner)
    table.wait(100)
    table.join(table.owner)
    pause(table, on=False)
    clock = table.owner.last(Update).clock
    assert clock is not None
    assert clock.left_ms == 30_000
    table.wait(30)
    assert table.thoughts


def test_a_grace_that_begins_in_a_pause_ends_a_grace_after_it() -> None:
    table = FakeTable(SETTINGS)
    _, mina = table.start("Mina")
    table.play_until(lambda: table.to_move() is mina)
    pause(table, on=True)
    table.wait(1000)
    table.drop(mina)
    table.wait(1000)
    pause(table, on=False)
    table.wait(SETTINGS.grace)
    assert [thought.seat for thought in table.thoughts] == [1]


def test_a_bots_answer_in_a_pause_changes_nothing_and_it_is_asked_again() -> None:
    table = FakeTable(SETTINGS)
    table.start()
    table.play_until(lambda: bool(table.thoughts))
    pause(table, on=True)
    before = table.room.desk.state
    table.let_bots_play()
    assert table.room.desk.state == before
    pause(table, on=False)
    assert table.thoughts


def test_a_match_stopped_in_a_pause_leaves_no_pause_behind() -> None:
    table = clocked()
    pause(table, on=True)
    table.ask(table.owner, StopMatch)
    assert not table.owner.seating.paused
    table.ask(table.owner, StartMatch)
    table.play_deal()
    assert table.owner.view.table.deals_done == 1


def test_a_stale_turn_is_refused() -> None:
    table = clocked()
    answer = table.ask(table.owner, lambda number: SubmitMove(number, table.owner.view.table.moves + 1, Call(2)))
    assert reason(answer) is RejectReason.STALE


def reasons_of_illegal(view: SeatView, table: FakeTable) -> set[Reason]:
    """Every card of the pack that is refused, with the referee's own reason for comparison."""
    found = set()
    moves: list[Move] = [Call(1), *(Play(card) for card in table.room.desk.state.hands[0])]
    for move in moves:
        if move in legal_moves(view):
            continue
        answer = table.move(table.owner, move)
        assert isinstance(answer, Rejected)
        assert answer.reason is RejectReason.ILLEGAL
        assert answer.refusal is not None
        with pytest.raises(IllegalMove) as error:
            decide(table.room.desk.state, 0, move)
        assert answer.refusal == error.value.refusal
        found.add(answer.refusal.reason)
    return found


def test_an_illegal_card_is_refused_with_the_reason_of_the_rules_and_changes_nothing() -> None:
    table = FakeTable()
    table.start()
    found: set[Reason] = set()
    while table.stage() is Stage.PLAYING:
        table.let_bots_play()
        if table.to_move() is table.owner and table.owner.view.table.phase is Phase.PLAYING:
            before = table.room.desk.state
            found |= reasons_of_illegal(table.owner.view, table)
            assert table.room.desk.state == before
        table.play_turn()
    assert {Reason.ALREADY_CALLED, Reason.FOLLOW_SUIT} <= found


def test_a_move_out_of_turn_is_refused() -> None:
    table = FakeTable()
    _, mina = table.start("Mina")
    table.play_until(lambda: table.to_move() is mina)
    answer = table.move(table.owner, Call(2))
    assert isinstance(answer, Rejected)
    assert answer.refusal is not None
    assert answer.refusal.reason in (Reason.NOT_YOUR_TURN, Reason.ALREADY_CALLED)


def test_a_repeated_request_gets_its_first_answer_and_plays_once() -> None:
    table = clocked()
    request = SubmitMove(77, table.owner.view.table.moves, Call(2))
    table.say(table.owner, request)
    moves = table.room.desk.state.table.moves
    table.join(table.owner)
    table.say(table.owner, request)
    assert [m for m in table.owner.heard if isinstance(m, Accepted | Rejected)][-2:] == [Accepted(77)] * 2
    assert table.room.desk.state.table.moves == moves


def test_a_repeated_refusal_is_repeated_too() -> None:
    table = clocked()
    request = SubmitMove(78, 999, Call(2))
    table.say(table.owner, request)
    table.say(table.owner, request)
    assert table.owner.all(Rejected)[-1] == table.owner.all(Rejected)[-2]


def two_between_deals(pace: int | None = None) -> tuple[FakeTable, Player]:
    table = FakeTable(replace(SETTINGS, pace=pace))
    _, mina = table.start("Mina")
    table.play_deal()
    assert table.stage() is Stage.BETWEEN
    return table, mina


def ready(table: FakeTable, player: Player, *, yes: bool = True) -> Accepted | Rejected:
    return table.ask(player, lambda number: SetReady(number, yes))


def test_the_next_deal_waits_until_all_present_people_are_ready() -> None:
    table, mina = two_between_deals()
    ready(table, table.owner)
    ready(table, table.owner, yes=False)
    ready(table, mina)
    table.wait(1000)
    assert table.stage() is Stage.BETWEEN
    ready(table, table.owner)
    assert table.stage() is Stage.PLAYING
    assert not any(chair.ready for chair in mina.seating.seats)


def test_a_pace_deals_by_itself() -> None:
    table, _ = two_between_deals(pace=8)
    table.wait(7.9)
    assert table.stage() is Stage.BETWEEN
    table.wait_for_deadline()
    assert table.stage() is Stage.PLAYING


def test_the_menu_may_deal_without_waiting() -> None:
    table, mina = two_between_deals()
    assert reason(table.ask(mina, NextDeal)) is RejectReason.HOST_ONLY
    assert isinstance(table.ask(table.owner, NextDeal), Accepted)
    assert table.stage() is Stage.PLAYING


def test_a_pause_between_deals_holds_readiness_and_pace() -> None:
    table, mina = two_between_deals(pace=8)
    pause(table, on=True)
    ready(table, table.owner)
    ready(table, mina)
    table.wait(100)
    assert table.stage() is Stage.BETWEEN
    assert reason(table.ask(table.owner, NextDeal)) is RejectReason.NOT_NOW
    pause(table, on=False)
    assert table.stage() is Stage.PLAYING


def test_bots_among_themselves_have_a_pace_of_their_own() -> None:
    table = FakeTable(SETTINGS, owner=False)
    table.apply(table.room.start(table.now))
    table.let_bots_play()
    assert table.room.deadline() == table.now + BOTS_ONLY_PACE


def test_deals_tonight_end_the_match() -> None:
    table = FakeTable(replace(SETTINGS, deals_tonight=2))
    table.start()
    table.play_on(2)
    assert table.stage() is Stage.OVER
    ended = table.history[-1]
    assert isinstance(ended, MatchEnded)
    assert ended.reason is EndReason.STOPPED
    assert table.finished == 1


def test_a_preset_with_its_own_end_reaches_it() -> None:
    table = FakeTable(replace(SETTINGS, rules=PRESETS["nepal"]))
    table.start()
    while table.stage() is not Stage.OVER:
        table.play_on()
    ended = table.history[-1]
    assert isinstance(ended, MatchEnded)
    assert ended.reason is EndReason.REACHED


def in_shuffle(table: FakeTable) -> None:
    table.owner.reveals = False
    table.start()
    assert table.stage() is Stage.SHUFFLING


def in_calls(table: FakeTable) -> None:
    table.start()


def in_trick(table: FakeTable) -> None:
    table.start()
    table.play_until(lambda: table.owner.view.table.trick is not None)


def in_between(table: FakeTable) -> None:
    table.start()
    table.play_deal()


@pytest.mark.parametrize("phase", [in_shuffle, in_calls, in_trick, in_between])
def test_the_menu_stops_the_match_at_any_time_and_may_have_a_rematch(phase: Callable[[FakeTable], None]) -> None:
    table = FakeTable(SETTINGS)

    phase(table)
    assert isinstance(table.ask(table.owner, StopMatch), Accepted)
    assert table.stage() is Stage.OVER
    assert table.finished == 1
    assert reason(table.ask(table.owner, StopMatch)) is RejectReason.NO_MATCH
    table.thoughts.clear()
    table.owner.reveals = True
    assert isinstance(table.ask(table.owner, StartMatch), Accepted)
    table.play_deal()
    assert table.owner.last(Update).match == 2
    assert table.owner.view.table.deals_done == 1


def test_a_bots_answer_to_the_last_match_changes_nothing_in_the_next() -> None:
    table = FakeTable(SETTINGS, seed=5)
    table.start()
    table.play_until(lambda: bool(table.thoughts))
    old = table.thoughts.pop()
    table.ask(table.owner, StopMatch)
    table.ask(table.owner, StartMatch)
    before = table.room.desk.state
    table.apply(table.room.bot_chose(old.turn, Call(8), table.now))
    assert table.room.desk.state == before


def test_leaving_and_coming_back_gains_no_time() -> None:
    settings = TableSettings("Rafi's table", bots="medium", bot_pause_ms=0, clock=30, grace=60)
    table = FakeTable(settings)
    (owner,) = table.start()
    table.let_bots_play()
    assert owner.view.my_turn
    table.wait(20)

    table.drop(owner)
    table.wait(5)
    table.join(owner)

    clock = owner.last(Welcome).clock
    assert clock is not None
    assert clock.left_ms == 5000
