"""Suit signs and small marks as polygons in a unit square: crisp at any size, one table for every colour.

Pure geometry, no pygame. x and y run from 0 to 1, y downwards. Overlapping polygons of one mark are one shape.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import pairwise
from math import cos, hypot, pi, sin

Point = tuple[float, float]
Polygon = tuple[Point, ...]
Shape = tuple[Polygon, ...]

_CURVE_STEPS = 18  # points a Bezier curve; smooth up to a pip of 400 px
_DISC_STEPS = 48

SUIT_MARKS = ("club", "diamond", "heart", "spade")  # in the order of Suit 0..3


def _curve(p: Sequence[Point]) -> list[Point]:
    """A cubic Bezier curve without its last point."""
    points = []
    for step in range(_CURVE_STEPS):
        t = step / _CURVE_STEPS
        a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
        points.append(
            (
                a * p[0][0] + b * p[1][0] + c * p[2][0] + d * p[3][0],
                a * p[0][1] + b * p[1][1] + c * p[2][1] + d * p[3][1],
            )
        )
    return points


def _path(*knots: Point) -> list[Point]:
    """Joined Bezier curves: start, then two handles and an end for each."""
    points: list[Point] = []
    for first in range(0, len(knots) - 1, 3):
        points += _curve(knots[first : first + 4])
    return [*points, knots[-1]]


def _mirrored(half: Sequence[Point]) -> Polygon:
    """A left half, from the top middle to the bottom middle, closed with its mirror image."""
    return (*half, *((1 - x, y) for x, y in reversed(half)))


def _disc(x: float, y: float, radius: float) -> Polygon:
    turns = (2 * pi * step / _DISC_STEPS for step in range(_DISC_STEPS))
    return tuple((x + radius * cos(turn), y + radius * sin(turn)) for turn in turns)


def _stroke(start: Point, end: Point, width: float) -> Shape:
    """A thick line with round ends."""
    length = hypot(end[0] - start[0], end[1] - start[1])
    nx = -(end[1] - start[1]) / length * width / 2
    ny = (end[0] - start[0]) / length * width / 2
    body = (
        (start[0] + nx, start[1] + ny),
        (end[0] + nx, end[1] + ny),
        (end[0] - nx, end[1] - ny),
        (start[0] - nx, start[1] - ny),
    )
    return body, _disc(*start, width / 2), _disc(*end, width / 2)


def _stem(top: float) -> Polygon:
    half = _path((0.5, top), (0.488, 0.80), (0.44, 0.915), (0.31, 0.965))
    return _mirrored([*half, (0.31, 0.98)])


def _spade() -> Shape:
    half = _path(
        (0.5, 0.02),
        (0.43, 0.19),
        (0.08, 0.37),
        (0.08, 0.60),
        (0.08, 0.76),
        (0.20, 0.825),
        (0.30, 0.825),
        (0.39, 0.825),
        (0.46, 0.77),
        (0.5, 0.68),
    )
    return _mirrored(half), _stem(0.6)


def _heart() -> Shape:
    half = _path(
        (0.5, 0.27),
        (0.47, 0.13),
        (0.37, 0.05),
        (0.26, 0.05),
        (0.13, 0.05),
        (0.05, 0.16),
        (0.05, 0.30),
        (0.05, 0.52),
        (0.38, 0.72),
        (0.5, 0.97),
    )
    return (_mirrored(half),)


def _diamond() -> Shape:
    half = _path((0.5, 0.02), (0.42, 0.19), (0.27, 0.37), (0.12, 0.5), (0.27, 0.63), (0.42, 0.81), (0.5, 0.98))
    return (_mirrored(half),)


def _club() -> Shape:
    lobe = 0.218
    middle = ((0.36, 0.42), (0.64, 0.42), (0.60, 0.70), (0.40, 0.70))
    return _disc(0.5, 0.25, lobe), _disc(0.262, 0.595, lobe), _disc(0.738, 0.595, lobe), middle, _stem(0.5)


def _check() -> Shape:
    return _stroke((0.14, 0.54), (0.40, 0.80), 0.14) + _stroke((0.40, 0.80), (0.86, 0.24), 0.14)


def _cross() -> Shape:
    return _stroke((0.2, 0.2), (0.8, 0.8), 0.14) + _stroke((0.8, 0.2), (0.2, 0.8), 0.14)


def _menu() -> Shape:
    return (
        _stroke((0.12, 0.26), (0.88, 0.26), 0.1)
        + _stroke((0.12, 0.5), (0.88, 0.5), 0.1)
        + _stroke((0.12, 0.74), (0.88, 0.74), 0.1)
    )


def _chevron(turn: int) -> Shape:
    """An open arrow head: 0 down, 1 left, 2 up, 3 right."""
    down = _stroke((0.24, 0.38), (0.5, 0.66), 0.13) + _stroke((0.5, 0.66), (0.76, 0.38), 0.13)
    return tuple(tuple(_turned(point, turn) for point in polygon) for polygon in down)


def _turned(point: Point, quarter_turns: int) -> Point:
    x, y = point
    for _ in range(quarter_turns):
        x, y = 1 - y, x
    return x, y


def _star() -> Shape:
    def spoke(step: int) -> Point:
        radius, turn = (0.5 if step % 2 == 0 else 0.21), pi * step / 5 - pi / 2
        return 0.5 + radius * cos(turn), 0.52 + radius * sin(turn)

    return (tuple(spoke(step) for step in range(10)),)


def _lock() -> Shape:
    body = ((0.2, 0.46), (0.8, 0.46), (0.8, 0.92), (0.2, 0.92))
    arch = [(0.5 + 0.2 * cos(pi + pi * s / 12), 0.34 + 0.22 * sin(pi + pi * s / 12)) for s in range(13)]
    line = [(0.3, 0.5), *arch, (0.7, 0.5)]
    shape: Shape = (body,)
    for start, end in pairwise(line):
        shape += _stroke(start, end, 0.1)
    return shape


def _speaker() -> Shape:
    return (((0.08, 0.36), (0.28, 0.36), (0.54, 0.14), (0.54, 0.86), (0.28, 0.64), (0.08, 0.64)),)


def _bars() -> Shape:
    return (
        _stroke((0.2, 0.8), (0.2, 0.56), 0.14)
        + _stroke((0.5, 0.8), (0.5, 0.36), 0.14)
        + _stroke((0.8, 0.8), (0.8, 0.18), 0.14)
    )


def _plus() -> Shape:
    return _stroke((0.5, 0.18), (0.5, 0.82), 0.13) + _stroke((0.18, 0.5), (0.82, 0.5), 0.13)


_MAKERS: dict[str, Callable[[], Shape]] = {
    "club": _club,
    "diamond": _diamond,
    "heart": _heart,
    "spade": _spade,
    "check": _check,
    "cross": _cross,
    "menu": _menu,
    "down": lambda: _chevron(0),
    "left": lambda: _chevron(1),
    "up": lambda: _chevron(2),
    "right": lambda: _chevron(3),
    "star": _star,
    "lock": _lock,
    "sound": _speaker,
    "bars": _bars,
    "plus": _plus,
    "minus": lambda: _stroke((0.18, 0.5), (0.82, 0.5), 0.13),
    "dot": lambda: (_disc(0.5, 0.5, 0.2),),
}

INLINE_MARKS: dict[str, str] = {  # characters of a sentence that are drawn as marks
    "\u2663": "club",
    "\u2667": "club",
    "\u2666": "diamond",
    "\u2662": "diamond",
    "\u2665": "heart",
    "\u2661": "heart",
    "\u2660": "spade",
    "\u2664": "spade",
    "\u2713": "check",
    "\u2714": "check",
    "\u2715": "cross",
    "\u2717": "cross",
    "\u2630": "menu",
    "\u25be": "down",
    "\u25bc": "down",
    "\u25c2": "left",
    "\u2190": "left",
    "\u25b4": "up",
    "\u2191": "up",
    "\u2193": "down",
    "\u25b8": "right",
    "\u2192": "right",
    "\u2605": "star",
    "\U0001f512": "lock",
}

MARK_NAMES = tuple(_MAKERS)


@cache
def mark(name: str) -> Shape:
    """The polygons of a mark. Raises KeyError for a name that is not in MARK_NAMES."""
    return _MAKERS[name]()
