"""Shuffling: one attempt after another until every participant has committed and revealed (docs/fair-deal.md)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from lanbridge.engine import HOST, DealName, DealProof, Share, commit
from lanbridge.engine.record import Dealing
from lanbridge.protocol.messages import Commitments, ShuffleOpened

if TYPE_CHECKING:
    from lanbridge.engine import Seat

STEP_SECONDS: Final = 3.0
"""Time to commit, and again to reveal: programs answer in milliseconds, a lossy network within two repeats."""


@dataclass(frozen=True, slots=True)
class Shuffling:
    """An attempt in progress: who takes part, the host's sealed secret, what has come in, and attempts given up."""

    name: DealName
    seats: tuple[Seat, ...]
    host_secret: bytes
    since: float
    left_out: tuple[Seat, ...] = ()
    commitments: tuple[tuple[Seat, bytes], ...] = ()
    secrets: tuple[tuple[Seat, bytes], ...] = ()
    given_up: tuple[DealProof, ...] = ()

    @property
    def deadline(self) -> float:
        """Monotonic second at which the present step is over."""
        return self.since + STEP_SECONDS

    @property
    def all_committed(self) -> bool:
        """Whether nothing is missing for the second step."""
        return len(self.commitments) == len(self.seats)

    @property
    def complete(self) -> bool:
        """Whether the pack can be dealt."""
        return self.all_committed and len(self.secrets) == len(self.seats)

    def asks_for(self, deal: int, attempt: int) -> bool:
        """Whether a share for this deal and attempt belongs here."""
        return (deal, attempt) == (self.name.deal, self.name.attempt)

    def missing(self) -> tuple[Seat, ...]:
        """The seats that the present step waits for."""
        have = dict(self.secrets if self.all_committed else self.commitments)
        return tuple(seat for seat in self.seats if seat not in have)

    def opened(self) -> ShuffleOpened:
        """The message that opens this attempt."""
        name = self.name
        return ShuffleOpened(
            name.deal, name.attempt, (*self.seats, HOST), commit(name, HOST, self.host_secret), self.left_out
        )

    def listed(self) -> Commitments:
        """The message that asks for the secrets."""
        return Commitments(self.name.deal, self.name.attempt, (*self._ordered(), self.opened().host_commitment))

    def with_commitment(self, seat: Seat, commitment: bytes, now: float) -> Shuffling:
        """After a commitment; one that comes twice, late or from outside changes nothing."""
        if self.all_committed or seat not in self.missing():
            return self
        after = replace(self, commitments=(*self.commitments, (seat, commitment)))
        return replace(after, since=now) if after.all_committed else after

    def with_secret(self, seat: Seat, secret: bytes) -> Shuffling:
        """After a reveal; one that does not open the commitment counts as missing."""
        fits = dict(self.commitments).get(seat) == commit(self.name, seat, secret)
        if not (self.all_committed and fits and seat in self.missing()):
            return self
        return replace(self, secrets=(*self.secrets, (seat, secret)))

    def again_without(self, seats: tuple[Seat, ...], host_secret: bytes, now: float) -> Shuffling:
        """The next attempt: everybody who is left commits anew."""
        name = replace(self.name, attempt=self.name.attempt + 1)
        stay = tuple(seat for seat in self.seats if seat not in seats)
        return Shuffling(name, stay, host_secret, now, left_out=seats, given_up=(*self.given_up, self._as_given_up()))

    def proof(self) -> DealProof:
        """What lets anybody deal this pack again; the attempt must be complete."""
        return self._proof(dict(self.secrets), self.host_secret)

    def dealing(self) -> Dealing:
        """The proof, with the attempts that were given up before it."""
        return Dealing(self.proof(), self.given_up)

    def abandoned(self) -> Dealing:
        """What stands in the record when the match is stopped before this pack was dealt."""
        return Dealing(None, (*self.given_up, self._as_given_up()))

    def _as_given_up(self) -> DealProof:
        return self._proof({}, b"")

    def _proof(self, secrets: dict[Seat, bytes], host_secret: bytes) -> DealProof:
        commitments = dict(self.commitments)
        shares = (Share(seat, commitments.get(seat, b""), secrets.get(seat, b"")) for seat in sorted(self.seats))
        host = Share(HOST, commit(self.name, HOST, self.host_secret), host_secret)
        return DealProof(self.name, (*shares, host))

    def _ordered(self) -> tuple[bytes, ...]:
        commitments = dict(self.commitments)
        return tuple(commitments[seat] for seat in self.seats)
