"""The public record of a match as this client saw it, so that somebody else could go on hosting it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from lanbridge.engine import DealProof, DealResult, DealScored, MatchStarted, PublicEvent

if TYPE_CHECKING:
    from lanbridge.engine import SeatView


@dataclass(frozen=True, slots=True)
class PublicRecord:
    """Events told to this viewer since ``base``, the view of the last welcome; ``base`` None: since the match began."""

    match: int = 0
    base: SeatView | None = None
    events: tuple[PublicEvent, ...] = ()
    proofs: tuple[DealProof, ...] = ()

    def welcomed(self, match: int, view: SeatView | None) -> PublicRecord:
        """The record from a welcome on: what happened while we were away stands in the view."""
        kept = self.proofs if match == self.match else ()
        return PublicRecord(match, view, (), kept)

    def told(self, match: int, events: tuple[PublicEvent, ...]) -> PublicRecord:
        """The record with these events; a new match starts a new one."""
        starts = [place for place, event in enumerate(events) if isinstance(event, MatchStarted)]
        if starts:
            return PublicRecord(match, None, events[starts[-1] :])
        return replace(self, match=match, events=(*self.events, *events))

    def proved(self, proof: DealProof) -> PublicRecord:
        """The record with the proof of one more deal."""
        return replace(self, proofs=(*self.proofs, proof))


def longer_sheet(sheet: tuple[DealResult, ...], events: tuple[PublicEvent, ...]) -> tuple[DealResult, ...]:
    """The score sheet after these events; a deal that stands on it already is not written twice."""
    for event in events:
        if isinstance(event, DealScored) and event.result.number > len(sheet):
            sheet = (*sheet, event.result)
    return sheet
