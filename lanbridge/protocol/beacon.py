"""The beacon: "who hosts a table?", the answer, and the host's good-bye, one small UDP datagram each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

import msgpack

from .advert import CARD_KIND, DEFAULT_PORT, TableCard, shortened
from .codec import unpack
from .errors import ProtocolError, bad_message
from .fields import Record, data, record, variant
from .messages import ID_BYTES, CloseReason

BEACON_PORT: Final = DEFAULT_PORT
"""UDP, the same number as TCP's: one number to open in a firewall. It is not moved when it is busy."""
BEACON_GROUP: Final = "ff02::4c41:4e42"
"""IPv6 link-local multicast group, "LANB" in ASCII; over IPv4 every interface's broadcast address serves."""
MOST_DATAGRAM_BYTES: Final = 512
"""Never fragmented on any link; an answer has under 400."""
NONCE_BYTES: Final = 8
"""Ties an answer to a question; random, so that nobody can answer in advance."""
MAGIC: Final = b"LANB\x01"
"""Four letters and the beacon's own version."""

_MOST_ITEMS: Final = 16


@dataclass(frozen=True, slots=True)
class BeaconQuery:
    """Sent to all: whoever hosts a table answers the sender alone."""

    nonce: bytes


@dataclass(frozen=True, slots=True)
class BeaconAnswer:
    """One table; ``nonce`` is the query's."""

    nonce: bytes
    card: TableCard


@dataclass(frozen=True, slots=True)
class BeaconGone:
    """The table closes; sent to whoever asked in the last seconds, with the ``nonce`` of that query."""

    nonce: bytes
    table_id: bytes


Beacon: TypeAlias = BeaconQuery | BeaconAnswer | BeaconGone

_NONCE: Final = data(NONCE_BYTES)
_CASES: Final[dict[int, Record[BeaconQuery] | Record[BeaconAnswer] | Record[BeaconGone]]] = {
    1: record(BeaconQuery, nonce=_NONCE),
    2: record(BeaconAnswer, nonce=_NONCE, card=CARD_KIND),
    3: record(BeaconGone, nonce=_NONCE, table_id=data(ID_BYTES)),
}
_BEACON: Final = variant("beacon", _CASES)


def encode_beacon(beacon: Beacon) -> bytes:
    """The datagram; a long card is shortened.

    Raises:
        ValueError: a field is outside its limits.
    """
    if isinstance(beacon, BeaconAnswer):
        beacon = BeaconAnswer(beacon.nonce, shortened(beacon.card))
    try:
        body: bytes = msgpack.packb(_BEACON.write(beacon))
    except ProtocolError as error:
        raise ValueError(f"this beacon cannot be written: {error.text}") from None
    return MAGIC + body


def decode_beacon(datagram: bytes) -> Beacon:
    """The beacon in a datagram.

    Raises:
        ProtocolError: BAD_MESSAGE or TOO_LONG; whoever listens drops the datagram and says nothing.
    """
    if len(datagram) > MOST_DATAGRAM_BYTES:
        raise ProtocolError(CloseReason.TOO_LONG, f"a beacon has at most {MOST_DATAGRAM_BYTES} bytes")
    if not datagram.startswith(MAGIC):
        raise bad_message("not a beacon of this version")
    beacon: Beacon = _BEACON.read(unpack(datagram[len(MAGIC) :], _MOST_ITEMS))
    return beacon
