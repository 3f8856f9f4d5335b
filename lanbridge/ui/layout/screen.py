"""Logical units: one scale for a window, so that the same numbers serve 1024x640 and 4K."""

from __future__ import annotations

from dataclasses import dataclass

from lanbridge.ui.layout.rect import Point, Rect

LEAST_WIDTH = 1120  # logical units every layout can count on: at 1024x640 a unit is 0.91 pixels
LEAST_HEIGHT = 700
LEAST_PIXELS = (1024, 640)  # smaller windows are laid out, only smaller than is comfortable


@dataclass(frozen=True, slots=True)
class Screen:
    """A window's size in pixels and logical units, and the player's text factor (1-2)."""

    width_px: int
    height_px: int
    text: float = 1.0

    @property
    def scale(self) -> float:
        """Pixels a logical unit."""
        return max(0.05, min(self.width_px / LEAST_WIDTH, self.height_px / LEAST_HEIGHT))

    @property
    def w(self) -> float:
        """Width in logical units, at least LEAST_WIDTH."""
        return self.width_px / self.scale

    @property
    def h(self) -> float:
        """Height in logical units, at least LEAST_HEIGHT."""
        return self.height_px / self.scale

    @property
    def rect(self) -> Rect:
        """The whole window."""
        return Rect(0, 0, self.w, self.h)

    def grown(self, size: float, share: float = 1.0) -> float:
        """A size that follows the text factor by `share` (0 not at all, 1 wholly)."""
        return size * (1 + (self.text - 1) * share)

    def px(self, length: float) -> int:
        """A length in pixels, at least 1 for anything that is not nothing."""
        return max(1, round(length * self.scale)) if length > 0 else round(length * self.scale)

    def box(self, rect: Rect) -> tuple[int, int, int, int]:
        """A rectangle in whole pixels: edges are rounded, so that neighbours stay neighbours."""
        left, top = round(rect.x * self.scale), round(rect.y * self.scale)
        return left, top, round(rect.right * self.scale) - left, round(rect.bottom * self.scale) - top

    def point(self, x_px: float, y_px: float) -> Point:
        """A pixel in logical units."""
        return x_px / self.scale, y_px / self.scale
