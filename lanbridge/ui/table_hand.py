"""My hand on the screen: in which order the cards stand, and how they glide to where they belong. No pygame."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import exp, hypot
from typing import Final

from lanbridge.engine import Card, Hand
from lanbridge.settings import Motion, Preferences
from lanbridge.ui.layout import Spot

_HASTE: Final = 13.0  # a second: after 0.2 s a card has covered 93 % of its way
_ARRIVED: Final = 0.4  # logical units
_SPEEDS: Final = {Motion.SLOW: 0.65, Motion.NORMAL: 1.0, Motion.FAST: 1.8, Motion.NONE: 0.0}


def in_order(hand: Hand, preferences: Preferences) -> Hand:
    """The hand as the player likes it: suits from left to right, high or low cards first."""
    suits = preferences.suits
    sign = -1 if preferences.high_cards_first else 1
    return tuple(sorted(hand, key=lambda card: (suits.index(card.suit), sign * card.rank)))


@dataclass(frozen=True, slots=True)
class Arrangement:
    """The player's own order of a hand, for those who sort for themselves; new cards go to the right end."""

    cards: Hand = ()

    def of(self, hand: Hand, preferences: Preferences) -> Hand:
        """These cards in this order."""
        if not preferences.hand_sort:
            return in_order(hand, preferences)
        kept = tuple(card for card in self.cards if card in hand)
        return (*kept, *(card for card in in_order(hand, preferences) if card not in kept))

    def moved(self, card: Card, place: int, hand: Hand) -> Arrangement:
        """With one card taken to another place."""
        rest = [other for other in hand if other != card]
        rest.insert(max(0, min(len(rest), place)), card)
        return Arrangement(tuple(rest))


@dataclass(slots=True)
class Gliding:
    """Where each card of my hand is drawn now, on its way to where it belongs.

    The lean changes at once: every lean is a picture of its own, and a glide hides the small turn.
    """

    spots: dict[Card, Spot] = field(default_factory=dict)

    def advance(self, targets: Mapping[Card, Spot], seconds: float, motion: Motion) -> bool:
        """Move on; True while something still moves. New cards stand where they belong at once."""
        share = 1.0 if motion is Motion.NONE else 1 - exp(-seconds * _HASTE * _SPEEDS[motion])
        moved = {card: _toward(self.spots.get(card, target), target, share) for card, target in targets.items()}
        moving = any(moved[card] != target for card, target in targets.items())
        self.spots = moved
        return moving

    def put(self, card: Card, spot: Spot) -> None:
        """A card begins its next glide here: it was dropped, or has just landed."""
        self.spots[card] = spot


def _toward(now: Spot, target: Spot, share: float) -> Spot:
    dx, dy = target.x - now.x, target.y - now.y
    if hypot(dx, dy) * (1 - share) < _ARRIVED:
        return target
    return replace(target, x=now.x + dx * share, y=now.y + dy * share)


def hit(
    cards: Sequence[Card], spots: Mapping[Card, Spot], homes: Mapping[Card, Spot], point: tuple[float, float]
) -> Card | None:
    """The card under the pointer (units), the last drawn first, where it is seen or rests (a lift loses none)."""
    for card in reversed(cards):
        if card in spots and (spots[card].has(point) or (card in homes and homes[card].has(point))):
            return card
    return None


def stepped(cards: Sequence[Card], chosen: Card | None, step: int, wanted: Collection[Card]) -> Card | None:
    """The next card to the left (-1) or right (1) of the chosen one, among the wanted ones; round the ends."""
    row = [card for card in cards if card in wanted] or list(cards)
    if not row:
        return None
    if chosen not in row:
        return row[0 if step > 0 else -1]
    return row[(row.index(chosen) + step) % len(row)]
