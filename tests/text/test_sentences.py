from __future__ import annotations

import pytest

from lanbridge.client.known import LinkProblem
from lanbridge.client.ports import HostingFailed
from lanbridge.engine import (
    PRESETS,
    Called,
    Card,
    Claimed,
    DealResult,
    DealScored,
    DealVoided,
    EndReason,
    HandDealt,
    MatchEnded,
    MatchStarted,
    Played,
    PublicEvent,
    Reason,
    Refusal,
    Suit,
    TrickWon,
    VoidReason,
)
from lanbridge.protocol.messages import PROTOCOL_VERSION, CloseReason, RejectReason
from lanbridge.text import (
    Words,
    bonus_note,
    call_meaning,
    close_sentence,
    event_sentences,
    hosting_sentence,
    link_sentence,
    preset_title,
    refusal_sentence,
    reject_sentence,
    rules_in_one_line,
    rules_page,
    seat_name,
    title_of,
)

WORDS = Words("en")
NAMES = ("Rafi", "Nadia", "Sabbir", "")
RULES = PRESETS["bangladesh"]
RESULT = DealResult(3, 0, (4, 2, 3, 3), (4, 5, 2, 2), (40, -20, -30, -30), (170, 110, -60, 0))


def card(text: str) -> Card:
    return Card.parse(text)


@pytest.mark.parametrize(
    ("refusal", "said"),
    [
        (Refusal(Reason.NOTHING_TO_PLAY), "There is no deal on the table now."),
        (Refusal(Reason.CALL_OUT_OF_RANGE, least=2, most=12), "A call at this table is 2 to 12."),
        (Refusal(Reason.NOT_IN_HAND, card("AS")), "You do not hold the ace of spades."),
        (Refusal(Reason.FOLLOW_SUIT, card("AS"), Suit.HEARTS), "You have hearts: follow suit."),
        (
            Refusal(Reason.HEAD_TRICK, card("2C"), Suit.CLUBS, card("TC")),
            "You can beat the 10 of clubs: play a higher club.",
        ),
        (
            Refusal(Reason.HEAD_TRICK, card("2S"), Suit.SPADES, card("TS")),
            "Spades are led: beat the 10 of spades with a higher spade.",
        ),
        (Refusal(Reason.PLAY_SPADE, card("2C"), Suit.HEARTS), "You have no hearts: play a spade."),
        (
            Refusal(Reason.BEAT_SPADE, card("2C"), Suit.HEARTS, card("5S")),
            "You have no hearts: beat the 5 of spades with a higher spade.",
        ),
        (
            Refusal(Reason.WASTE_SPADE, card("2C"), Suit.HEARTS, card("KS")),
            "You have no hearts and cannot beat the king of spades: a lower spade must go.",
        ),
    ],
)
def test_a_refusal_says_its_reason_with_its_facts(refusal: Refusal, said: str) -> None:
    assert refusal_sentence(WORDS, refusal) == said
    assert reject_sentence(WORDS, RejectReason.ILLEGAL, refusal) == said


def test_every_name_of_a_refusal_has_a_sentence() -> None:
    keys = [f"refusal.{reason}" for reason in Reason]
    keys += [f"reject.{reason}" for reason in RejectReason]
    keys += [f"close.{reason}" for reason in CloseReason]
    keys += [f"link.{problem}" for problem in LinkProblem]
    assert [key for key in keys if not WORDS.has(key)] == []


def test_with_different_versions_the_older_side_must_update() -> None:
    newer = close_sentence(WORDS, CloseReason.VERSION, PROTOCOL_VERSION + 1)
    older = link_sentence(WORDS, CloseReason.VERSION, PROTOCOL_VERSION - 1)
    assert newer.endswith("update this laptop.")
    assert older.endswith("its host must update.")


def test_a_link_problem_and_a_closed_connection_have_their_sentences() -> None:
    assert link_sentence(WORDS, LinkProblem.REFUSED) == "That laptop is there, but hosts no table."
    assert link_sentence(WORDS, CloseReason.FULL) == "The table is full."


def test_a_table_that_could_not_be_opened_says_why() -> None:
    failure = HostingFailed("hosting.port_taken", port="7468")
    assert hosting_sentence(WORDS, failure) == "Port 7468 is in use: choose another one."


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (MatchStarted(RULES, 0), ["The match begins: Call Bridge, Bangladesh."]),
        (HandDealt(1, ()), ["Nadia deals."]),
        (Called(0, 4), ["You call 4."]),
        (Called(2, 4), ["Sabbir calls 4."]),
        (Played(3, card("5S")), ["Seat 4 plays the 5 of spades."]),
        (TrickWon(1), ["Nadia wins the trick."]),
        (Claimed(0), ["You claim the rest."]),
        (DealVoided(VoidReason.ABANDONED), ["This deal does not count."]),
        (DealVoided(VoidReason.NO_SPADE, 1), ["Nadia holds no spade: the cards are dealt again."]),
        (MatchEnded((0,), EndReason.REACHED), ["You win the match!"]),
        (MatchEnded((1,), EndReason.STOPPED), ["Nadia: winner of the match."]),
        (MatchEnded((0, 1), EndReason.STOPPED), ["You and Nadia share the win."]),
        (
            DealScored(RESULT),
            [
                "Deal 3 is scored.",
                "You: called 4, won 4: +4, total 17.",
                "Nadia: called 2, won 5: -2, total 11.",
                "Sabbir: called 3, won 2: -3, total -6.",
                "Seat 4: called 3, won 2: -3, total 0.",
            ],
        ),
    ],
)
def test_events_are_told_to_their_viewer(event: PublicEvent, said: list[str]) -> None:
    assert list(event_sentences(WORDS, event, NAMES, 0, RULES)) == said


def test_a_viewer_without_a_seat_is_nobody() -> None:
    assert seat_name(WORDS, NAMES, 0, None) == "Rafi"


@pytest.mark.parametrize(
    ("preset", "call", "said"),
    [
        ("bangladesh", 4, "4 or 5 tricks: +4 points; anything else: -4"),
        ("bangladesh", 8, "8 or 9 tricks: +13 points; anything else: -8"),
        ("target", 4, "4 tricks or more: +4 points; fewer: -4"),
        ("target", 8, "8 or 9 tricks: +13 points; anything else: -8"),
        ("tens", 4, "4 to 6 tricks: +40 points, +1 for each overtrick; anything else: -40"),
        ("nepal", 1, "1 trick or more: +1.0 points, +0.1 for each overtrick; fewer: -1.0"),
        ("india", 13, "exactly 13 tricks: +130 points; fewer: -130"),
    ],
)
def test_what_a_call_means_follows_from_the_rules(preset: str, call: int, said: str) -> None:
    assert call_meaning(WORDS, call, PRESETS[preset]) == said


def test_what_a_call_means_under_house_rules() -> None:
    shortfall = RULES.changed(fail="minus_shortfall", min_call="1", over_max="0")
    assert call_meaning(WORDS, 1, shortfall) == "exactly 1 trick: +1 point; fewer: -1 for each missing trick; more: -1"
    zero = PRESETS["nepal"].changed(fail="zero")
    assert call_meaning(WORDS, 3, zero).endswith("fewer: 0.0")


def test_only_a_bonus_call_has_a_bonus_to_show() -> None:
    assert [bonus_note(WORDS, call, RULES) for call in (7, 8)] == ["", "13"]


def test_a_changed_preset_never_stands_under_the_plain_name() -> None:
    assert preset_title(WORDS, RULES) == "Call Bridge, Bangladesh"
    changed = RULES.changed(void="any_spade", end="deals 7")
    assert preset_title(WORDS, changed) == "Bangladesh, changed: off the suit, any spade; 7 deals"


@pytest.mark.parametrize(
    ("switch", "value", "phrase"),
    [
        ("direction", "cw", "play to the left"),
        ("min_call", "3", "least call 3"),
        ("total_calls", "10", "dealt again if the calls add up to less than 10"),
        ("over_max", "none", "overtricks never spoil a call"),
        ("over_max", "2", "at most 2 overtricks"),
        ("per_over", "5", "0.5 for each overtrick"),
        ("bonus", "none", "no bonus calls"),
        ("bonus", "9 150 none", "calls of 9 and up pay 15, with any overtricks"),
        ("fail", "zero", "a failed call costs nothing"),
        ("redeals", "no_spade,four_aces", "redeal for no spade and all four aces"),
        ("end", "target 500", "first to 50 points"),
    ],
)
def test_every_switch_has_its_phrase(switch: str, value: str, phrase: str) -> None:
    assert preset_title(WORDS, RULES.changed(**{switch: value})) == f"Bangladesh, changed: {phrase}"


def test_a_row_of_another_version_is_shown_as_announced() -> None:
    assert title_of(WORDS, "bangladesh", ()) == "Call Bridge, Bangladesh"
    assert title_of(WORDS, "bangladesh", (("end", "deals 7"),)) == "Bangladesh, changed: 7 deals"
    assert title_of(WORDS, "mars", ()) == "mars"
    assert title_of(WORDS, "mars", (("air", "none"),)) == "mars, changed: air=none"
    assert title_of(WORDS, "nepal", (("void", "never"),)) == "Nepal, changed: void=never"


@pytest.mark.parametrize("preset", PRESETS)
def test_the_rules_page_has_every_heading_and_no_loose_end(preset: str) -> None:
    page = rules_page(WORDS, PRESETS[preset])
    headings = ["Table and cards", "Calls", "Play", "Points", "End of the match"]
    assert [section.title for section in page][:5] == headings
    lines = [line for section in page for line in section.lines]
    assert not [line for line in lines if "{" in line or "?" in line or not line.endswith(".")]
    assert rules_in_one_line(WORDS, PRESETS[preset]).count(";") >= 4


def test_the_rules_page_holds_the_house_rules() -> None:
    page = rules_page(WORDS, PRESETS["india"].changed(total_calls="11", redeals="four_aces", end="deals 3"))
    assert page[0].title == "Changed at this table"
    assert len(page[0].lines) == 3
    text = "\n".join(line for section in page for line in section.lines)
    assert "less than 11" in text
    assert "all four aces is dealt again" in text
    assert "without a spade is dealt again" not in text


def test_the_worked_example_is_computed() -> None:
    (points,) = [s for s in rules_page(WORDS, RULES) if s.title == "Points"]
    assert points.lines[-1] == "For example, called 4: won 3: -4; won 4: +4; won 5: +4; won 6: -4; won 7: -4."
