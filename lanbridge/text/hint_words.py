"""A bot's advice in sentences: what it would do, how often that makes the call, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lanbridge.bots.hints import Advice, Fact, Option, Why
from lanbridge.engine import Call, Claim, Play

if TYPE_CHECKING:
    from .words import Words


def advice_sentences(words: Words, advice: Advice) -> tuple[str, ...]:
    """The best move with its chance, the next best (and why a greater chance is not better), and the reasons."""
    choices = [_option_sentence(words, "best", advice.best)]
    if advice.next_best is not None:
        choices.append(_option_sentence(words, "next", advice.next_best))
        if not isinstance(advice.next_best.move, Claim) and advice.next_best.chance > advice.best.chance:
            choices.append(words.say("hint.more_points"))
    return (*choices, *(why_sentence(words, fact) for fact in advice.facts))


def why_sentence(words: Words, fact: Fact) -> str:
    """One reason with its facts."""
    facts = {name: value for name in ("card", "other", "suit") if (value := getattr(fact, name)) is not None}
    number = fact.number or 0
    if fact.why is Why.EXPECTED_TRICKS:
        return words.say("hint.why.expected_tricks", tricks=words.tenths(number))
    if fact.why is Why.SHORT_SUIT and number == 0:
        return words.say("hint.why.no_suit", **facts)
    if fact.why is Why.CALL_MADE and number == 0:
        return words.say("hint.why.call_made_none")
    return words.say(f"hint.why.{fact.why}", count=number, **facts)


def _option_sentence(words: Words, place: str, option: Option) -> str:
    match option.move:
        case Call():
            return words.say(f"hint.{place}_call", call=option.move.tricks, count=option.chance)
        case Play():
            return words.say(f"hint.{place}_card", card=option.move.card, count=option.chance)
        case _:
            return words.say(f"hint.{place}_claim")
