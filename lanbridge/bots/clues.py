"""What the play so far proves about the cards that others may still hold (rules 3.2-3.8)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .masks import BIT, SPADES, SUIT_SHIFT
from .position import beats
from .scheme import ANY_SPADE, MUST_WIN

if TYPE_CHECKING:
    from .masks import Bits, Suits
    from .position import Position
    from .scheme import Scheme


def possible(position: Position) -> list[Suits]:
    """For each place the cards that it may still hold; the own place's is simply its hand."""
    unseen = [out & ~mine for out, mine in zip(position.left, position.hand, strict=True)]
    allowed = [list(unseen) for _ in range(4)]
    for leader, cards in (*position.played, (position.leader, position.trick)):
        best = 0
        for turn, bits in enumerate(cards):
            if turn:
                _learn(allowed[(leader + turn) & 3], cards[0] >> SUIT_SHIFT, best, bits, position.scheme)
            if beats(bits, best):
                best = bits
    allowed[position.me] = list(position.hand)
    return allowed


def _learn(may_hold: Suits, led: int, best: Bits, bits: Bits, scheme: Scheme) -> None:
    """Strike out what the seat that played ``bits`` on a trick won by ``best`` cannot have held."""
    suit = bits >> SUIT_SHIFT
    if suit == led:
        if scheme.head and best >> SUIT_SHIFT == led and bits < best:
            may_hold[led] &= _below(best)
        return
    may_hold[led] = 0
    if scheme.void == MUST_WIN and not beats(bits, best):
        overruff = best >> SUIT_SHIFT == SPADES and not (scheme.waste and suit != SPADES)
        may_hold[SPADES] &= _below(best) if overruff else 0
    elif scheme.void == ANY_SPADE and suit != SPADES:
        may_hold[SPADES] = 0


def _below(best: Bits) -> int:
    return (best & BIT) - 1
