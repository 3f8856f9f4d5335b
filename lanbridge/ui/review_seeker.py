"""A review is thought out beside the frame loop: it takes some seconds a deal."""

from __future__ import annotations

import random
import threading
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from lanbridge.engine import Event, Seat

if TYPE_CHECKING:
    from lanbridge.bots.review import Moment, Review


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


@dataclass(slots=True)
class DearestSeeker:
    """The dearest moment of each finished deal of one match, None where nothing better was to be found."""

    found: dict[int, Moment | None] = field(default_factory=dict)
    asked: set[int] = field(default_factory=set)

    def ask(self, number: int, events: tuple[Event, ...], seat: Seat) -> None:
        """Begin to look back at one deal (a match of its own), once."""
        if events and number not in self.asked:
            self.asked.add(number)
            threading.Thread(target=self._think, args=(number, events, seat), name="dearest", daemon=True).start()

    def _think(self, number: int, events: tuple[Event, ...], seat: Seat) -> None:
        from lanbridge.bots.review import review  # noqa: PLC0415 - its tables are needed by few, and never at the start

        dearest = review(events, seat, random.Random(number)).dearest  # noqa: S311 - dice of a search
        self.found[number] = replace(dearest[0], deal=number) if dearest else None

    def dearest(self, first: int = 1) -> Moment | None:
        """The dearest moment of all deals from ``first`` on that were looked at."""
        moments = [moment for number, moment in self.found.items() if moment is not None and number >= first]
        return max(moments, key=lambda moment: moment.cost, default=None)
