"""The match as anybody at the table can write it down: a finished deal shows all its cards. No pygame.

The hands are read off the thirteen tricks, so that every player may look back, not only the host; deals before one
came, and void ones, are not in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from lanbridge.client.known import Known
from lanbridge.engine import (
    SEATS,
    TRICKS_IN_DEAL,
    Called,
    Card,
    DealResult,
    DealScored,
    Event,
    MatchEnded,
    MatchStarted,
    PackDealt,
    Played,
    PublicEvent,
    Ruleset,
    SeatView,
    Table,
    TrickWon,
    next_seat,
    seat_of_card,
    sorted_hand,
    winning_seat,
)
from lanbridge.engine.record import TABLE_ID_BYTES, Dealing, Record
from lanbridge.ui.review_seeker import DearestSeeker


@dataclass(slots=True)
class Chronicle:
    """The finished deals of the present match by their numbers, and its end; ``seeker`` looks back at them."""

    match: int = 0
    deals: dict[int, tuple[Event, ...]] = field(default_factory=dict)
    ended: MatchEnded | None = None
    seeker: DearestSeeker = field(default_factory=DearestSeeker)

    def take(self, known: Known, view: SeatView | None, events: Sequence[PublicEvent] = ()) -> None:
        """Look at a position and what led to it; a deal that is over is kept, a new match begins a new chronicle."""
        if known.match != self.match:
            self.match, self.deals, self.ended, self.seeker = known.match, {}, None, DearestSeeker()
        self.ended = next((event for event in events if isinstance(event, MatchEnded)), self.ended)
        if view is None or not known.sheet:
            return
        result = known.sheet[-1]
        if result.number not in self.deals and _is_whole(view.table, result):
            self.deals[result.number] = finished_deal(view.table, result)

    def record(self, known: Known, rules: Ruleset) -> Record | None:
        """What was seen of the match, as a record without proofs; None before the first deal's end."""
        if not self.deals:
            return None
        events = [event for number in sorted(self.deals) for event in self.deals[number]]
        events += [self.ended] if self.ended is not None else []
        seats = known.seating.seats if known.seating is not None else ()
        tags = tuple((f"Seat{seat}", info.name) for seat, info in enumerate(seats) if info.name)
        table_id = known.table_id if len(known.table_id) == TABLE_ID_BYTES else bytes(TABLE_ID_BYTES)
        dealings = tuple(Dealing() for _ in self.deals)
        return Record(table_id, tags, (_start(rules, events), *events), dealings)

    def look_back(self, number: int, view: SeatView | None) -> None:
        """Begin to look for the dearest moment of the viewer's in one deal."""
        if view is not None and view.viewer is not None:
            self.seeker.ask(number, self.one_deal(number, view.table.rules), view.viewer)

    def one_deal(self, number: int, rules: Ruleset) -> tuple[Event, ...]:
        """One deal as a match of its own; empty when it was not seen."""
        events = self.deals.get(number, ())
        return (_start(rules, list(events)), *events) if events else ()


def _start(rules: Ruleset, events: list[Event]) -> MatchStarted:
    dealer = next((event.dealer for event in events if isinstance(event, PackDealt)), 0)
    return MatchStarted(rules, dealer)


def _is_whole(table: Table, result: DealResult) -> bool:
    """Whether these are the tricks of that deal: between deals they still lie there."""
    return len(table.tricks) == TRICKS_IN_DEAL and table.totals == result.totals


def finished_deal(table: Table, result: DealResult) -> tuple[Event, ...]:
    """The events of a deal from its tricks: cards, calls, plays, points."""
    direction = table.rules.direction
    hands: list[list[Card]] = [[] for _ in SEATS]
    plays: list[Event] = []
    for trick in table.tricks:
        for place, card in enumerate(trick.cards):
            seat = seat_of_card(trick, place, direction)
            hands[seat].append(card)
            plays.append(Played(seat, card))
        plays.append(TrickWon(winning_seat(trick, direction)))
    callers = [next_seat(result.dealer, direction, step) for step in range(1, len(SEATS) + 1)]
    calls = [Called(seat, result.calls[seat]) for seat in callers]
    pack = PackDealt(result.dealer, tuple(sorted_hand(hand) for hand in hands))
    return (pack, *calls, *plays, DealScored(result))
