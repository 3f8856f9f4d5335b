"""The measurement of the shuffle: it sees an uneven one, and an even one passes."""

from __future__ import annotations

import random

from measure_fair_deal import LEAST_P, MOST_MS, by_seat, chi_square, cost_ms, counted, p_value


def test_the_published_function_deals_evenly() -> None:
    counts = counted(2_000, random.Random(5))
    assert all(sum(row) == 2_000 for row in counts)
    assert min(p_value(*chi_square(counts)), p_value(*chi_square(by_seat(counts)))) > LEAST_P


def test_a_card_that_likes_one_seat_is_seen() -> None:
    counts = counted(2_000, random.Random(5))
    for _ in range(250):
        counts[0][0] += 1
        counts[0][1] -= 1
    assert p_value(*chi_square(by_seat(counts))) < LEAST_P


def test_the_p_value_is_that_of_the_tables() -> None:
    assert abs(p_value(124.342, 100) - 0.05) < 0.001
    assert abs(p_value(99.334, 100) - 0.5) < 0.001


def test_a_deal_is_far_cheaper_than_its_limit() -> None:
    assert sorted(cost_ms(50, random.Random(1)))[25] < MOST_MS
