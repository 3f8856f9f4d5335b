"""Requests: what people ask the table for. Each is answered; a repeated one gets its first answer again."""

from __future__ import annotations

from functools import singledispatch
from typing import Final

from lanbridge.engine import IllegalMove, Refusal
from lanbridge.protocol.message_kinds import ADDRESS_CHARACTERS
from lanbridge.protocol.messages import (
    Accepted,
    Admit,
    Answer,
    AskForSettings,
    AskToGoOn,
    Cause,
    ChangeSettings,
    CloseReason,
    CloseTable,
    HandedOver,
    HandOver,
    HandOverAsked,
    LeaveSeat,
    NextDeal,
    Occupant,
    Pause,
    Rejected,
    RejectReason,
    RemovePlayer,
    Request,
    Said,
    Say,
    SentAway,
    SetReady,
    Stage,
    StartMatch,
    StopMatch,
    SubmitMove,
    TakeOver,
    TakeSeat,
)
from lanbridge.protocol.names import clean_line

from . import dealing, epochs, matches, people, questions, seating, turns
from .agreed_settings import are_sound, hold_to
from .desk import Desk, Person
from .effects import Close, RememberRemoval
from .telling import show_table, tell_seating

ANSWERS_KEPT: Final = 32
"""Last answers remembered for each key: far more than one client can have open at once."""
CHAT_LINES: Final = 6
CHAT_SECONDS: Final = 6.0
"""At most so many lines in so many seconds from one person: faster than anybody talks."""
CHANGES: Final = 40
CHANGES_SECONDS: Final = 10.0
"""At most so many requests of one person are carried out in so many seconds, moves and chat apart: the others are told
of each, some wait for the disk. Nobody clicks so fast; programs that play at full speed begin anew with each deal."""


class Refused(Exception):
    """The request is not carried out; nothing has changed."""

    def __init__(self, reason: RejectReason, refusal: Refusal | None = None) -> None:
        super().__init__(reason.value)
        self.reason = reason
        self.refusal = refusal


def answer(desk: Desk, person: Person, request: Request, now: float) -> None:
    """Carry out the request if it may be, and tell the one who asked."""
    kept = desk.answers.setdefault(person.key, {})
    earlier = kept.get(request.request_id)
    if earlier is not None and earlier[0] == request:
        desk.send(person.client, earlier[1])
        return
    reply = _tried(desk, person, request, now)
    _keep(desk, person, request, reply)
    desk.send(person.client, reply)


def _tried(desk: Desk, person: Person, request: Request, now: float) -> Accepted | Rejected:
    try:
        recent = _changes(desk, person, request, now)
        _require(len(recent) < CHANGES, RejectReason.TOO_OFTEN)
        _carry_out(request, desk, person, now)
    except Refused as refused:
        return Rejected(request.request_id, refused.reason, refused.refusal)
    if not isinstance(request, SubmitMove | Say):
        desk.changes[person.key] = (*recent, now)
    return Accepted(request.request_id)


def _changes(desk: Desk, person: Person, request: Request, now: float) -> tuple[float, ...]:
    """The seconds of the person's last changes, as far as they count for this request."""
    if isinstance(request, SubmitMove | Say):
        return ()
    return tuple(at for at in desk.changes.get(person.key, ()) if now - at < CHANGES_SECONDS)


def _keep(desk: Desk, person: Person, request: Request, reply: Accepted | Rejected) -> None:
    kept = desk.answers.setdefault(person.key, {})
    kept[request.request_id] = (request, reply)
    while len(kept) > ANSWERS_KEPT:
        del kept[next(iter(kept))]


def _require(met: bool, reason: RejectReason) -> None:  # noqa: FBT001 - reads as a sentence at every call
    if not met:
        raise Refused(reason)


@singledispatch
def _carry_out(request: object, desk: Desk, person: Person, now: float) -> None:
    raise TypeError(request, desk, person, now)


@_carry_out.register
def _submit_move(request: SubmitMove, desk: Desk, person: Person, now: float) -> None:
    seat = desk.viewer_of(person)
    if seat is None:
        raise Refused(RejectReason.NO_SEAT)
    _require(desk.game is not None, RejectReason.NO_MATCH)
    _require(not desk.paused, RejectReason.PAUSED)
    _require(request.turn == desk.state.table.moves, RejectReason.STALE)
    try:
        matches.play(desk, seat, request.move, Cause.PLAYER, now)
    except IllegalMove as illegal:
        raise Refused(RejectReason.ILLEGAL, illegal.refusal) from None


@_carry_out.register
def _take_seat(request: TakeSeat, desk: Desk, person: Person, now: float) -> None:
    seat, mine = request.seat, desk.viewer_of(person)
    _require(not people.is_taken(desk, seat, person), RejectReason.SEAT_TAKEN)
    _require(mine is None or not desk.match_is_on, RejectReason.MATCH_ON)
    if not people.may_sit_now(desk, seat, person):
        people.reserve(desk, seat, person)
    else:
        if mine is not None:
            people.stand_up(desk, mine, now)
        people.sit(desk, seat, person)
        show_table(desk, now)
    tell_seating(desk)


@_carry_out.register
def _leave_seat(request: LeaveSeat, desk: Desk, person: Person, now: float) -> None:
    del request
    _require(people.seatless(desk) < people.MOST_SEATLESS, RejectReason.NOT_NOW)
    seat = desk.viewer_of(person)
    if seat is None:
        people.drop_reservations(desk, person.key)
    else:
        people.stand_up(desk, seat, now)
        dealing.shuffle_without_the_absent(desk, now)
    tell_seating(desk)


@_carry_out.register
def _set_ready(request: SetReady, desk: Desk, person: Person, now: float) -> None:
    del now
    seat = desk.viewer_of(person)
    if seat is None:
        raise Refused(RejectReason.NO_SEAT)
    _require(desk.stage in (Stage.WAITING, Stage.BETWEEN, Stage.OVER), RejectReason.NOT_NOW)
    desk.set_chairs(seating.with_ready(desk.chairs, (seat,), ready=request.ready))
    tell_seating(desk)


@_carry_out.register
def _say(request: Say, desk: Desk, person: Person, now: float) -> None:
    _require(bool(request.text) != bool(request.phrase), RejectReason.NOT_NOW)
    text = clean_line(request.text)
    _require(bool(text or request.phrase), RejectReason.EMPTY)
    recent = tuple(at for at in desk.chatter.get(person.key, ()) if now - at < CHAT_SECONDS)
    _require(len(recent) < CHAT_LINES, RejectReason.TOO_OFTEN)
    desk.chatter[person.key] = (*recent, now)
    desk.broadcast(Said(desk.viewer_of(person), person.name, text, request.phrase))


# --- what the table decides together


@_carry_out.register
def _ask_for_settings(request: AskForSettings, desk: Desk, person: Person, now: float) -> None:
    _require_menu(desk, person)
    _require(desk.viewer_of(person) is not None, RejectReason.NO_SEAT)
    _require(desk.match_is_on, RejectReason.NO_MATCH)
    _require(are_sound(request.settings, locked=bool(desk.identity.pin)), RejectReason.BAD_SETTINGS)
    _require(desk.question is None, RejectReason.QUESTION_OPEN)
    questions.ask(desk, person, now, settings=request.settings)


@_carry_out.register
def _ask_to_go_on(request: AskToGoOn, desk: Desk, person: Person, now: float) -> None:
    _require(desk.viewer_of(person) is not None, RejectReason.NO_SEAT)
    _require(desk.match_is_on, RejectReason.NO_MATCH)
    _require(questions.is_waited_for(desk, request.seat), RejectReason.NOT_AWAY)
    _require(desk.question is None, RejectReason.QUESTION_OPEN)
    questions.ask(desk, person, now, absent=request.seat)


@_carry_out.register
def _answer_question(request: Answer, desk: Desk, person: Person, now: float) -> None:
    question, seat = desk.question, desk.viewer_of(person)
    mine = question is not None and seat in questions.voters(desk, question)
    _require(mine and question is not None and question.number == request.question, RejectReason.NO_QUESTION)
    questions.vote(desk, person, now, yes=request.yes)


# --- the host's menu


def _require_menu(desk: Desk, person: Person) -> None:
    _require(desk.holds_menu(person), RejectReason.HOST_ONLY)


@_carry_out.register
def _start_match(request: StartMatch, desk: Desk, person: Person, now: float) -> None:
    del request
    _require_menu(desk, person)
    _require(not desk.match_is_on, RejectReason.MATCH_ON)
    dealing.begin_match(desk, now)


@_carry_out.register
def _next_deal(request: NextDeal, desk: Desk, person: Person, now: float) -> None:
    del request
    _require_menu(desk, person)
    _require(desk.stage is Stage.BETWEEN and not desk.paused, RejectReason.NOT_NOW)
    dealing.open_shuffle(desk, now)


@_carry_out.register
def _stop_match(request: StopMatch, desk: Desk, person: Person, now: float) -> None:
    del request
    _require_menu(desk, person)
    _require(desk.match_is_on, RejectReason.NO_MATCH)
    matches.end_match(desk, now)


@_carry_out.register
def _pause(request: Pause, desk: Desk, person: Person, now: float) -> None:
    _require_menu(desk, person)
    _require(desk.match_is_on, RejectReason.NO_MATCH)
    if request.paused and not desk.paused:
        turns.pause(desk, now)
    elif desk.paused and not request.paused:
        turns.go_on(desk, now)


@_carry_out.register
def _remove_player(request: RemovePlayer, desk: Desk, person: Person, now: float) -> None:
    _require_menu(desk, person)
    _require(desk.stage is not Stage.PLAYING and desk.stage is not Stage.SHUFFLING, RejectReason.BETWEEN_DEALS_ONLY)
    chair = desk.chairs[request.seat]
    _require(chair.occupant is Occupant.HUMAN and chair.key != person.key, RejectReason.NOT_NOW)
    removed = desk.person_with(chair.key)
    people.stand_up(desk, request.seat, now)
    address = removed.address if removed is not None else ""
    desk.door.send_away(chair.key, address)
    desk.out.append(RememberRemoval(chair.key, address[:ADDRESS_CHARACTERS]))
    if removed is not None:
        del desk.people[removed.client]
        desk.out.append(Close(removed.client, CloseReason.REMOVED))
    desk.broadcast(SentAway(desk.door.removed))
    tell_seating(desk)


@_carry_out.register
def _change_settings(request: ChangeSettings, desk: Desk, person: Person, now: float) -> None:
    del now
    _require_menu(desk, person)
    _require(not desk.match_is_on, RejectReason.MATCH_ON)
    _require(are_sound(request.settings, locked=bool(desk.identity.pin)), RejectReason.BAD_SETTINGS)
    hold_to(desk, request.settings)


@_carry_out.register
def _admit(request: Admit, desk: Desk, person: Person, now: float) -> None:
    _require_menu(desk, person)
    applicant = desk.door.open_to(request.knock)
    if applicant is None:
        raise Refused(RejectReason.NOT_NOW)
    if request.admitted:
        people.let_in(desk, applicant, now)
    else:
        desk.out.append(Close(applicant.client, CloseReason.NOT_ADMITTED))
        tell_seating(desk)


@_carry_out.register
def _hand_over(request: HandOver, desk: Desk, person: Person, now: float) -> None:
    del now
    _require_menu(desk, person)
    _require(desk.stage not in (Stage.PLAYING, Stage.SHUFFLING), RejectReason.BETWEEN_DEALS_ONLY)
    heir = desk.person_with(desk.chairs[request.seat].key)
    if heir is None or heir.key in (person.key, desk.identity.owner):
        raise Refused(RejectReason.NOT_NOW)
    desk.asked_to_host = heir.key
    desk.send(heir.client, HandOverAsked())


@_carry_out.register
def _take_over(request: TakeOver, desk: Desk, person: Person, now: float) -> None:
    del now
    seat = desk.viewer_of(person)
    if seat is None or person.key != desk.asked_to_host:
        raise Refused(RejectReason.NOT_NOW)
    _require(desk.stage not in (Stage.PLAYING, Stage.SHUFFLING), RejectReason.BETWEEN_DEALS_ONLY)
    desk.broadcast(HandedOver(seat, person.address[:ADDRESS_CHARACTERS], request.port))
    epochs.hand_over(desk)


@_carry_out.register
def _close_table(request: CloseTable, desk: Desk, person: Person, now: float) -> None:
    del request, now
    _require_menu(desk, person)
    desk.closed = True
