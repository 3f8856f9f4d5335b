"""Hands of the others drawn exactly evenly from all deals that fit what a seat knows: never stuck.

Unseen cards fall into at most seven groups by the set of places that may hold them. A group of one place is
forced; how many cards of each two-place group go to its first place fixes everything else. All such splits
are weighed by the number of deals in them, one is drawn, and cards are shuffled within their groups. Nothing is ever
rejected but a deal that a redeal rule (6.1) would have ended before the first call, where the rules have one.
"""

from __future__ import annotations

from bisect import bisect
from dataclasses import dataclass
from itertools import accumulate, product
from math import comb
from typing import TYPE_CHECKING, Final

from .clues import possible
from .masks import BIT, RANKS
from .redealt import stood_of

if TYPE_CHECKING:
    import random

    from .masks import Place, Suits
    from .position import Position
    from .redealt import Pack, Stood

_MOST_DRAWS: Final = 200
"""Draws for one world that stood. At a true table nine of ten draws stand, and one of seven at the worst that was seen;
a view that contradicts itself gets a world that did not stand."""
_PAIRS = ((0, 1), (0, 2), (1, 2))
"""Two of the three others, by their place in the list of others."""


@dataclass(frozen=True, slots=True)
class Worlds:
    """A sampler made once for a position.

    ``groups`` are lists of cards (bit ``suit * 13 + rank``); ``splits[k][g]`` says how many cards of group g go
    to each of ``others``; ``weights`` are cumulative numbers of deals; ``stood`` says which of them a redeal rule
    would have ended, None if none.
    """

    me: Place
    hand: Suits
    others: tuple[Place, ...]
    groups: tuple[tuple[int, ...], ...]
    splits: tuple[tuple[tuple[int, ...], ...], ...]
    weights: tuple[int, ...]
    stood: Stood | None

    def draw(self, rng: random.Random) -> list[Suits]:
        """The four hands, by place, of one world; the own hand is a copy."""
        packs = self._packs(rng)
        if self.stood is not None:
            draws = 1
            while draws < _MOST_DRAWS and not self.stood.fits(packs):
                packs = self._packs(rng)
                draws += 1
        hands = [self.hand[:], self.hand, self.hand, self.hand]
        hands[self.me] = self.hand[:]
        for other in (0, 1, 2):
            pack = packs[other]
            hands[self.others[other]] = [
                pack & BIT,
                pack >> RANKS & BIT,
                pack >> 2 * RANKS & BIT,
                pack >> 3 * RANKS,
            ]
        return hands

    def _packs(self, rng: random.Random) -> list[Pack]:
        """The cards of each of the others."""
        index = bisect(self.weights, rng.random() * self.weights[-1]) if len(self.splits) > 1 else 0
        dice = rng.random
        packs = [0, 0, 0]
        for group, shares in zip(self.groups, self.splits[index], strict=True):
            cards = sorted(group, key=lambda _: dice())
            start = 0
            for other in (0, 1, 2):
                share = shares[other]
                if share:
                    packs[other] += sum(cards[start : start + share])
                    start += share
        return packs

    @property
    def count(self) -> int:
        """How many worlds there are, those counted in that a redeal rule would have ended."""
        return self.weights[-1]


def worlds_of(position: Position) -> Worlds:
    """The sampler of all deals that fit the position."""
    allowed = possible(position)
    others = tuple((position.me + turn) & 3 for turn in (1, 2, 3))
    grouped: dict[tuple[int, ...], list[int]] = {}
    for suit in range(4):
        for rank in range(RANKS):
            who = tuple(k for k in (0, 1, 2) if allowed[others[k]][suit] >> rank & 1)
            if who:
                grouped.setdefault(who, []).append(1 << (suit * RANKS + rank))
    held = position.held
    splits = _splits({who: len(cards) for who, cards in grouped.items()}, [held[place] for place in others])
    return Worlds(
        me=position.me,
        hand=list(position.hand),
        others=others,
        groups=tuple(tuple(cards) for cards in grouped.values()),
        splits=tuple(split for split, _ in splits),
        weights=tuple(accumulate(weight for _, weight in splits)),
        stood=stood_of(position, others),
    )


def _splits(sizes: dict[tuple[int, ...], int], room: list[int]) -> list[tuple[tuple[tuple[int, ...], ...], int]]:
    """Every way to share the groups out so that each place's ``room`` is filled, with its number of deals."""
    found = []
    for firsts in product(*(range(sizes.get(pair, 0) + 1) for pair in _PAIRS)):
        shares = {who: _share(who, size, firsts) for who, size in sizes.items() if len(who) < len(room)}
        rest = [room[k] - sum(share[k] for share in shares.values()) for k in (0, 1, 2)]
        if min(rest) < 0:
            continue
        shares[0, 1, 2] = tuple(rest)
        weight = _ways(rest)
        for pair, first in zip(_PAIRS, firsts, strict=True):
            weight *= comb(sizes.get(pair, 0), first)
        found.append((tuple(shares[who] for who in sizes), weight))
    return found


def _share(who: tuple[int, ...], size: int, firsts: tuple[int, ...]) -> tuple[int, ...]:
    share = [0, 0, 0]
    if len(who) == 1:
        share[who[0]] = size
    else:
        first = firsts[_PAIRS.index((who[0], who[1]))]
        share[who[0]], share[who[1]] = first, size - first
    return tuple(share)


def _ways(rest: list[int]) -> int:
    return comb(sum(rest), rest[0]) * comb(rest[1] + rest[2], rest[1])
