"""Hypothesis strategies: rules that can be played, and matches by chance."""

from __future__ import annotations

import random

from hypothesis import strategies as st

from lanbridge.engine import (
    PRESETS,
    Bonus,
    CannotWin,
    Direction,
    End,
    EndKind,
    Fail,
    Head,
    Redeal,
    Ruleset,
    Void,
    legal_moves,
    observe,
)
from tests.builders import Sheet

seats = st.integers(0, 3)
over_maxes = st.none() | st.integers(0, 12)
bonuses = st.none() | st.builds(Bonus, st.integers(1, 13), st.integers(1, 500), over_maxes)
ends = (
    st.just(End(EndKind.OPEN))
    | st.builds(End, st.just(EndKind.DEALS), st.integers(1, 500))
    | st.builds(End, st.just(EndKind.TARGET), st.integers(1, 5000))
)


@st.composite
def rulesets(draw: st.DrawFn) -> Ruleset:
    """A preset with any switches that can be played together."""
    preset = draw(st.sampled_from(sorted(PRESETS)))
    low, high = sorted((draw(st.integers(1, 13)), draw(st.integers(1, 13))))
    return Ruleset(
        preset=preset,
        direction=draw(st.sampled_from(Direction)),
        min_call=low,
        max_call=high,
        total_calls=draw(st.none() | st.integers(1, 4 * high)),
        head=draw(st.sampled_from(Head)),
        void=draw(st.sampled_from(Void)),
        cannot_win=draw(st.sampled_from(CannotWin)),
        over_max=draw(over_maxes),
        per_call=PRESETS[preset].per_call,
        per_over=draw(st.integers(0, 20)),
        bonus=draw(bonuses),
        fail=draw(st.sampled_from(Fail)),
        redeals=draw(st.frozensets(st.sampled_from(Redeal))),
        end=draw(ends),
    )


@st.composite
def matches(draw: st.DrawFn, rules: st.SearchStrategy[Ruleset] | None = None) -> Sheet:
    """A match of up to three deals, cut off anywhere between two moves, sometimes stopped."""
    sheet = Sheet(draw(rules or rulesets()), draw(seats))
    rng = random.Random(draw(st.integers(0, 2**32)))
    for _ in range(draw(st.integers(0, 2))):
        if sheet.state.table.winners is None:
            sheet.deal_pack(rng.randrange(2**32)).played_by_chance(rng)
    if sheet.state.table.winners is None:
        play_some(sheet.deal_pack(rng.randrange(2**32)), rng, draw(st.integers(0, 60)))
    return sheet.stopped() if draw(st.booleans()) and sheet.state.table.winners is None else sheet


def play_some(sheet: Sheet, rng: random.Random, moves: int) -> None:
    """Up to ``moves`` random legal moves."""
    for _ in range(moves):
        seat = sheet.state.table.to_act
        if seat is None:
            return
        sheet.does(rng.choice(legal_moves(observe(sheet.state, seat))))
