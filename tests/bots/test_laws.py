"""Laws of every bot: legal, repeatable, fair; in every preset and under house switches (rules 3, 7)."""

from __future__ import annotations

import pickle
import random
from functools import partial

import pytest

from lanbridge.bots import CONTENDERS, LEVELS, choose
from lanbridge.bots.position import position_of
from lanbridge.bots.worlds import worlds_of
from lanbridge.engine import PRESETS, Call, Claim, SeatView, State, legal_moves, observe
from tests.bots.tables import any_rules, dealt, some_view, turns
from tests.bots.worlds_as_states import state_in

DEALS = {"easy": 40, "medium": 40}


def assert_all_legal(level: str, state: State, dice: random.Random) -> None:
    for _, view, move in turns(state, lambda view: choose(level, view, dice)):
        assert move in legal_moves(view)


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("level", LEVELS)
def test_no_level_ever_makes_an_illegal_move(level: str, preset: str) -> None:
    dice = random.Random(f"{level} {preset}")
    for _ in range(DEALS.get(level, 1)):
        assert_all_legal(level, dealt(PRESETS[preset], dice), dice)


@pytest.mark.parametrize("level", LEVELS)
def test_no_level_makes_an_illegal_move_under_house_switches(level: str) -> None:
    dice = random.Random(level)
    for _ in range(DEALS.get(level, 2)):
        assert_all_legal(level, dealt(any_rules(dice), dice), dice)


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_view_and_dice_give_the_same_move(level: str) -> None:
    dice = random.Random(7)
    for moves in (0, 2, 5, 20, 37):
        view = some_view(PRESETS["tens"], dice, moves, lambda view: choose("medium", view, dice))
        assert choose(level, view, random.Random(3)) == choose(level, view, random.Random(3))


@pytest.mark.parametrize("level", LEVELS)
def test_swapping_hidden_cards_never_changes_the_move(level: str) -> None:
    dice = random.Random(11)
    for moves in (1, 4, 14, 30, 41):
        view = some_view(any_rules(dice), dice, moves, lambda view: choose("medium", view, dice))
        worlds = worlds_of(position_of(view))
        answers = {
            choose(level, observe(state_in(view, worlds.draw(dice)), view.viewer), random.Random(5)) for _ in range(3)
        }
        assert len(answers) == 1


@pytest.mark.parametrize("level", LEVELS)
def test_a_level_is_asked_through_a_pickle(level: str) -> None:
    view = some_view(PRESETS["target"], random.Random(2), 9, lambda view: choose("medium", view, random.Random(1)))
    ask = pickle.loads(pickle.dumps(partial(choose, level, view, random.Random(4))))  # noqa: S301 - our own bytes
    assert ask() == choose(level, view, random.Random(4))


@pytest.mark.parametrize("level", [*LEVELS, *CONTENDERS])
def test_a_bot_does_not_think_out_of_turn(level: str) -> None:
    state = dealt(PRESETS["nepal"], random.Random(1))
    idle = next(seat for seat in range(4) if seat != state.table.to_act)
    with pytest.raises(ValueError, match="its turn"):
        choose(level, observe(state, idle), random.Random(1))


def test_an_unknown_level_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        choose("genius", SeatView(dealt(PRESETS["nepal"], random.Random(1)).table, 0), random.Random(1))


def test_levels_play_cards_and_calls_only() -> None:
    dice = random.Random(19)
    moves = [move for _, _, move in turns(dealt(PRESETS["india"], dice), lambda view: choose("easy", view, dice))]
    assert not any(isinstance(move, Claim) for move in moves)
    assert sum(isinstance(move, Call) for move in moves) == 4
