"""The claim under which a table is hosted by a successor (docs/notes/succession.md)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from lanbridge.protocol.messages import Claim, Endorsement, EpochClaimed
from lanbridge.protocol.succession import Branch, branch_of, may_go_on, signers


@dataclass(frozen=True, slots=True)
class Succession:
    """The claim under which this table is hosted; ``voters`` were present at the cut.

    ``waits`` says that the table is paused until enough of them have signed.
    """

    claim: Claim
    endorsements: tuple[Endorsement, ...]
    voters: tuple[bytes, ...]
    waits: bool = False

    @property
    def signed(self) -> int:
        """How many voters have signed."""
        return len(signers(self.claim, self.endorsements, self.voters))

    @property
    def may_go_on(self) -> bool:
        """Whether cards may be played under this claim."""
        return may_go_on(self.signed, len(self.voters))

    @property
    def branch(self) -> Branch:
        """What this table is worth beside another of the same id."""
        return branch_of(self.claim, self.endorsements, self.voters)

    def told(self) -> EpochClaimed:
        """What everybody may know of it."""
        return EpochClaimed(self.claim, self.endorsements, self.voters)

    def with_signature(self, endorsement: Endorsement) -> Succession:
        """One more signature; false, foreign and repeated ones change nothing."""
        have = {given.key for given in self.endorsements}
        good = signers(self.claim, (endorsement,), self.voters) - have
        return replace(self, endorsements=(*self.endorsements, endorsement)) if good else self
