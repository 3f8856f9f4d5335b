"""Two hosts of one table meet: exactly one branch counts, and hosting is handed over in order."""

from __future__ import annotations

from dataclasses import replace

import pytest

from lanbridge.client.known import Link
from lanbridge.client.succession import OFFERED_SECONDS, offered
from lanbridge.protocol.codec import decode_host, encode
from lanbridge.protocol.handshake import SeatKey
from lanbridge.protocol.messages import (
    CloseReason,
    Contest,
    EpochClaimed,
    HandOver,
    Stage,
    TakeOver,
)
from lanbridge.protocol.succession import contest_text, endorsed

from .branches import TWO_DEALS, Branch, broken_off, lose_host
from .evenings import Evening, Guest


def told(branch: Branch) -> EpochClaimed:
    assert branch.room.desk.succession is not None
    return branch.room.desk.succession.told()


def test_an_outvoted_host_steps_down() -> None:
    evening, guests = broken_off()
    branch = Branch(evening, guests[1])
    for guest in guests[1:]:
        branch.come(guest)
    evening.apply(evening.room.meet(told(branch), evening.now))
    assert evening.room.desk.closed
    assert evening.room.desk.close_reason is CloseReason.HANDED_OVER


def test_who_is_sent_to_another_host_does_not_open_the_table_at_once() -> None:
    evening, guests = broken_off()
    branch = Branch(evening, guests[1])
    for guest in guests[1:]:
        branch.come(guest)
    evening.arrive(guests[0])
    evening.apply(evening.room.meet(told(branch), evening.now))
    evening.settle()
    assert guests[0].known.link is Link.LOST
    assert [offered(guests[0].known, evening.now + wait) for wait in (0, OFFERED_SECONDS)] == [False, True]


def test_its_player_joins_as_a_player() -> None:
    evening, guests = broken_off()
    branch = Branch(evening, guests[1])
    for guest in guests[1:]:
        branch.come(guest)
    evening.arrive(guests[0])
    evening.apply(evening.room.meet(told(branch), evening.now))
    evening.settle()
    assert guests[0].known.closed is CloseReason.HANDED_OVER
    assert branch.come(guests[0]) is None
    assert guests[0].known.seating is not None
    assert guests[0].known.seating.you == 0


@pytest.mark.parametrize("signed", [1, 2])
def test_half_of_the_seats_and_fewer_do_not_make_a_host_step_down(signed: int) -> None:
    evening, guests = broken_off()
    branch = Branch(evening, guests[1])
    for guest in guests[1 : 1 + signed]:
        branch.come(guest)
    evening.apply(evening.room.meet(told(branch), evening.now))
    assert not evening.room.desk.closed


def test_strangers_signatures_never_make_a_host_step_down() -> None:
    evening, guests = broken_off()
    branch = Branch(evening, guests[1])
    strangers = [SeatKey(bytes([number]) * 32) for number in range(4)]
    claim = told(branch).claim
    forged = EpochClaimed(claim, tuple(endorsed(claim, key) for key in strangers), tuple(k.public for k in strangers))
    evening.apply(evening.room.meet(forged, evening.now))
    assert not evening.room.desk.closed


def test_a_divided_table_goes_on_where_more_sign_else_at_the_lower_epoch() -> None:
    evening, guests = broken_off()
    branch = Branch(evening, guests[1])
    for guest in guests[1:3]:
        branch.come(guest)
    for guest in (guests[0], guests[3]):
        evening.arrive(guest)
    evening.apply(evening.room.rally(guests[0].session.key, evening.now))
    evening.settle()
    mine = evening.room.desk.succession
    assert mine is not None
    assert mine.signed == 2
    evening.apply(evening.room.meet(told(branch), evening.now))
    assert not evening.room.desk.closed
    contest(branch, guests[0], mine.told())
    assert branch.room.desk.close_reason is CloseReason.HANDED_OVER


def test_a_second_call_for_signatures_keeps_those_of_the_first() -> None:
    evening = Evening(settings=TWO_DEALS)
    host = evening.started()[0]
    for _ in range(2):
        evening.apply(evening.room.rally(host.session.key, evening.now))
        evening.settle()
        assert evening.room.desk.succession is not None
        assert evening.room.desk.succession.signed == 4
        evening.play_on(60)
    assert evening.room.desk.match.sheet


def test_a_host_without_a_seat_asks_for_signatures_and_adds_none_of_its_own() -> None:
    evening = Evening(settings=TWO_DEALS)
    guests = evening.started()
    evening.apply(evening.room.rally(SeatKey(bytes(32)), evening.now))
    evening.settle()
    succession = evening.room.desk.succession
    assert succession is not None
    assert {given.key for given in succession.endorsements} == {guest.session.key.public for guest in guests}
    assert decode_host(encode(succession.told())) == succession.told()


def contest(branch: Branch, host: Guest, claimed: EpochClaimed, *, nonce: bytes | None = None) -> None:
    branch.count += 1
    branch.apply(branch.room.connected(branch.count, "10.77.0.11", branch.now))
    greeting = branch.room.desk.door.strangers[branch.count].greeting
    text = contest_text(claimed.claim, nonce or greeting.nonce, branch.fingerprint)
    message = Contest(claimed.claim, claimed.endorsements, host.session.key.sign(text))
    branch.apply(branch.room.received(branch.count, message, branch.now))


def test_a_contest_that_was_recorded_earlier_changes_nothing() -> None:
    evening, guests = broken_off(people=2)
    branch = Branch(evening, guests[1])
    branch.come(guests[1])
    evening.apply(evening.room.rally(guests[0].session.key, evening.now))
    assert evening.room.desk.succession is not None
    claimed = evening.room.desk.succession.told()
    contest(branch, guests[0], claimed, nonce=bytes(32))
    assert not branch.room.desk.closed
    contest(branch, guests[0], claimed)
    assert branch.room.desk.closed


def test_of_two_people_the_lower_epoch_counts_and_the_other_goes_back() -> None:
    evening, guests = broken_off(people=2)
    evening.arrive(guests[0])
    branch = Branch(evening, guests[1])
    branch.come(guests[1])
    evening.apply(evening.room.rally(guests[0].session.key, evening.now))
    evening.settle()
    assert evening.room.desk.succession is not None
    contest(branch, guests[0], evening.room.desk.succession.told())
    branch.settle()
    assert guests[1].known.closed is CloseReason.HANDED_OVER
    evening.arrive(guests[1])
    assert guests[1].known.link is Link.SEATED
    assert guests[1].known.epoch == 1


def twice_carried_on() -> tuple[Branch, Branch, list[Guest]]:
    """Three signed for the first successor; when it was lost, the two who were left signed for the second."""
    evening, guests = broken_off()
    first = Branch(evening, guests[1])
    for guest in guests[1:]:
        first.come(guest)
    lose_host(first)
    second = Branch(first, guests[2])
    assert [second.come(guest) for guest in guests[2:]] == [None, None]
    assert (len(told(first).endorsements), len(told(second).endorsements)) == (3, 2)
    return first, second, guests


def test_a_successor_that_was_lost_and_comes_back_gives_way_to_its_own_successor() -> None:
    """It is no majority of all four who have seats there, and has fewer signatures; but they have left the first."""
    first, second, _ = twice_carried_on()
    first.apply(first.room.meet(told(second), first.now))
    assert first.room.desk.close_reason is CloseReason.HANDED_OVER


def test_old_signatures_of_those_who_have_gone_on_elsewhere_bring_nobody_back() -> None:
    first, second, guests = twice_carried_on()
    contest(second, guests[1], told(first))
    assert not second.room.desk.closed


# --- handing over


def test_hosting_is_handed_over_between_deals_without_losing_one() -> None:
    evening = Evening(settings=replace(TWO_DEALS, pace=None))
    guests = [evening.guest(name) for name in ("Rafi", "Mita", "Ayesha", "Jamal")]
    for guest in guests:
        evening.arrive(guest)
    evening.apply(evening.room.start(evening.now))
    evening.play_on(56)
    assert guests[0].known.seating is not None
    assert guests[0].known.seating.stage is Stage.BETWEEN
    sheet = guests[0].known.sheet
    guests[0].session.request(HandOver(0, 2))
    evening.settle()
    assert guests[2].session.asked_to_host
    branch = Branch(evening, guests[2])
    guests[2].session.request(TakeOver(0, 7470))
    evening.settle()
    for guest in guests:
        assert guest.known.closed is CloseReason.HANDED_OVER
        assert (guest.session.target.addresses[0], guest.session.target.port) == ("10.77.0.12", 7470)
        assert branch.come(guest) is None
    branch.play_on()
    assert guests[0].known.sheet[:1] == sheet
    assert len(guests[0].known.sheet) == 2


@pytest.mark.parametrize("moves", [1, 20])
def test_hosting_is_not_handed_over_in_mid_deal(moves: int) -> None:
    evening, guests = broken_off(moves=moves)
    for guest in guests:
        evening.arrive(guest)
    guests[0].session.request(HandOver(0, 2))
    evening.settle()
    assert not guests[2].session.asked_to_host
