"""Why a table is not listed: what this laptop is on the network, what was found, and what to try."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from lanbridge.client.ports import FoundTable, Lobby
from lanbridge.lan.shown import outward_addresses
from lanbridge.ui.layout import Rect
from lanbridge.ui.reading import Passage, ReadingSheet
from lanbridge.ui.scene import Context, Pace
from lanbridge.ui.widgets import Widget

ADVICE: Final = ("same_network", "hosting", "code", "firewall", "guest", "vpn")
_LOOK_SECONDS: Final = 0.5


class DoctorScene(ReadingSheet):
    """Looks while it is open, so that a table that comes up is seen here, too."""

    def __init__(self, ctx: Context) -> None:
        super().__init__(ctx)
        self._addresses = outward_addresses()
        self._lobby: Lobby | None = None
        self._found: tuple[FoundTable, ...] = ()
        self._looked = 0.0

    def title(self) -> str:
        """Why don't I see the table?"""
        return self.say("window.doctor.title")

    def opened(self) -> None:
        """Look from now on."""
        self._lobby = self.ctx.network.look()
        super().opened()

    def left(self) -> None:
        """Look no more."""
        if self._lobby is not None:
            self._lobby.close()
            self._lobby = None

    def update(self, now: float) -> Pace:
        """What is found now."""
        if self._lobby is None or now - self._looked < _LOOK_SECONDS:
            return Pace.STILL
        self._looked = now
        found, before = self._lobby.tables(), self._found
        if [(t.table_id, t.by) for t in found] == [(t.table_id, t.by) for t in before]:
            return Pace.STILL
        self._found = found
        self.rebuild()
        return Pace.ONCE

    def passages(self) -> Sequence[Passage]:
        """This laptop, what was found, what to try."""
        here = [self.say("window.doctor.address", address=address) for address in self._addresses]
        found = [self.say("window.doctor.found", name=t.name, by=", ".join(t.by)) for t in self._found]
        tries = [self.say(f"window.doctor.advice.{name}") for name in ADVICE]
        return (
            Passage(self.say("window.doctor.here"), here or [self.say("window.doctor.no_address")]),
            Passage(self.say("window.doctor.seen"), found or [self.say("window.doctor.nothing_seen")]),
            Passage(self.say("window.doctor.try"), tries),
        )

    def content(self, room: Rect) -> Sequence[Widget]:
        """Nothing but the text."""
        return (self.reading(room),)
