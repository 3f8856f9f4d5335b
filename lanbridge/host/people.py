"""People: who is let in, sits down, goes away and comes back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lanbridge.protocol.messages import CloseReason, Occupant, SentAway, Stage, Wish
from lanbridge.protocol.table_settings import Latecomers, Watch

from . import seating
from .desk import Person
from .effects import Close
from .questions import show_question
from .telling import show_table, tell_seating, tell_shuffle, welcome
from .timing import LONG_AGO

if TYPE_CHECKING:
    from lanbridge.engine import Seat

    from .desk import Desk
    from .door import Applicant

MOST_KEYS: Final = 256
"""Keys whose requests and chat are remembered before those who have left are forgotten; whose hands are, at most."""
MOST_ONLOOKERS: Final = 24
"""People without a seat who come to watch: as many as fit around a table."""
MOST_SEATLESS: Final = 28
"""Nobody stands up or gives a promise back beyond these: four who wait for seats still fit into one message."""
PERSONAS: Final = 256
"""Numbers of bots' personas, as the wire carries them."""


def let_in(desk: Desk, applicant: Applicant, now: float) -> None:
    """Give the applicant their seat back, or a free one, or a place to watch; or say why not."""
    seat = seating.seat_of(desk.chairs, applicant.key)
    stays = seat is not None or desk.person_with(applicant.key) is not None
    refusal = None if stays else _refusal(desk, applicant)
    if refusal is not None:
        desk.out.append(Close(applicant.client, refusal))
        return
    person = _enter(desk, applicant)
    if seat is not None:
        _come_back(desk, seat, person)
    elif applicant.wish is Wish.SEAT and applicant.key not in desk.reservations.values():
        _find_seat(desk, person)
    welcome(desk, person, now, applicant.pin_confirmation)
    tell_seating(desk)
    tell_shuffle(desk, person)
    if desk.door.removed:
        desk.send(person.client, SentAway(desk.door.removed))
    show_question(desk, person, now)
    if seat is not None and desk.to_act == seat:
        show_table(desk, now)  # the others see the turn begin anew


def _refusal(desk: Desk, applicant: Applicant) -> CloseReason | None:
    if applicant.wish is Wish.WATCH and desk.settings.watch is Watch.NONE:
        return CloseReason.NO_SPECTATORS
    if applicant.wish is Wish.WATCH:
        return CloseReason.FULL if seatless(desk) >= MOST_ONLOOKERS else None
    return CloseReason.FULL if seating.free_seat(desk.chairs) is None else None


def seatless(desk: Desk) -> int:
    """How many are here without a seat."""
    return sum(desk.viewer_of(person) is None for person in desk.people.values())


def _enter(desk: Desk, applicant: Applicant) -> Person:
    older = desk.person_with(applicant.key)
    if older is not None:
        del desk.people[older.client]
        desk.out.append(Close(older.client, CloseReason.REPLACED))
    person = Person(applicant.client, applicant.key, _free_name(desk, applicant), applicant.address)
    desk.people[applicant.client] = person
    return person


def _free_name(desk: Desk, applicant: Applicant) -> str:
    others = [person.name for person in desk.people.values() if person.key != applicant.key]
    others += [chair.name for chair in desk.chairs if chair.key != applicant.key and chair.name]
    return seating.marked_name(applicant.name, others)


def _come_back(desk: Desk, seat: Seat, person: Person) -> None:
    desk.set_chairs(seating.back(desk.chairs, seat, person.name))
    desk.menu_key = desk.menu_key or person.key
    desk.timing.came_back(seat)
    if desk.to_act == seat:
        desk.thought = None  # the bot that stood in gives the turn back, whatever it has found


def _find_seat(desk: Desk, person: Person) -> None:
    seat = seating.free_seat(desk.chairs)
    if seat is None:
        return
    if may_sit_now(desk, seat, person):
        sit(desk, seat, person)
    else:
        reserve(desk, seat, person)


def may_sit_now(desk: Desk, seat: Seat, person: Person) -> bool:
    """Whether the person gets the seat at once; never one hand after having seen another of the same deal."""
    if not desk.match_is_on or desk.stage is Stage.BETWEEN:
        return True
    at_once = desk.settings.latecomers is Latecomers.AT_ONCE and desk.stage is Stage.PLAYING
    return at_once and desk.seen.get(person.key, seat) == seat and len(desk.seen) < MOST_KEYS


def sit(desk: Desk, seat: Seat, person: Person) -> None:
    """Give the seat to the person; the first to sit at a table without an owner gets its menu."""
    drop_reservations(desk, person.key)
    desk.set_chairs(seating.seated(desk.chairs, seat, person.key, person.name))
    desk.menu_key = desk.menu_key or person.key
    if desk.game is not None and desk.to_act == seat:
        desk.thought = None


def reserve(desk: Desk, seat: Seat, person: Person) -> None:
    """Promise the bot's seat to the person as soon as they may sit; an earlier promise to them is dropped."""
    drop_reservations(desk, person.key)
    desk.reservations[seat] = person.key
    desk.set_chairs(seating.with_reservation(desk.chairs, seat, person.name))


def drop_reservations(desk: Desk, key: bytes) -> None:
    """The person with this key no longer waits for a seat."""
    for seat in [seat for seat, waiting in desk.reservations.items() if waiting == key]:
        del desk.reservations[seat]
        desk.set_chairs(seating.with_reservation(desk.chairs, seat, ""))


def stand_up(desk: Desk, seat: Seat, now: float) -> None:
    """The seat is given up: a bot plays on during a match, else it is empty."""
    person = desk.person_with(desk.chairs[seat].key)
    if desk.stage is Stage.PLAYING:
        desk.seen[desk.chairs[seat].key] = seat
    desk.timing.away_since.pop(seat, None)
    chairs = seating.with_chair(desk.chairs, seat, seating.EMPTY)
    if desk.game is not None and desk.match_is_on:
        chairs = seating.with_bot(chairs, seat, desk.settings.bots, desk.matches % PERSONAS)
    desk.set_chairs(chairs)
    if person is not None:
        show_table(desk, now)


def go_away(desk: Desk, person: Person, now: float, *, in_order: bool) -> None:
    """The person's connection is gone; during a match the seat stays theirs."""
    desk.people.pop(person.client, None)
    drop_reservations(desk, person.key)
    seat = desk.viewer_of(person)
    if seat is not None and (desk.match_is_on or not in_order):
        desk.set_chairs(seating.away(desk.chairs, seat))
        desk.timing.went_away(seat, now, in_order=in_order)
    elif seat is not None:
        stand_up(desk, seat, now)
    _hand_on_the_menu(desk, person)
    _forget_strangers(desk)
    tell_seating(desk)
    if seat is not None and desk.to_act == seat:
        show_table(desk, now)


def _forget_strangers(desk: Desk) -> None:
    """What keys without a seat asked and said, once it is much: keys cost nothing, memory does."""
    if len(desk.answers) + len(desk.chatter) + len(desk.changes) > MOST_KEYS:
        known = {person.key for person in desk.people.values()} | {chair.key for chair in desk.chairs}
        desk.answers = {key: kept for key, kept in desk.answers.items() if key in known}
        desk.chatter = {key: lines for key, lines in desk.chatter.items() if key in known}
        desk.changes = {key: times for key, times in desk.changes.items() if key in known}


def give_up_the_absent(desk: Desk, now: float) -> None:
    """Without a match, seats of absent people are free after the grace."""
    absent = [seat for seat in desk.timing.away_since if now >= free_at(desk, seat)]
    for seat in absent:
        stand_up(desk, seat, now)
    if absent:
        tell_seating(desk)


def free_at(desk: Desk, seat: Seat) -> float:
    """The monotonic second at which an absent person's seat is given up without a match; after one, all come back."""
    ended = desk.timing.pause_since if desk.game is not None else LONG_AGO
    return max(desk.timing.grace_over(seat, desk.settings.grace), ended + desk.settings.grace)


def _hand_on_the_menu(desk: Desk, person: Person) -> None:
    if not desk.holds_menu(person) or person.key == desk.identity.owner:
        return
    heirs = seating.present_humans(desk.chairs)
    desk.menu_key = desk.chairs[heirs[0]].key if heirs else b""


def is_taken(desk: Desk, seat: Seat, person: Person) -> bool:
    """Whether the seat belongs to somebody, or is promised to somebody else than the person."""
    return desk.chairs[seat].occupant is Occupant.HUMAN or desk.reservations.get(seat, person.key) != person.key


def seat_the_reserved(desk: Desk, now: float) -> None:
    """Latecomers take the seats promised to them: between deals, or once the pack is dealt (`may_sit_now`)."""
    for seat, key in list(desk.reservations.items()):
        person = desk.person_with(key)
        if person is not None and may_sit_now(desk, seat, person):
            sit(desk, seat, person)
            show_table(desk, now)
