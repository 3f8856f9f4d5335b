"""An evening whose host keeps a journal and may die at any of its lines; another one goes on from the file."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable
from pathlib import Path

from lanbridge.engine import PACK, PRESETS, SEATS, Event, Hand, MatchStarted, sorted_hand
from lanbridge.host.effects import Effect, Remember
from lanbridge.host.identity import TableIdentity
from lanbridge.host.journal import Journal, journal_path, read_entries
from lanbridge.host.journal_entries import Opening
from lanbridge.host.remembered import remembered
from lanbridge.host.room import Room
from lanbridge.protocol.table_settings import TableSettings
from tests.client.evenings import FINGERPRINT, TABLE_ID, Evening, Guest

NEVER = 10**9


class HostDied(Exception):
    """The program is gone in mid-sentence."""


class Night(Evening):
    """The host dies at its journal's line ``dies_at``: before anybody is told of it, or after everybody was.

    All dice hang on the match alone, so that a night with a crash and one without can be compared.
    """

    def __init__(self, folder: Path, settings: TableSettings, *, dies_at: int = NEVER, told: bool = False) -> None:
        super().__init__(settings=settings)
        self.settings = settings
        self.path = journal_path(folder, TABLE_ID)
        self.dies_at, self.told, self.lines, self.crashes = dies_at, told, 0, 0
        self._open_room()
        self.journal = Journal(self.path)
        self.journal.append((Opening(TABLE_ID, 1, b"", "", settings),))

    def _open_room(self) -> None:
        identity = TableIdentity(TABLE_ID, 1, FINGERPRINT)
        self.room = Room(identity, self.settings, self._dice, self.rng.randbytes)

    def _dice(self, count: int) -> bytes:
        game = self.room.desk.game
        place = 0 if game is None else len(game.history)
        return hashlib.sha256(b"%d %d" % (place, count)).digest()[:count]

    def guest(self, name: str) -> Guest:  # type: ignore[override]  # nobody watches or knocks here
        """Somebody whose shares depend on their name and on how many they have given, on nothing else."""
        guest = super().guest(name)
        given = [0]

        def entropy(count: int) -> bytes:
            given[0] += 1
            return hashlib.sha256(f"{name} {given[0]}".encode()).digest()[:count]

        guest.session.entropy = entropy
        return guest

    @property
    def history(self) -> tuple[Event, ...]:
        """All events of the match so far."""
        return self.room.desk.match.history

    def apply(self, effects: tuple[Effect, ...]) -> None:
        """Write first, then tell; die where it was planned."""
        entries = tuple(effect for effect in effects if isinstance(effect, Remember))
        if entries:
            self.journal.append(entries)
            self.lines += 1
        if self.lines == self.dies_at and not self.told:
            self.dies_at = NEVER
            raise HostDied
        super().apply(effects)
        if self.lines == self.dies_at:
            self.dies_at = NEVER
            raise HostDied

    def go_on_elsewhere(self) -> None:
        """The program is started again: it reads the journal, and everybody comes back."""
        self.crashes += 1
        self.journal.close()
        known = remembered(read_entries(self.path))
        assert known is not None
        self.thoughts.clear()
        self.clients.clear()
        self._open_room()
        self.journal = Journal(self.path)
        self.room.resume(known, self.now)
        for guest in self.guests:
            guest.session.take_replies()
            guest.inbox = []
            guest.session.lost(None, self.now)
        for guest in self.guests:
            self.connect(guest)
        self.settle()

    def whole_match(self, people: int) -> tuple[Event, ...]:
        """Everybody sits down and plays to the end, whatever happens to the host."""
        for name in ("Rafi", "Mita", "Ayesha", "Jamal")[:people]:
            self.guest(name)
        while not self.over:
            self.surviving(self.everybody_plays)
        return self.history

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.room.desk.game is not None and self.room.desk.match.ended

    def everybody_plays(self) -> None:
        """Whoever is missing sits down, then all play until the match is over."""
        for guest in self.guests:
            if not guest.client:
                self.arrive(guest)
        self.settle()
        if self.room.desk.game is None:
            self.apply(self.room.start(self.now))
        self.play_on()

    @staticmethod
    def start_of_match() -> tuple[Event, ...]:
        """How every match begins."""
        return (MatchStarted(PRESETS["nepal"], 0),)

    @staticmethod
    def hands_of_seed(seed: int) -> tuple[Hand, ...]:
        """Four hands."""
        pack = random.Random(seed).sample(PACK, len(PACK))
        return tuple(sorted_hand(pack[seat::4]) for seat in SEATS)

    def surviving(self, action: Callable[[], None]) -> None:
        """Do it; if the host dies of it, the next one takes over."""
        try:
            action()
        except HostDied:
            self.go_on_elsewhere()
