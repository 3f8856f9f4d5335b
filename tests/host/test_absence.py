"""Coming back in every phase; away, waited for, stood in for; the seat is handed back in the instant of the return."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from lanbridge.engine import Phase
from lanbridge.protocol.messages import (
    Accepted,
    Cause,
    CloseReason,
    Occupant,
    ShuffleOpened,
    Stage,
    StartMatch,
    StopMatch,
    Update,
    Welcome,
)
from lanbridge.protocol.table_settings import TableSettings
from tests.host.tables import FakeTable, Player

GRACE = TableSettings("Table").grace


def two_at_a_table(clock: int | None = None) -> tuple[FakeTable, Player]:
    """Rafi in seat 0, Mina in seat 1, bots beside them; the match has begun."""
    table = FakeTable(TableSettings("Table", bot_pause_ms=0, clock=clock))
    _, mina = table.start("Mina")
    return table, mina


def turn_of(table: FakeTable, player: Player) -> None:
    table.play_until(lambda: table.to_move() is player)


def waiting(table: FakeTable) -> None:
    table.join(table.owner)


def calling(table: FakeTable) -> None:
    table.start()


def mid_trick(table: FakeTable) -> None:
    table.start()
    table.play_until(lambda: table.owner.view.table.trick is not None and len(table.owner.view.table.tricks) == 3)


def between(table: FakeTable) -> None:
    table.start()
    table.play_deal()


def over(table: FakeTable) -> None:
    table.start()
    table.ask(table.owner, StopMatch)


@pytest.mark.parametrize("phase", [waiting, calling, mid_trick, between, over])
@pytest.mark.parametrize("first_drop", [True, False])
def test_a_player_comes_back_from_another_address_to_everything_in_one_message(
    phase: Callable[[FakeTable], None], *, first_drop: bool
) -> None:
    table = FakeTable()
    mina = table.newcomer("Mina")
    phase(table)
    seat, hand = mina.seat, table.room.desk.state.hands[mina.seat or 0] if table.room.desk.game else ()
    if first_drop:
        table.drop(mina)
        assert table.owner.seating.seats[0].present is False
    mina.address = "10.77.0.99"
    table.join(mina)
    welcome = mina.last(Welcome)
    assert mina.seat == seat
    assert welcome.seating.seats[0].present
    assert (welcome.view.hand if welcome.view else ()) == hand
    assert welcome.sheet == (table.room.desk.game.sheet if table.room.desk.game else ())
    assert welcome.seating.seats == table.owner.seating.seats


def test_the_older_connection_is_told_that_it_was_replaced() -> None:
    table, mina = two_at_a_table()
    older = mina.client
    table.join(mina)
    assert older not in table.people
    table.apply(table.room.dropped(older, table.now))
    assert table.owner.seating.seats[1].present
    assert mina.seat == 1


def test_a_replaced_connection_says_replaced() -> None:
    table, mina = two_at_a_table()
    twin = Player("Mina", mina.key)
    table.join(twin)
    assert mina.closed is CloseReason.REPLACED
    assert twin.seat == 1
    assert twin.view.hand == mina.view.hand


def test_a_connection_replaced_after_its_commitment_still_reveals() -> None:
    table = FakeTable()
    table.join(table.owner)
    mina = table.newcomer("Mina")
    table.owner.commits = False
    table.ask(table.owner, StartMatch)
    opened = mina.last(ShuffleOpened)
    table.join(mina)
    assert mina.last(ShuffleOpened) is not opened
    table.owner.commits = True
    table.join(table.owner)
    assert table.stage() is Stage.PLAYING
    assert mina.last(ShuffleOpened).attempt == 1


def test_a_connection_replaced_after_the_list_still_reveals() -> None:
    table = FakeTable()
    table.join(table.owner)
    mina = table.newcomer("Mina")
    mina.reveals = False
    table.ask(table.owner, StartMatch)
    assert table.stage() is Stage.SHUFFLING
    mina.reveals = True
    table.join(mina)
    assert table.stage() is Stage.PLAYING
    assert mina.last(ShuffleOpened).attempt == 1


@pytest.mark.parametrize("step", ["before_commit", "after_commit"])
def test_a_drop_while_the_pack_is_made_deals_without_the_absent_who_then_returns(step: str) -> None:
    table = FakeTable()
    table.join(table.owner)
    mina = table.newcomer("Mina")
    mina.commits, mina.reveals = step != "before_commit", False
    table.ask(table.owner, StartMatch)
    table.drop(mina)
    assert table.stage() is Stage.PLAYING
    assert table.owner.last(ShuffleOpened).left_out == (1,)
    mina.reveals = mina.commits = True
    table.join(mina)
    assert mina.seat == 1
    assert len(mina.view.hand) == 13


def test_an_absent_player_is_waited_for_through_a_visible_grace() -> None:
    table, mina = two_at_a_table()
    turn_of(table, mina)
    table.drop(mina)
    assert table.owner.seating.waited_for == (1,)
    clock = table.owner.last(Update).clock
    assert clock is not None
    assert (clock.seat, clock.left_ms, clock.total_ms) == (1, GRACE * 1000, GRACE * 1000)
    table.wait(GRACE - 0.1)
    assert not table.thoughts


def test_after_the_grace_a_bot_plays_from_that_seats_view_until_the_player_returns() -> None:
    table, mina = two_at_a_table()
    turn_of(table, mina)
    table.drop(mina)
    table.wait_for_deadline()
    (thought,) = table.thoughts
    assert thought.view.viewer == 1
    assert table.owner.seating.seats[1].bot == "medium"
    assert table.owner.seating.seats[1].occupant is Occupant.HUMAN
    assert table.owner.seating.waited_for == ()
    table.let_bot_play()
    assert Cause.AWAY in {update.cause for update in table.owner.all(Update)}
    table.join(mina)
    assert table.owner.seating.seats[1].bot == ""


def test_a_return_while_the_bot_thinks_takes_the_turn_back_and_its_answer_changes_nothing() -> None:
    table, mina = two_at_a_table()
    turn_of(table, mina)
    table.drop(mina)
    table.wait_for_deadline()
    table.join(mina)
    before = table.room.desk.state
    table.let_bots_play()
    assert table.room.desk.state == before
    assert mina.view.my_turn
    assert table.play_turn()


def test_the_stand_in_plays_on_without_a_new_grace() -> None:
    table, mina = two_at_a_table()
    turn_of(table, mina)
    table.drop(mina)
    table.wait_for_deadline()
    table.play_deal()
    assert table.owner.view.table.deals_done == 1
    assert not any(u.clock for u in table.owner.all(Update)[-20:])


def test_a_return_does_not_give_another_player_a_new_clock() -> None:
    table, mina = two_at_a_table(clock=20)
    turn_of(table, table.owner)
    table.drop(mina)
    table.wait(12)
    table.join(mina)
    table.wait(8.5)
    assert [thought.seat for thought in table.thoughts] == [0]


def test_a_seat_in_the_waiting_room_is_kept_for_the_grace_and_then_free() -> None:
    table = FakeTable()
    table.join(table.owner)
    mina = table.newcomer("Mina")
    table.drop(mina)
    table.wait(GRACE - 1)
    table.join(mina)
    assert mina.seat == 1
    table.drop(mina)
    table.wait_for_deadline()
    assert table.owner.seating.seats[1].occupant is Occupant.NOBODY
    assert table.room.deadline() is None


def test_a_seat_is_kept_for_the_grace_after_the_match() -> None:
    table, mina = two_at_a_table()
    table.bye(mina)
    table.ask(table.owner, StopMatch)
    table.wait(GRACE - 1)
    table.join(mina)
    assert mina.seat == 1


def test_a_match_may_begin_while_a_seated_player_is_away() -> None:
    table = FakeTable()
    table.join(table.owner)
    mina = table.newcomer("Mina")
    table.drop(mina)
    assert isinstance(table.ask(table.owner, StartMatch), Accepted)
    table.wait(GRACE)
    table.play_deal()
    assert table.owner.view.table.phase is Phase.BETWEEN
    table.join(mina)
    assert mina.seat == 1


def test_the_table_waits_when_everybody_has_gone() -> None:
    table, mina = two_at_a_table()
    table.play_deal()
    table.drop(mina)
    table.drop(table.owner)
    table.wait(3600)
    assert table.stage() is Stage.BETWEEN
    assert table.room.deadline() is None


def test_the_others_go_on_when_the_one_who_was_not_ready_goes() -> None:
    table, mina = two_at_a_table()
    table.play_deal()
    mina_client = mina.client
    del table.people[mina_client]
    table.everybody_ready()
    assert table.stage() is Stage.BETWEEN
    table.apply(table.room.dropped(mina_client, table.now))
    assert table.stage() is Stage.PLAYING
