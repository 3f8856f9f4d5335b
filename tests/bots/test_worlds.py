"""The sampler: only deals that fit, all of them equally often; and what the clues in it may conclude."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations
from math import comb

import pytest

from lanbridge.bots import choose
from lanbridge.bots.clues import possible
from lanbridge.bots.masks import bits_of, cards_in, place_of, suits_of
from lanbridge.bots.options import distinct, legal_now
from lanbridge.bots.position import Position, best_of, position_of
from lanbridge.bots.worlds import worlds_of
from lanbridge.engine import PRESETS, Card, Phase, Ruleset, SeatView, playable_cards, trick_winner
from tests.bots.tables import any_rules, dealt, some_view, turns
from tests.bots.worlds_as_states import state_in


def playing_view(rules: Ruleset, dice: random.Random, moves: int) -> SeatView:
    return some_view(rules, dice, moves, lambda view: choose("easy", view, dice))


@pytest.mark.parametrize("seed", range(30))
def test_masks_and_engine_agree_on_legal_cards(seed: int) -> None:
    dice = random.Random(seed)
    for _, view, _ in turns(dealt(any_rules(dice), dice), lambda view: choose("easy", view, dice)):
        if view.table.phase is Phase.PLAYING:
            assert cards_in(legal_now(position_of(view))) == playable_cards(view)


@pytest.mark.parametrize("seed", range(30))
def test_clues_never_exclude_the_true_hands(seed: int) -> None:
    dice = random.Random(seed)
    for state, view, _ in turns(dealt(any_rules(dice), dice), lambda view: choose("easy", view, dice)):
        allowed = possible(position_of(view))
        for seat in range(4):
            held = suits_of(state.hands[seat])
            may = allowed[place_of(seat, view.table.rules.direction)]
            assert all(mine & ~might == 0 for mine, might in zip(held, may, strict=True))


@pytest.mark.parametrize("seed", range(10))
def test_every_drawn_world_holds_all_unseen_cards_and_fits_the_clues(seed: int) -> None:
    dice = random.Random(seed)
    for _, view, _ in turns(dealt(any_rules(dice), dice), lambda view: choose("easy", view, dice)):
        position = position_of(view)
        hands = worlds_of(position).draw(dice)
        allowed = possible(position)
        assert [sum(hand[suit] for hand in hands) for suit in range(4)] == position.left
        assert tuple(sum(map(int.bit_count, hand)) for hand in hands) == position.held
        for place in range(4):
            assert all(mine & ~may == 0 for mine, may in zip(hands[place], allowed[place], strict=True))


def brute_force(position: Position) -> set[tuple[tuple[int, ...], ...]]:
    """Every deal of the unseen cards that fits the clues, by trying all of them."""
    allowed, held = possible(position), position.held
    a, b, c = ((position.me + turn) & 3 for turn in (1, 2, 3))
    unseen = cards_in([out & ~own for out, own in zip(position.left, position.hand, strict=True)])
    found = set()
    for first in combinations(unseen, held[a]):
        rest = [card for card in unseen if card not in first]
        for second in combinations(rest, held[b]):
            third = [card for card in rest if card not in second]
            trio = [suits_of(first), suits_of(second), suits_of(third)]
            if all(
                mine & ~may == 0
                for place, suits in zip((a, b, c), trio, strict=True)
                for mine, may in zip(suits, allowed[place], strict=True)
            ):
                found.add(tuple(tuple(suits) for suits in trio))
    return found


@pytest.mark.parametrize("seed", range(8))
def test_the_sampler_counts_the_deals_that_brute_force_finds(seed: int) -> None:
    dice = random.Random(seed)
    view = playing_view(any_rules(dice), dice, 4 + 40)
    position = position_of(view)
    assert worlds_of(position).count == len(brute_force(position))


def test_draws_are_even() -> None:
    dice = random.Random(5)
    position = position_of(playing_view(PRESETS["nepal"], dice, 4 + 38))
    worlds, deals = worlds_of(position), brute_force(position)
    assert 10 < len(deals) < 600
    draws = 60 * len(deals)
    seen: Counter[tuple[tuple[int, ...], ...]] = Counter()
    for _ in range(draws):
        hands = worlds.draw(dice)
        seen[tuple(tuple(hands[(position.me + turn) & 3]) for turn in (1, 2, 3))] += 1
    assert set(seen) == deals
    chi_square = sum((times - 60) ** 2 / 60 for times in seen.values())
    assert chi_square < 1.5 * len(deals)


def test_before_the_first_trick_every_deal_is_possible() -> None:
    position = position_of(playing_view(PRESETS["bangladesh"], random.Random(3), 1))
    assert worlds_of(position).count == comb(39, 13) * comb(26, 13)


def test_equal_cards_are_tried_once_and_gaps_separate() -> None:
    mine = suits_of([Card.parse(text) for text in ("2C", "3C", "5C", "AH", "QH")])
    others = suits_of([Card.parse(text) for text in ("4C", "7C", "2H")])
    assert distinct(mine, others) == [bits_of(Card.parse(text)) for text in ("2C", "5C", "QH")]


@pytest.mark.parametrize("seed", range(5))
def test_the_winner_by_bits_is_the_engines(seed: int) -> None:
    dice = random.Random(seed)
    pack = cards_in([8191] * 4)
    for _ in range(200):
        trick = dice.sample(pack, dice.randrange(1, 5))
        assert best_of(tuple(bits_of(card) for card in trick)) == bits_of(trick[trick_winner(trick)])


def test_a_world_keeps_the_view() -> None:
    dice = random.Random(8)
    view = playing_view(PRESETS["target"], dice, 17)
    state = state_in(view, worlds_of(position_of(view)).draw(dice))
    assert state.hands[view.viewer or 0] == view.hand
