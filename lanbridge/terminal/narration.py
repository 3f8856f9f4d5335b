"""Notices -> sentences: what has just happened, told to the one who sits here. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from lanbridge.client.known import (
    Answered,
    DealChecked,
    HostAnnounced,
    Known,
    Link,
    LinkChanged,
    Notice,
    SeatingChanged,
    ShuffleRestarted,
    Spoke,
    TableAsked,
    Updated,
)
from lanbridge.engine import Called, Claimed, HandDealt, Played, PublicEvent
from lanbridge.protocol.messages import Cause, Said
from lanbridge.text import Words, event_sentences, link_sentence, reject_sentence, seat_name

from .comings import seating_lines
from .questions import question_lines
from .requests import Order
from .showing import hand_lines, lead_lines, names_of, stage_lines, table_lines, turn_lines, viewer_of


class Narrator:
    """Tells one player, in one language, with the cards in one order."""

    def __init__(self, words: Words, order: Order) -> None:
        self._words = words
        self._order = order

    def told(self, notice: Notice, before: Known, after: Known) -> tuple[str, ...]:
        """The lines for one notice; ``before`` and ``after`` are what was known before and after it."""
        match notice:
            case Updated():
                return tuple(self._updated(notice, after))
            case SeatingChanged():
                return seating_lines(self._words, before, after)
            case HostAnnounced():
                return (self._words.say(f"news.{notice.news}"),)
            case TableAsked():
                return question_lines(self._words, notice.question, after)
            case LinkChanged():
                return self._link(notice, after)
            case Answered() | Spoke() | DealChecked() | ShuffleRestarted():
                return self._in_one_line(notice, after)
            case _:
                assert_never(notice)

    def _in_one_line(self, notice: Answered | Spoke | DealChecked | ShuffleRestarted, after: Known) -> tuple[str, ...]:
        match notice:
            case Answered():
                return self._answered(notice)
            case Spoke():
                return (self._spoke(notice.said, after),)
            case DealChecked():
                return (self._words.say(f"fair.{notice.verdict}", number=notice.deal),)
            case ShuffleRestarted():
                return (self._restarted(notice, after),)
            case _:
                assert_never(notice)

    def _updated(self, notice: Updated, after: Known) -> Iterator[str]:
        if not notice.fresh:
            yield from table_lines(self._words, after)
            if after.view is not None and after.view.hand:
                yield from hand_lines(self._words, after.view.hand, self._order)
            yield from stage_lines(self._words, after)
        elif after.view is not None:
            yield from self._cause(notice, after)
            for event in notice.events:
                yield from self._event(event, after)
            yield from lead_lines(self._words, after, self._order)
        yield from turn_lines(self._words, after, self._order)

    def _event(self, event: PublicEvent, after: Known) -> Iterator[str]:
        assert after.view is not None  # noqa: S101 - the caller has seen to it
        names, viewer = names_of(after), viewer_of(after)
        yield from event_sentences(self._words, event, names, viewer, after.view.table.rules)
        if isinstance(event, HandDealt) and event.hand:
            yield from hand_lines(self._words, event.hand, self._order)

    def _cause(self, notice: Updated, after: Known) -> Iterator[str]:
        moved = next((event for event in notice.events if isinstance(event, Called | Played | Claimed)), None)
        if moved is not None and notice.cause in (Cause.AWAY, Cause.CLOCK):
            yield self._words.say(f"cause.{notice.cause}", name=seat_name(self._words, names_of(after), moved.seat))

    def _answered(self, notice: Answered) -> tuple[str, ...]:
        if notice.reason is None:
            return ()
        return (reject_sentence(self._words, notice.reason, notice.refusal),)

    def _spoke(self, said: Said, after: Known) -> str:
        mine = said.seat is not None and said.seat == viewer_of(after)
        key = f"phrase.{said.phrase}"
        text = self._words.say(key) if said.phrase and self._words.has(key) else said.text or said.phrase
        return self._words.say("seat.said", name=self._words.say("names.you") if mine else said.name, text=text)

    def _link(self, notice: LinkChanged, after: Known) -> tuple[str, ...]:
        if notice.link is Link.CLOSED and notice.problem is not None:
            return (link_sentence(self._words, notice.problem, after.host_version),)
        return (self._words.say(f"link.state.{notice.link}"),)

    def _restarted(self, notice: ShuffleRestarted, after: Known) -> str:
        if notice.mine:
            return self._words.say("fair.restarted_mine")
        names = [seat_name(self._words, names_of(after), seat) for seat in notice.left_out]
        return self._words.say("fair.restarted", names=self._words.listed(names) or self._words.say("names.nobody"))
