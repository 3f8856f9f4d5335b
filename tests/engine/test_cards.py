"""Cards and hands (rules 1.1)."""

from __future__ import annotations

import pytest

from lanbridge.engine import PACK, TRUMPS, Card, InvalidCard, Rank, Suit, beats, sorted_hand


def test_1_1_a_pack_has_52_different_cards() -> None:
    assert len(set(PACK)) == 52


def test_1_1_spades_are_trumps() -> None:
    assert TRUMPS is Suit.SPADES


@pytest.mark.parametrize("card", PACK, ids=str)
def test_1_1_a_card_round_trips_through_text_and_index(card: Card) -> None:
    assert Card.parse(str(card)) is card
    assert Card.parse(str(card).lower()) is card
    assert Card.of_index(card.index) is card
    assert repr(card) == f"Card.parse('{card}')"


@pytest.mark.parametrize("text", ["", "A", "S", "SA", "1S", "10S", "AS ", " AS", "AX", "ASS", "ß", "\uff21\uff33"])
def test_1_1_other_text_is_no_card(text: str) -> None:
    with pytest.raises(InvalidCard, match="not a card"):
        Card.parse(text)


def test_1_1_ranks_run_from_two_to_ace() -> None:
    assert [rank.letter for rank in Rank] == list("23456789TJQKA")


def test_hands_are_sorted_by_suit_then_rank() -> None:
    assert sorted_hand(frozenset(PACK)) == PACK
    assert sorted_hand(list(reversed(PACK))) == PACK


@pytest.mark.parametrize(
    ("card", "best", "wins"),
    [("3H", "2H", True), ("2H", "3H", False), ("2S", "AH", True), ("AH", "2S", False), ("AD", "2H", False)],
)
def test_3_6_what_beats_what(card: str, best: str, *, wins: bool) -> None:
    assert beats(Card.parse(card), Card.parse(best)) is wins
