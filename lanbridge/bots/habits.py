"""How well a world explains the cards that others chose: a player with those hands might have played them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from .masks import BIT, SUIT_SHIFT
from .policy import follow, lead
from .position import beats

if TYPE_CHECKING:
    from .masks import Bits, Place, Suits
    from .position import Position
    from .scheme import Scheme


class Choice(NamedTuple):
    """One card that another seat played, and what it could see then.

    ``since`` are the cards that the place has played from this choice on, so that the hand it held then is the
    world's hand and these.
    """

    place: Place
    played: Bits
    since: tuple[int, ...]
    left: Suits
    led: int
    best: Bits
    later: int
    aim: int


def choices_of(position: Position) -> list[Choice]:
    """The cards that others chose so far, in order, leads too."""
    won, left, found = [0, 0, 0, 0], [BIT] * 4, list[Choice]()
    since = [list(suits) for suits in position.gone]
    for leader, cards in (*position.played, (position.leader, position.trick)):
        best, holder = 0, leader
        for turn, bits in enumerate(cards):
            place = (leader + turn) & 3
            if place != position.me:
                aim = position.scheme.aims[position.calls[place]][won[place]]
                led = cards[0] >> SUIT_SHIFT
                found.append(Choice(place, bits, tuple(since[place]), list(left), led, best, 3 - turn, aim))
            since[place][bits >> SUIT_SHIFT] ^= bits & BIT
            left[bits >> SUIT_SHIFT] ^= bits & BIT
            if beats(bits, best):
                best, holder = bits, place
        won[holder] += 1
    return found


def surprises(choices: list[Choice], hands: list[Suits], scheme: Scheme) -> int:
    """How many of the choices the rules of thumb would have made otherwise with the hands of this world."""
    odd = 0
    for place, played, since, left, led, best, later, aim in choices:
        clubs, diamonds, hearts, spades = hands[place]
        hand = [clubs | since[0], diamonds | since[1], hearts | since[2], spades | since[3]]
        thumb = follow(hand, left, led, best, later, aim, scheme) if best else lead(hand, left, aim)
        odd += thumb != played
    return odd
