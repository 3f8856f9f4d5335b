"""The lobby, line by line: tables appear and go, and are joined by number, name, code or address."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from lanbridge.client.addresses import BadAddress, Place, parse_place
from lanbridge.client.ports import FoundTable, ResumableTable, Target
from lanbridge.protocol.messages import Wish
from lanbridge.protocol.names import clean_name
from lanbridge.protocol.table_settings import TableSettings
from lanbridge.text import LANGUAGES

from .help_page import lobby_help
from .host_form import HostForm, flag_of
from .lobby_rows import listed_as, practice_settings, row_line, row_name, table_called, target_of
from .parsing import Command, Input, Number, Unknown, number_of
from .screens import ToEnd, ToForm, ToLobby, ToPractice, ToResuming, ToTable, Way
from .shared import Shared
from .verbs import Verb, folded

SEARCH_SECONDS: Final = 2.0
"""How long a table is looked for by name before the name is taken for a laptop's."""
MOST_NUMBERS: Final = 1000
"""Rows whose numbers are kept after they have gone: many evenings; whoever invents tables fills no memory."""


class LobbyScreen:
    """Open until a way leads out; keeps a table's number for as long as it is listed."""

    def __init__(self, shared: Shared, way: ToLobby, clock: Callable[[], float] = time.monotonic) -> None:
        self._shared = shared
        self._way = way
        self._clock = clock
        self._until = clock() + SEARCH_SECONDS
        self._lobby = shared.network.look()
        self._numbers: dict[bytes, int] = {}
        self._rows: dict[bytes, FoundTable] = {}
        if way.wanted:
            shared.say("terminal.lobby.searching", name=way.wanted)
        else:
            if not way.retry and not shared.at_home:
                self._welcome()
            shared.at_home = True

    def typed(self, said: Input) -> Way | None:
        """React to a line."""
        match said:
            case Number():
                return self._join_number(said.value, Wish.SEAT)
            case Command():
                return self._command(said)
            case Unknown():
                self._shared.say("terminal.table.unknown", text=said.text, help=self._shared.word(Verb.HELP))
            case _:
                self._shared.say("terminal.lobby.not_here")
        return None

    def tick(self) -> Way | None:
        """Tell which tables have come and gone; go to the one that is wanted."""
        if self._way.wanted:
            return self._wanted()
        self._tell_changes({table.key: table for table in self._lobby.tables()})
        return None

    def leave(self) -> None:
        """Stop looking."""
        self._lobby.close()

    def _welcome(self) -> None:
        self._shared.say("terminal.lobby.welcome", help=self._shared.word(Verb.HELP))
        self._shared.say("terminal.lobby.you_are", name=self._shared.name)
        back = self._shared.memory.way_back()
        if back is not None:
            facts = {"return": self._shared.word(Verb.RETURN), "name": back.target.name}
            self._shared.say("terminal.lobby.return_to", **facts)
        for table in self._shared.network.resumable():
            self._tell_resumable(table)

    def _tell_resumable(self, table: ResumableTable) -> None:
        self._shared.say(
            "terminal.lobby.resumable",
            resume=self._shared.word(Verb.RESUME),
            name=table.name,
            names=self._shared.words.listed(table.players),
            count=table.deals_done,
        )

    def _return(self) -> Way | None:
        """To the unfinished match, at the address under which the table is listed now if it is."""
        back = self._shared.memory.way_back()
        if back is None:
            self._shared.say("terminal.lobby.no_return")
            return None
        listed = listed_as(back.target, self._rows.values())
        return back if listed is None else ToTable(target_of(listed))

    def _resume(self, text: str) -> Way | None:
        """Open the latest table that broke off, or forget all of them."""
        tables = self._shared.network.resumable()
        if not tables:
            self._shared.say("terminal.lobby.none_to_resume")
            return None
        if self._shared.lexicon.verbs.get(folded(text)) is not Verb.NONE:
            return ToResuming(tables[0].table_id)
        for table in tables:
            self._shared.network.forget_resumable(table.table_id)
        self._shared.say("terminal.lobby.forgotten")
        return None

    def _tell_changes(self, now: dict[bytes, FoundTable]) -> None:
        words = self._shared.words
        for key, table in now.items():
            if key not in self._rows:
                self._numbers.setdefault(key, max(self._numbers.values(), default=0) + 1)
                row = row_line(words, self._numbers[key], table)
                self._shared.say("terminal.lobby.newcomer", row=row)
        for key, table in self._rows.items():
            if key not in now:
                self._shared.say("terminal.lobby.gone", name=row_name(words, table))
        self._rows = now
        if len(self._numbers) > MOST_NUMBERS:
            self._numbers = {key: number for key, number in self._numbers.items() if key in now}

    def _command(self, said: Command) -> Way | None:
        match said.verb:
            case Verb.JOIN | Verb.WATCH:
                return self._join(said.rest, Wish.SEAT if said.verb is Verb.JOIN else Wish.WATCH)
            case Verb.HOST:
                return ToForm(HostForm(self._hosted_settings(said.rest)))
            case Verb.PRACTISE:
                return ToPractice(practice_settings(self._shared.preferences.host, self._shared.name))
            case Verb.QUIT | Verb.LEAVE:
                return ToEnd()
            case _:
                return self._rarer_command(said)

    def _rarer_command(self, said: Command) -> Way | None:
        match said.verb:
            case Verb.RESUME:
                return self._resume(said.rest)
            case Verb.RETURN:
                return self._return()
            case Verb.PIN if self._way.retry is not None:
                return ToTable(self._way.retry, self._way.wish, folded(said.rest))
            case _:
                self._quiet_command(said)
                return None

    def _quiet_command(self, said: Command) -> None:
        match said.verb:
            case Verb.LIST:
                self._list()
            case Verb.HELP:
                self._shared.tell(lobby_help(self._shared.words))
            case Verb.NAME:
                self._rename(said.rest)
            case Verb.LANGUAGE:
                self._change_language(folded(said.rest))
            case Verb.DIGITS:
                self._change_digits(said.rest)
            case _:
                self._shared.say("terminal.lobby.not_here")

    def _list(self) -> None:
        if not self._rows:
            self._shared.say("window.lobby.no_tables")
            return
        self._shared.say("terminal.lobby.tables")
        numbered = sorted((self._numbers[key], table) for key, table in self._rows.items())
        self._shared.tell(row_line(self._shared.words, number, table) for number, table in numbered)

    def _rename(self, text: str) -> None:
        name = clean_name(text)
        if name:
            self._shared.keep(name=name)
        self._shared.say("terminal.lobby.name_kept", name=self._shared.name)

    def _change_language(self, code: str) -> None:
        if code in LANGUAGES:
            self._shared.keep(language=code)
            self._shared.say("terminal.lobby.language_kept")
        else:
            self._shared.say("terminal.lobby.no_language", codes=", ".join(LANGUAGES))

    def _change_digits(self, text: str) -> None:
        own = flag_of(text, self._shared.lexicon)
        if own is not None:
            self._shared.keep(own_digits=own)
        self._shared.say("terminal.lobby.digits_kept", count=1234567890)

    def _hosted_settings(self, name: str) -> TableSettings:
        settings = self._shared.preferences.host
        own = self._shared.words.say("terminal.lobby.own_table", name=self._shared.name)
        return replace(settings, name=clean_name(name) or settings.name or clean_name(own), locked=False)

    def _join(self, text: str, wish: Wish) -> Way | None:
        number = number_of(text)
        if number is not None:
            return self._join_number(number, wish)
        if text:
            return self._at_once(text, wish, "") or ToLobby(text, wish)
        if len(self._rows) == 1:
            return ToTable(target_of(next(iter(self._rows.values()))), wish)
        self._shared.say("terminal.lobby.which")
        return None

    def _join_number(self, number: int, wish: Wish) -> Way | None:
        for key, known in self._numbers.items():
            if known == number and key in self._rows:
                return ToTable(target_of(self._rows[key]), wish)
        self._shared.say("terminal.lobby.no_number", number=number)
        return None

    def _at_once(self, text: str, wish: Wish, pin: str) -> Way | None:
        """The way to a listed table, or to what can only be an address or a code."""
        table = table_called(text, self._lobby.tables())
        if table is not None:
            return ToTable(target_of(table), wish, pin)
        place = _place(text)
        if isinstance(place, Place) and (place.is_address or ":" in text):
            return ToTable(Target((place.host,), place.port, name=text), wish, pin)
        return None

    def _wanted(self) -> Way | None:
        way = self._way
        at_once = self._at_once(way.wanted, way.wish, way.pin)
        if at_once is not None or self._clock() < self._until:
            return at_once
        place = _place(way.wanted)
        if isinstance(place, Place):
            return ToTable(Target((place.host,), place.port, name=way.wanted), way.wish, way.pin)
        why = self._shared.words.say(f"address.{place}")
        return self._shared.fail(self._shared.words.say("terminal.lobby.no_such_table", name=way.wanted, why=why))


def _place(text: str) -> Place | str:
    """The place that a text names, or the key of why it names none."""
    try:
        return parse_place(text)
    except BadAddress as error:
        return error.key
