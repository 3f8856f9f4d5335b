"""The last tricks solved exactly with all hands open: can one place be sure of its call whatever the others do?

The three others are taken to play together against it, so a yes is a proof. Six cards a hand take milliseconds.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from .masks import BIT, SUIT_SHIFT
from .options import distinct, legal
from .position import beats

if TYPE_CHECKING:
    from .masks import Bits, Place, Suits
    from .position import Position
    from .scheme import Scheme


@dataclass(slots=True)
class Ending:
    """One deal's last tricks, open; ``wanted[k]`` says whether k tricks in all make the place's call."""

    scheme: Scheme
    me: Place
    hands: list[Suits]
    wanted: list[bool]
    known: dict[tuple[int, ...], bool] = field(default_factory=dict)
    turns: int = 0
    """Turns looked at so far: the measure of work, the same on every machine."""

    def surely(self, leader: Place, trick: list[Bits], won: int) -> bool:
        """Whether the place can force a wanted number of tricks, ``won`` of which it has already."""
        if not trick:
            return self._from_lead(leader, won)
        best, holder = trick[0], leader
        for turn, bits in enumerate(trick[1:], 1):
            if beats(bits, best):
                best, holder = bits, (leader + turn) & 3
        return self._within(leader, len(trick), trick[0] >> SUIT_SHIFT, best, holder, won)

    def _from_lead(self, leader: Place, won: int) -> bool:
        cards = sum(map(int.bit_count, self.hands[leader]))
        hopes = self.wanted[won : won + cards + 1]
        if all(hopes) or not any(hopes):
            return hopes[0]
        key = (leader, won, *(suit for hand in self.hands for suit in hand))
        if key not in self.known:
            self.known[key] = self._any_or_all(leader, 0, -1, 0, leader, won)
        return self.known[key]

    def _within(self, leader: Place, played: int, led: int, best: Bits, holder: Place, won: int) -> bool:
        if played == 4:  # noqa: PLR2004 - four seats, one card each
            return self._from_lead(holder, won + (holder == self.me))
        return self._any_or_all((leader + played) & 3, played, led, best, holder, won)

    def _any_or_all(self, place: Place, played: int, led: int, best: Bits, holder: Place, won: int) -> bool:
        """Own turns need one good card, the others' turns none that spoils it."""
        self.turns += 1
        mine = place == self.me
        hand, leader = self.hands[place], (place - played) & 3
        may = legal(hand, led, best, self.scheme) if played else hand
        for bits in distinct(may, self._between(place, best)):
            suit = bits >> SUIT_SHIFT
            takes = beats(bits, best)
            hand[suit] ^= bits & BIT
            good = self._within(
                leader, played + 1, led if played else suit, bits if takes else best, place if takes else holder, won
            )
            hand[suit] ^= bits & BIT
            if good is mine:
                return mine
        return not mine

    def _between(self, place: Place, best: Bits) -> Suits:
        """What separates two cards of a hand: cards of others, and the best one of the open trick."""
        others = [hand for other, hand in enumerate(self.hands) if other != place]
        between = [a | b | c for a, b, c in zip(*others, strict=True)]
        if best:
            between[best >> SUIT_SHIFT] |= best & BIT
        return between


def sure_cards(position: Position, options: list[Bits], hands: list[Suits]) -> list[bool]:
    """For each option whether playing it makes the call for certain in the world ``hands``."""
    return _sure_cards(position, options, _ending(position, hands))


def sure_in_worlds(
    position: Position, options: list[Bits], worlds: list[list[Suits]], most_turns: int
) -> list[list[bool]]:
    """`sure_cards` for one world after the other until ``most_turns`` turns were looked at."""
    found, turns = [], 0
    for hands in worlds:
        ending = _ending(position, hands)
        found.append(_sure_cards(position, options, ending))
        turns += ending.turns
        if turns >= most_turns:
            break
    return found


def _ending(position: Position, hands: list[Suits]) -> Ending:
    row = position.scheme.score[position.calls[position.me]]
    return Ending(position.scheme, position.me, [hand[:] for hand in hands], [gain > 0 for gain in row])


def _sure_cards(position: Position, options: list[Bits], ending: Ending) -> list[bool]:
    me, found = position.me, []
    for bits in options:
        hand = ending.hands[me]
        hand[bits >> SUIT_SHIFT] ^= bits & BIT
        found.append(ending.surely(position.leader, [*position.trick, bits], position.won[me]))
        hand[bits >> SUIT_SHIFT] ^= bits & BIT
    return found
