"""Our rectangle: a value with the few cuts that layouts are made of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import combinations
from typing import TypeAlias

Point: TypeAlias = tuple[float, float]

_TOUCH = 0.01  # rectangles that share an edge do not overlap


@dataclass(frozen=True, slots=True)
class Rect:
    """x, y, w, h in logical units; y runs downwards."""

    x: float
    y: float
    w: float
    h: float

    @property
    def right(self) -> float:
        """The x of the right edge."""
        return self.x + self.w

    @property
    def bottom(self) -> float:
        """The y of the lower edge."""
        return self.y + self.h

    @property
    def center(self) -> Point:
        """The middle."""
        return self.x + self.w / 2, self.y + self.h / 2

    def has(self, point: Point) -> bool:
        """Whether the point lies inside."""
        return self.x <= point[0] < self.right and self.y <= point[1] < self.bottom

    def overlaps(self, other: Rect) -> bool:
        """Whether the two share an area (a shared edge does not count)."""
        return (
            self.x < other.right - _TOUCH
            and other.x < self.right - _TOUCH
            and self.y < other.bottom - _TOUCH
            and other.y < self.bottom - _TOUCH
        )

    def holds(self, other: Rect) -> bool:
        """Whether `other` lies wholly inside."""
        return (
            other.x >= self.x - _TOUCH
            and other.y >= self.y - _TOUCH
            and other.right <= self.right + _TOUCH
            and other.bottom <= self.bottom + _TOUCH
        )

    def moved(self, dx: float = 0, dy: float = 0) -> Rect:
        """The same size elsewhere."""
        return replace(self, x=self.x + dx, y=self.y + dy)

    def inset(self, dx: float, dy: float | None = None) -> Rect:
        """Smaller by dx at both sides and dy (else dx) above and below; negative numbers grow it."""
        dy = dx if dy is None else dy
        return Rect(self.x + dx, self.y + dy, max(0, self.w - 2 * dx), max(0, self.h - 2 * dy))

    def top(self, height: float) -> Rect:
        """The upper strip."""
        return replace(self, h=min(height, self.h))

    def low(self, height: float) -> Rect:
        """The lower strip."""
        return Rect(self.x, self.bottom - min(height, self.h), self.w, min(height, self.h))

    def left_part(self, width: float) -> Rect:
        """The strip at the left."""
        return replace(self, w=min(width, self.w))

    def right_part(self, width: float) -> Rect:
        """The strip at the right."""
        return Rect(self.right - min(width, self.w), self.y, min(width, self.w), self.h)

    def below(self, used: float) -> Rect:
        """What is left under the upper `used` units."""
        return Rect(self.x, self.y + used, self.w, max(0, self.h - used))

    def beside(self, used: float) -> Rect:
        """What is left at the right of the first `used` units."""
        return Rect(self.x + used, self.y, max(0, self.w - used), self.h)

    def middle(self, width: float, height: float) -> Rect:
        """A rectangle of this size in the middle."""
        return Rect(self.x + (self.w - width) / 2, self.y + (self.h - height) / 2, width, height)

    def columns(self, count: int, gap: float) -> tuple[Rect, ...]:
        """`count` equal parts side by side."""
        width = (self.w - gap * (count - 1)) / count
        return tuple(Rect(self.x + n * (width + gap), self.y, width, self.h) for n in range(count))

    def rows(self, count: int, gap: float) -> tuple[Rect, ...]:
        """`count` equal parts one under the other."""
        height = (self.h - gap * (count - 1)) / count
        return tuple(Rect(self.x, self.y + n * (height + gap), self.w, height) for n in range(count))


def clashes(named: Mapping[str, Rect]) -> list[tuple[str, str]]:
    """The pairs of names whose rectangles overlap; tests want none."""
    return [(a, b) for (a, one), (b, two) in combinations(named.items(), 2) if one.overlaps(two)]


def outside(named: Mapping[str, Rect], window: Rect) -> list[str]:
    """The names of rectangles that stick out of the window; tests want none."""
    return [name for name, rect in named.items() if not window.holds(rect)]
