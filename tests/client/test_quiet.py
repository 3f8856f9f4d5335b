"""Nothing listens when nobody hosts or looks."""

from __future__ import annotations

import asyncio
import secrets
import sys
from pathlib import Path

import pytest

from lanbridge.client.browse import Browser
from lanbridge.client.thread import NetworkThread
from lanbridge.host.advert import Advert
from lanbridge.protocol.advert import TableCard
from lanbridge.protocol.handshake import SeatKey

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="sockets are counted by /proc")


def listening() -> set[str]:
    """The UDP and listening TCP sockets of this process, by inode."""
    mine = set()
    for entry in Path("/proc/self/fd").iterdir():
        try:
            mine.add(str(entry.readlink()))
        except OSError:  # the descriptor that lists the folder is gone by now
            continue
    found = set()
    for name in ("udp", "udp6", "tcp", "tcp6"):
        table = Path("/proc/net") / name
        lines = table.read_text().splitlines()[1:] if table.exists() else []
        words = [line.split() for line in lines]
        found |= {f"socket:[{word[9]}]" for word in words if name.startswith("udp") or word[3] == "0A"}
    return mine & found


def test_a_program_that_neither_looks_nor_hosts_has_nothing_open() -> None:
    before = listening()
    network = NetworkThread(SeatKey(secrets.token_bytes(32)), "Rafi")
    try:
        assert listening() == before
    finally:
        network.close()


def test_looking_and_advertising_leave_nothing_open() -> None:
    card = TableCard(secrets.token_bytes(16), 1, "t", "nepal", (), 1, False, False, True, 1, 7468, bytes(32))

    async def evening() -> None:
        before = listening()
        table, seen = Advert(card), asyncio.Event()
        await table.start()
        looking = asyncio.create_task(Browser(lambda rows: seen.set() if rows else None).run())
        async with asyncio.timeout(20):
            await seen.wait()
        assert listening() > before
        looking.cancel()
        await asyncio.gather(looking, return_exceptions=True)
        await table.stop()
        assert listening() == before

    asyncio.run(evening())


def test_a_table_off_the_list_opens_nothing() -> None:
    card = TableCard(secrets.token_bytes(16), 1, "t", "nepal", (), 1, False, False, True, 1, 7468, bytes(32))

    async def evening() -> None:
        before = listening()
        table = Advert(card, listed=False)
        await table.start()
        await asyncio.sleep(0)  # its task has begun, and waits
        assert listening() == before
        await table.stop()

    asyncio.run(evening())
