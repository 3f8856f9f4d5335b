"""Which of this laptop's addresses to show to people: those that friends in the room can reach, likeliest first."""

from __future__ import annotations

import ipaddress
from typing import Final

from .adapters import Adapter, adapters

UNLIKELY: Final = ("docker", "br-", "veth", "virbr", "vmnet", "vboxnet", "tun", "tap", "wg", "utun", "zt", "tailscale")
"""Beginnings of adapters' names that lead to containers, virtual machines and tunnels, not into the room."""


def outward_addresses() -> tuple[str, ...]:
    """IPv4 addresses of this laptop, likeliest first; empty without a network."""
    return in_likely_order(adapters())


def in_likely_order(here: tuple[Adapter, ...]) -> tuple[str, ...]:
    """The IPv4 addresses among these adapters that are not loopback, in the order in which to offer them."""
    usable = [adapter for adapter in here if adapter.version == 4 and not adapter.loopback]  # noqa: PLR2004 - IPv4
    return tuple(adapter.address for adapter in sorted(usable, key=_unlikeliness))


def _unlikeliness(adapter: Adapter) -> tuple[bool, bool]:
    return adapter.name.lower().startswith(UNLIKELY), ipaddress.ip_address(adapter.address).is_link_local
