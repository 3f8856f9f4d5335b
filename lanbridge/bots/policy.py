"""Rules of thumb for one card, from what one seat can see; the medium bot and every rollout play by them.

``hand`` are the seat's cards, ``left`` all cards not yet played by anybody, the seat's own included: both are
four masks by suit. The answer is always a legal card as bits.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from .masks import COUNT, HIGH, QUEEN, SPADES, SUIT_SHIFT
from .scheme import ANY_SPADE, DRAW, OPTIONAL

if TYPE_CHECKING:
    from .masks import Bits, Suits
    from .scheme import Scheme

_SPADE: Final = SPADES << SUIT_SHIFT
_DOUBLETON: Final = 2
_BEATEN_SURELY: Final = 3
"""With so many higher cards in other hands somebody will beat a card that is led."""
_HONOURS_FEARED: Final = 2
"""With one seat to play after it, a card is worth risking against at most so many higher ones."""


def lead(hand: Suits, left: Suits, aim: int) -> Bits:
    """The card to lead: cash safe winners when hungry, else get off lead as low as can be."""
    return _lead_hungry(hand, left, aim) if aim else _lead_ducking(hand, left)


def _lead_hungry(hand: Suits, left: Suits, aim: int) -> Bits:
    spades = hand[3]
    trumps_out = left[3] ^ spades
    if aim == DRAW and trumps_out and spades > trumps_out:
        return _SPADE | HIGH[spades]
    best_suit, best_out = -1, 2 if trumps_out else -1
    low_suit, low_key = -1, 99
    for suit in (0, 1, 2):
        mine = hand[suit]
        if not mine:
            continue
        others = left[suit] ^ mine
        if mine > others:
            out = COUNT[others]
            if out > best_out:
                best_suit, best_out = suit, out
        key = COUNT[mine] + (6 if COUNT[mine] > 1 and mine >= QUEEN else 0)
        if key < low_key:
            low_suit, low_key = suit, key
    if best_suit >= 0:
        return best_suit << SUIT_SHIFT | HIGH[hand[best_suit]]
    if low_suit < 0:
        return _SPADE | (HIGH[spades] if spades > trumps_out else spades & -spades)
    mine = hand[low_suit]
    short_and_low = COUNT[mine] == _DOUBLETON and mine < QUEEN
    return low_suit << SUIT_SHIFT | (HIGH[mine] if short_and_low else mine & -mine)


def _lead_ducking(hand: Suits, left: Suits) -> Bits:
    best, most = 0, -1
    for suit in (0, 1, 2, 3):
        mine = hand[suit]
        if mine:
            others = left[suit] ^ mine
            card = mine & -mine
            above = COUNT[others & -card]
            if above >= _BEATEN_SURELY:
                higher = HIGH[mine & (HIGH[others ^ HIGH[others]] - 1)]
                if COUNT[others & -higher] >= _BEATEN_SURELY:
                    card = higher or card
            if above > most:
                best, most = suit << SUIT_SHIFT | card, above
    return best


def follow(hand: Suits, left: Suits, led: int, best: Bits, later: int, aim: int, scheme: Scheme) -> Bits:
    """The card to play on a trick that ``best`` wins so far; ``later`` (0-2) seats play after this one."""
    mine = hand[led]
    if mine:
        if best >> SUIT_SHIFT != led:
            return led << SUIT_SHIFT | (mine & -mine if aim else HIGH[mine])
        bit = best & 8191
        if mine < bit:
            return led << SUIT_SHIFT | (mine & -mine if aim else HIGH[mine])
        return led << SUIT_SHIFT | head_or_not(mine, left[led] ^ mine, bit, later, aim, scheme)
    return off_suit(hand, best, later, aim, scheme)


def head_or_not(mine: int, others: int, bit: int, later: int, aim: int, scheme: Scheme) -> int:
    """The card of the led suit, of which ``mine`` can beat ``bit`` and ``others`` are in other hands."""
    winners = mine & -bit
    if not aim:
        losers = 0 if scheme.head else mine ^ winners
        if losers:
            return HIGH[losers]
        return winners & -winners if later > 1 else HIGH[winners]
    if not later:
        return winners & -winners
    sure = winners & -HIGH[others]
    if sure:
        return sure & -sure
    if later == 1 and COUNT[others & -HIGH[winners]] <= _HONOURS_FEARED:
        return HIGH[winners]
    low = winners if scheme.head else mine
    return low & -low


def off_suit(hand: Suits, best: Bits, later: int, aim: int, scheme: Scheme) -> Bits:
    """The card of a seat that holds none of the led suit: ruff, waste or throw."""
    spades = hand[3]
    if spades:
        winners = spades & -(best & 8191) if best >= _SPADE else spades
        if scheme.void == OPTIONAL:
            if winners and aim:
                return _SPADE | (winners & -winners)
        elif winners:
            if aim or later > 1:
                losers = spades ^ winners
                if not aim and losers and scheme.void == ANY_SPADE:
                    return _SPADE | HIGH[losers]
                return _SPADE | (winners & -winners)
            return _SPADE | HIGH[winners]
        elif scheme.void == ANY_SPADE or scheme.waste:
            return _SPADE | (spades & -spades if aim else HIGH[spades])
    return _throw_low(hand) if aim else _throw_high(hand)


def _throw_low(hand: Suits) -> Bits:
    best, key = 0, 1 << 30
    for suit in (0, 1, 2):
        mine = hand[suit]
        if mine:
            low = mine & -mine
            cost = low * 16 + COUNT[mine]
            if cost < key:
                best, key = suit << SUIT_SHIFT | low, cost
    return best or _SPADE | (hand[3] & -hand[3])


def _throw_high(hand: Suits) -> Bits:
    best, key = 0, -1
    for suit in (0, 1, 2):
        high = HIGH[hand[suit]]
        if high > key and high:
            best, key = suit << SUIT_SHIFT | high, high
    spade = HIGH[hand[3]]
    return _SPADE | spade if spade * 8 > key else best
