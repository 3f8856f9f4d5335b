"""The past of a match that loses its host, written down by a seat: what it saw, and what the score sheet says. Pure.

A deal whose tricks and proof this seat saw can be verified in full. Of any other the score stands, which the seats sign
(docs/notes/succession.md), with as much of its calls and cards as was seen.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, TypeAlias

from lanbridge.engine import (
    SEATS,
    TRICKS_IN_DEAL,
    Called,
    Claimed,
    DealName,
    DealProof,
    DealScored,
    DealVoided,
    EndReason,
    Event,
    MatchEnded,
    MatchStarted,
    PackDealt,
    Phase,
    Played,
    TrickWon,
    VoidReason,
    broken_shares,
    hands_of,
    match_winners,
    next_seat,
    sorted_hand,
)
from lanbridge.engine.record import Dealing

from .record import DEALS_KEPT, PublicDeal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lanbridge.engine import DealResult, Direction, Hand, Seat, Table

    from .record import PublicRecord

Past: TypeAlias = tuple[tuple[Event, ...], tuple[Dealing, ...]]
"""The events of a match from `MatchStarted` on, and how each of its deals came about."""


def past_of(record: PublicRecord, table: Table, sheet: Sequence[DealResult]) -> Past:
    """The match so far, the open deal void; each deal of ``sheet`` is in it once.

    Nothing of a match whose host spoke of more deals than there can be (`record.DEALS_KEPT`).
    """
    rules, begun = table.rules, table.deals_begun
    if begun > DEALS_KEPT:
        return (), ()
    first = next_seat(table.dealer, rules.direction, (1 - begun) % len(SEATS)) if begun else table.dealer
    dealers = [next_seat(first, rules.direction, number) for number in range(begun)]
    placed = _placed(record, dealers, sheet)
    events: list[Event] = [MatchStarted(rules, first)]
    dealings = []
    for number, dealer in enumerate(dealers, 1):
        deal = record.deals.get(number, PublicDeal())
        moves, ending = _course(deal, dealer, placed.get(number), rules.direction)
        events += [PackDealt(dealer, _hands(deal.proof, moves, dealer, rules.direction)), *moves, ending]
        dealings.append(Dealing(deal.proof, _given_up(deal.proof)))
    if table.phase is Phase.OVER:
        reached = match_winners(table.totals, table.deals_done, rules) is not None
        events.append(MatchEnded(table.winners or (), EndReason.REACHED if reached else EndReason.STOPPED))
    return tuple(events), tuple(dealings)


def _placed(record: PublicRecord, dealers: Sequence[Seat], sheet: Sequence[DealResult]) -> dict[int, DealResult]:
    """Which deal each line of the sheet belongs to: as it was seen, else the first one of its dealer that is left."""
    seen = {deal.ending.result: number for number, deal in record.deals.items() if isinstance(deal.ending, DealScored)}
    placed: dict[int, DealResult] = {}
    number = 0
    for place, result in enumerate(sheet):
        last = len(dealers) - (len(sheet) - place - 1)
        free = range(number + 1, last + 1)
        fitting = [number for number in free if dealers[number - 1] == result.dealer]
        number = seen.get(result, 0) if seen.get(result, 0) in free else next(iter(fitting), number + 1)
        placed[number] = result
    return placed


def _course(
    deal: PublicDeal, dealer: Seat, result: DealResult | None, direction: Direction
) -> tuple[tuple[Event, ...], DealScored | DealVoided]:
    """The calls and cards that were seen of a deal, and how it ended."""
    moves = tuple(event for event in deal.events if isinstance(event, Called | Played | TrickWon | Claimed))
    if not _can_have_been_played(moves):
        moves = ()
    if result is None:
        void = deal.ending if isinstance(deal.ending, DealVoided) else DealVoided(VoidReason.ABANDONED)
        undone = isinstance(deal.ending, DealScored)  # we saw its end, and the others dealt it again
        return (_calls(moves) if undone else moves), void
    scored = DealScored(result)
    callers = [next_seat(dealer, direction, step) for step in range(1, len(SEATS) + 1)]
    calls = tuple(Called(seat, result.calls[seat]) for seat in callers)
    cut_short = sum(isinstance(event, TrickWon) for event in moves) < TRICKS_IN_DEAL
    if _calls(moves) != calls:
        return calls, scored
    return (_before_claim(moves) if cut_short else moves), scored


def _can_have_been_played(moves: Sequence[Event]) -> bool:
    """Whether the cards are different ones and nobody played more than a hand: a host may have said anything."""
    played = [event for event in moves if isinstance(event, Played)]
    by_seat = Counter(event.seat for event in played)
    return len({event.card for event in played}) == len(played) and max(by_seat.values(), default=0) <= TRICKS_IN_DEAL


def _calls(moves: Sequence[Event]) -> tuple[Called, ...]:
    return tuple(event for event in moves if isinstance(event, Called))


def _before_claim(moves: tuple[Event, ...]) -> tuple[Event, ...]:
    """The moves without a claim whose play-out was not told in full."""
    claim = next((place for place, event in enumerate(moves) if isinstance(event, Claimed)), len(moves))
    return moves[:claim]


def _hands(proof: DealProof | None, moves: Sequence[Event], dealer: Seat, direction: Direction) -> tuple[Hand, ...]:
    """The hands that the proof gives; without a true one, the cards that were played."""
    played = tuple(
        sorted_hand([event.card for event in moves if isinstance(event, Played) and event.seat == seat])
        for seat in SEATS
    )
    if proof is None or broken_shares(proof):
        return played
    dealt = hands_of(proof, dealer, direction)
    fits = all(set(cards) <= set(hand) for cards, hand in zip(played, dealt, strict=True))
    return dealt if fits else played


def _given_up(proof: DealProof | None) -> tuple[DealProof, ...]:
    """The attempts before the one that was dealt: that they were there is all that is known of them."""
    if proof is None:
        return ()
    name = proof.name
    return tuple(DealProof(DealName(name.table_id, name.deal, attempt), ()) for attempt in range(1, name.attempt))
