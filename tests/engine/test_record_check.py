"""Whether a record is true: each way of being false is found and named, with its deal."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lanbridge.engine import (
    HOST,
    PRESETS,
    Called,
    Card,
    Claim,
    Claimed,
    DealName,
    DealProof,
    DealResult,
    DealScored,
    DealVoided,
    EndReason,
    Event,
    MatchEnded,
    MatchStarted,
    PackDealt,
    Phase,
    Played,
    Reason,
    TrickWon,
    VoidReason,
    score_deal,
)
from lanbridge.engine.record import (
    COUNTED,
    CUT,
    NOT_COUNTED,
    DealCheck,
    Dealing,
    FalseRecord,
    Fault,
    Record,
    Verdict,
    parse,
    replay,
    verify_deals,
    write,
)
from tests.builders import BANGLADESH, INDIA, SUIT_EACH, TABLE_ID, Sheet, fair_match, pack, proof, share

CLAIMED = Sheet(dealer=3).deal(*SUIT_EACH).calls(2, 2, 2, 12).plays("2C 2D 2H 2S").does(Claim())
"""One deal, played out after a claim by seat 3."""


def record(events: list[Event]) -> Record:
    deals = sum(isinstance(event, PackDealt) for event in events)
    return Record(TABLE_ID, (), tuple(events), (Dealing(),) * deals)


def false_record(events: list[Event]) -> FalseRecord:
    with pytest.raises(FalseRecord) as false:
        replay(record(events))
    return false.value


def index_of(kind: type[Event], nth: int = 0) -> int:
    return [index for index, event in enumerate(CLAIMED.events) if isinstance(event, kind)][nth]


def changed(kind: type[Event], nth: int, event: Event | None) -> list[Event]:
    """The events with one replaced, or left out."""
    at, events = index_of(kind, nth), list(CLAIMED.events)
    events[at : at + 1] = [] if event is None else [event]
    return events


DEALT = CLAIMED.events[index_of(PackDealt)]
SCORED = CLAIMED.events[index_of(DealScored)]
assert isinstance(DEALT, PackDealt)
assert isinstance(SCORED, DealScored)
DOUBLED = replace(DEALT, hands=(DEALT.hands[1], *DEALT.hands[1:]))
FOURTEEN = replace(DEALT, hands=((*DEALT.hands[0], *DEALT.hands[1][:1]), DEALT.hands[1][1:], *DEALT.hands[2:]))

CHANGES: list[tuple[Fault, type[Event], int, Event | None]] = [
    (Fault.NOT_THE_PACK, PackDealt, 0, DOUBLED),
    (Fault.NOT_THE_PACK, PackDealt, 0, FOURTEEN),
    (Fault.WRONG_DEALER, PackDealt, 0, replace(DEALT, dealer=1)),
    (Fault.ILLEGAL_MOVE, Called, 2, Called(2, 13)),
    (Fault.ILLEGAL_MOVE, Called, 2, None),
    (Fault.ILLEGAL_MOVE, Played, 1, Played(1, Card.parse("3S"))),
    (Fault.ILLEGAL_MOVE, Claimed, 0, Claimed(0)),
    (Fault.WRONG_TRICK_WINNER, TrickWon, 0, TrickWon(1)),
    (Fault.WRONG_TRICK_WINNER, TrickWon, 0, None),
    (Fault.WRONG_PLAY_OUT, Played, 5, Played(0, Card.parse("AC"))),
    (Fault.WRONG_SCORE, DealScored, 0, DealScored(replace(SCORED.result, points=(20, 0, 0, 0)))),
    (Fault.WRONG_SCORE, DealScored, 0, DealScored(replace(SCORED.result, totals=(1, 0, 0, 0)))),
    (Fault.CUT_SHORT, DealScored, 0, None),
    (Fault.OUT_OF_PLACE, Called, 0, DealVoided(VoidReason.NO_SPADE, 0)),
    (Fault.OUT_OF_PLACE, Called, 0, TrickWon(0)),
    (Fault.OUT_OF_PLACE, Called, 0, DEALT),
    (Fault.OUT_OF_PLACE, Called, 0, MatchStarted(BANGLADESH, 0)),
    (Fault.OUT_OF_PLACE, Called, 0, MatchEnded((0,), EndReason.REACHED)),
    (Fault.WRONG_END, Called, 0, MatchEnded((0,), EndReason.STOPPED)),
]


@pytest.mark.parametrize(("fault", "kind", "nth", "event"), CHANGES)
def test_a_false_event_is_found(fault: Fault, kind: type[Event], nth: int, event: Event | None) -> None:
    false = false_record(changed(kind, nth, event))
    # Stopping in a deal voids it first: that is the event which was wanted.
    wanted = Fault.WRONG_VOID if fault is Fault.WRONG_END else fault
    assert (false.fault, false.deal, false.event) == (wanted, 1, index_of(kind, nth))


def test_a_true_record_replays_to_its_state() -> None:
    assert replay(record(CLAIMED.events)) == CLAIMED.state


def test_an_illegal_move_says_which_rule_it_broke() -> None:
    false = false_record(changed(Played, 1, Played(1, Card.parse("3S"))))
    assert false.refusal is not None
    assert false.refusal.reason is Reason.NOT_IN_HAND
    assert str(false) == "deal 1, event 7: not_in_hand"
    assert str(false_record([*CLAIMED.events, TrickWon(0)])).endswith("out_of_place")


def test_events_before_the_first_deal_are_of_deal_0() -> None:
    assert false_record([*Sheet().events, Called(0, 2)]).deal == 0


def test_winners_that_did_not_win_are_found() -> None:
    stopped = Sheet().deal(*SUIT_EACH).calls(2, 2, 2, 12).plays("2C 2D 2H 2S").does(Claim()).stopped()
    assert replay(record(stopped.events)).table.winners == (3,)
    false = false_record([*stopped.events[:-1], MatchEnded((0,), EndReason.STOPPED)])
    assert false.fault is Fault.WRONG_END
    assert false_record([*stopped.events, *stopped.events[-1:]]).fault is Fault.OUT_OF_PLACE


def test_an_end_that_was_reached_must_be_told() -> None:
    sheet = Sheet(BANGLADESH.changed(end="deals 1")).deal(*SUIT_EACH).calls(2, 2, 2, 12)
    sheet.plays("2C 2D 2H 2S").does(Claim())
    assert false_record(sheet.events[:-1]).fault is Fault.CUT_SHORT
    assert false_record([*sheet.events[:-1], Called(0, 2)]).fault is Fault.WRONG_END


def test_a_redeal_must_be_told_with_its_reason() -> None:
    sheet = Sheet(INDIA).deal(*SUIT_EACH)
    assert replay(record(sheet.events)).table.phase is Phase.BETWEEN
    assert false_record(sheet.events[:-1]).fault is Fault.CUT_SHORT
    wrong = false_record([*sheet.events[:-1], DealVoided(VoidReason.NO_AKQ, 0)])
    assert (wrong.fault, wrong.deal) == (Fault.WRONG_VOID, 1)


def lost_with_its_host() -> Sheet:
    """Two calls short of the whole: only seat 0's cards are known to those who carry on."""
    sheet = Sheet(INDIA).deal_some(SUIT_EACH[0], "", "", "").calls(2, 3)
    return sheet.happened(DealVoided(VoidReason.ABANDONED)).deal_pack(5)


def test_6_3_a_deal_lost_with_its_host_keeps_the_cards_that_are_known() -> None:
    sheet = lost_with_its_host()
    kept = record(sheet.events)
    assert parse(write(kept)) == kept
    assert replay(kept) == sheet.state


@settings(max_examples=30)
@given(st.integers(0, 2**32), st.data())
def test_any_exchanged_card_is_found(seed: int, data: st.DataObject) -> None:
    sheet = Sheet().deal_hands(pack(seed)).played_by_chance(random.Random(seed))
    cards = [index for index, event in enumerate(sheet.events) if isinstance(event, Played)]
    one, two = data.draw(st.sampled_from(cards)), data.draw(st.sampled_from(cards))
    events = list(sheet.events)
    first, second = events[one], events[two]
    assert isinstance(first, Played)
    assert isinstance(second, Played)
    if first.seat == second.seat:
        return
    events[one], events[two] = replace(first, card=second.card), replace(second, card=first.card)
    assert false_record(events).event <= min(one, two)


# How the cards were dealt.

FAIR = fair_match(BANGLADESH, seed=2, deals=3)


def checked(change: Callable[[DealProof], DealProof]) -> DealCheck:
    """The check of the first deal after a change to its proof."""
    first, *others = FAIR.dealings
    assert first.proof is not None
    return verify_deals(replace(FAIR, dealings=(replace(first, proof=change(first.proof)), *others)))[0]


def with_share(shares: DealProof, place: int, **facts: bytes) -> DealProof:
    parts = list(shares.shares)
    parts[place] = replace(parts[place], **facts)  # type: ignore[arg-type]  # mypy sees one type for all fields
    return replace(shares, shares=tuple(parts))


def test_a_fair_match_is_verified_and_attempts_are_counted() -> None:
    assert verify_deals(FAIR) == tuple(
        DealCheck(number, Verdict.VERIFIED, (0, 2, HOST), given_up=number % 2) for number in (1, 2, 3)
    )
    assert verify_deals(parse(write(FAIR))) == verify_deals(FAIR)


def test_a_deal_without_proof_says_so() -> None:
    assert verify_deals(record(CLAIMED.events)) == (DealCheck(1, Verdict.NO_PROOF),)


def test_a_changed_secret_or_commitment_is_blamed_on_its_participant() -> None:
    for facts in ({"secret": bytes(32)}, {"commitment": bytes(32)}, {"commitment": b""}):
        found = checked(lambda shares, facts=facts: with_share(shares, 1, **facts))  # type: ignore[misc]  # the default binds the loop's value
        assert (found.verdict, found.blamed) == (Verdict.BROKEN, (2,))


def test_a_sealed_share_proves_nothing() -> None:
    found = checked(lambda shares: with_share(shares, 2, secret=b""))
    assert (found.verdict, found.blamed) == (Verdict.SEALED, (HOST,))


def test_other_hands_than_the_shares_give_are_found() -> None:
    def with_more(shares: DealProof) -> DealProof:
        return replace(shares, shares=(*shares.shares[:1], share(shares.name, 1), *shares.shares[1:]))

    assert checked(with_more).verdict is Verdict.OTHER_HANDS


@pytest.mark.parametrize("places", [(0, 1), (1, 0, 2), (0, 0, 1, 2), ()])
def test_shares_are_in_order_and_the_hosts_is_among_them(places: tuple[int, ...]) -> None:
    found = checked(lambda shares: replace(shares, shares=tuple(shares.shares[place] for place in places)))
    assert found.verdict is Verdict.WRONG_SHARES


def test_a_share_of_nobody_is_found() -> None:
    def with_fifth(shares: DealProof) -> DealProof:
        return replace(shares, shares=(*shares.shares, replace(shares.shares[0], participant=7)))

    assert checked(with_fifth).verdict is Verdict.WRONG_SHARES


@pytest.mark.parametrize(
    "name", [DealName(TABLE_ID, 2, 2), DealName(TABLE_ID, 1, 1), DealName(bytes(16), 1, 2), DealName(TABLE_ID, 1, 3)]
)
def test_shares_of_another_deal_table_or_attempt_are_found(name: DealName) -> None:
    found = checked(lambda _: DealProof(name, tuple(share(name, who) for who in (0, 2, HOST))))
    assert found.verdict is Verdict.WRONG_NAME


def test_an_attempt_that_was_left_out_is_found() -> None:
    first, *others = FAIR.dealings
    hidden = replace(FAIR, dealings=(replace(first, given_up=()), *others))
    assert verify_deals(hidden)[0].verdict is Verdict.WRONG_NAME


def test_a_deal_lost_with_its_host_is_sealed() -> None:
    attempt = proof(1)
    sealed = with_share(attempt, 2, secret=b"")
    sheet = lost_with_its_host()
    kept = Record(TABLE_ID, (), tuple(sheet.events), (Dealing(sealed), Dealing()))
    assert [check.verdict for check in verify_deals(kept)] == [Verdict.SEALED, Verdict.NO_PROOF]


# --- a match that lost its host


def cut_record(*events: Event, cut: str = "1") -> Record:
    """One deal of which these events are known, behind its start."""
    deals = sum(isinstance(event, PackDealt) for event in events)
    return Record(TABLE_ID, ((CUT, cut),), (MatchStarted(BANGLADESH, 3), *events), (Dealing(),) * deals)


NOTHING_DEALT = PackDealt(3, ((), (), (), ()))
CALLS: tuple[Event, ...] = tuple(Called(seat, 3) for seat in (0, 1, 2, 3))


def result_of(*won: int) -> DealResult:
    points = tuple(score_deal(3, tricks, BANGLADESH) for tricks in won)
    return DealResult(1, 3, (3, 3, 3, 3), won, points, points)


def test_the_score_of_a_deal_before_the_cut_stands_without_its_tricks() -> None:
    record = cut_record(NOTHING_DEALT, *CALLS, DealScored(result_of(4, 3, 3, 3)))
    assert parse(write(record)) == record
    assert replay(record).table.totals == result_of(4, 3, 3, 3).totals
    assert [check.verdict for check in verify_deals(record)] == [Verdict.ATTESTED]


@pytest.mark.parametrize("cut", ["0", "none", "-1", "123456"])
def test_without_a_cut_it_does_not(cut: str) -> None:
    with pytest.raises(FalseRecord) as false:
        replay(cut_record(NOTHING_DEALT, *CALLS, DealScored(result_of(4, 3, 3, 3)), cut=cut))
    assert false.value.fault is Fault.OUT_OF_PLACE


@pytest.mark.parametrize("won", [(4, 3, 3, 4), (4, 3, 3, 2)])
def test_there_are_thirteen_tricks_also_where_nobody_saw_them(won: tuple[int, ...]) -> None:
    with pytest.raises(FalseRecord) as false:
        replay(cut_record(NOTHING_DEALT, *CALLS, DealScored(result_of(*won))))
    assert false.value.fault is Fault.WRONG_SCORE


def test_points_of_before_the_cut_are_counted_again() -> None:
    result = replace(result_of(4, 3, 3, 3), points=(99, 30, 30, 30))
    with pytest.raises(FalseRecord) as false:
        replay(cut_record(NOTHING_DEALT, *CALLS, DealScored(result)))
    assert false.value.fault is Fault.WRONG_SCORE


def test_no_seat_has_fewer_tricks_than_were_seen() -> None:
    cards = [Card.parse(text) for text in ("AC", "2C", "3C", "4C")]
    hands = tuple((card,) for card in cards)
    plays = [Played(seat, card) for seat, card in enumerate(cards)]
    seen: tuple[Event, ...] = (PackDealt(3, hands), *CALLS, *plays, TrickWon(0))
    assert replay(cut_record(*seen, DealScored(result_of(1, 4, 4, 4)))).table.deals_done == 1
    with pytest.raises(FalseRecord) as false:
        replay(cut_record(*seen, DealScored(result_of(0, 5, 4, 4))))
    assert false.value.fault is Fault.WRONG_SCORE


def test_a_score_before_all_have_called_is_out_of_place() -> None:
    with pytest.raises(FalseRecord) as false:
        replay(cut_record(NOTHING_DEALT, CALLS[0], DealScored(result_of(4, 3, 3, 3))))
    assert false.value.fault is Fault.OUT_OF_PLACE


def test_a_deal_before_the_cut_may_be_void_for_cards_that_nobody_shows() -> None:
    record = cut_record(NOTHING_DEALT, DealVoided(VoidReason.FOUR_ACES, 2))
    assert replay(record).table.deals_begun == 1
    with pytest.raises(FalseRecord):
        replay(replace(record, tags=()))


def test_a_deal_that_is_false_is_not_called_attested() -> None:
    match = fair_match(PRESETS["nepal"], seed=8, deals=2)
    assert match.dealings[0].proof is not None
    shares = tuple(replace(share, secret=bytes(32)) for share in match.dealings[0].proof.shares)
    broken = replace(match.dealings[0], proof=replace(match.dealings[0].proof, shares=shares))
    record = replace(match, tags=((CUT, "2"),), dealings=(broken, *match.dealings[1:]))
    assert [check.verdict for check in verify_deals(record)][:2] == [Verdict.BROKEN, Verdict.VERIFIED]


def test_a_branch_that_lost_to_another_says_so() -> None:
    plain = cut_record(NOTHING_DEALT)
    assert plain.counts
    assert not replace(plain, tags=((COUNTED, NOT_COUNTED),)).counts
