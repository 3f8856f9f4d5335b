"""The table: everything public, as one value; the state adds the four hands. `evolve` never refuses."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Final, assert_never

from .cards import SEATS, TRICKS_IN_DEAL, Hand, Seat
from .events import (
    Called,
    Claimed,
    DealResult,
    DealScored,
    DealVoided,
    Event,
    HandDealt,
    MatchEnded,
    MatchStarted,
    PackDealt,
    Played,
    PublicEvent,
    TrickWon,
    redact,
)
from .tricks import Trick, next_seat

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .rules import Ruleset, Tenths

NOBODY_CALLED: Final = (None, None, None, None)
NOTHING: Final = (0, 0, 0, 0)


class Phase(StrEnum):
    """What the table waits for; BETWEEN covers the time before the first deal, too."""

    BETWEEN = "between"
    CALLING = "calling"
    PLAYING = "playing"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Table:
    """The public side of a match. Tuples of four are by seat; points are tenths.

    ``tricks`` are the finished tricks of this deal and ``trick`` the open one; both stay after the deal until
    the next one. ``deals_begun`` counts void deals, ``deals_done`` does not. ``moves`` counts calls and cards
    of the whole match.
    """

    rules: Ruleset
    dealer: Seat
    phase: Phase = Phase.BETWEEN
    deals_begun: int = 0
    deals_done: int = 0
    calls: tuple[int | None, ...] = NOBODY_CALLED
    won: tuple[int, ...] = NOTHING
    tricks: tuple[Trick, ...] = ()
    trick: Trick | None = None
    totals: tuple[Tenths, ...] = NOTHING
    last_deal: DealResult | None = None
    winners: tuple[Seat, ...] | None = None
    moves: int = 0

    @property
    def to_act(self) -> Seat | None:
        """The seat whose turn it is (rules 2.1, 3.1); None while no move is possible, as on a complete trick."""
        if self.phase is Phase.CALLING:
            return next_seat(self.dealer, self.rules.direction, 1 + self.calls_made)
        if self.phase is Phase.PLAYING and self.trick is not None and not self.trick.complete:
            return next_seat(self.trick.leader, self.rules.direction, len(self.trick.cards))
        return None

    @property
    def calls_made(self) -> int:
        """How many seats have called in this deal, 0-4."""
        return sum(call is not None for call in self.calls)

    @property
    def next_dealer(self) -> Seat:
        """Who deals next (rules 1.3, 6.3)."""
        return next_seat(self.dealer, self.rules.direction) if self.deals_begun else self.dealer

    def cards_held(self, seat: Seat) -> int:
        """How many cards the seat holds, 0-13."""
        if self.phase not in (Phase.CALLING, Phase.PLAYING):
            return 0
        played_now = self.trick is not None and seat in self._seats_in(self.trick)
        return TRICKS_IN_DEAL - len(self.tricks) - played_now

    def cards_played(self) -> Hand:
        """All cards played in this deal, in order."""
        open_cards = self.trick.cards if self.trick else ()
        return (*(card for trick in self.tricks for card in trick.cards), *open_cards)

    def _seats_in(self, trick: Trick) -> tuple[Seat, ...]:
        return tuple(next_seat(trick.leader, self.rules.direction, k) for k in range(len(trick.cards)))


@dataclass(frozen=True, slots=True)
class State:
    """The table and the four hands: the host's knowledge, never sent."""

    table: Table
    hands: tuple[Hand, ...] = ((), (), (), ())


def opened(event: MatchStarted) -> State:
    """The state in which a match begins."""
    return State(opened_table(event))


def opened_table(event: MatchStarted) -> Table:
    """The table at which a match begins."""
    return Table(event.rules, event.dealer)


def fold(events: Iterable[Event]) -> State:
    """The state after a whole history, which starts with `MatchStarted`.

    Raises:
        ValueError: the history does not start so.
    """
    first, *rest = events
    if not isinstance(first, MatchStarted):
        message = "a match starts with MatchStarted"
        raise ValueError(message)  # noqa: TRY004 - the sequence is wrong, not the type of an argument
    state = opened(first)
    for event in rest:
        state = evolve(state, event)
    return state


def evolve(state: State, event: Event) -> State:
    """The state after one event; the event is trusted to fit."""
    return State(evolve_table(state.table, redact(event, None)), _evolve_hands(state.hands, event))


def _evolve_hands(hands: tuple[Hand, ...], event: Event) -> tuple[Hand, ...]:
    match event:
        case MatchStarted() | DealVoided() | MatchEnded():
            return ((), (), (), ())
        case PackDealt():
            return event.hands
        case Played():
            return tuple(played_from(hands[seat], event) if seat == event.seat else hands[seat] for seat in SEATS)
        case _:
            return hands


def played_from(hand: Hand, event: Played) -> Hand:
    """The hand without the card that was played."""
    return tuple(card for card in hand if card != event.card)


def evolve_table(table: Table, event: PublicEvent) -> Table:  # noqa: PLR0911 - one door for each event
    """The table after one public event."""
    match event:
        case MatchStarted():
            return opened_table(event)
        case HandDealt():
            return _after_dealing(table, event)
        case DealVoided():
            return _after_void(table)
        case Called():
            return _after_call(table, event)
        case Played():
            return _after_card(table, event)
        case TrickWon():
            return _after_trick(table, event)
        case Claimed():
            return table
        case DealScored():
            return _after_scoring(table, event.result)
        case MatchEnded():
            return replace(table, phase=Phase.OVER, winners=event.winners)
        case _:
            assert_never(event)


def _after_dealing(table: Table, event: HandDealt) -> Table:
    return replace(
        table,
        dealer=event.dealer,
        phase=Phase.CALLING,
        deals_begun=table.deals_begun + 1,
        calls=NOBODY_CALLED,
        won=NOTHING,
        tricks=(),
        trick=None,
    )


def _after_void(table: Table) -> Table:
    return replace(table, phase=Phase.BETWEEN, calls=NOBODY_CALLED, won=NOTHING, tricks=(), trick=None)


def _after_call(table: Table, event: Called) -> Table:
    calls = tuple(event.tricks if seat == event.seat else table.calls[seat] for seat in SEATS)
    after = replace(table, calls=calls, moves=table.moves + 1)
    if None in calls:
        return after
    leader = next_seat(table.dealer, table.rules.direction)
    return replace(after, phase=Phase.PLAYING, trick=Trick(leader))


def _after_card(table: Table, event: Played) -> Table:
    trick = (table.trick or Trick(event.seat)).with_card(event.card)
    return replace(table, trick=trick, moves=table.moves + 1)


def _after_trick(table: Table, event: TrickWon) -> Table:
    finished = table.trick or Trick(event.seat)
    won = tuple(table.won[seat] + (seat == event.seat) for seat in SEATS)
    tricks = (*table.tricks, finished)
    upcoming = Trick(event.seat) if len(tricks) < TRICKS_IN_DEAL else None
    return replace(table, won=won, tricks=tricks, trick=upcoming)


def _after_scoring(table: Table, result: DealResult) -> Table:
    return replace(table, phase=Phase.BETWEEN, deals_done=result.number, totals=result.totals, last_deal=result)
