"""Lets others find a table: by multicast DNS and by the beacon, side by side. Neither may stop the hosting."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Iterator, Sequence
from typing import Final

from zeroconf import Error as ZeroconfError
from zeroconf.asyncio import AsyncServiceInfo, AsyncZeroconf

from lanbridge.lan.adapters import Adapter, adapters
from lanbridge.lan.finishing import finish
from lanbridge.lan.multicast_dns import move_zeroconf, open_zeroconf
from lanbridge.protocol.advert import SERVICE_TYPE, TableCard, txt_of

from .beacon import Beacon

LOG = logging.getLogger("lanbridge.host.advert")

ADAPTERS_SECONDS: Final = 2.5
"""How often the adapters are looked at: nothing in the system tells a program in a way that works everywhere."""
SETTLE_SECONDS: Final = 0.5
"""An adapter that comes up changes several times within moments; what is announced is the state it settles in."""
CHANGES_SECONDS: Final = 0.2
"""Least time between two announcements of a changed card: seats fill quickly, networks need no storm."""
INSTANCE_BYTES: Final = 8
"""Random, so that equal names never meet and no probing for conflicts is needed."""
GOODBYE_SECONDS: Final = 1.0


class Advert:
    """Shows one table to the network until `stop`; runs in the event loop of the host's server."""

    def __init__(self, card: TableCard, *, listed: bool = True) -> None:
        self._card = card
        self._listed = listed
        self._changed = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Announce the table, if it is listed; returns at once."""
        self._task = asyncio.create_task(self._live())

    def update(self, card: TableCard, *, listed: bool = True) -> None:
        """Show this card from now on, or take the table off the list."""
        if (card, listed) != (self._card, self._listed):
            self._card, self._listed = card, listed
            self._changed.set()

    async def stop(self) -> None:
        """Say good-bye by all means and end."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def _live(self) -> None:
        while True:
            while not self._listed:
                await self._next_change(None)
            await self._shown()

    async def _shown(self) -> None:
        """Be on the list until the table is taken off it."""
        beacon = Beacon(self._card)
        beacon.start()
        record = _Record(self._card)
        try:
            await record.open(adapters())
            while self._listed:
                await self._follow(beacon, record)
        finally:
            beacon.stop()
            await finish(record.close())

    async def _follow(self, beacon: Beacon, record: _Record) -> None:
        if await self._next_change(ADAPTERS_SECONDS):
            beacon.update(self._card)
            await record.show(self._card)
            await asyncio.sleep(CHANGES_SECONDS)
        elif (here := await asyncio.to_thread(adapters)) != record.adapters:
            await asyncio.sleep(SETTLE_SECONDS)
            if here == await asyncio.to_thread(adapters):
                await record.move(here)

    async def _next_change(self, seconds: float | None) -> bool:
        """Whether the card changed within so many seconds."""
        try:
            async with asyncio.timeout(seconds):
                await self._changed.wait()
        except TimeoutError:
            return False
        self._changed.clear()
        return True


class _Record:
    """The table's service record; every failure of multicast DNS leaves the table to the other means."""

    def __init__(self, card: TableCard) -> None:
        self._card = card
        self._instance = secrets.token_hex(INSTANCE_BYTES)
        self._zeroconf: AsyncZeroconf | None = None
        self._registered = False
        self.adapters: tuple[Adapter, ...] = ()

    async def open(self, here: tuple[Adapter, ...]) -> None:
        """Announce the table from these adapters."""
        self.adapters = here
        self._zeroconf = open_zeroconf(here)
        if self._zeroconf is None:
            LOG.warning("multicast DNS does not work here; the beacon and the join code do")
            return
        with self._leniently():
            await self._zeroconf.zeroconf.async_wait_for_start()
            sent = await self._zeroconf.async_register_service(self._info(), cooperating_responders=True)
            self._registered = True
            await sent

    async def show(self, card: TableCard) -> None:
        """Announce the changed card."""
        self._card = card
        if self._zeroconf is not None and self._registered:
            with self._leniently():
                await (await self._zeroconf.async_update_service(self._info()))

    async def move(self, here: tuple[Adapter, ...]) -> None:
        """The adapters have changed: announce the new addresses on the new adapters."""
        if self._zeroconf is None or not self._registered:
            await self.close()
            await self.open(here)
            return
        self.adapters = here
        with self._leniently():
            await move_zeroconf(self._zeroconf, here)
        await self.show(self._card)

    async def close(self) -> None:
        """Say good-bye, three times, and close."""
        opened, self._zeroconf, self._registered = self._zeroconf, None, False
        if opened is not None:
            with self._leniently():
                async with asyncio.timeout(GOODBYE_SECONDS):
                    await opened.async_close()

    def _info(self) -> AsyncServiceInfo:
        return AsyncServiceInfo(
            SERVICE_TYPE,
            f"{self._instance}.{SERVICE_TYPE}",
            parsed_addresses=shown_addresses(self.adapters),
            port=self._card.port,
            properties=dict(txt_of(self._card)),
            server=f"lanbridge-{self._instance}.local.",
        )

    @contextlib.contextmanager
    def _leniently(self) -> Iterator[None]:
        try:
            yield
        except (OSError, RuntimeError, ZeroconfError, TimeoutError, AssertionError) as error:
            LOG.info("multicast DNS: %r", error)


def shown_addresses(here: Sequence[Adapter]) -> list[str]:
    """The addresses that a record claims: all but loopback, or loopback where there is nothing else."""
    outward = [adapter.address for adapter in here if not adapter.loopback]
    return outward or [adapter.address for adapter in here]
