"""The expert's way of thinking: worlds that explain the play, legal moves, the same for the same dice."""

from __future__ import annotations

import random

import pytest

from lanbridge.bots import choose, expert
from lanbridge.bots.estimate import expected_tricks
from lanbridge.bots.habits import choices_of, surprises
from lanbridge.bots.likely_worlds import Thinking, fitting_worlds
from lanbridge.bots.masks import place_of, suits_of
from lanbridge.bots.monte_carlo import judge_calls, judge_cards
from lanbridge.bots.options import candidates
from lanbridge.bots.position import position_of
from lanbridge.engine import PRESETS, Phase, legal_moves
from tests.bots.tables import any_rules, dealt, some_view, turns


@pytest.mark.parametrize("seed", range(6))
def test_a_player_by_rules_of_thumb_surprises_nobody_who_sees_its_hand(seed: int) -> None:
    dice = random.Random(seed)
    for state, view, _ in turns(dealt(any_rules(dice), dice), lambda view: choose("medium", view, dice)):
        if view.table.phase is Phase.PLAYING:
            position, direction = position_of(view), view.table.rules.direction
            true = [suits_of(state.hands[place_of(place, direction)]) for place in range(4)]
            assert surprises(choices_of(position), true, position.scheme) == 0


def test_worlds_that_explain_the_cards_are_kept() -> None:
    dice = random.Random(4)
    view = some_view(PRESETS["bangladesh"], dice, 4 + 30, lambda view: choose("medium", view, dice))
    position = position_of(view)
    choices = choices_of(position)

    def odd(thinking: Thinking) -> float:
        worlds = fitting_worlds(position, random.Random(1), 60, thinking)
        return sum(surprises(choices, hands, position.scheme) for hands in worlds) / 60

    assert odd(Thinking(60, 60, draws=12, kept=5)) < 0.8 * odd(Thinking(60, 60, draws=12))


def test_worlds_that_explain_the_calls_are_kept() -> None:
    dice = random.Random(4)
    view = some_view(PRESETS["bangladesh"], dice, 4, lambda view: choose("medium", view, dice))
    position = position_of(view)

    def off(draws: int) -> float:
        worlds = fitting_worlds(position, random.Random(1), 60, Thinking(60, 60, draws))
        others = [place for place in range(4) if place != position.me]
        gaps = [expected_tricks(hands[place]) - position.calls[place] for hands in worlds for place in others]
        return sum(gap * gap for gap in gaps)

    assert off(8) < 0.7 * off(1)


@pytest.mark.parametrize("preset", PRESETS)
def test_the_expert_is_legal_and_repeats(preset: str) -> None:
    dice = random.Random(preset)
    for count, (_, view, _) in enumerate(
        turns(dealt(PRESETS[preset], dice), lambda view: choose("medium", view, dice))
    ):
        if count % 5 == 0:
            move = expert.choose(view, random.Random(2))
            assert move in legal_moves(view)
            assert move == expert.choose(view, random.Random(2))


def test_every_candidate_is_judged_and_the_best_comes_first() -> None:
    dice = random.Random(12)
    view = some_view(PRESETS["tens"], dice, 4 + 24, lambda view: choose("medium", view, dice))
    position = position_of(view)
    judged = judge_cards(position, random.Random(1), Thinking(20, 20, 2))
    assert sorted(each.option for each in judged) == sorted(candidates(position))
    assert judged[0].worth == max(each.worth for each in judged)


def test_a_call_that_was_made_is_judged_even_if_it_is_far_off() -> None:
    dice = random.Random(12)
    view = some_view(PRESETS["tens"], dice, 2, lambda view: choose("medium", view, dice))
    judged = judge_calls(position_of(view), random.Random(1), Thinking(20, 20, 2), also=12)
    assert judged[-1].option == 12
    assert judged[-1].made == 0
