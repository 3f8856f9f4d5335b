"""This laptop's network adapters as values; the only place that asks the system for them."""

from __future__ import annotations

import ipaddress
import os
from dataclasses import dataclass
from typing import Final, TypeAlias

import ifaddr

ADAPTERS_VARIABLE: Final = "LANBRIDGE_ADAPTERS"
"""Limits announcing and looking to some adapters: a table for one network of several, or tests that disturb nobody."""

Network: TypeAlias = ipaddress.IPv4Network | ipaddress.IPv6Network


@dataclass(frozen=True, slots=True)
class Adapter:
    """One address of one adapter. ``index`` is the system's number of it (IPv6 scope), 0 if unknown."""

    name: str
    index: int
    address: str
    prefix: int

    @property
    def version(self) -> int:
        """4 or 6."""
        return 6 if ":" in self.address else 4

    @property
    def loopback(self) -> bool:
        """Whether nobody else can be reached through it."""
        return ipaddress.ip_address(self.address).is_loopback

    @property
    def network(self) -> Network:
        """The subnet that the address is in."""
        return ipaddress.ip_network(f"{self.address}/{self.prefix}", strict=False)

    @property
    def broadcast(self) -> str | None:
        """The subnet's broadcast address; None for IPv6 and point-to-point links."""
        network = self.network
        if isinstance(network, ipaddress.IPv6Network) or network.num_addresses < 4:  # noqa: PLR2004 - a /31 has none
            return None
        return str(network.broadcast_address)


def only_these() -> frozenset[str]:
    """Names of the adapters that LANBRIDGE_ADAPTERS allows, separated by commas; empty if it does not limit them."""
    return frozenset(filter(None, os.environ.get(ADAPTERS_VARIABLE, "").split(",")))


def adapters() -> tuple[Adapter, ...]:
    """Every address of this laptop that may be used, in the system's order; empty if the system will not say."""
    allowed = only_these()
    return tuple(adapter for adapter in _all_adapters() if not allowed or adapter.name in allowed)


def own_addresses() -> frozenset[str]:
    """Every address of this laptop, whatever LANBRIDGE_ADAPTERS says; empty if the system will not say."""
    return frozenset(adapter.address for adapter in _all_adapters())


def _all_adapters() -> tuple[Adapter, ...]:
    try:
        found = ifaddr.get_adapters()
    except OSError:
        return ()
    return tuple(
        Adapter(adapter.nice_name, adapter.index or 0, _text(ip.ip), ip.network_prefix)
        for adapter in found
        for ip in adapter.ips
        if _is_sound(_text(ip.ip), ip.network_prefix)
    )


def _text(ip: str | tuple[str, int, int]) -> str:
    return ip if isinstance(ip, str) else ip[0].partition("%")[0]


def _is_sound(address: str, prefix: int) -> bool:
    try:
        ipaddress.ip_network(f"{address}/{prefix}", strict=False)
    except ValueError:
        return False
    return True
