"""What the room wants done: values that the server carries out, in order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from lanbridge.engine import DealResult, Event, Seat, SeatView, Table
    from lanbridge.engine.record import Dealing
    from lanbridge.protocol.messages import CloseReason, EpochClaimed, HostMessage, Question, SeatInfo
    from lanbridge.protocol.table_settings import TableSettings

ClientId: TypeAlias = int
"""Number of a connection, never used twice by one server."""


@dataclass(frozen=True, slots=True)
class Send:
    """Put the message on the client's wire."""

    client: ClientId
    message: HostMessage


@dataclass(frozen=True, slots=True)
class Close:
    """Tell the client why and close its connection."""

    client: ClientId
    reason: CloseReason


@dataclass(frozen=True, slots=True)
class RememberEvents:
    """Write these events of match ``match`` to the journal before anybody is told."""

    match: int
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class RememberDealing:
    """Write to the journal how the pack of the coming deal was made."""

    match: int
    dealing: Dealing


@dataclass(frozen=True, slots=True)
class RememberSeats:
    """Write to the journal who sits where."""

    seats: tuple[SeatInfo, ...]


@dataclass(frozen=True, slots=True)
class RememberSettings:
    """Write to the journal how the table is set from now on."""

    settings: TableSettings


@dataclass(frozen=True, slots=True)
class RememberCarried:
    """Write to the journal what the table was when it came here from another host."""

    match: int
    table: Table | None
    sheet: tuple[DealResult, ...]
    claimed: EpochClaimed


@dataclass(frozen=True, slots=True)
class RememberPast:
    """Write to the journal a piece of what was before the table came here: at most one deal, with how it came about."""

    events: tuple[Event, ...]
    dealings: tuple[Dealing, ...]


@dataclass(frozen=True, slots=True)
class RememberRemoval:
    """Write to the journal that nobody with this key, or from this address (empty if not known), comes in again."""

    key: bytes
    address: str


@dataclass(frozen=True, slots=True)
class RememberQuestion:
    """Write to the journal how a question to the table stands, or what came of it."""

    question: Question


@dataclass(frozen=True, slots=True)
class Think:
    """Let a bot of ``level`` choose for ``seat`` from its view, after a pause (milliseconds) that looks human.

    ``turn`` is (match, moves made) and comes back with the answer; ``seed`` fixes the bot's dice.
    """

    turn: tuple[int, int]
    seat: Seat
    view: SeatView
    level: str
    seed: int
    pause_ms: int


@dataclass(frozen=True, slots=True)
class Readvertise:
    """The table's public card has changed."""


@dataclass(frozen=True, slots=True)
class MatchFinished:
    """A match is over and its record is complete."""

    match: int


@dataclass(frozen=True, slots=True)
class Shut:
    """Everybody has been told; the server may end."""


Remember: TypeAlias = (
    RememberEvents
    | RememberDealing
    | RememberSeats
    | RememberSettings
    | RememberCarried
    | RememberPast
    | RememberRemoval
    | RememberQuestion
)
Effect: TypeAlias = Send | Close | Remember | Think | Readvertise | MatchFinished | Shut
