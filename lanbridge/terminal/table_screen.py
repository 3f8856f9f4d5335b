"""A seat at a table, line by line."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from lanbridge.client.known import Known, Link, LinkChanged, LinkProblem, Notice, Updated
from lanbridge.client.succession import offered
from lanbridge.protocol.messages import AskForSettings, ChangeSettings, CloseReason, Occupant, Stage, StartMatch
from lanbridge.text import Words, advice_sentences, link_sentence, moved_sentences, waits_for_signatures

from .drawing import drawn_table
from .help_page import table_help
from .host_form import HostForm, changed_form, flag_of
from .parsing import Command, Input, Unknown
from .requests import UNSENT, why_no_hint
from .screens import ToEnd, ToLobby, ToTable, Way
from .shared import Shared
from .showing import (
    again_lines,
    hand_lines,
    last_trick_lines,
    rules_lines,
    score_lines,
    stage_lines,
    table_lines,
    turn_lines,
    who_lines,
)
from .troubles import Said, Trouble
from .trust import changed_lines, host_lines
from .verbs import Verb

_WANT_PIN: Final = (CloseReason.PIN_NEEDED, CloseReason.WRONG_PIN)


class TableScreen:
    """From the first call of the host until the connection is closed or left."""

    def __init__(self, shared: Shared, way: ToTable, clock: Callable[[], float] = time.monotonic) -> None:
        self._shared = shared
        self._way = way
        self._client = shared.network.join(way.target, way.wish, way.pin)
        self._before = self._stood = Known()
        self._asked_to_start = False
        self._out: Way | None = None
        self._clock = clock
        self._offered = False
        self._changed = b""
        """The certificate that is not the one it was, while the player is asked whether to join all the same."""
        if way.hosted is None:
            shared.say("terminal.lobby.joining", name=way.target.name or shared.words.say("terminal.lobby.unnamed"))

    def typed(self, said: Input) -> Way | None:
        """React to a line."""
        if self._changed:
            return self._trusted(said)
        if self._out is not None:
            return self._confirmed(said)
        known = self._client.known
        asked = self._shared.requests.asked(said, known)
        if isinstance(asked, Trouble | Said):
            refused = again_lines(self._shared.words, known, self._shared.order) if isinstance(asked, Said) else ()
            self._shared.tell([asked.said(self._shared.words), *refused])
        elif asked is not None:
            self._client.request(asked)
        elif isinstance(said, Command):
            return self._command(said, known)
        elif isinstance(said, Unknown):
            self._shared.say("terminal.table.unknown", text=said.text, help=self._shared.word(Verb.HELP))
        return None

    def tick(self) -> Way | None:
        """Tell what has happened; the way out when the connection is closed."""
        for notice, after in self._client.poll():
            if isinstance(notice, LinkChanged) and notice.link is Link.CLOSED:
                return self._closed(notice, after)
            self._tell(notice, after)
            self._before = after
        self._offer_to_carry_on()
        return None

    def leave(self) -> None:
        """Say good-bye; a table of ours closes with us, also one that we went on with."""
        self._client.leave()
        self._shared.network.stop_hosting()

    def _offer_to_carry_on(self) -> None:
        """Say once, each time the host has been lost for long, that the others may go on without it."""
        known = self._client.known
        now_offered = offered(known, self._clock()) and not known.carrying_on
        if now_offered and not self._offered:
            self._shared.say("terminal.table.offer_carry", carry=self._shared.word(Verb.CARRY))
        self._offered = now_offered

    def _carry_on(self, known: Known) -> None:
        if not offered(known, self._clock()):
            self._shared.say("terminal.table.no_carry")
            return
        self._client.carry_on()
        self._shared.say("terminal.table.carrying")

    def _tell(self, notice: Notice, after: Known) -> None:
        self._shared.was_seated |= after.link is Link.SEATED
        self._shared.memory.heard(notice, after, self._way)
        if isinstance(notice, Updated):
            self._tell_of_the_host(after)
        self._shared.tell(self._shared.narrator.told(notice, self._before, after))
        if self._shared.preferences.drawing and _turn_has_come(self._before, after):
            self._draw(after)
        if self._way.practice and not self._asked_to_start and _can_start(after):
            self._asked_to_start = True
            self._client.request(StartMatch(UNSENT))

    def _tell_of_the_host(self, after: Known) -> None:
        """That the table stands elsewhere now, and what came of its deals, before how it stands."""
        before, self._stood = self._stood, after
        moved = moved_sentences(self._shared.words, before, after)
        waits = waits_for_signatures(self._shared.words, after) if moved else ""
        self._shared.tell([*moved, waits] if waits else moved)

    def _trusted(self, said: Input) -> Way:
        accepted, self._changed = self._changed, b""
        if isinstance(said, Command) and said.verb is Verb.YES:
            return replace(self._way, target=self._way.target.trusting(accepted))
        return self._shared.fail(link_sentence(self._shared.words, LinkProblem.HOST_KEY_CHANGED))

    def _closed(self, notice: LinkChanged, after: Known) -> Way | None:
        why = self._shared.narrator.told(notice, self._before, after)
        if notice.problem is LinkProblem.HOST_KEY_CHANGED:
            self._shared.tell((*why, *changed_lines(self._shared.words, after)))
            self._changed = after.fingerprint
            return None
        if notice.problem in _WANT_PIN:
            self._shared.tell(why)
            self._shared.refused = True
            self._shared.say("terminal.table.pin", pin=self._shared.word(Verb.PIN))
            return ToLobby(wish=self._way.wish, retry=self._way.target)
        return self._shared.fail(" ".join(why))

    def _command(self, said: Command, known: Known) -> Way | None:
        match said.verb:
            case Verb.LEAVE | Verb.QUIT:
                return self._leaving(ToLobby() if said.verb is Verb.LEAVE else ToEnd(), known)
            case Verb.DRAW:
                self._change_drawing(said.rest, known)
            case Verb.HINT:
                self._hint(known)
            case Verb.CARRY:
                self._carry_on(known)
            case _ if (lines := self._lines(said.verb, known)) is not None:
                self._shared.tell(lines)
            case _:
                self._change_settings(said, known)
        return None

    def _lines(self, verb: Verb, known: Known) -> tuple[str, ...] | None:
        """What a verb shows; None for a verb that shows nothing."""
        words, order = self._shared.words, self._shared.order
        match verb:
            case Verb.HAND:
                hand = hand_lines(words, known.view.hand if known.view else (), order)
                return (*hand, *turn_lines(words, known, order))
            case Verb.TABLE:
                now = turn_lines(words, known, order) or stage_lines(words, known)
                return (*table_lines(words, known), *now)
            case Verb.WHO | Verb.LIST:
                return (*who_lines(words, known), *host_lines(words, known))
            case Verb.HELP:
                return table_help(words, menu=bool(known.seating and known.seating.menu))
            case _:
                return _simple_lines(verb, words, known)

    def _leaving(self, out: Way, known: Known) -> Way | None:
        if self._way.hosted is None or self._way.practice or not _others(known):
            return out
        self._out = out
        facts = {"yes": self._shared.word(Verb.YES), "no": self._shared.word(Verb.NO)}
        self._shared.say("terminal.leave.host", **facts)
        return None

    def _confirmed(self, said: Input) -> Way | None:
        out, self._out = self._out, None
        if isinstance(said, Command) and said.verb in (Verb.YES, Verb.QUIT):
            return out
        self._shared.say("terminal.leave.stays")
        return None

    def _change_drawing(self, text: str, known: Known) -> None:
        always = flag_of(text, self._shared.lexicon)
        if always is not None:
            self._shared.keep(drawing=always)
        if always is not False:
            self._draw(known)

    def _draw(self, known: Known) -> None:
        self._shared.tell(drawn_table(self._shared.words, known, self._shared.order))

    def _hint(self, known: Known) -> None:
        no_hint = why_no_hint(known)
        if no_hint is not None:
            self._shared.say(no_hint.key)
        elif known.view is not None:
            self._shared.tell(advice_sentences(self._shared.words, self._shared.hinter(known.view)))

    def _change_settings(self, said: Command, known: Known) -> None:
        """The menu's holder changes the settings, in a match by everybody's yes; the rest is unknown at a table."""
        menu = known.seating is not None and known.seating.menu
        after = changed_form(HostForm(known.settings), said, self._shared.lexicon) if known.settings and menu else None
        if isinstance(after, HostForm) and said.verb is not Verb.PIN:
            playing = known.seating is not None and known.seating.stage not in (Stage.WAITING, Stage.OVER)
            self._client.request((AskForSettings if playing else ChangeSettings)(UNSENT, after.settings))
        elif isinstance(after, Trouble):
            self._shared.tell([after.said(self._shared.words)])
        else:
            self._shared.say("terminal.table.not_here")


def _simple_lines(verb: Verb, words: Words, known: Known) -> tuple[str, ...] | None:
    makers = {
        Verb.LAST: last_trick_lines,
        Verb.SCORES: score_lines,
        Verb.RULES: rules_lines,
    }
    make = makers.get(verb)
    return None if make is None else make(words, known)


def _turn_has_come(before: Known, after: Known) -> bool:
    if after.view is None or not after.view.my_turn:
        return False
    return before.view is None or before.view.table.moves != after.view.table.moves or not before.view.my_turn


def _can_start(known: Known) -> bool:
    return known.seating is not None and known.seating.menu and known.seating.stage is Stage.WAITING


def _others(known: Known) -> bool:
    """Whether another human sits here, who would lose the table."""
    if known.seating is None:
        return False
    return any(
        info.occupant is Occupant.HUMAN and info.present
        for seat, info in enumerate(known.seating.seats)
        if seat != known.seating.you
    )
