"""Messages of play: moves, answers, the state broadcast, and the verifiable deal (docs/fair-deal.md)."""

from __future__ import annotations

from dataclasses import dataclass

from lanbridge.engine import DealProof, Hand, Move, PublicEvent, Refusal, Seat, SeatView

from .joining_messages import TurnClock
from .message_words import Cause, RejectReason


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
