"""Who comes in: signatures, the PIN, knocking, those who were sent away."""

from __future__ import annotations

from dataclasses import replace

import pytest

from lanbridge.host.door import MOST_KNOCKS, WRONG_PIN_SECONDS, WRONG_PINS
from lanbridge.host.journal_entries import Opening
from lanbridge.host.remembered import Remembered
from lanbridge.protocol.handshake import WEAK_KEYS
from lanbridge.protocol.messages import (
    Accepted,
    Admit,
    CloseReason,
    Greeting,
    Knocking,
    LeaveSeat,
    Occupant,
    PinAnswer,
    PinChallenge,
    Rejected,
    RejectReason,
    RemovePlayer,
    Stage,
    Welcome,
    Wish,
)
from tests.host.tables import TABLE_ID, FakeTable, Player

PIN = "4711"


def locked() -> FakeTable:
    table = FakeTable(pin=PIN)
    table.join(table.owner)
    return table


def guesser(table: FakeTable, number: int, pin: str = "0000") -> Player:
    """Somebody with a new key at a new address who tries a PIN."""
    player = table.player(f"guess {number}")
    player.address = f"10.77.{number // 250}.{number % 250}"
    return table.join(player, pin=pin)


def shut_by_guesses() -> FakeTable:
    table = locked()
    for number in range(WRONG_PINS):
        assert guesser(table, number).closed is CloseReason.WRONG_PIN
    return table


def admit(table: FakeTable, knock: int, *, yes: bool = True) -> Accepted | Rejected:
    return table.ask(table.owner, lambda number: Admit(number, knock, yes))


def remove(table: FakeTable, seat: int) -> Accepted | Rejected:
    return table.ask(table.owner, lambda number: RemovePlayer(number, seat))


def test_a_hello_signed_for_another_greeting_is_refused() -> None:
    table = FakeTable()
    player = table.player("Mina")
    stale = table.connect(player)
    table.drop(player)
    table.connect(player)
    table.say(player, table.hello(player, stale))
    assert player.closed is CloseReason.BAD_SIGNATURE


def test_a_hello_signed_by_another_key_is_refused() -> None:
    table = FakeTable()
    table.join(table.owner)
    thief = table.player("thief")
    hello = table.hello(thief, table.connect(thief))
    table.say(thief, replace(hello, key=table.owner.key.public))
    assert thief.closed is CloseReason.BAD_SIGNATURE
    assert table.owner.seating.seats[0].present


def test_the_owner_needs_no_pin_and_holds_the_menu() -> None:
    table = locked()
    assert table.owner.seat == 0
    assert table.owner.seating.menu


def test_a_locked_table_asks_for_a_pin() -> None:
    table = locked()
    assert table.newcomer("Mina").closed is CloseReason.PIN_NEEDED


def test_the_right_pin_opens_and_is_proved_to_the_client_too() -> None:
    table = locked()
    mina = guesser(table, 1, PIN)
    assert mina.seat == 1
    assert mina.pin is not None
    assert mina.pin.host_knows(mina.last(Welcome).pin_confirmation)


def test_a_seated_player_comes_back_without_the_pin() -> None:
    table = locked()
    mina = guesser(table, 1, PIN)
    table.drop(mina)
    table.join(mina)
    assert mina.seat == 1


def test_an_answer_without_a_challenge_is_refused() -> None:
    table = locked()
    stranger = table.player("x")
    table.connect(stranger)
    table.apply(table.room.received(stranger.client, PinAnswer(bytes(32)), table.now))
    assert stranger.closed is CloseReason.BAD_MESSAGE


def test_after_ten_wrong_pins_a_friend_gets_in_by_the_hosts_yes() -> None:
    table = shut_by_guesses()
    friend = guesser(table, 500, PIN)
    assert friend.all(Knocking)
    assert not friend.all(Welcome)
    ((knock, name),) = table.owner.seating.knocks
    assert name == friend.name
    assert isinstance(admit(table, knock), Accepted)
    assert friend.seat == 1
    assert table.owner.seating.knocks == ()


def test_the_hosts_no_is_told() -> None:
    table = shut_by_guesses()
    stranger = guesser(table, 500)
    assert isinstance(admit(table, table.owner.seating.knocks[0][0], yes=False), Accepted)
    assert stranger.closed is CloseReason.NOT_ADMITTED
    assert isinstance(admit(table, 1), Rejected)


def test_exchanges_begun_before_the_door_was_shut_are_no_more_guesses() -> None:
    table = locked()
    waiting = []
    for number in range(WRONG_PINS + 5):
        player = table.player(f"parallel {number}")
        player.address = f"10.77.1.{number}"
        hello = table.hello(player, table.connect(player), pin="0000")
        pin, player.pin = player.pin, None
        table.say(player, hello)
        assert pin is not None
        waiting.append((player, pin.answer(player.last(PinChallenge).share)))
    for player, answer in waiting:
        table.say(player, PinAnswer(answer))
    told = [player.closed for player, _ in waiting]
    assert told.count(CloseReason.WRONG_PIN) == WRONG_PINS
    assert [player.all(Knocking) != [] for player, _ in waiting].count(True) == 5


def test_the_pin_opens_again_after_an_hour() -> None:
    table = shut_by_guesses()
    table.wait(WRONG_PIN_SECONDS + 1)
    assert guesser(table, 500, PIN).seat == 1


def test_hours_of_guesses_from_many_addresses_try_ten_pins_an_hour() -> None:
    table, hours, tried = locked(), 4, 0
    for number in range(hours * 30):
        player = guesser(table, number)
        tried += player.closed is CloseReason.WRONG_PIN
        if player.closed is None:
            table.drop(player)
        table.wait(WRONG_PIN_SECONDS / 30)
    assert tried <= (hours + 1) * WRONG_PINS
    friend = guesser(table, 5000, PIN)
    if friend.all(Knocking):
        admit(table, table.owner.seating.knocks[0][0])
    assert friend.seat == 1


def test_only_the_menu_is_told_who_knocks() -> None:
    table = locked()
    mina = guesser(table, 300, PIN)
    for number in range(WRONG_PINS):
        guesser(table, number)
    guesser(table, 500)
    assert table.owner.seating.knocks
    assert mina.seating.knocks == ()
    assert mina.seating.menu is False


def test_a_crowd_at_the_door_is_bounded_and_one_address_cannot_fill_it() -> None:
    table = shut_by_guesses()
    crowd = [table.player(f"crowd {number}") for number in range(MOST_KNOCKS + 3)]
    for player in crowd:
        table.join(player)
    assert len(table.owner.seating.knocks) < MOST_KNOCKS
    assert crowd[-1].closed is CloseReason.NOT_ADMITTED
    friend = guesser(table, 500, PIN)
    assert friend.name in [name for _, name in table.owner.seating.knocks]


def test_who_knocks_and_goes_is_taken_off_the_list() -> None:
    table = shut_by_guesses()
    stranger = guesser(table, 500)
    table.drop(stranger)
    assert table.owner.seating.knocks == ()


def test_a_removed_player_stays_out_by_key_and_by_address() -> None:
    table = FakeTable()
    table.join(table.owner)
    table.owner.address = "10.77.0.1"
    mina = table.newcomer("Mina")
    assert isinstance(remove(table, 1), Accepted)
    assert mina.closed is CloseReason.REMOVED
    mina.address = "10.77.0.77"
    assert table.join(mina).closed is CloseReason.REMOVED
    assert table.newcomer("Mina again").closed is CloseReason.REMOVED


def test_after_a_removal_newcomers_need_the_hosts_yes() -> None:
    table = FakeTable()
    table.join(table.owner)
    table.newcomer("Mina")
    remove(table, 1)
    other = table.player("Tariq")
    other.address = "10.77.0.50"
    table.join(other)
    assert other.all(Knocking)
    admit(table, table.owner.seating.knocks[0][0])
    assert other.seat == 1


@pytest.mark.parametrize("at", [Stage.WAITING, Stage.BETWEEN, Stage.OVER])
def test_a_player_is_removed_only_between_deals_and_a_bot_plays_on(at: Stage) -> None:
    table = FakeTable()
    table.join(table.owner)
    table.newcomer("Mina")
    if at is not Stage.WAITING:
        table.start()
        answer = remove(table, 1)
        assert isinstance(answer, Rejected)
        assert answer.reason is RejectReason.BETWEEN_DEALS_ONLY
        table.play_deal()
    assert isinstance(remove(table, 1), Accepted)
    human = table.owner.seating.seats[1].occupant
    assert human is (Occupant.NOBODY if at is Stage.WAITING else Occupant.BOT)


def test_nobody_removes_themselves_a_bot_or_an_empty_seat() -> None:
    table = FakeTable()
    table.join(table.owner)
    for seat in (0, 1):
        answer = remove(table, seat)
        assert isinstance(answer, Rejected)
        assert answer.reason is RejectReason.NOT_NOW


def test_strangers_at_the_door_are_told_when_the_table_closes() -> None:
    table = shut_by_guesses()
    stranger = guesser(table, 500)
    table.apply(table.room.close(CloseReason.TABLE_CLOSED, table.now))
    assert stranger.closed is CloseReason.TABLE_CLOSED
    assert table.owner.closed is CloseReason.TABLE_CLOSED
    assert table.shut


def headless() -> tuple[FakeTable, Player, Player]:
    table = FakeTable(owner=False)
    return table, table.newcomer("first"), table.newcomer("second")


def test_the_first_to_sit_at_a_headless_table_holds_its_menu() -> None:
    table, first, second = headless()
    assert first.seating.menu
    assert not second.seating.menu
    assert second.seating.menu_seat == 0
    assert not table.newcomer("eye", Wish.WATCH).seating.menu


def test_the_menu_is_inherited_by_the_next_present_person() -> None:
    table, first, second = headless()
    table.drop(first)
    assert second.seating.menu
    table.join(first)
    assert not first.seating.menu


def test_the_menu_comes_back_with_the_first_to_return() -> None:
    table, first, second = headless()
    table.drop(second)
    table.drop(first)
    table.join(second)
    assert second.seating.menu


def test_the_menu_of_a_resumed_table_comes_back_with_the_first_to_return() -> None:
    before, _, second = headless()
    desk = before.room.desk
    opening = Opening(TABLE_ID, 1, b"", "", desk.settings)
    table = FakeTable(owner=False)
    table.room.resume(Remembered(opening, desk.settings, desk.chairs, 0, (), ()), table.now)
    table.join(second)
    assert second.seating.menu


def test_the_menu_stays_with_who_stood_up_until_they_go() -> None:
    table, first, second = headless()
    table.ask(first, LeaveSeat)
    assert first.seating.menu
    table.bye(first)
    assert second.seating.menu


def test_the_owner_keeps_the_menu_while_away() -> None:
    table = FakeTable()
    _, mina = table.start("Mina")
    table.drop(table.owner)
    assert not mina.seating.menu
    table.join(table.owner)
    assert table.owner.seating.menu


@pytest.mark.parametrize("key", sorted(WEAK_KEYS))
def test_a_key_for_which_anybody_can_sign_is_refused(key: bytes) -> None:
    table = FakeTable()
    for _ in range(8):
        player = table.player("everybody")
        hello = table.hello(player, table.connect(player))
        table.say(player, replace(hello, key=key, signature=key + bytes(32)))
        assert player.closed is CloseReason.BAD_SIGNATURE
        table.connect(player)
        table.say(player, replace(table.hello(player, player.last(Greeting)), key=key, signature=bytes(64)))
        assert player.closed is CloseReason.BAD_SIGNATURE
