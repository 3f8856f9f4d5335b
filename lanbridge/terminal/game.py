"""Text mode: the thin loop between typed lines, the network and the screen."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias, assert_never

from lanbridge.client.addresses import Place
from lanbridge.client.ports import HostedTable, HostingFailed, Network
from lanbridge.protocol.messages import Wish
from lanbridge.settings import Preferences
from lanbridge.text import Words, hosting_sentence

from .endings import told_to_end
from .form_screen import FormScreen
from .lines_in import LineSource, RawSource, standard_input
from .lobby_screen import LobbyScreen
from .memory import Memory
from .paper import Paper, Stream
from .parsing import parse
from .screens import Screen, ToEnd, ToForm, ToHosting, ToLobby, ToPractice, ToResuming, ToTable, Way
from .shared import Hinter, Shared, bots_hint
from .table_screen import TableScreen
from .verbs import Verb

TICK_SECONDS: Final = 0.05
"""How soon news are told; short enough to feel immediate, 20 wake-ups a second cost nothing."""

Opening: TypeAlias = ToLobby | ToHosting | ToPractice | ToTable
"""Where text mode begins: the lobby (perhaps with a table to join), a table of one's own, practice, a given table."""


@dataclass(frozen=True, slots=True)
class Streams:
    """Where lines come from and go to, when it is not the terminal."""

    source: RawSource
    out: Stream
    err: Stream


def main(
    network: Network,
    words: Words,
    preferences: Preferences,
    opening: Opening | None = None,
    *,
    keep: Callable[[Preferences], None] | None = None,
    hinter: Hinter = bots_hint,
    memory: Memory | None = None,
    streams: Streams | None = None,
) -> int:
    """Play in text mode until the player quits or no more can be typed; the program's exit code.

    ``keep`` is given the preferences whenever they change, ``memory`` keeps matches and the way back.
    1 means that the opening failed: no table could be opened,
    or the one to join could not be reached; its sentence stands on the error stream.
    """
    used = streams or Streams(standard_input(), sys.stdout, sys.stderr)
    paper = Paper(used.out, used.err)
    shared = Shared(network, words, preferences, paper, keep=keep or _forget, hinter=hinter, memory=memory or Memory())
    game = _Game(shared, LineSource(used.source))
    with told_to_end():
        try:
            return game.run(opening or ToLobby())
        except KeyboardInterrupt:
            return 0
        except BrokenPipeError:  # whoever read along has gone
            return 0
        finally:
            game.leave()


def _forget(preferences: Preferences) -> None:
    """Keep nothing."""


class _Game:
    """Goes from screen to screen."""

    def __init__(self, shared: Shared, lines: LineSource) -> None:
        self._shared = shared
        self._lines = lines
        self._screen: Screen | None = None

    def run(self, way: Way) -> int:
        while not isinstance(way, ToEnd):
            way = self._stay(way)
        return way.code

    def leave(self) -> None:
        """Leave the present screen in order."""
        if self._screen is not None:
            screen, self._screen = self._screen, None
            screen.leave()

    def _stay(self, way: Way) -> Way:
        """Go one way and stay there until another one opens."""
        opened = self._opened(way)
        if not isinstance(opened, Way):
            self._screen = opened
            onward = self._until_left(opened)
            self.leave()
            return onward
        return opened

    def _until_left(self, screen: Screen) -> Way:
        onward: Way | None = None
        while onward is None:
            onward = screen.tick() or self._typed(screen)
        return onward

    def _typed(self, screen: Screen) -> Way | None:
        line = self._lines.next_line(TICK_SECONDS)
        said = None if line is None else parse(line, self._shared.lexicon)
        if said is not None:
            return screen.typed(said)
        return ToEnd(self._code_of_silence(screen)) if self._lines.ended else None

    def _code_of_silence(self, screen: Screen) -> int:
        """The exit code when no more can be typed: 1 for a player who came to join and was never let in."""
        waiting = isinstance(screen, TableScreen) or self._shared.refused
        return 1 if waiting and not self._shared.was_seated else 0

    def _opened(self, way: Way) -> Screen | Way:
        match way:
            case ToLobby():
                return LobbyScreen(self._shared, way)
            case ToForm():
                return FormScreen(self._shared, way.form)
            case ToTable():
                return TableScreen(self._shared, way)
            case ToHosting() | ToPractice() | ToResuming():
                return self._host(way)
            case ToEnd():
                return way
            case _:
                assert_never(way)

    def _host(self, way: ToHosting | ToPractice | ToResuming) -> Way:
        try:
            hosted = self._opened_table(way)
        except HostingFailed as failure:
            return self._shared.fail(hosting_sentence(self._shared.words, failure))
        practice = isinstance(way, ToPractice)
        self._tell_opened(hosted, practice=practice)
        wish = Wish.WATCH if isinstance(way, ToPractice) and way.watch_only else Wish.SEAT
        pin = way.pin if isinstance(way, ToHosting) else ""
        return ToTable(hosted.target, wish, pin, hosted, practice)

    def _opened_table(self, way: ToHosting | ToPractice | ToResuming) -> HostedTable:
        match way:
            case ToHosting():
                return self._shared.network.host(way.settings, way.pin)
            case ToPractice():
                return self._shared.network.practise(way.settings)
            case ToResuming():
                return self._shared.network.resume(way.table_id)
            case _:
                assert_never(way)

    def _tell_opened(self, hosted: HostedTable, *, practice: bool) -> None:
        shared = self._shared
        if practice:
            shared.say("terminal.opened.practise")
            return
        if hosted.code:
            shared.say("terminal.opened.code", code=hosted.code)
        else:
            shared.say("terminal.opened.no_code")
        if hosted.addresses:
            places = (str(Place(address, hosted.target.port)) for address in hosted.addresses)
            shared.say("terminal.opened.addresses", addresses=", ".join(places))
        shared.say("terminal.opened.start", start=shared.word(Verb.START))
