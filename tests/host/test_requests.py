"""Refusals of everything that is not one's own to ask; chat; settings; each request is answered once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from lanbridge.engine import PRESETS, Call
from lanbridge.host.requests import ANSWERS_KEPT, CHAT_LINES, CHAT_SECONDS
from lanbridge.protocol.messages import (
    Accepted,
    Admit,
    ChangeSettings,
    CloseReason,
    CloseTable,
    LeaveSeat,
    NextDeal,
    Pause,
    Rejected,
    RejectReason,
    RemovePlayer,
    Request,
    Said,
    Say,
    SetReady,
    SettingsChanged,
    StartMatch,
    StopMatch,
    SubmitMove,
    TakeSeat,
    Wish,
)
from lanbridge.protocol.table_settings import TableSettings
from tests.host.tables import FakeTable

OTHER = TableSettings("Other", rules=PRESETS["nepal"], bots="easy")

MENU: dict[str, Callable[[int], Request]] = {
    "start": StartMatch,
    "next": NextDeal,
    "stop": StopMatch,
    "pause": lambda number: Pause(number, paused=True),
    "remove": lambda number: RemovePlayer(number, 0),
    "settings": lambda number: ChangeSettings(number, OTHER),
    "admit": lambda number: Admit(number, 1, admitted=True),
    "close": CloseTable,
}


def refused(answer: Accepted | Rejected) -> RejectReason | None:
    return answer.reason if isinstance(answer, Rejected) else None


def change(table: FakeTable, settings: TableSettings) -> Accepted | Rejected:
    return table.ask(table.owner, lambda number: ChangeSettings(number, settings))


@pytest.mark.parametrize("name", sorted(MENU))
@pytest.mark.parametrize("wish", list(Wish))
@pytest.mark.parametrize("playing", [False, True])
def test_the_menu_obeys_nobody_else(name: str, wish: Wish, *, playing: bool) -> None:
    table = FakeTable()
    table.join(table.owner)
    other = table.newcomer("Mina", wish)
    if playing:
        table.ask(table.owner, StartMatch)
    desk = table.room.desk
    before = (desk.game, desk.settings, desk.chairs, desk.paused, desk.stage)
    assert refused(table.ask(other, MENU[name])) is RejectReason.HOST_ONLY
    assert before == (desk.game, desk.settings, desk.chairs, desk.paused, desk.stage)
    assert not table.shut


WAITING: dict[str, tuple[Callable[[int], Request], RejectReason]] = {
    "next": (NextDeal, RejectReason.NOT_NOW),
    "stop": (StopMatch, RejectReason.NO_MATCH),
    "pause": (lambda number: Pause(number, paused=True), RejectReason.NO_MATCH),
    "move": (lambda number: SubmitMove(number, 0, Call(2)), RejectReason.NO_MATCH),
    "admit": (lambda number: Admit(number, 1, admitted=True), RejectReason.NOT_NOW),
    "taken": (lambda number: TakeSeat(number, 0), RejectReason.SEAT_TAKEN),
}


@pytest.mark.parametrize("name", sorted(WAITING))
def test_the_waiting_room_refuses_what_belongs_to_a_match(name: str) -> None:
    make, reason = WAITING[name]
    table = FakeTable()
    table.join(table.owner)
    assert refused(table.ask(table.owner, make)) is reason


PLAYING: dict[str, tuple[Callable[[int], Request], RejectReason]] = {
    "start": (StartMatch, RejectReason.MATCH_ON),
    "next": (NextDeal, RejectReason.NOT_NOW),
    "settings": (lambda number: ChangeSettings(number, OTHER), RejectReason.MATCH_ON),
    "remove": (lambda number: RemovePlayer(number, 1), RejectReason.BETWEEN_DEALS_ONLY),
    "ready": (lambda number: SetReady(number, ready=True), RejectReason.NOT_NOW),
}


@pytest.mark.parametrize("name", sorted(PLAYING))
def test_a_running_deal_refuses_what_belongs_elsewhere(name: str) -> None:
    make, reason = PLAYING[name]
    table = FakeTable()
    table.start("Mina")
    assert refused(table.ask(table.owner, make)) is reason


@pytest.mark.parametrize("make", [lambda n: SubmitMove(n, 0, Call(2)), lambda n: SetReady(n, ready=True)])
def test_who_has_no_seat_neither_plays_nor_is_ready(make: Callable[[int], Request]) -> None:
    table = FakeTable()
    table.start()
    assert refused(table.ask(table.newcomer("eye", Wish.WATCH), make)) is RejectReason.NO_SEAT


def test_standing_up_without_a_seat_changes_nothing() -> None:
    table = FakeTable()
    eye = table.newcomer("eye", Wish.WATCH)
    chairs = table.room.desk.chairs
    assert isinstance(table.ask(eye, LeaveSeat), Accepted)
    assert table.room.desk.chairs == chairs


def test_settings_change_before_a_match_and_after_it_and_everybody_is_told() -> None:
    table = FakeTable()
    table.join(table.owner)
    mina = table.newcomer("Mina")
    assert isinstance(change(table, OTHER), Accepted)
    assert mina.last(SettingsChanged).settings == OTHER
    table.ask(table.owner, StartMatch)
    assert table.owner.view.table.rules == PRESETS["nepal"]
    assert {chair.bot for chair in mina.seating.seats if chair.bot} == {"easy"}
    table.ask(table.owner, StopMatch)
    assert isinstance(change(table, TableSettings("Again")), Accepted)


@pytest.mark.parametrize("settings", [replace(OTHER, locked=True), replace(OTHER, bots="psychic")])
def test_settings_that_cannot_be_kept_are_refused(settings: TableSettings) -> None:
    table = FakeTable()
    table.join(table.owner)
    before = table.room.desk.settings
    assert refused(change(table, settings)) is RejectReason.BAD_SETTINGS
    assert table.room.desk.settings == before


def test_chat_reaches_everybody_with_its_speaker() -> None:
    table = FakeTable()
    table.join(table.owner)
    mina, eye = table.newcomer("Mina"), table.newcomer("eye", Wish.WATCH)
    table.ask(mina, lambda number: Say(number, "shabash!"))
    table.ask(eye, lambda number: Say(number, phrase="well_played"))
    assert table.owner.all(Said) == [Said(1, "Mina", "shabash!", ""), Said(None, "eye", "", "well_played")]


def test_chat_is_limited_for_each_person_also_across_a_reconnect() -> None:
    table = FakeTable()
    table.join(table.owner)
    mina = table.newcomer("Mina")

    def say(number: int) -> Say:
        return Say(number, "x")

    for _ in range(CHAT_LINES):
        assert isinstance(table.ask(mina, say), Accepted)
    assert refused(table.ask(mina, say)) is RejectReason.TOO_OFTEN
    table.drop(mina)
    table.join(mina)
    assert refused(table.ask(mina, say)) is RejectReason.TOO_OFTEN
    assert isinstance(table.ask(table.owner, say), Accepted)
    table.wait(CHAT_SECONDS)
    assert isinstance(table.ask(mina, say), Accepted)


def test_answers_are_kept_for_the_last_requests_only() -> None:
    table = FakeTable()
    table.join(table.owner)
    for _ in range(3 * ANSWERS_KEPT):
        table.ask(table.owner, lambda number: SetReady(number, ready=True))
    (kept,) = table.room.desk.answers.values()
    assert len(kept) == ANSWERS_KEPT


def test_an_answer_is_remembered_over_the_start_of_a_match() -> None:
    table = FakeTable()
    table.join(table.owner)
    mina = table.newcomer("Mina")
    request = SetReady(5, ready=True)
    table.say(mina, request)
    table.ask(table.owner, StartMatch)
    table.say(mina, request)
    assert mina.all(Accepted) == [Accepted(5), Accepted(5)]


def test_closing_the_table_sends_everybody_home_after_the_answer() -> None:
    table = FakeTable()
    table.join(table.owner)
    mina = table.newcomer("Mina")
    assert isinstance(table.ask(table.owner, CloseTable), Accepted)
    assert mina.closed is CloseReason.TABLE_CLOSED
    assert table.owner.closed is CloseReason.TABLE_CLOSED
    assert table.shut
