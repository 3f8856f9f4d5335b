"""A room with people made of messages: no socket, a clock that is set by hand, dice with a seed."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

from lanbridge.bots import choose
from lanbridge.engine import DealName, Event, Move, Seat, SeatView, commit
from lanbridge.host.effects import Close, Effect, MatchFinished, RememberEvents, Send, Shut, Think
from lanbridge.host.identity import TableIdentity
from lanbridge.host.room import Room
from lanbridge.protocol.codec import encode
from lanbridge.protocol.connection import Connection, Side
from lanbridge.protocol.framing import frame
from lanbridge.protocol.handshake import SeatKey, hello_text
from lanbridge.protocol.messages import (
    PROTOCOL_VERSION,
    Accepted,
    Bye,
    ClientMessage,
    CloseReason,
    Commit,
    Commitments,
    Greeting,
    Hello,
    HostMessage,
    PinAnswer,
    PinChallenge,
    Rejected,
    Request,
    Reveal,
    Seating,
    SetReady,
    ShuffleOpened,
    Stage,
    StartMatch,
    SubmitMove,
    Update,
    Welcome,
    Wish,
)
from lanbridge.protocol.pin import ENTROPY_BYTES, ClientPin
from lanbridge.protocol.table_settings import TableSettings

TABLE_ID = bytes(range(16))
FINGERPRINT = bytes(range(32))

T = TypeVar("T")


@dataclass
class Player:
    """Somebody with a key and a connection; remembers every message that came, and every byte."""

    name: str
    key: SeatKey
    client: int = 0
    address: str = "10.77.0.12"
    heard: list[HostMessage] = field(default_factory=list)
    wire: bytearray = field(default_factory=bytearray)
    closed: CloseReason | None = None
    commits: bool = True
    reveals: bool = True
    requests: int = 0
    connection: Connection = field(default_factory=lambda: Connection(Side.HOST, 0.0))
    pin: ClientPin | None = None

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
    """A room, its people, a clock; bots answer when they are let (`let_bots_play`).

    Every message passes through the protocol's own connection: one out of its limits or its turn fails the test.
    """

    def __init__(
        self, settings: TableSettings | None = None, *, owner: bool = True, pin: str = "", seed: int = 1
    ) -> None:
        self.now = 100.0
        self.rng = random.Random(seed)
        self.mail: deque[tuple[Player, ClientMessage]] = deque()
        self.owner = self.player("Rafi")
        key = self.owner.key.public if owner else b""
        self.identity = TableIdentity(TABLE_ID, 1, FINGERPRINT, key, pin)
        plain = TableSettings("Rafi's table", bots="medium", bot_pause_ms=0, locked=bool(pin))
        self.room = Room(self.identity, settings or plain, self.dice, self.entropy)
        self.people: dict[int, Player] = {}
        self.thoughts: list[Think] = []
        self.history: list[Event] = []
        self.finished = 0
        self.shut = False
        self.clients = 0
        self.beats = 1000.0

    def dice(self, count: int) -> bytes:
        """Random bytes for the room."""
        return self.rng.randbytes(count)

    def entropy(self, count: int) -> bytes:
        """Random bytes for nonces."""
        return self.rng.randbytes(count)

    def player(self, name: str) -> Player:
        """Somebody new, not connected yet."""
        return Player(name, SeatKey(self.rng.randbytes(32)))

    def connect(self, player: Player) -> Greeting:
        """A new connection of the player's; the greeting it got."""
        self.clients += 1
        player.client, player.closed = self.clients, None
        player.connection = Connection(Side.HOST, self.beats)
        self.people[self.clients] = player
        self.apply(self.room.connected(player.client, player.address, self.now))
        return player.last(Greeting)

    def join(self, player: Player, wish: Wish = Wish.SEAT, pin: str = "") -> Player:
        """Connect and say hello, with a PIN if one is given."""
        self.say(player, self.hello(player, self.connect(player), wish, pin))
        return player

    def hello(self, player: Player, greeting: Greeting, wish: Wish = Wish.SEAT, pin: str = "") -> Hello:
        """A hello in answer to this greeting."""
        text = hello_text(greeting.table_id, greeting.epoch, greeting.nonce, FINGERPRINT)
        key = player.key.public
        player.pin = ClientPin(pin, key, FINGERPRINT, self.rng.randbytes(ENTROPY_BYTES)) if pin else None
        share = player.pin.share if player.pin is not None else b""
        return Hello(PROTOCOL_VERSION, player.name, key, player.key.sign(text), wish, share)

    def newcomer(self, name: str, wish: Wish = Wish.SEAT) -> Player:
        """Somebody new who has joined."""
        return self.join(self.player(name), wish)

    def say(self, player: Player, message: ClientMessage) -> None:
        """The player's message reaches the room, and so do the answers that programs give to what comes back."""
        self.mail.append((player, message))
        self.apply(())

    def bye(self, player: Player) -> None:
        """The player leaves in order."""
        self.say(player, Bye())
        self.drop(player)

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
        self.people.pop(player.client, None)
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
            self.let_bot_play()

    def let_bot_play(self) -> None:
        """The oldest waiting bot answers."""
        thought = self.thoughts.pop(0)
        move = choose(thought.level, thought.view, random.Random(thought.seed))
        self.apply(self.room.bot_chose(thought.turn, move, self.now))

    def stage(self) -> Stage:
        """What the table is doing."""
        return self.room.desk.stage

    def here(self) -> list[Player]:
        """Those who are let in and connected."""
        return [player for client, player in self.people.items() if client in self.room.desk.people]

    def to_move(self) -> Player | None:
        """The connected person whose turn it is."""
        if self.stage() is not Stage.PLAYING:
            return None
        return next((player for player in self.here() if player.seat is not None and player.view.my_turn), None)

    def play_turn(self) -> bool:
        """One call or card by whoever's turn it is, chosen by rule; False when nobody can move."""
        self.let_bots_play()
        player = self.to_move()
        if player is None:
            return False
        assert isinstance(self.move(player, choose("medium", player.view, random.Random(0))), Accepted)
        return True

    def play_until(self, reached: Callable[[], bool]) -> None:
        """Play on, bots in single steps, until something is so."""
        while not reached():
            if self.thoughts:
                self.let_bot_play()
            else:
                assert self.play_turn()

    def play_deal(self) -> None:
        """Everybody plays until the table waits for something else."""
        while self.play_turn():
            pass

    def play_on(self, deals: int = 1) -> None:
        """So many deals from the waiting room or from between deals, everybody ready each time."""
        for _ in range(deals):
            self.play_deal()
            self.everybody_ready()

    def everybody_ready(self) -> None:
        """All connected seated people say that they are ready."""
        for player in self.here():
            if player.seat is not None:
                self.ask(player, lambda number: SetReady(number, ready=True))

    def apply(self, effects: tuple[Effect, ...]) -> None:
        """Carry out what the room wants, then deliver what the players' programs answer, in order."""
        for effect in effects:
            self._do(effect)
        while self.mail:
            player, message = self.mail.popleft()
            self.beats += 1
            for heard in player.connection.receive(frame(encode(message)), self.beats):
                assert isinstance(heard, ClientMessage)
                for effect in self.room.received(player.client, heard, self.now):
                    self._do(effect)

    def _do(self, effect: Effect) -> None:
        match effect:
            case Send() if effect.client in self.people:
                self._hear(self.people[effect.client], effect.message)
            case Close() if effect.client in self.people:
                player = self.people.pop(effect.client)
                if player.client == effect.client:
                    player.closed = effect.reason
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
        player.connection.send(message)
        player.wire += player.connection.take_bytes()
        player.heard.append(message)
        match message:
            case PinChallenge() if player.pin is not None:
                self.mail.append((player, PinAnswer(player.pin.answer(message.share))))
            case ShuffleOpened() if player.commits and player.seat in message.participants:
                self.mail.append((player, self._commit(player, message)))
            case Commitments() if player.reveals and player.seat is not None:
                secret = player.secret(DealName(TABLE_ID, message.deal, message.attempt))
                self.mail.append((player, Reveal(message.deal, message.attempt, secret)))
            case _:
                pass

    def _commit(self, player: Player, opened: ShuffleOpened) -> Commit:
        seat, name = player.seat, DealName(TABLE_ID, opened.deal, opened.attempt)
        assert seat is not None
        return Commit(opened.deal, opened.attempt, commit(name, seat, player.secret(name)))
