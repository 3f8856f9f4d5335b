"""A match as it is kept: what happened, who sat where, and how each deal came about."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from .cards import Seat
from .events import Event, MatchStarted, PackDealt
from .rules import Ruleset
from .shuffle import DealProof

TABLE_ID_BYTES: Final = 16
LONGEST_RECORD: Final = 4 * 1024 * 1024
"""Characters: a match of 500 deals with all proofs and attempts has about a third; a wrong file is refused early."""
CUT: Final = "Cut"
"""The tag of a match that was carried on."""
COUNTED: Final = "Counted"
NOT_COUNTED: Final = "no"
"""Tag and value of a branch that does not count."""
MOST_TAGS: Final = 64
LONGEST_TAG: Final = 400
"""Characters of one tag's value: every switch set takes 250, names and dates far fewer."""


class InvalidRecord(ValueError):
    """The text is no record, or the record cannot be written; ``line`` counts from 1, 0 for the whole."""

    def __init__(self, line: int, complaint: str) -> None:
        super().__init__(f"line {line}: {complaint}" if line else complaint)
        self.line = line
        self.complaint = complaint


@dataclass(frozen=True, slots=True)
class Dealing:
    """How one deal came about: its proof, and the attempts that were given up before it.

    A secret that was never shown is empty bytes, so is a commitment that never came.
    ``proof`` is None where nobody committed to anything.
    """

    proof: DealProof | None = None
    given_up: tuple[DealProof, ...] = ()


@dataclass(frozen=True, slots=True)
class Record:
    """A match, finished or not.

    ``table_id`` is 16 bytes. ``tags`` are free facts (name, value) such as ``("Seat0", "Rafi")``, in order.
    ``events`` start with `MatchStarted`. ``dealings`` has one entry for each `PackDealt`, and may have one
    more for a deal whose cards were never dealt. Hands of a deal that was lost with its host hold only the
    cards that are known.

    A match that lost its host has the tag `CUT`: the number of deals that had begun by then. Who wrote the record did
    not deal them, and may not have seen all of them.

    Raises:
        InvalidRecord: the events do not start a match, or dealings and deals do not go together.
    """

    table_id: bytes
    tags: tuple[tuple[str, str], ...]
    events: tuple[Event, ...]
    dealings: tuple[Dealing, ...]

    def __post_init__(self) -> None:
        if not self.events or not isinstance(self.events[0], MatchStarted):
            raise InvalidRecord(0, "a match starts with MatchStarted")
        if len(self.dealings) - len(self.deals) not in (0, 1):
            raise InvalidRecord(0, f"{len(self.deals)} deals but {len(self.dealings)} dealings")

    @property
    def started(self) -> MatchStarted:
        """The first event."""
        first = self.events[0]
        assert isinstance(first, MatchStarted)  # noqa: S101 - __post_init__ has seen to it
        return first

    @property
    def rules(self) -> Ruleset:
        """The rules of the match."""
        return self.started.rules

    @property
    def counts(self) -> bool:
        """Whether this is no branch that lost to another one of the same match."""
        return (COUNTED, NOT_COUNTED) not in self.tags

    @property
    def cut(self) -> int:
        """How many deals had begun when the match came here from a lost host; 0 if it did not."""
        told = dict(self.tags).get(CUT, "")
        return int(told) if re.fullmatch("[0-9]{1,5}", told) else 0

    @property
    def deals(self) -> tuple[PackDealt, ...]:
        """All deals in order, void ones too."""
        return tuple(event for event in self.events if isinstance(event, PackDealt))

    def seat_name(self, seat: Seat) -> str:
        """The name written for the seat, or its number when none is."""
        return dict(self.tags).get(f"Seat{seat}", str(seat))
