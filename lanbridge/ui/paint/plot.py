"""The match as lines: one for each player, named at its end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import floor, log10

from lanbridge.ui.layout import Point, Rect
from lanbridge.ui.paint.canvas import Canvas
from lanbridge.ui.theme import Colour


@dataclass(frozen=True, slots=True)
class Series:
    """A player's totals after each deal, the first value before any deal; in the unit they are shown in."""

    name: str
    seat: int
    values: tuple[float, ...]


def tick_step(low: float, high: float, most: int = 5) -> float:
    """A round distance (1, 2 or 5 times a power of ten) that cuts low..high into at most `most` parts."""
    rough = max((high - low) / most, 1e-9)
    power = 10.0 ** floor(log10(rough))
    return next(step * power for step in (1, 2, 5, 10) if step * power >= rough)


def spread(wanted: Sequence[float], apart: float, low: float, high: float) -> list[float]:
    """Heights in units near the wanted ones, at least `apart`, inside low..high where there is room."""
    order = sorted(range(len(wanted)), key=lambda n: wanted[n])
    placed = [0.0] * len(wanted)
    free = low
    for n in order:
        placed[n] = max(free, wanted[n])
        free = placed[n] + apart
    top = high
    for n in reversed(order):
        placed[n] = min(placed[n], top)
        top = placed[n] - apart
    return placed


def draw_plot(
    canvas: Canvas, rect: Rect, series: Sequence[Series], written: Callable[[float], str] = "{:g}".format
) -> None:
    """Lines of the match, levels of points at the left, ``written`` in the player's digits, and names at the right."""
    sizes, palette = canvas.theme.sizes, canvas.theme.palette
    values = [v for s in series for v in s.values] or [0.0]
    step = tick_step(min(0.0, *values), max(1.0, *values))
    low = floor(min(0.0, *values) / step) * step
    high = max(low + step, -floor(-max(1.0, *values) / step) * step)
    names = max((canvas.text_width(s.name, sizes.small) for s in series), default=0)
    names = min(names, rect.w * 0.26)
    marks = max(canvas.text_width(written(level), sizes.small) for level in (low, high)) + 10
    half_line = canvas.line_height(sizes.small) / 2
    field = Rect(rect.x + marks, rect.y + half_line, rect.w - marks - names - 12, rect.h - 2 * half_line)
    _draw_levels(canvas, rect, field, (low, high, step), written)
    lines: list[tuple[Colour, list[Point]]] = []
    ends: list[float] = []
    for one in series:
        points = _points(one.values, field, low, high)
        lines.append((palette.seat_lines[one.seat], points))
        ends.append(field.y + points[-1][1])
    key = (tuple(series), palette.seat_lines)
    padded = field.inset(-4)
    shifted = [(colour, [(x + 4, y + 4) for x, y in points]) for colour, points in lines]
    canvas.polyline(key, padded, shifted, 2.6)
    for one, y in zip(series, ends, strict=True):
        canvas.disc((field.right, y), 8, palette.seat_lines[one.seat])
    for one, y in zip(series, spread(ends, 2 * half_line, rect.y + half_line, rect.bottom - half_line), strict=True):
        place = Rect(field.right + 10, y - half_line, names + 2, 2 * half_line)
        canvas.text(one.name, place, sizes.small, colour=palette.seat_lines[one.seat])


def _points(values: Sequence[float], field: Rect, low: float, high: float) -> list[Point]:
    steps = max(1, len(values) - 1)
    return [(n * field.w / steps, field.h * (1 - (v - low) / (high - low))) for n, v in enumerate(values)]


def _draw_levels(
    canvas: Canvas, rect: Rect, field: Rect, scale: tuple[float, float, float], written: Callable[[float], str]
) -> None:
    low, high, step = scale
    height = canvas.line_height(canvas.theme.sizes.small)
    for n in range(round((high - low) / step) + 1):
        level = low + n * step
        y = field.y + field.h * (1 - (level - low) / (high - low))
        strong = abs(level) < step / 2
        canvas.line((field.x, y), (field.right, y), (*canvas.theme.palette.ink, 80 if strong else 30))
        place = Rect(rect.x, y - height / 2, field.x - rect.x - 8, height)
        canvas.text(
            written(level), place, canvas.theme.sizes.small, colour=canvas.theme.palette.ink_soft, align="right"
        )
