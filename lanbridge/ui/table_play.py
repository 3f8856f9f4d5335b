"""My hand under the player's fingers: which card is meant, lifted, dragged, asked about. No pygame."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field, replace
from operator import is_
from typing import Final

from lanbridge.engine import Card, Hand, Phase, Reason, Refusal, SeatView, explain_play, playable_cards
from lanbridge.settings import Motion, Preferences
from lanbridge.ui.layout import Fan, Point, Spot, TableLayout
from lanbridge.ui.table_hand import Arrangement, Gliding, hit, stepped
from lanbridge.ui.timeline_shown import Shown

_POINTED: Final = 0.45  # of the fan's lift, on top: the card under the pointer or the keyboard's choice
_ASKED: Final = 1.2  # a card that waits to be confirmed
_SENT: Final = 2.4  # a card on its way to the host: it has left the row at once
_DROPPED_ABOVE: Final = 0.10  # of the hand's height above it: a card let go there is played


@dataclass(slots=True)
class HandPlay:
    """What the hand looks like and what is meant by a point or a key."""

    arrangement: Arrangement = field(default_factory=Arrangement)
    gliding: Gliding = field(default_factory=Gliding)
    hovered: Card | None = None
    chosen: Card | None = None
    asked: Card | None = None
    dragged: Card | None = None
    point: Point = (0.0, 0.0)
    left_from: dict[Card, Spot] = field(default_factory=dict)
    row: Hand = ()
    _homes: dict[Card, Spot] = field(default_factory=dict)
    _at_rest: tuple[object, ...] | None = None  # all that the spots depend on, when the cards came to rest

    def update(
        self, layout: TableLayout, shown: Shown | None, preferences: Preferences, sent: Card | None, seconds: float
    ) -> bool:
        """Cards glide on towards where they belong; True while they move."""
        said = (layout, shown, preferences, sent, self.hovered, self.chosen, self.asked, self.arrangement)
        if self._at_rest is not None and self.dragged is None and all(map(is_, said, self._at_rest)):
            return False
        self._at_rest = None
        self.left_from |= self.gliding.spots
        self.row = self._row(shown, preferences)
        legal = legal_in(shown)
        places = layout.hand(13 if shown is not None and shown.dealing else len(self.row))
        self._homes = dict(zip(self.row, places.spots, strict=False))
        targets = {card: self._target(card, places, legal, sent) for card in self.row}
        moving = self.gliding.advance(targets, seconds, preferences.motion)
        if self.dragged is not None and self.dragged in self.gliding.spots:
            spot = self.gliding.spots[self.dragged]
            self.gliding.put(self.dragged, replace(spot, x=self.point[0], y=self.point[1]))
        elif not moving:
            self._at_rest = said
        return moving

    def jump(self, layout: TableLayout, shown: Shown | None, preferences: Preferences, sent: Card | None) -> None:
        """After a resize: everything stands where it belongs."""
        self.gliding = Gliding()
        self._at_rest = None
        self.update(layout, shown, replace(preferences, motion=Motion.NONE), sent, 0.0)

    def _row(self, shown: Shown | None, preferences: Preferences) -> Hand:
        if shown is None:
            return ()
        return shown.hand if shown.dealing else self.arrangement.of(shown.hand, preferences)

    def _target(self, card: Card, places: Fan, legal: Collection[Card], sent: Card | None) -> Spot:
        spot = self._homes[card]
        lift = 1.0 if card in legal else 0.0
        if card == sent:
            lift = _SENT
        elif card == self.asked:
            lift = 1 + _ASKED
        elif card in {self.hovered, self.chosen}:
            lift += _POINTED
        return spot.lifted(places.lift * lift)

    def at(self, point: Point) -> Card | None:
        """The card under a point, as the player sees it."""
        return hit(self.row, self.gliding.spots, self._homes, point)

    def hover(self, point: Point) -> bool:
        """The pointer is here; True when another card is under it."""
        before, self.hovered = self.hovered, self.at(point)
        return self.hovered != before

    def step(self, step: int, legal: Collection[Card]) -> None:
        """The keyboard chooses the next card, a legal one when it is our turn."""
        self.chosen = stepped(self.row, self.chosen, step, legal)

    def drag(self, point: Point) -> bool:
        """A drag begins; True when it takes a card along."""
        self.dragged, self.point = self.at(point), point
        return self.dragged is not None

    def drop(self, layout: TableLayout, preferences: Preferences) -> Card | None:
        """The drag has ended: the card that was thrown on the table, if one was; else it finds its place again."""
        card, self.dragged = self.dragged, None
        if card is None or card not in self.row:
            return None
        if self.point[1] < layout.hand_area.y - layout.hand_area.h * _DROPPED_ABOVE:
            return card
        if preferences.hand_sort:
            place = sum(1 for other, home in self._homes.items() if other != card and home.x < self.point[0])
            self.arrangement = self.arrangement.moved(card, place, self.row)
        return None

    def tidy(self, shown: Shown | None) -> None:
        """Forget choices of cards that are gone."""
        held = shown.hand if shown is not None else ()
        self.hovered, self.chosen, self.asked, self.dragged = (
            card if card in held else None for card in (self.hovered, self.chosen, self.asked, self.dragged)
        )


def legal_in(shown: Shown | None) -> Hand:
    """The cards that may be played in the shown position."""
    return playable_cards(shown.view) if shown is not None and not shown.dealing else ()


def why_not(view: SeatView, card: Card) -> Refusal | None:
    """Why a card may not be played now, None when it may."""
    table = view.table
    if table.phase is Phase.CALLING:
        return Refusal(Reason.CALL_FIRST)
    if table.phase is not Phase.PLAYING or table.trick is None:
        return Refusal(Reason.NOTHING_TO_PLAY)
    if not view.my_turn:
        return Refusal(Reason.NOT_YOUR_TURN)
    return explain_play(view.hand, table.trick, card, table.rules)
