"""One multicast DNS for all tables of a program: opened with the first, closed with the last."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Iterator
from typing import Final

from zeroconf import Error as ZeroconfError
from zeroconf.asyncio import AsyncServiceInfo, AsyncZeroconf

from lanbridge.lan.adapters import Adapter
from lanbridge.lan.multicast_dns import move_zeroconf, open_zeroconf

from .lighthouse import Lighthouse

LOG = logging.getLogger("lanbridge.host.megaphone")

GOODBYE_SECONDS: Final = 1.0


class Megaphone:
    """Announces records. Every failure of multicast DNS leaves the tables to the other means."""

    def __init__(self) -> None:
        self.lighthouse = Lighthouse()
        """Where the tables that share this megaphone answer by the other means."""
        self._zeroconf: AsyncZeroconf | None = None
        self._adapters: tuple[Adapter, ...] | None = None
        self._users: set[str] = set()
        self._registered: set[str] = set()

    async def announce(self, info: AsyncServiceInfo, here: tuple[Adapter, ...]) -> None:
        """Tell the network of this record, or that it has changed, from these adapters."""
        self._users.add(info.name)
        await self._be_on(here)
        opened = self._zeroconf
        if opened is None:
            return
        with _leniently():
            await opened.zeroconf.async_wait_for_start()
            if info.name in self._registered:
                sent = await opened.async_update_service(info)
            else:
                sent = await opened.async_register_service(info, cooperating_responders=True)
                self._registered.add(info.name)
            await sent

    async def withdraw(self, info: AsyncServiceInfo) -> None:
        """Say good-bye for this record, three times; the last one closes."""
        with _leniently():
            async with asyncio.timeout(GOODBYE_SECONDS):
                if self._zeroconf is not None and info.name in self._registered:
                    await (await self._zeroconf.async_unregister_service(info))
        self._registered.discard(info.name)
        self._users.discard(info.name)
        if not self._users:
            await self._close()

    async def _be_on(self, here: tuple[Adapter, ...]) -> None:
        if self._zeroconf is not None and here != self._adapters:
            self._adapters = here
            with _leniently():
                await move_zeroconf(self._zeroconf, here)
        elif self._zeroconf is None and here != self._adapters:  # where it failed, it is tried again after a change
            self._adapters = here
            self._zeroconf = open_zeroconf(here)
            if self._zeroconf is None:
                LOG.warning("multicast DNS does not work here; the beacon and the join code do")

    async def _close(self) -> None:
        opened, self._zeroconf, self._adapters = self._zeroconf, None, None
        if opened is not None:
            with _leniently():
                async with asyncio.timeout(GOODBYE_SECONDS):
                    await opened.async_close()


@contextlib.contextmanager
def _leniently() -> Iterator[None]:
    try:
        yield
    except (OSError, RuntimeError, ZeroconfError, TimeoutError, AssertionError) as error:
        LOG.info("multicast DNS: %r", error)
