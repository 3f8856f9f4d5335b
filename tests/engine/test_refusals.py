"""Each refusal with its facts, in positions made by hand (rules 2.4, 3.7)."""

from __future__ import annotations

import pytest

from lanbridge.engine import (
    Call,
    Card,
    Claim,
    IllegalMove,
    Move,
    Play,
    Reason,
    Refusal,
    Ruleset,
    State,
    Suit,
    decide,
)
from tests.builders import BANGLADESH, INDIA, NEPAL, SUIT_EACH, Sheet, position

ANY_SPADE = BANGLADESH.changed(void="any_spade")
WASTE = BANGLADESH.changed(cannot_win="must_waste")


def card(text: str) -> Card:
    return Card.parse(text)


def refusal(state: State, seat: int, move: Move) -> Refusal:
    with pytest.raises(IllegalMove) as refused:
        decide(state, seat, move)
    assert str(refused.value) == refused.value.refusal.reason
    return refused.value.refusal


def refused_card(rules: Ruleset, trick: str, held: str, played: str) -> Refusal:
    state, seat = position(rules, trick, held)
    return refusal(state, seat, Play(card(played)))


def called(*tricks: int) -> Sheet:
    """Dealer 3, so seat 0 calls first; seat 3 has all spades, seat 0 all clubs."""
    return Sheet().deal(*SUIT_EACH).calls(*tricks)


@pytest.mark.parametrize("move", [Call(3), Play(card("AS")), Claim()], ids=str)
def test_nothing_to_play_before_the_first_deal(move: Move) -> None:
    assert refusal(Sheet().state, 0, move) == Refusal(Reason.NOTHING_TO_PLAY)


@pytest.mark.parametrize("move", [Call(3), Play(card("AS")), Claim()], ids=str)
def test_nothing_to_play_between_deals_though_the_last_calls_still_lie_there(move: Move) -> None:
    sheet = called(2, 2, 2, 2).does(Play(card("2C"))).plays("2D 2H 2S").does(Claim())
    assert sheet.state.table.calls == (2, 2, 2, 2)
    assert refusal(sheet.state, 0, move) == Refusal(Reason.NOTHING_TO_PLAY)


def test_nothing_to_play_after_the_end() -> None:
    assert refusal(called(2).stopped().state, 1, Call(2)) == Refusal(Reason.NOTHING_TO_PLAY)


def test_2_4_a_call_out_of_turn() -> None:
    assert refusal(called(2).state, 2, Call(3)) == Refusal(Reason.NOT_YOUR_TURN)


def test_2_4_a_second_call() -> None:
    assert refusal(called(2).state, 0, Call(3)) == Refusal(Reason.ALREADY_CALLED)


def test_2_4_a_call_when_all_have_called() -> None:
    assert refusal(called(2, 2, 2, 2).state, 0, Call(3)) == Refusal(Reason.ALREADY_CALLED)


@pytest.mark.parametrize("tricks", [-1, 0, 1, 13, 99])
def test_2_2_a_call_out_of_range(tricks: int) -> None:
    assert refusal(called().state, 0, Call(tricks)) == Refusal(Reason.CALL_OUT_OF_RANGE, least=2, most=12)


@pytest.mark.parametrize("move", [Play(card("2C")), Claim()], ids=str)
@pytest.mark.parametrize("seat", [0, 3])
def test_cards_come_after_the_calls(move: Move, seat: int) -> None:
    assert refusal(called(2, 2, 2).state, seat, move) == Refusal(Reason.CALL_FIRST)


@pytest.mark.parametrize("move", [Play(card("AS")), Claim()], ids=str)
def test_3_1_a_card_out_of_turn(move: Move) -> None:
    assert refusal(called(2, 2, 2, 2).state, 3, move) == Refusal(Reason.NOT_YOUR_TURN)


def test_3_7_a_card_that_is_not_held() -> None:
    state = called(2, 2, 2, 2).state
    assert refusal(state, 0, Play(card("AS"))) == Refusal(Reason.NOT_IN_HAND, card("AS"))


def test_3_7_after_a_refusal_the_player_may_choose_again() -> None:
    sheet = called(2, 2, 2, 2)
    refusal(sheet.state, 0, Play(card("AS")))
    assert sheet.plays("2C").state.table.to_act == 1


def test_3_2_the_led_suit_must_be_followed() -> None:
    wanted = Refusal(Reason.FOLLOW_SUIT, card("KS"), Suit.HEARTS)
    assert refused_card(BANGLADESH, "7H", "AH 3H KS", "KS") == wanted


def test_3_2_the_trick_must_be_headed() -> None:
    wanted = Refusal(Reason.HEAD_TRICK, card("2H"), Suit.HEARTS, beat=card("TH"))
    assert refused_card(NEPAL, "7H TH", "2H QH AS", "2H") == wanted


def test_3_2_heading_comes_after_following() -> None:
    wanted = Refusal(Reason.FOLLOW_SUIT, card("AS"), Suit.HEARTS)
    assert refused_card(NEPAL, "7H TH", "2H QH AS", "AS") == wanted


def test_3_3_a_spade_must_be_played_when_none_lies_there() -> None:
    wanted = Refusal(Reason.PLAY_SPADE, card("AD"), Suit.HEARTS)
    assert refused_card(BANGLADESH, "KH", "3S 9S AD", "AD") == wanted


@pytest.mark.parametrize("played", ["3S", "AD"])
def test_3_3_the_spade_must_be_beaten(played: str) -> None:
    wanted = Refusal(Reason.BEAT_SPADE, card(played), Suit.HEARTS, beat=card("5S"))
    assert refused_card(BANGLADESH, "KH 5S", "3S 9S AD", played) == wanted


def test_3_4_a_lower_spade_must_be_wasted() -> None:
    wanted = Refusal(Reason.WASTE_SPADE, card("AD"), Suit.HEARTS, beat=card("5S"))
    assert refused_card(INDIA, "KH 5S", "3S 2C AD", "AD") == wanted
    assert refused_card(WASTE, "KH 5S", "3S 2C AD", "AD") == wanted


def test_3_8_any_spade_but_a_spade() -> None:
    wanted = Refusal(Reason.PLAY_SPADE, card("AD"), Suit.HEARTS)
    assert refused_card(ANY_SPADE, "KH 5S", "3S 9S AD", "AD") == wanted


def test_3_9_a_claim_needs_the_lead() -> None:
    sheet = called(2, 2, 2, 2).plays("2C 2D 2H")
    assert refusal(sheet.state, 3, Claim()) == Refusal(Reason.CLAIM_NOT_LEADING)


def test_3_9_a_claim_must_be_certain() -> None:
    assert refusal(called(2, 2, 2, 2).state, 0, Claim()) == Refusal(Reason.CLAIM_NOT_CERTAIN)
