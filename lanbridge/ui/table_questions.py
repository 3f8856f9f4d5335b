"""A question to the table, in words: what is asked, and whether this seat has still to answer. No pygame."""

from __future__ import annotations

from lanbridge.client.known import Known
from lanbridge.protocol.messages import Outcome, Question
from lanbridge.text import Words, preset_title, rules_in_one_line, seat_name
from lanbridge.ui.table_seats import player_names, viewer


def asked_sentence(words: Words, question: Question, known: Known) -> str:
    """Who asks what."""
    names = player_names(known)
    asker = words.say("names.nobody") if question.asker is None else seat_name(words, names, question.asker)
    if question.absent is None:
        return words.say("question.settings", name=asker)
    return words.say("question.absent", name=asker, absent=seat_name(words, names, question.absent))


def wanted_sentence(words: Words, question: Question) -> str:
    """The rules that are asked for, and how many have said yes."""
    stands = words.say("question.stands", yes=len(question.yes), voters=len(question.voters))
    if question.settings is None:
        return stands
    rules = question.settings.rules
    return f"{preset_title(words, rules)}: {rules_in_one_line(words, rules)}. {stands}"


def mine_to_answer(known: Known) -> Question | None:
    """The open question that waits for this seat, if there is one."""
    question, you = known.question, viewer(known)
    if question is None or question.outcome is not Outcome.OPEN or you not in question.voters:
        return None
    return None if you in {*question.yes, *question.no} else question
