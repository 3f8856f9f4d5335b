"""Looking for tables on loopback: the beacon, a good-bye, a call over TCP. Multicast is tried in the LAN lab."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable
from dataclasses import replace

import pytest
from zeroconf import ServiceStateChange, Zeroconf
from zeroconf.asyncio import AsyncServiceInfo

from lanbridge.client import browse
from lanbridge.client.browse import MOST_NAMES, QUESTIONS_A_STEP, Browser
from lanbridge.client.ports import FoundTable
from lanbridge.client.sightings import MOST_PLACES
from lanbridge.host.beacon import Beacon
from lanbridge.lan.adapters import Adapter
from lanbridge.protocol.advert import SERVICE_TYPE, TableCard, txt_of
from lanbridge.settings.profiles import Profile
from tests.client.wires import PATIENCE, hosted

LOOPBACK = (Adapter("lo", 1, "127.0.0.1", 8),)
MINE = TableCard(b"test_browse.py" + bytes(2), 1, "t", "nepal", (), 1, False, False, True, 1, 7468, bytes(32))


class Look:
    """A browser on loopback that sees our own table only: other tests may host, too."""

    def __init__(
        self,
        table_id: bytes = MINE.table_id,
        means: frozenset[str] = frozenset({"beacon"}),
        wanted: Callable[[TableCard], bool] = lambda _: True,
    ) -> None:
        self.rows: tuple[FoundTable, ...] = ()
        self._table_id = table_id
        self._news = asyncio.Event()
        self.browser = Browser(self._publish, means=means, here=lambda: LOOPBACK, wanted=wanted)
        self.task = asyncio.create_task(self.browser.run())

    def _publish(self, rows: tuple[FoundTable, ...]) -> None:
        self.rows = tuple(row for row in rows if row.table_id == self._table_id)
        self._news.set()

    async def until(self, count: int) -> None:
        async with asyncio.timeout(PATIENCE):
            while len(self.rows) != count:
                self._news.clear()
                await self._news.wait()

    async def close(self) -> None:
        self.task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self.task


def test_a_beacon_is_a_row_and_its_good_bye_takes_it_away() -> None:
    async def evening() -> None:
        beacon = Beacon(MINE)
        beacon.start()
        look = Look()
        await look.until(1)
        (row,) = look.rows
        assert (row.addresses, row.by, row.name) == (("127.0.0.1",), ("beacon",), "t")
        assert row.rtt_ms is not None
        await asyncio.to_thread(beacon.stop)
        await look.until(0)
        await look.close()

    asyncio.run(evening())


def test_a_table_that_is_not_wanted_is_not_kept_however_it_is_heard_of() -> None:
    async def evening() -> None:
        mine, rival = Beacon(MINE), Beacon(replace(MINE, epoch=9, fingerprint=bytes([6]) * 32, port=666))
        mine.start()
        rival.start()
        look = Look(wanted=lambda card: card.epoch > MINE.epoch)
        look.browser.named(MINE, ["127.0.0.1"])
        await look.until(1)
        assert [row.epoch for row in look.rows] == [9]
        await asyncio.to_thread(rival.stop)
        await look.until(0)
        await asyncio.to_thread(mine.stop)
        await look.close()

    asyncio.run(evening())


def test_a_stranger_with_a_higher_epoch_is_a_second_row_and_takes_only_its_own_away() -> None:
    async def evening() -> None:
        true, false = Beacon(MINE), Beacon(replace(MINE, epoch=9, fingerprint=bytes([6]) * 32, port=666))
        true.start()
        false.start()
        look = Look()
        await look.until(2)
        assert {(row.epoch, row.port) for row in look.rows} == {(1, 7468), (9, 666)}
        await asyncio.to_thread(false.stop)
        await look.until(1)
        assert [row.epoch for row in look.rows] == [1]
        await asyncio.to_thread(true.stop)
        await look.until(0)
        await look.close()

    asyncio.run(evening())


def test_a_changed_card_reaches_the_row() -> None:
    async def evening() -> None:
        beacon = Beacon(MINE)
        beacon.start()
        look = Look()
        await look.until(1)
        beacon.update(replace(MINE, humans=3))
        async with asyncio.timeout(PATIENCE):
            while look.rows[0].humans != 3:
                look._news.clear()  # noqa: SLF001 - the builder's own
                await look._news.wait()  # noqa: SLF001 - the builder's own
        await asyncio.to_thread(beacon.stop)
        await look.close()

    asyncio.run(evening())


def test_a_table_that_answers_no_question_is_called_over_tcp(laptop: Profile) -> None:
    """As where UDP is filtered: mDNS has named the table, and only TCP gets through."""

    async def evening() -> None:
        async with hosted(laptop) as hosting:
            look = Look(hosting.plan.table_id, means=frozenset())
            look.browser.named(hosting.card(), ["127.0.0.1"])
            await look.until(1)
            async with asyncio.timeout(PATIENCE):
                while look.rows[0].rtt_ms is None:
                    look._news.clear()  # noqa: SLF001 - the builder's own
                    await look._news.wait()  # noqa: SLF001 - the builder's own
            await hosting.close()
            await look.until(0)
            await look.close()

    asyncio.run(evening())


def test_invented_tables_do_not_make_a_lobby_shout(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two hundred records that claim sixteen addresses each: questions and calls are bounded, a real row stays."""
    sent: list[object] = []
    monkeypatch.setattr(browse, "send", lambda _sockets, destination, _datagram: sent.append(destination))

    async def evening() -> None:
        browser = Browser(lambda _: None, means=frozenset(), here=lambda: LOOPBACK)
        for number in range(200):
            card = replace(MINE, table_id=number.to_bytes(16, "big"))
            browser.named(card, [f"127.1.{number}.{place}" for place in range(16)])
        browser._step(time.monotonic())  # noqa: SLF001 - one step of its timetable, without its sockets
        assert 0 < len(sent) <= QUESTIONS_A_STEP + MOST_PLACES
        await asyncio.gather(*(_cancelled(call) for call in browser._calls))  # noqa: SLF001 - the same

    asyncio.run(evening())


def test_names_of_multicast_dns_without_end_fill_no_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[TableCard] = []
    browser = Browser(lambda _: None, means=frozenset(), here=lambda: LOOPBACK)
    eyes = browser._eyes  # noqa: SLF001 - what multicast DNS names passes here
    monkeypatch.setattr(browser, "named", lambda card, _: told.append(card))
    for number in range(MOST_NAMES + 50):
        card = replace(MINE, table_id=number.to_bytes(16, "big"))
        items = {key.encode(): value for key, value in txt_of(card).items()}
        info = AsyncServiceInfo(SERVICE_TYPE, f"n{number}.{SERVICE_TYPE}", port=MINE.port, properties=items)
        eyes._named(f"n{number}", info)  # noqa: SLF001 - the same
    assert len(told) == MOST_NAMES + 50
    assert len(eyes._ids) == MOST_NAMES  # noqa: SLF001 - the memory that must be bounded


def test_who_copies_a_record_and_takes_the_copy_back_leaves_the_table_where_it_was() -> None:
    """Also a table that answers no questions, and is known by its record and calls alone."""
    browser = Browser(lambda _: None, means=frozenset(), here=lambda: LOOPBACK)
    eyes, seen = browser._eyes, browser._sightings  # noqa: SLF001 - what multicast DNS names passes here
    items = {key.encode(): value for key, value in txt_of(MINE).items()}
    with contextlib.closing(Zeroconf(interfaces=["127.0.0.1"])) as zeroconf:
        for name in ("true", "copy"):
            info = AsyncServiceInfo(
                SERVICE_TYPE,
                f"{name}.{SERVICE_TYPE}",
                parsed_addresses=["127.0.0.1"],
                port=MINE.port,
                properties=items,
            )
            eyes._named(name, info)  # noqa: SLF001 - the same
        eyes._on_change(zeroconf, SERVICE_TYPE, "copy", ServiceStateChange.Removed)  # noqa: SLF001 - the same
        assert len(seen.rows()) == 1
        eyes._on_change(zeroconf, SERVICE_TYPE, "true", ServiceStateChange.Removed)  # noqa: SLF001 - the same
        assert not seen.rows()


async def _cancelled(call: asyncio.Task[None]) -> None:
    call.cancel()
    await asyncio.gather(call, return_exceptions=True)
