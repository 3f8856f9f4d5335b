"""A table that goes on where its host's program ended: same id, same seat keys, mid-deal, mid-trick."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from . import seating
from .claimed import Succession
from .game import Game
from .questions import ask_again

if TYPE_CHECKING:
    from .desk import Desk
    from .journal import Remembered


def resume(desk: Desk, known: Remembered, now: float) -> None:
    """Put the remembered table on the empty desk; everybody is away until they come back."""
    desk.settings = known.settings
    desk.matches = known.match
    desk.game = _game(known)
    if known.carried is not None:
        told = known.carried.claimed
        desk.succession = Succession(told.claim, told.endorsements, told.voters)
    for removal in known.removed:
        desk.door.send_away(removal.key, removal.address)
    desk.chairs = known.seats or seating.ALL_EMPTY
    for seat in seating.humans(desk.chairs):
        _await(desk, seat, now)
    desk.timing.turn_since = desk.timing.pause_since = now
    if known.question is not None:
        ask_again(desk, known.question, now)


def _game(known: Remembered) -> Game | None:
    before = known.carried
    if before is None or before.match != known.match or before.table is None:
        return Game.replayed(known.match, known.events, known.dealings) if known.events else None
    history = tuple(event for piece in known.past for event in piece.events)
    dealings = tuple(dealing for piece in known.past for dealing in piece.dealings)
    game = Game.carried_on(known.match, before.table, before.sheet, history, dealings)
    return replace(game, dealings=(*game.dealings, *known.dealings)).after(known.events).with_proofs_shown()


def _await(desk: Desk, seat: int, now: float) -> None:
    chair = replace(desk.chairs[seat], present=False, ready=False, bot="", reserved="")
    desk.chairs = seating.with_chair(desk.chairs, seat, chair)
    desk.timing.went_away(seat, now, in_order=False)
