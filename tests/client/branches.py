"""Evenings whose host's laptop is lost: one of the guests hosts the table from then on."""

from __future__ import annotations

import hashlib

from lanbridge.cli.carrying import carried
from lanbridge.client.problems import HostRefused
from lanbridge.engine import PRESETS
from lanbridge.host.effects import Effect, Remember
from lanbridge.host.identity import TableIdentity
from lanbridge.host.journal import Journal
from lanbridge.host.journal_entries import Entry, Opening
from lanbridge.host.remembered import Remembered
from lanbridge.host.room import Room
from lanbridge.protocol.messages import Greeting
from lanbridge.protocol.table_settings import TableSettings

from .evenings import TABLE_ID, Evening, Guest


def fingerprint_of(guest: Guest) -> bytes:
    """The certificate of this guest's laptop."""
    return hashlib.sha256(guest.session.key.public).digest()


class Branch(Evening):
    """The table as ``host`` carries it on; guests of the evening before may come."""

    def __init__(self, before: Evening, host: Guest, journal: Journal | None = None) -> None:
        super().__init__(seed=99)
        self.journal = journal
        self.host, self.now = host, before.now + 10
        known = host.known
        assert known.settings is not None
        self.fingerprint = fingerprint_of(host)
        self.carried = carried(known, host.session.key, self.fingerprint)
        identity = TableIdentity(TABLE_ID, known.epoch + 1, self.fingerprint, host.session.key.public)
        self.identity, self.settings = identity, known.settings
        self._write(Opening(TABLE_ID, identity.epoch, identity.owner, "", known.settings))
        self.room = Room(identity, known.settings, self.rng.randbytes, self.rng.randbytes)
        self.apply(self.room.carry_on(self.carried, self.now))

    def _write(self, *entries: Entry) -> None:
        if self.journal is not None and entries:
            self.journal.append(entries)

    def apply(self, effects: tuple[Effect, ...]) -> None:
        """Write first, then tell."""
        self._write(*(effect for effect in effects if isinstance(effect, Remember)))
        super().apply(effects)

    def resume(self, known: Remembered) -> None:
        """The program is started again."""
        assert self.journal is not None
        self.journal.close()
        self.journal = None
        self.room = Room(self.identity, self.settings, self.rng.randbytes, self.rng.randbytes)
        self.room.resume(known, self.now)
        self.thoughts.clear()

    def move_on(self, moves: int) -> None:
        """So many moves; the clock runs on while somebody who is away has to move."""
        while moves > 0:
            self.settle()
            if self.move():
                moves -= 1
            elif (at := self.room.deadline()) is not None:
                self.now = max(self.now, at)
                self.apply(self.room.tick(self.now))
        self.settle()

    def play_on(self, moves: int = 10_000) -> None:
        """Play to the end; the clock runs on while somebody who is away has to move."""
        while not self.room.desk.match.ended:
            super().play_on(moves)
            at = self.room.deadline()
            if at is None:
                break
            self.now = max(self.now, at)
            self.apply(self.room.tick(self.now))
            self.settle()

    def greet(self, guest: Guest) -> object:
        """The guest finds this table and is about to say hello; what it thinks is wrong with it."""
        if guest not in self.guests:
            self.guests.append(guest)
        self.count += 1
        guest.client, guest.inbox = self.count, []
        self.clients[guest.client] = guest
        self.apply(self.room.connected(guest.client, "10.77.0.12", self.now))
        greeting = guest.inbox.pop(0)
        assert isinstance(greeting, Greeting)
        problem = guest.session.judge(greeting, self.fingerprint)
        if problem is None:
            guest.session.begin(greeting, self.fingerprint)
        return problem

    def come(self, guest: Guest) -> object:
        """The guest finds this table and says hello; what it thinks is wrong with it."""
        problem = self.greet(guest)
        if problem is not None:
            return problem
        try:
            self.settle()
        except HostRefused as refused:
            self.clients.pop(guest.client)
            self.guests.remove(guest)
            self.apply(self.room.dropped(guest.client, self.now))
            guest.client, guest.inbox = 0, []
            guest.session.lost(refused.problem, self.now)
            return refused.problem
        return None


def lose_host(evening: Evening) -> None:
    """The host's laptop is gone: every line breaks."""
    for guest in evening.guests:
        evening.clients.pop(guest.client, None)
        guest.session.take_replies()
        guest.inbox, guest.client = [], 0
        guest.session.lost(None, evening.now)


def last_words(evening: Evening, *seers: Guest) -> None:
    """One more move; its outcome reaches these guests alone before the host is lost."""
    assert evening.move()
    for guest in evening.guests:
        evening.hand_in(guest, guest.session.take_replies())
    for guest in seers:
        while guest.inbox:
            guest.session.receive(guest.inbox.pop(0), evening.now)
    lose_host(evening)


TWO_DEALS = TableSettings("t", rules=PRESETS["nepal"], bot_pause_ms=0, grace=5, deals_tonight=2)


def played(people: int = 4, moves: int = 80) -> tuple[Evening, list[Guest]]:
    """So many moves of a match of two deals; a deal has 56."""
    evening = Evening(settings=TWO_DEALS)
    guests = [evening.guest(name) for name in ("Rafi", "Mita", "Ayesha", "Jamal")[:people]]
    for guest in guests:
        evening.arrive(guest)
    evening.apply(evening.room.start(evening.now))
    evening.play_on(moves)
    return evening, guests


def broken_off(people: int = 4, moves: int = 80) -> tuple[Evening, list[Guest]]:
    """A match of two deals that loses its host in the second one."""
    evening, guests = played(people, moves)
    lose_host(evening)
    return evening, guests
