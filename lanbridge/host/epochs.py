"""Who hosts the table in this epoch, and who has signed for it (docs/notes/succession.md)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from lanbridge.protocol.handshake import verify
from lanbridge.protocol.messages import Claim, CloseReason, Contest, Endorse, Endorsement, EpochClaimed
from lanbridge.protocol.succession import (
    branch_of,
    contest_text,
    counting,
    endorsed,
    is_confirmed,
    sheet_digest,
    signers,
)

from . import seating, turns
from .claimed import Succession
from .effects import Close

if TYPE_CHECKING:
    from lanbridge.protocol.handshake import SeatKey

    from .desk import Desk, Person
    from .door import Stranger


def endorse(desk: Desk, person: Person, message: Endorse, now: float) -> None:
    """A seat has signed; once enough have, a table that waited for them goes on."""
    before = desk.succession
    if before is None or message.epoch != before.claim.epoch:
        return
    after = before.with_signature(Endorsement(person.key, message.signature))
    if after == before:
        return
    goes_on = after.waits and after.may_go_on
    desk.succession = replace(after, waits=after.waits and not goes_on)
    desk.broadcast(desk.succession.told())
    if goes_on and desk.paused:
        turns.go_on(desk, now)


def rally(desk: Desk, key: SeatKey) -> None:
    """Another host claims this table: ask those who are here to sign for this one.

    A claim that stands is kept with its signatures: nobody signs two of one epoch. ``key`` signs, too, if a seat is
    its own; a host without a player has none.
    """
    if desk.succession is not None:
        desk.broadcast(desk.succession.told())
        return
    claim = Claim(
        desk.identity.table_id,
        desk.identity.epoch,
        key.public,
        desk.identity.fingerprint,
        desk.matches,
        sheet_digest(desk.matches, desk.game.sheet if desk.game is not None else ()),
    )
    voters = tuple(desk.chairs[seat].key for seat in seating.humans(desk.chairs))
    desk.succession = Succession(claim, (), voters).with_signature(endorsed(claim, key))
    desk.broadcast(desk.succession.told())


def is_outvoted(desk: Desk, rival: EpochClaimed) -> bool:
    """Whether more than half of the people who have seats here have signed for a later host."""
    voters = {desk.chairs[seat].key for seat in seating.humans(desk.chairs)}
    later = rival.claim.table_id == desk.identity.table_id and rival.claim.epoch > desk.identity.epoch
    return later and is_confirmed(len(signers(rival.claim, rival.endorsements, voters)), len(voters))


def must_yield(desk: Desk, rival: EpochClaimed) -> bool:
    """Whether the other branch counts, as far as this table has been signed for by now."""
    mine = desk.succession
    if mine is None or rival.claim.table_id != mine.claim.table_id:
        return False
    theirs = branch_of(rival.claim, rival.endorsements, mine.voters)
    return counting(mine.branch, theirs) == theirs != mine.branch


def hand_over(desk: Desk) -> None:
    """Everybody is sent to the other host."""
    desk.closed, desk.close_reason = True, CloseReason.HANDED_OVER


def contest(desk: Desk, stranger: Stranger, message: Contest) -> None:
    """Another host says that its branch counts; only one that proves to be alive now is listened to."""
    text = contest_text(message.claim, stranger.greeting.nonce, desk.identity.fingerprint)
    rival = EpochClaimed(message.claim, message.endorsements, ())
    desk.door.forget(stranger.client)
    if verify(message.claim.key, message.signature, text) and must_yield(desk, rival):
        hand_over(desk)
        desk.out.append(Close(stranger.client, CloseReason.HANDED_OVER))
    else:
        desk.out.append(Close(stranger.client, CloseReason.NOT_ADMITTED))
