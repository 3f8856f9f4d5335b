"""The replay: four open hands round the trick, a line of words, a row of buttons."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, radians, sin

from lanbridge.ui.layout.fan import CARD_SHAPE, Spot
from lanbridge.ui.layout.rect import Rect
from lanbridge.ui.layout.screen import Screen

_EDGE = 20.0
_STEP = 0.42  # of a card's width between two cards of a hand
_CARDS = 13
_LEANS = (2.0, 5.0, -3.0, -5.0)


@dataclass(frozen=True, slots=True)
class ReplayLayout:
    """Tuples of four go by place: 0 below, then counter-clockwise."""

    bar: Rect
    plates: tuple[Rect, Rect, Rect, Rect]
    hands: tuple[Rect, Rect, Rect, Rect]
    trick: tuple[Spot, Spot, Spot, Spot]
    message: Rect
    foot: Rect

    def parts(self) -> dict[str, Rect]:
        """The rectangles that must not overlap each other, by name."""
        named = {f"plate {n}": rect for n, rect in enumerate(self.plates)}
        named |= {f"hand {n}": rect for n, rect in enumerate(self.hands)}
        named |= {f"trick {n}": _inside(spot) for n, spot in enumerate(self.trick[:1])}
        return named | {"bar": self.bar, "message": self.message, "foot": self.foot}

    def card(self, place: int, index: int, count: int) -> Spot:
        """Where a card of a hand lies; the hand stays in the middle of its place as it grows smaller."""
        room = self.hands[place]
        width = room.h * CARD_SHAPE
        step = min(width * _STEP, (room.w - width) / (_CARDS - 1))
        first = room.center[0] - step * (count - 1) / 2
        return Spot(first + index * step, room.center[1], 0, room.h)


def _inside(spot: Spot) -> Rect:
    side = spot.height * 0.3
    return Rect(spot.x - side / 2, spot.y - side / 2, side, side)


def replay_layout(screen: Screen) -> ReplayLayout:
    """The replay for a window."""
    bar = Rect(0, 0, screen.w, screen.grown(48, 0.35))
    foot_height, line = screen.grown(48, 0.35), screen.grown(30, 0.75)
    foot = Rect(_EDGE, screen.h - 14 - foot_height, screen.w - 2 * _EDGE, foot_height)
    message = Rect(_EDGE, foot.y - 8 - line, screen.w - 2 * _EDGE, line)
    room = Rect(_EDGE, bar.bottom + 8, screen.w - 2 * _EDGE, message.y - 8 - bar.bottom - 8)
    block = (room.h - 2 * 8) / 3
    plate = min(screen.grown(60, 0.35), block * 0.45)
    card = block - plate - 6
    wide = card * CARD_SHAPE * (1 + (_CARDS - 1) * _STEP)
    width = max(wide, screen.grown(216, 0.3))
    middle = room.y + block + 8
    across = (screen.w - width) / 2
    corners = ((across, room.bottom - block), (room.right - width, middle), (across, room.y), (room.x, middle))
    plates, hands = [], []
    for x, y in corners:
        plates.append(Rect(x, y, width, plate).middle(min(width, screen.grown(250, 0.3)), plate))
        hands.append(Rect(x, y + plate + 6, width, card))
    return ReplayLayout(
        bar=bar,
        plates=(plates[0], plates[1], plates[2], plates[3]),
        hands=(hands[0], hands[1], hands[2], hands[3]),
        trick=_trick(screen, middle, block),
        message=message,
        foot=foot,
    )


def _trick(screen: Screen, top: float, block: float) -> tuple[Spot, Spot, Spot, Spot]:
    x, y, height = screen.w / 2, top + block / 2, block * 0.62
    spots = []
    for place, turn in enumerate((180, 90, 0, 270)):
        away = height * (0.19 if place % 2 == 0 else 0.62)
        spots.append(Spot(x + away * sin(radians(turn)), y - away * cos(radians(turn)), _LEANS[place], height))
    return spots[0], spots[1], spots[2], spots[3]
