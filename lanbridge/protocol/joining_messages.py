"""Messages of joining a table: greeting, hello, PIN, and the welcome that tells everything."""

from __future__ import annotations

from dataclasses import dataclass

from lanbridge.engine import DealResult, Seat, SeatView

from .message_words import PROTOCOL_VERSION, CloseReason, Occupant, Stage, Wish
from .table_settings import TableSettings


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
    ``reserved`` is the name of the latecomer who sits down here as soon as the table allows it.
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
