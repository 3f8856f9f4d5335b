"""Rollouts: the written-out loop plays exactly as the rules of thumb do, card by card, and only legal cards."""

from __future__ import annotations

import random

import pytest

from lanbridge.bots.estimate import best_call, expected_tricks
from lanbridge.bots.masks import BIT, COUNT, HIGH, SUIT_SHIFT, Suits, bits_of, card_of, place_of, suits_of
from lanbridge.bots.options import legal
from lanbridge.bots.policy import follow, lead
from lanbridge.bots.position import beats
from lanbridge.bots.rollout import play_out
from lanbridge.bots.scheme import DUCK, HUNGRY, Scheme, scheme_of
from lanbridge.engine import PACK, PRESETS, Direction
from tests.bots.tables import any_rules, cards, hands


def masks(dice: random.Random) -> list[Suits]:
    return [suits_of(hand) for hand in hands(dice)]


def card_by_card(held: list[Suits], aims: list[list[int]], place: int, scheme: Scheme) -> list[int]:
    """The naive way to the end of a deal; refuses illegal cards."""
    left, won = [BIT] * 4, [0] * 4
    while any(map(any, held)):
        best, holder, led = 0, place, 0
        for turn in range(4):
            hand = held[place]
            aim = aims[place][won[place]]
            if not best:
                bits = lead(hand, left, aim)
                led, may = bits >> SUIT_SHIFT, hand
            else:
                bits = follow(hand, left, led, best, 3 - turn, aim, scheme)
                may = legal(hand, led, best, scheme)
            assert may[bits >> SUIT_SHIFT] & bits & BIT
            hand[bits >> SUIT_SHIFT] ^= bits & BIT
            left[bits >> SUIT_SHIFT] ^= bits & BIT
            if beats(bits, best):
                best, holder = bits, place
            place = (place + 1) & 3
        won[holder] += 1
        place = holder
    return won


@pytest.mark.parametrize("seed", range(60))
def test_the_loop_plays_as_the_rules_of_thumb_do(seed: int) -> None:
    dice = random.Random(seed)
    scheme = scheme_of(any_rules(dice))
    held = masks(dice)
    aims = [scheme.aims[best_call(hand, scheme)] for hand in held]
    slow = card_by_card([hand[:] for hand in held], aims, 2, scheme)
    fast = play_out([hand[:] for hand in held], [BIT] * 4, [0] * 4, aims, 2, [], scheme)
    assert fast == slow
    assert sum(fast) == 13


@pytest.mark.parametrize("seed", range(20))
def test_an_open_trick_is_finished_first(seed: int) -> None:
    dice = random.Random(seed)
    scheme = scheme_of(PRESETS["nepal"])
    held = masks(dice)
    aims = [scheme.aims[3]] * 4
    whole = card_by_card([hand[:] for hand in held], aims, 0, scheme)
    rest, left, trick = [hand[:] for hand in held], [BIT] * 4, list[int]()
    best = lead(rest[0], left, HUNGRY)
    for turn in range(1 + seed % 4):
        place, led = turn, best >> SUIT_SHIFT if turn == 0 else trick[0] >> SUIT_SHIFT
        bits = best if turn == 0 else follow(rest[place], left, led, best, 3 - turn, HUNGRY, scheme)
        rest[place][bits >> SUIT_SHIFT] ^= bits & BIT
        left[bits >> SUIT_SHIFT] ^= bits & BIT
        trick.append(bits)
        best = bits if beats(bits, best) else best
    assert play_out(rest, left, [0] * 4, aims, 0, trick, scheme) == whole


def test_aims_turn_to_ducking_only_where_more_tricks_cost_points() -> None:
    bangladesh, nepal = scheme_of(PRESETS["bangladesh"]), scheme_of(PRESETS["nepal"])
    assert bangladesh.aims[3][2:6] == [HUNGRY, DUCK, DUCK, HUNGRY]
    assert set(nepal.aims[3]) == {HUNGRY}
    assert scheme_of(PRESETS["target"]).aims[8][8] == DUCK
    assert scheme_of(PRESETS["target"]).aims[7][7] == HUNGRY


def test_a_stronger_hand_is_worth_more_tricks() -> None:
    weak = suits_of(cards("2C 3C 4C 5C 2D 3D 4D 5D 2H 3H 4H 5H 2S"))
    strong = suits_of(cards("AC KC 4C 5C AD KD 4D AH 3H AS KS QS 2S"))
    assert expected_tricks(weak) < 2
    assert expected_tricks(strong) > 7


def test_estimates_add_up_to_about_the_tricks_of_a_deal() -> None:
    dice = random.Random(4)
    worth = [sum(expected_tricks(hand) for hand in masks(dice)) for _ in range(300)]
    assert 12 < sum(worth) / 300 < 15


def test_bits_and_cards_are_the_same_things() -> None:
    assert [card_of(bits_of(card)) for card in PACK] == list(PACK)
    assert (HIGH[0], HIGH[0b1011], COUNT[0b1011]) == (0, 0b1000, 3)


def test_places_follow_the_order_of_play() -> None:
    assert [place_of(seat, Direction.CCW) for seat in range(4)] == [0, 1, 2, 3]
    assert [place_of(seat, Direction.CW) for seat in range(4)] == [0, 3, 2, 1]
