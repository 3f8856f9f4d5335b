"""A question to the table, in lines: what is asked, how it stands, how it ended. Pure."""

from __future__ import annotations

from lanbridge.client.known import Known
from lanbridge.engine import Viewer
from lanbridge.protocol.messages import Outcome, Question
from lanbridge.text import Words, seat_name

from .host_form import HostForm, form_lines
from .showing import names_of, viewer_of
from .verbs import Verb, shown


def question_lines(words: Words, question: Question, after: Known) -> tuple[str, ...]:
    """The question when it is new to this seat, else how many have said yes; at last its outcome."""
    if question.outcome is not Outcome.OPEN:
        return (words.say(f"question.{question.outcome}"),)
    answered = {*question.yes, *question.no} - {question.asker}
    if answered:
        return (words.say("question.stands", yes=len(question.yes), voters=len(question.voters)),)
    return (_asked(words, question, after), *_wanted(words, question), *_how(words, question, viewer_of(after)))


def _asked(words: Words, question: Question, after: Known) -> str:
    names = names_of(after)
    asker = words.say("names.nobody") if question.asker is None else seat_name(words, names, question.asker)
    if question.absent is None:
        return words.say("question.settings", name=asker)
    return words.say("question.absent", name=asker, absent=seat_name(words, names, question.absent))


def _wanted(words: Words, question: Question) -> tuple[str, ...]:
    """The settings that are asked for, without the heading that belongs to opening a table."""
    return () if question.settings is None else form_lines(words, HostForm(question.settings))[1:]


def _how(words: Words, question: Question, you: Viewer) -> tuple[str, ...]:
    if you not in question.voters or you in question.yes:
        return ()
    return (words.say("question.answer", yes=shown(words, Verb.YES), no=shown(words, Verb.NO)),)
