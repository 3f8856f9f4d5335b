"""What this laptop keeps of evenings in text mode: matches for the statistics, and the table to go back to."""

from __future__ import annotations

from contextlib import suppress

from lanbridge.client.known import Known, Link, Notice, Updated
from lanbridge.client.ports import Target
from lanbridge.engine import MatchEnded
from lanbridge.protocol.messages import Stage
from lanbridge.settings import (
    CannotSave,
    MatchOutcome,
    Places,
    RememberedTable,
    note_match,
    remember_table,
    table_to_return_to,
)

from .screens import ToTable


class Memory:
    """Kept in ``places`` for one profile; without places nothing is kept. A full disk is no reason to stop."""

    def __init__(self, places: Places | None = None, profile: str = "") -> None:
        self._places = places
        self._profile = profile
        self._kept: RememberedTable | None = None

    def heard(self, notice: Notice, known: Known, way: ToTable) -> None:
        """Note a match that ends here, and how the table of others stands at which we have a seat."""
        if self._places is None or known.seating is None or known.seating.you is None:
            return
        outcome = _outcome(notice, known)
        with suppress(CannotSave):
            if outcome is not None:
                note_match(self._places, outcome)
            self._remember(self._places, known, way)

    def way_back(self) -> ToTable | None:
        """The way to the table at which this profile left an unfinished match."""
        table = None if self._places is None else table_to_return_to(self._places, self._profile)
        if table is None:
            return None
        return ToTable(Target(table.addresses, table.port, table.table_id, table.fingerprint, table.name))

    def _remember(self, places: Places, known: Known, way: ToTable) -> None:
        table = _memory_of(known, way, self._profile)
        if table is not None and table != self._kept:
            self._kept = table
            remember_table(places, table)


def _outcome(notice: Notice, known: Known) -> MatchOutcome | None:
    if not isinstance(notice, Updated) or not notice.fresh or known.view is None or known.seating is None:
        return None
    ended = next((event for event in notice.events if isinstance(event, MatchEnded)), None)
    seat = known.seating.you
    if ended is None or seat is None:
        return None
    return MatchOutcome(known.view.table.rules, known.sheet, seat, seat in ended.winners)


def _memory_of(known: Known, way: ToTable, profile: str) -> RememberedTable | None:
    if way.hosted is not None or known.link is not Link.SEATED or known.seating is None or known.settings is None:
        return None
    target = known.reached or way.target  # where it let us in last: it may have moved, or have another host now
    return RememberedTable(
        known.table_id,
        known.settings.name,
        target.addresses,
        target.port,
        target.fingerprint,
        profile,
        unfinished=known.seating.stage not in (Stage.WAITING, Stage.OVER),
    )
