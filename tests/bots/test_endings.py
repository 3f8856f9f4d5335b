"""Exact endings: held against plain search by brute force."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from lanbridge.bots import choose
from lanbridge.bots.endings import sure_cards
from lanbridge.bots.masks import BIT, RANKS, SUIT_SHIFT, Suits
from lanbridge.bots.options import candidates, legal
from lanbridge.bots.position import Position, beats, position_of
from lanbridge.bots.worlds import worlds_of
from lanbridge.engine import PACK
from tests.bots.tables import any_rules, dealt, turns

if TYPE_CHECKING:
    from lanbridge.engine import Ruleset


def plainly(position: Position, hands: list[Suits], leader: int, trick: list[int], won: int) -> bool:
    """The same question without memory, cuts or equal cards."""
    me, row = position.me, position.scheme.score[position.calls[position.me]]
    if len(trick) == 4:
        best, holder = trick[0], leader
        for turn, bits in enumerate(trick):
            if beats(bits, best):
                best, holder = bits, (leader + turn) & 3
        return plainly(position, hands, holder, [], won + (holder == me))
    place = (leader + len(trick)) & 3
    hand = hands[place]
    if not any(hand):
        return row[won] > 0
    best = 0
    for bits in trick:
        best = bits if beats(bits, best) else best
    may = legal(hand, trick[0] >> SUIT_SHIFT, best, position.scheme) if trick else list(hand)
    results = []
    for suit in range(4):
        for rank in range(RANKS):
            if may[suit] >> rank & 1:
                hand[suit] ^= 1 << rank
                results.append(plainly(position, hands, leader, [*trick, suit << SUIT_SHIFT | 1 << rank], won))
                hand[suit] ^= 1 << rank
    return any(results) if place == me else all(results)


def late_position(rules: Ruleset, dice: random.Random, cards_gone: int) -> Position:
    """The position after so many cards of a deal; void deals (rules 6.2) are dealt again."""
    while True:
        for _, view, _ in turns(dealt(rules, dice), lambda view: choose("easy", view, dice)):
            position = position_of(view)
            if sum(position.held) == len(PACK) - cards_gone:
                return position


@pytest.mark.parametrize("seed", range(40))
def test_the_solver_agrees_with_plain_search(seed: int) -> None:
    dice = random.Random(seed)
    position = late_position(any_rules(dice), dice, cards_gone=40 + seed % 5)
    hands = worlds_of(position).draw(dice)
    options = candidates(position)
    found = sure_cards(position, options, hands)
    for bits, sure in zip(options, found, strict=True):
        hands[position.me][bits >> SUIT_SHIFT] ^= bits & BIT
        assert plainly(position, hands, position.leader, [*position.trick, bits], position.won[position.me]) is sure
        hands[position.me][bits >> SUIT_SHIFT] ^= bits & BIT
