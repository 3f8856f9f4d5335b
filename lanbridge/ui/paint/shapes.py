"""Antialiased shapes in pixels. Corners are drawn four times larger and scaled down, the rest is filled."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from math import cos, hypot, pi, sin

import pygame

from lanbridge.ui.theme import Colour, Paint

_FINE = 4  # supersampling


def clear_surface(width: int, height: int, colour: Colour = (0, 0, 0)) -> pygame.Surface:
    """A transparent surface whose hidden colour is `colour`, so that scaling makes no dark fringe."""
    surface = pygame.Surface((max(1, width), max(1, height)), pygame.SRCALPHA)
    surface.fill((*colour, 0))
    return surface


@lru_cache(maxsize=256)
def _disc_mask(diameter: int) -> pygame.Surface:
    side = diameter * _FINE
    big = clear_surface(side, side, (255, 255, 255))
    pygame.draw.circle(big, (255, 255, 255), (side / 2, side / 2), side / 2)
    return pygame.transform.smoothscale(big, (diameter, diameter))


def mask(width: int, height: int, radius: int) -> pygame.Surface:
    """White with rounded corners; alpha is the shape."""
    radius = max(0, min(radius, width // 2, height // 2))
    out = clear_surface(width, height, (255, 255, 255))
    white = (255, 255, 255, 255)
    out.fill(white, (radius, 0, width - 2 * radius, height))
    out.fill(white, (0, radius, width, height - 2 * radius))
    if radius:
        disc = _disc_mask(radius * 2)
        right, low = width - radius, height - radius
        for x, y, from_x, from_y in (
            (0, 0, 0, 0),
            (right, 0, radius, 0),
            (0, low, 0, radius),
            (right, low, radius, radius),
        ):
            out.blit(disc, (x, y), (from_x, from_y, radius, radius))
    return out


def tinted(shape: pygame.Surface, paint: Colour | Paint) -> pygame.Surface:
    """A white mask in a colour (changes and returns it)."""
    shape.fill(paint if len(paint) == 4 else (*paint, 255), special_flags=pygame.BLEND_RGBA_MULT)  # noqa: PLR2004 with cover
    return shape


def rounded(width: int, height: int, radius: int, paint: Colour | Paint) -> pygame.Surface:
    """A filled rounded rectangle."""
    return tinted(mask(width, height, radius), paint)


def outline(width: int, height: int, radius: int, thickness: int, paint: Colour | Paint) -> pygame.Surface:
    """Only the border of a rounded rectangle, inside its size."""
    out = mask(width, height, radius)
    inner = mask(width - 2 * thickness, height - 2 * thickness, max(0, radius - thickness))
    hole = clear_surface(width, height)
    hole.blit(inner, (thickness, thickness))
    hole.fill((0, 0, 0, 255), special_flags=pygame.BLEND_RGBA_MULT)
    out.blit(hole, (0, 0), special_flags=pygame.BLEND_RGBA_SUB)
    return tinted(out, paint)


def soft_edge(width: int, height: int, radius: int, blur: int, paint: Paint) -> pygame.Surface:
    """A blurred rounded rectangle for shadows and glows; `blur` wider at every side than width x height."""
    coarse = max(1, blur // 5)
    wide, high = (width + 2 * blur) // coarse + 1, (height + 2 * blur) // coarse + 1
    small = clear_surface(wide, high, (255, 255, 255))
    shape = mask(max(1, width // coarse), max(1, height // coarse), radius // coarse)
    small.blit(shape, (blur // coarse, blur // coarse))
    small = pygame.transform.gaussian_blur(small, max(1, round(blur / coarse * 0.36)))
    grown = pygame.transform.smoothscale(small, (width + 2 * blur, height + 2 * blur))
    grown.fill((255, 255, 255, 0), special_flags=pygame.BLEND_RGBA_MAX)
    return tinted(grown, paint)


def disc(diameter: int, paint: Colour | Paint) -> pygame.Surface:
    """A filled circle."""
    return tinted(_disc_mask(diameter).copy(), paint)


def arc(diameter: int, thickness: int, share: float, paint: Colour | Paint) -> pygame.Surface:
    """A ring of which `share` (0-1) is drawn, clockwise from the top."""
    side, thick = diameter * _FINE, thickness * _FINE
    big = clear_surface(side, side, (255, 255, 255))
    if share >= 1:
        pygame.draw.circle(big, (255, 255, 255), (side / 2, side / 2), side / 2, thick)
    elif share > 0:
        pygame.draw.polygon(big, (255, 255, 255), _band(side / 2, thick, share))
    return tinted(pygame.transform.smoothscale(big, (diameter, diameter)), paint)


def _band(radius: float, thick: float, share: float) -> list[tuple[float, float]]:
    steps = max(2, round(90 * share))
    turns = [2 * pi * share * n / steps - pi / 2 for n in range(steps + 1)]
    outer = [(radius + radius * cos(t), radius + radius * sin(t)) for t in turns]
    inner = [(radius + (radius - thick) * cos(t), radius + (radius - thick) * sin(t)) for t in reversed(turns)]
    return outer + inner


def thick_line(
    surface: pygame.Surface, colour: Colour, start: tuple[float, float], end: tuple[float, float], radius: float
) -> None:
    """A line of an even thickness at any slope (not antialiased: draw fine, scale down)."""
    length = hypot(end[0] - start[0], end[1] - start[1])
    if length == 0:
        return
    x, y = (end[1] - start[1]) / length * radius, (start[0] - end[0]) / length * radius
    corners = [
        (start[0] + x, start[1] + y),
        (end[0] + x, end[1] + y),
        (end[0] - x, end[1] - y),
        (start[0] - x, start[1] - y),
    ]
    pygame.draw.polygon(surface, colour, corners)


def shaded(width: int, height: int, upper: Paint, lower: Paint) -> pygame.Surface:
    """A vertical gradient."""
    strip = pygame.Surface((1, 2), pygame.SRCALPHA)
    strip.set_at((0, 0), upper)
    strip.set_at((0, 1), lower)
    tall = pygame.transform.smoothscale(strip, (1, max(2, height)))
    return pygame.transform.scale(tall, (max(1, width), max(1, height)))


def dashed_outline(width: int, height: int, radius: int, thickness: int, paint: Colour | Paint) -> pygame.Surface:
    """A border of dashes: an empty seat."""
    fine = 3
    big = clear_surface(width * fine, height * fine, (255, 255, 255))
    path = _around(width * fine, height * fine, min(radius, height // 2) * fine, thickness * fine / 2 + 1)
    dash = max(4, thickness * 4)
    for n in range(0, len(path) - dash * fine, dash * 2 * fine):
        pygame.draw.lines(big, (255, 255, 255), False, path[n : n + dash * fine], thickness * fine)
    return tinted(pygame.transform.smoothscale(big, (width, height)), paint)


def _around(width: int, height: int, radius: int, inset: float) -> list[tuple[float, float]]:
    """Points about a pixel apart along a rounded rectangle."""
    points: list[tuple[float, float]] = []
    corners = (
        (width - radius, radius, -pi / 2),
        (width - radius, height - radius, 0.0),
        (radius, height - radius, pi / 2),
        (radius, radius, pi),
    )
    reach = radius - inset
    for x, y, start in corners:
        steps = max(2, int(reach * pi / 2))
        points += [
            (x + reach * cos(start + pi / 2 * s / steps), y + reach * sin(start + pi / 2 * s / steps))
            for s in range(steps)
        ]
    return _filled([*points, points[0]])


def _filled(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """The same path with the long gaps walked pixel by pixel."""
    out: list[tuple[float, float]] = []
    for (ax, ay), (bx, by) in pairwise(points):
        steps = max(1, int(max(abs(bx - ax), abs(by - ay))))
        out += [(ax + (bx - ax) * s / steps, ay + (by - ay) * s / steps) for s in range(steps)]
    return out
