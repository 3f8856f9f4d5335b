"""What lies where in the middle of a happening: cards at rest, cards in flight. Values only; no pygame, no pixels.

Flights go between *anchors*, which the table's painter turns into places.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from lanbridge.engine import (
    SEATS,
    TRICKS_IN_DEAL,
    Card,
    DealScored,
    Hand,
    HandDealt,
    Played,
    PublicEvent,
    Seat,
    SeatView,
    Trick,
    TrickWon,
    next_seat,
    seat_of_card,
    trick_winner,
)
from lanbridge.ui.timeline_pace import Span, dealing_in, eased, swung


class Where(Enum):
    """The kinds of anchors."""

    DECK = auto()
    """The pack in the middle while it is dealt."""
    SLOT = auto()
    """A place of my fan: `Anchor.slot` of 13."""
    HAND = auto()
    """A seat's hand: for mine the place where the card was, else the seat's plate."""
    TRICK = auto()
    """A seat's place in the trick."""
    PLATE = auto()
    """A seat's plate: where won tricks go."""


@dataclass(frozen=True, slots=True)
class Anchor:
    """Where a flight begins or ends."""

    where: Where
    seat: Seat = 0
    slot: int = 0


@dataclass(frozen=True, slots=True)
class Flight:
    """A card (None: face down) on its way; ``share`` 0-1 is eased already."""

    card: Card | None
    start: Anchor
    end: Anchor
    share: float


@dataclass(frozen=True, slots=True)
class Laid:
    """A card that lies in the trick."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Shown:
    """All that the table shows now.

    ``view`` is the position for plates and prompts. ``hand`` are my cards at rest; ``dealing`` says that they
    stand in the order of their coming, in a fan of 13. ``winner`` is ringed by ``glow`` (0-1). ``counted`` is the
    share of the last deal's points that has been added to the totals.
    """

    view: SeatView
    hand: Hand
    trick: tuple[Laid, ...] = ()
    flights: tuple[Flight, ...] = ()
    dealing: bool = False
    dealt: int = 0
    winner: Seat | None = None
    glow: float = 0.0
    counted: float = 1.0

    @property
    def faces(self) -> tuple[Card, ...]:
        """Every card that is drawn face up; the law: none twice."""
        flying = (flight.card for flight in self.flights if flight.card is not None)
        return (*self.hand, *(laid.card for laid in self.trick), *flying)


@dataclass(frozen=True, slots=True)
class Step:
    """One event and the views round it, with the time it takes."""

    event: PublicEvent
    before: SeatView
    after: SeatView
    span: Span


def laid(trick: Trick | None, view: SeatView) -> tuple[Laid, ...]:
    """The cards of a trick with their seats."""
    if trick is None:
        return ()
    direction = view.table.rules.direction
    return tuple(Laid(seat_of_card(trick, place, direction), card) for place, card in enumerate(trick.cards))


def at_rest(view: SeatView) -> Shown:
    """Nothing moves: the view as it is."""
    return Shown(view, view.hand, laid(view.table.trick, view))


def in_step(step: Step, elapsed: float) -> Shown:
    """The picture ``elapsed`` seconds into a step."""
    match step.event:
        case HandDealt() if step.span.moving:
            return _dealing(step, elapsed)
        case Played() as played if step.span.moving:
            return _playing(step, played, elapsed)
        case TrickWon(seat):
            return _winning(step, seat, elapsed)
        case DealScored() if step.span.moving:
            return Shown(step.after, step.after.hand, counted=swung(elapsed / step.span.seconds))
        case _:
            return at_rest(step.after)


def changing(step: Step, elapsed: float) -> bool:
    """Whether the picture changes at this moment; False while it only rests."""
    return not step.span.moving <= elapsed < step.span.moving + step.span.resting


def arrival_order(hand: Hand) -> Hand:
    """The order in which my cards seem to come: shuffled, always alike for the same hand (the real one is not told)."""
    return tuple(sorted(hand, key=lambda card: (card.index * 29 + sum(c.index for c in hand) * 7) % 53))


def _dealing(step: Step, elapsed: float) -> Shown:
    """Cards fly from the pack one by one, the first to the seat after the dealer."""
    table, me = step.after.table, step.after.viewer
    times, mine = dealing_in(step.span.seconds), arrival_order(step.after.hand)
    flights: list[Flight] = []
    landed = 0
    for n in range(len(SEATS) * TRICKS_IN_DEAL):
        share = (elapsed - n * times.apart) / times.flight
        if share >= 1:
            landed = n + 1
            continue
        if share <= 0:
            break
        seat = next_seat(table.dealer, table.rules.direction, n % len(SEATS) + 1)
        slot = n // len(SEATS)
        end = Anchor(Where.SLOT, seat, slot) if seat == me else Anchor(Where.PLATE, seat)
        flights.append(Flight(None, Anchor(Where.DECK), end, eased(share)))
    begun = landed + len(flights)
    arrived = sum(_receiver(step, n) == me for n in range(landed))
    return Shown(step.after, mine[:arrived], flights=tuple(flights), dealing=True, dealt=begun)


def _receiver(step: Step, n: int) -> Seat:
    return next_seat(step.after.table.dealer, step.after.table.rules.direction, n % len(SEATS) + 1)


def _playing(step: Step, played: Played, elapsed: float) -> Shown:
    lying = laid(step.before.table.trick, step.before)
    share = eased(elapsed / step.span.moving)
    flight = Flight(played.card, Anchor(Where.HAND, played.seat), Anchor(Where.TRICK, played.seat), share)
    return Shown(step.after, step.after.hand, lying, (flight,))


def _winning(step: Step, winner: Seat, elapsed: float) -> Shown:
    """The winning card glows, the trick lies still, then it is gathered; the pip fills when it is gone."""
    lying = laid(step.before.table.trick, step.before)
    span = step.span
    glow = min(1.0, elapsed / span.moving) if span.moving else 1.0
    away = elapsed - span.moving - span.resting
    if away <= 0 or not span.leaving:
        best = lying[trick_winner(card.card for card in lying)].seat if lying else winner
        return Shown(step.before, step.before.hand, lying, winner=best, glow=glow)
    share = swung(away / span.leaving)
    end = Anchor(Where.PLATE, winner)
    flights = tuple(Flight(card.card, Anchor(Where.TRICK, card.seat), end, share) for card in lying)
    return Shown(step.before, step.before.hand, (), flights)
