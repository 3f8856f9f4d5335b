"""From a command to a screen: the window where there is a display, else, or with --text, the terminal."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import TYPE_CHECKING

from lanbridge.client.ports import StartHosting, StartInLobby, StartJoining, StartPractising, StartReplaying
from lanbridge.protocol.messages import Wish
from lanbridge.protocol.table_settings import TableSettings
from lanbridge.settings import CannotSave, Places, load_preferences, save_preferences
from lanbridge.text import Words, language_of_system

from .choices import settings_of
from .display import has_display
from .examining import begin_examination
from .failure import Failure
from .finding import find
from .network import open_network

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable

    from lanbridge.client.ports import Start
    from lanbridge.engine.record import Record
    from lanbridge.settings import Preferences

    from .network import LocalNetwork

PRACTICE_PAUSE_MS = 500
"""Bots alone with a learner answer a little faster than at a table of friends."""


def lobby(options: Namespace) -> int:
    """The tables of the network."""
    return _show(options, lambda _network: StartInLobby())


def host(options: Namespace) -> int:
    """Open a table and sit down at it."""
    usual = load_preferences(Places.of_this_system()).host
    settings = settings_of(options, usual)

    def start(network: LocalNetwork) -> Start:
        network.port, network.seed = options.port, options.seed
        network.record_to = Path(options.record) if options.record else None
        return StartHosting(settings, options.pin)

    return _show(options, start)


def join(options: Namespace) -> int:
    """Join a table as a player or as a spectator; without a table's name, the lobby."""
    wish = Wish.WATCH if options.watch else Wish.SEAT

    def start(network: LocalNetwork) -> Start:
        if options.name:
            network.rename(options.name)
        if not options.where:
            return StartInLobby()
        return StartJoining(find(network, options.where, network.visited()), wish, options.pin)

    return _show(options, start)


def practise(options: Namespace) -> int:
    """Against three bots, or four bots to look at."""
    usual = load_preferences(Places.of_this_system()).host
    settings = TableSettings("", usual.rules, usual.bots, hints=True, listed=False, bot_pause_ms=PRACTICE_PAUSE_MS)
    return _show(options, lambda _network: StartPractising(settings, watch_only=options.auto))


def replay(options: Namespace, record: Record) -> int:
    """Show a recorded match."""
    return _show(options, lambda _network: StartReplaying(record))


def _show(options: Namespace, start: Callable[[LocalNetwork], Start]) -> int:
    places = Places.of_this_system()
    preferences = load_preferences(places)
    words = Words(preferences.language or language_of_system(), own_digits=preferences.own_digits)
    with open_network(options) as network:
        beginning = start(network)
        if options.text:
            return _in_terminal(network, words, preferences, places, beginning)
        if not has_display():
            raise Failure("There is no display here: add --text to play in this terminal.")
        from lanbridge.ui.app import main as open_window

        return open_window(
            network,
            words,
            preferences,
            places=places,
            start=beginning,
            profile=network.profile.name,
            examine=begin_examination,
        )


def _in_terminal(network: LocalNetwork, words: Words, preferences: Preferences, places: Places, start: Start) -> int:
    from lanbridge import terminal

    def keep(changed: Preferences) -> None:
        with contextlib.suppress(CannotSave):  # the evening goes on with what was chosen
            save_preferences(places, changed)

    opening: terminal.Opening = terminal.ToLobby()
    match start:
        case StartHosting():
            opening = terminal.ToHosting(start.settings, start.pin)
        case StartJoining():
            opening = terminal.ToTable(start.target, start.wish, start.pin)
        case StartPractising():
            opening = terminal.ToPractice(start.settings, watch_only=start.watch_only)
        case StartReplaying():
            return terminal.replay(start.record, words)
        case StartInLobby():
            pass
    memory = terminal.Memory(places, network.profile.name)
    return terminal.main(network, words, preferences, opening, keep=keep, memory=memory)
