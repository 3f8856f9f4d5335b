"""UDP sockets for the beacon: to ask everybody on every adapter, and to hear those who ask."""

from __future__ import annotations

import contextlib
import socket
import sys
from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

from lanbridge.protocol.beacon import BEACON_GROUP, BEACON_PORT

from .adapters import Adapter

READ_BYTES: Final = 1024
"""Above the longest beacon, so that a longer datagram is seen to be too long."""
HOPS: Final = 1
"""Multicast stays on the link."""

Source: TypeAlias = tuple[str, int]
"""Address (IPv6 link-local with its ``%adapter`` number) and UDP port."""


def speaking_sockets() -> tuple[socket.socket, ...]:
    """A socket for each version of IP that this laptop has, on a port of the system's choice; may be empty."""
    return _opened(0)


def listening_sockets() -> tuple[socket.socket, ...]:
    """Sockets on the beacon's port, shared with other tables of this laptop; empty where the port is barred."""
    return _opened(BEACON_PORT)


def _opened(port: int) -> tuple[socket.socket, ...]:
    found: list[socket.socket] = []
    for family in (socket.AF_INET, socket.AF_INET6):
        with contextlib.suppress(OSError):  # no IPv6 here, or another program has the port to itself
            found.append(_open(family, port))
    return tuple(found)


def _open(family: socket.AddressFamily, port: int) -> socket.socket:
    opened = socket.socket(family, socket.SOCK_DGRAM)
    try:
        opened.setblocking(False)
        if port:
            _share_port(opened)
        if family == socket.AF_INET6:
            opened.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
            opened.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_MULTICAST_HOPS, HOPS)
        else:
            opened.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
        opened.bind(("::" if family == socket.AF_INET6 else "0.0.0.0", port))  # noqa: S104 - every adapter may have a friend on it
    except OSError:
        opened.close()
        raise
    return opened


def _share_port(opened: socket.socket) -> None:
    opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if sys.platform == "darwin":  # there the address alone does not share a port; on Linux this would spread the askers
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)


def join_groups(listening: Iterable[socket.socket], adapters: Sequence[Adapter]) -> None:
    """Hear the beacon's IPv6 group on these adapters; joining twice is harmless."""
    for sock in listening:
        if sock.family == socket.AF_INET6:
            for index in {adapter.index for adapter in adapters if adapter.version == 6}:  # noqa: PLR2004 - IPv6
                with contextlib.suppress(OSError):
                    group = socket.inet_pton(socket.AF_INET6, BEACON_GROUP) + index.to_bytes(4, sys.byteorder)
                    sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_JOIN_GROUP, group)


def send_to_all(speaking: Iterable[socket.socket], adapters: Sequence[Adapter], datagram: bytes) -> None:
    """To everybody on every adapter; one that is dead stops none of the others."""
    for sock in speaking:
        for destination in _everybody(sock.family, adapters):
            with contextlib.suppress(OSError):
                sock.sendto(datagram, destination)


def _everybody(family: int, adapters: Sequence[Adapter]) -> list[tuple[str, int] | tuple[str, int, int, int]]:
    if family == socket.AF_INET6:
        indexes = sorted({adapter.index for adapter in adapters if adapter.version == 6})  # noqa: PLR2004 - IPv6
        return [(BEACON_GROUP, BEACON_PORT, 0, index) for index in indexes]
    broadcasts = [adapter.broadcast for adapter in adapters if adapter.version == 4]  # noqa: PLR2004 - IPv4
    return [(address, BEACON_PORT) for address in dict.fromkeys(broadcasts) if address is not None]


def send(speaking: Iterable[socket.socket], destination: Source, datagram: bytes) -> None:
    """To one address; a failure is like a lost packet."""
    wanted = socket.AF_INET6 if ":" in destination[0] else socket.AF_INET
    for sock in speaking:
        if sock.family == wanted:
            with contextlib.suppress(OSError):
                sock.sendto(datagram, _native(destination))


def receive(sock: socket.socket) -> tuple[bytes, Source] | None:
    """The next datagram and where it came from; None when there is none."""
    while True:
        try:
            datagram, source = sock.recvfrom(READ_BYTES)
        except BlockingIOError:
            return None
        except ConnectionResetError:  # Windows reports an unreachable peer of an earlier datagram here
            continue
        except OSError:
            return None
        return datagram, _readable(source)


def _native(destination: Source) -> tuple[str, int] | tuple[str, int, int, int]:
    address, port = destination
    bare, percent, adapter = address.partition("%")
    if not percent:
        return destination
    return bare, port, 0, int(adapter) if adapter.isdigit() else socket.if_nametoindex(adapter)


def _readable(source: tuple[str, int] | tuple[str, int, int, int]) -> Source:
    if len(source) == 4 and source[3]:  # noqa: PLR2004 - IPv6 sources have four parts, the last is the adapter
        return f"{source[0].partition('%')[0]}%{source[3]}", source[1]
    return source[0], source[1]
