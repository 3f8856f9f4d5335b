"""What this laptop remembers of the tables it sits at, so that the lobby can offer the way back."""

from __future__ import annotations

from contextlib import suppress

from lanbridge.client.known import Known, Link
from lanbridge.protocol.messages import Stage
from lanbridge.settings import CannotSave, Places, RememberedTable, remember_table
from lanbridge.ui.scene import Joining


class TableMemory:
    """Keeps the latest table of others at which we have a seat; written only when something has changed."""

    def __init__(self, places: Places | None, profile: str) -> None:
        self._places, self._profile = places, profile
        self._kept: RememberedTable | None = None

    def note(self, known: Known, joining: Joining | None, *, hosted: bool) -> None:
        """Look at the newest knowledge; a full disk is no reason to stop."""
        table = _memory_of(known, joining, self._profile)
        if self._places is None or hosted or table is None or table == self._kept:
            return
        self._kept = table
        with suppress(CannotSave):
            remember_table(self._places, table)


def _memory_of(known: Known, joining: Joining | None, profile: str) -> RememberedTable | None:
    if joining is None or known.link is not Link.SEATED or known.seating is None or known.seating.you is None:
        return None
    name = known.settings.name if known.settings is not None else joining.target.name
    unfinished = known.seating.stage not in {Stage.WAITING, Stage.OVER}
    target = known.reached or joining.target  # where it let us in last: it may have moved, or have another host now
    return RememberedTable(
        known.table_id, name, target.addresses, target.port, target.fingerprint, profile, unfinished=unfinished
    )
