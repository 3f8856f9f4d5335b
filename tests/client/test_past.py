"""The past of a match that lost its host: every deal is in it once, and whatever was seen can be checked."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from lanbridge.cli import main
from lanbridge.client.known import Known
from lanbridge.client.past import past_of
from lanbridge.client.record import DEALS_KEPT, EVENTS_KEPT, PublicDeal, PublicRecord
from lanbridge.engine import (
    PACK,
    Called,
    Card,
    Claimed,
    DealProof,
    DealScored,
    DealVoided,
    HandDealt,
    MatchEnded,
    PackDealt,
    Phase,
    Played,
    TrickWon,
    VoidReason,
)
from lanbridge.engine.record import COUNTED, CUT, NOT_COUNTED, Record, Verdict, parse, replay, verify_deals, write
from lanbridge.host.journal import Journal
from lanbridge.protocol.fields import MOST_COUNT
from lanbridge.protocol.messages import ProofShown
from lanbridge.protocol.succession_record import claim_tags
from lanbridge.protocol.table_settings import TableSettings

from .branches import TWO_DEALS, Branch, broken_off, last_words, lose_host, played
from .evenings import TABLE_ID, Evening

FOUR_DEALS: TableSettings = replace(TWO_DEALS, deals_tonight=4)


def past_record(known: Known) -> Record:
    """What this seat would write down of the match so far."""
    assert known.view is not None
    events, dealings = past_of(known.record, known.view.table, known.sheet)
    return Record(TABLE_ID, ((CUT, str(len(dealings))),), events, dealings)


def record_of(branch: Branch) -> Record:
    """The record that this host would keep."""
    game, told = branch.room.desk.match, branch.room.desk.succession
    tags = () if told is None else claim_tags(told.told())
    cut = () if game.carried is None else ((CUT, str(game.carried)),)
    return Record(TABLE_ID, (*cut, *tags), game.history, game.dealings)


def verdicts(record: Record) -> list[Verdict]:
    return [check.verdict for check in verify_deals(record)]


def scored(record: Record) -> list[DealScored]:
    return [event for event in record.events if isinstance(event, DealScored)]


@pytest.mark.parametrize("moves", [0, 1, 4, 30, 55, 56, 57, 80, 111])
def test_a_match_that_was_carried_on_has_a_record_that_holds(moves: int) -> None:
    evening, guests = broken_off(moves=moves)
    assert guests[2].known.view is not None
    broken = guests[2].known.view.table.phase in (Phase.CALLING, Phase.PLAYING)
    branch = Branch(evening, guests[2])
    for guest in guests[1:]:
        branch.come(guest)
    branch.play_on()
    record = record_of(branch)
    assert parse(write(record)) == record
    assert replay(record).table.totals == guests[1].known.sheet[-1].totals
    assert [event.result for event in scored(record)] == list(guests[1].known.sheet)
    checked = verdicts(record)
    assert set(checked) <= {Verdict.VERIFIED, Verdict.ATTESTED}
    assert checked.count(Verdict.ATTESTED) == broken  # whose secrets went with the host


def test_who_came_late_has_only_the_score_of_the_deals_before() -> None:
    evening, guests = played(people=3, moves=70)
    late = evening.guest("Late")
    evening.arrive(late)
    record = past_record(late.known)
    assert verdicts(record) == [Verdict.ATTESTED] * 2
    assert replay(record).table.totals == late.known.sheet[0].totals
    assert not any(isinstance(event, TrickWon) for event in record.events[: record.events.index(scored(record)[0])])
    assert verdicts(past_record(guests[1].known))[0] is Verdict.VERIFIED


def test_a_table_that_loses_a_second_host_keeps_the_past_of_both() -> None:
    evening = Evening(settings=FOUR_DEALS)
    guests = [evening.guest(name) for name in ("Rafi", "Mita", "Ayesha", "Jamal")]
    for guest in guests:
        evening.arrive(guest)
    evening.apply(evening.room.start(evening.now))
    evening.play_on(80)
    lose_host(evening)
    first = Branch(evening, guests[1])
    for guest in guests[1:]:
        first.come(guest)
    first.move_on(70)
    assert len(guests[2].known.sheet) == 2
    lose_host(first)
    second = Branch(first, guests[2])
    for guest in guests[2:]:
        second.come(guest)
    second.play_on()
    record = record_of(second)
    assert replay(record).table.winners is not None
    assert len(scored(record)) == 4
    kinds = [Verdict.VERIFIED, Verdict.ATTESTED, Verdict.VERIFIED, Verdict.ATTESTED, Verdict.VERIFIED, Verdict.VERIFIED]
    assert verdicts(record) == kinds


def test_a_deal_that_was_undone_is_void_in_the_record_of_who_saw_it_end() -> None:
    evening, guests = played(moves=55)
    last_words(evening, guests[3])
    behind = Branch(evening, guests[1])
    for guest in (guests[0], *guests[1:]):
        behind.come(guest)
    record = past_record(guests[3].known)
    assert replay(record).table.phase is Phase.BETWEEN
    assert [event for event in record.events if isinstance(event, DealVoided)] == [DealVoided(VoidReason.ABANDONED)]


def test_the_end_of_a_deal_that_only_the_sheet_tells_of_is_attested() -> None:
    evening, guests = played(moves=55)
    last_words(evening, guests[1])
    branch = Branch(evening, guests[1])
    for guest in guests[1:]:
        branch.come(guest)
    assert verdicts(past_record(guests[1].known)) == [Verdict.VERIFIED]
    seen = past_record(guests[2].known)
    assert verdicts(seen) == [Verdict.ATTESTED]
    assert replay(seen) == replay(past_record(guests[1].known))


def test_a_match_that_is_over_ends_in_its_record() -> None:
    evening, guests = broken_off(moves=200)
    record = past_record(guests[1].known)
    assert isinstance(record.events[-1], MatchEnded)
    assert replay(record).table == guests[1].known.view.table if guests[1].known.view else False
    assert evening.room.desk.match.history == record.events


def test_a_proof_that_gives_other_hands_is_kept_and_found_out() -> None:
    evening, guests = broken_off()
    known = guests[1].known
    deal = known.record.deals[1]
    assert deal.proof is not None
    stranger = evening.room.desk.match.dealings[1].proof
    assert stranger is not None
    for proof, verdict in (
        (DealProof(deal.proof.name, stranger.shares), Verdict.BROKEN),
        (stranger, Verdict.WRONG_NAME),
    ):
        other = replace(known, record=known.record.with_deal(1, replace(deal, proof=proof)))
        record = past_record(other)
        assert verdicts(record)[0] is verdict
        assert replay(record) == replay(past_record(known))


def test_a_claim_whose_tricks_were_not_all_told_is_left_out() -> None:
    evening, guests = played(moves=20)
    known = guests[1].known
    lose_host(evening)
    deal = known.record.deals[1]
    claimed = known.record.with_deal(1, PublicDeal((*deal.events, Claimed(0))))
    assert known.view is not None
    result = replace(broken_off()[1][1].known.sheet[0], calls=tuple(call or 0 for call in known.view.table.calls))
    table = replace(known.view.table, phase=Phase.BETWEEN, last_deal=result, totals=result.totals, deals_done=1)
    events, _ = past_of(claimed, table, (result,))
    assert not any(isinstance(event, Claimed) for event in events)
    assert DealScored(result) in events


def test_whoever_was_away_at_a_deals_end_finds_it_on_the_table() -> None:
    evening, guests = played(moves=55)
    away, there = [guest for guest in guests if guest.known.view and not guest.known.view.my_turn][:2]
    evening.cut(away)
    evening.play_on(1)
    evening.arrive(away)
    assert isinstance(there.known.record.deals[1].ending, DealScored)
    assert away.known.record.deals[1].events == there.known.record.deals[1].events
    assert verdicts(past_record(away.known)) == [Verdict.ATTESTED]  # its proof was shown meanwhile


def test_nothing_of_a_hand_is_in_the_record() -> None:
    _, guests = broken_off(moves=5)
    first = guests[1].known.record.deals[1].events[0]
    assert getattr(first, "hand", "none") is None
    pack = past_record(guests[1].known).events[1]
    assert isinstance(pack, PackDealt)
    assert sum(map(len, pack.hands)) == 1


def test_a_record_begins_with_a_welcome_before_the_first_deal() -> None:
    assert PublicRecord().welcomed(1, None) == PublicRecord(1)


# --- what a host may say that cannot be


def test_a_host_that_shows_proofs_without_end_fills_no_memory() -> None:
    _, guests = played()
    session, true = guests[1].session, guests[1].known.record.deals[1].proof
    assert true is not None
    for number in (0, *range(DEALS_KEPT, DEALS_KEPT + 50)):
        session.receive(ProofShown(replace(true, name=replace(true.name, deal=number))), 0.0)
    assert set(session.known.record.deals) == {1, 2, DEALS_KEPT}
    assert set(session.known.verdicts) <= {0, 1, 2, DEALS_KEPT}


def test_a_host_that_tells_of_moves_without_end_fills_no_memory() -> None:
    _, guests = played()
    view = guests[1].known.view
    assert view is not None
    record = guests[1].known.record
    for _ in range(50):
        record = record.told(1, (Called(0, 1),) * 50, view)
    assert len(record.deals[2].events) == EVENTS_KEPT


def test_the_attempt_of_a_proof_is_no_number_to_count_up_to() -> None:
    _, guests = played()
    true = guests[1].known.record.deals[1].proof
    assert true is not None
    made_up = replace(true, name=replace(true.name, attempt=MOST_COUNT))
    assert PublicRecord(1).proved(made_up) == PublicRecord(1)


def test_of_more_deals_than_there_can_be_nothing_is_written_down() -> None:
    _, guests = broken_off()
    known = guests[1].known
    assert known.view is not None
    assert past_of(known.record, replace(known.view.table, deals_begun=MOST_COUNT), known.sheet) == ((), ())


@pytest.mark.parametrize("cards", [PACK[:1] * 2, PACK[:14]])
def test_cards_that_nobody_can_have_played_are_left_out(cards: tuple[Card, ...], tmp_path: Path) -> None:
    evening, guests = broken_off()
    known = guests[1].known
    deal = PublicDeal((HandDealt(0, None), *(Played(2, card) for card in cards)))
    guests[1].session.known = replace(known, record=known.record.with_deal(2, deal))
    branch = Branch(evening, guests[1], journal=Journal(tmp_path / "t.journal"))
    assert not any(isinstance(event, Played) for event in branch.room.desk.match.history[-2:])


# --- `lanbridge replay --check`


def carried_match() -> Record:
    evening, guests = broken_off()
    branch = Branch(evening, guests[1])
    for guest in guests[1:]:
        branch.come(guest)
    branch.play_on()
    return record_of(branch)


def check(record: Record, path: Path) -> int:
    path.write_text(write(record), encoding="utf-8")
    return main(["replay", str(path), "--check"])


def test_the_check_says_in_one_sentence_what_was_verified_and_what_was_signed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = carried_match()
    assert check(record, tmp_path / "m.txt") == 0
    told = capsys.readouterr().out.splitlines()
    assert told[:3] == ["deal 1: verified", "deal 2: attested", "deal 3: verified"]
    assert told[4] == (
        "Of 2 deals before the table changed hosts, 1 verified in full; "
        "the score sheet at that moment is signed by 3 of the 4 players present."
    )


def test_a_score_of_before_the_cut_that_was_changed_is_found(tmp_path: Path) -> None:
    record = carried_match()
    place = record.events.index(scored(record)[0])
    result = scored(record)[0].result
    points = (result.points[0] + 10, *result.points[1:])
    events = [*record.events]
    events[place] = DealScored(replace(result, points=points))
    assert check(replace(record, events=tuple(events)), tmp_path / "m.txt") == 1


@pytest.mark.parametrize("name", ["Claim", "Signed1"])
def test_a_claim_that_was_changed_is_found(name: str, tmp_path: Path) -> None:
    record = carried_match()
    changed = tuple(
        (tag, value[:-1] + ("0" if value[-1] != "0" else "1") if tag == name else value) for tag, value in record.tags
    )
    assert check(replace(record, tags=changed), tmp_path / "m.txt") == 1


def test_without_signatures_it_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = carried_match()
    assert check(replace(record, tags=((CUT, str(record.cut)), (COUNTED, NOT_COUNTED))), tmp_path / "m.txt") == 0
    told = capsys.readouterr().out
    assert "is signed by nobody" in told
    assert "does not count" in told
