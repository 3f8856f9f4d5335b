"""Play a deal to its end by the rules of `policy`: each seat from its own cards and what was played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .masks import BIT, SPADES, SUIT_SHIFT
from .policy import follow, lead
from .position import beats

if TYPE_CHECKING:
    from .masks import Bits, Place, Suits
    from .scheme import Scheme


def play_out(
    hands: list[Suits],
    left: Suits,
    won: list[int],
    aims: list[list[int]],
    leader: Place,
    trick: list[Bits],
    scheme: Scheme,
) -> list[int]:
    """Tricks won by place when the deal is played to its end; ``hands``, ``left`` and ``won`` are used up.

    ``aims[place]`` is the row of the scheme for the place's call; ``trick`` are the cards of the open trick.
    """
    tricks = sum(map(int.bit_count, hands[leader])) + bool(trick)
    place = leader
    best, best_place = 0, leader
    for bits in trick:
        if beats(bits, best):
            best, best_place = bits, place
        place = (place + 1) & 3
    led = trick[0] >> SUIT_SHIFT if trick else -1
    later = 3 - len(trick)
    for _ in range(tricks):
        if led < 0:
            hand = hands[place]
            best = lead(hand, left, aims[place][won[place]])
            led = best >> SUIT_SHIFT
            hand[led] ^= best & BIT
            left[led] ^= best & BIT
            best_place = place
            place = (place + 1) & 3
            later = 2
        while later >= 0:
            hand = hands[place]
            bits = follow(hand, left, led, best, later, aims[place][won[place]], scheme)
            suit, bit = bits >> SUIT_SHIFT, bits & BIT
            hand[suit] ^= bit
            left[suit] ^= bit
            if suit == best >> SUIT_SHIFT:
                if bits > best:
                    best, best_place = bits, place
            elif suit == SPADES:
                best, best_place = bits, place
            place = (place + 1) & 3
            later -= 1
        won[best_place] += 1
        place = best_place
        led = -1
    return won
