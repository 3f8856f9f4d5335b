"""Finds a lost table again under another address: looks only while the connection is broken."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from .known import Known, Link, LinkChanged, Notice
from .ports import FoundTable, Lobby, Target


def seen_now(target: Target, rows: Iterable[FoundTable]) -> Target:
    """The target with the addresses under which its table is seen now, those first; unchanged if it is not seen."""
    for row in rows:
        if row.table_id == target.table_id:
            addresses = tuple(dict.fromkeys((*row.addresses, *target.addresses)))
            return replace(target, addresses=addresses, port=row.port)
    return target


class Refinder:
    """For a `BotPlayer`: opens the lobby when the line breaks and closes it when it is back or over."""

    def __init__(self, look: Callable[[], Lobby]) -> None:
        self._look = look
        self._lobby: Lobby | None = None

    def hear(self, notice: Notice, _: Known) -> None:
        """Hear every notice of the session."""
        if isinstance(notice, LinkChanged):
            if notice.link is Link.LOST and self._lobby is None:
                self._lobby = self._look()
            elif notice.link is not Link.LOST:
                self.close()

    def find(self, target: Target) -> Target:
        """The newest whereabouts of the table."""
        return target if self._lobby is None else seen_now(target, self._lobby.tables())

    def close(self) -> None:
        """Look no more."""
        if self._lobby is not None:
            self._lobby.close()
            self._lobby = None
