"""What the table decides together: settings during a match by everybody's yes, going on without somebody by a vote."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from lanbridge.engine import PRESETS
from lanbridge.host.effects import Effect, Remember
from lanbridge.host.journal import Journal, read_entries
from lanbridge.host.journal_entries import Opening
from lanbridge.host.questions import QUESTION_SECONDS
from lanbridge.host.remembered import remembered
from lanbridge.host.room import Room
from lanbridge.protocol.messages import (
    Accepted,
    Answer,
    AskForSettings,
    AskToGoOn,
    Cause,
    ChangeSettings,
    LeaveSeat,
    Outcome,
    Question,
    Rejected,
    RejectReason,
    Said,
    Say,
    SettingsChanged,
    StartMatch,
    StopMatch,
    Update,
    Welcome,
    Wish,
)
from lanbridge.protocol.table_settings import TableSettings
from tests.host.tables import TABLE_ID, FakeTable, Player

OTHER = TableSettings("Other table", rules=PRESETS["nepal"], bots="easy", clock=30, bot_pause_ms=0)


def refused(answer: Accepted | Rejected) -> RejectReason | None:
    return answer.reason if isinstance(answer, Rejected) else None


def ask_settings(table: FakeTable, player: Player, settings: TableSettings = OTHER) -> RejectReason | None:
    return refused(table.ask(player, lambda number: AskForSettings(number, settings)))


def ask_to_go_on(table: FakeTable, player: Player, seat: int) -> RejectReason | None:
    return refused(table.ask(player, lambda number: AskToGoOn(number, seat)))


def say(table: FakeTable, player: Player, *, yes: bool, question: int = 0) -> RejectReason | None:
    number = question or player.last(Question).number
    return refused(table.ask(player, lambda request: Answer(request, number, yes)))


def outcome(player: Player) -> Outcome:
    return player.last(Question).outcome


def test_settings_change_in_mid_match_by_everybodys_yes() -> None:
    table = FakeTable()
    rafi, mina, tariq = table.start("Mina", "Tariq")
    assert ask_settings(table, rafi) is None
    asked = mina.last(Question)
    assert (asked.asker, asked.absent, asked.settings) == (0, None, OTHER)
    assert (asked.voters, asked.yes, asked.no) == ((0, 1, 2), (0,), ())
    assert asked.left_ms == QUESTION_SECONDS * 1000
    assert say(table, mina, yes=True) is None
    assert table.room.desk.settings != OTHER
    assert say(table, tariq, yes=True) is None
    assert outcome(rafi) is Outcome.CARRIED
    assert table.room.desk.settings == OTHER
    assert mina.last(SettingsChanged).settings == OTHER
    assert mina.view.table.rules == PRESETS["bangladesh"]  # a match keeps the rules that it began with
    table.ask(rafi, StopMatch)
    table.ask(rafi, StartMatch)
    assert mina.view.table.rules == PRESETS["nepal"]


def test_one_no_keeps_the_settings() -> None:
    table = FakeTable()
    rafi, mina, _ = table.start("Mina", "Tariq")
    before = table.room.desk.settings
    ask_settings(table, rafi)
    say(table, mina, yes=False)
    assert outcome(rafi) is Outcome.REFUSED
    assert table.room.desk.settings == before
    assert not mina.all(SettingsChanged)


def test_a_new_clock_gives_the_running_turn_its_whole_time() -> None:
    table = FakeTable()
    (rafi,) = table.start()
    table.play_until(lambda: rafi.view.my_turn)
    table.wait(1000)
    ask_settings(table, rafi)
    assert outcome(rafi) is Outcome.CARRIED
    clock = rafi.last(Update).clock
    assert clock is not None
    assert clock.left_ms == clock.total_ms == 30_000


def test_an_absent_players_yes_is_needed_for_settings_and_a_minute_is_waited_for_it() -> None:
    table = FakeTable(replace(OTHER, grace=3600))
    rafi, mina, _ = table.start("Mina", "Tariq")
    table.drop(mina)
    ask_settings(table, rafi, replace(OTHER, clock=60))
    say(table, table.people[3], yes=True)
    assert outcome(rafi) is Outcome.OPEN
    table.join(mina)
    assert mina.last(Question).yes == (0, 2)
    table.wait(QUESTION_SECONDS)
    assert outcome(mina) is Outcome.TOO_LATE
    assert table.room.desk.settings.clock == 30


def test_the_others_go_on_without_an_absent_player_who_keeps_the_seat() -> None:
    table = FakeTable(replace(OTHER, clock=None, grace=3600))
    rafi, mina, tariq = table.start("Mina", "Tariq")
    table.play_until(lambda: mina.view.my_turn)
    table.drop(mina)
    assert not table.thoughts
    assert 1 in rafi.seating.waited_for
    assert ask_to_go_on(table, tariq, 1) is None
    asked = rafi.last(Question)
    assert (asked.asker, asked.absent, asked.voters, asked.yes) == (2, 1, (0, 2), (2,))
    assert say(table, rafi, yes=True) is None
    assert outcome(rafi) is Outcome.CARRIED
    assert not rafi.seating.waited_for
    table.let_bot_play()
    assert rafi.last(Update).cause is Cause.AWAY
    table.join(mina)
    assert mina.seat == 1
    assert mina.seating.seats[1].bot == ""


def test_a_vote_to_go_on_needs_more_than_half() -> None:
    table = FakeTable(replace(OTHER, clock=None, grace=3600))
    rafi, mina, tariq = table.start("Mina", "Tariq")
    table.drop(mina)
    ask_to_go_on(table, rafi, 1)
    say(table, tariq, yes=False)
    assert outcome(rafi) is Outcome.REFUSED
    assert table.room.desk.chairs[1].bot == ""


def test_who_is_left_alone_decides_alone() -> None:
    table = FakeTable(replace(OTHER, clock=None, grace=3600))
    rafi, mina = table.start("Mina")
    table.drop(mina)
    ask_to_go_on(table, rafi, 1)
    assert outcome(rafi) is Outcome.CARRIED


def test_an_answer_may_be_changed_and_is_counted_once() -> None:
    table = FakeTable(replace(OTHER, clock=None, grace=3600))
    rafi, mina, tariq, ula = table.start("Mina", "Tariq", "Ula")
    table.drop(mina)
    ask_to_go_on(table, rafi, 1)
    say(table, tariq, yes=False)
    assert rafi.last(Question).no == (2,)
    say(table, tariq, yes=True)
    assert outcome(ula) is Outcome.CARRIED
    assert (ula.last(Question).yes, ula.last(Question).no) == ((0, 2), ())


@pytest.mark.parametrize("how", ["back", "over", "stood_up"])
def test_a_question_about_nothing_is_dropped(how: str) -> None:
    table = FakeTable(replace(OTHER, clock=None, grace=3600))
    rafi, mina, _, ula = table.start("Mina", "Tariq", "Ula")
    table.drop(mina)
    ask_to_go_on(table, rafi, 1)
    if how == "back":
        table.join(mina)
    elif how == "over":
        table.ask(rafi, StopMatch)
    else:
        table.wait(3600)  # the grace is over: a bot plays for her anyway
        table.play_until(lambda: table.room.desk.chairs[1].bot != "")
    assert outcome(ula) in (Outcome.DROPPED, Outcome.TOO_LATE)
    assert table.room.desk.question is None


def test_refusals_of_questions_have_names() -> None:
    table = FakeTable(replace(OTHER, clock=None, grace=3600))
    table.join(table.owner)
    rafi, watcher = table.owner, table.newcomer("eye", Wish.WATCH)
    assert ask_settings(table, rafi) is RejectReason.NO_MATCH
    assert ask_to_go_on(table, rafi, 1) is RejectReason.NO_MATCH
    mina, tariq = table.newcomer("Mina"), table.newcomer("Tariq")
    table.ask(rafi, StartMatch)
    assert ask_settings(table, mina) is RejectReason.HOST_ONLY
    assert ask_to_go_on(table, watcher, 1) is RejectReason.NO_SEAT
    assert ask_to_go_on(table, rafi, 1) is RejectReason.NOT_AWAY
    assert ask_to_go_on(table, rafi, 3) is RejectReason.NOT_AWAY  # a bot
    assert say(table, rafi, yes=True, question=1) is RejectReason.NO_QUESTION
    table.drop(tariq)
    assert ask_to_go_on(table, rafi, 2) is None
    assert ask_to_go_on(table, mina, 2) is RejectReason.QUESTION_OPEN
    assert ask_settings(table, rafi) is RejectReason.QUESTION_OPEN
    assert say(table, watcher, yes=True) is RejectReason.NO_QUESTION
    assert say(table, mina, yes=True, question=7) is RejectReason.NO_QUESTION
    assert watcher.last(Question).yes == (0,)
    table.ask(rafi, LeaveSeat)
    assert ask_settings(table, rafi) is RejectReason.NO_SEAT


BAD = {
    "clock": replace(OTHER, clock=4),
    "bot": replace(OTHER, bots="genius"),
    "lock": replace(OTHER, locked=True),
    "name": replace(OTHER, name=""),
}


@pytest.mark.parametrize("name", sorted(BAD))
def test_settings_that_no_table_can_hold_are_refused_before_and_during_a_match(name: str) -> None:
    table = FakeTable()
    table.join(table.owner)
    before = table.room.desk.settings
    change = table.ask(table.owner, lambda number: ChangeSettings(number, BAD[name]))
    assert refused(change) is RejectReason.BAD_SETTINGS
    table.ask(table.owner, StartMatch)
    assert ask_settings(table, table.owner, BAD[name]) is RejectReason.BAD_SETTINGS
    assert table.room.desk.settings == before


def test_chat_is_cleaned_and_a_line_of_nothing_is_refused() -> None:
    table = FakeTable()
    table.join(table.owner)
    mina = table.newcomer("Mina")
    table.ask(mina, lambda number: Say(number, text="well\u202e \x1b[2Jplayed\u200b"))
    assert table.owner.last(Said).text == "well [2Jplayed"
    assert refused(table.ask(mina, lambda number: Say(number, text="\u200b\u202e"))) is RejectReason.EMPTY


def test_names_at_the_door_are_cleaned_and_look_alikes_are_marked() -> None:
    table = FakeTable()
    table.join(table.owner)
    assert table.newcomer("R\u0430\u202efi").seating.seats[1].name == "R\u0430fi (2)"
    assert table.newcomer("RAFI\u200b").last(Welcome).seating.seats[2].name == "RAFI (3)"
    table.newcomer("raf1", Wish.WATCH)
    assert table.owner.seating.spectators == ("raf1 (4)",)


def started_again(table: FakeTable, path: Path) -> None:
    """The host's program ends without a word and is started again; everybody is away."""
    known = remembered(read_entries(path))
    assert known is not None
    table.room = Room(table.identity, known.settings, table.dice, table.entropy)
    table.room.resume(known, table.now)
    table.people.clear()
    table.mail.clear()
    table.thoughts.clear()


def journalled(table: FakeTable, path: Path) -> Journal:
    """What the room wants to be written is, from now on."""
    journal = Journal(path)
    journal.append((Opening(TABLE_ID, 1, table.owner.key.public, "", table.room.desk.settings),))
    do = table._do  # noqa: SLF001 - every effect passes here, in order

    def doing(effect: Effect) -> None:
        if isinstance(effect, Remember):
            journal.append((effect,))
        do(effect)

    table._do = doing  # type: ignore[method-assign]  # noqa: SLF001 - listens along
    return journal


def test_settings_that_were_asked_for_are_asked_again_when_the_host_comes_back(tmp_path: Path) -> None:
    table = FakeTable()
    journal = journalled(table, tmp_path / "a.journal")
    rafi, mina, tariq = table.start("Mina", "Tariq")
    ask_settings(table, rafi)
    say(table, mina, yes=True)
    table.now += 50
    started_again(table, tmp_path / "a.journal")
    for player in (rafi, mina, tariq):
        table.join(player)
        asked = player.last(Question)
        assert (asked.outcome, asked.asker, asked.settings) == (Outcome.OPEN, 0, OTHER)
        assert (asked.voters, asked.yes, asked.no) == ((0, 1, 2), (0, 1), ())
        assert asked.left_ms == QUESTION_SECONDS * 1000
    assert say(table, tariq, yes=True) is None
    assert outcome(rafi) is Outcome.CARRIED
    assert table.room.desk.settings == OTHER
    started_again(table, tmp_path / "a.journal")
    table.join(rafi)
    assert table.room.desk.question is None
    assert table.room.desk.settings == OTHER
    journal.close()


def test_going_on_without_somebody_is_off_when_the_host_comes_back_and_each_is_told_once(tmp_path: Path) -> None:
    table = FakeTable(replace(OTHER, clock=None, grace=3600))
    journal = journalled(table, tmp_path / "a.journal")
    rafi, mina, tariq, nadia = table.start("Mina", "Tariq", "Nadia")
    table.play_until(lambda: mina.view.my_turn)
    table.drop(mina)
    assert ask_to_go_on(table, tariq, 1) is None
    assert outcome(rafi) is Outcome.OPEN
    started_again(table, tmp_path / "a.journal")
    for player in (rafi, nadia, mina):
        player.heard.clear()
        table.join(player)
        (told,) = player.all(Question)
        assert (told.outcome, told.absent) == (Outcome.DROPPED, 1)
    assert table.room.desk.question is None
    table.drop(rafi)
    rafi.heard.clear()
    table.join(rafi)
    assert not rafi.all(Question)
    started_again(table, tmp_path / "a.journal")
    table.join(rafi)
    assert not rafi.all(Question)
    journal.close()
