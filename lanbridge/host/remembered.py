"""The table that a journal's entries tell of. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lanbridge.engine import MatchEnded, PackDealt, Phase
from lanbridge.protocol.messages import Outcome

from .effects import (
    RememberCarried,
    RememberDealing,
    RememberEvents,
    RememberPast,
    RememberQuestion,
    RememberRemoval,
    RememberSeats,
    RememberSettings,
)
from .journal_entries import Listening, Opening

if TYPE_CHECKING:
    from lanbridge.engine.record import Dealing
    from lanbridge.protocol.messages import Question, SeatInfo
    from lanbridge.protocol.table_settings import TableSettings

    from .journal_entries import Entry


@dataclass(frozen=True, slots=True)
class Remembered:
    """A table as its journal tells of it: opening, settings now, seats, and the last match, if one had begun.

    ``dealings`` belong to the deals in ``events``, one each; ``port`` is where it was reached, 0 if that is not known;
    ``removed`` are those who were sent away, ``question`` what the table was being asked, None if nothing was open;
    ``past`` is the carried match before it came here.
    """

    opening: Opening
    settings: TableSettings
    seats: tuple[SeatInfo, ...]
    match: int
    events: tuple[Any, ...]
    dealings: tuple[Dealing, ...]
    port: int = 0
    carried: RememberCarried | None = None
    removed: tuple[RememberRemoval, ...] = ()
    question: Question | None = None
    past: tuple[RememberPast, ...] = ()

    @property
    def match_is_on(self) -> bool:
        """Whether a match had begun and not ended."""
        if not self.events:
            table = self.carried.table if self.carried is not None else None
            return table is not None and table.phase is not Phase.OVER
        return not isinstance(self.events[-1], MatchEnded)

    @property
    def is_waited_for(self) -> bool:
        """Whether somebody will look for the table again: a match was on, or others than its owner had seats."""
        others = any(seat.key not in (b"", self.opening.owner) for seat in self.seats)
        return self.match_is_on or others


def remembered(entries: tuple[Entry, ...]) -> Remembered | None:
    """The table that these entries tell of; None if they do not begin with its opening."""
    if not entries or not isinstance(entries[0], Opening):
        return None
    opening = entries[0]
    settings = [entry.settings for entry in entries if isinstance(entry, RememberSettings)]
    seats = [entry.seats for entry in entries if isinstance(entry, RememberSeats)]
    ports = [entry.port for entry in entries if isinstance(entry, Listening)]
    carried = next((entry for entry in reversed(entries) if isinstance(entry, RememberCarried)), None)
    matches = [entry.match for entry in entries if isinstance(entry, RememberEvents | RememberCarried)]
    match = max(matches, default=0)
    events = [event for e in entries if isinstance(e, RememberEvents) and e.match == match for event in e.events]
    return Remembered(
        opening,
        settings[-1] if settings else opening.settings,
        seats[-1] if seats else (),
        match,
        tuple(events),
        _dealings(entries, match),
        ports[-1] if ports else 0,
        carried,
        tuple(entry for entry in entries if isinstance(entry, RememberRemoval)),
        _open_question(entries),
        tuple(entry for entry in entries if isinstance(entry, RememberPast)),
    )


def _open_question(entries: tuple[Entry, ...]) -> Question | None:
    last = next((entry.question for entry in reversed(entries) if isinstance(entry, RememberQuestion)), None)
    return last if last is not None and last.outcome is Outcome.OPEN else None


def _dealings(entries: tuple[Entry, ...], match: int) -> tuple[Dealing, ...]:
    """How each deal begun came about: a pack that was made and never dealt, because the program ended, is left out."""
    made: Dealing | None = None
    dealings: list[Dealing] = []
    for entry in entries:
        if isinstance(entry, RememberDealing) and entry.match == match:
            made = entry.dealing
        elif isinstance(entry, RememberEvents) and entry.match == match and made is not None:
            dealings += [made for event in entry.events if isinstance(event, PackDealt)]
            made = None
    return tuple(dealings)
