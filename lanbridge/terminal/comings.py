"""What has changed in who sits where: two seatings -> sentences. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from lanbridge.client.known import Known
from lanbridge.engine import SEATS
from lanbridge.protocol.messages import Occupant, SeatInfo, Seating
from lanbridge.text import Words, seat_name

from .showing import names_of, stage_lines, who_lines


def seating_lines(words: Words, before: Known, after: Known) -> tuple[str, ...]:
    """Who came, went, fell away, came back; pauses, knocks, and what may be done now."""
    old, new = before.seating, after.seating
    if new is None:
        return ()
    if old is None:
        return (*who_lines(words, after), *stage_lines(words, after))
    lines = [line for seat in SEATS for line in _seat_lines(words, old, new, seat)]
    lines += [*_table_lines(words, old, new), *_waiting_lines(words, old, after)]
    asked = stage_lines(words, after)
    return (*lines, *(asked if asked != stage_lines(words, before) else ()))


def _seat_lines(words: Words, old: Seating, new: Seating, seat: int) -> Iterator[str]:
    was, now = old.seats[seat], new.seats[seat]
    if _person(was) != _person(now):
        yield from _changed_hands(words, old, new, seat)
    elif now.occupant is Occupant.HUMAN and seat != new.you:
        if was.present != now.present:
            yield words.say("seat.back" if now.present else "seat.away", name=now.name)
        if now.ready and not was.ready:
            yield words.say("seat.ready", name=now.name)


def _changed_hands(words: Words, old: Seating, new: Seating, seat: int) -> Iterator[str]:
    was, now = old.seats[seat], new.seats[seat]
    moved = any(_person(other) == _person(was) for other in new.seats)
    if was.occupant is Occupant.HUMAN and not moved and seat != old.you:
        yield words.say("seat.left", name=was.name)
    if now.occupant is Occupant.BOT:
        yield words.say("seat.bot_in", name=now.name, number=seat + 1)
    elif now.occupant is Occupant.HUMAN:
        name = words.say("names.you") if seat == new.you else now.name
        yield words.say("seat.sat_you" if seat == new.you else "seat.sat", name=name, number=seat + 1)


def _table_lines(words: Words, old: Seating, new: Seating) -> Iterator[str]:
    if old.paused != new.paused:
        yield words.say("seat.paused" if new.paused else "seat.goes_on")
    if new.menu and not old.menu:
        yield words.say("seat.menu_yours")
    for name in new.spectators:
        if name not in old.spectators:
            yield words.say("seat.watching", name=name)
    for number, name in new.knocks:
        if (number, name) not in old.knocks:
            yield words.say("seat.knocks", name=name, number=number)


def _waiting_lines(words: Words, old: Seating, after: Known) -> Iterator[str]:
    assert after.seating is not None  # noqa: S101 - the caller has seen to it
    waited_for = after.seating.waited_for
    if waited_for and waited_for != old.waited_for:
        names = [seat_name(words, names_of(after), seat, after.seating.you) for seat in waited_for]
        yield words.say("seat.waiting_for", names=words.listed(names))


def _person(info: SeatInfo) -> tuple[Occupant, str, bytes]:
    return info.occupant, info.name, info.key
