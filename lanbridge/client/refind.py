"""Where a lost table is looked for: its last good place, and wherever somebody claims to host it now.

Pure, but for the lobby that `Refinder` opens. Anybody may claim a table's id, also at a higher epoch. So no claim takes
the last good place's turn, whoever greets must prove itself (`Session.judge`, `Session.doubts`), and a place that was
false is left alone for a while.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import chain, zip_longest
from typing import Final, TypeAlias

from lanbridge.protocol.messages import CloseReason

from .dial import Endpoint
from .known import Known, Link, LinkChanged, LinkProblem, Notice
from .ports import FoundTable, Lobby, Target

CLAIMED_ADDRESSES: Final = 4
"""Addresses called of each host that only claims the table: two adapters with IPv4 and IPv6."""
FALSE_SECONDS: Final = 10.0
"""A place that proved false is not called again for so long: a true host that was misunderstood comes back soon."""
MOST_DOUBTED: Final = 256
"""Places whose failures are remembered: four times what can be claimed at once (`sightings.MOST_HOSTS`)."""

# `SHEET_DIFFERS` is no such problem: a seat of the table hosts there, and when others have signed for it we follow.
_FALSE: Final = frozenset(
    {
        LinkProblem.NOT_A_TABLE,
        LinkProblem.WRONG_TABLE,
        LinkProblem.HOST_KEY_CHANGED,
        LinkProblem.NOT_PROVEN,
    }
)

Find: TypeAlias = Callable[[Target], tuple[FoundTable, ...]]
"""All that claim to host the target's table now."""


@dataclass(slots=True)
class Doubted:
    """Places that failed: when, and whether somebody false sat there. Times are monotonic seconds."""

    _failed: dict[Endpoint, tuple[float, bool]] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self._failed)

    def failed(self, place: Endpoint, problem: CloseReason | LinkProblem, now: float) -> None:
        """This place did not let us in."""
        self._failed.pop(place, None)
        self._failed[place] = (now, problem in _FALSE)
        if len(self._failed) > MOST_DOUBTED:
            del self._failed[next(iter(self._failed))]

    def believed(self, places: Iterable[Endpoint], now: float) -> list[Endpoint]:
        """Those that may be called: first who never failed, then whose failure is longest ago."""
        worth = [place for place in places if not self._is_false(place, now)]
        return sorted(worth, key=lambda place: self._failed.get(place, (float("-inf"), False))[0])

    def _is_false(self, place: Endpoint, now: float) -> bool:
        at, false = self._failed.get(place, (0.0, False))
        return false and now - at < FALSE_SECONDS


def places_to_try(
    target: Target, own: Sequence[Endpoint], rows: Iterable[FoundTable], doubted: Doubted, now: float
) -> tuple[Endpoint, ...]:
    """Where to call, in this order: in turn where our host is seen now, its last good place, where others claim to be.

    ``own`` are the target's own places as numbers, which are always called; the rest only while it is not `Doubted`.
    """
    claims = [row for row in rows if row.table_id == target.table_id]
    same = [row for row in claims if target.fingerprint in (b"", row.fingerprint)]
    seen = [(address, row.port) for row in same for address in row.addresses]
    claimed = [
        (address, row.port) for row in claims if row not in same for address in row.addresses[:CLAIMED_ADDRESSES]
    ]
    queues = (doubted.believed(seen, now), own, doubted.believed(claimed, now))
    in_turn = (place for place in chain.from_iterable(zip_longest(*queues)) if place is not None)
    return tuple(dict.fromkeys(in_turn))


class Refinder:
    """For a `BotPlayer`: opens the lobby when the line breaks and closes it when it is back or over."""

    def __init__(self, look: Callable[[], Lobby]) -> None:
        self._look = look
        self._lobby: Lobby | None = None

    def hear(self, notice: Notice, _: Known) -> None:
        """Hear every notice of the session."""
        if isinstance(notice, LinkChanged):
            if notice.link is Link.LOST and self._lobby is None:
                self._lobby = self._look()
            elif notice.link is not Link.LOST:
                self.close()

    def find(self, _: Target) -> tuple[FoundTable, ...]:
        """All tables that are seen now; none while nobody looks."""
        return () if self._lobby is None else self._lobby.tables()

    def close(self) -> None:
        """Look no more."""
        if self._lobby is not None:
            self._lobby.close()
            self._lobby = None
