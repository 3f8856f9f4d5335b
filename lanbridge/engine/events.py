"""Events: what has happened, in the past tense. Only `PackDealt` is secret; all others are public facts.

Seats see `HandDealt`, made from `PackDealt` by `redact`; the wire has no way to write `PackDealt`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from .cards import Card, Hand, Seat
from .rules import Ruleset, Tenths

Viewer: TypeAlias = Seat | None
"""Who looks: a seat 0-3, or None for anybody else, who sees the table only."""


class VoidReason(StrEnum):
    """Why a deal does not count (rules 6)."""

    NO_SPADE = "no_spade"
    NO_AKQ = "no_akq"
    FOUR_ACES = "four_aces"
    TOO_FEW_CALLED = "too_few_called"
    ABANDONED = "abandoned"


class EndReason(StrEnum):
    """Why a match ended: its own end was reached, or the players stopped (rules 5.1)."""

    REACHED = "reached"
    STOPPED = "stopped"


@dataclass(frozen=True, slots=True)
class DealResult:
    """One line of the score sheet: deal number from 1 (void deals not counted); four values each, by seat."""

    number: int
    dealer: Seat
    calls: tuple[int, ...]
    won: tuple[int, ...]
    points: tuple[Tenths, ...]
    totals: tuple[Tenths, ...]


@dataclass(frozen=True, slots=True)
class MatchStarted:
    """A match began under ``rules``; ``dealer`` deals first (rules 1.3)."""

    rules: Ruleset
    dealer: Seat


@dataclass(frozen=True, slots=True)
class PackDealt:
    """All four hands were dealt by ``dealer``. Secret: known to the host alone."""

    dealer: Seat
    hands: tuple[Hand, ...]


@dataclass(frozen=True, slots=True)
class HandDealt:
    """The cards were dealt by ``dealer``; ``hand`` is the viewer's own, None for viewers without a seat."""

    dealer: Seat
    hand: Hand | None


@dataclass(frozen=True, slots=True)
class DealVoided:
    """The deal does not count; ``seat`` held the cards that are the reason, if a seat did (rules 6)."""

    reason: VoidReason
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class Called:
    """``seat`` called ``tricks``."""

    seat: Seat
    tricks: int


@dataclass(frozen=True, slots=True)
class Played:
    """``seat`` played ``card``."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class TrickWon:
    """``seat`` won the trick."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Claimed:
    """``seat`` claimed the rest; the remaining tricks follow as events (rules 3.9)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class DealScored:
    """Thirteen tricks are played and points are written (rules 4.6)."""

    result: DealResult


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """The match is over; ``winners`` share the win when they are several (rules 5.3)."""

    winners: tuple[Seat, ...]
    reason: EndReason


PublicEvent: TypeAlias = (
    MatchStarted | HandDealt | DealVoided | Called | Played | TrickWon | Claimed | DealScored | MatchEnded
)
"""What a viewer may be told."""

Event: TypeAlias = (
    MatchStarted | PackDealt | DealVoided | Called | Played | TrickWon | Claimed | DealScored | MatchEnded
)
"""What the host keeps."""


def redact(event: Event, viewer: Viewer) -> PublicEvent:
    """The event as ``viewer`` may know it: a deal shows one's own hand and no other."""
    if isinstance(event, PackDealt):
        return HandDealt(event.dealer, None if viewer is None else event.hands[viewer])
    return event
