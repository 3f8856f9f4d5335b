"""No world is looked at that a redeal rule would have ended before the first call (rules 6.1)."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest

from lanbridge.bots import choose
from lanbridge.bots.masks import Suits, cards_in, place_of, suits_of
from lanbridge.bots.position import Position, position_of
from lanbridge.bots.redealt import packed, stood_of
from lanbridge.bots.worlds import worlds_of
from lanbridge.engine import PRESETS, Ruleset, SeatView, redeal_reasons
from tests.bots.tables import any_rules, dealt, some_view, turns
from tests.bots.test_worlds import brute_force

ALL = replace(PRESETS["india"], total_calls=None)


def easy(dice: random.Random, rules: Ruleset, moves: int) -> SeatView:
    return some_view(rules, dice, moves, lambda view: choose("easy", view, dice))


def stands(position: Position, hands: list[Suits], rules: Ruleset) -> bool:
    """What the engine says of the hands of 13 in a world."""
    whole = [[a | b for a, b in zip(hands[p], position.gone[p], strict=True)] for p in range(4)]
    return not any(redeal_reasons(cards_in(hand), rules) for hand in whole)


@pytest.mark.parametrize("redeals", ["no_spade", "no_akq", "four_aces", "no_spade,no_akq,four_aces"])
@pytest.mark.parametrize("seed", range(4))
def test_every_drawn_world_is_a_deal_that_stood(seed: int, redeals: str) -> None:
    dice = random.Random(seed)
    rules = any_rules(dice).changed(redeals=redeals)
    for _, view, _ in turns(dealt(rules, dice), lambda view: choose("easy", view, dice)):
        position = position_of(view)
        worlds = worlds_of(position)
        assert all(stands(position, worlds.draw(dice), rules) for _ in range(12))


@pytest.mark.parametrize("seed", range(20))
def test_the_true_hands_always_fit(seed: int) -> None:
    dice = random.Random(seed)
    for state, view, _ in turns(dealt(ALL, dice), lambda view: choose("easy", view, dice)):
        position = position_of(view)
        others = tuple((position.me + turn) & 3 for turn in (1, 2, 3))
        stood = stood_of(position, others)
        hands = [suits_of(state.hands[place_of(place, ALL.direction)]) for place in others]
        assert stood is None or stood.fits([packed(hand) for hand in hands])


def narrowed() -> tuple[Position, set[tuple[tuple[int, ...], ...]], int]:
    """A late position, its worlds that stood by brute force, and how many more there are that did not."""
    for seed in range(1000):
        position = position_of(easy(random.Random(seed), ALL, 4 + 38))
        others = tuple((position.me + turn) & 3 for turn in (1, 2, 3))
        if stood_of(position, others) is None or not 30 < worlds_of(position).count < 600:
            continue
        every = brute_force(position)
        stood = {trio for trio in every if stands(position, hands_of(position, trio), ALL)}
        if 10 < len(stood) < 0.8 * len(every):
            return position, stood, len(every) - len(stood)
    message = "no such position in a thousand deals"
    raise AssertionError(message)


def hands_of(position: Position, trio: tuple[tuple[int, ...], ...]) -> list[Suits]:
    hands = [position.hand] * 4
    for turn, suits in enumerate(trio, 1):
        hands[(position.me + turn) & 3] = list(suits)
    return hands


def test_draws_are_even_among_the_deals_that_stood() -> None:
    position, stood, ended = narrowed()
    assert ended
    worlds, dice = worlds_of(position), random.Random(5)
    seen: Counter[tuple[tuple[int, ...], ...]] = Counter()
    for _ in range(60 * len(stood)):
        hands = worlds.draw(dice)
        seen[tuple(tuple(hands[(position.me + turn) & 3]) for turn in (1, 2, 3))] += 1
    assert set(seen) == stood
    assert sum((times - 60) ** 2 / 60 for times in seen.values()) < 1.5 * len(stood)


def test_rules_without_redeals_reject_nothing() -> None:
    position = position_of(easy(random.Random(3), PRESETS["bangladesh"], 9))
    assert worlds_of(position).stood is None


def test_what_was_played_sets_a_hand_free() -> None:
    dice, rules = random.Random(1), ALL.changed(redeals="no_spade,no_akq")
    *_, (_, view, _) = turns(dealt(rules, dice), lambda view: choose("easy", view, dice))
    assert worlds_of(position_of(view)).stood is None


def test_a_view_that_contradicts_itself_still_gets_a_world() -> None:
    free = ALL.changed(redeals="none")
    views = (easy(random.Random(seed), free, 4 + 44) for seed in range(1000))
    positions = (position_of(replace(view, table=replace(view.table, rules=ALL))) for view in views)
    position = next(
        position
        for position in positions
        if not any(stands(position, hands_of(position, trio), ALL) for trio in brute_force(position))
    )
    assert [sum(suit) for suit in zip(*worlds_of(position).draw(random.Random(1)), strict=True)] == position.left
