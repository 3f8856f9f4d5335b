"""A question to the table, as a client learns of it: put, answered, decided, and after a lost connection."""

from __future__ import annotations

from dataclasses import replace

from lanbridge.client.bot_player import say_yes
from lanbridge.client.known import TableAsked
from lanbridge.engine import PRESETS
from lanbridge.protocol.messages import Answer, AskForSettings, AskToGoOn, Outcome, SeatInfo, Seating
from lanbridge.protocol.table_settings import TableSettings
from tests.client.evenings import Evening, Guest

OTHER = TableSettings("Other", rules=PRESETS["nepal"], bots="easy", grace=3600, bot_pause_ms=0)


def asked(guest: Guest) -> list[Outcome]:
    return [notice.question.outcome for notice in guest.heard(TableAsked)]


def answer(evening: Evening, guest: Guest, *, yes: bool) -> None:
    assert guest.known.question is not None
    guest.session.request(Answer(0, guest.known.question.number, yes))
    evening.settle()


def test_everybody_knows_the_open_question_and_its_outcome() -> None:
    evening = Evening()
    guests = evening.started()
    guests[0].session.request(AskForSettings(0, OTHER))
    evening.settle()
    for guest in guests[1:]:
        assert guest.known.question is not None
        assert guest.known.question.settings == OTHER
        answer(evening, guest, yes=True)
    for guest in guests:
        assert guest.known.question is None
        assert guest.known.settings == OTHER
        assert asked(guest) == [Outcome.OPEN] * 4 + [Outcome.CARRIED]


def test_who_comes_back_is_told_of_an_open_question_and_forgets_one_that_is_gone() -> None:
    evening = Evening(settings=OTHER)
    guests = evening.started()
    guests[0].session.request(AskForSettings(0, replace(OTHER, clock=60)))
    evening.settle()
    evening.cut(guests[1])
    evening.arrive(guests[1])
    assert guests[1].known.question == guests[2].known.question
    evening.cut(guests[1])
    answer(evening, guests[2], yes=False)
    evening.arrive(guests[1])
    assert guests[1].known.question is None


def test_the_others_go_on_and_the_absent_player_finds_the_seat_again() -> None:
    evening = Evening(settings=OTHER)
    guests = evening.started()
    evening.cut(guests[3])
    guests[0].session.request(AskToGoOn(0, 3))
    evening.settle()
    answer(evening, guests[1], yes=True)
    assert seat_of(guests[0], 3).bot == "easy"
    evening.play_on(30)
    evening.arrive(guests[3])
    assert guests[3].known.seating is not None
    assert guests[3].known.seating.you == 3
    assert seat_of(guests[0], 3).bot == ""


def seat_of(guest: Guest, seat: int) -> SeatInfo:
    assert isinstance(guest.known.seating, Seating)
    return guest.known.seating.seats[seat]


def test_a_program_in_a_seat_says_yes_once() -> None:
    evening = Evening()
    guests = evening.started()
    assert say_yes(guests[1].known) is None
    guests[0].session.request(AskForSettings(0, OTHER))
    evening.settle()
    asked_of_bot = say_yes(guests[1].known)
    assert isinstance(asked_of_bot, Answer)
    assert asked_of_bot.yes
    answer(evening, guests[1], yes=True)
    assert say_yes(guests[1].known) is None
    assert say_yes(guests[0].known) is None
