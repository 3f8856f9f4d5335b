"""Claims, endorsements, and which of two branches counts."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lanbridge.engine import DealResult
from lanbridge.protocol.handshake import SeatKey
from lanbridge.protocol.messages import Claim, Endorsement
from lanbridge.protocol.succession import (
    Branch,
    branch_of,
    claim_text,
    contest_text,
    counting,
    endorsed,
    is_confirmed,
    may_go_on,
    sheet_digest,
    signers,
)

from .samples import ID, KEY, OTHER, RESULT
from .strategies import CLAIMS, RESULTS

SEATS = [SeatKey(bytes([number]) * 32) for number in range(1, 5)]
VOTERS = frozenset(seat.public for seat in SEATS)
STRANGER = SeatKey(bytes([99]) * 32)
CLAIM = Claim(ID, 2, SEATS[1].public, OTHER, 1, sheet_digest(1, (RESULT,)))
SIGNED = st.frozensets(st.sampled_from(sorted(VOTERS)))
BRANCHES = st.builds(Branch, CLAIMS, SIGNED)


def test_the_texts_are_those_of_the_document() -> None:
    text = b"LAN Bridge epoch 1" + ID + bytes((0, 0, 0, 2)) + CLAIM.key + OTHER + bytes((0, 0, 0, 1)) + CLAIM.sheet
    assert claim_text(CLAIM) == text
    assert contest_text(CLAIM, KEY, OTHER) == b"LAN Bridge contest 1" + KEY + OTHER + text


@given(st.sets(st.integers(0, 3)))
def test_every_voter_who_has_signed_counts_once(who: set[int]) -> None:
    signed = [endorsed(CLAIM, SEATS[seat]) for seat in who] * 2
    assert signers(CLAIM, signed, VOTERS) == {SEATS[seat].public for seat in who}


def test_a_stranger_and_a_false_signature_count_for_nothing() -> None:
    forged = Endorsement(SEATS[0].public, STRANGER.sign(claim_text(CLAIM)))
    broken = Endorsement(SEATS[2].public, bytes(64))
    assert signers(CLAIM, [endorsed(CLAIM, STRANGER), forged, broken], VOTERS) == frozenset()


@pytest.mark.parametrize("name", [field.name for field in fields(Claim)])
def test_a_signature_holds_for_this_very_claim(name: str) -> None:
    value = getattr(CLAIM, name)
    changed: Any = {name: value + 1 if isinstance(value, int) else bytes(len(value))}
    other = replace(CLAIM, **changed)
    assert not signers(other, [endorsed(CLAIM, SEATS[0])], VOTERS)


@pytest.mark.parametrize(
    ("signed", "voters", "confirmed", "plays"),
    [
        (2, 4, False, False),
        (3, 4, True, True),
        (1, 3, False, False),
        (2, 3, True, True),
        (1, 2, False, True),
        (2, 2, True, True),
        (1, 1, True, True),
        (0, 2, False, False),
        (0, 0, False, False),
    ],
)
def test_more_than_half_confirm_and_of_two_one_plays_on(
    signed: int,
    voters: int,
    *,
    confirmed: bool,
    plays: bool,
) -> None:
    assert (is_confirmed(signed, voters), may_go_on(signed, voters)) == (confirmed, plays)


@given(BRANCHES, BRANCHES)
def test_exactly_one_of_two_branches_counts_whoever_asks(one: Branch, other: Branch) -> None:
    assert counting(one, other) == counting(other, one)
    assert counting(one, other) in (one, other)


@given(st.tuples(CLAIMS, CLAIMS, CLAIMS), st.lists(st.integers(0, 3), min_size=4, max_size=4))
def test_of_three_branches_the_same_one_counts_in_any_order(claims: tuple[Claim, ...], where: list[int]) -> None:
    """While nobody has signed two of them; ``where`` says which one each voter has signed, 3 none."""
    sides = [frozenset(key for key, side in zip(sorted(VOTERS), where, strict=True) if side == at) for at in range(3)]
    one, two, three = (Branch(claim, signed) for claim, signed in zip(claims, sides, strict=True))
    assert counting(counting(one, two), three) == counting(one, counting(two, three))


@given(BRANCHES, BRANCHES)
def test_more_seats_beat_the_lower_epoch_beats_the_rest(one: Branch, other: Branch) -> None:
    apart = replace(other, signed=other.signed - one.signed)
    best = counting(one, apart)
    assert len(best.signed) == max(len(one.signed), len(apart.signed))
    if len(one.signed) == len(apart.signed):
        assert best.claim.epoch == min(one.claim.epoch, other.claim.epoch)


@given(SIGNED, SIGNED)
def test_who_has_signed_both_counts_for_the_later_epoch(early: frozenset[bytes], late: frozenset[bytes]) -> None:
    one, other = Branch(CLAIM, early), Branch(replace(CLAIM, epoch=3), late)
    assert counting(one, other) == (one if len(early - late) >= len(late) else other)


@given(st.sets(st.integers(0, 3)), st.sets(st.integers(0, 3)))
def test_a_confirmed_branch_is_never_beaten_by_who_is_left(one: set[int], left: set[int]) -> None:
    theirs = replace(CLAIM, epoch=1, key=SEATS[0].public)
    confirmed = branch_of(CLAIM, [endorsed(CLAIM, SEATS[seat]) for seat in one], VOTERS)
    rest = branch_of(theirs, [endorsed(theirs, SEATS[seat]) for seat in left - one], VOTERS)
    if is_confirmed(len(confirmed.signed), len(VOTERS)):
        assert counting(confirmed, rest) == confirmed


@given(st.lists(RESULTS, max_size=4), st.integers(0, 3))
def test_a_digest_tells_every_sheet_apart(sheet: list[DealResult], changed: int) -> None:
    digest = sheet_digest(1, sheet)
    assert digest == sheet_digest(1, tuple(sheet))
    assert digest != sheet_digest(2, sheet)
    if changed < len(sheet):
        other = [*sheet]
        other[changed] = replace(other[changed], dealer=(other[changed].dealer + 1) % 4)
        assert digest != sheet_digest(1, other)
        assert digest != sheet_digest(1, sheet[:changed])
