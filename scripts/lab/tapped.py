"""A match over TLS on loopback with four bots and a spectator; every frame is kept as the client decrypted it."""

from __future__ import annotations

import asyncio
import random
import secrets
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar, Final
from unittest import mock

from lanbridge.bots import choose
from lanbridge.client import dial
from lanbridge.client.bot_player import BotPlayer
from lanbridge.client.ports import Target
from lanbridge.client.session import Session
from lanbridge.engine import SEATS, Event
from lanbridge.engine.record import Dealing
from lanbridge.host import seating
from lanbridge.host.bot_seats import BotSeats
from lanbridge.host.effects import Remember, RememberEvents
from lanbridge.host.identity import TableIdentity
from lanbridge.host.room import Room
from lanbridge.host.server import TableServer, tls_context
from lanbridge.protocol.codec import MOST_HOST_BYTES
from lanbridge.protocol.connection import Connection, Side
from lanbridge.protocol.framing import FrameBuffer
from lanbridge.protocol.handshake import SeatKey
from lanbridge.protocol.messages import Message, Wish
from lanbridge.protocol.table_settings import TableSettings
from lanbridge.settings import Places, Profile, open_profile

LOOPBACK: Final = "127.0.0.1"
MATCH_SECONDS: Final = 120.0


class Tap(Connection):
    """A client's connection that keeps every byte it is given: what TLS has decrypted."""

    taps: ClassVar[list[Tap]] = []

    def __init__(self, side: Side, now: float) -> None:
        super().__init__(side, now)
        self.heard = bytearray()
        self.taps.append(self)

    def receive(self, data: bytes, now: float) -> tuple[Message, ...]:
        """As the connection does, after keeping the bytes."""
        self.heard += data
        return super().receive(data, now)

    def frames(self) -> tuple[bytes, ...]:
        """All frame bodies that came."""
        return tuple(FrameBuffer(MOST_HOST_BYTES).feed(bytes(self.heard)))


@dataclass
class _Told:
    """Stands where the journal stands, and keeps the events in the order in which they were told."""

    told: list[tuple[Event, ...]] = field(default_factory=list)

    def append(self, entries: tuple[Remember, ...]) -> None:
        """Keep the events."""
        self.told += [entry.events for entry in entries if isinstance(entry, RememberEvents)]


@dataclass(frozen=True)
class TappedMatch:
    """What each client heard, by connection, and the truth about the match."""

    heard: tuple[tuple[bytes, ...], ...]
    told: tuple[tuple[Event, ...], ...]
    dealings: tuple[Dealing, ...]


def tapped_match(settings: TableSettings, seed: int) -> TappedMatch:
    """One match of four bots and a spectator over TLS on loopback, to its end."""
    Tap.taps.clear()
    with mock.patch.object(dial, "Connection", Tap), tempfile.TemporaryDirectory() as folder:
        profile = open_profile(Places.under(Path(folder)))
        try:
            told, dealings = asyncio.run(_evening(profile, settings, seed))
        finally:
            profile.release()
    return TappedMatch(tuple(tap.frames() for tap in Tap.taps), told, dealings)


async def _evening(
    profile: Profile, settings: TableSettings, seed: int
) -> tuple[tuple[tuple[Event, ...], ...], tuple[Dealing, ...]]:
    dice, told, bots = random.Random(seed), _Told(), BotSeats()
    identity = TableIdentity(secrets.token_bytes(16), 1, profile.fingerprint)
    room = Room(identity, settings, dice.randbytes, secrets.token_bytes)
    server = TableServer(room, tls_context(profile.certificate, profile.private_key), bots, told)
    await server.start(0, LOOPBACK)
    server.on_card = lambda: _start_when_full(server)
    target = Target((LOOPBACK,), server.port, identity.table_id, profile.fingerprint)
    wishes = [Wish.WATCH, *[Wish.SEAT] * 4]
    try:
        async with asyncio.timeout(MATCH_SECONDS):
            await asyncio.gather(*(_player(target, wish, dice).run() for wish in wishes))
    finally:
        await server.close()
    return tuple(told.told), room.desk.match.dealings


def _start_when_full(server: TableServer) -> None:
    desk = server.room.desk
    if desk.game is None and len(seating.present_humans(desk.chairs)) == len(SEATS):
        server.post(server.room.start)


def _player(target: Target, wish: Wish, dice: random.Random) -> BotPlayer:
    session = Session(SeatKey(secrets.token_bytes(32)), f"Bot {dice.random():.4f}", wish, target, secrets.token_bytes)
    return BotPlayer(session, lambda view: choose("medium", view, dice), clock=time.monotonic, dice=dice.random)
