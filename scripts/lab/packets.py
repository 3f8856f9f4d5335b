"""Reads a pcap file: TCP and UDP payloads, and what of ours can be read in them."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from lanbridge.protocol.codec import MOST_HOST_BYTES, decode_client, decode_host
from lanbridge.protocol.errors import ProtocolError
from lanbridge.protocol.framing import FrameBuffer

FILE_HEAD: Final = 24
PACKET_HEAD: Final = 16
ETHERNET_HEAD: Final = 14
IPV4, IPV6 = 0x0800, 0x86DD
TCP, UDP = 6, 17
IPV6_HEAD: Final = 40
UDP_HEAD: Final = 8


@dataclass(frozen=True)
class Payload:
    """What one packet carries: protocol (6 TCP, 17 UDP), both ends, the TCP sequence number, the bytes."""

    protocol: int
    source: tuple[bytes, int]
    target: tuple[bytes, int]
    sequence: int
    data: bytes


def payloads(path: Path) -> Iterator[Payload]:
    """All payloads of TCP and UDP that are not empty, in order."""
    raw, at = path.read_bytes(), FILE_HEAD
    while at + PACKET_HEAD <= len(raw):
        (length,) = struct.unpack_from("=I", raw, at + 8)
        at += PACKET_HEAD
        found = _of_ethernet(raw[at : at + length])
        at += length
        if found is not None and found.data:
            yield found


def _of_ethernet(packet: bytes) -> Payload | None:
    kind = int.from_bytes(packet[12:14], "big")
    body = packet[ETHERNET_HEAD:]
    if kind == IPV4:
        head, length = 4 * (body[0] & 15), int.from_bytes(body[2:4], "big")
        return _of_transport(body[9], body[12:16], body[16:20], body[head:length])
    if kind == IPV6:
        length = IPV6_HEAD + int.from_bytes(body[4:6], "big")
        return _of_transport(body[6], body[8:24], body[24:40], body[IPV6_HEAD:length])
    return None


def _of_transport(protocol: int, source: bytes, target: bytes, body: bytes) -> Payload | None:
    if protocol not in (TCP, UDP):
        return None
    ports = int.from_bytes(body[:2], "big"), int.from_bytes(body[2:4], "big")
    ends = (source, ports[0]), (target, ports[1])
    if protocol == UDP:
        return Payload(UDP, *ends, 0, body[UDP_HEAD:])
    return Payload(TCP, *ends, int.from_bytes(body[4:8], "big"), body[4 * (body[12] >> 4) :])


def streams(carried: Iterable[Payload]) -> Mapping[tuple[tuple[bytes, int], tuple[bytes, int]], bytes]:
    """Every TCP stream by its two ends, put together by sequence numbers; repeated parts once."""
    parts: dict[tuple[tuple[bytes, int], tuple[bytes, int]], dict[int, bytes]] = {}
    for payload in carried:
        if payload.protocol == TCP:
            parts.setdefault((payload.source, payload.target), {})[payload.sequence] = payload.data
    return {ends: _joined(pieces) for ends, pieces in parts.items()}


def _joined(pieces: Mapping[int, bytes]) -> bytes:
    first, whole = next(iter(pieces)), bytearray()
    for sequence in sorted(pieces, key=lambda number: (number - first) % 2**32):
        start = (sequence - first) % 2**32
        whole[start : start + len(pieces[sequence])] = pieces[sequence]
    return bytes(whole)


def holds_our_frame(data: bytes) -> bool:
    """Whether a message of ours can be read at the beginning of these bytes."""
    return any(_is_message(body) for body in FrameBuffer(MOST_HOST_BYTES).feed(data)[:1])


def _is_message(body: bytes) -> bool:
    for decode in (decode_client, decode_host):
        try:
            decode(body)
        except ProtocolError:
            continue
        return True
    return False


@dataclass(frozen=True)
class Reading:
    """What could be read off the wire: payloads looked at, frames of ours, and which secrets stood in plain sight."""

    tcp_payloads: int
    udp_payloads: int
    tcp_bytes: int
    plain_frames: int
    seen: tuple[str, ...]


def reading(path: Path, secrets: Mapping[str, bytes]) -> Reading:
    """Look for frames at the start of each TCP payload and stream, and for ``secrets`` (by name) anywhere."""
    found = list(payloads(path))
    whole = streams(found)
    tcp = [payload.data for payload in found if payload.protocol == TCP]
    udp = [payload.data for payload in found if payload.protocol == UDP]
    frames = sum(map(holds_our_frame, [*tcp, *whole.values()]))
    seen = _seen([*tcp, *whole.values(), *udp], secrets)
    return Reading(len(tcp), len(udp), sum(map(len, tcp)), frames, seen)


def _seen(texts: Sequence[bytes], secrets: Mapping[str, bytes]) -> tuple[str, ...]:
    return tuple(name for name, secret in secrets.items() if any(secret in text for text in texts))
