"""How often the frame loop goes round. No pygame."""

from __future__ import annotations

from typing import Final

CALM_RATE: Final = 60  # rounds a second: a key is seen within 17 ms
MOVING_RATE: Final = 120
REST_RATE: Final = 15  # what scenes do by themselves while nothing moves and nothing comes in
STILL_RATE: Final = 30  # after some seconds without an input: half the cost of waiting, and a key within 33 ms
STILL_AFTER: Final = 3.0  # seconds
AWAY_RATE: Final = 15  # the window has not the focus; news still come within 70 ms


def rounds_a_second(*, moving: bool, hidden: bool, focused: bool, still_for: float) -> int:
    """The rate from now on; ``still_for``: seconds since the last input."""
    if hidden or not focused:
        return CALM_RATE if moving and not hidden else AWAY_RATE
    if moving:
        return MOVING_RATE
    return CALM_RATE if still_for < STILL_AFTER else STILL_RATE
