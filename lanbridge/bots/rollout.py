"""Play a deal to its end by the rules of `policy`: each seat from its own cards and what was played.

This is the inner loop of all thinking. The commonest case, following suit, is written out here for speed; a
test holds it to `policy.follow`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from .masks import BIT, HIGH, SPADES, SUIT_SHIFT
from .policy import head_or_not, lead, off_suit
from .position import beats

if TYPE_CHECKING:
    from .masks import Bits, Place, Suits
    from .scheme import Scheme

_OUT_OF_REACH: Final = 1 << 13
"""Above every card of the led suit: the trick is ruffed."""
_STILL_TO_PLAY: Final[tuple[tuple[int, ...], ...]] = ((2, 1, 0), (1, 0), (0,), ())
"""By cards in the trick after the lead: how many seats play after each that is still to come."""


def play_out(  # noqa: C901, PLR0912 - one flat loop: each call saved is a tenth of all thinking
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
    high = HIGH
    tricks = sum(map(int.bit_count, hands[leader])) + bool(trick)
    place, best, holder, turns = leader, 0, leader, _STILL_TO_PLAY[0]
    for bits in trick:
        if beats(bits, best):
            best, holder = bits, place
        place = (place + 1) & 3
    if trick:
        turns = _STILL_TO_PLAY[len(trick) - 1]
    for number in range(tricks):
        if number or not trick:
            holder = place
            best = lead(hands[place], left, aims[place][won[place]])
            led, top = best >> SUIT_SHIFT, best & BIT
            hands[place][led] ^= top
            left[led] ^= top
            place = (place + 1) & 3
        else:
            led = trick[0] >> SUIT_SHIFT
            top = best & BIT if best >> SUIT_SHIFT == led else _OUT_OF_REACH
        for later in turns:
            hand = hands[place]
            mine = hand[led]
            if mine:
                if mine < top:
                    bit = mine & -mine if aims[place][won[place]] else high[mine]
                else:
                    aim = aims[place][won[place]]
                    bit = head_or_not(mine, left[led] ^ mine, top, later, aim, scheme)
                    if bit > top:
                        top, best, holder = bit, led << SUIT_SHIFT | bit, place
                hand[led] = mine ^ bit
                left[led] ^= bit
            else:
                bits = off_suit(hand, best, later, aims[place][won[place]], scheme)
                suit, bit = bits >> SUIT_SHIFT, bits & BIT
                hand[suit] ^= bit
                left[suit] ^= bit
                if suit == SPADES and bits > best:
                    top, best, holder = _OUT_OF_REACH, bits, place
            place = (place + 1) & 3
        won[holder] += 1
        place = holder
        turns = _STILL_TO_PLAY[0]
    return won
