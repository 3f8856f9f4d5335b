"""Questions to the table: one at a time, decided by its seats, never by the host alone."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from lanbridge.protocol.messages import Outcome, Question

from . import seating
from .agreed_settings import hold_to
from .effects import RememberQuestion
from .open_question import OpenQuestion
from .telling import show_table, tell_seating
from .timing import LONG_AGO

if TYPE_CHECKING:
    from lanbridge.engine import Seat
    from lanbridge.protocol.table_settings import TableSettings

    from .desk import Desk, Person

QUESTION_SECONDS: Final = 60.0
"""Time to answer: long enough to talk about it, short enough that nothing hangs open for an evening."""


def ask(
    desk: Desk, person: Person, now: float, *, absent: Seat | None = None, settings: TableSettings | None = None
) -> None:
    """Put a question to the table; the one who asks has said yes, which may decide it."""
    desk.questions += 1
    yes = frozenset({person.key})
    desk.question = OpenQuestion(desk.questions, person.key, absent, settings, now + QUESTION_SECONDS, yes)
    tell_question(desk, now)
    review(desk, now)


def vote(desk: Desk, person: Person, now: float, *, yes: bool) -> None:
    """Take the answer of somebody whose answer counts (`voters`); the last one holds."""
    question, key = desk.question, frozenset({person.key})
    if question is not None:
        said_yes, said_no = question.yes - key, question.no - key
        desk.question = (
            replace(question, yes=said_yes | key, no=said_no)
            if yes
            else replace(question, yes=said_yes, no=said_no | key)
        )
        tell_question(desk, now)
        review(desk, now)


def review(desk: Desk, now: float) -> None:
    """Close the question if it is decided, too late, or about nothing any more."""
    question = desk.question
    if question is None:
        return
    outcome = _outcome(desk, question, now)
    if outcome is Outcome.OPEN:
        return
    _tell(desk, _told(desk, question, now, outcome))
    desk.question = None
    if outcome is Outcome.CARRIED:
        _carry_out(desk, question, now)


def voters(desk: Desk, question: OpenQuestion) -> tuple[Seat, ...]:
    """The seats whose answers count: all people for settings, the others who are here for somebody away."""
    return seating.humans(desk.chairs) if question.absent is None else seating.present_humans(desk.chairs)


def ask_again(desk: Desk, told: Question, now: float) -> None:
    """A question that was open when the last host's program ended, on a table to which nobody has come back yet.

    Settings are asked for again, with the answers there were and a whole minute. Going on without somebody is not:
    everybody is away now, so who comes back hears that the question is off.
    """
    desk.questions = told.number
    if told.settings is None:
        off = replace(told, left_ms=0, outcome=Outcome.DROPPED)
        desk.withdrawn = {desk.chairs[seat].key: off for seat in seating.humans(desk.chairs)}
        desk.out.append(RememberQuestion(off))
        return
    asker = b"" if told.asker is None else desk.chairs[told.asker].key
    yes, no = (frozenset(desk.chairs[seat].key for seat in seats) for seats in (told.yes, told.no))
    desk.question = OpenQuestion(told.number, asker, None, told.settings, now + QUESTION_SECONDS, yes, no)
    desk.out.append(RememberQuestion(_told(desk, desk.question, now, Outcome.OPEN)))


def tell_question(desk: Desk, now: float) -> None:
    """Everybody sees how the open question stands."""
    if desk.question is not None:
        _tell(desk, _told(desk, desk.question, now, Outcome.OPEN))


def _tell(desk: Desk, question: Question) -> None:
    desk.out.append(RememberQuestion(question))
    desk.broadcast(question)


def show_question(desk: Desk, person: Person, now: float) -> None:
    """Somebody came in while a question is open, or comes back to a question that is off."""
    off = desk.withdrawn.pop(person.key, None)
    if off is not None:
        desk.send(person.client, off)
    if desk.question is not None:
        desk.send(person.client, _told(desk, desk.question, now, Outcome.OPEN))


def _told(desk: Desk, question: OpenQuestion, now: float, outcome: Outcome) -> Question:
    counted = voters(desk, question)
    return Question(
        question.number,
        seating.seat_of(desk.chairs, question.asker),
        question.absent,
        question.settings,
        counted,
        tuple(seat for seat in counted if desk.chairs[seat].key in question.yes),
        tuple(seat for seat in counted if desk.chairs[seat].key in question.no),
        max(0, round((question.until - now) * 1000)),
        outcome,
    )


def _outcome(desk: Desk, question: OpenQuestion, now: float) -> Outcome:
    counted = [desk.chairs[seat].key for seat in voters(desk, question)]
    yes, no = sum(key in question.yes for key in counted), sum(key in question.no for key in counted)
    about_nothing = question.absent is not None and not is_waited_for(desk, question.absent)
    if not counted or not desk.match_is_on or about_nothing:
        return Outcome.DROPPED
    if question.absent is None:
        carried, refused = yes == len(counted), no > 0
    else:
        carried, refused = 2 * yes > len(counted), 2 * no >= len(counted)
    if carried or refused:
        return Outcome.CARRIED if carried else Outcome.REFUSED
    return Outcome.TOO_LATE if now >= question.until else Outcome.OPEN


def is_waited_for(desk: Desk, seat: Seat) -> bool:
    """Whether the seat's player is away and no bot plays for them yet."""
    chair = desk.chairs[seat]
    return seating.is_human(chair) and not chair.present and not chair.bot


def _carry_out(desk: Desk, question: OpenQuestion, now: float) -> None:
    if question.settings is not None:
        hold_to(desk, question.settings)
        desk.timing.turn_since = now  # nobody's turn is over because of a clock that was not there when it began
    elif question.absent is not None:
        desk.timing.away_since[question.absent] = LONG_AGO
        desk.set_chairs(seating.with_stand_in(desk.chairs, question.absent, desk.settings.bots))
        tell_seating(desk)
    show_table(desk, now)
