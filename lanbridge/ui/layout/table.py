"""The table: four plates round an oval, the trick in the middle, the hand below.

A *place* is where a seat is on this screen: 0 me (below), then counter-clockwise 1 right, 2 top, 3 left. Seat k+1 sits
to the right of seat k, so place = (seat - my seat) mod 4.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, radians, sin

from lanbridge.ui.layout.fan import CARD_SHAPE, Fan, Spot, fan
from lanbridge.ui.layout.rect import Rect
from lanbridge.ui.layout.screen import Screen

ME, RIGHT, TOP, LEFT = range(4)

_EDGE = 20.0
_GAP = 10.0
_TRICK_LEANS = (3.0, 7.0, -3.0, -8.0)  # degrees, by place: laid by hand, but always alike
_ROW_FILL = 1.24  # card heights from top to foot of four cards side by side
_ROW_WIDE = 4.2  # ... and card widths from left to right
_TOO_LOW = 128.0  # of a card: crossed cards would be smaller, so they lie side by side
_TRICK_FILL = 1.68  # card heights between the top of the upper and the foot of the lower card of a trick


def place_of(seat: int, my_seat: int) -> int:
    """Where a seat is on the screen of `my_seat` (spectators take seat 0 as theirs)."""
    return (seat - my_seat) % 4


def seat_at(place: int, my_seat: int) -> int:
    """The seat at a place; the other way round."""
    return (place + my_seat) % 4


@dataclass(frozen=True, slots=True)
class TableLayout:
    """Everything of the table screen that has a place. Tuples of four go by place."""

    bar: Rect
    bar_left: Rect
    bar_right: Rect
    oval: Rect
    plates: tuple[Rect, Rect, Rect, Rect]
    bubbles: tuple[Rect, Rect, Rect, Rect]
    middle: Rect  # free felt between the plates: trick, or panel of calls
    trick: tuple[Spot, Spot, Spot, Spot]
    message: Rect
    hand_area: Rect
    toast: Rect
    deck: Spot  # where cards are dealt from
    has_hand: bool = True  # False for those who watch

    def hand(self, count: int) -> Fan:
        """The fan of my hand with `count` cards."""
        return fan(self.hand_area, count)

    def beyond(self, place: int) -> Spot:
        """Where a seat's cards come from and won tricks go to: the middle of its plate, small."""
        x, y = self.plates[place].center
        return Spot(x, y, 0, self.trick[place].height * 0.5)

    def parts(self) -> dict[str, Rect]:
        """The rectangles that must never overlap each other, by name."""
        named = {f"plate {place}": rect for place, rect in enumerate(self.plates)}
        named |= {"bar left": self.bar_left, "bar right": self.bar_right, "message": self.message}
        named |= {"trick": _bounds(self.trick), "toast": self.toast}
        return named | ({"hand": self.hand_area} if self.has_hand else {})


def _bounds(spots: tuple[Spot, ...]) -> Rect:
    boxes = [spot.bounds for spot in spots]
    left, top = min(b.x for b in boxes), min(b.y for b in boxes)
    return Rect(left, top, max(b.right for b in boxes) - left, max(b.bottom for b in boxes) - top)


def _plates(screen: Screen, top: float, me_bottom: float) -> tuple[Rect, Rect, Rect, Rect]:
    width, height = screen.grown(236, 0.3), screen.grown(72, 0.55)
    across = (screen.w - width) / 2
    side_y = top + (me_bottom - top - height) / 2 - 6
    return (
        Rect(across, me_bottom - height, width, height),
        Rect(screen.w - _EDGE - width, side_y, width, height),
        Rect(across, top, width, height),
        Rect(_EDGE, side_y, width, height),
    )


def _trick(middle: Rect) -> tuple[Spot, Spot, Spot, Spot]:
    """Crossed as on a table; side by side where large text leaves little height and that makes larger cards."""
    x, y = middle.center
    height = min(middle.h / _TRICK_FILL, middle.w / 2.6, middle.h * 0.7) * 0.98
    low = min(middle.h / _ROW_FILL, middle.w / (_ROW_WIDE * CARD_SHAPE))
    if height < min(low, _TOO_LOW):
        height = low
        inner, outer, away = low * CARD_SHAPE * 0.4, low * CARD_SHAPE * 1.2, low * 0.05
        steps = ((inner, away), (outer, 0.0), (-inner, -away), (-outer, 0.0))
    else:
        aside, away = height * CARD_SHAPE * 0.86, height * 0.31
        steps = ((0.0, away), (aside, 0.0), (0.0, -away), (-aside, 0.0))
    return (
        Spot(x + steps[0][0], y + steps[0][1], _TRICK_LEANS[0], height),
        Spot(x + steps[1][0], y + steps[1][1], _TRICK_LEANS[1], height),
        Spot(x + steps[2][0], y + steps[2][1], _TRICK_LEANS[2], height),
        Spot(x + steps[3][0], y + steps[3][1], _TRICK_LEANS[3], height),
    )


def _bubbles(plates: tuple[Rect, Rect, Rect, Rect], screen: Screen) -> tuple[Rect, Rect, Rect, Rect]:
    size = screen.grown(250, 0.3), screen.grown(48, 0.6)
    me, right, top, left = plates
    return (
        Rect(me.right + _GAP, me.y + (me.h - size[1]) / 2, *size),
        Rect(right.right - size[0], right.bottom + _GAP, *size),
        Rect(top.right + _GAP, top.y + (top.h - size[1]) / 2, *size),
        Rect(left.x, left.bottom + _GAP, *size),
    )


def table_layout(screen: Screen, *, hand: bool = True) -> TableLayout:
    """The table for a window; without a ``hand``, for those who watch, it has the hand's room, too."""
    bar = Rect(0, 0, screen.w, screen.grown(48, 0.35))
    inner = bar.inset(_EDGE, 0)
    hand_height = min(screen.h * 0.222, screen.w * 0.15)
    hand_top = screen.h - hand_height
    lift = hand_height * 0.16
    top_y = bar.bottom + _GAP
    plates = _plates(screen, top_y, hand_top - lift if hand else screen.h - _EDGE)
    message_height = screen.grown(30, 0.75)
    message_width = min(screen.w - 2 * _EDGE, screen.grown(760, 0.3))
    message = Rect((screen.w - message_width) / 2, plates[ME].y - 4 - message_height, message_width, message_height)
    middle_x = plates[LEFT].right + _GAP
    middle_y = plates[TOP].bottom + 6
    middle = Rect(middle_x, middle_y, plates[RIGHT].x - _GAP - middle_x, message.y - 4 - middle_y)
    oval_x, oval_y = plates[LEFT].x + plates[LEFT].w * 0.604, plates[TOP].center[1]
    oval = Rect(oval_x, oval_y, screen.w - 2 * oval_x, plates[ME].center[1] - oval_y)
    fan_width = min(screen.w - 2 * _EDGE, hand_height * 8)
    trick = _trick(middle)
    return TableLayout(
        bar=bar,
        bar_left=inner.left_part(inner.w * 0.58),
        bar_right=inner.right_part(inner.w * 0.40),
        oval=oval,
        plates=plates,
        bubbles=_bubbles(plates, screen),
        middle=middle,
        trick=trick,
        message=message,
        hand_area=Rect((screen.w - fan_width) / 2, hand_top, fan_width, hand_height),
        toast=Rect(_EDGE, top_y, plates[TOP].x - _EDGE - 16, screen.grown(44, 0.6)),
        deck=Spot(*middle.center, 0, trick[0].height),
        has_hand=hand,
    )


def scattered(spot: Spot, turn: float, away: float) -> Spot:
    """A spot pushed `away` units in a direction (degrees, 0 up, clockwise): for cards that fly out."""
    return Spot(
        spot.x + away * sin(radians(turn)), spot.y - away * cos(radians(turn)), spot.angle + turn * 0.1, spot.height
    )
