"""A second statement of the fair deal, written from docs/fair-deal.md and not from the engine."""

from __future__ import annotations

from hashlib import sha256

from lanbridge.engine import Card, DealProof, Hand
from lanbridge.protocol.messages import ShuffleOpened

RANKS = "23456789TJQKA"
SUITS = "CDHS"


def name_bytes(proof: DealProof) -> bytes:
    name = proof.name
    return name.table_id + name.deal.to_bytes(4, "big") + name.attempt.to_bytes(4, "big")


def commitments_hold(proof: DealProof, opened: ShuffleOpened) -> bool:
    """Whether every secret opens its commitment, and the host's is the one that was shown before the deal."""
    label = b"LAN Bridge commitment 1" + name_bytes(proof)
    fits = all(sha256(label + bytes([s.participant]) + s.secret).digest() == s.commitment for s in proof.shares)
    told = tuple(share.participant for share in proof.shares) == opened.participants
    return fits and told and proof.shares[-1].commitment == opened.host_commitment


def hands_by_hand(proof: DealProof, dealer: int, step: int) -> tuple[set[str], ...]:
    """The four hands as card texts; ``step`` is 1 counter-clockwise, else -1."""
    seed = sha256(b"LAN Bridge seed 1" + name_bytes(proof))
    for share in sorted(proof.shares, key=lambda share: share.participant):
        seed.update(bytes([share.participant]) + share.secret)
    pack = [rank + suit for suit in SUITS for rank in RANKS]
    blocks = (sha256(seed.digest() + number.to_bytes(8, "big")).digest() for number in range(10**6))
    words = (int.from_bytes(block[at : at + 4], "big") for block in blocks for at in range(0, 32, 4))
    for last in range(51, 0, -1):
        bound = last + 1
        word = next(word for word in words if word < 2**32 - 2**32 % bound)
        pack[last], pack[word % bound] = pack[word % bound], pack[last]
    return tuple({pack[place] for place in range(52) if (dealer + step * (place + 1)) % 4 == seat} for seat in range(4))


def texts(hand: Hand | tuple[Card, ...]) -> set[str]:
    return {str(card) for card in hand}
