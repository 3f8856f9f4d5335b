"""From what a seat knows of its table to a table that this laptop hosts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lanbridge.client.past import past_of
from lanbridge.client.succession import voters
from lanbridge.host.carrying_on import Carried
from lanbridge.host.claimed import Succession
from lanbridge.protocol.messages import Claim
from lanbridge.protocol.succession import endorsed, sheet_digest

if TYPE_CHECKING:
    from lanbridge.client.known import Known
    from lanbridge.protocol.handshake import SeatKey


def carried(known: Known, key: SeatKey, fingerprint: bytes) -> Carried:
    """The table as we knew it, under the next epoch, signed by us; ``fingerprint`` is of our own certificate.

    Raises:
        LookupError: we have never been welcomed there.
    """
    if known.seating is None:
        message = "a table that nobody has seen cannot be carried on"
        raise LookupError(message)
    sheet = sheet_digest(known.match, known.sheet)
    claim = Claim(known.table_id, known.epoch + 1, key.public, fingerprint, known.match, sheet)
    succession = Succession(claim, (endorsed(claim, key),), voters(known.seating))
    table = None if known.view is None else known.view.table
    past = ((), ()) if table is None else past_of(known.record, table, known.sheet)
    seats, removed, question = known.seating.seats, known.removed, known.question
    return Carried(known.match, table, known.sheet, seats, succession, removed, question, *past)
