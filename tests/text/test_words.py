from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping

import pytest

from lanbridge.engine import PRESETS, Card, Suit
from lanbridge.text import Words
from lanbridge.text import catalogue as files
from lanbridge.text import words as module
from lanbridge.text.catalogue import Entry, read_catalogue

FIVE = Card.parse("5S")


@pytest.fixture
def invented(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, str]]:
    """Language -> TOML, in place of the files."""
    texts: dict[str, str] = {}

    def looked_up(language: str) -> Mapping[str, Entry]:
        return read_catalogue(texts[language]) if language in texts else {}

    module.complain_once.cache_clear()
    monkeypatch.setattr(module, "catalogue", looked_up)
    yield texts
    module.complain_once.cache_clear()


def test_facts_are_filled_in_in_words(invented: dict[str, str]) -> None:
    invented["en"] = (
        'a = "{card}, {card:short}, {suit:symbol}, {number}, {number:signed}, {name}"\n'
        'cards.name = "{rank} of {suit}"\ncards.suit.S = "spades"'
    )
    said = Words("en").say("a", card=FIVE, suit=Suit.HEARTS, number=7, name="Rafi {x}")
    assert said == "5 of spades, 5\u2660, \u2665, 7, +7, Rafi {x}"


def test_a_missing_text_is_english_and_one_line(invented: dict[str, str], caplog: pytest.LogCaptureFixture) -> None:
    invented.update(en='a = "only {name}"', bn='b = "x"')
    with caplog.at_level(logging.WARNING, "lanbridge.text"):
        assert [Words("bn").say("a", name="here") for _ in range(3)] == ["only here"] * 3
    assert len(caplog.records) == 1


@pytest.mark.parametrize("broken", ["{nmae}", "{name", "{name!r}", "{0.__class__}"])
def test_a_broken_placeholder_is_english_and_one_line(
    invented: dict[str, str], caplog: pytest.LogCaptureFixture, broken: str
) -> None:
    invented.update(en='a = "only {name}"', bn=f'a = "{broken}"')
    assert Words("bn").say("a", name="here") == "only here"
    assert len(caplog.records) == 1


def test_a_text_that_nobody_has_is_its_key(invented: dict[str, str]) -> None:
    invented["en"] = 'a = "x {missing}"'
    assert Words("en").say("no.such") == "no.such"
    assert Words("en").say("a") == "x ?"
    assert not Words("en").has("no.such")


def test_an_unknown_language_is_english(caplog: pytest.LogCaptureFixture) -> None:
    files.catalogue.cache_clear()
    words = Words("tlh")
    assert (words.language, words.say("names.you")) == ("en", "You")
    assert len(caplog.records) == 1


@pytest.mark.parametrize("text", ["a = ", "a = 3", "a = ['x']", 'a.b = "x"\na.c.d = 1.5'])
def test_a_file_that_is_no_list_of_texts_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        read_catalogue(text)


def test_plural_forms_follow_the_language(invented: dict[str, str]) -> None:
    invented.update(
        en='[t]\none = "{count} trick"\nother = "{count} tricks"',
        fr='[t]\none = "{count} pli"\nother = "{count} plis"',
        bn='[t]\nother = "x{count}"',
    )
    assert [Words("en").say("t", count=n) for n in (0, 1, 2)] == ["0 tricks", "1 trick", "2 tricks"]
    assert [Words("fr").say("t", count=n) for n in (0, 1, 2)] == ["0 pli", "1 pli", "2 plis"]
    assert Words("bn").say("t", count=1) == "x1"


@pytest.mark.parametrize(
    ("language", "number"), [("en", "10"), ("bn", "১০"), ("ne", "१०"), ("hi", "१०"), ("lo", "໑໐"), ("fr", "10")]
)
def test_numbers_stand_in_the_languages_digits_when_wanted(
    invented: dict[str, str], language: str, number: str
) -> None:
    invented[language] = 'a = "{n}"'
    assert Words(language, own_digits=True).say("a", n=10) == number
    assert Words(language).say("a", n=10) == "10"


def test_small_numbers_of_a_text_are_written_in_own_digits_and_what_is_typed_is_not(invented: dict[str, str]) -> None:
    invented["bn"] = 'a = "13, F11, 10H, 7468, {name}"'
    assert Words("bn", own_digits=True).say("a", name="R2 9") == "\u09e7\u09e9, F11, 10H, 7468, R2 9"


@pytest.mark.parametrize(
    ("tenths", "preset", "plain", "signed"),
    [
        (40, "bangladesh", "4", "+4"),
        (-80, "bangladesh", "-8", "-8"),
        (0, "bangladesh", "0", "0"),
        (41, "nepal", "4.1", "+4.1"),
        (-5, "nepal", "-0.5", "-0.5"),
        (40, "nepal", "4.0", "+4.0"),
        (420, "india", "42", "+42"),
    ],
)
def test_points_show_a_decimal_only_where_the_preset_has_tenths(
    tenths: int, preset: str, plain: str, signed: str
) -> None:
    words, rules = Words("en"), PRESETS[preset]
    assert (words.points(tenths, rules), words.points(tenths, rules, signed=True)) == (plain, signed)


def test_the_decimal_sign_is_the_languages_own(invented: dict[str, str]) -> None:
    invented.update(fr='a = "x"', bn='a = "x"')
    assert Words("fr").points(41, PRESETS["nepal"]) == "4,1"
    assert Words("bn", own_digits=True).points(-41, PRESETS["nepal"]) == "-\u09ea.\u09e7"


def test_cards_stand_in_words_and_short() -> None:
    words = Words("en")
    assert [words.card(Card.parse(c)) for c in ("AS", "TH", "2C")] == ["ace of spades", "10 of hearts", "2 of clubs"]
    assert [words.card_short(Card.parse(c)) for c in ("AS", "TH", "2C")] == ["A\u2660", "10\u2665", "2\u2663"]


def test_names_are_listed_as_people_do() -> None:
    words = Words("en")
    assert [words.listed(names) for names in ([], ["A"], ["A", "B"], ["A", "B", "C"])] == [
        "",
        "A",
        "A and B",
        "A, B and C",
    ]
