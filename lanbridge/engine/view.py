"""What one viewer knows: the table and, at most, the own hand. Built from the state, never stripped of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, assert_never

from .cards import Hand
from .claims import is_certain
from .events import (
    Called,
    Claimed,
    DealScored,
    DealVoided,
    HandDealt,
    MatchEnded,
    MatchStarted,
    Played,
    PublicEvent,
    TrickWon,
    Viewer,
)
from .moves import Call, Claim, Move, Play
from .table import Phase, State, Table, evolve_table, opened_table, played_from
from .tricks import legal_cards

NO_CARDS: Final[Hand] = ()


@dataclass(frozen=True, slots=True)
class SeatView:
    """The table as ``viewer`` sees it; ``hand`` is empty for a viewer without a seat."""

    table: Table
    viewer: Viewer
    hand: Hand = NO_CARDS

    @property
    def my_turn(self) -> bool:
        """Whether the table waits for this viewer's call or card."""
        return self.viewer is not None and self.table.to_act == self.viewer


def observe(state: State, viewer: Viewer) -> SeatView:
    """The view of ``viewer`` (seat 0-3, or None)."""
    return SeatView(state.table, viewer, NO_CARDS if viewer is None else state.hands[viewer])


def opened_view(event: MatchStarted, viewer: Viewer) -> SeatView:
    """The view with which a match begins."""
    return SeatView(opened_table(event), viewer)


def evolve_view(view: SeatView, event: PublicEvent) -> SeatView:
    """The view after one event as this viewer was told it (law: Mirror)."""
    return SeatView(evolve_table(view.table, event), view.viewer, _evolve_hand(view, event))


def _evolve_hand(view: SeatView, event: PublicEvent) -> Hand:
    match event:
        case MatchStarted() | DealVoided() | MatchEnded():
            return NO_CARDS
        case HandDealt():
            return event.hand or NO_CARDS
        case Played():
            return played_from(view.hand, event)
        case Called() | TrickWon() | Claimed() | DealScored():
            return view.hand
        case _:
            assert_never(event)


def playable_cards(view: SeatView) -> Hand:
    """The cards this viewer may play now; empty when it is not their turn to play."""
    table = view.table
    if table.phase is not Phase.PLAYING or not view.my_turn or table.trick is None:
        return NO_CARDS
    return legal_cards(view.hand, table.trick.cards, table.rules)


def may_claim(view: SeatView) -> bool:
    """Whether the rest may be claimed now (rules 3.9), judged from this view alone."""
    table = view.table
    leads = view.my_turn and table.trick is not None and not table.trick.cards
    return leads and is_certain(view.hand, table.cards_played())


def legal_moves(view: SeatView) -> tuple[Move, ...]:
    """Every move that the referee accepts from this viewer now; calls rise, cards keep the hand's order."""
    table = view.table
    if not view.my_turn:
        return ()
    if table.phase is Phase.CALLING:
        return tuple(Call(tricks) for tricks in range(table.rules.min_call, table.rules.max_call + 1))
    plays = tuple(Play(card) for card in playable_cards(view))
    return (*plays, Claim()) if may_claim(view) else plays
