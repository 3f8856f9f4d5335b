"""The way back leads to where the table let us in last, not to what was clicked."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from lanbridge.client.known import Known, Link
from lanbridge.client.ports import Target
from lanbridge.protocol.messages import Occupant, SeatInfo, Seating, Stage, Wish
from lanbridge.protocol.table_settings import TableSettings
from lanbridge.settings import Places, load_tables
from lanbridge.ui.scene import Joining
from lanbridge.ui.table_memory import TableMemory

CLICKED = Target(("10.77.0.11",), 7468, bytes(16), bytes([1]) * 32, "Rafi's table")
SEATS = (SeatInfo(Occupant.HUMAN, "Mina", bytes([2]) * 32), *(SeatInfo(Occupant.NOBODY),) * 3)
SEATED = Known(
    Link.SEATED,
    TableSettings("Rafi's table"),
    table_id=bytes(16),
    seating=Seating(0, SEATS, Stage.PLAYING, None),
)


def test_the_last_good_place_and_its_host_are_remembered(tmp_path: Path) -> None:
    places = Places.under(tmp_path)
    memory = TableMemory(places, "1")
    joining = Joining(CLICKED, Wish.SEAT)
    memory.note(SEATED, joining, hosted=False)
    (kept,) = load_tables(places)
    assert (kept.addresses, kept.port, kept.fingerprint) == (("10.77.0.11",), 7468, bytes([1]) * 32)
    heir = replace(CLICKED, addresses=("10.77.0.12",), port=7470, fingerprint=bytes([3]) * 32)
    memory.note(replace(SEATED, reached=heir), joining, hosted=False)
    (kept,) = load_tables(places)
    assert (kept.addresses, kept.port, kept.fingerprint) == (("10.77.0.12",), 7470, bytes([3]) * 32)
