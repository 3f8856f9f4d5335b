"""Gathers what the doctor judges: adapters, ports, our own announcement heard back, a call to a given host."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import socket
import sys
import time
from collections.abc import Callable, Sequence
from typing import Final, Protocol, TypeAlias

from lanbridge.lan.adapters import Adapter, adapters
from lanbridge.lan.udp import listening_sockets
from lanbridge.protocol.advert import DEFAULT_PORT, TableCard
from lanbridge.protocol.messages import ID_BYTES, KEY_BYTES, CloseReason, Greeting

from .addresses import Place
from .browse import MEANS, Browser
from .dial import DialFailed, dial
from .doctor import Facts, Visit
from .known import LinkProblem
from .ports import FoundTable
from .problems import problem_of
from .resolve import numbers_of
from .sightings import TRIAL_VERSION

LISTEN_SECONDS: Final = 2.0
"""Time for our own announcement to come back and for tables to be seen; both take a tenth of it."""
FAR_AWAY: Final = ("192.0.2.1", 9)
"""An address outside every local network (RFC 5737); nothing is sent, only the way there is asked for."""


class Announcement(Protocol):
    """Shows a card to the network (`lanbridge.host.advert.Advert` fits)."""

    async def start(self) -> None:
        """Show it from now on."""

    async def stop(self) -> None:
        """Say good-bye."""


Announce: TypeAlias = Callable[[TableCard], Announcement]


async def examine(place: Place | None, announce: Announce) -> Facts:
    """Look, listen and call; takes `LISTEN_SECONDS`, and longer only for a host that does not answer."""
    here = adapters()
    card = _trial_card()
    rows, mdns_opened = await _listen(card, announce(card))
    visit = None if place is None else await _visit(place, rows)
    return Facts(
        system=sys.platform,
        adapters=here,
        route=_way_out(here),
        mdns_opened=mdns_opened,
        beacon_opened=_can_listen(),
        heard=frozenset(means for row in rows if row.table_id == card.table_id for means in row.by),
        tables=tuple(row.name for row in rows if row.table_id != card.table_id),
        visit=visit,
    )


async def _listen(card: TableCard, announcement: Announcement) -> tuple[tuple[FoundTable, ...], bool]:
    """All rows seen while the card was shown, and whether multicast DNS could be opened."""
    seen: dict[bytes, FoundTable] = {}
    complete = asyncio.Event()

    def note(rows: tuple[FoundTable, ...]) -> None:
        seen.update({row.table_id: row for row in rows})
        if card.table_id in seen and set(seen[card.table_id].by) == MEANS:
            complete.set()

    browser = Browser(note, here=_outward, with_trials=True)
    await announcement.start()
    looking = asyncio.create_task(browser.run())
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(LISTEN_SECONDS):
            await complete.wait()
            await asyncio.sleep(LISTEN_SECONDS / 4)  # others answer as fast as we hear ourselves
    opened = browser.mdns_works
    looking.cancel()
    await asyncio.gather(looking, return_exceptions=True)
    await announcement.stop()
    return tuple(seen.values()), opened


async def _visit(place: Place, rows: Sequence[FoundTable]) -> Visit:
    begun = time.monotonic()
    address: str | None = None
    problem: LinkProblem | CloseReason | None = None
    table_id = b""
    try:
        addresses = await numbers_of([place.host])
        address = addresses[0]
        line = await dial(addresses, place.port, _any_table, time.monotonic)
        table_id = line.greeting.table_id
        rtt_ms = round((time.monotonic() - begun) * 1000)
        await line.hang_up()
    except DialFailed as failed:
        problem, rtt_ms = failed.problem, None
    except OSError as error:
        problem, rtt_ms = problem_of(error), None
    listed = any(row.table_id == table_id for row in rows)
    return Visit(place.host, place.port, address, problem, rtt_ms, listed)


def _any_table(_: Greeting, __: bytes) -> None:
    """Whoever greets is a table."""


def _trial_card() -> TableCard:
    name = "LAN Bridge doctor"
    table_id, fingerprint = secrets.token_bytes(ID_BYTES), bytes(KEY_BYTES)
    return TableCard(
        table_id,
        0,
        name,
        "bangladesh",
        (),
        0,
        playing=False,
        locked=True,
        watch=False,
        version=TRIAL_VERSION,
        port=DEFAULT_PORT,
        fingerprint=fingerprint,
    )


def _outward() -> tuple[Adapter, ...]:
    """Without loopback, which every firewall lets through; it is listened to only where there is nothing else."""
    here = adapters()
    return tuple(adapter for adapter in here if not adapter.loopback) or here


def _can_listen() -> bool:
    sockets = listening_sockets()
    for sock in sockets:
        sock.close()
    return bool(sockets)


def _way_out(here: Sequence[Adapter]) -> str | None:
    """The adapter through which the system would leave this network; None if there is no way out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        try:
            asked.connect(FAR_AWAY)
        except OSError:
            return None
        address = asked.getsockname()[0]
    return next((adapter.name for adapter in here if adapter.address == address), None)
