"""A claim is granted only when nothing can go wrong, and then the tricks are played out (rules 3.9)."""

from __future__ import annotations

import random
from functools import cache
from itertools import combinations

import pytest

from lanbridge.engine import (
    PACK,
    PRESETS,
    Card,
    Claim,
    Claimed,
    DealScored,
    Hand,
    Played,
    Trick,
    TrickWon,
    legal_cards,
    legal_moves,
    may_claim,
    observe,
    winning_seat,
)
from lanbridge.engine.claims import is_certain
from tests.builders import BANGLADESH, SUIT_EACH, Sheet, cards, hand

FREE = BANGLADESH.changed(void="optional")
"""Every card that is legal under some switches is legal under these, so they are the hardest on a claim."""


@cache
def can_lose(hands: tuple[Hand, ...], trick: Trick) -> bool:
    """Whether seat 0 can be made to lose a trick from here, by play of anybody, seat 0 too."""
    if trick.complete:
        return winning_seat(trick, FREE.direction) != 0 or (bool(hands[0]) and can_lose(hands, Trick(0)))
    seat = len(trick.cards)
    return any(
        can_lose(without(hands, seat, card), trick.with_card(card))
        for card in legal_cards(hands[seat], trick.cards, FREE)
    )


def without(hands: tuple[Hand, ...], seat: int, card: Card) -> tuple[Hand, ...]:
    return tuple(tuple(held for held in hands[place] if place != seat or held != card) for place in range(4))


def layouts(unseen: Hand, size: int) -> list[tuple[Hand, ...]]:
    """Every way in which three seats can hold the unseen cards."""
    found: list[tuple[Hand, ...]] = []
    for one in combinations(unseen, size):
        rest = [card for card in unseen if card not in one]
        for two in combinations(rest, size):
            three = tuple(card for card in rest if card not in two)
            found.append((one, two, three))
    return found


@pytest.mark.parametrize("size", [1, 2])
def test_3_9_whatever_is_certain_cannot_be_lost_in_any_layout(size: int) -> None:
    rng, granted = random.Random(39 + size), 0
    while granted < 30 // size:
        left = rng.sample(PACK, 4 * size)
        held = hand(" ".join(map(str, left[:size])))
        played = tuple(card for card in PACK if card not in left)
        if not is_certain(held, played):
            continue
        granted += 1
        for layout in layouts(tuple(left[size:]), size):
            assert not can_lose((held, *layout), Trick(0))


@pytest.mark.parametrize(
    ("held", "unseen", "certain"),
    [
        ("AS", "KS QS JS", True),
        ("QS", "KS 2C 3C", False),
        ("AH", "KH 2H 2S", False),
        ("AH", "KH 2H 3H", True),
        ("2H", "KC 2C 3D", True),
        ("2H AS", "KC 2C 3D KS 4D 5D", False),
        ("2S 3S", "KC 2C 3D 5D 6D 7D", True),
        ("2S 4S", "KC 2C 3D 5D 6D 3S", False),
    ],
)
def test_3_9_hand_made_endings(held: str, unseen: str, *, certain: bool) -> None:
    left = {*cards(held), *cards(unseen)}
    assert is_certain(hand(held), [card for card in PACK if card not in left]) is certain


def test_3_9_an_empty_hand_claims_nothing() -> None:
    assert not is_certain((), PACK)


def test_3_9_it_is_judged_from_the_claimers_view_never_from_hidden_cards() -> None:
    sheet = Sheet().deal(*SUIT_EACH).calls(2, 2, 2, 2).plays("2C 2D 2H 2S")
    assert may_claim(observe(sheet.state, 3))
    assert not may_claim(observe(sheet.state, 0))
    # Nobody else has a club or a spade here, but the claimer cannot know it.
    sheet = Sheet().deal_some("AC 2C", "3D 4D", "5D 6D", "7D 8D").calls(2, 2, 2, 2)
    assert not may_claim(observe(sheet.state, 0))


def test_3_9_a_claim_may_be_made_with_all_thirteen_cards() -> None:
    sheet = Sheet(dealer=2).deal(*SUIT_EACH).calls(2, 2, 2, 2)
    assert Claim() in legal_moves(observe(sheet.state, 3))


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_3_9_the_tricks_are_played_out_as_events(preset: str) -> None:
    sheet = Sheet(PRESETS[preset].changed(redeals="none", total_calls="none")).deal(*SUIT_EACH)
    sheet.calls(2, 2, 2, 2).plays("2C 2D 2H 2S")
    before = len(sheet.events)
    claimed, *rest = sheet.does(Claim()).events[before:]
    assert claimed == Claimed(3)
    assert [event for event in rest if isinstance(event, TrickWon)] == [TrickWon(3)] * 12
    assert len([event for event in rest if isinstance(event, Played)]) == 48
    assert isinstance(rest[-1], DealScored)
