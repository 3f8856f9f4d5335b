from __future__ import annotations

import pytest

from lanbridge.bots.hints import Advice, Fact, Option, Why
from lanbridge.engine import Call, Card, Claim, Play, Suit
from lanbridge.text import LANGUAGES, Words, advice_sentences, why_sentence

EN = Words("en")
FIVE, TEN = Card.parse("5S"), Card.parse("TH")


def fact(why: Why, number: int | None = 2) -> Fact:
    return Fact(why, FIVE, TEN, Suit.HEARTS, number)


def test_advice_names_the_best_the_next_best_and_why() -> None:
    advice = Advice(
        Option(Call(4), 61, 12.0),
        Option(Call(3), 70, 11.0),
        (Fact(Why.EXPECTED_TRICKS, number=38), Fact(Why.SPADES_HELD, number=1)),
    )
    assert advice_sentences(EN, advice) == (
        "Best: call 4, made in 61 of 100 such deals.",
        "Next best: call 3, 70 of 100.",
        "More points on average outweigh a call that is made more often.",
        "Such a hand wins 3.8 tricks on average.",
        "You hold 1 spade.",
    )


def test_a_card_and_a_claim_can_be_advised() -> None:
    advice = Advice(Option(Play(FIVE), 61, 12.0), Option(Claim(), 100, 11.0), ())
    assert advice_sentences(EN, advice) == (
        "Best: the 5 of spades, your call is made in 61 of 100 such deals.",
        "Next best: claim the rest.",
    )


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("why", Why)
@pytest.mark.parametrize("number", [0, 1, 2])
def test_every_reason_has_its_sentence(language: str, why: Why, number: int) -> None:
    said = why_sentence(Words(language), fact(why, number))
    assert said
    assert "{" not in said
    assert "?" not in said
    assert not said.startswith("hint.")


@pytest.mark.parametrize(
    ("why", "number", "said"),
    [
        (Why.SHORT_SUIT, 0, "You hold no hearts: spades can trump there."),
        (Why.SHORT_SUIT, 1, "You hold only 1 card of hearts: spades can soon trump there."),
        (Why.CALL_MADE, 0, "Your call is made, and no further trick is welcome."),
        (Why.CALL_MADE, 2, "Your call is made; 2 more tricks do no harm."),
        (Why.STAYS_UNDER, None, "The 5 of spades stays under the 10 of hearts and leaves the trick to others."),
    ],
)
def test_a_reason_says_its_facts(why: Why, number: int | None, said: str) -> None:
    assert why_sentence(EN, fact(why, number)) == said
