"""Multicast DNS between an advertised table and a browser, on loopback alone: nothing reaches a real network."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import AsyncIterator, Callable
from dataclasses import replace

import pytest
from zeroconf import IPVersion
from zeroconf.asyncio import AsyncServiceInfo, AsyncZeroconf

from lanbridge.client import browse
from lanbridge.client.browse import Browser
from lanbridge.client.ports import FoundTable
from lanbridge.client.sightings import TRIAL_VERSION
from lanbridge.host import advert, megaphone
from lanbridge.host.advert import Advert
from lanbridge.lan import multicast_dns
from lanbridge.lan.adapters import Adapter
from lanbridge.protocol.advert import SERVICE_TYPE, TableCard

PATIENCE = 20.0
LOOPBACK = (Adapter("lo", 1, "127.0.0.1", 8),)


def a_card(version: int = 1) -> TableCard:
    """A table that no other test announces at the same time."""
    table_id = secrets.token_bytes(16)
    return TableCard(table_id, 1, "t", "nepal", (), 1, False, False, True, version, 7468, bytes(32))


def on_loopback(_: object) -> AsyncZeroconf:
    return AsyncZeroconf(interfaces=["127.0.0.1"], ip_version=IPVersion.V4Only)


async def stay(_: AsyncZeroconf, __: object) -> None:
    """An adapter that a test makes up cannot be moved to."""


@pytest.fixture(autouse=True)
def _loopback_only(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (megaphone, browse):
        monkeypatch.setattr(module, "open_zeroconf", on_loopback)
        monkeypatch.setattr(module, "move_zeroconf", stay)
    monkeypatch.setattr(advert, "adapters", lambda: LOOPBACK)
    monkeypatch.setattr("lanbridge.host.beacon.adapters", lambda: LOOPBACK)


class Look:
    """Sees our own table only; `until` waits for its rows to be as wanted."""

    def __init__(self, card: TableCard, *, with_trials: bool = False) -> None:
        self.rows: tuple[FoundTable, ...] = ()
        self.table_id = card.table_id
        self._news = asyncio.Event()
        self.browser = Browser(self._publish, means=frozenset({"mdns"}), here=lambda: LOOPBACK, with_trials=with_trials)

    def _publish(self, rows: tuple[FoundTable, ...]) -> None:
        self.rows = tuple(row for row in rows if row.table_id == self.table_id)
        self._news.set()

    async def until(self, met: Callable[[tuple[FoundTable, ...]], bool]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not met(self.rows):
                self._news.clear()
                await self._news.wait()


@contextlib.asynccontextmanager
async def looking(card: TableCard, *, with_trials: bool = False) -> AsyncIterator[Look]:
    look = Look(card, with_trials=with_trials)
    task = asyncio.create_task(look.browser.run())
    try:
        yield look
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


def test_a_table_is_named_its_changes_are_told_and_its_good_bye_takes_it_away() -> None:
    card = a_card()

    async def evening() -> None:
        table = Advert(card)
        await table.start()
        async with looking(card) as look:
            await look.until(lambda rows: len(rows) == 1)
            assert "mdns" in look.rows[0].by
            table.update(replace(card, humans=3, playing=True))
            await look.until(lambda rows: bool(rows) and rows[0].humans == 3 and rows[0].playing)
            await table.stop()
            await look.until(lambda rows: rows == ())

    asyncio.run(evening())


def test_a_table_off_the_list_is_not_announced_until_it_is_put_on() -> None:
    card = a_card()

    async def evening() -> None:
        table = Advert(card, listed=False)
        await table.start()
        async with looking(card) as look:
            table.update(card, listed=True)
            await look.until(lambda rows: len(rows) == 1)
            table.update(card, listed=False)
            await look.until(lambda rows: rows == ())
        await table.stop()

    asyncio.run(evening())


def test_new_adapters_are_announced_once_they_have_settled(monkeypatch: pytest.MonkeyPatch) -> None:
    here: list[tuple[Adapter, ...]] = [LOOPBACK]
    monkeypatch.setattr(advert, "adapters", lambda: here[0])
    monkeypatch.setattr(advert, "ADAPTERS_SECONDS", 0.02)
    monkeypatch.setattr(advert, "SETTLE_SECONDS", 0.02)

    card = a_card()

    async def evening() -> None:
        table = Advert(card)
        await table.start()
        async with looking(card) as look:
            await look.until(lambda rows: len(rows) == 1)
            here[0] = (*LOOPBACK, Adapter("eth0", 2, "10.77.0.99", 24))
            await look.until(lambda rows: bool(rows) and "10.77.0.99" in rows[0].addresses)
        await table.stop()

    asyncio.run(evening())


def test_where_multicast_dns_cannot_be_opened_the_beacon_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(**_: object) -> AsyncZeroconf:
        raise OSError(98, "Address already in use")

    monkeypatch.setattr(multicast_dns, "AsyncZeroconf", refused)
    for module in (megaphone, browse):
        monkeypatch.setattr(module, "open_zeroconf", multicast_dns.open_zeroconf)

    card = a_card()

    async def evening() -> None:
        table = Advert(card)
        await table.start()
        async with looking(card) as look:
            look.browser.named(card, ["127.0.0.1"])  # asked at the beacon's port, as if somebody had named it
            await look.until(lambda rows: bool(rows) and rows[0].rtt_ms is not None)
            assert not look.browser.mdns_works
        await table.stop()

    asyncio.run(evening())


def test_the_doctors_trial_is_seen_by_the_doctor_alone() -> None:
    card = a_card(TRIAL_VERSION)

    async def evening() -> None:
        trial = Advert(card)
        await trial.start()
        async with looking(card, with_trials=True) as doctor, looking(card) as lobby:
            await doctor.until(lambda rows: len(rows) == 1)
            assert lobby.rows == ()
        await trial.stop()

    asyncio.run(evening())


def test_every_way_of_opening_is_tried_before_giving_up(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[object] = []

    def refused(*, interfaces: object, ip_version: object) -> AsyncZeroconf:
        tried.append((interfaces, ip_version))
        raise OSError(19, "No such device")

    monkeypatch.setattr(multicast_dns, "AsyncZeroconf", refused)
    dead, eth = Adapter("dead0", 3, "10.9.9.9", 24), Adapter("eth0", 2, "10.77.0.11", 24)
    here = (*LOOPBACK, dead, eth, Adapter("eth0", 2, "fe80::1", 64))
    assert multicast_dns.open_zeroconf(here) is None
    assert tried == [
        (["10.9.9.9", "10.77.0.11", 2], IPVersion.All),
        (["10.9.9.9", "10.77.0.11"], IPVersion.V4Only),
        (["10.9.9.9"], IPVersion.V4Only),
        (["10.77.0.11"], IPVersion.V4Only),
        ([2], IPVersion.V6Only),
    ]


def test_loopback_is_used_only_where_there_is_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[object] = []

    def refused(*, interfaces: object, ip_version: object) -> AsyncZeroconf:
        tried.append(interfaces)
        raise OSError(19, "No such device")

    monkeypatch.setattr(multicast_dns, "AsyncZeroconf", refused)
    assert multicast_dns.open_zeroconf((*LOOPBACK, Adapter("lo", 1, "::1", 128))) is None
    assert multicast_dns.open_zeroconf(()) is None
    assert tried == [["127.0.0.1"]]


def test_tables_of_one_program_share_one_multicast_dns_until_the_last_has_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[AsyncZeroconf] = []

    def counted(here: object) -> AsyncZeroconf:
        opened.append(on_loopback(here))
        return opened[-1]

    monkeypatch.setattr(megaphone, "open_zeroconf", counted)
    first, second = a_card(), a_card()

    async def evening() -> None:
        shared = megaphone.Megaphone()
        tables = [Advert(card, megaphone=shared) for card in (first, second)]
        for table in tables:
            await table.start()
        async with looking(first) as one, looking(second) as two:
            await one.until(lambda rows: len(rows) == 1)
            await two.until(lambda rows: len(rows) == 1)
            await tables[0].stop()
            await one.until(lambda rows: rows == ())
            assert len(two.rows) == 1
            await tables[1].stop()
            await two.until(lambda rows: rows == ())

    asyncio.run(evening())
    assert len(opened) == 1
    assert opened[0].zeroconf.done


def test_where_multicast_dns_failed_it_is_tried_again_after_a_change_only(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[object] = []
    monkeypatch.setattr(megaphone, "open_zeroconf", tried.append)
    info = AsyncServiceInfo(SERVICE_TYPE, f"t.{SERVICE_TYPE}", port=7468)
    moved = (Adapter("eth0", 2, "10.77.0.99", 24),)

    async def evening() -> None:
        shared = megaphone.Megaphone()
        for here in (LOOPBACK, LOOPBACK, moved):
            await shared.announce(info, here)
        await shared.withdraw(info)

    asyncio.run(evening())
    assert tried == [LOOPBACK, moved]


def test_an_adapter_that_flaps_is_not_announced_until_it_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    """Up, down and up again within the time to settle: one announcement at the beginning, and no storm after it."""
    looks = 0
    announced: list[tuple[Adapter, ...]] = []

    class Kept(megaphone.Megaphone):
        async def announce(self, info: AsyncServiceInfo, here: tuple[Adapter, ...]) -> None:
            announced.append(here)

    monkeypatch.setattr(advert, "ADAPTERS_SECONDS", 0.001)
    monkeypatch.setattr(advert, "SETTLE_SECONDS", 0.001)

    async def evening() -> None:
        loop, seen_enough = asyncio.get_running_loop(), asyncio.Event()

        def flapping() -> tuple[Adapter, ...]:
            nonlocal looks
            looks += 1
            if looks == 40:
                loop.call_soon_threadsafe(seen_enough.set)
            return LOOPBACK if looks % 2 else (*LOOPBACK, Adapter("eth0", 2, "10.77.0.99", 24))

        monkeypatch.setattr(advert, "adapters", flapping)
        table = Advert(a_card(), megaphone=Kept())
        await table.start()
        async with asyncio.timeout(PATIENCE):
            await seen_enough.wait()
        await table.stop()

    asyncio.run(evening())
    assert announced == [LOOPBACK]
