"""A review is thought out beside the frame loop: it takes some seconds a deal."""

from __future__ import annotations

import random
import threading
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from lanbridge.engine import Event, Seat

if TYPE_CHECKING:
    from lanbridge.bots.review import Review


@dataclass(slots=True)
class ReviewSeeker:
    """Looks back at one seat at a time, in a thread that ends with the program."""

    found: dict[Seat, Review] = field(default_factory=dict)
    looking: set[Seat] = field(default_factory=set)

    def ask(self, events: tuple[Event, ...], seat: Seat) -> None:
        """Begin to look, unless that is done or on its way."""
        if seat not in self.looking and seat not in self.found:
            self.looking.add(seat)
            threading.Thread(target=self._think, args=(events, seat), name="review", daemon=True).start()

    def _think(self, events: tuple[Event, ...], seat: Seat) -> None:
        from lanbridge.bots.review import review  # noqa: PLC0415 - its tables are needed by few, and never at the start

        self.found[seat] = review(events, seat, random.Random(seat))  # noqa: S311 - dice of a search
        self.looking.discard(seat)
