"""Dealing: everybody who sits here and the host share the making of the pack (docs/fair-deal.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lanbridge.engine import SEATS, SHARE_BYTES, DealName, deal, hands_of
from lanbridge.protocol.messages import Cause, Commit, Reveal

from . import seating
from .effects import Readvertise, RememberDealing
from .game import Game
from .matches import happen
from .people import seat_the_reserved
from .shuffling import Shuffling
from .telling import tell_events, tell_seating

if TYPE_CHECKING:
    from lanbridge.engine import Seat

    from .desk import Desk, Person

FIRST_ATTEMPT: Final = 1


def begin_match(desk: Desk, now: float) -> None:
    """Bots take the empty seats, the first dealer is drawn (rules 1.3), the pack is shuffled."""
    seat_the_reserved(desk, now)
    desk.matches += 1
    desk.set_chairs(seating.filled_with_bots(desk.chairs, desk.settings.bots, persona=desk.dice(1)[0]))
    desk.game = Game.begin(desk.matches, desk.settings.rules, dealer=desk.dice(1)[0] % len(SEATS))
    desk.out.append(Readvertise())
    tell_events(desk, desk.game.history, Cause.PLAYER, now)
    open_shuffle(desk, now)


def open_shuffle(desk: Desk, now: float) -> None:
    """Randomness for the next deal is collected from everybody who sits here and from the host."""
    seat_the_reserved(desk, now)
    desk.seen.clear()
    desk.changes.clear()
    desk.set_chairs(seating.with_ready(desk.chairs, seating.humans(desk.chairs), ready=False))
    name = DealName(desk.identity.table_id, len(desk.match.dealings) + 1, FIRST_ATTEMPT)
    desk.shuffling = Shuffling(name, seating.present_humans(desk.chairs), desk.dice(SHARE_BYTES), now)
    _tell_attempt(desk, now)


def _tell_attempt(desk: Desk, now: float) -> None:
    if desk.shuffling is None:
        return
    tell_seating(desk)
    desk.broadcast(desk.shuffling.opened())
    if not desk.shuffling.seats:
        _deal(desk, desk.shuffling, now)


def share(desk: Desk, person: Person, message: Commit | Reveal, now: float) -> None:
    """A commitment or a secret came in; what belongs to no running attempt changes nothing."""
    seat, attempt = desk.viewer_of(person), desk.shuffling
    if attempt is None or seat is None or not attempt.asks_for(message.deal, message.attempt):
        return
    if isinstance(message, Commit):
        desk.shuffling = attempt.with_commitment(seat, message.commitment, now)
        if desk.shuffling.all_committed and not attempt.all_committed:
            desk.broadcast(desk.shuffling.listed())
    else:
        desk.shuffling = attempt.with_secret(seat, message.secret)
    if desk.shuffling.complete:
        _deal(desk, desk.shuffling, now)


def shuffle_again(desk: Desk, left_out: tuple[Seat, ...], now: float) -> None:
    """The attempt is void; those who stay commit anew (docs/fair-deal.md)."""
    if desk.shuffling is not None and left_out:
        desk.shuffling = desk.shuffling.again_without(left_out, desk.dice(SHARE_BYTES), now)
        _tell_attempt(desk, now)


def shuffle_without_the_absent(desk: Desk, now: float) -> None:
    """A participant's connection broke: do not wait for the step's end."""
    if desk.shuffling is not None:
        present = seating.present_humans(desk.chairs)
        shuffle_again(desk, tuple(seat for seat in desk.shuffling.seats if seat not in present), now)


def _deal(desk: Desk, attempt: Shuffling, now: float) -> None:
    dealing, desk.shuffling = attempt.dealing(), None
    desk.game = desk.match.with_dealing(dealing)
    desk.out.append(RememberDealing(desk.match.number, dealing))
    table = desk.state.table
    hands = hands_of(attempt.proof(), table.next_dealer, table.rules.direction)
    happen(desk, deal(desk.state, hands), Cause.PLAYER, now)
    seat_the_reserved(desk, now)  # who came during the shuffle need not wait for the end of a deal that has just begun
    tell_seating(desk)
