"""A whole evening in one process: a room and five sessions, every frame on every wire kept. No socket, no clock."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from lanbridge.bots import choose
from lanbridge.client.bot_player import must_move, say_ready
from lanbridge.client.known import Link
from lanbridge.client.ports import Target
from lanbridge.client.session import Session
from lanbridge.engine import Event
from lanbridge.host.effects import Close, Effect, RememberEvents, Send, Think
from lanbridge.host.identity import TableIdentity
from lanbridge.host.room import Room
from lanbridge.protocol.codec import decode_host, encode
from lanbridge.protocol.handshake import SeatKey
from lanbridge.protocol.messages import Closing, Greeting, HostMessage, StartMatch, SubmitMove, Wish
from lanbridge.protocol.table_settings import TableSettings

FINGERPRINT: Final = bytes(32)
TABLE_ID: Final = bytes(16)
STEP_SECONDS: Final = 0.01
MOST_STEPS: Final = 20_000
"""Steps of one match of three deals are under a thousand."""


@dataclass
class Wire:
    """One client: its session, the number of its connection (0: none), and whether it only watches."""

    session: Session
    client: int = 0
    spectator: bool = False
    frames: list[bytes] = field(default_factory=list)


class Evening:
    """Four players and a spectator at one table; every frame is kept with its wire.

    ``spoil`` may change a message on its way to a client: a planted leak, to see that it is found.
    """

    def __init__(
        self,
        settings: TableSettings,
        seed: int,
        spoil: Callable[[Wire, HostMessage, Room], HostMessage] = lambda _wire, message, _room: message,
    ) -> None:
        self.dice = random.Random(seed)
        self.now = 0.0
        self.told: list[tuple[Event, ...]] = []
        self._spoil = spoil
        self._clients = 0
        self._effects: deque[Effect] = deque()
        self._wires: dict[int, Wire] = {}
        players = [self._wire(name, Wish.SEAT) for name in ("Amina", "Bikash", "Chandra", "Dilip")]
        owner = players[0].session.key.public
        identity = TableIdentity(TABLE_ID, 1, FINGERPRINT, owner)
        self.room = Room(identity, settings, self.dice.randbytes, self.dice.randbytes)
        self.wires = [*players, self._wire("Farida", Wish.WATCH)]
        self.wires[-1].spectator = True

    def _wire(self, name: str, wish: Wish) -> Wire:
        key = SeatKey(self.dice.randbytes(32))
        return Wire(Session(key, name, wish, Target(("here",), 1, TABLE_ID, FINGERPRINT), self.dice.randbytes))

    def play(self, drops: float = 0.0) -> None:
        """One match from joining to the last score; each step one connection breaks with probability ``drops``.

        Raises:
            TimeoutError: the match does not end.
        """
        for wire in self.wires:
            self._connect(wire)
        self.wires[0].session.request(StartMatch(0))
        for _ in range(MOST_STEPS):
            if self.room.desk.stage == "over" and not self._effects:
                return
            self._step(drops)
        message = "the match does not end"
        raise TimeoutError(message)

    def _step(self, drops: float) -> None:
        self.now += STEP_SECONDS
        if self.dice.random() < drops:
            self._drop(self.dice.choice(self.wires))
        self._take(self.room.tick(self.now))
        for wire in self.wires:
            self._act(wire)

    def _act(self, wire: Wire) -> None:
        if not wire.client:
            self._connect(wire)
        known = wire.session.known
        if known.pending is None and must_move(known) and known.view is not None:
            move = choose("medium", known.view, self.dice)
            wire.session.request(SubmitMove(0, known.view.table.moves, move))
        elif known.pending is None and (ready := say_ready(known)) is not None:
            wire.session.request(ready)
        self._send_replies(wire)

    def _connect(self, wire: Wire) -> None:
        self._clients += 1
        wire.client = self._clients
        self._wires[wire.client] = wire
        self._take(self.room.connected(wire.client, f"10.77.0.{wire.client % 250}", self.now))

    def _drop(self, wire: Wire) -> None:
        if wire.client:
            client, wire.client = wire.client, 0
            del self._wires[client]
            wire.session.lost(None, self.now)
            self._take(self.room.dropped(client, self.now))

    def _send_replies(self, wire: Wire) -> None:
        for reply in wire.session.take_replies():
            if wire.client:
                self._take(self.room.received(wire.client, reply, self.now))
        wire.session.take_notices()

    def _take(self, effects: tuple[Effect, ...]) -> None:
        self._effects.extend(effects)
        while self._effects:
            self._carry_out(self._effects.popleft())

    def _carry_out(self, effect: Effect) -> None:
        match effect:
            case Send() if effect.client in self._wires:
                self._deliver(self._wires[effect.client], effect.message)
            case Close() if effect.client in self._wires:
                wire = self._wires.pop(effect.client)
                wire.client = 0
                self._deliver(wire, Closing(effect.reason))
            case RememberEvents():
                self.told.append(effect.events)
            case Think():
                move = choose(effect.level, effect.view, random.Random(effect.seed))
                self._effects.extend(self.room.bot_chose(effect.turn, move, self.now))
            case _:
                pass

    def _deliver(self, wire: Wire, message: HostMessage) -> None:
        frame = encode(self._spoil(wire, message, self.room))
        heard = decode_host(frame)
        wire.frames.append(frame)
        if isinstance(heard, Closing):
            wire.session.close(heard.reason)
            return
        if wire.session.known.link is not Link.CLOSED:
            self._hear(wire, heard)

    def _hear(self, wire: Wire, message: HostMessage) -> None:
        if isinstance(message, Greeting):
            wire.session.begin(message, FINGERPRINT)
        else:
            wire.session.receive(message, self.now)
        self._send_replies(wire)
