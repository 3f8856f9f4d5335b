"""What all screens of text mode share: the network, the words, the player, and where lines go."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TypeAlias

from lanbridge.bots.hints import Advice, advise
from lanbridge.client.ports import Network
from lanbridge.engine import SeatView
from lanbridge.settings import Preferences, default_name
from lanbridge.text import Words, language_of_system

from .memory import Memory
from .narration import Narrator
from .paper import Paper
from .requests import Order, TableRequests
from .screens import ToEnd, ToLobby, Way
from .verbs import Verb, lexicon, shown

Hinter: TypeAlias = Callable[[SeatView], Advice]
"""What a good bot would do in the place of the one whose view this is."""


def bots_hint(view: SeatView) -> Advice:
    """The advice of a bot that sees what the player sees; takes less than a second."""
    return advise(view, random.Random(0))  # noqa: S311 - a hint must repeat; nothing secret hangs on it


class Shared:
    """Changes only with what the player sets: name, language, digits, drawing.

    ``was_seated``: a table has welcomed this player. ``at_home``: the lobby was shown, so that is where failures lead.
    ``refused``: the last table that was tried did not let this player in.
    """

    def __init__(
        self,
        network: Network,
        words: Words,
        preferences: Preferences,
        paper: Paper,
        *,
        keep: Callable[[Preferences], None],
        hinter: Hinter,
        memory: Memory,
    ) -> None:
        self.network = network
        self.preferences = preferences
        self.hinter = hinter
        self.memory = memory
        self.was_seated = False
        self.at_home = False
        self.refused = False
        self._paper = paper
        self._keep = keep
        self._speak(words)

    def say(self, key: str, **facts: str | int) -> None:
        """Say one sentence."""
        self._paper.say(self.words.say(key, **facts))

    def tell(self, lines: Iterable[str]) -> None:
        """Say finished lines."""
        for line in lines:
            self._paper.say(line)

    def fail(self, line: str) -> Way:
        """Say why something failed: in the lobby, or as the program's last words."""
        if self.at_home or self.was_seated:
            self._paper.say(line)
            return ToLobby()
        self._paper.complain(line)
        return ToEnd(1)

    def word(self, verb: Verb) -> str:
        """The word to be typed for a verb."""
        return shown(self.words, verb)

    @property
    def name(self) -> str:
        """What the player is called."""
        return self.preferences.name or default_name()

    @property
    def order(self) -> Order:
        """How the player sorts cards."""
        return self.preferences.suits, self.preferences.high_cards_first

    def keep(self, **changes: object) -> None:
        """Change the preferences, keep them, and speak as they say."""
        self.preferences = replace(self.preferences, **changes)  # type: ignore[arg-type]  # each caller knows its field
        self._keep(self.preferences)
        if "name" in changes:
            self.network.rename(self.preferences.name)
        if not changes.keys().isdisjoint({"language", "own_digits"}):
            language = self.preferences.language or language_of_system()
            self._speak(Words(language, own_digits=self.preferences.own_digits))

    def _speak(self, words: Words) -> None:
        self.words = words
        self.lexicon = lexicon(words)
        self.narrator = Narrator(words, self.order)
        self.requests = TableRequests(words, self.lexicon, self.order)
