"""What the waiting room says about its seats and its way in. Pure."""

from __future__ import annotations

from lanbridge.client.known import Known
from lanbridge.client.ports import HostedTable
from lanbridge.engine import SEATS, Seat
from lanbridge.protocol.join_code import code_of
from lanbridge.protocol.messages import Occupant, SeatInfo, Seating
from lanbridge.text import Words
from lanbridge.ui.paint.pieces import SeatFace
from lanbridge.ui.scene import Joining

LOOPBACK = ("127.", "::1")


def people(seating: Seating) -> int:
    """How many seats have a person."""
    return sum(info.occupant is Occupant.HUMAN for info in seating.seats)


def face_of(words: Words, known: Known, seating: Seating, seat: Seat) -> SeatFace | None:
    """Who sits here, None for a seat that is free."""
    info = seating.seats[seat]
    if info.occupant is not Occupant.HUMAN:
        return None
    mine = seat == seating.you
    name = info.name or words.say("names.seat", number=seat + 1)
    return SeatFace(
        name, seat, _line(words, known, seating, seat), tag=_tag(words, info, mine=mine), faded=not info.present
    )


def _tag(words: Words, info: SeatInfo, *, mine: bool) -> str:
    if not info.present:
        return words.say("window.table.away")
    return words.say("window.waiting.you_mark") if mine else ""


def _line(words: Words, known: Known, seating: Seating, seat: Seat) -> str:
    info = seating.seats[seat]
    if seat == seating.menu_seat:
        return words.say("window.waiting.hosts_you" if seat == seating.you else "window.waiting.hosts")
    line = words.say("window.waiting.is_ready" if info.ready else "window.waiting.is_not_ready")
    if seat == seating.you and known.rtt_ms is not None:
        return words.say("window.lobby.far_ms", count=known.rtt_ms) + " \u00b7 " + line
    return line


def free_words(words: Words, seating: Seating, bots: str) -> str:
    """What a free seat says: that one may sit there, or that a bot will."""
    if seating.you is None:
        return words.say("window.waiting.sit")
    return words.say("window.waiting.bot_sits", level=words.say(f"bots.{bots}") if words.has(f"bots.{bots}") else bots)


def code_and_addresses(hosted: HostedTable | None, joining: Joining | None) -> tuple[str, tuple[str, ...]]:
    """The code that leads here and the addresses, likeliest first; empty where nobody else could come."""
    if hosted is not None:
        return hosted.code, tuple(_place(address, hosted.target.port) for address in hosted.addresses)
    if joining is None:
        return "", ()
    target = joining.target
    outward = [address for address in target.addresses if not address.startswith(LOOPBACK)]
    codes = [code for address in outward if (code := code_of(address, target.port)) is not None]
    return (codes[0] if codes else ""), tuple(_place(address, target.port) for address in outward)


def _place(address: str, port: int) -> str:
    return f"[{address}]:{port}" if ":" in address else f"{address}:{port}"


def unready(seating: Seating) -> tuple[str, ...]:
    """Names of the people who have not said yet that they are ready; the menu's holder need not."""
    seats = [seat for seat in SEATS if seat != seating.menu_seat]
    infos = [seating.seats[seat] for seat in seats]
    return tuple(i.name for i in infos if i.occupant is Occupant.HUMAN and i.present and not i.ready)
