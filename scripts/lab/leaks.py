"""Judges frames: does a receiver learn a card or a secret before its time? The truth is the host's own history."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from lanbridge.engine import (
    Card,
    DealScored,
    DealVoided,
    Event,
    MatchEnded,
    PackDealt,
    Played,
    Table,
    Viewer,
    VoidReason,
    fold,
)
from lanbridge.engine.record import Dealing
from lanbridge.protocol.codec import decode_host
from lanbridge.protocol.messages import Update, Welcome

OPEN_VOIDS = (VoidReason.TOO_FEW_CALLED, VoidReason.ABANDONED)


@dataclass(frozen=True)
class Finding:
    """What came too early: to whom (seat 0-3, None for a spectator), in which message, and what."""

    viewer: Viewer
    message: str
    what: str


@dataclass(frozen=True)
class Moment:
    """What may be known at one moment of a match: the hands of the deal, the cards played in it, sealed secrets."""

    hands: tuple[frozenset[Card], ...] = (frozenset(),) * 4
    played: frozenset[Card] = frozenset()
    sealed: frozenset[bytes] = frozenset()

    def allowed(self, viewer: Viewer) -> frozenset[Card]:
        """The cards that the viewer may know."""
        return self.played if viewer is None else self.played | self.hands[viewer]


@dataclass(frozen=True)
class Truth:
    """One match as its host knows it: events as they were told, and how each deal came about.

    A moment is named by the public table at that moment; no table comes twice in a match.
    """

    told: Sequence[tuple[Event, ...]]
    dealings: tuple[Dealing, ...]

    @cached_property
    def start(self) -> Moment:
        """Before the first event."""
        return Moment(sealed=self._sealed([]))

    @cached_property
    def moments(self) -> dict[Table, Moment]:
        """The moment that each public table belongs to."""
        moments: dict[Table, Moment] = {}
        history: list[Event] = []
        for events in self.told:
            history += events
            moments[fold(history).table] = Moment(_hands(history), _played(history), self._sealed(history))
        return moments

    def _sealed(self, history: list[Event]) -> frozenset[bytes]:
        if history and isinstance(history[-1], MatchEnded):
            return frozenset()
        closings = [event for event in history if isinstance(event, DealScored | DealVoided)]
        shown = {index for index, event in enumerate(closings) if _may_be_shown(event)}
        hidden = [dealing for index, dealing in enumerate(self.dealings) if index not in shown]
        return frozenset(share.secret for dealing in hidden if dealing.proof for share in dealing.proof.shares)


def _may_be_shown(event: Event) -> bool:
    return isinstance(event, DealScored) or (isinstance(event, DealVoided) and event.reason in OPEN_VOIDS)


def _deal_start(history: list[Event]) -> int | None:
    places = [place for place, event in enumerate(history) if isinstance(event, PackDealt)]
    return places[-1] if places else None


def _hands(history: list[Event]) -> tuple[frozenset[Card], ...]:
    place = _deal_start(history)
    dealt = history[place] if place is not None else None
    return tuple(map(frozenset, dealt.hands)) if isinstance(dealt, PackDealt) else (frozenset(),) * 4


def _played(history: list[Event]) -> frozenset[Card]:
    events = history[_deal_start(history) or 0 :]
    return frozenset(event.card for event in events if isinstance(event, Played))


def findings(truth: Truth, viewer: Viewer, frames: Sequence[bytes]) -> Iterator[Finding]:
    """All that the viewer learned too early from these frames, in the order in which they came."""
    moment = truth.start
    for frame in frames:
        message = decode_host(frame)
        if isinstance(message, Update | Welcome) and message.view is not None:
            moment = truth.moments[message.view.table]
        for card in set(cards_in(message)) - moment.allowed(viewer):
            yield Finding(viewer, type(message).__name__, str(card))
        for secret in moment.sealed:
            if secret in frame:
                yield Finding(viewer, type(message).__name__, "a secret of the pack")


def cards_in(value: object) -> Iterator[Card]:
    """Every card anywhere in a message."""
    if isinstance(value, Card):
        yield value
    elif dataclasses.is_dataclass(value):
        for entry in dataclasses.fields(value):
            yield from cards_in(getattr(value, entry.name))
    elif isinstance(value, tuple):
        for item in value:
            yield from cards_in(item)
