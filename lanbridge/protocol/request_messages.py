"""Messages by which people ask for seats and for what the host's menu holds, and what they say."""

from __future__ import annotations

from dataclasses import dataclass

from lanbridge.engine import Seat

from .table_settings import TableSettings


@dataclass(frozen=True, slots=True)
class TakeSeat:
    """Client: sit down at ``seat`` (0-3)."""

    request_id: int
    seat: Seat


@dataclass(frozen=True, slots=True)
class LeaveSeat:
    """Client: stand up and watch; a bot plays on."""

    request_id: int


@dataclass(frozen=True, slots=True)
class SetReady:
    """Client: ready for the match or the next deal, or not."""

    request_id: int
    ready: bool


@dataclass(frozen=True, slots=True)
class Say:
    """Client: a line of chat, or a quick phrase by its key; exactly one of the two is not empty."""

    request_id: int
    text: str = ""
    phrase: str = ""


@dataclass(frozen=True, slots=True)
class Said:
    """Host: somebody spoke; ``seat`` is None for spectators."""

    seat: Seat | None
    name: str
    text: str
    phrase: str


@dataclass(frozen=True, slots=True)
class StartMatch:
    """Menu: begin a match, or a rematch after one; bots take the empty seats."""

    request_id: int


@dataclass(frozen=True, slots=True)
class NextDeal:
    """Menu: do not wait for anybody's readiness, deal."""

    request_id: int


@dataclass(frozen=True, slots=True)
class StopMatch:
    """Menu: end the match now; the highest total wins, an open deal counts for nothing (rules 5.1)."""

    request_id: int


@dataclass(frozen=True, slots=True)
class Pause:
    """Menu: stop the clock and the cards, or go on."""

    request_id: int
    paused: bool


@dataclass(frozen=True, slots=True)
class RemovePlayer:
    """Menu: take the seat from its player, before the match or between deals."""

    request_id: int
    seat: Seat


@dataclass(frozen=True, slots=True)
class ChangeSettings:
    """Menu: other settings, before the match."""

    request_id: int
    settings: TableSettings


@dataclass(frozen=True, slots=True)
class Admit:
    """Menu: let in the one who knocks, or not."""

    request_id: int
    knock: int
    admitted: bool


@dataclass(frozen=True, slots=True)
class CloseTable:
    """Menu: everybody goes home."""

    request_id: int


@dataclass(frozen=True, slots=True)
class SettingsChanged:
    """Host: the table's settings from now on."""

    settings: TableSettings
