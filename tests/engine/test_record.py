"""A match as text: written, read back, and every line of it judged."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lanbridge.engine import (
    PRESETS,
    SWITCHES,
    Called,
    DealName,
    DealScored,
    DealVoided,
    MatchStarted,
    VoidReason,
    fold,
    house_switches,
)
from lanbridge.engine.record import (
    LONGEST_RECORD,
    Dealing,
    FalseRecord,
    InvalidRecord,
    Record,
    parse,
    replay,
    write,
)
from tests.builders import BANGLADESH, INDIA, SUIT_EACH, TABLE_ID, Sheet, fair_match, proof, share
from tests.strategies import matches


def record_of(sheet: Sheet, *dealings: Dealing, tags: tuple[tuple[str, str], ...] = ()) -> Record:
    """The record of a sheet, without proofs unless given."""
    deals = sum(type(event).__name__ == "PackDealt" for event in sheet.events)
    return Record(TABLE_ID, tags, tuple(sheet.events), dealings or (Dealing(),) * deals)


@settings(max_examples=60)
@given(matches())
def test_a_record_round_trips_and_replays(sheet: Sheet) -> None:
    record = record_of(sheet)
    text = write(record)
    assert parse(text) == record
    assert write(parse(text)) == text
    assert replay(record) == sheet.state == fold(record.events)


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_a_record_with_proofs_round_trips_and_replays(preset: str) -> None:
    record = fair_match(PRESETS[preset], seed=8, deals=14)
    text = write(record)
    assert parse(text) == record
    assert write(parse(text)) == text
    assert replay(record) == fold(record.events)


@given(st.text(st.characters(min_codepoint=32, exclude_categories=["Cs"]), max_size=200))
def test_a_tag_holds_any_name(name: str) -> None:
    record = record_of(Sheet(), tags=(("Seat0", name),))
    assert parse(write(record)) == record
    assert record.seat_name(0) == name
    assert record.seat_name(1) == "1"


def test_a_tag_may_have_400_characters() -> None:
    record = record_of(Sheet(), tags=(("Seat0", "x" * 400),))
    assert parse(write(record)) == record


def test_every_switch_can_be_set_at_once() -> None:
    rules = INDIA.changed(
        direction="cw",
        min_call="10",
        max_call="12",
        total_calls="none",
        head="none",
        void="any_spade",
        cannot_win="free",
        over_max="11",
        per_over="1000000",
        bonus="10 1000000 none",
        fail="minus_shortfall",
        redeals="four_aces,no_spade",
        end="target 1000000",
    )
    assert len(house_switches(rules)) == len(SWITCHES)
    assert parse(write(record_of(Sheet(rules)))).rules == rules


def test_a_shuffle_that_was_never_finished_is_kept() -> None:
    attempt = proof(2, 1)
    lost = replace(attempt, shares=(share(attempt.name, 0), replace(attempt.shares[1], commitment=b"", secret=b"")))
    sheet = Sheet().deal(*SUIT_EACH).calls(2)
    finished = record_of(sheet.stopped(), Dealing(), Dealing(None, (lost,)))
    text = write(finished)
    assert "commitment missing secret sealed" in text
    assert parse(text) == finished
    going_on = record_of(Sheet(), Dealing(proof(1)))
    assert parse(write(going_on)) == going_on


def test_the_record_knows_its_rules_and_deals() -> None:
    record = record_of(Sheet(INDIA, 2).deal(*SUIT_EACH))
    assert record.rules == INDIA
    assert record.started == MatchStarted(INDIA, 2)
    assert [dealt.dealer for dealt in record.deals] == [2]


def test_a_record_needs_a_start_and_a_dealing_for_each_deal() -> None:
    with pytest.raises(InvalidRecord, match="starts"):
        Record(TABLE_ID, (), (), ())
    with pytest.raises(InvalidRecord, match="starts"):
        Record(TABLE_ID, (), (Called(0, 2),), ())
    with pytest.raises(InvalidRecord, match="1 deals but 0"):
        Record(TABLE_ID, (), tuple(Sheet().deal_pack(1).events), ())
    with pytest.raises(InvalidRecord, match="0 deals but 2"):
        Record(TABLE_ID, (), tuple(Sheet().events), (Dealing(), Dealing()))


def test_what_the_text_cannot_say_is_not_written() -> None:
    sheet = Sheet().deal_pack(1)
    twice_named = record_of(sheet, Dealing(replace(proof(1), name=DealName(TABLE_ID, 9, 1))))
    with pytest.raises(InvalidRecord, match="cannot say"):
        write(twice_named)
    with pytest.raises(InvalidRecord, match="Table"):
        write(replace(record_of(sheet), table_id=b"short"))
    with pytest.raises(InvalidRecord, match=r"\[Name"):
        write(record_of(sheet, tags=(("seat", "Rafi"),)))
    with pytest.raises(InvalidRecord, match="twice"):
        write(record_of(sheet, tags=(("Dealer", "1"),)))
    with pytest.raises(InvalidRecord, match="cannot say"):
        write(record_of(Sheet(replace(BANGLADESH, per_call=20))))
    with pytest.raises(InvalidRecord, match="line"):
        write(record_of(sheet.happened(*[MatchStarted(BANGLADESH, 1)], DealVoided(VoidReason.NO_AKQ, 5))))


TEXT = write(fair_match(BANGLADESH, seed=4, deals=2)).splitlines()


def number_of(start: str) -> int:
    """The index of the first line that starts so."""
    return next(index for index, line in enumerate(TEXT) if line.startswith(start))


def joined(lines: list[str]) -> str:
    return "\n".join(lines) + "\n"


def complaint(lines: list[str]) -> InvalidRecord:
    with pytest.raises(InvalidRecord) as invalid:
        parse(joined(lines))
    return invalid.value


def with_line(start: str, line: str) -> list[str]:
    """The text with the first line that starts so replaced."""
    at = number_of(start)
    return [*TEXT[:at], line, *TEXT[at + 1 :]]


CHANGED_LINES = [
    ("[LanBridge", '[LanBridge "2"]', "newer program"),
    ("[Table", '[Table "12"]', "32 hexadecimal"),
    ("[Preset", '[Preset "bridge"]', "no preset"),
    ("[Dealer", '[Dealer "4"]', "a seat"),
    ("[Dealer", '[Dealer "1"', "is written"),
    ("[Dealer", '[Dealer "1\x01"]', "is written"),
    ("[Seat0", '[Seat2 "Rafi"]', "twice"),
    ("[Seat0", f'[Seat0 "{"x" * 401}"]', "at most 400"),
    ("[Seat0", '[Seat0 "\ud800"]', "is written"),
    ("[Seat0", '[Switches "void=never"]', "void cannot be"),
    ("[Seat0", '[Switches "void"]', "void cannot be"),
    ("[Result", '[Result "won by 2; totals 9.0 9.0 9.0 9.0"]', "unfinished"),
    ("Deal 1", "Deal 2", "deal 1 was expected"),
    ("Deal 1", "Round 1", "no line of a record begins so"),
    ("Deal 1", "Calls 0=2", "four hands|does not stand here"),
    ("Attempt 1", "Attempt one given up", "how a line Attempt"),
    ("Attempt 1", "Share host commitment missing secret sealed", "belongs to an attempt"),
    ("Share", "Share 5 commitment missing secret sealed", "how a line Share"),
    ("Dealer", "Dealer 4", "how a line Dealer"),
    ("Dealer", "Hand 0  S A  H -  D -  C -", "nowhere else"),
    ("Hand 1", "Hand 2  S A  H -  D -  C -", "seat 1 was expected"),
    ("Hand 2", "Calls 0=2", "four hands follow"),
    ("Hand 2", "Hand 2  S 1  H -  D -  C -", "how a line Hand"),
    ("Calls", "Calls 0=2 1=2 2=2 3=2 0=2", "how a line Calls"),
    ("Calls", "Dealer 2", "does not stand here"),
    ("Trick 3", "Trick 4  0: AS", "trick 3 was expected"),
    ("Trick 3", "Trick 3  0: AX", "how a line Trick"),
    ("Trick 3", "Claim 7", "how a line Claim"),
    ("Score", "Score  won 1 2 3 4  points 1 2 3 4  totals 1 2 3 4", "how a line Score"),
    ("Score", "Void no_reason", "how a line Void"),
    ("Score", "End tired, won by 0", "how a line End"),
]


@pytest.mark.parametrize(("start", "line", "wanted"), CHANGED_LINES)
def test_a_wrong_line_is_named_by_its_number(start: str, line: str, wanted: str) -> None:
    at = number_of(start)
    invalid = complaint(with_line(start, line))
    assert re.search(wanted, invalid.complaint), invalid.complaint
    assert invalid.line in {at + 1, at + 2}, "the line itself, or the next one that no longer fits"
    assert str(invalid).startswith(f"line {invalid.line}: ")


def test_no_attempt_follows_the_one_that_was_dealt() -> None:
    invalid = complaint(with_line("Attempt 1", "Attempt 1 dealt"))
    assert "no attempt follows" in invalid.complaint
    assert invalid.line == number_of("Attempt 2") + 1


@pytest.mark.parametrize("tag", ["LanBridge", "Table", "Preset", "Dealer", "Result"])
def test_a_missing_tag_is_named(tag: str) -> None:
    lines = [line for line in TEXT if not line.startswith(f"[{tag} ")]
    invalid = complaint(lines)
    assert f"the tag {tag} is missing" in invalid.complaint
    assert lines[invalid.line - 1] == "", "the first line after the tags"


def test_a_score_without_calls_is_read_and_left_to_the_check() -> None:
    record = parse(joined([line for line in TEXT if not line.startswith("Calls")]))
    scored = [event for event in record.events if isinstance(event, DealScored)]
    assert {event.result.calls for event in scored} == {(0, 0, 0, 0)}
    with pytest.raises(FalseRecord):
        replay(record)


def test_a_deal_without_four_hands_is_cut() -> None:
    assert "four hands" in complaint(TEXT[: number_of("Hand 3")]).complaint


def test_a_deal_that_begins_before_the_last_has_cards_is_refused() -> None:
    assert "deal 3 was expected" in complaint([*TEXT, "", "Deal 4"]).complaint
    assert "with its cards" in complaint([*TEXT, "Deal 3", "Deal 4"]).complaint


def test_a_text_that_is_cut_in_a_line_is_refused() -> None:
    text = joined(TEXT)
    with pytest.raises(InvalidRecord, match="cut") as invalid:
        parse(text[:-1])
    assert invalid.value.line == len(TEXT)


def test_an_empty_text_has_no_tags() -> None:
    with pytest.raises(InvalidRecord, match="LanBridge is missing"):
        parse("")


def test_too_much_is_refused_unread() -> None:
    with pytest.raises(InvalidRecord, match="longer than") as invalid:
        parse("\n" * (LONGEST_RECORD + 1))
    assert invalid.value.line == 0
    assert str(invalid.value) == invalid.value.complaint
    too_many = complaint([f'[Tag{number} "x"]' for number in range(70)])
    assert too_many.complaint == "more than 64 tags"
    assert too_many.line == 65


@settings(max_examples=200)
@given(st.data())
def test_a_damaged_text_is_read_or_refused_and_nothing_else(data: st.DataObject) -> None:
    text = joined(TEXT)
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 40)))
    damaged = text[:start] + data.draw(st.text(max_size=20)) + text[end:]
    try:
        record = parse(damaged)
        again = parse(write(record))
    except InvalidRecord:
        return
    assert again == record


def test_the_participants_are_written_as_players_know_them() -> None:
    assert "Share 4" not in joined(TEXT)
    assert "Share host commitment" in joined(TEXT)
