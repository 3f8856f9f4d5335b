"""A disk that takes nothing more: the table is told once, and plays on."""

from __future__ import annotations

import asyncio
import contextlib
import errno
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from lanbridge.client.known import HostAnnounced, Link
from lanbridge.engine import PRESETS
from lanbridge.host.bot_seats import BotSeats
from lanbridge.host.hosting import Hosting, HostPlan
from lanbridge.host.journal import Journal
from lanbridge.host.journal_entries import Entry
from lanbridge.protocol.messages import News, StartMatch
from lanbridge.protocol.table_settings import TableSettings
from lanbridge.settings.profiles import Profile
from tests.client.conftest import laptop
from tests.client.wires import Visitor, target_of

__all__ = ["laptop"]

SETTINGS = TableSettings("t", rules=PRESETS["nepal"], bot_pause_ms=0, pace=0)


@contextlib.asynccontextmanager
async def hosted_with(laptop: Profile, journals: Path) -> AsyncIterator[Hosting]:
    """A table on loopback with its journal in this folder."""
    plan = HostPlan(
        SETTINGS,
        laptop.certificate,
        laptop.private_key,
        laptop.fingerprint,
        port=0,
        private=True,
        journals=journals,
    )
    bots = BotSeats()
    hosting = Hosting(plan, bots)
    await hosting.open()
    try:
        yield hosting
    finally:
        await hosting.close()
        bots.close()


def heard(visitor: Visitor) -> list[News]:
    return [notice.news for notice in visitor.notices if isinstance(notice, HostAnnounced)]


async def whole_deal(hosting: Hosting) -> list[News]:
    """What one person hears about the journal, from sitting down to holding cards."""
    visitor = Visitor(target_of(hosting))
    await visitor.until(lambda known: known.link is Link.SEATED)
    visitor.link.request(StartMatch(0))
    await visitor.until(lambda known: known.view is not None and known.view.my_turn)
    told = heard(visitor)
    await visitor.go()
    return told


def test_a_disk_that_fills_up_is_told_once_and_play_goes_on(
    laptop: Profile, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(self: Journal, entries: tuple[Entry, ...]) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", str((self.path, entries)))

    async def evening() -> list[News]:
        async with hosted_with(laptop, tmp_path) as hosting:
            monkeypatch.setattr(Journal, "append", full)
            return await whole_deal(hosting)

    assert asyncio.run(evening()) == [News.JOURNAL_LOST]


def test_a_folder_that_cannot_be_written_is_told_once_and_play_goes_on(laptop: Profile, tmp_path: Path) -> None:
    (tmp_path / "a file").write_text("")

    async def evening() -> list[News]:
        async with hosted_with(laptop, tmp_path / "a file") as hosting:
            return await whole_deal(hosting)

    assert asyncio.run(evening()) == [News.JOURNAL_LOST]


def test_a_disk_that_works_is_not_spoken_of(laptop: Profile, tmp_path: Path) -> None:
    async def evening() -> list[News]:
        async with hosted_with(laptop, tmp_path) as hosting:
            return await whole_deal(hosting)

    assert asyncio.run(evening()) == []
    assert list(tmp_path.iterdir()) == []
