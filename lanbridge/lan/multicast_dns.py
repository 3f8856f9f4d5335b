"""Opening zeroconf in whatever way this laptop allows: all adapters, or those that work, or not at all."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence

from zeroconf import InterfaceChoice, IPVersion
from zeroconf.asyncio import AsyncZeroconf

from .adapters import Adapter, only_these

LOG = logging.getLogger("lanbridge.lan")


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


def _ways(adapters: Sequence[Adapter]) -> Iterator[tuple[InterfaceChoice | list[str], IPVersion]]:
    if not only_these():
        yield InterfaceChoice.All, IPVersion.All
        yield InterfaceChoice.All, IPVersion.V4Only
    for adapter in adapters:
        if adapter.version == 4:  # noqa: PLR2004 - IPv4
            yield [adapter.address], IPVersion.V4Only
    if not only_these():
        yield InterfaceChoice.All, IPVersion.V6Only
