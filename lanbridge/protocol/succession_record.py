"""The claim under which a match was hosted, as tags of its record: whoever reads it can check who has signed. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING, Final

from lanbridge.engine import SEATS, DealResult, DealScored, PackDealt

from .fields import MOST_COUNT
from .messages import Claim, Endorsement, EpochClaimed
from .succession import sheet_digest, signers

if TYPE_CHECKING:
    from lanbridge.engine.record import Record

_CLAIM: Final = "Claim"
_VOTERS: Final = "Voters"
_SIGNED: Final = "Signed"
_KEY: Final = "([0-9a-f]{64})"
_CLAIM_TEXT: Final = rf"epoch (\d{{1,10}}) match (\d{{1,10}}) key {_KEY} certificate {_KEY} sheet {_KEY}"


class InvalidClaim(ValueError):
    """The tags of a record hold no claim that could be read, or one that its score sheet contradicts."""


def claim_tags(told: EpochClaimed) -> tuple[tuple[str, str], ...]:
    """The claim, its voters and each signature, as tags; the table's id stands in the record anyway."""
    claim = told.claim
    key, certificate, sheet = claim.key.hex(), claim.fingerprint.hex(), claim.sheet.hex()
    text = f"epoch {claim.epoch} match {claim.match} key {key} certificate {certificate} sheet {sheet}"
    signed = [(f"{_SIGNED}{n}", f"{e.key.hex()} {e.signature.hex()}") for n, e in enumerate(told.endorsements)]
    return ((_CLAIM, text), (_VOTERS, " ".join(key.hex() for key in told.voters)), *signed)


def claim_in(record: Record) -> EpochClaimed | None:
    """The claim that the record's tags hold; None if the table never changed hosts.

    Raises:
        InvalidClaim: it cannot be read.
    """
    tags = dict(record.tags)
    if _CLAIM not in tags:
        return None
    epoch, match, key, certificate, sheet = _read(_CLAIM_TEXT, tags[_CLAIM])
    numbers, names = (int(epoch), int(match)), (bytes.fromhex(key), bytes.fromhex(certificate), bytes.fromhex(sheet))
    if max(numbers) > MOST_COUNT:
        raise InvalidClaim(f"no epoch and no match has such a number: {max(numbers)}")
    claim = Claim(record.table_id, numbers[0], names[0], names[1], numbers[1], names[2])
    voters = tuple(bytes.fromhex(_read(_KEY, voter)[0]) for voter in tags.get(_VOTERS, "").split())
    signed = [_read(f"{_KEY} ([0-9a-f]{{128}})", tags[name]) for name in _names() if name in tags]
    return EpochClaimed(claim, tuple(Endorsement(*map(bytes.fromhex, pair)) for pair in signed), voters)


def _names() -> Iterable[str]:
    return (f"{_SIGNED}{number}" for number in SEATS)


def _read(pattern: str, text: str) -> Sequence[str]:
    found = re.fullmatch(pattern, text, re.ASCII)
    if found is None:
        raise InvalidClaim(f"this is no claim of a host: {text[:40]!r}")
    return found.groups()


def attested_by(record: Record) -> tuple[int, int] | None:
    """How many voters have signed the score sheet of the cut, and how many there were; None if there was no cut.

    Raises:
        InvalidClaim: the claim cannot be read, stands on another score sheet, or a signature is false.
    """
    told = claim_in(record)
    if told is None or not record.cut:
        return None
    if told.claim.sheet != sheet_digest(told.claim.match, _sheet_of_the_cut(record)):
        raise InvalidClaim("the seats have signed another score sheet")
    keys = {given.key for given in told.endorsements}
    signed = signers(told.claim, told.endorsements, keys)
    if signed != keys:
        raise InvalidClaim("a signature under the score sheet is false")
    return len(signed & {*told.voters}), len(told.voters)


def _sheet_of_the_cut(record: Record) -> list[DealResult]:
    begun = accumulate(isinstance(event, PackDealt) for event in record.events)
    return [
        event.result
        for event, deal in zip(record.events, begun, strict=True)
        if isinstance(event, DealScored) and deal <= record.cut
    ]
