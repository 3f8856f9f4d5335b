"""The public record of a match as this client saw it, so that somebody else could go on hosting it. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from lanbridge.engine import (
    SEATS,
    Called,
    DealProof,
    DealResult,
    DealScored,
    DealVoided,
    HandDealt,
    MatchEnded,
    MatchStarted,
    Phase,
    Played,
    PublicEvent,
    SeatView,
    Table,
    TrickWon,
    next_seat,
    seat_of_card,
    winning_seat,
)

DEALS_KEPT: Final = 1024
"""Deals of a match that are remembered: 500 count at most, some are void. What a host says beyond fills no memory."""
EVENTS_KEPT: Final = 80
"""Events of one deal: a claim with its play-out makes 72."""
ATTEMPTS_KEPT: Final = 8
"""Each attempt that was given up left out at least one of four seats; a proof of a later one is made up."""


@dataclass(frozen=True, slots=True)
class PublicDeal:
    """What was told of one deal, without anybody's hand; ``proof`` once its secrets were opened."""

    events: tuple[PublicEvent, ...] = ()
    proof: DealProof | None = None

    @property
    def ending(self) -> DealScored | DealVoided | None:
        """How it ended, if that was told."""
        last = self.events[-1] if self.events else None
        return last if isinstance(last, DealScored | DealVoided) else None


@dataclass(frozen=True, slots=True)
class PublicRecord:
    """The deals of match ``match`` by their number, void ones counted; what nobody told us is not there."""

    match: int = 0
    deals: Mapping[int, PublicDeal] = field(default_factory=dict)

    def welcomed(self, match: int, view: SeatView | None) -> PublicRecord:
        """The record after a welcome: what happened to the last deal while we were away lies on the table."""
        record = self if match == self.match else PublicRecord(match)
        if view is None or not view.table.deals_begun:
            return record
        number, told = view.table.deals_begun, deal_on(view.table)
        before = record.deals.get(number, PublicDeal())
        complete = before.ending is not None or len(told) < len(before.events)
        return record if complete else record.with_deal(number, replace(before, events=told))

    def told(self, match: int, events: tuple[PublicEvent, ...], view: SeatView) -> PublicRecord:
        """The record after these events, which led to this view; a new match starts a new one."""
        starts = match != self.match or any(isinstance(event, MatchStarted) for event in events)
        record = PublicRecord(match) if starts else self
        number = view.table.deals_begun
        before = record.deals.get(number, PublicDeal())
        for event in events:
            if isinstance(event, HandDealt):
                before = replace(before, events=(HandDealt(event.dealer, None),))
            elif not isinstance(event, MatchStarted | MatchEnded):
                before = replace(before, events=(*before.events, event)[:EVENTS_KEPT])
        return record.with_deal(number, before) if before.events else record

    def proved(self, proof: DealProof) -> PublicRecord:
        """The record with the proof of one more deal."""
        if proof.name.attempt > ATTEMPTS_KEPT:
            return self
        before = self.deals.get(proof.name.deal, PublicDeal())
        return self.with_deal(proof.name.deal, replace(before, proof=proof))

    def with_deal(self, number: int, deal: PublicDeal) -> PublicRecord:
        """The record with this deal in the place of what was known of it; a number that no deal has changes nothing."""
        if not 1 <= number <= DEALS_KEPT:
            return self
        return replace(self, deals={**self.deals, number: deal})


def deal_on(table: Table) -> tuple[PublicEvent, ...]:
    """The events of the deal that lies on the table, as far as they can be read off it."""
    if not table.calls_made and table.phase is not Phase.CALLING:
        return ()  # void: it was taken away
    direction = table.rules.direction
    callers = [next_seat(table.dealer, direction, step) for step in range(1, len(SEATS) + 1)]
    events: list[PublicEvent] = [HandDealt(table.dealer, None)]
    events += [Called(seat, tricks) for seat in callers if (tricks := table.calls[seat]) is not None]
    for trick in (*table.tricks, *((table.trick,) if table.trick else ())):
        events += [Played(seat_of_card(trick, place, direction), card) for place, card in enumerate(trick.cards)]
        events += [TrickWon(winning_seat(trick, direction))] if trick.complete else []
    over = table.phase not in (Phase.CALLING, Phase.PLAYING)
    return (*events, DealScored(table.last_deal)) if over and table.last_deal is not None else tuple(events)


def longer_sheet(sheet: tuple[DealResult, ...], events: tuple[PublicEvent, ...]) -> tuple[DealResult, ...]:
    """The score sheet after these events; a deal that stands on it already is not written twice."""
    for event in events:
        if isinstance(event, DealScored) and event.result.number > len(sheet):
            sheet = (*sheet, event.result)
    return sheet
