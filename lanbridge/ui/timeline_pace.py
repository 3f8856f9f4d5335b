"""How long each happening takes to show, and how movement eases. Seconds at normal speed; no pygame."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from lanbridge.engine import (
    SEATS,
    TRICKS_IN_DEAL,
    Called,
    Claimed,
    DealScored,
    DealVoided,
    HandDealt,
    Played,
    PublicEvent,
    TrickWon,
)
from lanbridge.settings import Motion

CARDS_DEALT: Final = len(SEATS) * TRICKS_IN_DEAL
_DEALT_APART: Final = 0.045  # from one card of the deal to the next: 52 of them take under three seconds
_DEALT_FLIGHT: Final = 0.30
_CALL: Final = 0.50
_PLAY: Final = 0.30
_GLOW: Final = 0.25  # the winning card's ring comes up
_READ: Final = 1.20  # a finished trick lies there to be read (from the last card on, glow included)
_GATHER: Final = 0.36
_COUNT: Final = 0.90  # points count up
_VOID: Final = 1.60
_CLAIM: Final = 1.30
_QUICK: Final = 0.16  # what is left of a play after a claim: the cards only lie down in turn

_SPEEDS: Final = {Motion.SLOW: 1.6, Motion.NORMAL: 1.0, Motion.FAST: 0.55, Motion.NONE: 1.0}


@dataclass(frozen=True, slots=True)
class Span:
    """One happening in seconds: ``moving`` first, then ``resting`` (nothing moves), then ``leaving``."""

    moving: float = 0.0
    resting: float = 0.0
    leaving: float = 0.0

    @property
    def seconds(self) -> float:
        """In all."""
        return self.moving + self.resting + self.leaving

    def times(self, factor: float) -> Span:
        """Slower or faster."""
        return Span(self.moving * factor, self.resting * factor, self.leaving * factor)

    def without_motion(self) -> Span:
        """Only the rest is left, long enough to be read: for those who want nothing to move."""
        return Span(resting=self.resting + (self.moving if self.resting else 0.0))


@dataclass(frozen=True, slots=True)
class Deals:
    """When the cards of a deal fly: card ``n`` (0-51) leaves at ``n * apart`` and needs ``flight`` seconds."""

    apart: float
    flight: float


def dealing_in(seconds: float) -> Deals:
    """The times of the cards of a deal that takes so many seconds."""
    whole = (CARDS_DEALT - 1) * _DEALT_APART + _DEALT_FLIGHT
    factor = seconds / whole
    return Deals(_DEALT_APART * factor, _DEALT_FLIGHT * factor)


_SPANS: Final[Mapping[type[PublicEvent], Span]] = MappingProxyType(
    {
        HandDealt: Span(moving=(CARDS_DEALT - 1) * _DEALT_APART + _DEALT_FLIGHT),
        Called: Span(moving=_CALL),
        Played: Span(moving=_PLAY),
        TrickWon: Span(_GLOW, _READ - _GLOW, _GATHER),
        DealScored: Span(moving=_COUNT),
        DealVoided: Span(resting=_VOID),
        Claimed: Span(resting=_CLAIM),
    }
)


def span_of(event: PublicEvent, motion: Motion, *, claimed: bool) -> Span:
    """The time an event takes; ``claimed``: it follows from a claim, so it is only hinted at."""
    plain = _SPANS.get(type(event), Span()).times(_SPEEDS[motion] * (_QUICK if claimed else 1.0))
    return plain.without_motion() if motion is Motion.NONE else plain


def eased(share: float) -> float:
    """Quick at first, slow at the end (0-1): a card that is laid down."""
    held = max(0.0, min(1.0, share))
    return 1 - (1 - held) ** 3


def swung(share: float) -> float:
    """Slow, quick, slow (0-1): cards that are drawn together."""
    held = max(0.0, min(1.0, share))
    return held * held * (3 - 2 * held)
