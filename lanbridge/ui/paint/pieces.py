"""The pieces of a card table: seat plates, pips of won tricks, chips, pills, bubbles. Values in, pixels out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from lanbridge.ui.layout import Point, Rect
from lanbridge.ui.paint.canvas import Canvas
from lanbridge.ui.scripts import initials

_PIP, _PIP_STEP = 9.0, 13.0
_LEAST_NAME = 0.85  # of its size


@dataclass(frozen=True, slots=True)
class Pips:
    """Tricks won of a call; `allowed` more than called still make it (rules 4)."""

    call: int
    won: int
    allowed: int = 0


@dataclass(frozen=True, slots=True)
class SeatFace:
    """What a plate shows. Texts are finished sentences; nothing here is looked up."""

    name: str
    seat: int  # for the colour
    line: str  # "1 of 4  +17"
    pips: Pips | None = None
    tag: str = ""  # "bot", "away": in a small frame beside the name
    now: bool = False
    clock: float | None = None  # share of the turn's time that is left, None without a clock
    dealer: str = ""  # the letter on the dealer's chip, empty for the others
    faded: bool = False  # connection lost


def draw_seat(canvas: Canvas, rect: Rect, face: SeatFace) -> None:
    """A seat's plate: badge with turn ring and clock, name, pips, call and points."""
    canvas.plate(rect, now=face.now)
    badge = rect.h * 0.70
    center = rect.x + rect.h * 0.5, rect.center[1]
    draw_badge(canvas, center, badge, face)
    if face.dealer:
        draw_chip(canvas, (center[0] + badge * 0.42, center[1] + badge * 0.42), badge * 0.42, face.dealer)
    left = rect.x + rect.h * 0.5 + badge * 0.5 + canvas.screen.grown(13, 0.2)
    column = Rect(left, rect.y + rect.h * 0.08, rect.right - rect.h * 0.20 - left, rect.h * 0.84)
    pips = Rect(column.x, column.y + column.h * 0.43, column.w, column.h * 0.18)
    tag = _tag_under(canvas, column, face)
    _draw_name(canvas, column.top(column.h * 0.42), replace(face, tag="") if tag else face)
    if tag is not None:
        draw_tag(canvas, tag, face.tag)
        pips = pips.left_part(tag.x - 8 - pips.x)
    if face.pips is not None:
        draw_pips(canvas, pips, face.pips)
    soft = canvas.theme.palette.ink_soft
    if face.pips is not None:
        canvas.text(face.line, column.low(column.h * 0.38), canvas.theme.sizes.small, colour=soft)
    else:
        canvas.paragraph(face.line, column.low(column.h * 0.54), canvas.theme.sizes.small, colour=soft)


def _tag_width(canvas: Canvas, face: SeatFace) -> float:
    return canvas.text_width(face.tag, canvas.theme.sizes.small - 2, bold=True) + 12 if face.tag else 0


def _tag_under(canvas: Canvas, column: Rect, face: SeatFace) -> Rect | None:
    """The tag's place beside the pips, where the name needs the whole line."""
    wide, size = _tag_width(canvas, face), canvas.theme.sizes.body
    name = canvas.text_width(face.name, size, bold=True) * _LEAST_NAME
    if not wide or face.pips is None or name <= column.w - wide - 8:
        return None
    row = column.below(column.h * 0.41).top(column.h * 0.27)
    return row.right_part(wide)


def _draw_name(canvas: Canvas, rect: Rect, face: SeatFace) -> None:
    sizes = canvas.theme.sizes
    tag_width = _tag_width(canvas, face)
    room = rect.left_part(rect.w - tag_width - (8 if tag_width else 0))
    done = draw_name(canvas, room, face.name, sizes.body)
    if tag_width:
        draw_tag(canvas, Rect(done.right + 8, rect.y + rect.h * 0.16, tag_width, rect.h * 0.68), face.tag)


def draw_name(canvas: Canvas, rect: Rect, name: str, size: float) -> Rect:
    """A name that may be long: a little smaller, then cut with an ellipsis; never too small to be read."""
    least, room = canvas.size_px(size * _LEAST_NAME), round(rect.w * canvas.screen.scale)
    return canvas.text(canvas.fonts.shortened(name, least, room, bold=True), rect, size, bold=True)


def draw_tag(canvas: Canvas, rect: Rect, text: str) -> None:
    """A word in a thin frame."""
    soft = canvas.theme.palette.ink_soft
    canvas.outline(rect, (*soft, 120), radius=5, thickness=1)
    canvas.text(text, rect.inset(4, 0), canvas.theme.sizes.small - 2, colour=soft, bold=True, align="center")


def draw_badge(canvas: Canvas, center: Point, diameter: float, face: SeatFace) -> None:
    """Initials on the seat's colour; around it the turn's ring: its clock while it runs."""
    palette = canvas.theme.palette
    canvas.disc(center, diameter, palette.seats[face.seat])
    ring = diameter + 9
    canvas.ring(center, ring, 3.4, (*palette.ink, 36))
    if face.now:
        canvas.ring(center, ring, 3.4, palette.gold, 1 if face.clock is None else face.clock)
    place = Rect(center[0] - diameter / 2, center[1] - diameter / 2, diameter, diameter)
    letters = initials(face.name, str(face.seat + 1))
    canvas.text(
        letters, place.inset(diameter * 0.1), diameter * 0.42 / canvas.theme.text_factor, bold=True, align="center"
    )
    if face.faded:
        canvas.disc(center, diameter, (6, 24, 27, 170))


def draw_chip(canvas: Canvas, center: Point, diameter: float, letter: str) -> None:
    """The dealer's chip."""
    canvas.disc((center[0], center[1] + 1), diameter + 3, (0, 0, 0, 80))
    canvas.disc(center, diameter, canvas.theme.palette.card)
    canvas.ring(center, diameter, 1.2, (*canvas.theme.palette.black, 90))
    place = Rect(center[0] - diameter / 2, center[1] - diameter / 2, diameter, diameter)
    size = diameter * 0.58 / canvas.theme.text_factor
    canvas.text(letter, place, size, colour=canvas.theme.palette.black, bold=True, align="center")


def draw_pips(canvas: Canvas, rect: Rect, pips: Pips) -> None:
    """Filled: won; ring: still to win; red ring with a dot: too many. From the left, closer where there are many."""
    count = max(pips.call, pips.won)
    size = min(canvas.screen.grown(_PIP, 0.4), rect.h)
    step = min(size / _PIP * _PIP_STEP, (rect.w - size) / max(1, count - 1))
    palette = canvas.theme.palette
    for n in range(count):
        center = rect.x + size / 2 + n * step, rect.center[1]
        if n >= pips.call + pips.allowed:
            canvas.ring(center, size, 1.6, palette.lost)
            canvas.disc(center, size * 0.34, palette.lost)
        elif n < pips.won:
            canvas.disc(center, size, palette.gold)
        else:
            canvas.ring(center, size, 1.3, (*palette.gold, 215))


def draw_free_seat(canvas: Canvas, rect: Rect, text: str, *, hovered: bool = False) -> None:
    """A seat nobody sits on."""
    palette = canvas.theme.palette
    canvas.box(rect, (*palette.plate[:3], 110 if hovered else 60), radius=rect.h / 2)
    canvas.dashes(rect, (*palette.ink, 150), radius=rect.h / 2)
    canvas.text(text, rect.inset(rect.h * 0.35, 4), canvas.theme.sizes.label, align="center")


def pill_width(canvas: Canvas, text: str) -> float:
    """How wide a pill with this text is."""
    return canvas.text_width(text, canvas.theme.sizes.small) + 24


def draw_pill(canvas: Canvas, rect: Rect, text: str, *, lit: bool = False) -> None:
    """A word or two in a quiet pill, as in the top bar."""
    palette = canvas.theme.palette
    canvas.box(rect, palette.quiet_hover if lit else palette.quiet, radius=rect.h / 2)
    canvas.text(text, rect.inset(11, 0), canvas.theme.sizes.small, align="center")


def draw_pills(
    canvas: Canvas, rect: Rect, texts: Sequence[str], align: Literal["left", "right"] = "left"
) -> list[Rect]:
    """Pills in a row from one end of `rect`; those that do not fit are left out. Gives the places of the drawn ones.

    From the right, the last text stands outermost and the first ones are left out.
    """
    height, gap = min(rect.h * 0.62, canvas.screen.grown(28, 0.6)), 10.0
    places: list[Rect] = []
    used = 0.0
    for text in texts if align == "left" else tuple(reversed(texts)):
        width = pill_width(canvas, text)
        if used + width > rect.w:
            break
        x = rect.x + used if align == "left" else rect.right - used - width
        places.append(Rect(x, rect.center[1] - height / 2, width, height))
        draw_pill(canvas, places[-1], text)
        used += width + gap
    return places if align == "left" else places[::-1]


def draw_bubble(canvas: Canvas, rect: Rect, text: str, *, fade: float = 1) -> None:
    """Something said: light on the dark felt, as wide as its words. `fade` 0-1."""
    palette = canvas.theme.palette
    width = min(rect.w, canvas.text_width(text, canvas.theme.sizes.label) + 34)
    place = Rect(rect.x if rect.right < canvas.screen.w - 60 else rect.right - width, rect.y, width, rect.h)
    canvas.shadow(place, radius=16, blur=12, drop=4, paint=(0, 0, 0, round(90 * fade)))
    canvas.box(place, (*palette.card, round(245 * fade)), radius=16)
    canvas.text(text, place.inset(15, 2), canvas.theme.sizes.label, colour=palette.black, align="center")


def draw_key_hint(canvas: Canvas, rect: Rect, key: str) -> None:
    """A key's name in a key's shape."""
    canvas.box(rect, (*canvas.theme.palette.ink, 22), radius=6, border=(*canvas.theme.palette.ink, 70), thickness=1)
    canvas.text(key, rect.inset(5, 0), canvas.theme.sizes.small - 1, bold=True, align="center")
