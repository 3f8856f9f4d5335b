"""Sends rubbish to a laptop of the lab for some seconds, as fast as it can; prints how many datagrams went out.

Beacons that are none, cut, too long or of an unknown kind, questions in plenty, answers nobody asked for; and
multicast DNS answers with table records whose text is random. Without targets: records of tables that are in order
and do not exist, each claiming many addresses.
"""

from __future__ import annotations

import os
import random
import socket
import sys
import time
from collections.abc import Sequence
from itertools import cycle

from zeroconf._dns import DNSAddress, DNSPointer, DNSService, DNSText
from zeroconf._protocol.outgoing import DNSOutgoing
from zeroconf.const import (  # the wire's own
    _CLASS_IN,
    _FLAGS_AA,
    _FLAGS_QR_RESPONSE,
    _TYPE_A,
    _TYPE_PTR,
    _TYPE_SRV,
    _TYPE_TXT,
)

from lanbridge.protocol.advert import SERVICE_TYPE, TableCard, txt_of
from lanbridge.protocol.beacon import BEACON_PORT, MAGIC, BeaconGone, BeaconQuery, encode_beacon

MDNS = ("224.0.0.251", 5353)
RECORD_SECONDS = 120
VARIANTS = 200
"""Different records: each would be a row if it were believed."""
LOSE_TIME_EVERY = 50
"""Beacons between two records."""


ADDRESSES = 16
CLAIM_SECONDS = 0.005


def beacons() -> list[bytes]:
    """Datagrams for the beacon's port."""
    return [
        b"",
        os.urandom(15),
        os.urandom(1400),
        MAGIC,
        MAGIC + b"\xc1" + os.urandom(8),
        MAGIC + bytes([0x92, 1, 0xC4, 8]) + os.urandom(8),
        MAGIC + b"\xdd\xff\xff\xff\xff",
        encode_beacon(BeaconQuery(os.urandom(8))),
        encode_beacon(BeaconQuery(os.urandom(8)))[:-3],
        encode_beacon(BeaconGone(os.urandom(8), os.urandom(16))),
    ]


def records(dice: random.Random) -> list[bytes]:
    """Multicast DNS answers that name tables, with text that is none."""
    return [_record(dice.randbytes(8).hex(), _text(dice)) for _ in range(VARIANTS)]


def claims(dice: random.Random) -> list[bytes]:
    """Multicast DNS answers that name tables which are not there."""
    return [_claim(dice) for _ in range(VARIANTS)]


def _claim(dice: random.Random) -> bytes:
    table = TableCard(dice.randbytes(16), 1, "Rafi's table", "nepal", (), 1, False, False, True, 1, 7468, bytes(32))
    return record_of(table, dice.randbytes(8).hex(), [f"10.77.0.{100 + number}" for number in range(ADDRESSES)])


def record_of(card: TableCard, instance: str, addresses: Sequence[str]) -> bytes:
    """A multicast DNS answer that names this table at these addresses."""
    items = [name.encode() + b"=" + value for name, value in txt_of(card).items()]
    return _record(instance, b"".join(bytes([len(item)]) + item for item in items), card.port, addresses)


def goodbye(instance: str) -> bytes:
    """A multicast DNS answer that takes the record of this name back."""
    out = DNSOutgoing(_FLAGS_QR_RESPONSE | _FLAGS_AA)
    out.add_answer_at_time(DNSPointer(SERVICE_TYPE, _TYPE_PTR, _CLASS_IN, 0, f"{instance}.{SERVICE_TYPE}"), 0)
    return out.packets()[0]


def _text(dice: random.Random) -> bytes:
    if dice.random() < 0.5:  # noqa: PLR2004 - one half
        return dice.randbytes(dice.randrange(200))
    items = [f"{name}={dice.randbytes(6).hex()}".encode() for name in ("v", "id", "e", "n", "r", "h", "f", "p", "s")]
    return b"".join(bytes([len(item)]) + item for item in items)


def _record(instance: str, text: bytes, port: int = 7468, addresses: Sequence[str] = ()) -> bytes:
    name, laptop = f"{instance}.{SERVICE_TYPE}", f"lanbridge-{instance}.local."
    out = DNSOutgoing(_FLAGS_QR_RESPONSE | _FLAGS_AA)
    out.add_answer_at_time(DNSPointer(SERVICE_TYPE, _TYPE_PTR, _CLASS_IN, RECORD_SECONDS, name), 0)
    out.add_answer_at_time(DNSText(name, _TYPE_TXT, _CLASS_IN, RECORD_SECONDS, text), 0)
    out.add_answer_at_time(DNSService(name, _TYPE_SRV, _CLASS_IN, RECORD_SECONDS, 0, 0, port, laptop), 0)
    for address in addresses:
        packed = socket.inet_aton(address)
        out.add_answer_at_time(DNSAddress(laptop, _TYPE_A, _CLASS_IN, RECORD_SECONDS, packed), 0)
    return out.packets()[0]


def main() -> None:
    """``flood.py OWN_ADDRESS SECONDS TARGET...``."""
    own, seconds, targets = sys.argv[1], float(sys.argv[2]), sys.argv[3:]
    dice = random.Random(7)
    named, asked = cycle(records(dice) if targets else claims(dice)), cycle(beacons())
    sent = 0
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
        sender.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
        sender.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(own))
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            sent += _volley(sender, targets, next(asked))
            if not targets:
                time.sleep(CLAIM_SECONDS)
            if not targets or sent % LOSE_TIME_EVERY == 0:
                sent += _send(sender, next(named), MDNS)
    print(sent, flush=True)


def _volley(sender: socket.socket, targets: list[str], datagram: bytes) -> int:
    return sum(_send(sender, datagram, (target, BEACON_PORT)) for target in targets)


def _send(sender: socket.socket, datagram: bytes, target: tuple[str, int]) -> int:
    try:
        sender.sendto(datagram, target)
    except OSError:
        return 0
    return 1


if __name__ == "__main__":
    main()
