from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lanbridge.engine import PACK, Card
from lanbridge.terminal.parsing import CardNamed, Command, Input, Number, Unknown, parse
from lanbridge.terminal.verbs import Verb, lexicon, seat_of
from lanbridge.text import LANGUAGES, Words

ENGLISH = lexicon(Words("en"))


@pytest.mark.parametrize(
    ("line", "meaning"),
    [
        ("5", Number(5)),
        (" 12 ", Number(12)),
        ("৫", Number(5)),
        ("as", CardNamed(Card.parse("AS"))),
        ("10h", CardNamed(Card.parse("TH"))),
        ("th", CardNamed(Card.parse("TH"))),
        ("TH", CardNamed(Card.parse("TH"))),
        ("h10", CardNamed(Card.parse("TH"))),
        ("10 h", CardNamed(Card.parse("TH"))),
        ("\u26605", CardNamed(Card.parse("5S"))),
        ("Queen of  Diamonds", CardNamed(Card.parse("QD"))),
        ("10 of hearts", CardNamed(Card.parse("TH"))),
        ("call 5", Command(Verb.CALL, "5")),
        ("CALL  5", Command(Verb.CALL, "5")),
        ("say Hello there", Command(Verb.SAY, "Hello there")),
        ("'Hello", Command(Verb.SAY, "Hello")),
        ("set void=any_spade", Command(Verb.SET, "void=any_spade")),
        ("?", Command(Verb.HELP, "")),
        ("exit", Command(Verb.QUIT, "")),
        ("1s", Unknown("1s")),
        ("1234567", Unknown("1234567")),
        ("dance", Unknown("dance")),
    ],
)
def test_a_line_has_one_meaning(line: str, meaning: Input) -> None:
    assert parse(line, ENGLISH) == meaning


@pytest.mark.parametrize("line", ["", "   ", "\t", "\u00a0"])
def test_an_empty_line_means_nothing(line: str) -> None:
    assert parse(line, ENGLISH) is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_is_understood_by_its_name_and_as_notation_in_every_language(language: str) -> None:
    words = Words(language, own_digits=True)
    known = lexicon(words)
    for card in PACK:
        for said in (words.card(card), words.card_short(card), str(card), str(card).lower()):
            assert parse(said, known) == CardNamed(card), said


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_language_hides_a_verb_or_takes_a_cards_notation(language: str) -> None:
    words = Words(language)
    known = lexicon(words)
    for verb in Verb:
        first = words.say(f"terminal.word.{verb}").split()[0]
        assert parse(first, known) == Command(verb, ""), first


@pytest.mark.parametrize("language", LANGUAGES)
def test_english_words_work_in_every_language_unless_the_language_has_them_itself(language: str) -> None:
    known = lexicon(Words(language))
    own = {word for verb in Verb for word in Words(language).say(f"terminal.word.{verb}").split()}
    for verb in Verb:
        if verb.value not in own:
            assert parse(verb.value, known) == Command(verb, "")


@given(st.text(max_size=60))
def test_no_line_stops_the_parser(line: str) -> None:
    parse(line, ENGLISH)


def test_a_seat_is_named_from_one_to_four() -> None:
    assert [seat_of(text) for text in ("1", " 4", "0", "5", "", "one")] == [0, 3, None, None, None, None]
