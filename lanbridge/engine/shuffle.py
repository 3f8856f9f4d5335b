"""From shares of randomness to four hands: a published function that anybody can repeat (docs/fair-deal.md).

Every byte string is 32 bytes unless said otherwise. Nothing here draws randomness; it is all handed in.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Final

from .cards import PACK, TRICKS_IN_DEAL, Hand, Seat, sorted_hand
from .tricks import SEATS_AT_TABLE, next_seat

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .cards import Card
    from .rules import Direction

SHARE_BYTES: Final = 32
HOST: Final = 4
"""The host's number among the participants of a deal; seats have 0-3."""

_COMMIT_LABEL: Final = b"LAN Bridge commitment 1"
_SEED_LABEL: Final = b"LAN Bridge seed 1"
_WORD_BYTES: Final = 4
_WORD_LIMIT: Final = 1 << (8 * _WORD_BYTES)


@dataclass(frozen=True, slots=True)
class DealName:
    """What a deal's commitments are bound to: table id (16 bytes), deal number from 1, attempt from 1."""

    table_id: bytes
    deal: int
    attempt: int

    def to_bytes(self) -> bytes:
        """Table id, then deal and attempt as four big-endian bytes each."""
        return self.table_id + self.deal.to_bytes(4, "big") + self.attempt.to_bytes(4, "big")


@dataclass(frozen=True, slots=True)
class Share:
    """A participant's (seat 0-3 or `HOST`) commitment and, once revealed, the randomness behind it."""

    participant: int
    commitment: bytes
    secret: bytes


@dataclass(frozen=True, slots=True)
class DealProof:
    """All that is needed to deal the pack again; shares by participant, rising, the host's last."""

    name: DealName
    shares: tuple[Share, ...]


def commit(name: DealName, participant: int, secret: bytes) -> bytes:
    """The commitment of a participant to ``secret`` for this deal and attempt."""
    return sha256(_COMMIT_LABEL + name.to_bytes() + bytes([participant]) + secret).digest()


def seed_of(name: DealName, secrets: dict[int, bytes]) -> bytes:
    """The seed made of everybody's secrets; key: participant."""
    parts = b"".join(bytes([participant]) + secrets[participant] for participant in sorted(secrets))
    return sha256(_SEED_LABEL + name.to_bytes() + parts).digest()


def _words(seed: bytes) -> Iterator[int]:
    counter = 0
    while True:
        block = sha256(seed + counter.to_bytes(8, "big")).digest()
        for start in range(0, len(block), _WORD_BYTES):
            yield int.from_bytes(block[start : start + _WORD_BYTES], "big")
        counter += 1


def _below(bound: int, words: Iterator[int]) -> int:
    fair = _WORD_LIMIT - _WORD_LIMIT % bound  # words above it would favour small numbers
    return next(word for word in words if word < fair) % bound


def shuffled_pack(seed: bytes) -> tuple[Card, ...]:
    """The pack in the order in which it is dealt: Fisher-Yates from the last card down, words of SHA-256."""
    pack, words = list(PACK), _words(seed)
    for last in range(len(pack) - 1, 0, -1):
        other = _below(last + 1, words)
        pack[last], pack[other] = pack[other], pack[last]
    return tuple(pack)


def dealt_hands(pack: tuple[Card, ...], dealer: Seat, direction: Direction) -> tuple[Hand, ...]:
    """The hands by seat, dealt one card at a time from the seat after the dealer (rules 1.2, 1.4)."""
    hands: list[list[Card]] = [[], [], [], []]
    for place, card in enumerate(pack[: SEATS_AT_TABLE * TRICKS_IN_DEAL]):
        hands[next_seat(dealer, direction, 1 + place)].append(card)
    return tuple(sorted_hand(hand) for hand in hands)


def hands_of(proof: DealProof, dealer: Seat, direction: Direction) -> tuple[Hand, ...]:
    """The four hands that the proof's secrets give."""
    seed = seed_of(proof.name, {share.participant: share.secret for share in proof.shares})
    return dealt_hands(shuffled_pack(seed), dealer, direction)


def broken_shares(proof: DealProof) -> tuple[int, ...]:
    """The participants whose secret does not open their commitment; empty for an honest deal."""
    return tuple(
        share.participant
        for share in proof.shares
        if commit(proof.name, share.participant, share.secret) != share.commitment
    )
