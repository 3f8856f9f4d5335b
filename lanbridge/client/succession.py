"""What a seat makes of a table that comes back under another host (docs/notes/succession.md). Pure."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from lanbridge.engine import SEATS, TRICKS_IN_DEAL, DealScored, next_seat
from lanbridge.engine.referee import score_unseen
from lanbridge.protocol.handshake import SeatKey
from lanbridge.protocol.messages import Endorse, EpochClaimed, Occupant
from lanbridge.protocol.succession import endorsed, is_confirmed, may_go_on, sheet_digest, signers

from .known import HostClaim, Known, LinkProblem

if TYPE_CHECKING:
    from lanbridge.engine import DealResult, Direction, Table
    from lanbridge.protocol.messages import Claim, Greeting, Seating, Welcome

OFFERED_SECONDS: Final = 5.0
"""A lost host is waited for so long, beside the 4 s until the loss is noticed: most come back by themselves."""
TURN_SECONDS: Final = 5.0
"""Each further candidate waits so much longer for the one before."""
OUTWEIGHING: Final = 2
"""Other seats that outweigh ours when we saw the end of a deal that they did not see, or they one that we did not."""
LAST_TRICKS: Final = 3
"""So many tricks at the end of a deal one seat alone is believed to have seen and we not: a packet's repeating is
quicker than three tricks. Else whoever hosts next could make up the end of any deal; a claim needs a second witness."""


def seat_keys(seating: Seating | None) -> frozenset[bytes]:
    """Keys of all people who have seats, present or not."""
    seats = () if seating is None else seating.seats
    return frozenset(seat.key for seat in seats if seat.occupant is Occupant.HUMAN)


def voters(seating: Seating | None) -> tuple[bytes, ...]:
    """Keys of those who were present when the seating was last told: who decides about a successor."""
    seats = () if seating is None else seating.seats
    return tuple(seat.key for seat in seats if seat.occupant is Occupant.HUMAN and seat.present)


def rank(seating: Seating, direction: Direction) -> int | None:
    """Our place among those who may go on hosting, 0 first; None without a seat.

    In turn after the seat with the host's menu, who comes last; those who were away come behind those present.
    """
    start = seating.menu_seat if seating.menu_seat is not None else SEATS[-1]
    order = [next_seat(start, direction, place) for place in range(1, len(SEATS) + 1)]
    people = [seat for seat in order if seating.seats[seat].occupant is Occupant.HUMAN]
    people.sort(key=lambda seat: not seating.seats[seat].present)
    return people.index(seating.you) if seating.you in people else None


def offered(known: Known, now: float) -> bool:
    """Whether the table's host has been lost for so long that a seat may go on with the table."""
    lost = known.lost_at is not None and now - known.lost_at >= OFFERED_SECONDS
    return lost and known.seating is not None and known.seating.you is not None


def turn_at(known: Known, agreed_at: float) -> float | None:
    """The monotonic second at which we host, having agreed to carry on; None if we have no seat."""
    if known.seating is None or known.settings is None:
        return None
    place = rank(known.seating, known.settings.rules.direction)
    return None if place is None else agreed_at + place * TURN_SECONDS


@dataclass(slots=True)
class Followed:
    """The hosts that this seat has followed: certificates by epoch, what this connection's host claims, our signatures.

    ``yielding`` says that our last host has handed over by its own word: no sheet is compared with it any more, and it
    may be another host of the same epoch that counts.
    """

    key: SeatKey
    hosts: dict[int, bytes] = field(default_factory=dict)
    claimed: EpochClaimed | None = None
    yielding: bool = False
    _signed: dict[int, Endorse | None] = field(default_factory=dict)
    """By epoch; None where a claim stood before we first came: we have not seen what it says."""

    def judge(self, epoch: int, greeting: Greeting, fingerprint: bytes) -> LinkProblem | None:
        """What is wrong with a host that greets us again, ``epoch`` being the last one we knew.

        A later one may have another certificate; it must prove its claim before anything it says counts (`doubts`).
        """
        self.claimed = None
        if self.must_prove(epoch, greeting):
            return None
        if greeting.epoch < epoch and not self.yielding:
            return LinkProblem.WRONG_TABLE
        return None if self.hosts.get(greeting.epoch) == fingerprint else LinkProblem.HOST_KEY_CHANGED

    def must_prove(self, epoch: int, greeting: Greeting) -> bool:
        """Whether this host counts by its claim alone, ``epoch`` being the last one we knew."""
        return greeting.epoch > epoch or (self.yielding and greeting.epoch == epoch)

    def doubts(
        self, known: Known, told: EpochClaimed | None, greeting: Greeting, fingerprint: bytes
    ) -> LinkProblem | None:
        """Why a later host's claim is none, before it may welcome us or send us away; None if a seat has signed it."""
        proven = told is not None and _is_proven(told, known, greeting, fingerprint)
        return None if proven else LinkProblem.NOT_PROVEN

    def refuses(self, known: Known, welcome: Welcome, fingerprint: bytes) -> LinkProblem | None:
        """Why a later host's welcome does not count; None if it does."""
        if self.hosts.get(welcome.epoch) == fingerprint:
            return None
        told = self.claimed
        if told is None or not _is_proven(told, known, welcome, fingerprint):
            return LinkProblem.NOT_PROVEN
        if self.yielding or _fits(known, told, welcome):
            return None
        voting = voters(known.seating)
        signed = signers(told.claim, told.endorsements, voting)
        late = known.match < welcome.match or known.sheet == welcome.sheet[: len(known.sheet)]
        counts = is_confirmed(len(signed), len(voting)) and late
        one_step = _is_one_step_behind(known, told, welcome) or _unseen_tricks(known, told, welcome) is not None
        outweighed = len(signed - {self.key.public}) >= OUTWEIGHING and one_step
        return None if counts or outweighed else LinkProblem.SHEET_DIFFERS

    def follow(self, epoch: int, fingerprint: bytes) -> None:
        """This host has been accepted; what we signed for another one of this epoch, who has yielded, is void."""
        if not self.hosts and self.claimed is not None:
            self._signed[epoch] = None
        if self.hosts.get(epoch, fingerprint) != fingerprint:
            self._signed.pop(epoch, None)
        self.hosts[epoch] = fingerprint
        self.yielding = False

    def is_followed(self, claim: Claim, table_id: bytes, epoch: int) -> bool:
        """Whether the claim is of the host that we follow now: our signature must be good for nobody else."""
        return (claim.table_id, claim.epoch, claim.fingerprint) == (table_id, epoch, self.hosts.get(epoch))

    def endorsement(self, told: EpochClaimed) -> Endorse | None:
        """Our signature under the claim; never under two claims of one epoch, but when the first host yielded."""
        claim = told.claim
        signature = endorsed(claim, self.key).signature
        ours = self._signed.setdefault(claim.epoch, Endorse(claim.epoch, signature))
        have = {given.key for given in told.endorsements}
        asked = self.key.public in told.voters and self.key.public not in have
        return ours if asked and ours is not None and ours.signature == signature else None


def _is_proven(told: EpochClaimed, known: Known, host: Greeting | Welcome, fingerprint: bytes) -> bool:
    claim = told.claim
    same = (claim.table_id, claim.epoch, claim.fingerprint) == (host.table_id, host.epoch, fingerprint)
    seated = seat_keys(known.seating)
    return same and claim.key in seated and claim.key in signers(claim, told.endorsements, seated)


def _fits(known: Known, told: EpochClaimed, welcome: Welcome) -> bool:
    """Whether the claim stands on the score sheet that we know, or on one deal more, of which we saw nearly all."""
    claim = told.claim
    if (claim.match, claim.sheet) == (known.match, sheet_digest(known.match, known.sheet)):
        return welcome.match > claim.match or welcome.sheet[: len(known.sheet)] == known.sheet
    unseen = _unseen_tricks(known, told, welcome)
    return unseen is not None and unseen <= LAST_TRICKS


def _unseen_tricks(known: Known, told: EpochClaimed, welcome: Welcome) -> int | None:
    """How many tricks we did not see of the one deal that the claim has beside our sheet; None if it is not just that.

    Its calls are those that we saw, and nobody has fewer tricks.
    """
    claim, longer = told.claim, welcome.sheet[: len(known.sheet) + 1]
    if known.view is None or longer[:-1] != known.sheet or len(longer) == len(known.sheet):
        return None
    same = known.match == claim.match == welcome.match and claim.sheet == sheet_digest(claim.match, longer)
    table = known.view.table
    return TRICKS_IN_DEAL - sum(table.won) if same and _follows(table, longer[-1]) else None


def _is_one_step_behind(known: Known, told: EpochClaimed, welcome: Welcome) -> bool:
    """Whether all that the claim lacks of what we know is the end of the last deal, or the start of the match."""
    claim = told.claim
    if claim.sheet != sheet_digest(claim.match, welcome.sheet) or claim.match != welcome.match:
        return False
    before = known.sheet[:-1]
    return (known.match, before) == (claim.match, welcome.sheet) or (known.match, known.sheet) == (claim.match + 1, ())


def _follows(table: Table, deal: DealResult) -> bool:
    """Whether this can be the end of the deal on the table: what was seen stands in it, and its points are right."""
    won = all(after >= seen for after, seen in zip(deal.won, table.won, strict=True))
    agrees = deal.dealer == table.dealer and deal.calls == table.calls and won and sum(deal.won) == TRICKS_IN_DEAL
    return agrees and score_unseen(table, deal.won)[0] == DealScored(deal)


def shown(told: EpochClaimed, seating: Seating) -> HostClaim:
    """The claim as a screen shows it."""
    signed = signers(told.claim, told.endorsements, told.voters)
    keys = [seat.key for seat in seating.seats]
    host = keys.index(told.claim.key) if told.claim.key in keys else None
    return HostClaim(
        told.claim.epoch,
        host,
        tuple(seat for seat in SEATS if keys[seat] in signed),
        len(told.voters) // 2 + 1,
        is_confirmed(len(signed), len(told.voters)),
        may_go_on(len(signed), len(told.voters)),
    )
