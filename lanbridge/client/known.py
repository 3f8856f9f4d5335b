"""What a client knows and what it tells its screen: frozen values that cross from the network's thread to the UI's."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, TypeAlias

from lanbridge.protocol.messages import Cause

from .host_pins import HostStanding
from .record import PublicRecord

if TYPE_CHECKING:
    from lanbridge.engine import DealResult, PublicEvent, Refusal, Seat, SeatView
    from lanbridge.protocol.messages import (
        CloseReason,
        HandsShown,
        News,
        Question,
        RejectReason,
        Request,
        Said,
        Seating,
        TurnClock,
    )
    from lanbridge.protocol.table_settings import TableSettings

    from .ports import Target


class Link(StrEnum):
    """How the connection stands."""

    CONNECTING = "connecting"
    KNOCKING = "knocking"
    """The host is being asked whether to let us in."""
    SEATED = "seated"
    """Welcomed: as a player or as a spectator."""
    LOST = "lost"
    """Broken; it is being tried again by itself."""
    CLOSED = "closed"
    """Over; ``Known.closed`` says why."""


class Verdict(StrEnum):
    """What this client found when it dealt a finished deal again (docs/fair-deal.md)."""

    VERIFIED = "verified"
    NOT_MINE = "not_verifiable_by_you"
    BROKEN = "broken"


@dataclass(frozen=True, slots=True)
class HostClaim:
    """Who hosts since the table changed hosts: the seat, the seats that have signed, how many signatures confirm it.

    Until it is ``confirmed`` the table plays on provisionally if it ``goes_on``, else it waits for signatures.
    """

    epoch: int
    seat: Seat | None
    signed: tuple[Seat, ...]
    needed: int
    confirmed: bool
    goes_on: bool


class LinkProblem(StrEnum):
    """Why nobody answered; each has its sentence."""

    NO_SUCH_HOST = "no_such_host"
    REFUSED = "refused"
    UNREACHABLE = "unreachable"
    TIMED_OUT = "timed_out"
    NOT_A_TABLE = "not_a_table"
    WRONG_TABLE = "wrong_table"
    NOT_PERMITTED = "not_permitted"
    HOST_KEY_CHANGED = "host_key_changed"
    NOT_PROVEN = "not_proven"
    """Somebody says that they host the table now, and no seat of it has signed for that."""
    SHEET_DIFFERS = "sheet_differs"
    """Somebody of the table hosts it now, with another score sheet than ours."""


@dataclass(frozen=True, slots=True)
class Known:
    """All that the screen may draw. ``rtt_ms`` is the last round trip, None before the first.

    ``pending`` is the move or request sent and not answered yet; ``sheet`` the scored deals of this match;
    ``verdicts`` by deal number; ``attempt`` the running attempt to shuffle (1 unless somebody broke one off);
    ``hands_shown`` the last finished deal, for spectators who may see it; ``closed`` why the connection broke or
    ended; ``clock`` with ``clock_at``, the monotonic second at which it came.

    ``host_claim`` is set once the table has changed hosts (`client.succession` says when carrying on is offered):
    ``lost_at`` is the monotonic second at which the host was lost, None while it is there, and ``carrying_on`` says
    that this player has agreed to go on without it.

    ``record`` is what was told of the deals of this match, for whoever goes on hosting it.

    ``question`` is what the table is being asked, None when nothing is open.

    ``fingerprint`` is the SHA-256 of the certificate that the host shows (`fingerprint_words` says it in four
    words), ``host`` what this laptop knows of it, and ``pinned`` the certificates that the name had before, when it
    has changed. ``reached`` is where the table last let us in, None before it did.
    ``removed`` are the seat keys of those whom the menu has sent away: whoever carries the table on keeps them out.
    """

    link: Link = Link.CONNECTING
    settings: TableSettings | None = None
    table_id: bytes = b""
    epoch: int = 0
    seating: Seating | None = None
    match: int = 0
    seq: int = 0
    view: SeatView | None = None
    sheet: tuple[DealResult, ...] = ()
    clock: TurnClock | None = None
    clock_at: float = 0.0
    rtt_ms: int | None = None
    pending: Request | None = None
    verdicts: dict[int, Verdict] = field(default_factory=dict)
    attempt: int = 1
    chat: tuple[Said, ...] = ()
    closed: CloseReason | LinkProblem | None = None
    host_version: int | None = None
    hands_shown: HandsShown | None = None
    question: Question | None = None
    fingerprint: bytes = b""
    host: HostStanding = HostStanding.UNSEEN
    pinned: tuple[bytes, ...] = ()
    host_claim: HostClaim | None = None
    lost_at: float | None = None
    carrying_on: bool = False
    reached: Target | None = None
    removed: tuple[bytes, ...] = ()
    record: PublicRecord = field(default_factory=PublicRecord)


# --- notices: what has just happened, in order; each comes with the `Known` after it


@dataclass(frozen=True, slots=True)
class Updated:
    """The table moved on; ``fresh`` is False for a `Welcome`: show the view at once, without animation.

    ``cause`` says who made the move.
    """

    events: tuple[PublicEvent, ...]
    view: SeatView | None
    fresh: bool = True
    cause: Cause = Cause.PLAYER


@dataclass(frozen=True, slots=True)
class SeatingChanged:
    """Somebody came, went, sat down, got ready; or the stage changed."""


@dataclass(frozen=True, slots=True)
class HostAnnounced:
    """The host tells everybody something once."""

    news: News


@dataclass(frozen=True, slots=True)
class TableAsked:
    """A question to the table was put, answered by somebody, or decided (`Question.outcome`)."""

    question: Question


@dataclass(frozen=True, slots=True)
class Answered:
    """A request was answered; ``reason`` is None when it was carried out."""

    request: Request
    reason: RejectReason | None = None
    refusal: Refusal | None = None


@dataclass(frozen=True, slots=True)
class Spoke:
    """Somebody said something."""

    said: Said


@dataclass(frozen=True, slots=True)
class LinkChanged:
    """The connection came, broke, came back or closed."""

    link: Link
    problem: CloseReason | LinkProblem | None = None


@dataclass(frozen=True, slots=True)
class DealChecked:
    """A finished deal was dealt again here."""

    deal: int
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class ShuffleRestarted:
    """An attempt to shuffle was broken off; ``left_out`` did not reveal; ``mine``: our own reveal was lost."""

    attempt: int
    left_out: tuple[Seat, ...]
    mine: bool


Notice: TypeAlias = (
    Updated
    | SeatingChanged
    | HostAnnounced
    | TableAsked
    | Answered
    | Spoke
    | LinkChanged
    | DealChecked
    | ShuffleRestarted
)
