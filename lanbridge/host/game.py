"""The match in progress: its state, its history and the proofs of its deals, as one value."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from lanbridge.engine import (
    DealResult,
    DealScored,
    DealVoided,
    Event,
    MatchEnded,
    MatchStarted,
    PackDealt,
    Phase,
    State,
    VoidReason,
    evolve,
    fold,
    opened,
)
from lanbridge.engine.record import Dealing

if TYPE_CHECKING:
    from lanbridge.engine import DealProof, Ruleset, Seat, Table


@dataclass(frozen=True, slots=True)
class Game:
    """Match number ``number`` of a table (from 1). ``dealings`` tell how each deal begun came about, in order.

    ``shown`` holds the places of the proofs that the table knows already (`proofs_due`); ``carried`` is the
    number of deals that were begun at other hosts, None if it began here.
    """

    number: int
    state: State
    history: tuple[Event, ...]
    sheet: tuple[DealResult, ...] = ()
    dealings: tuple[Dealing, ...] = ()
    shown: frozenset[int] = frozenset()
    carried: int | None = None

    @classmethod
    def begin(cls, number: int, rules: Ruleset, dealer: Seat) -> Game:
        """A new match; ``dealer`` was drawn at random (rules 1.3)."""
        started = MatchStarted(rules, dealer)
        return cls(number, opened(started), (started,))

    @classmethod
    def replayed(cls, number: int, history: tuple[Event, ...], dealings: tuple[Dealing, ...]) -> Game:
        """The match that a history tells of."""
        sheet = tuple(event.result for event in history if isinstance(event, DealScored))
        return cls(number, fold(history), history, sheet, dealings).with_proofs_shown()

    @classmethod
    def carried_on(
        cls,
        number: int,
        table: Table,
        sheet: tuple[DealResult, ...],
        history: tuple[Event, ...],
        dealings: tuple[Dealing, ...],
    ) -> Game:
        """A match that began at another host, whose past is told as far as it was seen: no hand is live any more."""
        history = history or (MatchStarted(table.rules, table.dealer),)  # a journal of before the past was kept
        return cls(number, State(table), history, sheet, dealings, frozenset(range(len(dealings))), len(dealings))

    def after(self, events: tuple[Event, ...]) -> Game:
        """The match after these events."""
        state = self.state
        for event in events:
            state = evolve(state, event)
        scored = tuple(event.result for event in events if isinstance(event, DealScored))
        return replace(self, state=state, history=(*self.history, *events), sheet=(*self.sheet, *scored))

    def with_dealing(self, dealing: Dealing) -> Game:
        """The match once the pack of the coming deal is made."""
        return replace(self, dealings=(*self.dealings, dealing))

    def proofs_due(self) -> tuple[tuple[DealProof, bool], ...]:
        """Proofs that may be shown now and have not been, in order, and whether the deal was played out.

        A deal void because of somebody's cards keeps them to that seat (rules 6.1) until the match is over.
        """
        due = [(self.dealings[index].proof, closing) for index, closing in self._due_now() if index not in self.shown]
        return tuple((proof, isinstance(closing, DealScored)) for proof, closing in due if proof is not None)

    def with_proofs_shown(self) -> Game:
        """The match once `proofs_due` have been shown."""
        return replace(self, shown=frozenset(index for index, _ in self._due_now()))

    def _due_now(self) -> list[tuple[int, DealScored | DealVoided]]:
        closings = [event for event in self.history if isinstance(event, DealScored | DealVoided)]
        over = self.state.table.phase is Phase.OVER
        return [(index, event) for index, event in enumerate(closings) if over or _may_be_shown(event)]

    @property
    def hands_dealt(self) -> PackDealt | None:
        """The last deal with all its hands."""
        return next((event for event in reversed(self.history) if isinstance(event, PackDealt)), None)

    @property
    def ended(self) -> bool:
        """Whether the match is over."""
        return isinstance(self.history[-1], MatchEnded)


def _may_be_shown(event: DealScored | DealVoided) -> bool:
    if isinstance(event, DealScored):
        return True
    return event.reason in (VoidReason.TOO_FEW_CALLED, VoidReason.ABANDONED)
