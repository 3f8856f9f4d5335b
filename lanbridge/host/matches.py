"""The course of a match. Nothing happens to the state except through `happen`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lanbridge.engine import DealScored, DealVoided, MatchEnded, Phase, decide, stop
from lanbridge.protocol.messages import Cause, Stage

from .effects import MatchFinished, Readvertise, RememberDealing
from .people import seat_the_reserved
from .telling import show_hands, tell_events, tell_proofs, tell_seating

if TYPE_CHECKING:
    from lanbridge.engine import Event, Move, Seat

    from .desk import Desk


def play(desk: Desk, seat: Seat, move: Move, cause: Cause, now: float) -> None:
    """Carry out the move.

    Raises:
        IllegalMove: the referee refuses it; nothing has changed.
    """
    happen(desk, decide(desk.state, seat, move), cause, now)


def end_match(desk: Desk, now: float) -> None:
    """The players stop (rules 5.1)."""
    _drop_attempt(desk)
    desk.paused = False
    desk.timing.go_on(now)
    happen(desk, stop(desk.state), Cause.PLAYER, now)


def _drop_attempt(desk: Desk) -> None:
    """An attempt to shuffle that is cut short stays in the record, so that nobody can try packs in secret."""
    if desk.shuffling is None:
        return
    dealing, desk.shuffling = desk.shuffling.abandoned(), None
    desk.game = desk.match.with_dealing(dealing)
    desk.out.append(RememberDealing(desk.match.number, dealing))


def happen(desk: Desk, events: tuple[Event, ...], cause: Cause, now: float) -> None:
    """Events become the state, are remembered, and everybody is told."""
    desk.thought = None
    desk.game = desk.match.after(events)
    desk.timing.turn_since = now
    tell_events(desk, events, cause, now)
    if any(isinstance(event, DealScored) for event in events):
        show_hands(desk)
    if any(isinstance(event, DealScored | DealVoided | MatchEnded) for event in events):
        tell_proofs(desk)
    if desk.stage in (Stage.BETWEEN, Stage.OVER):
        desk.timing.pause_since = now
        _after_deal(desk, now)


def _after_deal(desk: Desk, now: float) -> None:
    tonight, table = desk.settings.deals_tonight, desk.state.table
    if tonight is not None and table.phase is Phase.BETWEEN and table.deals_done >= tonight:
        end_match(desk, now)
        return
    if desk.stage is Stage.OVER:
        desk.out += [MatchFinished(desk.matches), Readvertise()]
    else:
        seat_the_reserved(desk, now)
    tell_seating(desk)
