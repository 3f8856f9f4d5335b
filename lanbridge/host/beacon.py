"""Answers "who hosts a table?" over UDP, from a plain thread: asyncio's UDP goes deaf on some systems."""

from __future__ import annotations

import contextlib
import selectors
import socket
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from lanbridge.lan.adapters import Adapter, adapters
from lanbridge.lan.udp import Source, join_groups, listening_sockets, receive, send, speaking_sockets
from lanbridge.protocol.advert import TableCard
from lanbridge.protocol.beacon import MAGIC, BeaconAnswer, BeaconGone, BeaconQuery, decode_beacon, encode_beacon
from lanbridge.protocol.errors import ProtocolError

ANSWERS_A_SECOND: Final = 400
"""In all: a hall of forty lobbies asks forty times a second; more would only serve a flood."""
ANSWERS_EACH: Final = 20
"""To one address in a second: one lobby asks once, five times when packets are lost."""
MOST_ASKERS: Final = 512
MOST_QUERY_BYTES: Final = 32
"""A query has 15 bytes; whatever is longer is not looked at."""
READS_A_TURN: Final = 2000
TURN_SECONDS: Final = 0.1
"""At most so many datagrams are taken in a turn, the rest is dropped: a flood costs a bounded share of one core."""
GOODBYE_SECONDS: Final = 5.0
"""Whoever asked in the last seconds has a lobby open and is told when the table closes."""
ADAPTERS_SECONDS: Final = 2.5
JOIN_SECONDS: Final = 2.0


@dataclass(slots=True)
class _Asker:
    nonce: bytes = b""
    asked_at: float = 0.0
    second: int = -1
    answers: int = 0


@dataclass(slots=True)
class Manners:
    """Who is answered: bounded in all, bounded for each address. Pure; times are monotonic seconds."""

    _askers: OrderedDict[str, _Asker] = field(default_factory=OrderedDict)
    _places: OrderedDict[Source, tuple[bytes, float]] = field(default_factory=OrderedDict)
    _second: int = -1
    _answers: int = 0

    def allows(self, address: str, now: float) -> bool:
        """Whether one more question from this address may be looked at."""
        second = int(now)
        if second != self._second:
            self._second, self._answers = second, 0
        asker = self._askers.setdefault(address, _Asker())
        self._askers.move_to_end(address)
        if len(self._askers) > MOST_ASKERS:
            self._askers.popitem(last=False)
        if asker.second != second:
            asker.second, asker.answers = second, 0
        asker.answers += 1
        return asker.answers <= ANSWERS_EACH and self._answers < ANSWERS_A_SECOND

    def answered(self, source: Source, nonce: bytes, now: float) -> None:
        """Remember who was told of the table, to say good-bye."""
        self._answers += 1
        self._places[source] = (nonce, now)
        self._places.move_to_end(source)
        if len(self._places) > MOST_ASKERS:
            self._places.popitem(last=False)

    def recent(self, now: float) -> list[tuple[Source, bytes]]:
        """Who asked in the last seconds, with the nonce of that question."""
        return [(source, nonce) for source, (nonce, at) in self._places.items() if now - at <= GOODBYE_SECONDS]


class Beacon:
    """Answers for one table until `stop`. Works without mDNS, without a default route and beside other tables."""

    def __init__(self, card: TableCard, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._card = card
        self._clock = clock
        self._manners = Manners()
        self._listening: tuple[socket.socket, ...] = ()
        self._speaking: tuple[socket.socket, ...] = ()
        self._adapters: tuple[Adapter, ...] = ()
        self._bell, self._ring = socket.socketpair()
        self._stopping = False
        self._thread = threading.Thread(target=self._run, name="lanbridge beacon", daemon=True)

    def start(self) -> None:
        """Open the sockets that can be had and answer from now on."""
        self._speaking = speaking_sockets()
        self._listening = listening_sockets()
        self._adapters = adapters()
        join_groups(self._listening, self._adapters)
        self._thread.start()

    @property
    def ports(self) -> tuple[int, ...]:
        """The UDP ports from which this table answers, and at which it can be asked alone."""
        return tuple(sock.getsockname()[1] for sock in self._speaking)

    def update(self, card: TableCard) -> None:
        """Tell this card from now on."""
        self._card = card

    def stop(self) -> None:
        """Say good-bye to those who look, and end. Never raises, never blocks for long."""
        self._stopping = True
        with contextlib.suppress(OSError):
            self._ring.send(b"!")
        if self._thread.is_alive():
            self._thread.join(JOIN_SECONDS)
        for sock in (*self._listening, *self._speaking, self._bell, self._ring):
            sock.close()

    def _run(self) -> None:
        with selectors.DefaultSelector() as selector:
            for sock in (*self._listening, *self._speaking, self._bell):
                selector.register(sock, selectors.EVENT_READ)
            looked_at = self._clock()
            while not self._stopping:
                self._turn(selector)
                if self._clock() - looked_at > ADAPTERS_SECONDS:
                    looked_at = self._clock()
                    self._follow_adapters()
        self._say_goodbye()

    def _turn(self, selector: selectors.BaseSelector) -> None:
        begun, left = self._clock(), READS_A_TURN
        for key, _ in selector.select(ADAPTERS_SECONDS):
            if isinstance(key.fileobj, socket.socket) and key.fileobj is not self._bell:
                left = self._read(key.fileobj, left)
        if left <= 0 and not self._stopping:
            time.sleep(max(0.0, TURN_SECONDS - (self._clock() - begun)))

    def _read(self, sock: socket.socket, left: int) -> int:
        while left > 0 and (found := receive(sock)) is not None:
            left -= 1
            self._hear(*found, sock)
        return left

    def _hear(self, datagram: bytes, source: Source, asked: socket.socket) -> None:
        now = self._clock()
        if len(datagram) > MOST_QUERY_BYTES or not datagram.startswith(MAGIC):
            return
        if not self._manners.allows(source[0], now):
            return
        try:
            query = decode_beacon(datagram)
        except ProtocolError:
            return
        if isinstance(query, BeaconQuery):
            self._manners.answered(source, query.nonce, now)
            answer = encode_beacon(BeaconAnswer(query.nonce, self._card))
            send(self._speaking, source, answer)
            if asked in self._listening:  # a firewall at the asker's lets in only what comes from where it asked
                send((asked,), source, answer)

    def _follow_adapters(self) -> None:
        now = adapters()
        if now != self._adapters:
            self._adapters = now
            join_groups(self._listening, now)

    def _say_goodbye(self) -> None:
        for source, nonce in self._manners.recent(self._clock()):
            send((*self._speaking, *self._listening), source, encode_beacon(BeaconGone(nonce, self._card.table_id)))
