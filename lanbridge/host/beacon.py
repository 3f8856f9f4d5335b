"""Answers "who hosts a table?" over UDP, in the thread of a lighthouse."""

from __future__ import annotations

import socket
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

from .lighthouse import Lighthouse

ANSWERS_A_SECOND: Final = 400
"""In all: a hall of forty lobbies asks forty times a second; more would only serve a flood."""
ANSWERS_EACH: Final = 20
"""To one address in a second: one lobby asks once, five times when packets are lost."""
MOST_ASKERS: Final = 512
MOST_QUERY_BYTES: Final = 32
"""A query has 15 bytes; whatever is longer is not looked at."""
GOODBYE_SECONDS: Final = 5.0
"""Whoever asked in the last seconds has a lobby open and is told when the table closes."""


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
    """Answers for one table until `stop`. Works without mDNS, without a default route and beside other tables.

    Tables of one program share a ``lighthouse``; a beacon without one has its own.
    """

    def __init__(
        self, card: TableCard, lighthouse: Lighthouse | None = None, *, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._card = card
        self._clock = clock
        self._lighthouse = lighthouse
        self._manners = Manners()
        self._listening: tuple[socket.socket, ...] = ()
        self._speaking: tuple[socket.socket, ...] = ()
        self._adapters: tuple[Adapter, ...] = ()

    def start(self) -> None:
        """Open the sockets that can be had and answer from now on."""
        self._speaking = speaking_sockets()
        self._listening = listening_sockets()
        self.follow(adapters())
        self._lighthouse = self._lighthouse or Lighthouse()
        self._lighthouse.add(self)

    @property
    def ports(self) -> tuple[int, ...]:
        """The UDP ports from which this table answers, and at which it can be asked alone."""
        return tuple(sock.getsockname()[1] for sock in self._speaking)

    @property
    def sockets(self) -> tuple[socket.socket, ...]:
        """All that are read for this table."""
        return (*self._listening, *self._speaking)

    def update(self, card: TableCard) -> None:
        """Tell this card from now on."""
        self._card = card

    def stop(self) -> None:
        """Say good-bye to those who look, and end. Never raises, never blocks for long."""
        if self.sockets and self._lighthouse is not None:
            self._lighthouse.remove(self)
            for sock in self.sockets:
                sock.close()
            self._listening = self._speaking = ()

    # --- in the lighthouse's thread

    def read(self, sock: socket.socket, most: int) -> int:
        """Take what has come, at most so many datagrams; how many of them are left."""
        while most > 0 and (found := receive(sock)) is not None:
            most -= 1
            self._hear(*found, sock)
        return most

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

    def follow(self, here: tuple[Adapter, ...]) -> None:
        """Hear those who ask on these adapters, too."""
        if here != self._adapters:
            self._adapters = here
            join_groups(self._listening, here)

    def say_goodbye(self) -> None:
        """To everybody who asked in the last seconds."""
        for source, nonce in self._manners.recent(self._clock()):
            send((*self._speaking, *self._listening), source, encode_beacon(BeaconGone(nonce, self._card.table_id)))
