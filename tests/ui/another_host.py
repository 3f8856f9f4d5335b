"""A fake table of four people whose host is lost, and which goes on elsewhere: told as a real session tells it."""

from __future__ import annotations

from dataclasses import replace

from lanbridge.client.known import HostClaim, Link, LinkChanged, LinkProblem, SeatingChanged, Updated
from lanbridge.engine import DealVoided, Phase, Seat, VoidReason, evolve, observe
from lanbridge.protocol.messages import CloseReason, Occupant
from tests.ui.fake_table import NAMES, FakeTable

HOST: Seat = 2


def of_people(table: FakeTable) -> FakeTable:
    """People at all seats; the one opposite hosts."""
    assert table.known.seating is not None
    infos = enumerate(table.known.seating.seats)
    seats = tuple(
        replace(info, occupant=Occupant.HUMAN, name=NAMES[seat], key=bytes([seat]) * 32, bot="") for seat, info in infos
    )
    table.known = replace(table.known, seating=replace(table.known.seating, seats=seats, menu=False, menu_seat=HOST))
    return table


def host_lost(table: FakeTable, at: float, problem: LinkProblem | CloseReason | None = None) -> None:
    """The host is lost since that second."""
    table.known = replace(table.known, lost_at=at)
    table.link(Link.LOST, problem)


def carried_on(table: FakeTable, host: Seat, *signed: Seat, needed: int = 2) -> None:
    """The table goes on at this seat's laptop: first the claim is told, then the welcome; the open deal is void."""
    assert table.known.seating is not None
    if table.state.table.phase in (Phase.CALLING, Phase.PLAYING):
        table.state = evolve(table.state, DealVoided(VoidReason.ABANDONED))
    goes_on = len(signed) >= needed
    infos = enumerate(table.known.seating.seats)
    seats = tuple(replace(info, present=seat in {host, table.viewer}) for seat, info in infos)
    mine = host == table.viewer
    seating = replace(table.known.seating, seats=seats, paused=not goes_on, menu=mine, menu_seat=host)
    epoch = table.known.epoch + 1
    claim = HostClaim(epoch, host, signed, needed, confirmed=goes_on, goes_on=goes_on)
    table.known = replace(table.known, lost_at=None, carrying_on=False, epoch=epoch, seating=seating, host_claim=claim)
    table.tell(SeatingChanged())
    table.known = replace(table.known, link=Link.SEATED, closed=None, view=observe(table.state, table.viewer))
    table.tell(LinkChanged(Link.SEATED))
    table.tell(Updated((), table.known.view, fresh=False))
