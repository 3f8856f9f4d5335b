"""What scenes draw with: every length in logical units, every colour from the theme, everything kept once drawn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from typing import Literal, TypeAlias

import pygame

from lanbridge.ui.fonts import Fonts, mark_surface
from lanbridge.ui.layout import Point, Rect, Screen
from lanbridge.ui.paint import shapes
from lanbridge.ui.paint.felt import felt
from lanbridge.ui.paint.shelf import Shelf
from lanbridge.ui.theme import Colour, Paint, Theme

Align: TypeAlias = Literal["left", "center", "right"]

_LEAST_TEXT = 11.0  # logical units: text that must fit is never set smaller, it is shortened
_TEXT_SHADE: Colour = (0, 21, 23)
_ARC_STEPS = 120  # a clock's ring moves in steps this fine, so that few rings are drawn


class Easel:
    """A surface with a scale, a theme and fonts, and all that can be drawn but cards: enough for a first frame."""

    def __init__(
        self,
        surface: pygame.Surface,
        theme: Theme,
        *,
        fonts: Fonts | None = None,
        shelf: Shelf | None = None,
    ) -> None:
        self.surface = surface
        self.theme = theme
        self.screen = Screen(*surface.get_size(), theme.text_factor)
        self.fonts = fonts or Fonts()
        self.shelf = shelf or Shelf()
        self._suits = (theme.suit_on_dark(0), theme.suit_on_dark(1), theme.suit_on_dark(2), theme.suit_on_dark(3))

    # ------------------------------------------------------------------ grounds

    def felt(self, oval: Rect | None = None) -> None:
        """The cloth over the whole window, with the table's line where there is one."""
        box = self.screen.box(oval) if oval else None
        size, palette = self.surface.get_size(), self.theme.palette
        key = ("felt", size, box, palette)
        self.surface.blit(self.shelf.get(key, lambda: felt(*size, box, palette, self.screen.scale)), (0, 0))

    def veil(self) -> None:
        """Darkens everything drawn so far: under a dialog."""
        size, paint = self.surface.get_size(), self.theme.palette.veil
        self.surface.blit(self.shelf.get(("veil", size, paint), lambda: shapes.rounded(*size, 0, paint)), (0, 0))

    def bar(self, rect: Rect) -> None:
        """The top bar: dark at the upper edge, gone at its foot."""
        box = self.screen.box(rect)
        upper, lower = (2, 12, 14, 190), (2, 12, 14, 110)
        key = ("bar", box[2], box[3], upper, lower)
        self.surface.blit(self.shelf.get(key, lambda: shapes.shaded(box[2], box[3], upper, lower)), box[:2])

    def box(
        self,
        rect: Rect,
        paint: Colour | Paint,
        *,
        radius: float = 0,
        border: Colour | Paint | None = None,
        thickness: float = 1.5,
    ) -> None:
        """A rounded rectangle, with a border inside its edge where one is given."""
        x, y, w, h = self.screen.box(rect)
        if w <= 0 or h <= 0:
            return
        round_px = min(round(radius * self.screen.scale), w // 2, h // 2)
        key = ("box", w, h, round_px, paint)
        self.surface.blit(self.shelf.get(key, lambda: shapes.rounded(w, h, round_px, paint)), (x, y))
        if border is not None:
            self.outline(rect, border, radius=radius, thickness=thickness)

    def outline(self, rect: Rect, paint: Colour | Paint, *, radius: float = 0, thickness: float = 1.5) -> None:
        """Only the border of a rounded rectangle."""
        x, y, w, h = self.screen.box(rect)
        round_px, thick = min(round(radius * self.screen.scale), w // 2, h // 2), self.screen.px(thickness)
        key = ("outline", w, h, round_px, thick, paint)
        self.surface.blit(self.shelf.get(key, lambda: shapes.outline(w, h, round_px, thick, paint)), (x, y))

    def dashes(self, rect: Rect, paint: Colour | Paint, *, radius: float, thickness: float = 1.6) -> None:
        """A dashed border: a place that is free."""
        x, y, w, h = self.screen.box(rect)
        round_px, thick = round(radius * self.screen.scale), self.screen.px(thickness)
        key = ("dashes", w, h, round_px, thick, paint)
        self.surface.blit(self.shelf.get(key, lambda: shapes.dashed_outline(w, h, round_px, thick, paint)), (x, y))

    def shadow(
        self, rect: Rect, *, radius: float, blur: float = 18, drop: float = 5, paint: Paint = (0, 0, 0, 90)
    ) -> None:
        """A soft shadow (or, in another colour and without drop, a glow) under a rounded rectangle."""
        x, y, w, h = self.screen.box(rect)
        round_px, wide = min(round(radius * self.screen.scale), h // 2), self.screen.px(blur)
        key = ("soft", w, h, round_px, wide, paint)
        soft = self.shelf.get(key, lambda: shapes.soft_edge(w, h, round_px, wide, paint))
        self.surface.blit(soft, (x - wide, y - wide + round(drop * self.screen.scale)))

    def plate(self, rect: Rect, *, now: bool = False, radius: float | None = None) -> None:
        """A calm dark plate on the felt; `now` rings it in gold."""
        round_ = rect.h / 2 if radius is None else radius
        palette = self.theme.palette
        self.shadow(rect, radius=round_, blur=14, drop=4, paint=(0, 0, 0, 70))
        if now:
            self.shadow(rect, radius=round_, blur=13, drop=0, paint=(*palette.gold, 120))
        paint = (*palette.plate[:3], max(246, palette.plate[3])) if now else palette.plate
        edge = palette.gold if now else (*palette.ink, 30)
        self.box(rect, paint, radius=round_, border=edge, thickness=2 if now else 1)

    def panel(self, rect: Rect, *, radius: float | None = None) -> None:
        """A large dark panel with a soft shadow."""
        round_ = self.theme.sizes.radius if radius is None else radius
        self.shadow(rect, radius=round_, blur=26, drop=10, paint=(0, 0, 0, 105))
        self.box(rect, self.theme.palette.panel, radius=round_, border=(255, 255, 255, 14), thickness=1)

    def line(self, start: Point, end: Point, paint: Paint | None = None) -> None:
        """A hairline along x or y."""
        paint = paint or self.theme.palette.line
        thick = 1 / self.screen.scale
        width, height = max(thick, end[0] - start[0]), max(thick, end[1] - start[1])
        self.box(Rect(start[0], start[1], width, height), paint)

    # ------------------------------------------------------------------ text

    def size_px(self, size: float) -> int:
        """A text size in pixels: logical, times the player's text factor, times the window's scale."""
        return max(7, round(self.theme.text(size) * self.screen.scale))

    def text_width(self, text: str, size: float, *, bold: bool = False) -> float:
        """The width of a line in logical units."""
        return self.fonts.width(text, self.size_px(size), bold=bold) / self.screen.scale

    def line_height(self, size: float) -> float:
        """The height of a line in logical units."""
        return self.fonts.height(self.size_px(size)) / self.screen.scale

    def text(
        self,
        text: str,
        rect: Rect,
        size: float,
        *,
        colour: Colour | None = None,
        bold: bool = False,
        align: Align = "left",
        shade: bool = False,
    ) -> Rect:
        """One line, in the middle of the rectangle's height. Too long: set smaller, then shortened. Gives its place.

        `shade` lays a soft dark line under it, for text on bare felt.
        """
        most, px = round(rect.w * self.screen.scale), self.size_px(size)
        least = max(8, round(min(_LEAST_TEXT, size) * self.screen.scale))
        tall = round(rect.h * self.screen.scale / 1.2)
        px = self.fonts.fitting(text, max(least, min(px, tall)), most, bold=bold, least=least)
        shown = self.fonts.shortened(text, px, most, bold=bold)
        ink = colour or self.theme.palette.ink
        suits = self._suits if ink != self.theme.palette.on_gold else None
        line = self.fonts.render(shown, px, ink, bold=bold, suits=suits)
        place = self._aligned(line.get_size(), rect, align)
        if shade:
            dark = self.fonts.render(shown, px, _TEXT_SHADE, bold=bold)
            dark.set_alpha(150)
            self.surface.blit(dark, (place[0] + 1, place[1] + max(1, px // 14)))
        self.surface.blit(line, place)
        scale = self.screen.scale
        return Rect(place[0] / scale, place[1] / scale, line.get_width() / scale, line.get_height() / scale)

    def paragraph(
        self,
        text: str,
        rect: Rect,
        size: float,
        *,
        colour: Colour | None = None,
        bold: bool = False,
        align: Align = "left",
    ) -> float:
        """Wrapped lines from the top; too many are set smaller, then the last is shortened. Gives the height used."""
        size = self._fitting_size(text, rect, size, bold=bold)
        height = self.line_height(size)
        lines = self.lines(text, rect.w, size, bold=bold)
        room = max(1, int((rect.h + 1) / height))
        if len(lines) > room:
            lines = [*lines[: room - 1], " ".join(lines[room - 1 :])]
        for n, line in enumerate(lines):
            place = Rect(rect.x, rect.y + n * height, rect.w, height)
            px = self.size_px(size)
            shown = self.fonts.shortened(line, px, round(rect.w * self.screen.scale), bold=bold)
            drawn = self.fonts.render(shown, px, colour or self.theme.palette.ink, bold=bold, suits=self._suits)
            self.surface.blit(drawn, self._aligned(drawn.get_size(), place, align))
        return height * len(lines)

    def _fitting_size(self, text: str, rect: Rect, size: float, *, bold: bool) -> float:
        """The size at which a paragraph fits, a little over half of what was asked for at least."""
        least = max(size * 0.55, min(size, _LEAST_TEXT / self.theme.text_factor))
        while size > least:
            if self.line_height(size) * len(self.lines(text, rect.w, size, bold=bold)) <= rect.h + 1:
                break
            size = max(least, size * 0.93)
        return size

    def lines(self, text: str, width: float, size: float, *, bold: bool = False) -> list[str]:
        """The lines a paragraph of this width (logical units) takes."""
        return self.fonts.wrapped(text, self.size_px(size), round(width * self.screen.scale), bold=bold)

    def _aligned(self, size: tuple[int, int], rect: Rect, align: Align) -> tuple[int, int]:
        x, y, w, h = self.screen.box(rect)
        free = w - size[0]
        across = {"left": 0, "center": free // 2, "right": free}[align]
        return x + across, y + (h - size[1]) // 2

    def mark(self, name: str, rect: Rect, colour: Colour | None = None) -> None:
        """A suit or small mark (see `marks.MARK_NAMES`) as large as fits, in the middle of the rectangle."""
        x, y, w, h = self.screen.box(rect)
        side = max(2, min(w, h))
        sign = mark_surface(name, side, colour or self.theme.palette.ink)
        self.surface.blit(sign, (x + (w - side) // 2, y + (h - side) // 2))

    # ------------------------------------------------------------------ rings

    def disc(self, center: Point, diameter: float, paint: Colour | Paint) -> None:
        """A filled circle."""
        px = max(2, round(diameter * self.screen.scale))
        self._round(("disc", px, paint), lambda: shapes.disc(px, paint), center, px)

    def ring(self, center: Point, diameter: float, thickness: float, paint: Colour | Paint, share: float = 1) -> None:
        """A ring, or `share` (0-1) of it clockwise from the top: a clock."""
        px, thick = max(3, round(diameter * self.screen.scale)), self.screen.px(thickness)
        step = round(max(0.0, min(1.0, share)) * _ARC_STEPS)
        make = lambda: shapes.arc(px, thick, step / _ARC_STEPS, paint)  # noqa: E731 reads better beside its key
        self._round(("arc", px, thick, step, paint), make, center, px)

    def _round(self, key: object, make: object, center: Point, px: int) -> None:
        surface = self.shelf.get(key, make)  # type: ignore[arg-type] # narrowed by the two callers above
        scale = self.screen.scale
        self.surface.blit(surface, (round(center[0] * scale - px / 2), round(center[1] * scale - px / 2)))

    @contextmanager
    def clipped(self, rect: Rect) -> Iterator[None]:
        """Nothing outside the rectangle is drawn within the block."""
        before = self.surface.get_clip()
        self.surface.set_clip(before.clip(pygame.Rect(self.screen.box(rect))))
        try:
            yield
        finally:
            self.surface.set_clip(before)

    def polyline(
        self, key: object, rect: Rect, lines: Sequence[tuple[Colour, Sequence[Point]]], thickness: float
    ) -> None:
        """Antialiased lines inside a rectangle (points from its corner), kept under `key`."""
        x, y, w, h = self.screen.box(rect)
        full = ("lines", key, w, h)
        self.surface.blit(self.shelf.get(full, lambda: self._polylines((w, h), lines, thickness)), (x, y))

    def _polylines(
        self, size: tuple[int, int], lines: Sequence[tuple[Colour, Sequence[Point]]], thickness: float
    ) -> pygame.Surface:
        fine = 3
        scale = self.screen.scale * fine
        big = shapes.clear_surface(size[0] * fine, size[1] * fine)
        for colour, points in lines:
            layer = shapes.clear_surface(size[0] * fine, size[1] * fine, colour)
            spots = [(x * scale, y * scale) for x, y in points]
            radius = max(1.0, thickness * scale / 2)
            for start, end in pairwise(spots):
                shapes.thick_line(layer, colour, start, end, radius)
            for spot in spots:
                pygame.draw.circle(layer, colour, spot, radius)
            big.blit(layer, (0, 0))
        return pygame.transform.smoothscale(big, size)
