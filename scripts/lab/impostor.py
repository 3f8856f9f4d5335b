"""Somebody on the network who has no seat and claims the table that is there: `impostor.py OWN_ADDRESS`, until ended.

It answers every lobby's question with later epochs of the table, with exact copies of the cards of its true hosts,
also under another name, and with good-byes for them; it says the same by multicast DNS, and takes back what the true
hosts say there. Behind the claims stand a host that greets and is silent, one that shows a claim signed by no seat,
one that never gets as far as TLS, and one that is no table.
Twice a second it prints one JSON object of what it has said so far.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import secrets
import socket
import sys
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final, TypeAlias

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from zeroconf import ServiceBrowser, ServiceStateChange, Zeroconf

from lab.flood import MDNS, goodbye, record_of
from lanbridge.host.server import tls_context
from lanbridge.lan.adapters import adapters
from lanbridge.lan.udp import listening_sockets, receive, send, send_to_all
from lanbridge.protocol.advert import SERVICE_TYPE, TableCard
from lanbridge.protocol.beacon import BEACON_PORT, BeaconAnswer, BeaconGone, BeaconQuery, decode_beacon, encode_beacon
from lanbridge.protocol.connection import Connection, Side
from lanbridge.protocol.errors import ProtocolError
from lanbridge.protocol.handshake import SeatKey
from lanbridge.protocol.messages import PROTOCOL_VERSION, Claim, EpochClaimed, Greeting
from lanbridge.protocol.succession import endorsed
from lanbridge.settings import Places, open_profile

ANNOUNCE_SECONDS: Final = 0.5
STEP_SECONDS: Final = 0.02
GOODBYE_EVERY: Final = 5
"""Questions that are answered with a good-bye, too: it takes the claims off a list as well."""
OTHER_NAME: Final = "Free coffee"
LAST_EPOCH: Final = 2**31 - 1
Serve: TypeAlias = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


@dataclass
class Impostor:
    """What it claims and has said. ``copied`` are the cards of the table's true hosts, by certificate."""

    own: str
    table_id: bytes = b""
    """Of the first table that it has heard of."""
    claims: list[TableCard] = field(default_factory=list)
    copied: dict[bytes, TableCard] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    """Multicast DNS: our instance for each card, by what the card says."""
    theirs: set[str] = field(default_factory=set)
    said: Counter[str] = field(default_factory=Counter)

    async def run(self) -> None:
        """Claim the table until cancelled."""
        profile = open_profile(Places.of_this_system())
        self.tls = tls_context(profile.certificate, profile.private_key)
        self.fingerprint = profile.fingerprint
        self.key = SeatKey(profile.seat_key)
        listening = listening_sockets()
        zeroconf = Zeroconf()
        browser = ServiceBrowser(zeroconf, SERVICE_TYPE, handlers=[self._heard_name])
        try:
            await asyncio.gather(self._answer(listening), self._claim(listening))
        finally:
            browser.cancel()
            zeroconf.close()

    # --- the hosts behind the claims

    async def _open_hosts(self) -> None:
        """Each claims an epoch; the copy of the true card leads to the first, on the port that true hosts have."""
        await self._host(2, self._silent, BEACON_PORT)
        await self._host(2, self._silent)
        await self._host(3, self._unproven)
        await self._host(8, self._never_tls, secure=False)
        await self._host(LAST_EPOCH, self._no_table, secure=False)

    async def _host(
        self, epoch: int, serve: Callable[[int], Serve], port: int | None = None, *, secure: bool = True
    ) -> None:
        tls = self.tls if secure else None
        server = await asyncio.start_server(serve(epoch), "0.0.0.0", port or 0, ssl=tls)  # noqa: S104 - for the lab's LAN
        at: int = server.sockets[0].getsockname()[1]
        card = TableCard(
            self.table_id, epoch, "Claimed", "nepal", (), 4, True, False, True, PROTOCOL_VERSION, at, self.fingerprint
        )
        self.claims.append(card)

    def _greeting(self, epoch: int) -> Connection:
        connection = Connection(Side.HOST, 0.0)
        connection.send(Greeting(PROTOCOL_VERSION, self.table_id, epoch, secrets.token_bytes(32), locked=False))
        return connection

    def _silent(self, epoch: int) -> Serve:
        async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            self.said["called"] += 1
            writer.write(self._greeting(epoch).take_bytes())
            await _until_gone(reader, writer)

        return serve

    def _unproven(self, epoch: int) -> Serve:
        """Its claim is signed by a key that has no seat, and lists every voter it likes."""

        async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            self.said["called"] += 1
            connection = self._greeting(epoch)
            claim = Claim(self.table_id, epoch, self.key.public, self.fingerprint, 1, bytes(32))
            friends = [SeatKey(secrets.token_bytes(32)) for _ in range(3)]
            signed = tuple(endorsed(claim, key) for key in (self.key, *friends))
            voters = tuple(given.key for given in signed)
            connection.send(EpochClaimed(claim, signed, voters))
            writer.write(connection.take_bytes())
            await _until_gone(reader, writer)

        return serve

    def _never_tls(self, _: int) -> Serve:
        async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            self.said["called"] += 1
            await _until_gone(reader, writer)

        return serve

    def _no_table(self, _: int) -> Serve:
        async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            self.said["called"] += 1
            writer.write(b"HTTP/1.1 400 Bad Request\r\n\r\n")
            await _until_gone(reader, writer)

        return serve

    # --- what it says

    def _cards(self) -> list[TableCard]:
        """In another order each time: a lobby keeps only a few hosts that answer from one address."""
        copies = list(self.copied.values())
        cards = [*self.claims, *copies, *(replace(card, name=OTHER_NAME, playing=False) for card in copies)]
        return random.sample(cards, len(cards))

    async def _answer(self, listening: tuple[socket.socket, ...]) -> None:
        """Every question gets all claims, copies and good-byes, from the place where questions are heard."""
        while True:
            await asyncio.sleep(STEP_SECONDS)
            for sock in listening:
                while (found := receive(sock)) is not None:
                    self._hear(*found, sock)

    def _hear(self, datagram: bytes, source: tuple[str, int], sock: socket.socket) -> None:
        with contextlib.suppress(ProtocolError, OSError):
            told = decode_beacon(datagram)
            if isinstance(told, BeaconQuery) and self.claims:
                for card in self._cards():
                    send((sock,), source, encode_beacon(BeaconAnswer(told.nonce, card)))
                    self.said["answers"] += 1
                self.said["questions"] += 1
                if not self.said["questions"] % GOODBYE_EVERY:
                    send((sock,), source, encode_beacon(BeaconGone(told.nonce, self.table_id)))
                    self.said["goodbyes"] += 1
            elif isinstance(told, BeaconAnswer) and told.card.fingerprint != self.fingerprint:
                self.table_id = self.table_id or told.card.table_id
                self.copied[told.card.fingerprint] = told.card

    def _heard_name(self, zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange) -> None:
        del zeroconf, service_type, state_change
        instance = name.partition(".")[0]
        if instance not in self.names.values():
            self.theirs.add(instance)

    async def _claim(self, listening: tuple[socket.socket, ...]) -> None:
        """Ask who hosts, copy the newest cards, claim the table."""
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
            sender.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(self.own))
            while True:
                send_to_all(listening, adapters(), encode_beacon(BeaconQuery(secrets.token_bytes(8))))
                if self.table_id and not self.claims:
                    await self._open_hosts()
                self._announce(sender)
                told = {"table": self.table_id.hex(), "copied": len(self.copied), "claims": len(self._cards())}
                print(json.dumps({**told, **self.said}), flush=True)
                await asyncio.sleep(ANNOUNCE_SECONDS)

    def _announce(self, sender: socket.socket) -> None:
        """The same by multicast DNS: records of all cards, good-byes for copies and for what true hosts announce."""
        for card in self._cards():
            instance = self.names.setdefault(f"{card.name} {card.epoch} {card.port}", secrets.token_hex(8))
            self._send(sender, "records", record_of(card, instance, [self.own]))
            if card.fingerprint in self.copied:
                self._send(sender, "goodbyes", goodbye(instance))
        for instance in tuple(self.theirs):
            self._send(sender, "goodbyes", goodbye(instance))

    def _send(self, sender: socket.socket, what: str, datagram: bytes) -> None:
        with contextlib.suppress(OSError):
            sender.sendto(datagram, MDNS)
            self.said[what] += 1


async def _until_gone(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError):
        while await reader.read(65536):
            pass
    writer.close()


if __name__ == "__main__":
    asyncio.run(Impostor(sys.argv[1]).run())
