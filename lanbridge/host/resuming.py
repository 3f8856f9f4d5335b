"""A table that goes on where its host's program ended: same id, same seat keys, mid-deal, mid-trick."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from . import seating
from .claimed import Succession
from .game import Game
from .questions import ask_again

if TYPE_CHECKING:
    from lanbridge.engine import Event
    from lanbridge.engine.record import Dealing

    from .desk import Desk
    from .remembered import Remembered


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
    desk.chairs = seating.awaited(known.seats or seating.ALL_EMPTY)
    for seat in seating.humans(desk.chairs):
        desk.timing.went_away(seat, now, in_order=False)
    desk.timing.turn_since = desk.timing.pause_since = now
    if known.question is not None:
        ask_again(desk, known.question, now)


def _game(known: Remembered) -> Game | None:
    before = known.carried
    if before is None or before.match != known.match or before.table is None:
        return Game.replayed(known.match, known.events, known.dealings) if known.events else None
    game = Game.carried_on(known.match, before.table, before.sheet, *_past(known, before.table.deals_begun))
    return replace(game, dealings=(*game.dealings, *known.dealings)).after(known.events).with_proofs_shown()


def _past(known: Remembered, begun: int) -> tuple[tuple[Event, ...], tuple[Dealing, ...]]:
    """What came here from the other host, where ``begun`` deals had begun; nothing if some of them are missing."""
    dealings = tuple(dealing for piece in known.past for dealing in piece.dealings)
    if len(dealings) != begun:
        return (), ()
    return tuple(event for piece in known.past for event in piece.events), dealings
