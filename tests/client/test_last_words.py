"""The last words of a lost host reach some and not others: nobody is locked out, and all have the same sheet."""

from __future__ import annotations

from dataclasses import replace

import pytest

from lanbridge.client.known import LinkProblem
from lanbridge.engine import DealScored, Phase
from lanbridge.engine.referee import score_unseen
from lanbridge.protocol.messages import CloseReason, Stage, StartMatch

from .branches import Branch, broken_off, last_words, lose_host, played
from .evenings import Guest


@pytest.mark.parametrize("seers", [(3,), (2, 3)])
def test_a_deal_whose_end_the_successor_did_not_see_is_dealt_again_for_all_once_two_seats_say_so(
    seers: tuple[int, ...],
) -> None:
    evening, guests = played(moves=55)
    last_words(evening, *(guests[seer] for seer in seers))
    assert [len(guest.known.sheet) for guest in guests] == [int(seat in seers) for seat in range(4)]
    branch = Branch(evening, guests[1])
    assert branch.come(guests[3]) is LinkProblem.SHEET_DIFFERS
    others = [guest for seat, guest in enumerate(guests) if seat not in seers]
    assert [branch.come(guest) for guest in others] == [None] * len(others)
    assert [branch.come(guests[seer]) for seer in seers] == [None] * len(seers)
    claim = guests[3].known.host_claim
    assert claim is not None
    assert claim.signed == (0, 1, 2, 3)
    branch.play_on()
    assert len({guest.known.sheet for guest in guests}) == 1
    assert len(guests[3].known.sheet) == 2


def test_a_deal_that_the_others_saw_end_stands_whatever_the_first_successor_knows() -> None:
    evening, guests = played(moves=55)
    last_words(evening, guests[2], guests[3])
    sheet = guests[3].known.sheet
    behind = Branch(evening, guests[1])
    assert behind.come(guests[1]) is None
    assert [behind.come(guest) for guest in guests[2:]] == [LinkProblem.SHEET_DIFFERS] * 2
    other = Branch(evening, guests[2])
    assert [other.come(guest) for guest in guests[2:]] == [None] * 2
    assert other.room.desk.succession is not None
    behind.apply(behind.room.meet(other.room.desk.succession.told(), behind.now))
    behind.settle()
    assert guests[1].known.closed is CloseReason.HANDED_OVER
    assert other.come(guests[1]) is None
    other.play_on()
    assert {guest.known.sheet[:1] for guest in guests[1:]} == {sheet}
    assert len({guest.known.sheet for guest in guests[1:]}) == 1


def test_more_than_the_end_of_one_deal_is_never_given_up() -> None:
    evening, guests = broken_off()
    known = guests[3].known
    one = known.sheet[0]
    guests[3].session.known = replace(known, sheet=(one, replace(one, number=2)))
    for guest in guests[1:3]:
        guest.session.known = replace(guest.known, sheet=())
    branch = Branch(evening, guests[1])
    assert [branch.come(guest) for guest in guests[1:3]] == [None] * 2
    assert branch.come(guests[3]) is LinkProblem.SHEET_DIFFERS


def told_of_an_end(guest: Guest, won: tuple[int, ...], more_points: int = 0) -> None:
    """This guest says that the open deal was played out, with these tricks; so many tenths too many for seat 1."""
    known = guest.known
    assert known.view is not None
    table = known.view.table
    scored = score_unseen(table, won)[0]
    assert isinstance(scored, DealScored)
    points = (scored.result.points[0], scored.result.points[1] + more_points, *scored.result.points[2:])
    deal = replace(scored.result, points=points)
    over = replace(table, phase=Phase.BETWEEN, last_deal=deal, totals=deal.totals, won=won, tricks=(), trick=None)
    view = replace(known.view, table=over, hand=())
    guest.session.known = replace(known, sheet=(*known.sheet, deal), view=view)


def test_the_points_of_a_deal_whose_end_we_did_not_see_are_counted_again() -> None:
    evening, guests = played(moves=104)
    lose_host(evening)
    view = guests[2].known.view
    assert view is not None
    seen = view.table.won
    told_of_an_end(guests[1], (seen[0], seen[1] + 13 - sum(seen), *seen[2:]), more_points=1)
    assert Branch(evening, guests[1]).come(guests[2]) is LinkProblem.SHEET_DIFFERS


@pytest.mark.parametrize(("moves", "believed"), [(70, False), (100, False), (104, True)])
def test_one_seat_alone_may_tell_of_the_last_tricks_of_a_deal_and_not_of_more(moves: int, *, believed: bool) -> None:
    """Else whoever hosts next could make up the end of any deal."""
    evening, guests = played(moves=moves)
    lose_host(evening)
    view = guests[2].known.view
    assert view is not None
    seen = view.table.won
    told_of_an_end(guests[1], (seen[0], seen[1] + 13 - sum(seen), *seen[2:]))
    branch = Branch(evening, guests[1])
    assert branch.come(guests[2]) is (None if believed else LinkProblem.SHEET_DIFFERS)


def test_two_seats_that_saw_a_claim_end_a_deal_early_are_believed() -> None:
    evening, guests = played(moves=56 + 4 + 20)
    lose_host(evening)
    view = guests[2].known.view
    assert view is not None
    seen = view.table.won
    for guest in guests[1:3]:
        told_of_an_end(guest, (seen[0] + 13 - sum(seen), *seen[1:]))
    branch = Branch(evening, guests[1])
    assert branch.come(guests[3]) is LinkProblem.SHEET_DIFFERS
    assert [branch.come(guest) for guest in guests[1:]] == [None] * 3
    assert guests[3].known.sheet == guests[1].known.sheet


def test_who_alone_saw_the_next_match_begin_comes_back_to_the_one_before() -> None:
    evening, guests = played(moves=200)
    assert {guest.known.seating.stage for guest in guests if guest.known.seating} == {Stage.OVER}
    guests[0].session.request(StartMatch(0))
    for guest in guests:
        evening.hand_in(guest, guest.session.take_replies())
    while guests[3].inbox:
        guests[3].session.receive(guests[3].inbox.pop(0), evening.now)
    lose_host(evening)
    assert [guest.known.match for guest in guests] == [1, 1, 1, 2]
    branch = Branch(evening, guests[1])
    assert branch.come(guests[3]) is LinkProblem.SHEET_DIFFERS
    assert [branch.come(guest) for guest in guests[1:]] == [None] * 3
    assert len({guest.known.sheet for guest in guests[1:]}) == 1
