"""Times of the table, in monotonic seconds: turns, absences, pauses between deals. Never reads a clock."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from lanbridge.protocol.messages import TurnClock

if TYPE_CHECKING:
    from lanbridge.engine import Seat
    from lanbridge.protocol.table_settings import TableSettings

LONG_AGO: Final = float("-inf")


@dataclass
class Timing:
    """When the present turn began, when the pause between deals began, and since when each absent seat is away."""

    turn_since: float = 0.0
    pause_since: float = 0.0
    away_since: dict[Seat, float] = field(default_factory=dict)
    stopped_at: float | None = None

    def went_away(self, seat: Seat, now: float, *, in_order: bool) -> None:
        """The person has gone; who leaves in order is not waited for."""
        self.away_since[seat] = LONG_AGO if in_order else now

    def came_back(self, seat: Seat) -> None:
        """The person is here again. A turn that waits for them goes on: leaving and returning gains no time."""
        self.away_since.pop(seat, None)

    def stop(self, now: float) -> None:
        """The table is paused."""
        self.stopped_at = now

    def go_on(self, now: float) -> None:
        """The pause is over: everything that runs is moved by its length; what began in it begins now."""
        length = now - self.stopped_at if self.stopped_at is not None else 0.0
        self.turn_since = min(self.turn_since + length, now)
        self.pause_since = min(self.pause_since + length, now)
        self.away_since = {seat: min(since + length, now) for seat, since in self.away_since.items()}
        self.stopped_at = None

    def turn_over(self, seat: Seat, settings: TableSettings) -> float | None:
        """When a bot moves for this human seat; None if it may think for ever."""
        times = [self.grace_over(seat, settings.grace)] if seat in self.away_since else []
        if settings.clock is not None:
            times.append(self.clock_over(settings.clock))
        return min(times, default=None)

    def clock_over(self, clock: int) -> float:
        """When the turn clock (seconds a turn) runs out."""
        return self.turn_since + clock

    def grace_over(self, seat: Seat, grace: int) -> float:
        """When the absent seat has been waited for long enough (seconds); at once for a seat that is here."""
        return self.away_since.get(seat, LONG_AGO) + grace

    def shown(self, seat: Seat, settings: TableSettings, now: float) -> TurnClock | None:
        """The clock as the table sees it; None when nothing runs, or when it has run out."""
        over = self.turn_over(seat, settings)
        if over is None or over <= now or self.stopped_at is not None:
            return None
        by_clock = settings.clock is not None and over == self.clock_over(settings.clock)
        total = settings.clock if by_clock and settings.clock is not None else settings.grace
        return TurnClock(seat, max(0, round((over - now) * 1000)), total * 1000)
