"""The look back: only finished deals, only own moves, costs against the best that could be found."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from lanbridge.bots import choose
from lanbridge.bots.masks import bits_of
from lanbridge.bots.position import position_of
from lanbridge.bots.review import review
from lanbridge.bots.themes import Theme, card_theme
from lanbridge.engine import (
    PRESETS,
    Call,
    Called,
    Card,
    DealScored,
    MatchStarted,
    PackDealt,
    Played,
    deal,
    decide,
    evolve,
    observe,
    opened,
)
from tests.bots.tables import hands
from tests.bots.test_hints import STRONG, seen_by_seat_1

if TYPE_CHECKING:
    from lanbridge.engine import Event, Ruleset


def match_of(rules: Ruleset, deals: int, level: str = "easy", seed: int = 1, calls: int | None = None) -> list[Event]:
    """The events of so many deals of four bots; ``calls`` makes seat 2 call that instead."""
    dice = random.Random(seed)
    events: list[Event] = [MatchStarted(rules, 0)]
    state = opened(MatchStarted(rules, 0))
    for _ in range(deals):
        step: tuple[Event, ...] = deal(state, hands(dice))
        while step:
            for event in step:
                state = evolve(state, event)
            events += step
            seat = state.table.to_act
            if seat is None:
                break
            move = choose(level, observe(state, seat), dice)
            forced = isinstance(move, Call) and seat == 2 and calls is not None
            step = decide(state, seat, Call(calls or 0) if forced else move)
    return events


def test_an_absurd_call_is_the_dearest_moment() -> None:
    found = review(match_of(PRESETS["bangladesh"], 1, calls=12), 2, random.Random(1), worlds=30)
    assert found.dearest[0].theme is Theme.CALLED_TOO_MUCH
    assert found.dearest[0].chosen == Call(12)
    assert found.dearest[0].cost > 80


def test_costs_are_never_below_nothing_and_the_dearest_come_first() -> None:
    found = review(match_of(PRESETS["tens"], 2), 0, random.Random(1), worlds=12)
    assert all(moment.cost >= 0 for moment in found.moments)
    assert {moment.deal for moment in found.moments} == {1, 2}
    costs = [moment.cost for moment in found.dearest]
    assert costs == sorted(costs, reverse=True)
    assert len(costs) <= 3
    assert max(moment.cost for moment in found.moments) == costs[0]


def test_a_move_without_a_better_one_has_no_theme() -> None:
    found = review(match_of(PRESETS["nepal"], 1), 1, random.Random(1), worlds=12)
    assert all((moment.theme is None) == (moment.cost == 0) for moment in found.moments)
    assert any(moment.cost == 0 and moment.best == moment.chosen for moment in found.moments)


def test_a_deal_that_is_not_over_is_left_out() -> None:
    events = match_of(PRESETS["bangladesh"], 2)
    last = max(index for index, event in enumerate(events) if isinstance(event, DealScored))
    found = review(events[:last], 0, random.Random(1), worlds=4)
    assert {moment.deal for moment in found.moments} == {1}
    first_card = next(index for index, event in enumerate(events) if isinstance(event, Played))
    assert review(events[: first_card + 1], 0, random.Random(1), worlds=4).moments == ()


def test_a_review_repeats_and_does_not_look_at_hidden_cards() -> None:
    events = match_of(PRESETS["target"], 1)
    assert review(events, 3, random.Random(1), worlds=8) == review(events, 3, random.Random(1), worlds=8)
    called = next(index for index, event in enumerate(events) if isinstance(event, Called) and event.seat == 3)
    (dealt,) = [event for event in events if isinstance(event, PackDealt)]
    swapped = PackDealt(dealt.dealer, (dealt.hands[1], dealt.hands[0], *dealt.hands[2:]))
    other: list[Event] = [events[0], swapped, *events[2 : called + 1]]
    scored = next(event for event in events if isinstance(event, DealScored))
    mine = review([*events[: called + 1], scored], 3, random.Random(1), worlds=8).moments
    theirs = review([*other, scored], 3, random.Random(1), worlds=8).moments
    assert mine
    assert mine == theirs


def test_a_review_needs_the_start_of_the_match() -> None:
    with pytest.raises(ValueError, match="MatchStarted"):
        review(match_of(PRESETS["nepal"], 1)[1:], 0, random.Random(1))


@pytest.mark.parametrize(
    ("calls", "played", "chosen", "best", "theme"),
    [
        ((5, 3, 3, 3), "", "2D", "AH", Theme.MASTER_NOT_CASHED),
        ((5, 3, 3, 3), "", "5S", "2D", Theme.DREW_TRUMPS),
        ((2, 3, 3, 3), "AH 2H 3H 4H KH 5H 6H 7H", "2C", "3C", Theme.KEPT_HIGH_CARD),
        ((5, 3, 3, 3), "AH 2H 3H 4H KH 5H 6H 7H AD 3D 4D 5D KD 6D 7D 8D", "QH", "3C", Theme.OTHER_CARD),
    ],
)
def test_themes_of_leads(calls: tuple[int, ...], played: str, chosen: str, best: str, theme: Theme) -> None:
    position = position_of(seen_by_seat_1(PRESETS["bangladesh"], STRONG, calls, played))
    assert card_theme(position, bits_of(Card.parse(chosen)), bits_of(Card.parse(best))) is theme
