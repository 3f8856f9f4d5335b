"""The host's laptop is lost: others carry on, seats sign for it, and exactly one branch counts."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from lanbridge.client.known import Link, LinkProblem
from lanbridge.client.succession import offered, rank, turn_at
from lanbridge.engine import Direction, Phase
from lanbridge.host.journal import Journal, read_entries
from lanbridge.host.remembered import remembered
from lanbridge.protocol.messages import (
    AskForSettings,
    Claim,
    CloseReason,
    Endorse,
    EpochClaimed,
    Occupant,
    RemovePlayer,
    SeatInfo,
    Seating,
    Stage,
    Welcome,
)
from lanbridge.protocol.succession import endorsed, sheet_digest

from .branches import Branch, broken_off, fingerprint_of, lose_host, played
from .evenings import FINGERPRINT, TABLE_ID, Evening, Guest


def test_a_table_is_carried_on_with_its_scores_and_without_the_broken_deal() -> None:
    evening, guests = broken_off()
    sheet = guests[1].known.sheet
    assert len(sheet) == 1
    assert guests[1].known.view is not None
    assert guests[1].known.view.table.phase is Phase.PLAYING
    branch = Branch(evening, guests[1])
    assert [branch.come(guest) for guest in guests[1:]] == [None] * 3
    for guest in guests[1:]:
        assert guest.known.link is Link.SEATED
        assert guest.known.sheet == sheet
        assert guest.known.epoch == 2
        assert guest.known.view is not None
        assert guest.known.view.table.phase is Phase.BETWEEN
        assert guest.known.view.table.totals == sheet[0].totals
    branch.play_on()
    ends = [guest.known for guest in guests[1:]]
    assert {known.sheet for known in ends} == {ends[0].sheet}
    assert ends[0].sheet[:1] == sheet
    assert len(ends[0].sheet) == 2
    assert ends[0].view is not None
    assert ends[0].view.table.phase is Phase.OVER


@pytest.mark.parametrize("moves", [0, 1, 4, 30, 55, 56, 57, 90, 111])
def test_it_may_break_off_at_any_moment(moves: int) -> None:
    evening, guests = broken_off(moves=moves)
    branch = Branch(evening, guests[2])
    assert [branch.come(guest) for guest in guests[1:]] == [None] * 3
    branch.play_on()
    assert len({guest.known.sheet for guest in guests[1:]}) == 1
    assert len(guests[1].known.sheet) == 2


def test_the_waiting_room_is_carried_on_too() -> None:
    evening = Evening()
    guests = [evening.guest(name) for name in ("Rafi", "Mita")]
    for guest in guests:
        evening.arrive(guest)
    lose_host(evening)
    branch = Branch(evening, guests[1])
    assert branch.come(guests[1]) is None
    assert guests[1].known.seating is not None
    assert guests[1].known.seating.stage is Stage.WAITING


def test_the_epoch_waits_for_more_than_half_and_then_goes_on() -> None:
    evening, guests = broken_off()
    branch = Branch(evening, guests[1])
    for count, guest in enumerate(guests[1:], 1):
        branch.come(guest)
        claim = guests[1].known.host_claim
        assert claim is not None
        assert (len(claim.signed), claim.needed, claim.confirmed) == (count, 3, count == 3)
        assert guests[1].known.seating is not None
        assert guests[1].known.seating.paused == (count < 3)
    assert branch.host.known.host_claim == guests[3].known.host_claim


def test_who_was_greeted_before_others_signed_learns_of_it_with_the_welcome() -> None:
    evening, guests = broken_off()
    branch = Branch(evening, guests[1])
    branch.greet(guests[1])
    while guests[1].inbox:
        guests[1].session.receive(guests[1].inbox.pop(0), branch.now)
    branch.guests.remove(guests[1])  # its hello is on its way while the others sit down
    for guest in guests[2:]:
        branch.come(guest)
    branch.guests.append(guests[1])
    branch.settle()
    claims = [guest.known.host_claim for guest in guests[1:]]
    assert claims[0] == claims[1] == claims[2]
    assert claims[0] is not None
    assert claims[0].confirmed


def test_with_two_people_both_may_play_on_provisionally() -> None:
    evening, guests = broken_off(people=2)
    branch = Branch(evening, guests[1])
    branch.come(guests[1])
    claim = guests[1].known.host_claim
    assert claim is not None
    assert (claim.confirmed, claim.goes_on) == (False, True)
    branch.play_on()
    assert len(guests[1].known.sheet) == 2


def test_a_stranger_who_claims_the_table_seats_nobody() -> None:
    evening, guests = broken_off()
    stranger = evening.guest("Nobody")
    stranger.session.known = guests[1].known
    branch = Branch(evening, stranger)
    assert branch.come(guests[2]) is LinkProblem.NOT_PROVEN
    assert guests[2].known.link is Link.LOST
    assert guests[2].known.epoch == 1


def test_a_seat_that_changes_the_score_sheet_is_refused() -> None:
    evening, guests = broken_off()
    liar, known = guests[1], guests[1].known
    better = replace(known.sheet[0], points=(99, 0, 0, 0))
    liar.session.known = replace(known, sheet=(better,))
    branch = Branch(evening, liar)
    assert branch.come(guests[2]) is LinkProblem.SHEET_DIFFERS
    assert guests[2].known.sheet == known.sheet


def test_one_deal_more_is_believed_if_it_agrees_with_what_was_seen() -> None:
    evening, guests = broken_off(moves=57)
    behind = guests[2].known
    before = replace(behind, sheet=(), view=None if behind.view is None else replace(behind.view))
    assert before.view is not None
    deal = behind.sheet[0]
    table = replace(
        before.view.table, calls=deal.calls, won=deal.won, dealer=deal.dealer, deals_done=0, totals=(0, 0, 0, 0)
    )
    guests[2].session.known = replace(before, view=replace(before.view, table=table))
    branch = Branch(evening, guests[1])
    assert branch.come(guests[2]) is None
    guests[3].session.known = replace(
        guests[3].known, sheet=(), view=replace(before.view, table=replace(table, calls=(1, 1, 1, 1)))
    )
    assert branch.come(guests[3]) is LinkProblem.SHEET_DIFFERS


def test_who_was_away_for_long_follows_a_confirmed_host() -> None:
    evening, guests = broken_off()
    guests[3].session.known = replace(guests[3].known, sheet=())
    branch = Branch(evening, guests[1])
    assert branch.come(guests[3]) is LinkProblem.SHEET_DIFFERS
    for guest in (guests[1], guests[2], guests[0]):
        branch.come(guest)
    assert branch.come(guests[3]) is None


def test_another_certificate_of_the_same_epoch_is_not_followed() -> None:
    evening, guests = broken_off()
    branch = Branch(evening, guests[1])
    branch.come(guests[2])
    lose_host(branch)
    other = Branch(evening, guests[3])
    assert other.come(guests[2]) is LinkProblem.HOST_KEY_CHANGED


def test_the_lost_host_of_an_older_epoch_is_not_followed_back() -> None:
    evening, guests = broken_off()
    branch = Branch(evening, guests[1])
    branch.come(guests[2])
    lose_host(branch)
    older = Branch(evening, guests[3])
    guests[2].session.known = replace(guests[2].known, epoch=3)
    assert older.come(guests[2]) is LinkProblem.WRONG_TABLE


def test_a_successor_that_is_lost_too_has_a_successor() -> None:
    evening, guests = broken_off()
    first = Branch(evening, guests[1])
    for guest in guests[1:]:
        first.come(guest)
    lose_host(first)
    second = Branch(first, guests[2])
    assert [second.come(guest) for guest in guests[2:]] == [None, None]
    claim = guests[2].known.host_claim
    assert claim is not None
    assert (claim.epoch, claim.confirmed) == (3, True)
    second.play_on()
    assert len(guests[3].known.sheet) == 2


# --- who carries on


def seating(you: int | None, menu: int | None, *people: int, away: tuple[int, ...] = ()) -> Seating:
    seats = tuple(
        SeatInfo(Occupant.HUMAN, "p", bytes([seat]) * 32, present=seat not in away)
        if seat in people
        else SeatInfo(Occupant.BOT, "b", bot="easy")
        for seat in range(4)
    )
    return Seating(you, seats, Stage.PLAYING, menu)


def test_the_first_in_turn_after_the_hosts_seat_carries_on() -> None:
    seats = [rank(seating(you, 1, 0, 1, 2, 3), Direction.CCW) for you in range(4)]
    assert seats == [2, 3, 0, 1]
    assert [rank(seating(you, 1, 0, 1, 2, 3), Direction.CW) for you in range(4)] == [0, 3, 2, 1]
    assert rank(seating(3, 1, 1, 3), Direction.CCW) == 0
    assert rank(seating(3, 1, 1, 2, 3, away=(2,)), Direction.CCW) == 0
    assert rank(seating(None, 1, 1, 2), Direction.CCW) is None


def test_carrying_on_is_offered_after_a_while_and_taken_in_turn() -> None:
    evening, guests = broken_off()
    lost_at = evening.now
    assert [offered(guests[1].known, lost_at + seconds) for seconds in (0, 4.9, 5.1)] == [False, False, True]
    assert [turn_at(guest.known, 200.0) for guest in guests[1:]] == [200.0, 205.0, 210.0]


def test_nothing_is_offered_while_the_host_is_there() -> None:
    evening = Evening()
    guest = evening.guest("Rafi")
    evening.arrive(guest)
    assert not offered(guest.known, evening.now + 1000)


def test_the_table_keeps_its_id() -> None:
    evening, guests = broken_off()
    branch = Branch(evening, guests[1])
    assert branch.room.desk.identity.table_id == TABLE_ID == guests[1].known.table_id
    assert fingerprint_of(guests[1]) == branch.fingerprint


def test_a_successor_whose_program_ends_goes_on_from_its_journal(tmp_path: Path) -> None:
    evening, guests = broken_off()
    branch = Branch(evening, guests[1], journal=Journal(tmp_path / "t.journal"))
    for guest in guests[1:]:
        branch.come(guest)
    branch.move_on(40)
    before = branch.room.desk.match
    lose_host(branch)
    known = remembered(read_entries(tmp_path / "t.journal"))
    assert known is not None
    assert known.match_is_on
    branch.resume(known)
    assert branch.room.desk.match == before
    assert [branch.come(guest) for guest in guests[1:]] == [None] * 3
    branch.play_on()
    assert len(guests[2].known.sheet) == 2
    assert guests[2].known.host_claim is not None
    assert guests[2].known.host_claim.confirmed


def test_a_carried_table_without_a_deal_since_is_resumed_as_it_came(tmp_path: Path) -> None:
    evening, guests = broken_off()
    branch = Branch(evening, guests[1], journal=Journal(tmp_path / "t.journal"))
    before = branch.room.desk.match
    known = remembered(read_entries(tmp_path / "t.journal"))
    assert known is not None
    assert known.match_is_on
    branch.resume(known)
    assert branch.room.desk.match == before


def test_who_was_removed_stays_out_at_the_next_host_and_at_the_one_after_it(tmp_path: Path) -> None:
    """Only the seat key travels: no address of anybody is told to others."""
    evening, guests = played(moves=56)
    removed = guests[3]
    guests[0].session.request(RemovePlayer(0, 3))
    evening.settle()
    assert removed.known.closed is CloseReason.REMOVED
    assert [guest.known.removed for guest in guests[:3]] == [(removed.session.key.public,)] * 3
    lose_host(evening)
    journal = Journal(tmp_path / "a.journal")
    branch = Branch(evening, guests[1], journal)
    assert [branch.come(guest) for guest in guests[1:3]] == [None] * 2
    assert came_back(branch, removed).known.closed is CloseReason.REMOVED
    assert all("10.77" not in str(key) for key in branch.room.desk.door.sent_away)
    known = remembered(read_entries(tmp_path / "a.journal"))
    assert known is not None
    branch.resume(known)
    assert came_back(branch, removed).known.closed is CloseReason.REMOVED
    after = Branch(branch, guests[2])
    assert came_back(after, removed).known.closed is CloseReason.REMOVED


def test_a_newcomer_must_knock_at_the_next_host_once_somebody_was_removed() -> None:
    """The removed player may have another profile."""
    evening, guests = played(people=3, moves=42)
    guests[0].session.request(RemovePlayer(0, 2))
    evening.settle()
    lose_host(evening)
    branch = Branch(evening, guests[1])
    other_key = branch.guest("Jamal's other key")
    branch.come(other_key)
    assert other_key.known.link is Link.KNOCKING


def came_back(branch: Branch, guest: Guest) -> Guest:
    """The same seat key in a program that was started anew."""
    again = branch.guest("again")
    again.session.key = guest.session.key
    branch.come(again)
    branch.guests.remove(again)
    return again


def test_settings_that_were_being_asked_for_are_asked_again_by_the_next_host() -> None:
    evening, guests = played()
    assert guests[0].known.settings is not None
    other = replace(guests[0].known.settings, grace=99)
    guests[0].session.request(AskForSettings(0, other))
    evening.settle()
    lose_host(evening)
    branch = Branch(evening, guests[1])
    assert [branch.come(guest) for guest in guests[1:]] == [None] * 3
    for guest in guests[1:]:
        assert guest.known.question is not None
        assert (guest.known.question.settings, guest.known.question.yes) == (other, (0,))


@pytest.mark.parametrize("pieces", [0, 1, 2])
def test_a_journal_without_the_past_or_its_end_is_gone_on_with_all_the_same(tmp_path: Path, pieces: int) -> None:
    """One of before it was kept, or one that was torn while it was written."""
    evening, guests = broken_off()
    branch = Branch(evening, guests[1], journal=Journal(tmp_path / "t.journal"))
    known = remembered(read_entries(tmp_path / "t.journal"))
    assert known is not None
    assert len(known.past) == 3
    branch.resume(replace(known, past=known.past[:pieces]))
    game = branch.room.desk.match
    assert (len(game.history), game.dealings, game.carried) == (1, (), 0)
    assert [branch.come(guest) for guest in guests[1:]] == [None] * 3
    branch.play_on()
    assert len(guests[2].known.sheet) == 2


def test_a_program_that_was_started_anew_signs_no_claim_that_stood_before_it_came() -> None:
    evening, guests = broken_off()
    branch = Branch(evening, guests[1])
    assert came_back(branch, guests[3]).known.link is Link.SEATED
    branch.come(guests[2])
    succession = branch.room.desk.succession
    assert succession is not None
    assert [given.key for given in succession.endorsements] == [guests[at].session.key.public for at in (1, 2)]


@pytest.mark.parametrize("other", ["table_id", "fingerprint"])
def test_a_host_gets_no_signature_under_a_claim_that_is_good_elsewhere(other: str) -> None:
    """A seat key is one person's at all tables: what was signed here must move nobody there."""
    evening, guests = played()
    seat, liar = guests[0], guests[1].session.key
    own = Claim(TABLE_ID, 1, liar.public, FINGERPRINT, 1, sheet_digest(1, seat.known.sheet))
    claim = replace(own, table_id=bytes(16)) if other == "table_id" else replace(own, fingerprint=bytes(32))
    keys = tuple(guest.session.key.public for guest in guests)
    seat.session.receive(EpochClaimed(claim, (endorsed(claim, liar),), keys), evening.now)
    assert seat.session.take_replies() == ()
    assert seat.known.host_claim is None
    seat.session.receive(EpochClaimed(own, (endorsed(own, liar),), keys), evening.now)
    assert [type(reply) for reply in seat.session.take_replies()] == [Endorse]


def test_a_successor_whose_claim_is_true_and_whose_sheet_is_not_is_refused() -> None:
    evening, guests = broken_off()
    branch = Branch(evening, guests[1])
    better = (replace(guests[2].known.sheet[0], points=(99, 0, 0, 0)),)
    branch.tamper = lambda message: replace(message, sheet=better) if isinstance(message, Welcome) else message
    assert branch.come(guests[2]) is LinkProblem.SHEET_DIFFERS
