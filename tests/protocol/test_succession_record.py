"""A claim as tags of a record: it is itself when read back, and whatever contradicts it is found."""

from __future__ import annotations

import re

import pytest
from hypothesis import given

from lanbridge.engine import PRESETS, DealScored
from lanbridge.engine.record import CUT, Record
from lanbridge.protocol.handshake import SeatKey
from lanbridge.protocol.messages import Claim, EpochClaimed
from lanbridge.protocol.succession import endorsed, sheet_digest
from lanbridge.protocol.succession_record import InvalidClaim, attested_by, claim_in, claim_tags
from tests.builders import TABLE_ID, fair_match

from .strategies import CLAIMS

SEATS = [SeatKey(bytes([number]) * 32) for number in range(1, 5)]
MATCH = fair_match(PRESETS["nepal"], seed=3, deals=3)
SHEET = [event.result for event in MATCH.events if isinstance(event, DealScored)]


def claimed(deals: int = 2, signed: int = 3, strangers: int = 0) -> EpochClaimed:
    claim = Claim(TABLE_ID, 2, SEATS[0].public, bytes(32), 1, sheet_digest(1, SHEET[:deals]))
    keys = [*SEATS[:signed], *(SeatKey(bytes([90 + number]) * 32) for number in range(strangers))]
    return EpochClaimed(claim, tuple(endorsed(claim, key) for key in keys), tuple(key.public for key in SEATS))


def tagged(told: EpochClaimed | None, cut: int | None = 2) -> Record:
    tags = () if told is None else claim_tags(told)
    return Record(TABLE_ID, (*tags, *(() if cut is None else ((CUT, str(cut)),))), MATCH.events, MATCH.dealings)


@given(CLAIMS)
def test_a_claim_is_itself_when_read_back(claim: Claim) -> None:
    told = EpochClaimed(claim, (endorsed(claim, SEATS[1]),), tuple(key.public for key in SEATS))
    record = Record(claim.table_id, claim_tags(told), MATCH.events, MATCH.dealings)
    assert claim_in(record) == told


def test_a_record_of_a_table_that_never_changed_hosts_holds_none() -> None:
    assert claim_in(tagged(None)) is None
    assert attested_by(tagged(None)) is None


def test_a_claim_without_a_cut_attests_nothing() -> None:
    assert attested_by(tagged(claimed(), cut=None)) is None


@pytest.mark.parametrize("signed", range(5))
def test_each_voter_who_signed_the_sheet_of_the_cut_counts(signed: int) -> None:
    assert attested_by(tagged(claimed(signed=signed))) == (signed, 4)


def test_whoever_was_not_present_may_have_signed_and_does_not_count() -> None:
    assert attested_by(tagged(claimed(signed=2, strangers=1))) == (2, 4)


@pytest.mark.parametrize("deals", [0, 1, 3])
def test_another_sheet_than_that_of_the_cut_is_refused(deals: int) -> None:
    with pytest.raises(InvalidClaim, match="another score sheet"):
        attested_by(tagged(claimed(deals=deals)))


def test_a_false_signature_is_refused() -> None:
    told = claimed(signed=1)
    other = claimed(deals=1, signed=2).endorsements[1]
    with pytest.raises(InvalidClaim, match="false"):
        attested_by(tagged(EpochClaimed(told.claim, (*told.endorsements, other), told.voters)))


@pytest.mark.parametrize("name", ["Claim", "Voters", "Signed0"])
def test_what_is_no_claim_is_refused(name: str) -> None:
    record = tagged(claimed())
    tags = tuple((tag, "nonsense" if tag == name else value) for tag, value in record.tags)
    with pytest.raises(InvalidClaim, match="no claim"):
        claim_in(Record(TABLE_ID, tags, MATCH.events, MATCH.dealings))


@pytest.mark.parametrize("name", ["epoch", "match"])
def test_a_number_that_no_table_can_have_is_refused(name: str) -> None:
    tags = tuple((tag, re.sub(rf"{name} \d+", f"{name} 9999999999", value)) for tag, value in tagged(claimed()).tags)
    with pytest.raises(InvalidClaim, match="no epoch and no match"):
        attested_by(Record(TABLE_ID, tags, MATCH.events, MATCH.dealings))
