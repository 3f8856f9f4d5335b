"""Match sense: the last deals are played for the match (rules 5)."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from lanbridge.bots import choose
from lanbridge.bots.position import position_of
from lanbridge.bots.stakes import Stake, stake_of
from lanbridge.engine import PRESETS, Call, Table
from tests.bots.tables import some_view

NEPAL, TARGET = PRESETS["nepal"], PRESETS["target"]


def test_points_are_all_that_counts_while_the_end_is_far() -> None:
    assert stake_of(Table(PRESETS["bangladesh"], 0, deals_done=400)) is None
    assert stake_of(Table(NEPAL, 0, deals_done=1)) is None
    assert stake_of(Table(TARGET, 0, totals=(100, 0, 50, 0))) is None


def test_match_sense_wakes_near_the_end() -> None:
    assert stake_of(Table(NEPAL, 0, deals_done=4)) is not None
    assert stake_of(Table(TARGET, 0, totals=(290, 0, 50, 0))) is not None


def test_in_the_last_deal_only_winning_counts() -> None:
    stake = Stake(NEPAL, (100, 90, 0, 0), 4)
    assert stake.worth((10, 10, 0, 0), 0) == pytest.approx(1, abs=1e-3)
    assert stake.worth((10, 21, 0, 0), 0) == pytest.approx(0, abs=1e-3)
    assert stake.worth((10, 20, 0, 0), 0) == pytest.approx(0.5, abs=1e-3)


def test_points_decide_between_moves_that_win_equally_often() -> None:
    stake = Stake(NEPAL, (0, 200, 0, 0), 4)
    assert stake.worth((30, 0, 0, 0), 0) > stake.worth((-20, 0, 0, 0), 0)


def test_chances_grow_with_the_lead_and_share_out_evenly() -> None:
    stake = Stake(NEPAL, (0, 0, 0, 0), 3)
    behind, even, ahead = (stake.worth((points, 0, 0, 0), 0) for points in (-50, 0, 50))
    assert behind < even < ahead
    assert even == pytest.approx(0.5**3, abs=1e-3)


def test_a_target_race_goes_on_while_nobody_leads_at_the_target() -> None:
    stake = Stake(TARGET, (290, 290, 0, 0), 9)
    assert stake.worth((20, 0, 0, 0), 0) == pytest.approx(1, abs=1e-2)
    assert 0.05 < stake.worth((0, 0, 0, 0), 0) < 0.95


def test_hard_calls_higher_when_only_a_high_call_can_still_win() -> None:
    lower, higher = 0, 0
    for seed in range(6):
        dice = random.Random(seed)
        view = some_view(NEPAL, dice, 3, lambda view: choose("medium", view, random.Random(1)))
        last = replace(view.table, deals_done=4)
        me = view.viewer or 0
        behind = replace(last, totals=tuple(0 if seat == me else 35 for seat in range(4)))
        calm = replace(view.table, totals=behind.totals)
        calls = [choose("hard", replace(view, table=table), random.Random(2)) for table in (calm, behind)]
        assert all(isinstance(call, Call) for call in calls)
        lower += calls[0].tricks  # type: ignore[union-attr]  # all are calls, see the line above
        higher += calls[1].tricks  # type: ignore[union-attr]  # the same
    assert higher > lower


def test_the_position_carries_the_stake() -> None:
    view = some_view(NEPAL, random.Random(1), 3, lambda view: choose("medium", view, random.Random(1)))
    assert position_of(view).stake is None
    assert position_of(replace(view, table=replace(view.table, deals_done=4))).stake is not None
