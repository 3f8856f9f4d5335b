"""A room with people made of messages: no socket, a clock that is set by hand, dice with a seed."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

from lanbridge.bots import choose
from lanbridge.engine import HOST, SHARE_BYTES, DealName, Event, Move, Seat, SeatView, commit
from lanbridge.host.effects import Close, Effect, MatchFinished, RememberEvents, Send, Shut, Think
from lanbridge.host.identity import TableIdentity
from lanbridge.host.room import Room
from lanbridge.protocol.handshake import SeatKey, hello_text
from lanbridge.protocol.messages import (
    PROTOCOL_VERSION,
    Accepted,
    ClientMessage,
    CloseReason,
    Commit,
    Commitments,
    Greeting,
    Hello,
    HostMessage,
    Rejected,
    Request,
    Reveal,
    Seating,
    SetReady,
    ShuffleOpened,
    StartMatch,
    SubmitMove,
    Update,
    Welcome,
    Wish,
)
from lanbridge.protocol.table_settings import TableSettings

TABLE_ID = bytes(range(16))
FINGERPRINT = bytes(range(32))

T = TypeVar("T")


@dataclass
class Player:
    """Somebody with a key and a connection; remembers every message that came."""

    name: str
    key: SeatKey
    client: int = 0
    heard: list[HostMessage] = field(default_factory=list)
    closed: CloseReason | None = None
    reveals: bool = True
    requests: int = 0

    def all(self, kind: type[T]) -> list[T]:
        """All messages of a kind, oldest first."""
        return [message for message in self.heard if isinstance(message, kind)]

    def last(self, kind: type[T]) -> T:
        """The newest message of a kind."""
        return self.all(kind)[-1]

    @property
    def view(self) -> SeatView:
        """The newest view."""
        shown = [message.view for message in self.heard if isinstance(message, Update | Welcome)]
        view = shown[-1]
        assert view is not None
        return view

    @property
    def seating(self) -> Seating:
        """The newest seating."""
        told = [m if isinstance(m, Seating) else m.seating for m in self.heard if isinstance(m, Seating | Welcome)]
        return told[-1]

    @property
    def seat(self) -> Seat | None:
        """The seat that this player has, as far as they know."""
        return self.seating.you

    def secret(self, name: DealName) -> bytes:
        """This player's share of a deal; the same each time it is asked for."""
        return commit(name, 0, self.key.private)


class FakeTable:
    """A room, its people, a clock; bots answer when they are let (`let_bots_play`)."""

    def __init__(
        self, settings: TableSettings | None = None, *, owner: bool = True, pin: str = "", seed: int = 1
    ) -> None:
        self.now = 100.0
        self.rng = random.Random(seed)
        self.owner = self.player("Rafi")
        key = self.owner.key.public if owner else b""
        self.identity = TableIdentity(TABLE_ID, 1, FINGERPRINT, key, pin)
        plain = TableSettings("Rafi's table", bots="medium", bot_pause_ms=0, locked=bool(pin))
        self.room = Room(self.identity, settings or plain, self.rng.randbytes, self.rng.randbytes)
        self.people: dict[int, Player] = {}
        self.thoughts: list[Think] = []
        self.history: list[Event] = []
        self.finished = 0
        self.shut = False
        self.clients = 0

    def player(self, name: str) -> Player:
        """Somebody new, not connected yet."""
        return Player(name, SeatKey(self.rng.randbytes(32)))

    def connect(self, player: Player, address: str = "10.77.0.12") -> Greeting:
        """A new connection of the player's; the greeting it got."""
        self.clients += 1
        player.client, player.closed = self.clients, None
        self.people[self.clients] = player
        self.apply(self.room.connected(player.client, address, self.now))
        return player.last(Greeting)

    def join(
        self, player: Player, wish: Wish = Wish.SEAT, address: str = "10.77.0.12", version: int = PROTOCOL_VERSION
    ) -> Player:
        """Connect and say hello."""
        greeting = self.connect(player, address)
        text = hello_text(greeting.table_id, greeting.epoch, greeting.nonce, FINGERPRINT)
        self.say(player, Hello(version, player.name, player.key.public, player.key.sign(text), wish))
        return player

    def newcomer(self, name: str, wish: Wish = Wish.SEAT) -> Player:
        """Somebody new who has joined."""
        return self.join(self.player(name), wish)

    def say(self, player: Player, message: ClientMessage) -> None:
        """The player's message reaches the room."""
        self.apply(self.room.received(player.client, message, self.now))

    def ask(self, player: Player, make: Callable[[int], Request]) -> Accepted | Rejected:
        """Ask for something under a fresh request id; the answer."""
        player.requests += 1
        self.say(player, make(player.requests))
        answers = [m for m in player.heard if isinstance(m, Accepted | Rejected) and m.request_id == player.requests]
        return answers[-1]

    def move(self, player: Player, move: Move) -> Accepted | Rejected:
        """Submit a move for the present turn."""
        turn = player.view.table.moves
        return self.ask(player, lambda number: SubmitMove(number, turn, move))

    def drop(self, player: Player) -> None:
        """The player's connection breaks."""
        del self.people[player.client]
        self.apply(self.room.dropped(player.client, self.now))

    def wait(self, seconds: float) -> None:
        """Time passes in one step."""
        self.now += seconds
        self.apply(self.room.tick(self.now))

    def wait_for_deadline(self) -> None:
        """Time passes until the room wants to be told."""
        at = self.room.deadline()
        assert at is not None
        self.now = max(self.now, at)
        self.apply(self.room.tick(self.now))

    def start(self, *others: str) -> list[Player]:
        """The owner and these others sit down and the owner starts; the pack is dealt."""
        players = [self.join(self.owner), *(self.newcomer(name) for name in others)]
        assert isinstance(self.ask(self.owner, StartMatch), Accepted)
        return players

    def let_bots_play(self) -> None:
        """Bots move until a person has to."""
        while self.thoughts:
            thought = self.thoughts.pop(0)
            move = choose(thought.level, thought.view, random.Random(thought.seed))
            self.apply(self.room.bot_chose(thought.turn, move, self.now))

    def play_turn(self) -> bool:
        """One call or card by whoever's turn it is, chosen by rule; False when nobody can move."""
        self.let_bots_play()
        for player in self.people.values():
            if player.closed is None and player.heard and player.seat is not None and player.view.my_turn:
                move = choose("medium", player.view, random.Random(0))
                assert isinstance(self.move(player, move), Accepted)
                return True
        return False

    def play_deal(self) -> None:
        """Everybody plays until the table waits for something else."""
        while self.play_turn():
            pass

    def everybody_ready(self) -> None:
        """All connected seated people say that they are ready."""
        for player in list(self.people.values()):
            if player.closed is None and player.seat is not None:
                self.ask(player, lambda number: SetReady(number, ready=True))

    def apply(self, effects: tuple[Effect, ...]) -> None:
        """Carry out what the room wants."""
        for effect in effects:
            match effect:
                case Send() if effect.client in self.people:
                    self._hear(self.people[effect.client], effect.message)
                case Close() if effect.client in self.people:
                    self.people.pop(effect.client).closed = effect.reason
                case Think():
                    self.thoughts.append(effect)
                case RememberEvents():
                    self.history += effect.events
                case MatchFinished():
                    self.finished += 1
                case Shut():
                    self.shut = True
                case _:
                    pass

    def _hear(self, player: Player, message: HostMessage) -> None:
        player.heard.append(message)
        if isinstance(message, ShuffleOpened) and player.seat in message.participants:
            self._commit(player, message)
        elif isinstance(message, Commitments) and player.reveals and player.seat is not None:
            name = DealName(TABLE_ID, message.deal, message.attempt)
            self.say(player, Reveal(message.deal, message.attempt, player.secret(name)))

    def _commit(self, player: Player, opened: ShuffleOpened) -> None:
        seat = player.seat
        assert seat is not None
        assert seat != HOST
        name = DealName(TABLE_ID, opened.deal, opened.attempt)
        assert len(player.secret(name)) == SHARE_BYTES
        self.say(player, Commit(opened.deal, opened.attempt, commit(name, seat, player.secret(name))))
