"""A whole evening without sockets: a real room and real sessions, joined by hand; any connection can be cut."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

from lanbridge.bots import choose
from lanbridge.client.known import Known, Notice
from lanbridge.client.ports import Target
from lanbridge.client.session import Session
from lanbridge.engine import PRESETS
from lanbridge.host.effects import Close, Effect, Send, Think
from lanbridge.host.identity import TableIdentity
from lanbridge.host.room import Room
from lanbridge.protocol.handshake import SeatKey
from lanbridge.protocol.messages import (
    ClientMessage,
    Closing,
    EpochClaimed,
    Greeting,
    HostMessage,
    Knocking,
    PinChallenge,
    SetReady,
    Stage,
    StartMatch,
    SubmitMove,
    Welcome,
    Wish,
)
from lanbridge.protocol.table_settings import TableSettings

TABLE_ID = bytes(range(16))
FINGERPRINT = bytes(range(32))
N = TypeVar("N")


@dataclass
class Guest:
    """A session, its connection at the room (0: none), and all that it told its screen."""

    session: Session
    client: int = 0
    inbox: list[HostMessage] = field(default_factory=list)
    told: list[tuple[Notice, Known]] = field(default_factory=list)
    welcomed: bool = False

    @property
    def known(self) -> Known:
        return self.session.known

    def heard(self, kind: type[N]) -> list[N]:
        """All notices of a kind, oldest first."""
        return [notice for notice, _ in self.told if isinstance(notice, kind)]


class Evening:
    """One table and its guests. `settle` lets every message arrive; ``tamper`` may change what the host says."""

    def __init__(self, *, pin: str = "", seed: int = 1, settings: TableSettings | None = None) -> None:
        self.rng = random.Random(seed)
        plain = TableSettings("t", rules=PRESETS["nepal"], bot_pause_ms=0, grace=5, locked=bool(pin))
        identity = TableIdentity(TABLE_ID, 1, FINGERPRINT, pin=pin)
        self.room = Room(identity, settings or plain, self.rng.randbytes, self.rng.randbytes)
        self.now = 100.0
        self.guests: list[Guest] = []
        self.clients: dict[int, Guest] = {}
        self.thoughts: list[Think] = []
        self.tamper: Callable[[HostMessage], HostMessage] = lambda message: message
        self.count = 0

    def guest(self, name: str, wish: Wish = Wish.SEAT, pin: str = "") -> Guest:
        """Somebody who has not come yet."""
        target = Target(("10.77.0.11",), 7468, TABLE_ID)
        key = SeatKey(self.rng.randbytes(32))
        session = Session(key, name, wish, target, self.rng.randbytes, pin=pin, first_request_id=1)
        guest = Guest(session)
        self.guests.append(guest)
        return guest

    def arrive(self, guest: Guest) -> None:
        """A new connection, and all that follows."""
        self.connect(guest)
        self.settle()

    def connect(self, guest: Guest) -> None:
        """A new connection up to the hello, which is not delivered yet."""
        self.count += 1
        guest.client, guest.inbox = self.count, []
        self.clients[guest.client] = guest
        self.apply(self.room.connected(guest.client, "10.77.0.12", self.now))
        greeting = guest.inbox.pop(0)
        assert isinstance(greeting, Greeting)
        assert guest.session.judge(greeting, FINGERPRINT) is None
        guest.session.begin(greeting, FINGERPRINT)

    def cut(self, guest: Guest) -> None:
        """The connection breaks: whatever is on its way is lost, in both directions."""
        self.clients.pop(guest.client, None)
        guest.session.take_replies()
        guest.inbox = []
        self.apply(self.room.dropped(guest.client, self.now))
        guest.client = 0
        guest.session.lost(None, self.now)

    def apply(self, effects: tuple[Effect, ...]) -> None:
        for effect in effects:
            match effect:
                case Send(client, message) if client in self.clients:
                    self.check_order(self.clients[client], message)
                    self.clients[client].inbox.append(self.tamper(message))
                case Close(client, reason) if client in self.clients:
                    self.clients[client].inbox.append(Closing(reason))
                case Think():
                    self.thoughts.append(effect)
                case _:
                    pass

    def check_order(self, guest: Guest, message: HostMessage) -> None:
        """Before the welcome only the door speaks: the connection would refuse to carry anything else."""
        if isinstance(message, Greeting):
            guest.welcomed = False
        elif isinstance(message, Welcome):
            guest.welcomed = True
        elif not guest.welcomed:
            assert isinstance(message, PinChallenge | Knocking | EpochClaimed), f"{message} before the welcome"

    def step(self) -> bool:
        """One message is delivered; False if there is none."""
        for guest in self.guests:
            if guest.inbox:
                guest.session.receive(guest.inbox.pop(0), self.now)
                guest.told += guest.session.take_notices()
                return True
            if guest.client and (replies := guest.session.take_replies()):
                self.hand_in(guest, replies)
                return True
        if self.thoughts:
            thought = self.thoughts.pop(0)
            move = choose(thought.level, thought.view, random.Random(thought.seed))
            self.apply(self.room.bot_chose(thought.turn, move, self.now))
            return True
        return False

    def hand_in(self, guest: Guest, replies: tuple[ClientMessage, ...]) -> None:
        for reply in replies:
            self.apply(self.room.received(guest.client, reply, self.now))

    def settle(self) -> None:
        """Every message arrives."""
        while self.step():
            pass
        for guest in self.guests:
            guest.told += guest.session.take_notices()

    def wait(self, seconds: float) -> None:
        """Time passes; the room is told."""
        self.now += seconds
        self.apply(self.room.tick(self.now))
        self.settle()

    def full_table(self) -> list[Guest]:
        """Four guests who sit; nobody has started."""
        guests = [self.guest(name) for name in ("Rafi", "Mitu", "Ana", "Tom")]
        for guest in guests:
            self.arrive(guest)
        return guests

    def started(self) -> list[Guest]:
        """Four guests in the first deal."""
        guests = self.full_table()
        guests[0].session.request(StartMatch(0))
        self.settle()
        return guests

    def move(self) -> bool:
        """Whoever's turn it is asks for a move, or somebody says ready; False when there is nothing to ask for."""
        for guest in self.guests:
            known = guest.known
            if known.seating is None or known.pending is not None or guest.session.over:
                continue
            if known.seating.stage is Stage.PLAYING and known.view is not None and known.view.my_turn:
                move = choose("medium", known.view, random.Random(0))
                guest.session.request(SubmitMove(0, known.view.table.moves, move))
                return True
            you = known.seating.you
            if known.seating.stage is Stage.BETWEEN and you is not None and not known.seating.seats[you].ready:
                guest.session.request(SetReady(0, ready=True))
                return True
        return False

    def play_on(self, moves: int = 10_000) -> None:
        """So many moves, or until the match is over."""
        self.settle()
        for _ in range(moves):
            if not self.move():
                break
            self.settle()
