"""A table that goes on at another laptop after its host's was lost: from public knowledge alone."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING

from lanbridge.engine import DealVoided, PackDealt, Phase, VoidReason
from lanbridge.engine.table import evolve_table

from . import seating
from .claimed import Succession
from .effects import Readvertise, RememberCarried, RememberPast, RememberRemoval, RememberSeats
from .game import Game
from .questions import ask_again

if TYPE_CHECKING:
    from lanbridge.engine import DealResult, Event, Table
    from lanbridge.engine.record import Dealing
    from lanbridge.protocol.messages import Question

    from .desk import Desk
    from .seating import Chairs


@dataclass(frozen=True, slots=True)
class Carried:
    """What a client knew of the table when its host was lost; ``table`` is None before the first match.

    ``removed`` are the seat keys of those who had been sent away: they stay out. ``question`` was open when the host
    was lost.
    ``history`` and ``dealings`` are its past, the open deal void, as far as the client saw it.
    """

    match: int
    table: Table | None
    sheet: tuple[DealResult, ...]
    seats: Chairs
    succession: Succession
    removed: tuple[bytes, ...] = ()
    question: Question | None = None
    history: tuple[Event, ...] = ()
    dealings: tuple[Dealing, ...] = ()


def carry_on(desk: Desk, known: Carried, now: float) -> None:
    """Put the table on the empty desk: finished deals stand, the broken one is void, everybody is away."""
    table = None if known.table is None else without_open_deal(known.table)
    goes_on = known.succession.may_go_on
    desk.matches, desk.succession = known.match, replace(known.succession, waits=not goes_on)
    desk.game = None if table is None else _game(known, table)
    desk.chairs = seating.awaited(known.seats)
    for key in known.removed:
        desk.door.send_away(key, "")
    for seat in seating.humans(desk.chairs):
        desk.timing.went_away(seat, now, in_order=False)
    desk.timing.turn_since = desk.timing.pause_since = now
    if not goes_on and desk.match_is_on:
        desk.paused = True
        desk.timing.stop(now)
    desk.out += [
        RememberCarried(known.match, table, known.sheet, known.succession.told()),
        *_past(known),
        RememberSeats(desk.chairs),
        *(RememberRemoval(key, "") for key in known.removed),
        Readvertise(),
    ]
    if known.question is not None:
        ask_again(desk, known.question, now)


def _game(known: Carried, table: Table) -> Game:
    return Game.carried_on(known.match, table, known.sheet, known.history, known.dealings)


def _past(known: Carried) -> tuple[RememberPast, ...]:
    """The past in pieces that fit into the journal: each deal with what led to it."""
    starts = [place for place, event in enumerate(known.history) if isinstance(event, PackDealt)]
    pieces = [known.history[here:after] for here, after in pairwise([0, *starts, len(known.history)])]
    dealings = [(), *((dealing,) for dealing in known.dealings)]
    return tuple(RememberPast(*piece) for piece in zip(pieces, dealings, strict=True) if piece[0])


def without_open_deal(table: Table) -> Table:
    """The table once the deal on it has been given up: nobody holds the others' cards (rules 6.3)."""
    if table.phase in (Phase.CALLING, Phase.PLAYING):
        return evolve_table(table, DealVoided(VoidReason.ABANDONED))
    return table
