"""The engine and the naive second statement of the rules (naive.py) agree everywhere."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lanbridge.engine import (
    PACK,
    PRESETS,
    SWITCHES,
    CannotWin,
    Card,
    DealScored,
    Head,
    Phase,
    Played,
    Redeal,
    Ruleset,
    Void,
    legal_cards,
    legal_moves,
    match_winners,
    observe,
    playable_cards,
    redeal_reasons,
    score_deal,
    trick_winner,
)
from tests.builders import Sheet, pack
from tests.engine import naive
from tests.strategies import rulesets, seats

PLAY_SWITCHES = [(head, void, waste) for head in Head for void in Void for waste in CannotWin]


def said(rules: Ruleset) -> naive.Said:
    return naive.Said({name: rules.switch_text(name) for name in SWITCHES}, rules.per_call)


def texts(cards: tuple[Card, ...]) -> list[str]:
    return [str(card) for card in cards]


@pytest.mark.parametrize(("head", "void", "waste"), PLAY_SWITCHES)
def test_3_legal_cards_in_random_positions(head: Head, void: Void, waste: CannotWin) -> None:
    rng = random.Random(f"{head} {void} {waste}")
    rules = PRESETS["bangladesh"].changed(head=head, void=void, cannot_win=waste)
    for _ in range(1_000):
        drawn = rng.sample(PACK, rng.randint(1, 16))
        split = rng.randint(0, min(3, len(drawn) - 1))
        trick, held = tuple(drawn[:split]), tuple(drawn[split:])
        wanted = [card for card in texts(held) if naive.is_legal(card, texts(held), texts(trick), said(rules))]
        assert texts(legal_cards(held, trick, rules)) == wanted


def test_3_6_winners_of_random_tricks() -> None:
    rng = random.Random(36)
    for _ in range(3_000):
        trick = tuple(rng.sample(PACK, rng.randint(1, 4)))
        assert trick_winner(trick) == naive.winner(texts(trick))


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_4_every_score_of_every_preset(preset: str) -> None:
    rules = PRESETS[preset]
    for call in range(1, 14):
        for won in range(14):
            assert score_deal(call, won, rules) == naive.score(call, won, said(rules))


@given(rulesets())
def test_4_every_score_under_any_switches(rules: Ruleset) -> None:
    for call in range(1, 14):
        for won in range(14):
            assert score_deal(call, won, rules) == naive.score(call, won, said(rules))


@given(rulesets(), st.lists(st.integers(-50, 50), min_size=4, max_size=4), st.integers(0, 500))
def test_5_the_end_under_any_switches(rules: Ruleset, hundreds: list[int], deals_done: int) -> None:
    totals = [100 * number for number in hundreds]
    wanted = naive.winners(totals, deals_done, said(rules))
    found = match_winners(totals, deals_done, rules)
    assert (None if found is None else list(found)) == wanted


@given(st.frozensets(st.sampled_from(Redeal)), st.integers(0, 2**32))
def test_6_1_redeals_of_random_hands(redeals: frozenset[Redeal], seed: int) -> None:
    rules = PRESETS["bangladesh"].changed(redeals=",".join(redeals) or "none")
    for held in pack(seed):
        assert set(redeal_reasons(held, rules)) == naive.redeals(texts(held), said(rules))


@settings(max_examples=150)
@given(rulesets(), seats, st.integers(0, 2**32))
def test_whole_deals_go_the_same_way(rules: Ruleset, dealer: int, seed: int) -> None:
    rng = random.Random(seed)
    sheet = Sheet(rules, dealer).deal_pack(seed)
    hands = pack(seed, dealer, rules)
    second = naive.Player(said(rules), dealer, [texts(held) for held in hands])
    void = any(naive.redeals(texts(held), said(rules)) for held in hands)
    assert (sheet.state.table.phase is Phase.BETWEEN) == void
    while (seat := sheet.state.table.to_act) is not None:
        assert seat == second.turn
        before = len(sheet.events)
        if sheet.state.table.phase is Phase.CALLING:
            number = rng.randint(rules.min_call, rules.max_call)
            second.call(number)
            sheet.calls(number)
            continue
        assert set(texts(playable_cards(observe(sheet.state, seat)))) == second.legal()
        sheet.does(rng.choice(legal_moves(observe(sheet.state, seat))))
        for event in sheet.events[before:]:
            if isinstance(event, Played):
                assert str(event.card) in second.legal()
                second.play(str(event.card))
    compare_ends(sheet, second, void=void)


def compare_ends(sheet: Sheet, second: naive.Player, *, void: bool) -> None:
    least = second.said.number("total_calls")
    if void or (least is not None and sum(second.calls.values()) < least):
        assert sheet.state.table.deals_done == 0
        return
    (scored,) = [event for event in sheet.events if isinstance(event, DealScored)]
    assert list(scored.result.won) == second.won
    points = [naive.score(second.calls[seat], second.won[seat], second.said) for seat in range(4)]
    assert list(scored.result.points) == points
    ended = naive.winners(points, 1, second.said)
    found = sheet.state.table.winners
    assert (None if found is None else list(found)) == ended
