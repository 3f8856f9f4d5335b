"""Messages: one frozen class for each envelope that crosses the wire (docs/protocol.md).

Messages that a client sends and that want an answer carry a ``request_id``, chosen by the client and rising; the
host answers each with `Accepted` or `Rejected`, and a repeated id with its first answer.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, TypeAlias

from lanbridge.engine import DealProof, DealResult, Hand, Move, PublicEvent, Refusal, Seat, SeatView

from .table_settings import TableSettings

PROTOCOL_VERSION: Final = 1

ID_BYTES: Final = 16
"""A table id: random, so that no two tables ever share one."""
KEY_BYTES: Final = 32
"""An Ed25519 public key (RFC 8032), a nonce, a fingerprint (SHA-256), a commitment."""
SIGNATURE_BYTES: Final = 64
TEXT_CHARACTERS: Final = 200
"""Longest chat line: one bubble of three lines."""


class Wish(StrEnum):
    """What somebody who joins wants."""

    SEAT = "seat"
    WATCH = "watch"


class Occupant(StrEnum):
    """Who has a seat."""

    NOBODY = "nobody"
    HUMAN = "human"
    BOT = "bot"


class Stage(StrEnum):
    """What the table is doing."""

    WAITING = "waiting"
    """The waiting room: no match yet."""
    SHUFFLING = "shuffling"
    """Commitments for the next deal are being exchanged."""
    PLAYING = "playing"
    """Calls and cards."""
    BETWEEN = "between"
    """A deal has ended; players say that they are ready."""
    OVER = "over"
    """The match has ended."""


class CloseReason(StrEnum):
    """Why the host closes a connection, or refuses it."""

    VERSION = "version"
    FULL = "full"
    PIN_NEEDED = "pin_needed"
    WRONG_PIN = "wrong_pin"
    NO_SPECTATORS = "no_spectators"
    NOT_ADMITTED = "not_admitted"
    REMOVED = "removed"
    REPLACED = "replaced"
    BAD_SIGNATURE = "bad_signature"
    BAD_MESSAGE = "bad_message"
    TOO_LONG = "too_long"
    TOO_SLOW = "too_slow"
    TOO_MANY = "too_many"
    SILENT = "silent"
    TABLE_CLOSED = "table_closed"
    HANDED_OVER = "handed_over"


class RejectReason(StrEnum):
    """Why a request is not carried out; nothing has changed."""

    ILLEGAL = "illegal"
    """The rules refuse the move; `Rejected.refusal` says which."""
    STALE = "stale"
    """The move was made for another turn than the present one."""
    NO_SEAT = "no_seat"
    NO_MATCH = "no_match"
    MATCH_ON = "match_on"
    SEAT_TAKEN = "seat_taken"
    BETWEEN_DEALS_ONLY = "between_deals_only"
    HOST_ONLY = "host_only"
    PAUSED = "paused"
    NOT_NOW = "not_now"
    BAD_SETTINGS = "bad_settings"
    TOO_OFTEN = "too_often"


# --- handshake


@dataclass(frozen=True, slots=True)
class Greeting:
    """Host, first message on every connection, same shape in every version: what this is and a nonce to sign.

    ``confirms_pin`` says that a PIN is wanted from keys that have no seat here yet.
    """

    version: int
    table_id: bytes
    epoch: int
    nonce: bytes
    locked: bool


@dataclass(frozen=True, slots=True)
class Hello:
    """Client: who comes. ``signature`` is by ``key`` over the text of `handshake.hello_text`.

    ``pin_share`` is the client's SPAKE2 message, empty without a PIN.
    """

    version: int
    name: str
    key: bytes
    signature: bytes
    wish: Wish
    pin_share: bytes = b""


@dataclass(frozen=True, slots=True)
class PinChallenge:
    """Host: its SPAKE2 message, in answer to a hello with a ``pin_share``."""

    share: bytes


@dataclass(frozen=True, slots=True)
class PinAnswer:
    """Client: proof that both sides used the same PIN (`handshake`)."""

    confirmation: bytes


@dataclass(frozen=True, slots=True)
class Knocking:
    """Host: the table's owner is being asked whether to let this client in."""


@dataclass(frozen=True, slots=True)
class SeatInfo:
    """One seat as everybody may know it.

    ``key`` is the human's public seat key, empty for bots and empty seats; ``present`` is False while a human is
    away; ``bot`` is the level of the bot that sits here or stands in; ``persona`` numbers the bot's face and temper;
    ``reserved`` is the name of the latecomer who sits down here after this deal.
    """

    occupant: Occupant
    name: str = ""
    key: bytes = b""
    present: bool = True
    ready: bool = False
    bot: str = ""
    persona: int = 0
    reserved: str = ""


@dataclass(frozen=True, slots=True)
class Seating:
    """Host: who sits where, as ``you`` (seat 0-3, or None without a seat) are told it; at every change.

    ``menu_seat`` holds the host's menu, and ``menu`` says whether you do. ``waited_for`` are the absent seats
    whose turn or consent the table waits for. ``knocks`` are those who ask to be let in (number, name), told to
    the menu's holder alone.
    """

    you: Seat | None
    seats: tuple[SeatInfo, ...]
    stage: Stage
    menu_seat: Seat | None
    menu: bool = False
    paused: bool = False
    waited_for: tuple[Seat, ...] = ()
    spectators: tuple[str, ...] = ()
    knocks: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True, slots=True)
class TurnClock:
    """Time for the turn of ``seat``: milliseconds left when sent, and in all."""

    seat: Seat
    left_ms: int
    total_ms: int


@dataclass(frozen=True, slots=True)
class Welcome:
    """Host: all that a viewer may know, at joining and at every return. ``view`` is None before the first match.

    ``sheet`` holds the scored deals of the match; ``match`` counts the matches of this table from 1, 0 before the
    first; ``seq`` is the number of the last `Update`. ``pin_confirmation`` proves the PIN to the client.
    """

    table_id: bytes
    epoch: int
    settings: TableSettings
    seating: Seating
    seq: int
    match: int
    view: SeatView | None
    sheet: tuple[DealResult, ...]
    clock: TurnClock | None
    pin_confirmation: bytes = b""


# --- play


class Cause(StrEnum):
    """Who made the move that an `Update` tells of."""

    PLAYER = "player"
    BOT = "bot"
    """A bot in its own seat."""
    AWAY = "away"
    """A bot for a player who is away."""
    CLOCK = "clock"
    """A bot for a player whose time was up."""


@dataclass(frozen=True, slots=True)
class Update:
    """Host: the whole redacted view and the events that led to it (state broadcast)."""

    seq: int
    match: int
    events: tuple[PublicEvent, ...]
    view: SeatView
    clock: TurnClock | None
    cause: Cause = Cause.PLAYER


@dataclass(frozen=True, slots=True)
class SubmitMove:
    """Client: a move for the turn numbered ``turn`` (moves made so far in the match, `Table.moves`)."""

    request_id: int
    turn: int
    move: Move


@dataclass(frozen=True, slots=True)
class Accepted:
    """Host: the request was carried out."""

    request_id: int


@dataclass(frozen=True, slots=True)
class Rejected:
    """Host: the request was refused; ``refusal`` goes with `RejectReason.ILLEGAL`."""

    request_id: int
    reason: RejectReason
    refusal: Refusal | None = None


# --- seats and the host's menu


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


# --- the verifiable deal (docs/fair-deal.md)


@dataclass(frozen=True, slots=True)
class ShuffleOpened:
    """Host: commit now for this deal and attempt; ``participants`` are seats 0-3 and, last, the host's number 4.

    ``left_out`` names the seats that broke off the attempt before.
    """

    deal: int
    attempt: int
    participants: tuple[int, ...]
    host_commitment: bytes
    left_out: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class Commit:
    """Client: the commitment of its seat."""

    deal: int
    attempt: int
    commitment: bytes


@dataclass(frozen=True, slots=True)
class Commitments:
    """Host: everybody's commitments, in the order of the participants; reveal now."""

    deal: int
    attempt: int
    commitments: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class Reveal:
    """Client: the secret behind its commitment."""

    deal: int
    attempt: int
    secret: bytes


@dataclass(frozen=True, slots=True)
class ProofShown:
    """Host, after the deal: all secrets, so that everybody can deal the pack again."""

    proof: DealProof


@dataclass(frozen=True, slots=True)
class HandsShown:
    """Host, after the deal, to spectators of a table that allows it: the four hands as dealt."""

    deal: int
    hands: tuple[Hand, ...]


# --- connection


@dataclass(frozen=True, slots=True)
class Ping:
    """Either side, each second: ``stamp`` is the sender's own and comes back unread."""

    stamp: int


@dataclass(frozen=True, slots=True)
class Pong:
    """The answer to a ping."""

    stamp: int


@dataclass(frozen=True, slots=True)
class Bye:
    """Client: leaves in order and will not come back by itself."""


@dataclass(frozen=True, slots=True)
class Closing:
    """Host, last message: why it closes. ``version`` is the host's, so that the client can say who must update."""

    reason: CloseReason
    version: int = PROTOCOL_VERSION


Request: TypeAlias = (
    SubmitMove
    | TakeSeat
    | LeaveSeat
    | SetReady
    | Say
    | StartMatch
    | NextDeal
    | StopMatch
    | Pause
    | RemovePlayer
    | ChangeSettings
    | Admit
    | CloseTable
)
"""What a client may ask for; each is answered."""

ClientMessage: TypeAlias = Hello | PinAnswer | Request | Commit | Reveal | Ping | Pong | Bye
HostMessage: TypeAlias = (
    Greeting
    | PinChallenge
    | Knocking
    | Welcome
    | Seating
    | SettingsChanged
    | Update
    | Accepted
    | Rejected
    | Said
    | ShuffleOpened
    | Commitments
    | ProofShown
    | HandsShown
    | Ping
    | Pong
    | Closing
)
Message: TypeAlias = ClientMessage | HostMessage
