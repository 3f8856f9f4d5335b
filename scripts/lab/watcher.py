"""A program inside one laptop of the lab: hosts, looks, joins and examines when told to by a line on its input.

Prints JSON lines; ``t`` are seconds of the monotonic clock, which all namespaces of a machine share, so that no
program's start is ever measured. The lines it takes: ``look [MEANS]``, ``shut``, ``host COUNT NAME``, ``leave``,
``join PLACE``, ``rise``, ``doctor [PLACE]``, ``spent``, ``open``.
"""

from __future__ import annotations

import asyncio
import json
import os
import secrets
import sys
import time
from pathlib import Path
from typing import Any

from lanbridge.client.addresses import Place, parse_place
from lanbridge.client.browse import MEANS, Browser
from lanbridge.client.doctor import diagnose
from lanbridge.client.examination import examine
from lanbridge.client.known import LinkChanged
from lanbridge.client.ports import FoundTable, TableClient, Target
from lanbridge.client.thread import NetworkThread
from lanbridge.engine import PRESETS
from lanbridge.host.advert import Advert
from lanbridge.host.bot_seats import BotSeats
from lanbridge.host.hosting import Hosting, HostPlan
from lanbridge.host.megaphone import Megaphone
from lanbridge.protocol.handshake import SeatKey
from lanbridge.protocol.messages import Wish
from lanbridge.protocol.table_settings import TableSettings
from lanbridge.settings import Places, open_profile

SHOWN_ROWS = 6
POLL_SECONDS = 0.005


def tell(event: str, **facts: object) -> None:
    """One line."""
    print(json.dumps({"event": event, "t": time.monotonic(), **facts}), flush=True)


class Watcher:
    """What this laptop does now."""

    def __init__(self) -> None:
        self._profile = open_profile(Places.of_this_system())
        self._looking: asyncio.Task[None] | None = None
        self._tables: list[Hosting] = []
        self._bots = BotSeats()
        self._megaphone = Megaphone()
        self._network: NetworkThread | None = None
        self._seat: TableClient | None = None
        self._polling: asyncio.Task[None] | None = None

    async def obey(self, line: str) -> None:
        """Do what one line says."""
        name, *words = line.split()
        match name:
            case "look":
                await self._shut()
                self._look(frozenset(words) or MEANS)
            case "shut":
                await self._shut()
            case "host":
                await self._host(int(words[0]), " ".join(words[1:]))
            case "leave":
                await self._leave()
            case "join":
                self._join(words[0])
            case "rise":
                self._rise()
            case "doctor":
                await self._examine(parse_place(words[0]) if words else None)
            case "spent":
                tell("spent", seconds=time.process_time())
            case "open":
                tell("open", sockets=_open_sockets())
            case _:
                tell("unknown", line=line)

    def _look(self, means: frozenset[str]) -> None:
        tell("looking")
        self._looking = asyncio.create_task(Browser(_show, means=means).run())
        self._looking.add_done_callback(_complain)

    async def _shut(self) -> None:
        task, self._looking = self._looking, None
        if task is not None:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            tell("shut")

    async def _host(self, count: int, name: str) -> None:
        tell("hosting")
        for number in range(count):
            settings = TableSettings(name if count == 1 else f"{name} {number + 1}", rules=PRESETS["nepal"])
            profile = self._profile
            plan = HostPlan(settings, profile.certificate, profile.private_key, profile.fingerprint)
            table = Hosting(plan, self._bots, self._megaphone)
            await table.open()
            self._tables.append(table)
        tell("hosted", ids=[table.plan.table_id.hex() for table in self._tables][:SHOWN_ROWS])

    async def _leave(self) -> None:
        tables, self._tables = self._tables, []
        tell("leaving")
        await asyncio.gather(*(table.close() for table in tables))
        for table in tables:
            await table.server.stop()
        tell("left")

    def _join(self, typed: str) -> None:
        place = parse_place(typed)
        if self._network is None:
            self._network = NetworkThread(SeatKey(secrets.token_bytes(32)), "watcher")
        tell("joining")
        self._seat = self._network.join(Target((place.host,), place.port), Wish.SEAT)
        self._polling = asyncio.create_task(self._poll(self._seat))

    async def _poll(self, seat: TableClient) -> None:
        while True:
            for notice, _ in seat.poll():
                if isinstance(notice, LinkChanged):
                    tell("link", link=str(notice.link), problem=str(notice.problem))
            await asyncio.sleep(POLL_SECONDS)

    def _rise(self) -> None:
        if self._seat is not None and self._polling is not None:
            self._polling.cancel()
            self._seat.leave()
        tell("risen")

    async def _examine(self, place: Place | None) -> None:
        facts = await examine(place, Advert)
        tell("doctor", causes=[finding.key for finding in diagnose(facts)], heard=sorted(facts.heard))

    async def end(self) -> None:
        """Let go of everything."""
        await self._shut()
        await self._leave()
        self._rise()
        if self._network is not None:
            self._network.close()
        self._bots.close()
        self._profile.release()


def _show(rows: tuple[FoundTable, ...]) -> None:
    tell("rows", count=len(rows), rows=[_row(row) for row in rows[:SHOWN_ROWS]])


def _row(row: FoundTable) -> dict[str, Any]:
    return {"name": row.name, "mark": row.mark, "at": row.addresses, "by": row.by, "rtt_ms": row.rtt_ms}


def _complain(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and (error := task.exception()) is not None:
        tell("failed", error=repr(error))


def _open_sockets() -> list[str]:
    """UDP ports that somebody in this namespace has open."""
    tables = (Path("/proc/net/udp"), Path("/proc/net/udp6"))
    lines = [line for table in tables if table.exists() for line in table.read_text().splitlines()[1:]]
    return sorted({str(int(line.split()[1].rpartition(":")[2], 16)) for line in lines})


async def main() -> None:
    """Obey until the input ends."""
    lines = asyncio.StreamReader()
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(lines), os.fdopen(sys.stdin.fileno(), "rb"))
    watcher = Watcher()
    tell("ready")
    while line := await lines.readline():
        await watcher.obey(line.decode())
    await watcher.end()


if __name__ == "__main__":
    with asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner:
        runner.run(main())
