"""`lanbridge host --no-window`: tables without a player on this laptop."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import sys
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from lanbridge.host.bot_seats import BotSeats
from lanbridge.host.hosting import Hosting, HostPlan
from lanbridge.host.journal import forget_idle, unfinished
from lanbridge.host.megaphone import Megaphone
from lanbridge.host.thread import first_of, running_beside
from lanbridge.lan.shown import outward_addresses
from lanbridge.protocol.fingerprint import fingerprint_words
from lanbridge.protocol.handshake import SeatKey
from lanbridge.protocol.table_settings import TableSettings
from lanbridge.settings import Places, start_logging
from lanbridge.text import Words, hosting_sentence, language_of_system

from .choices import settings_of
from .failure import Failure
from .network import hosting_failed, journals_of, profile_of
from .parser import MOST_PORT
from .rivals import RivalWatch

if TYPE_CHECKING:
    from argparse import Namespace

    from lanbridge.host.remembered import Remembered
    from lanbridge.settings import Profile


def host(options: Namespace) -> int:
    """Host until the table is closed or the program is told to end (SIGTERM, Ctrl-C).

    Raises:
        Failure: the table cannot be opened.
    """
    if options.port and options.port + options.tables - 1 > MOST_PORT:
        raise Failure(f"{options.tables} tables from port {options.port} on are too many: ports end at {MOST_PORT}.")
    places = Places.of_this_system()
    start_logging(places)
    profile = profile_of(options, places)
    try:
        asyncio.run(_host_all(_plans(options, places, profile), SeatKey(profile.seat_key)))
    except OSError as error:
        raise _failure(error, None) from None
    finally:
        profile.release()
    return 0


def _plans(options: Namespace, places: Places, profile: Profile) -> list[HostPlan]:
    """The tables that broke off, with ``--resume``, newest first; then new ones until there are enough."""
    journals = journals_of(places, profile)
    forget_idle(journals)
    broken = unfinished(journals) if options.resume else ()
    if options.resume and not broken:
        print("No table of yours broke off, so there is nothing to resume: a new one is opened.", file=sys.stderr)
    plans = [_plan(options, places, profile, number) for number in range(options.tables)]
    return [*map(_gone_on_with, plans, broken), *plans[len(broken) :]]


def _gone_on_with(plan: HostPlan, table: Remembered) -> HostPlan:
    before = table.opening
    return replace(
        plan, settings=table.settings, pin=before.pin, table_id=before.table_id, epoch=before.epoch, resumed=table
    )


def _plan(options: Namespace, places: Places, profile: Profile, number: int) -> HostPlan:
    settings = settings_of(options, TableSettings("LAN Bridge"))
    if number:
        settings = replace(settings, name=f"{settings.name} {number + 1}")
    seed = options.seed
    return HostPlan(
        settings,
        profile.certificate,
        profile.private_key,
        profile.fingerprint,
        pin=options.pin,
        port=options.port + number if options.port else None,
        seed=None if seed is None else sha256(seed + number.to_bytes(4, "big")).digest(),
        record_to=record_of(options.record, number),
        start_with=options.seats,
        journals=journals_of(places, profile),
        records=places.records,
    )


def record_of(named: str | None, number: int) -> Path | None:
    """Where the record of the table of this number (from 0) goes: the file, file-2 ...; a folder holds those of all."""
    if not named:
        return None
    path = Path(named)
    return path.with_name(f"{path.stem}-{number + 1}{path.suffix}") if number and not path.is_dir() else path


async def _host_all(plans: list[HostPlan], key: SeatKey) -> None:
    bots = BotSeats()
    megaphone = Megaphone()
    tables = [Hosting(plan, bots, megaphone) for plan in plans]
    stop = _stop_signal()
    try:
        for table in tables:
            await _open(table)
            _announce(table, with_record=len(tables) > 1)
        async with running_beside(RivalWatch(tables, key).run()):
            await first_of(stop.wait(), _all_closed(tables))
    finally:
        await asyncio.gather(*(table.close() for table in tables))
        bots.close()


async def _open(table: Hosting) -> None:
    try:
        await table.open()
    except OSError as error:
        raise _failure(error, table.plan.port) from None


def _failure(error: OSError, port: int | None) -> Failure:
    return Failure(hosting_sentence(Words(language_of_system()), hosting_failed(error, port)))


def _stop_signal() -> asyncio.Event:
    stop, loop = asyncio.Event(), asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        with contextlib.suppress(NotImplementedError):  # Windows: Ctrl-C arrives as KeyboardInterrupt
            loop.add_signal_handler(number, stop.set)
    return stop


async def _all_closed(tables: list[Hosting]) -> None:
    await asyncio.gather(*(table.server.done.wait() for table in tables))


def _announce(table: Hosting, *, with_record: bool) -> None:
    addresses = outward_addresses()
    shown = ", ".join(f"{address}:{table.server.port}" for address in addresses) or f"port {table.server.port}"
    code = table.code(addresses)
    words = " ".join(fingerprint_words(table.plan.fingerprint))
    record = f", record {table.plan.record_to}" if with_record and table.plan.record_to is not None else ""
    print(
        f"{table.plan.settings.name}: {shown}" + (f", code {code}" if code else "") + f", words {words}{record}",
        flush=True,
    )
