"""Who gets in, who sits where, and latecomers."""

from __future__ import annotations

import pytest

from lanbridge.engine import HandDealt
from lanbridge.host.people import MOST_KEYS, MOST_ONLOOKERS, MOST_SEATLESS
from lanbridge.protocol.message_kinds import MOST_SPECTATORS
from lanbridge.protocol.messages import (
    Accepted,
    CloseReason,
    HandsShown,
    LeaveSeat,
    Occupant,
    Rejected,
    RejectReason,
    Say,
    Stage,
    StartMatch,
    StopMatch,
    TakeSeat,
    Update,
    Welcome,
    Wish,
)
from lanbridge.protocol.names import NAME_CHARACTERS
from lanbridge.protocol.table_settings import Latecomers, TableSettings, Watch
from tests.host.tables import FakeTable, Player


def take(table: FakeTable, player: Player, seat: int) -> Accepted | Rejected:
    return table.ask(player, lambda number: TakeSeat(number, seat))


def leave(table: FakeTable, player: Player) -> Accepted | Rejected:
    return table.ask(player, LeaveSeat)


def settings(watch: Watch = Watch.HIDDEN, latecomers: Latecomers = Latecomers.AT_ONCE) -> TableSettings:
    return TableSettings("Table", bot_pause_ms=0, watch=watch, latecomers=latecomers)


def between_deals_only() -> FakeTable:
    return FakeTable(settings(latecomers=Latecomers.BETWEEN_DEALS))


def test_newcomers_take_the_free_seats_in_turn() -> None:
    table = FakeTable()
    players = [table.join(table.owner), *(table.newcomer(name) for name in ("Mina", "Tariq", "Nila"))]
    assert [player.seat for player in players] == [0, 1, 2, 3]
    assert [chair.name for chair in players[0].seating.seats] == ["Rafi", "Mina", "Tariq", "Nila"]
    assert all(chair.key == player.key.public for chair, player in zip(players[3].seating.seats, players, strict=True))


def test_a_fifth_player_is_told_that_the_table_is_full() -> None:
    table = FakeTable()
    table.join(table.owner)
    for name in "abc":
        table.newcomer(name)
    assert table.newcomer("late").closed is CloseReason.FULL


def test_equal_names_get_a_mark_and_stay_within_their_length() -> None:
    table = FakeTable()
    long = "x" * NAME_CHARACTERS
    first, second, third = (table.newcomer(long) for _ in range(3))
    names = [chair.name for chair in third.seating.seats if chair.name]
    assert len(set(names)) == 3
    assert all(len(name) <= NAME_CHARACTERS for name in names)
    assert first.seat != second.seat


def test_a_name_is_cleaned() -> None:
    table = FakeTable()
    assert table.newcomer("  Ra\u202efi\u200b ").seating.seats[0].name == "Rafi"


def test_a_table_that_shows_itself_to_nobody_refuses_spectators() -> None:
    assert FakeTable(settings(Watch.NONE)).newcomer("eye", Wish.WATCH).closed is CloseReason.NO_SPECTATORS


def test_a_spectator_sees_the_table_and_no_hand() -> None:
    table = FakeTable()
    table.start()
    eye = table.newcomer("eye", Wish.WATCH)
    assert eye.view.hand == ()
    table.play_on()
    dealt = [event for update in eye.all(Update) for event in update.events if isinstance(event, HandDealt)]
    assert dealt
    assert all(event.hand is None for event in dealt)
    assert not eye.all(HandsShown)
    assert table.owner.seating.spectators == ("eye",)


def test_all_hands_are_shown_to_spectators_after_the_deal_where_the_table_says_so() -> None:
    table = FakeTable(settings(Watch.AFTER))
    table.start()
    eye = table.newcomer("eye", Wish.WATCH)
    table.play_deal()
    (shown,) = eye.all(HandsShown)
    assert sorted(map(len, shown.hands)) == [13] * 4
    assert not table.owner.all(HandsShown)


def test_onlookers_are_limited_and_told_so() -> None:
    table = FakeTable()
    players = table.start("b", "c", "d")
    onlookers = [table.newcomer(f"eye {number}", Wish.WATCH) for number in range(MOST_ONLOOKERS + 1)]
    assert onlookers[-1].closed is CloseReason.FULL
    for player in players:
        leave(table, player)
    assert len(players[0].seating.spectators) == len(table.people)


def test_onlookers_leave_room_for_players() -> None:
    table = FakeTable()
    table.join(table.owner)
    for number in range(MOST_ONLOOKERS):
        table.newcomer(f"eye {number}", Wish.WATCH)
    assert table.newcomer("Mina").seat == 1


@pytest.mark.parametrize("latecomers", Latecomers)
def test_standing_up_and_giving_back_promises_never_makes_a_crowd_that_cannot_be_told(latecomers: Latecomers) -> None:
    table = FakeTable(settings(latecomers=latecomers))
    table.start()
    guest = table.newcomer("guest")
    for number in range(2 * MOST_SEATLESS):
        leave(table, guest)
        if (newcomer := table.newcomer(f"guest {number}")).closed is None:
            guest = newcomer
    assert table.newcomer("late").closed is CloseReason.FULL
    assert MOST_SEATLESS <= len(table.owner.seating.spectators) <= MOST_SPECTATORS


def test_a_full_table_replaces_the_connection_of_an_onlooker() -> None:
    table = FakeTable()
    table.join(table.owner)
    onlookers = [table.newcomer(f"eye {number}", Wish.WATCH) for number in range(MOST_ONLOOKERS)]
    table.join(onlookers[0], Wish.WATCH)
    assert onlookers[0].closed is None
    assert len(table.owner.seating.spectators) == MOST_ONLOOKERS


def test_a_latecomer_takes_a_bots_seat_at_once_in_the_middle_of_a_trick() -> None:
    table = FakeTable()
    table.start()
    table.play_until(lambda: len(table.owner.view.table.tricks) == 2)
    late = table.newcomer("late")
    assert late.seat == 1
    assert len(late.view.hand) in (11, 10)
    assert late.view.hand == table.room.desk.state.hands[1]
    table.play_deal()
    assert late.view.table.deals_done == 1


def test_a_latecomer_waits_for_the_end_of_the_deal_where_the_table_says_so() -> None:
    table = between_deals_only()
    table.start()
    late = table.newcomer("late")
    assert late.seat is None
    assert late.seating.seats[1].reserved == "late"
    table.play_deal()
    assert late.seat == 1
    assert late.view.viewer == 1
    table.everybody_ready()
    assert len(late.view.hand) == 13


@pytest.mark.parametrize("latecomers", Latecomers)
def test_a_latecomer_during_the_shuffle_sits_as_soon_as_the_pack_is_dealt_if_the_table_says_so(
    latecomers: Latecomers,
) -> None:
    table = FakeTable(settings(latecomers=latecomers))
    table.join(table.owner)
    table.owner.reveals = False
    table.ask(table.owner, StartMatch)
    late = table.newcomer("late")
    assert (table.stage(), late.seat, late.seating.seats[1].reserved) == (Stage.SHUFFLING, None, "late")
    table.wait_for_deadline()
    assert table.stage() is Stage.PLAYING
    if latecomers is Latecomers.AT_ONCE:
        assert late.seat == 1
        assert late.view.hand == table.room.desk.state.hands[1]
        assert late.seating.seats[1].reserved == ""
    else:
        assert (late.seat, late.seating.seats[1].reserved) == (None, "late")
    table.play_deal()
    assert late.seat == 1


def test_who_waits_for_a_seat_may_take_another_and_never_gets_two() -> None:
    table = between_deals_only()
    table.start()
    late = table.newcomer("late")
    assert isinstance(take(table, late, 3), Accepted)
    assert [chair.reserved for chair in late.seating.seats] == ["", "", "", "late"]
    table.play_deal()
    table.everybody_ready()
    assert [chair.key for chair in late.seating.seats].count(late.key.public) == 1
    assert late.seat == 3


def test_a_promise_outlives_the_connection_that_it_was_given_on() -> None:
    table = between_deals_only()
    table.start("Mina", "Tariq")
    late = table.newcomer("late")
    table.join(late)
    assert late.closed is None
    table.play_deal()
    assert late.seat == 3


def test_a_promised_seat_is_not_given_to_another_and_is_free_when_its_latecomer_goes() -> None:
    table = between_deals_only()
    table.start()
    first, second = table.newcomer("first"), table.newcomer("second")
    answer = take(table, second, 1)
    assert isinstance(answer, Rejected)
    assert answer.reason is RejectReason.SEAT_TAKEN
    table.drop(first)
    assert isinstance(take(table, second, 1), Accepted)


def test_a_promise_holds_over_the_end_of_the_match() -> None:
    table = between_deals_only()
    table.start()
    late = table.newcomer("late")
    assert isinstance(table.ask(table.owner, StopMatch), Accepted)
    assert isinstance(take(table, late, 1), Accepted)
    other = table.newcomer("other")
    assert (late.seat, other.seat) == (1, 2)


def test_a_promised_seat_is_taken_when_the_next_match_begins() -> None:
    table = between_deals_only()
    table.start()
    late = table.newcomer("late")
    table.ask(table.owner, StopMatch)
    table.ask(table.owner, StartMatch)
    assert late.seat == 1
    assert len(late.view.hand) == 13


def test_taking_another_seat_gives_the_promised_one_up() -> None:
    table = between_deals_only()
    table.start()
    late = table.newcomer("late")
    table.ask(table.owner, StopMatch)
    take(table, late, 3)
    assert [chair.reserved for chair in late.seating.seats] == [""] * 4
    table.ask(table.owner, StartMatch)
    assert [chair.key for chair in late.seating.seats].count(late.key.public) == 1
    assert late.seat == 3


def test_taking_a_seat_in_a_running_deal_shows_its_hand() -> None:
    table = FakeTable()
    table.start()
    eye = table.newcomer("eye", Wish.WATCH)
    before = eye.last(Welcome).seq
    assert isinstance(take(table, eye, 2), Accepted)
    assert eye.view.hand == table.room.desk.state.hands[2]
    assert eye.last(Update).seq > before


def test_nobody_sees_two_hands_of_one_deal_by_changing_seats() -> None:
    table = FakeTable()
    _, mina = table.start("Mina")
    leave(table, mina)
    take(table, mina, 2)
    assert mina.seat is None
    assert mina.view.hand == ()
    assert isinstance(take(table, mina, 1), Accepted)
    assert mina.seat == 1


def test_nobody_sees_two_hands_of_one_deal_by_joining_again() -> None:
    table = FakeTable()
    _, mina = table.start("Mina")
    leave(table, mina)
    table.bye(mina)
    blocker = table.newcomer("blocker")
    assert blocker.seat == 1
    table.join(mina)
    assert mina.seat is None
    table.play_deal()
    assert mina.seat == 2


def test_seats_may_be_changed_freely_before_the_match() -> None:
    table = FakeTable()
    table.join(table.owner)
    assert isinstance(take(table, table.owner, 2), Accepted)
    assert table.owner.seat == 2
    assert [chair.occupant for chair in table.owner.seating.seats].count(Occupant.HUMAN) == 1


def test_a_seated_player_keeps_the_seat_during_a_match() -> None:
    table = FakeTable()
    table.start()
    answer = take(table, table.owner, 2)
    assert isinstance(answer, Rejected)
    assert answer.reason is RejectReason.MATCH_ON


def test_who_stands_up_watches_while_a_bot_plays_on() -> None:
    table = FakeTable()
    _, mina = table.start("Mina")
    assert isinstance(leave(table, mina), Accepted)
    assert mina.seating.seats[1].occupant is Occupant.BOT
    assert mina.view.hand == ()
    table.play_deal()
    assert table.owner.view.table.deals_done == 1


def test_a_tidy_farewell_empties_the_seat_before_a_match() -> None:
    table = FakeTable()
    table.join(table.owner)
    table.bye(table.newcomer("Mina"))
    assert table.owner.seating.seats[1].occupant is Occupant.NOBODY


def test_a_tidy_farewell_in_a_match_is_not_waited_for() -> None:
    table = FakeTable()
    _, mina = table.start("Mina")
    table.bye(mina)
    table.play_deal()
    assert table.owner.view.table.deals_done == 1
    assert not table.owner.seating.seats[1].present


@pytest.mark.parametrize("humans", [1, 2, 3, 4])
def test_a_whole_match_with_so_many_people(humans: int) -> None:
    table = FakeTable()
    players = table.start(*("Mina", "Tariq", "Nila")[: humans - 1])
    table.play_on(3)
    table.ask(table.owner, StopMatch)
    assert table.finished == 1
    assert len({player.view.table.totals for player in players}) == 1


def test_a_table_of_bots_plays_for_a_spectator() -> None:
    table = FakeTable(owner=False)
    eye = table.newcomer("eye", Wish.WATCH)
    table.apply(table.room.start(table.now))
    for deal in range(1, 4):
        table.let_bots_play()
        assert eye.view.table.deals_done == deal
        table.wait_for_deadline()


def test_keys_that_come_and_go_do_not_fill_the_memory() -> None:
    table = FakeTable()
    table.join(table.owner)
    for number in range(MOST_KEYS + 40):
        eye = table.newcomer(f"eye {number}", Wish.WATCH)
        table.ask(eye, lambda request: Say(request, "hello"))
        table.bye(eye)
    assert len(table.room.desk.answers) <= MOST_KEYS
    assert len(table.room.desk.chatter) <= MOST_KEYS


def test_keys_that_come_and_go_before_a_match_have_seen_no_hand() -> None:
    table = FakeTable()
    table.join(table.owner)
    table.bye(table.newcomer("guest"))
    assert table.room.desk.seen == {}


def test_a_hand_is_not_shown_to_more_keys_than_can_be_remembered() -> None:
    table = FakeTable()
    table.start()
    for _ in range(MOST_KEYS + 1):
        guest = table.newcomer("guest")
        leave(table, guest)
        table.bye(guest)
    assert len(table.room.desk.seen) == MOST_KEYS
