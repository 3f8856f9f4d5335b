"""Who may host a table next: claims, their signatures, and which of two branches counts. Pure."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Final

from lanbridge.engine import DealResult

from .handshake import SeatKey, verify
from .messages import Claim, Endorsement

PROVISIONAL_VOTERS: Final = 2
"""With two people neither can outvote the other: whoever is left plays on, and the branches are judged later."""

_CLAIM_LABEL: Final = b"LAN Bridge epoch 1"
_CONTEST_LABEL: Final = b"LAN Bridge contest 1"
_SHEET_LABEL: Final = b"LAN Bridge sheet 1"


def sheet_digest(match: int, sheet: Iterable[DealResult]) -> bytes:
    """SHA-256 of a score sheet: label, match (4 bytes, big-endian), then each deal.

    A deal is its number (4 bytes), dealer (1), four calls (1 each), four tricks won (1 each), four points and four
    totals in tenths (8 each, two's complement).
    """
    digest = hashlib.sha256(_SHEET_LABEL + match.to_bytes(4, "big"))
    for deal in sheet:
        digest.update(deal.number.to_bytes(4, "big") + bytes((deal.dealer, *deal.calls, *deal.won)))
        digest.update(b"".join(tenths.to_bytes(8, "big", signed=True) for tenths in (*deal.points, *deal.totals)))
    return digest.digest()


def claim_text(claim: Claim) -> bytes:
    """What an endorsement signs: label, table id, epoch (4), key, fingerprint, match (4), sheet."""
    numbers = claim.epoch.to_bytes(4, "big"), claim.match.to_bytes(4, "big")
    return _CLAIM_LABEL + claim.table_id + numbers[0] + claim.key + claim.fingerprint + numbers[1] + claim.sheet


def contest_text(claim: Claim, nonce: bytes, fingerprint: bytes) -> bytes:
    """What a contest signs: label, the greeting's nonce, the fingerprint of the other host, the claim's text."""
    return _CONTEST_LABEL + nonce + fingerprint + claim_text(claim)


def endorsed(claim: Claim, key: SeatKey) -> Endorsement:
    """The signature of this seat under the claim."""
    return Endorsement(key.public, key.sign(claim_text(claim)))


def signers(claim: Claim, endorsements: Iterable[Endorsement], voters: Collection[bytes]) -> frozenset[bytes]:
    """The voters who have signed the claim; signatures of others and false ones count for nothing."""
    text = claim_text(claim)
    return frozenset(e.key for e in endorsements if e.key in voters and verify(e.key, e.signature, text))


def is_confirmed(signed: int, voters: int) -> bool:
    """Whether more than half of the voters have signed."""
    return 2 * signed > voters


def may_go_on(signed: int, voters: int) -> bool:
    """Whether cards may be played: confirmed, or so few people that nobody can be outvoted."""
    return is_confirmed(signed, voters) or (signed > 0 and voters <= PROVISIONAL_VOTERS)


@dataclass(frozen=True, slots=True)
class Branch:
    """One way a table went on after a cut: its claim and the seat keys of those who have signed it."""

    claim: Claim
    signed: frozenset[bytes]


def branch_of(claim: Claim, endorsements: Iterable[Endorsement], voters: Collection[bytes]) -> Branch:
    """The branch that these signatures stand for."""
    return Branch(claim, signers(claim, endorsements, voters))


def counting(one: Branch, other: Branch) -> Branch:
    """The branch that counts: signed by more seats, else of the lower epoch, else of the lower key.

    Who has signed both counts for the later epoch alone: they left the earlier one, whose host was lost to them.
    It depends on the two alone, not on who asks or in which order, and equal branches are one.
    """
    return one if _order(one, other) <= _order(other, one) else other


def _order(branch: Branch, rival: Branch) -> tuple[int, int, bytes, bytes, list[bytes]]:
    claim = branch.claim
    have_left = rival.signed if rival.claim.epoch > claim.epoch else frozenset()
    return -len(branch.signed - have_left), claim.epoch, claim.key, claim_text(claim), sorted(branch.signed)
