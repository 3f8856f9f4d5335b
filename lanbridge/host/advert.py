"""Lets others find a table: by multicast DNS and by the beacon, side by side. Neither may stop the hosting."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Sequence
from typing import Final

from zeroconf.asyncio import AsyncServiceInfo

from lanbridge.lan.adapters import Adapter, adapters
from lanbridge.lan.finishing import finish
from lanbridge.protocol.advert import SERVICE_TYPE, TableCard, txt_of

from .beacon import Beacon
from .megaphone import Megaphone

ADAPTERS_SECONDS: Final = 2.5
"""How often the adapters are looked at: nothing in the system tells a program in a way that works everywhere."""
SETTLE_SECONDS: Final = 0.5
"""An adapter that comes up changes several times within moments; what is announced is the state it settles in."""
CHANGES_SECONDS: Final = 0.2
"""Least time between two announcements of a changed card: seats fill quickly, networks need no storm."""
INSTANCE_BYTES: Final = 8
"""Random, so that equal names never meet and no probing for conflicts is needed."""


class Advert:
    """Shows one table to the network until `stop`; runs in the event loop of the host's server.

    Tables of one program share a ``megaphone``.
    """

    def __init__(self, card: TableCard, *, listed: bool = True, megaphone: Megaphone | None = None) -> None:
        self._card = card
        self._megaphone = megaphone or Megaphone()
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
        beacon = Beacon(self._card, self._megaphone.lighthouse)
        beacon.start()
        record = _Record(self._card, self._megaphone)
        try:
            await record.announce(self._card, adapters())
            while self._listed:
                await self._follow(beacon, record)
        finally:
            beacon.stop()
            await finish(record.withdraw())

    async def _follow(self, beacon: Beacon, record: _Record) -> None:
        if await self._next_change(ADAPTERS_SECONDS):
            beacon.update(self._card)
            await record.announce(self._card, record.adapters)
            await asyncio.sleep(CHANGES_SECONDS)
        elif (here := await asyncio.to_thread(adapters)) != record.adapters:
            await asyncio.sleep(SETTLE_SECONDS)
            if here == await asyncio.to_thread(adapters):
                await record.announce(self._card, here)

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
    """The table's service record."""

    def __init__(self, card: TableCard, megaphone: Megaphone) -> None:
        self._card = card
        self._megaphone = megaphone
        self._instance = secrets.token_hex(INSTANCE_BYTES)
        self.adapters: tuple[Adapter, ...] = ()

    async def announce(self, card: TableCard, here: tuple[Adapter, ...]) -> None:
        """Show this card from these adapters."""
        self._card, self.adapters = card, here
        await self._megaphone.announce(self._info(), here)

    async def withdraw(self) -> None:
        """Say good-bye."""
        await self._megaphone.withdraw(self._info())

    def _info(self) -> AsyncServiceInfo:
        return AsyncServiceInfo(
            SERVICE_TYPE,
            f"{self._instance}.{SERVICE_TYPE}",
            parsed_addresses=shown_addresses(self.adapters),
            port=self._card.port,
            properties=dict(txt_of(self._card)),
            server=f"lanbridge-{self._instance}.local.",
        )


def shown_addresses(here: Sequence[Adapter]) -> list[str]:
    """The addresses that a record claims: all but loopback, or loopback where there is nothing else."""
    outward = [adapter.address for adapter in here if not adapter.loopback]
    return outward or [adapter.address for adapter in here]
