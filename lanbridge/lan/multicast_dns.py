"""Opening zeroconf in whatever way this laptop allows: all adapters, or those that work, or not at all."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from zeroconf import IPVersion
from zeroconf.asyncio import AsyncZeroconf

from .adapters import Adapter

LOG = logging.getLogger("lanbridge.lan")

Interfaces: TypeAlias = list[str | int | tuple[tuple[str, int, int], int]]
"""As zeroconf takes them: IPv4 addresses, and the system's numbers of adapters with IPv6."""


def open_zeroconf(adapters: Sequence[Adapter]) -> AsyncZeroconf | None:
    """Multicast DNS on as many adapters as possible; None where nothing works. Needs a running event loop.

    Another responder that keeps port 5353 to itself, a missing route or a dead adapter are all reasons for None:
    tables are then found by the other means.
    """
    for interfaces, version in _ways(adapters):
        try:
            return AsyncZeroconf(interfaces=interfaces, ip_version=version)
        except (OSError, RuntimeError) as error:
            LOG.info("multicast DNS: %s with %s: %s", interfaces, version.name, error)
    return None


async def move_zeroconf(opened: AsyncZeroconf, adapters: Sequence[Adapter]) -> None:
    """Use these adapters from now on; what is registered is announced on the new ones.

    Raises:
        OSError, RuntimeError: it could not be moved, and stays where it was.
    """
    await opened.async_update_interfaces([*_version_4(adapters), *_version_6(adapters)], IPVersion.All)


def _ways(adapters: Sequence[Adapter]) -> Iterator[tuple[Interfaces, IPVersion]]:
    of_4, of_6 = _version_4(adapters), _version_6(adapters)
    if of_6:
        yield [*of_4, *of_6], IPVersion.All
    if of_4:
        yield [*of_4], IPVersion.V4Only
    if len(of_4) > 1:
        for address in of_4:
            yield [address], IPVersion.V4Only
    if of_6:
        yield [*of_6], IPVersion.V6Only


def _version_4(adapters: Sequence[Adapter]) -> list[str]:
    return [adapter.address for adapter in _worth_it(adapters) if adapter.version == 4]  # noqa: PLR2004 - IPv4


def _version_6(adapters: Sequence[Adapter]) -> list[int]:
    return sorted({adapter.index for adapter in _worth_it(adapters) if adapter.version == 6})  # noqa: PLR2004 - IPv6


def _worth_it(adapters: Sequence[Adapter]) -> Sequence[Adapter]:
    """Loopback only where there is nothing else: what we hear there says nothing about the network."""
    outward = [adapter for adapter in adapters if not adapter.loopback]
    return outward or [adapter for adapter in adapters if adapter.version == 4]  # noqa: PLR2004 - IPv4
