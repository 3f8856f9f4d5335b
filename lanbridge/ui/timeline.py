"""The timeline: events and passing time in, what is shown out. A value; tested without a screen.

Laws: when nothing is left to show, or at `finished`, the shown view is the known view; no event is lost; no card is
drawn twice. A reader never waits long: a backlog runs faster, and one of more than `LONGEST` seconds is cut to its end.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from lanbridge.engine import Claimed, MatchStarted, PublicEvent, SeatView, evolve_view, opened_view
from lanbridge.settings import Motion
from lanbridge.ui.timeline_pace import span_of
from lanbridge.ui.timeline_shown import Shown, Step, at_rest, changing, in_step

COMFORT: Final = 2.5  # seconds of backlog behind the present step that run at normal speed
LONGEST: Final = 15.0  # seconds of backlog after which the rest is skipped but for the last `COMFORT`
_LONGEST_FRAME: Final = 0.25  # seconds: after a stall the timeline goes on from where it was seen


@dataclass(frozen=True, slots=True)
class Timeline:
    """``resting`` is shown while ``steps`` is empty; ``elapsed`` seconds of the first step have passed."""

    resting: SeatView
    motion: Motion = Motion.NORMAL
    steps: tuple[Step, ...] = ()
    elapsed: float = 0.0

    @property
    def known(self) -> SeatView:
        """The view that all steps lead to."""
        return self.steps[-1].after if self.steps else self.resting

    @property
    def busy(self) -> bool:
        """Whether something is still to be shown."""
        return bool(self.steps)

    @property
    def changing(self) -> bool:
        """Whether the picture changes now; False at rest and while a finished trick is read."""
        return bool(self.steps) and changing(self.steps[0], self.elapsed)

    @property
    def shown(self) -> Shown:
        """What the table shows now."""
        return in_step(self.steps[0], self.elapsed) if self.steps else at_rest(self.resting)

    @property
    def backlog(self) -> float:
        """Seconds that wait behind the present step."""
        return sum(step.span.seconds for step in self.steps[1:])

    def finished(self) -> Timeline:
        """Everything shown at once."""
        return replace(self, resting=self.known, steps=(), elapsed=0.0)

    def told(self, events: Sequence[PublicEvent], view: SeatView) -> Timeline:
        """These events have happened and led to ``view``; they queue behind what is still to be shown."""
        steps = _steps(self.known, events, view, self.motion)
        if not steps:
            return replace(self.finished(), resting=view)
        return _shortened(replace(self, steps=(*self.steps, *steps)))

    def advanced(self, seconds: float) -> tuple[Timeline, tuple[PublicEvent, ...]]:
        """Later, and the events whose showing began in between (for sounds and bubbles)."""
        left = max(0.0, min(seconds, _LONGEST_FRAME)) * self._rate
        line, begun = self, list(self._beginning())
        while line.steps and line.elapsed + left >= line.steps[0].span.seconds:
            left -= line.steps[0].span.seconds - line.elapsed
            line = replace(line, resting=line.steps[0].after, steps=line.steps[1:], elapsed=0.0)
            begun += line._beginning()  # noqa: SLF001 - a value of the same class
        # A step that has begun is never at 0 again, so that its beginning is told once.
        return (replace(line, elapsed=max(line.elapsed + left, 1e-9)) if line.steps else line), tuple(begun)

    def _beginning(self) -> tuple[PublicEvent, ...]:
        return (self.steps[0].event,) if self.steps and not self.elapsed else ()

    @property
    def _rate(self) -> float:
        return max(1.0, self.backlog / COMFORT)


def _shortened(line: Timeline) -> Timeline:
    if line.backlog <= LONGEST:
        return line
    kept, seconds = len(line.steps), 0.0
    while kept > 1 and seconds + line.steps[kept - 1].span.seconds <= COMFORT:
        kept -= 1
        seconds += line.steps[kept].span.seconds
    rest = line.steps[kept:]
    return replace(line, resting=line.steps[kept - 1].after, steps=rest, elapsed=0.0)


def _steps(view: SeatView, events: Sequence[PublicEvent], known: SeatView, motion: Motion) -> tuple[Step, ...]:
    """One step an event; the last one ends at the view that the host has sent, whatever we make of the events."""
    steps: list[Step] = []
    claimed = False
    for event in events:
        after = opened_view(event, view.viewer) if isinstance(event, MatchStarted) else evolve_view(view, event)
        steps.append(Step(event, view, after, span_of(event, motion, claimed=claimed)))
        claimed = claimed or isinstance(event, Claimed)
        view = after
    if steps:
        steps[-1] = replace(steps[-1], after=known)
    return tuple(steps)
