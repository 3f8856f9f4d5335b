"""The back: a nakshi-kantha quilt. Rows of running stitch echo a lotus; jamdani steps run round the border."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import cos, hypot, pi, sin

import pygame

from lanbridge.ui.cards.face import CORNER, blank
from lanbridge.ui.paint.shapes import clear_surface, mask, tinted
from lanbridge.ui.theme import Colour, Theme, colour, mixed

_TEAL = colour("2C7A74")
_INDIGO = colour("27406F")
_CLAY = colour("CF6F4C")
_MARGIN = 0.034  # of the height: the white edge
_BAND = 0.070  # the jamdani border
Point = tuple[float, float]


class _Cloth:
    """A surface with measures in card heights, the origin in the middle of the card."""

    def __init__(self, width: int, height: int, card_height: int) -> None:
        self.surface = clear_surface(width, height)
        self.middle = width / 2, height / 2
        self.h = card_height

    def at(self, point: Point) -> Point:
        return self.middle[0] + point[0] * self.h, self.middle[1] + point[1] * self.h

    def fill(self, points: Iterable[Point], paint: Colour) -> None:
        pygame.draw.polygon(self.surface, paint, [self.at(p) for p in points])

    def dot(self, point: Point, radius: float, paint: Colour) -> None:
        pygame.draw.circle(self.surface, paint, self.at(point), max(1.0, radius * self.h))

    def line(self, points: Sequence[Point], width: float, paint: Colour) -> None:
        pygame.draw.lines(self.surface, paint, True, [self.at(p) for p in points], max(1, round(width * self.h)))

    def stitch(self, points: Sequence[Point], dash: float, gap: float, width: float, paint: Colour) -> None:
        """Running stitch along a path: short threads, none where the needle is below."""
        for start, end in _dashes(points, dash, gap):
            pygame.draw.line(self.surface, paint, self.at(start), self.at(end), max(1, round(width * self.h)))


def _dashes(points: Sequence[Point], dash: float, gap: float) -> Iterable[tuple[Point, Point]]:
    """Threads of length `dash` every dash + gap along a path."""
    left, down, start = dash, True, points[0]
    here = points[0]
    for target in points[1:]:
        length = hypot(target[0] - here[0], target[1] - here[1])
        while length >= left > 0:
            share = left / length
            here = (here[0] + (target[0] - here[0]) * share, here[1] + (target[1] - here[1]) * share)
            if down:
                yield start, here
            start, length = here, length - left
            down = not down
            left = dash if down else gap
        left -= length
        here = target


def _petal(turn: float, near: float, far: float, wide: float) -> list[Point]:
    """A pointed petal from radius `near` to `far`, `wide` at its fullest."""
    steps = 22
    side = [(s / steps, sin(pi * (s / steps) ** 0.82) * wide / 2) for s in range(steps + 1)]
    outline = side + [(along, -across) for along, across in reversed(side)]
    c, s_ = cos(turn), sin(turn)
    return [((near + a * (far - near)) * c - b * s_, (near + a * (far - near)) * s_ + b * c) for a, b in outline]


def _circle(radius: float, steps: int = 160) -> list[Point]:
    return [(radius * cos(2 * pi * s / steps), radius * sin(2 * pi * s / steps)) for s in range(steps + 1)]


def _lobed(radius: float, depth: float, lobes: int = 8, steps: int = 240) -> list[Point]:
    """A circle that swells `lobes` times: how quilters echo a lotus outwards."""
    turns = (2 * pi * s / steps for s in range(steps + 1))
    return [((radius + depth * cos(lobes * t)) * cos(t), (radius + depth * cos(lobes * t)) * sin(t)) for t in turns]


def _petals(
    cloth: _Cloth, count: int, shape: tuple[float, float, float], paint: Colour, edge: Colour, shift: float
) -> None:
    for n in range(count):
        petal = _petal(2 * pi * (n + shift) / count + pi / 2, *shape)
        cloth.fill(petal, paint)
        cloth.line(petal, 0.0035, edge)


def _draw_quilting(cloth: _Cloth, theme: Theme) -> None:
    """Threads a little lighter than the cloth, ring after ring to the corners."""
    thread = mixed(theme.palette.back, theme.palette.back_stitch, 0.30)
    radius = 0.205
    while radius < 0.62:  # noqa: PLR2004 past the corners
        cloth.stitch(_lobed(radius, 0.010 * 0.2 / radius), 0.013, 0.010, 0.0042, thread)
        radius += 0.0225


def _draw_lotus(cloth: _Cloth, theme: Theme) -> None:
    ivory, red = theme.palette.back_stitch, theme.palette.back
    cloth.fill(_lobed(0.186, 0.006, 16), mixed(red, (0, 0, 0), 0.22))
    _petals(cloth, 16, (0.085, 0.182, 0.060), _INDIGO, ivory, 0.5)
    _petals(cloth, 16, (0.110, 0.166, 0.022), _CLAY, ivory, 0.5)
    _petals(cloth, 8, (0.040, 0.150, 0.076), ivory, red, 0.0)
    _petals(cloth, 8, (0.055, 0.134, 0.046), _TEAL, ivory, 0.0)
    _petals(cloth, 8, (0.070, 0.112, 0.020), ivory, ivory, 0.0)
    cloth.fill(_circle(0.052), red)
    cloth.line(_circle(0.052), 0.005, ivory)
    for n in range(8):
        cloth.dot((0.033 * cos(pi * n / 4), 0.033 * sin(pi * n / 4)), 0.0075, ivory)
    cloth.dot((0, 0), 0.015, _CLAY)
    cloth.dot((0, 0), 0.007, ivory)


def _kalka(grow: float) -> list[Point]:
    """A paisley, its tip curled inwards; about 1 x 1.4 before `grow`."""
    steps, points = 40, []
    for s in range(steps + 1):
        t = 2 * pi * s / steps
        y = -cos(t)
        x = 0.62 * sin(t) * (sin(t / 2) ** 1.15)
        points.append(((x + 0.30 * (0.5 - y * 0.5) ** 2.4) * grow, y * 0.8 * grow))
    return points


def _moved(points: Iterable[Point], x: float, y: float, turn: float, flip: int) -> list[Point]:
    c, s = cos(turn), sin(turn)
    return [(flip * (x + px * c - py * s), y + px * s + py * c) for px, py in points]


def _draw_corners(cloth: _Cloth, theme: Theme) -> None:
    """Four paisleys that lean to the lotus, a sprig above and below it."""
    ivory, red = theme.palette.back_stitch, theme.palette.back
    shapes = ((0.108, ivory), (0.093, _TEAL), (0.068, ivory), (0.055, red))
    for up in (-1, 1):
        for flip in (-1, 1):
            for grow, paint in shapes:
                place = _moved(_kalka(grow), 0.160, -0.306, -0.62, flip)
                cloth.fill([(x, up * -y) for x, y in place], paint)
            cloth.dot((flip * 0.152, up * 0.287), 0.012, _CLAY)
        _draw_sprig(cloth, ivory, up)


def _draw_sprig(cloth: _Cloth, ivory: Colour, up: int) -> None:
    for lean, reach in ((-0.75, 0.070), (0.0, 0.092), (0.75, 0.070)):
        leaf = _petal(-pi / 2 + lean, 0.012, reach, 0.034)
        cloth.fill([(x, up * (y - 0.272)) for x, y in leaf], _CLAY if lean == 0 else _TEAL)
        cloth.line([(x, up * (y - 0.272)) for x, y in leaf], 0.003, ivory)
    cloth.dot((0, up * -0.268), 0.014, ivory)


def _step_diamond(x: float, y: float, size: float) -> list[Point]:
    """A diamond with a weaver's steps instead of slanting sides."""
    quarter = ((0, -1), (0.34, -1), (0.34, -0.66), (0.67, -0.66), (0.67, -0.33), (1, -0.33), (1, 0))
    right = [*quarter, *((px, -py) for px, py in reversed(quarter))]
    return [(x + px * size, y + py * size) for px, py in right] + [
        (x - px * size, y + py * size) for px, py in reversed(right)
    ]


def _draw_border(cloth: _Cloth, theme: Theme, half_w: float, half_h: float) -> None:
    """Stepped diamonds with dots between them, in a darker band, stitched at both sides."""
    ivory = theme.palette.back_stitch
    middle = _BAND / 2
    x, y = half_w - middle, half_h - middle
    for length, points in ((2 * x, lambda t: ((t, -y), (t, y))), (2 * y, lambda t: ((-x, t), (x, t)))):
        count = round(length / 0.068)
        for n in range(1, count):
            for px, py in points(-length / 2 + length * n / count):
                cloth.fill(_step_diamond(px, py, 0.0215), ivory)
                cloth.fill(_step_diamond(px, py, 0.0105), _CLAY if n % 2 else _TEAL)
        for n in range(count):
            for px, py in points(-length / 2 + length * (n + 0.5) / count):
                cloth.dot((px, py), 0.0042, ivory)
    for corner in ((-x, -y), (x, -y), (-x, y), (x, y)):
        cloth.fill(_step_diamond(*corner, 0.0215), ivory)
        cloth.fill(_step_diamond(*corner, 0.0105), theme.palette.back)
    for inset in (0.004, _BAND - 0.004):
        w, h = half_w - inset, half_h - inset
        frame = [(-w, -h), (w, -h), (w, h), (-w, h), (-w, -h)]
        cloth.stitch(frame, 0.014, 0.008, 0.0045, ivory)


def _darken_band(cloth: _Cloth, shade: Colour, wide: int) -> None:
    w, h = cloth.surface.get_size()
    for strip in ((0, 0, w, wide), (0, h - wide, w, wide), (0, 0, wide, h), (w - wide, 0, wide, h)):
        cloth.surface.fill(shade, strip)


def back(width: int, height: int, theme: Theme) -> pygame.Surface:
    """The back of every card at this size in pixels, straight and without shadow."""
    card = blank(width, height, theme)
    margin = round(height * _MARGIN)
    inner_w, inner_h = width - 2 * margin, height - 2 * margin
    radius = max(1, round(height * CORNER) - margin // 2)
    cloth = _Cloth(inner_w, inner_h, height)
    cloth.surface.fill((*theme.palette.back, 255))
    half_w, half_h = inner_w / height / 2, inner_h / height / 2
    _draw_quilting(cloth, theme)
    _draw_corners(cloth, theme)
    _draw_lotus(cloth, theme)
    _darken_band(cloth, mixed(theme.palette.back, (0, 0, 0), 0.28), round(_BAND * height))
    _draw_border(cloth, theme, half_w, half_h)
    cloth.surface.blit(
        tinted(mask(inner_w, inner_h, radius), (255, 255, 255)), (0, 0), special_flags=pygame.BLEND_RGBA_MULT
    )
    card.blit(cloth.surface, (margin, margin))
    return card
