"""Who sits where: pure changes of four `SeatInfo` values. A seat belongs to a key, never to a name or an address."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, TypeAlias

from lanbridge.bots import bot_persona
from lanbridge.engine import SEATS
from lanbridge.protocol.look_alikes import look
from lanbridge.protocol.messages import Occupant, SeatInfo
from lanbridge.protocol.names import NAME_CHARACTERS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lanbridge.engine import Seat

Chairs: TypeAlias = tuple[SeatInfo, ...]

EMPTY: Final = SeatInfo(Occupant.NOBODY)
ALL_EMPTY: Final[Chairs] = (EMPTY,) * len(SEATS)


def with_chair(chairs: Chairs, seat: Seat, chair: SeatInfo) -> Chairs:
    """The chairs with one of them exchanged."""
    return (*chairs[:seat], chair, *chairs[seat + 1 :])


def seat_of(chairs: Chairs, key: bytes) -> Seat | None:
    """The seat that belongs to the key."""
    return next((seat for seat in SEATS if chairs[seat].key == key and key), None)


def is_human(chair: SeatInfo) -> bool:
    """Whether the seat belongs to a person, present or not."""
    return chair.occupant is Occupant.HUMAN


def humans(chairs: Chairs) -> tuple[Seat, ...]:
    """Seats that belong to people."""
    return tuple(seat for seat in SEATS if is_human(chairs[seat]))


def present_humans(chairs: Chairs) -> tuple[Seat, ...]:
    """Seats whose people are here."""
    return tuple(seat for seat in humans(chairs) if chairs[seat].present)


def free_seat(chairs: Chairs) -> Seat | None:
    """The seat a newcomer gets: an empty one before a bot's, opposite to nobody in particular."""
    for wanted in (Occupant.NOBODY, Occupant.BOT):
        for seat in SEATS:
            if chairs[seat].occupant is wanted and not chairs[seat].reserved:
                return seat
    return None


def seated(chairs: Chairs, seat: Seat, key: bytes, name: str) -> Chairs:
    """The chairs after a person sat down; any other seat of theirs is left empty-handed to `stood_up` first."""
    return with_chair(chairs, seat, SeatInfo(Occupant.HUMAN, name, key))


def away(chairs: Chairs, seat: Seat) -> Chairs:
    """The person of ``seat`` has gone; the seat stays theirs."""
    return with_chair(chairs, seat, replace(chairs[seat], present=False, ready=False))


def back(chairs: Chairs, seat: Seat, name: str) -> Chairs:
    """The person of ``seat`` is here again; a bot that stood in gives the seat back."""
    return with_chair(chairs, seat, replace(chairs[seat], present=True, bot="", name=name))


def with_stand_in(chairs: Chairs, seat: Seat, level: str) -> Chairs:
    """A bot of ``level`` plays for the absent person of ``seat``."""
    return with_chair(chairs, seat, replace(chairs[seat], bot=level))


def with_bot(chairs: Chairs, seat: Seat, level: str, persona: int) -> Chairs:
    """A bot has the seat, under the name that its persona has there."""
    others = [chairs[other].name for other in SEATS if other != seat]
    name = marked_name(bot_persona(seat, persona).name, others)
    return with_chair(chairs, seat, SeatInfo(Occupant.BOT, name, bot=level, persona=persona))


def filled_with_bots(chairs: Chairs, level: str, persona: int) -> Chairs:
    """Bots in all seats without a person; names and faces of one persona number differ by seat."""
    for seat in SEATS:
        if not is_human(chairs[seat]):
            chairs = with_bot(chairs, seat, level, persona)
    return chairs


def with_ready(chairs: Chairs, seats: Iterable[Seat], *, ready: bool) -> Chairs:
    """The people of these seats are ready, or not."""
    for seat in seats:
        chairs = with_chair(chairs, seat, replace(chairs[seat], ready=ready))
    return chairs


def with_reservation(chairs: Chairs, seat: Seat, name: str) -> Chairs:
    """The bot's seat is promised to a latecomer after this deal; an empty name takes the promise back."""
    return with_chair(chairs, seat, replace(chairs[seat], reserved=name))


def lasting(chairs: Chairs) -> Chairs:
    """What must outlive the host's program: who has which seat.

    Who is here, ready, stood in for or waiting for a seat begins anew with it; so nobody makes the disk work by
    changing that, however often.
    """
    return tuple(
        replace(chair, present=True, ready=False, reserved="", bot="" if is_human(chair) else chair.bot)
        for chair in chairs
    )


def awaited(chairs: Chairs) -> Chairs:
    """The chairs when the table goes on elsewhere, or in a new program: everybody is away until they come back."""
    return tuple(replace(chair, present=not is_human(chair)) for chair in lasting(chairs))


def marked_name(name: str, taken: Iterable[str]) -> str:
    """The name, with a number behind it while another looks the same: ``Rafi (2)``; never longer than names may be."""
    others, number, marked = {look(other) for other in taken}, 2, name
    while look(marked) in others:
        mark = f" ({number})"
        marked, number = name[: NAME_CHARACTERS - len(mark)] + mark, number + 1
    return marked
