"""A match from deal to deal: order of seats, void deals, ends (rules 1, 5, 6)."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from lanbridge.engine import (
    PACK,
    Call,
    Claim,
    DealResult,
    DealScored,
    DealVoided,
    EndReason,
    MatchEnded,
    Phase,
    Play,
    State,
    Trick,
    TrickWon,
    VoidReason,
    abandon,
    decide,
    legal_moves,
    observe,
    playable_cards,
    seat_of_card,
    stop,
    trick_winner,
    winning_seat,
)
from lanbridge.engine.rules import MOST_DEALS
from tests.builders import BANGLADESH, INDIA, NEPAL, SUIT_EACH, TARGET, TENS, Sheet, cards, pack

CW = BANGLADESH.changed(direction="cw")


def test_1_3_the_deal_passes_to_the_right() -> None:
    sheet, dealers = Sheet(dealer=2), []
    for seed in range(5):
        dealers.append(sheet.state.table.next_dealer)
        sheet.deal_pack(seed).played_by_chance(random.Random(seed))
    assert dealers == [2, 3, 0, 1, 2]


def test_6_4_clockwise_the_deal_passes_to_the_left() -> None:
    sheet, dealers = Sheet(CW, dealer=1), []
    for seed in range(3):
        dealers.append(sheet.state.table.next_dealer)
        sheet.deal_pack(seed).played_by_chance(random.Random(seed))
    assert dealers == [1, 0, 3]


def test_1_4_no_deal_begins_while_one_is_on_the_table_or_the_match_is_over() -> None:
    sheet = Sheet().deal_pack(1)
    with pytest.raises(ValueError, match="calling"):
        sheet.deal_pack(2)
    with pytest.raises(ValueError, match="over"):
        sheet.stopped().deal_pack(2)


def test_3_1_whoever_called_first_leads_and_the_winner_leads_next() -> None:
    sheet = Sheet(dealer=3).deal(*SUIT_EACH).calls(2, 2, 2, 2).plays("2C 2D 2H 2S")
    assert sheet.events[-1] == TrickWon(3)
    assert sheet.state.table.to_act == 3
    assert sheet.state.table.tricks == (Trick(0, cards("2C 2D 2H 2S")),)


def test_6_4_clockwise_play_goes_to_the_left() -> None:
    sheet = Sheet(CW, dealer=1).deal(*SUIT_EACH).calls(2, 2, 2, 2).plays("2C 2S 2H 2D")
    assert sheet.events[-1] == TrickWon(3)


def test_3_6_the_seat_of_a_card_and_of_the_winner() -> None:
    trick = Trick(1, cards("2C 2S 3C"))
    assert [seat_of_card(trick, place, CW.direction) for place in range(3)] == [1, 0, 3]
    assert winning_seat(trick, CW.direction) == 0
    assert winning_seat(trick, BANGLADESH.direction) == 2


def test_3_6_an_empty_trick_has_no_winner() -> None:
    with pytest.raises(ValueError, match="empty"):
        trick_winner(())


def test_4_6_points_exist_only_after_the_last_trick_and_all_four_can_fail() -> None:
    sheet = Sheet().deal(*SUIT_EACH).calls(2, 2, 2, 2).plays("2C 2D 2H 2S")
    assert sheet.state.table.last_deal is None
    sheet.does(Claim())
    result = DealResult(1, 3, (2, 2, 2, 2), (0, 0, 0, 13), (-20,) * 4, (-20,) * 4)
    assert sheet.events[-1] == DealScored(result)
    assert sheet.state.table.last_deal == result


def test_5_1_an_open_match_goes_on_until_the_players_stop() -> None:
    sheet = Sheet().deal(*SUIT_EACH).calls(2, 2, 2, 12).plays("2C 2D 2H 2S").does(Claim())
    assert sheet.state.table.winners is None
    assert sheet.stopped().events[-1] == MatchEnded((3,), EndReason.STOPPED)
    assert sheet.state.table.winners == (3,)
    assert stop(sheet.state) == ()


def test_5_1_stopping_in_a_deal_makes_it_void() -> None:
    sheet = Sheet().deal_pack(1)
    assert stop(sheet.state) == (
        DealVoided(VoidReason.ABANDONED),
        MatchEnded((0, 1, 2, 3), EndReason.STOPPED),
    )


def test_5_2_a_target_ends_the_match_at_once() -> None:
    rules = TARGET.changed(end="target 130")
    sheet = Sheet(rules).deal(*SUIT_EACH).calls(2, 2, 2, 12).plays("2C 2D 2H 2S").does(Claim())
    assert sheet.events[-1] == MatchEnded((3,), EndReason.REACHED)
    assert sheet.state.table.phase is Phase.OVER


def test_5_2_equal_totals_at_the_target_call_for_another_deal() -> None:
    sheet = Sheet(TARGET)
    before = State(replace(sheet.state.table, totals=(320, 320, 0, -150), deals_done=9))
    sheet.state = before
    sheet.deal(*SUIT_EACH).calls(2, 2, 2, 12).plays("2C 2D 2H 2S").does(Claim())
    assert sheet.state.table.totals == (300, 300, -20, -20)
    assert sheet.state.table.winners is None


def test_5_3_deals_end_the_match_and_equal_totals_share_the_win() -> None:
    rules = TENS.changed(end="deals 1")
    sheet = Sheet(rules).deal(*SUIT_EACH).calls(3, 3, 4, 12).plays("2C 2D 2H 2S").does(Claim())
    assert sheet.events[-1] == MatchEnded((3,), EndReason.REACHED)
    sheet = Sheet(NEPAL.changed(end="deals 1", fail="zero", max_call="13"))
    sheet.deal(*SUIT_EACH).calls(2, 2, 2, 1).plays("2C 2D 2H 2S").does(Claim())
    assert sheet.state.table.totals == (0, 0, 0, 22)
    shared = Sheet(BANGLADESH.changed(end="deals 1"))
    shared.deal(*SUIT_EACH).calls(2, 2, 2, 2).plays("2C 2D 2H 2S").does(Claim())
    assert shared.state.table.winners == (0, 1, 2, 3)


def test_5_5_a_match_ends_after_its_500th_deal() -> None:
    sheet = Sheet(BANGLADESH)
    sheet.state = State(replace(sheet.state.table, deals_done=MOST_DEALS - 1, totals=(0, 0, 0, 50)))
    sheet.deal_pack(3).played_by_chance(random.Random(3))
    assert sheet.state.table.deals_done == MOST_DEALS
    assert sheet.state.table.phase is Phase.OVER


def redeal_hands(seat: int) -> tuple[str, ...]:
    """Hands of which only that of ``seat`` lacks spades."""
    rest = [card for card in map(str, PACK) if card[1] != "H"]
    others = [" ".join(rest[place::3]) for place in range(3)]
    others.insert(seat, SUIT_EACH[2])
    return tuple(others)


def test_6_1_a_redeal_comes_before_any_call_and_names_the_reason_and_the_seat() -> None:
    rules = BANGLADESH.changed(redeals="no_spade")
    sheet = Sheet(rules, dealer=1).deal(*redeal_hands(2))
    assert sheet.events[-1] == DealVoided(VoidReason.NO_SPADE, 2)
    assert sheet.state.hands == ((), (), (), ())


def test_6_1_the_same_cards_stand_where_the_switch_is_off() -> None:
    assert Sheet(dealer=1).deal(*redeal_hands(2)).state.table.phase is Phase.CALLING


def test_6_1_the_first_seat_and_the_first_reason_are_told() -> None:
    sheet = Sheet(INDIA).deal(*SUIT_EACH)
    assert sheet.events[-1] == DealVoided(VoidReason.NO_SPADE, 0)


def test_6_2_too_few_tricks_called_void_the_deal_after_the_fourth_call() -> None:
    rules = BANGLADESH.changed(total_calls="9")
    sheet = Sheet(rules).deal_pack(1).calls(2, 2, 2)
    assert decide(sheet.state, 3, Call(2))[1:] == (DealVoided(VoidReason.TOO_FEW_CALLED),)
    assert sheet.calls(3).state.table.phase is Phase.PLAYING


def test_6_3_after_a_void_deal_the_next_player_deals_and_nothing_is_counted() -> None:
    rules = BANGLADESH.changed(total_calls="9", end="deals 1")
    sheet = Sheet(rules, dealer=1).deal_pack(1).calls(2, 2, 2, 2)
    table = sheet.state.table
    assert (table.deals_begun, table.deals_done, table.totals) == (1, 0, (0, 0, 0, 0))
    assert (table.next_dealer, table.phase, table.calls_made) == (2, Phase.BETWEEN, 0)
    sheet.deal_pack(2).calls(3, 3, 3, 3).played_by_chance(random.Random(1))
    assert (sheet.state.table.deals_begun, sheet.state.table.deals_done) == (2, 1)


def test_6_3_an_abandoned_deal_is_void() -> None:
    sheet = Sheet().deal_pack(1).calls(2, 2)
    assert abandon(sheet.state) == (DealVoided(VoidReason.ABANDONED),)
    assert abandon(Sheet().state) == ()
    assert sheet.happened(*abandon(sheet.state)).state.table.next_dealer == 0


def test_moves_count_calls_and_cards_of_the_whole_match() -> None:
    sheet = Sheet()
    for seed in range(2):
        sheet.deal_hands(pack(seed)).played_by_chance(random.Random(seed))
    assert sheet.state.table.moves == 2 * (4 + 52)


def test_playable_cards_are_those_of_the_seat_whose_turn_it_is() -> None:
    sheet = Sheet().deal(*SUIT_EACH).calls(2, 2, 2)
    assert playable_cards(observe(sheet.state, 3)) == ()
    sheet.calls(2).plays("2C")
    assert playable_cards(observe(sheet.state, 1)) == cards(SUIT_EACH[1])
    assert playable_cards(observe(sheet.state, 0)) == ()
    assert Play(cards("2D")[0]) in legal_moves(observe(sheet.state, 1))
