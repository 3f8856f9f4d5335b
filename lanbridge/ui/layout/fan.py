"""The hand as a gentle fan: where each card is, how it leans, which one is under the pointer."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from math import cos, radians, sin

from lanbridge.ui.layout.rect import Point, Rect

CARD_SHAPE = 5 / 7  # width by height
_STEP_DEGREES = 0.95  # from card to card
_SPACING = 0.64  # of a card's width: index and half a pip stay visible
_LIFT = 0.11  # of a card's height: how far a card that may be played stands out
_DROP_VISIBLE = 0.93  # of the middle card's height is inside the window


@dataclass(frozen=True, slots=True)
class Spot:
    """A card's middle, its lean in degrees (clockwise is positive) and its height."""

    x: float
    y: float
    angle: float
    height: float

    @property
    def width(self) -> float:
        """The card's width."""
        return self.height * CARD_SHAPE

    def lifted(self, by: float) -> Spot:
        """The same spot, moved along its own upward direction."""
        turn = radians(self.angle)
        return Spot(self.x + by * sin(turn), self.y - by * cos(turn), self.angle, self.height)

    def has(self, point: Point) -> bool:
        """Whether the point lies on the leaning card."""
        dx, dy, turn = point[0] - self.x, point[1] - self.y, radians(-self.angle)
        along, down = dx * cos(turn) - dy * sin(turn), dx * sin(turn) + dy * cos(turn)
        return abs(along) <= self.width / 2 and abs(down) <= self.height / 2

    @property
    def bounds(self) -> Rect:
        """The upright rectangle round the leaning card."""
        turn = radians(self.angle)
        w = abs(self.width * cos(turn)) + abs(self.height * sin(turn))
        h = abs(self.height * cos(turn)) + abs(self.width * sin(turn))
        return Rect(self.x - w / 2, self.y - h / 2, w, h)


@dataclass(frozen=True, slots=True)
class Fan:
    """The spots of a hand from left to right; a later card lies on an earlier one. ``lift`` is in units."""

    spots: tuple[Spot, ...]
    lift: float

    def shown(self, raised: Collection[int]) -> tuple[Spot, ...]:
        """The spots with those of the cards that are raised lifted."""
        return tuple(s.lifted(self.lift) if n in raised else s for n, s in enumerate(self.spots))

    def hit(self, point: Point, raised: Collection[int] = ()) -> int | None:
        """The index of the card under the pointer: the last drawn first.

        A raised card is hit where it stands and where it stood, so that lifting never loses the pointer.
        """
        lifted = self.shown(raised)
        for n in reversed(range(len(self.spots))):
            if lifted[n].has(point) or self.spots[n].has(point):
                return n
        return None


def fan(area: Rect, count: int) -> Fan:
    """A fan of 0-13 cards, its middle card in the middle of `area`, whose height is what is visible of it."""
    height = area.h / _DROP_VISIBLE
    width = height * CARD_SHAPE
    steps = max(1, count - 1)
    spacing = min(width * _SPACING, (area.w - width * 1.25) / steps)
    radius = spacing / radians(_STEP_DEGREES)
    middle_x, middle_y = area.center[0], area.y + height / 2
    spots = []
    for n in range(count):
        angle = (n - (count - 1) / 2) * _STEP_DEGREES
        turn = radians(angle)
        spots.append(Spot(middle_x + radius * sin(turn), middle_y + radius * (1 - cos(turn)), angle, height))
    return Fan(tuple(spots), height * _LIFT)
