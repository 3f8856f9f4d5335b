"""What a player may type to reach a table, and which address to try first. Pure: names are looked up elsewhere."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Final, TypeAlias

from lanbridge.lan.adapters import Network
from lanbridge.protocol.advert import DEFAULT_PORT, MOST_PORT
from lanbridge.protocol.join_code import CODE_LETTERS, InvalidCode, address_of

HOST_CHARACTERS: Final = 253
"""Longest name that DNS allows (RFC 1035)."""

IPAddress: TypeAlias = ipaddress.IPv4Address | ipaddress.IPv6Address

_BRACKETED: Final = re.compile(r"\[(?P<host>[^\[\]]+)\](?::(?P<port>\d{1,5}))?")
_NAMED: Final = re.compile(r"(?P<host>[A-Za-z0-9._-]+)(?::(?P<port>\d{1,5}))?")
_CODE: Final = re.compile(r"[A-Za-z0-9]{4}[ -]?[A-Za-z0-9]{4}[ -]?[A-Za-z0-9]{2}")
_ADAPTER: Final = re.compile(r"[A-Za-z0-9_.:-]{1,32}")


class BadAddress(ValueError):
    """What was typed names no place; ``key`` names the sentence for the player."""

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.key = key


@dataclass(frozen=True, slots=True)
class Place:
    """Host name or address (IPv6 without brackets, with its ``%adapter`` if there was one) and port."""

    host: str
    port: int = DEFAULT_PORT

    @property
    def is_address(self) -> bool:
        """Whether no name has to be looked up."""
        return numeric(self.host) is not None

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


class _Nearness(IntEnum):
    HERE = 0
    SAME_SUBNET = 1
    LINK_LOCAL = 2
    ELSEWHERE = 3


def parse_place(text: str) -> Place:
    """The place that ``text`` names: ``HOST``, ``HOST:PORT``, ``[v6]:PORT``, a bare IPv6 address, or a join code.

    Raises:
        BadAddress: it names none; `key` says whether a code has a slip or the port is impossible.
    """
    text = text.strip()
    if (place := _from_code(text)) is not None:
        return place
    if text.count(":") > 1 and not text.startswith("["):
        return _checked(text, None)
    found = _BRACKETED.fullmatch(text) or _NAMED.fullmatch(text)
    if found is None:
        raise BadAddress("address_unreadable")
    return _checked(found["host"], found["port"])


def _from_code(text: str) -> Place | None:
    """The place of a join code; None for what must be a name: ten plain letters that are no code."""
    if not _CODE.fullmatch(text):
        return None
    try:
        return Place(*address_of(text))
    except InvalidCode:
        if len(text) == CODE_LETTERS and text.isalpha():
            return None
        raise BadAddress("code_slip") from None


def _checked(host: str, port: str | None) -> Place:
    number = DEFAULT_PORT if port is None else int(port)
    if not 1 <= number <= MOST_PORT:
        raise BadAddress("port_impossible")
    if ":" in host and numeric(host) is None:
        raise BadAddress("address_unreadable")
    if len(host) > HOST_CHARACTERS or not host.strip("."):
        raise BadAddress("address_unreadable")
    return Place(host, number)


def numeric(text: str) -> IPAddress | None:
    """The address that ``text`` is, None for a name; ``%adapter`` is kept out of the value."""
    bare, percent, adapter = text.partition("%")
    if percent and not _ADAPTER.fullmatch(adapter):
        return None
    try:
        return ipaddress.ip_address(bare)
    except ValueError:
        return None


def in_order(addresses: Iterable[str], near: Sequence[Network], here: Iterable[str] = ()) -> tuple[str, ...]:
    """The addresses without repeats: this laptop's own, the same subnet's, link-local ones, then the rest.

    ``near`` are the networks of this laptop's adapters, ``here`` its own addresses. Names keep their place among the
    last. Order within a group is kept (it says who answered fastest).
    """
    unique = list(dict.fromkeys(addresses))
    own = frozenset(here)
    return tuple(sorted(unique, key=lambda text: _nearness(text, near, own)))


def _nearness(text: str, near: Sequence[Network], here: frozenset[str]) -> _Nearness:
    address = numeric(text)
    if address is None:
        return _Nearness.ELSEWHERE
    if address.is_loopback or text in here:
        return _Nearness.HERE
    if address.is_link_local:
        return _Nearness.LINK_LOCAL
    if any(address.version == network.version and address in network for network in near):
        return _Nearness.SAME_SUBNET
    return _Nearness.ELSEWHERE
