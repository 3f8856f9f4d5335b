"""What a call says about the hand behind it, and the calls of those who only count."""

from __future__ import annotations

from math import exp

import pytest

from lanbridge.bots.callers import log_likelihood
from lanbridge.bots.estimate import call_for, counted_call
from lanbridge.bots.scheme import scheme_of
from lanbridge.engine import PRESETS


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("expected", [-0.5, 1.7, 3.2, 5.0, 8.4])
def test_some_call_is_always_made(preset: str, expected: float) -> None:
    scheme = scheme_of(PRESETS[preset])
    assert sum(exp(log_likelihood(expected, call, scheme)) for call in range(14)) == pytest.approx(1, abs=0.02)


@pytest.mark.parametrize("preset", PRESETS)
def test_both_kinds_of_callers_are_believed(preset: str) -> None:
    scheme = scheme_of(PRESETS[preset])
    for expected in (2.5, 3.5, 4.5):
        for call in {call_for(expected, scheme), counted_call(expected, scheme)}:
            assert exp(log_likelihood(expected, call, scheme)) > 0.2


def test_a_forced_low_call_hides_a_weak_hand_and_a_free_one_does_not() -> None:
    """Two is the least call in one preset (rules 2.2), one in the other."""
    forced, free = scheme_of(PRESETS["target"]), scheme_of(PRESETS["nepal"])
    assert log_likelihood(0.5, 2, forced) > log_likelihood(0.5, 2, free) + 2


def test_whole_tricks_are_counted_within_the_limits() -> None:
    nepal, target = scheme_of(PRESETS["nepal"]), scheme_of(PRESETS["target"])
    assert [counted_call(expected, nepal) for expected in (-0.4, 0.9, 1.9, 4.0, 9.5)] == [1, 1, 1, 4, 8]
    assert counted_call(0.9, target) == 2
