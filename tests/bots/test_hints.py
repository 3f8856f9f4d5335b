"""Advice: legal, in time, the same for the same dice, with reasons that hold in what the player sees."""

from __future__ import annotations

import random

import pytest

from lanbridge.bots import choose
from lanbridge.bots.hints import Advice, Why, advise
from lanbridge.engine import (
    PRESETS,
    Call,
    Called,
    Card,
    HandDealt,
    MatchStarted,
    Phase,
    Play,
    Played,
    Ruleset,
    SeatView,
    TrickWon,
    evolve_view,
    legal_moves,
    opened_view,
)
from tests.bots.tables import any_rules, cards, dealt, turns


def seen_by_seat_1(rules: Ruleset, hand: str, calls: tuple[int, ...], played: str = "") -> SeatView:
    """Seat 1 leads; ``played`` are whole tricks that seat 1 led and won, then an open one."""
    view = opened_view(MatchStarted(rules, 0), 1)
    view = evolve_view(view, HandDealt(0, cards(hand)))
    for turn, call in enumerate(calls):
        view = evolve_view(view, Called((1 + turn) % 4, call))
    for count, word in enumerate(played.split()):
        view = evolve_view(view, Played((1 + count) % 4, Card.parse(word)))
        if count % 4 == 3:
            view = evolve_view(view, TrickWon(1))
    return view


def reasons(advice: Advice) -> set[Why]:
    return {fact.why for fact in advice.facts}


STRONG = "AS KS QS JS 5S AH KH QH AD KD 2D 3C 2C"


def test_a_strong_hand_is_called_high_and_the_reasons_count_tricks_and_spades() -> None:
    advice = advise(seen_by_seat_1(PRESETS["nepal"], STRONG, ()), random.Random(1))
    assert isinstance(advice.best.move, Call)
    assert advice.best.move.tricks >= 7
    facts = {fact.why: fact for fact in advice.facts}
    assert facts[Why.SPADES_HELD].number == 5
    assert (facts[Why.EXPECTED_TRICKS].number or 0) > 75


def test_a_needed_master_is_named_the_highest_left() -> None:
    view = seen_by_seat_1(PRESETS["nepal"], STRONG, (8, 1, 1, 1))
    advice = advise(view, random.Random(1))
    facts = {fact.why: fact for fact in advice.facts}
    assert isinstance(advice.best.move, Play)
    assert facts[Why.HIGHEST_LEFT].card == advice.best.move.card
    assert facts[Why.TRICKS_NEEDED].number == 8
    assert advice.best.chance > 60


def test_a_made_call_says_how_many_more_tricks_do_no_harm() -> None:
    played = "AH 2H 3H 4H KH 5H 6H 7H"
    view = seen_by_seat_1(PRESETS["bangladesh"], STRONG, (2, 3, 3, 3), played)
    facts = {fact.why: fact for fact in advise(view, random.Random(1)).facts}
    assert facts[Why.CALL_MADE].number == 1


def test_a_call_out_of_reach_is_said_to_be_so() -> None:
    dice = random.Random(3)
    view = seen_by_seat_1(PRESETS["bangladesh"], "2C 3C 4C 5C 6C 2D 3D 4D 5D 2H 3H 4H 5H", (12, 2, 2, 2))
    lost = view
    for word, seat in (("2C", 1), ("AC", 2), ("7C", 3), ("8C", 0)):
        lost = evolve_view(lost, Played(seat, Card.parse(word)))
    lost = evolve_view(lost, TrickWon(2))
    for seat, word in ((2, "AD"), (3, "6D"), (0, "7D")):
        lost = evolve_view(lost, Played(seat, Card.parse(word)))
    lost = evolve_view(evolve_view(lost, Played(1, Card.parse("2D"))), TrickWon(2))
    for seat, word in ((2, "AH"), (3, "6H"), (0, "7H")):
        lost = evolve_view(lost, Played(seat, Card.parse(word)))
    assert Why.OUT_OF_REACH in reasons(advise(lost, dice))


def test_a_lone_card_is_called_the_only_one() -> None:
    view = seen_by_seat_1(PRESETS["nepal"], "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS", (8, 1, 1, 1))
    advice = advise(view, random.Random(1))
    assert advice.next_best is None
    assert Why.ONLY_CARD in reasons(advice)
    assert advice.best.chance == 100


@pytest.mark.parametrize("seed", range(3))
def test_advice_is_legal_and_repeats_through_a_whole_deal(seed: int) -> None:
    dice = random.Random(seed)
    for _, view, _ in turns(dealt(any_rules(dice), dice), lambda view: choose("easy", view, dice)):
        advice = advise(view, random.Random(2), worlds=6)
        assert advice == advise(view, random.Random(2), worlds=6)
        assert advice.best.move in legal_moves(view)
        assert 0 <= advice.best.chance <= 100
        if advice.next_best is not None:
            assert advice.next_best.move in legal_moves(view)
        assert advice.facts


def test_facts_speak_of_the_advised_card() -> None:
    dice = random.Random(9)
    for _, view, _ in turns(dealt(PRESETS["tens"], dice), lambda view: choose("medium", view, dice)):
        advice = advise(view, random.Random(2), worlds=4)
        if view.table.phase is Phase.PLAYING:
            assert isinstance(advice.best.move, Play)
            assert {fact.card for fact in advice.facts} <= {None, advice.best.move.card}
