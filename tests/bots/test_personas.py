"""Names, faces and tempers: four different bots at a table, style and never strength."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from lanbridge.bots import BOT_NAMES, CONTENDERS, LEVELS, Temper, bot_persona, choose
from lanbridge.bots.monte_carlo import Judged
from lanbridge.bots.position import Position, position_of
from lanbridge.bots.styles import styled
from lanbridge.engine import PRESETS, Phase, legal_moves
from tests.bots.tables import dealt, some_view, turns


@pytest.mark.parametrize("seed", range(20))
def test_four_bots_of_a_table_have_four_names_and_keep_them(seed: int) -> None:
    table = [bot_persona(seat, seed) for seat in range(4)]
    assert len({persona.name for persona in table}) == 4
    assert table == [bot_persona(seat, seed) for seat in range(4)]
    assert all(BOT_NAMES[persona.face] == persona.name for persona in table)


def test_other_tables_seat_other_bots_and_every_temper_is_met() -> None:
    assert len({bot_persona(0, seed).name for seed in range(100)}) == len(BOT_NAMES)
    assert {bot_persona(2, seed).temper for seed in range(100)} == set(Temper)


def position(moves: int) -> Position:
    dice = random.Random(6)
    return position_of(some_view(PRESETS["bangladesh"], dice, moves, lambda view: choose("medium", view, dice)))


def judged(*options: tuple[int, float]) -> list[Judged]:
    found = [Judged(option, worth, 0.5, worth) for option, worth in options]
    assert all(a.worth >= b.worth for a, b in pairwise(found))
    return found


SPADE_TWO, HEART_ACE, HEART_TWO = 3 << 13 | 1, 2 << 13 | 1 << 12, 2 << 13 | 1


def test_a_temper_picks_among_equals_only() -> None:
    equals = judged((HEART_TWO, 20.0), (HEART_ACE, 19.95), (SPADE_TWO, 19.94))
    assert styled(position(9), equals, Temper.CAUTIOUS) in (HEART_TWO, SPADE_TWO)
    assert styled(position(9), equals, Temper.GREEDY) == HEART_ACE
    assert styled(position(9), equals, Temper.QUICK_TO_TRUMP) == SPADE_TWO
    clear = judged((HEART_TWO, 20.0), (HEART_ACE, 19.0))
    assert {styled(position(9), clear, temper) for temper in Temper} == {HEART_TWO}


def test_no_temper_takes_the_best() -> None:
    assert styled(position(9), judged((HEART_TWO, 20.0), (HEART_ACE, 20.0)), None) == HEART_TWO


def test_a_greedy_bot_calls_the_higher_of_two_equal_calls() -> None:
    calls = judged((3, 20.0), (4, 19.99))
    assert styled(position(1), calls, Temper.GREEDY) == 4
    assert styled(position(1), calls, Temper.CAUTIOUS) == 3


@pytest.mark.parametrize("temper", Temper)
def test_a_temper_keeps_to_the_rules(temper: Temper) -> None:
    dice = random.Random(temper)
    seen = set()
    for _, view, move in turns(dealt(PRESETS["tens"], dice), lambda view: choose("hard", view, dice, temper), most=30):
        assert move in legal_moves(view)
        seen.add(view.table.phase)
    assert seen == {Phase.CALLING, Phase.PLAYING}


def test_levels_come_weakest_first() -> None:
    assert list(LEVELS) == ["easy", "medium", "hard"]
    assert not set(LEVELS) & set(CONTENDERS)
