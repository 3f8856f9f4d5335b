"""The network as screens know it: a client and, when the player hosts, a host, each in a thread of its own."""

from __future__ import annotations

import contextlib
import errno
import logging
import secrets
from dataclasses import replace
from typing import TYPE_CHECKING

from lanbridge.client.host_pins import HostPins
from lanbridge.client.ports import HostedTable, HostingFailed, ResumableTable, Target
from lanbridge.client.thread import NetworkThread
from lanbridge.engine import DealScored
from lanbridge.host.hosting import LOOPBACK, HostPlan
from lanbridge.host.journal import forget_idle, journal_path, unfinished
from lanbridge.host.thread import HostThread
from lanbridge.lan.shown import outward_addresses
from lanbridge.protocol.handshake import SeatKey
from lanbridge.protocol.look_alikes import look
from lanbridge.protocol.messages import Occupant
from lanbridge.settings import (
    CannotSave,
    KnownHost,
    Places,
    ProfileBusy,
    RememberedTable,
    load_hosts,
    load_preferences,
    load_tables,
    open_profile,
    remember_host,
    remember_table,
    start_logging,
)
from lanbridge.settings.places import default_name

from .carrying import carried
from .failure import Failure
from .rivals import RivalWatch

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator
    from pathlib import Path

    from lanbridge.client.known import Known
    from lanbridge.client.ports import Lobby, TableClient
    from lanbridge.host.remembered import Remembered
    from lanbridge.protocol.messages import Wish
    from lanbridge.protocol.table_settings import TableSettings
    from lanbridge.settings import Profile

LOG = logging.getLogger("lanbridge.cli")


class LocalNetwork:
    """Fulfils `lanbridge.client.ports.Network` with threads of this program."""

    def __init__(self, profile: Profile, name: str, places: Places) -> None:
        self.profile = profile
        self._places = places
        self._journals = journals_of(places, profile)
        self.port: int | None = None
        self.seed: bytes | None = None
        self.record_to: Path | None = None
        self._client = NetworkThread(
            SeatKey(profile.seat_key),
            name,
            pins=self._pins,
            remember=self._remember,
            rehost=self.rehost,
            withdraw=self.stop_hosting,
        )
        self._host: HostThread | None = None
        self._rehosted: tuple[tuple[bytes, int], Target] | None = None
        """The table (id, epoch of its lost host) that was carried on here last, and where."""

    def _pins(self) -> HostPins:
        by_look: dict[str, tuple[bytes, ...]] = {}
        for host in load_hosts(self._places):
            by_look[look(host.name)] = (*by_look.get(look(host.name), ()), host.fingerprint)
        return HostPins(by_look, own=self.profile.fingerprint)

    def _remember(self, known: Known) -> None:
        """A host has let us in: under this name it is known from now on. A full disk is no reason to stop."""
        if known.settings is not None and known.settings.name and known.fingerprint != self.profile.fingerprint:
            with contextlib.suppress(CannotSave):
                remember_host(self._places, KnownHost(known.settings.name, known.fingerprint))

    def visited(self) -> dict[bytes, bytes]:
        """Of each table at which this laptop has sat, by id: its host's certificate at the last visit."""
        return {table.table_id: table.fingerprint for table in load_tables(self._places) if table.fingerprint}

    def remember_visit(self, known: Known) -> None:
        """For a program that has no screen to do it: its next start finds the same host again."""
        name = known.settings.name if known.settings is not None else ""
        with contextlib.suppress(CannotSave):
            remember_table(
                self._places,
                RememberedTable(known.table_id, name, fingerprint=known.fingerprint, profile=self.profile.name),
            )

    def rename(self, name: str) -> None:
        """The player's name from the next table on."""
        self._client.name = name

    def look(self) -> Lobby:
        """Open the lobby."""
        return self._client.look()

    def join(self, target: Target, wish: Wish, pin: str = "") -> TableClient:
        """Join a table; failures come as notices."""
        return self._client.join(target, wish, pin)

    def host(self, settings: TableSettings, pin: str = "", port: int | None = None) -> HostedTable:
        """Host a table that friends can join; ``port`` None takes the one of the command line, if it names one.

        Raises:
            HostingFailed: no table could be opened.
        """
        plan = self._plan(settings, pin, private=False)
        return self._open(plan if port is None else replace(plan, port=port))

    def practise(self, settings: TableSettings) -> HostedTable:
        """Host a table on loopback that nobody else sees.

        Raises:
            HostingFailed: no table could be opened.
        """
        return self._open(self._plan(replace(settings, locked=False), "", private=True))

    def resumable(self) -> tuple[ResumableTable, ...]:
        """Tables of this laptop whose host ended before their match did, or while others sat at them."""
        return tuple(_as_resumable(table) for table in self._unfinished() if table.is_waited_for)

    def resume(self, table_id: bytes) -> HostedTable:
        """Open such a table again, under the same id; every seat returns by itself.

        Raises:
            HostingFailed: it could not be opened.
        """
        for table in self._unfinished():
            if table.opening.table_id == table_id:
                return self._open(self._resuming(table))
        raise HostingFailed("hosting.nothing_to_resume")

    def forget_resumable(self, table_id: bytes) -> None:
        """The table is not wanted any more."""
        journal_path(self._journals, table_id).unlink(missing_ok=True)

    def rehost(self, known: Known, pin: str) -> Target:
        """Go on hosting here a table that was lost elsewhere; called in any thread. One that is open here stays open.

        Raises:
            HostingFailed: it could not be opened.
        """
        if known.settings is None:
            raise HostingFailed("hosting.nothing_to_resume")
        if self._rehosted and self._rehosted[0] == (known.table_id, known.epoch) and self._hosts_still:
            return self._rehosted[1]
        key = SeatKey(self.profile.seat_key)
        before = carried(known, key, self.profile.fingerprint)
        plan = self._plan(known.settings, pin, private=False)
        target = self._open(replace(plan, table_id=known.table_id, epoch=known.epoch + 1, carried=before)).target
        self._rehosted = (known.table_id, known.epoch), target
        return target

    @property
    def _hosts_still(self) -> bool:
        return self._host is not None and self._host.running

    @property
    def hosts(self) -> bool:
        """Whether a table is hosted here."""
        return self._host is not None

    def stop_hosting(self) -> None:
        """Close the hosted table in order, if there is one."""
        host, self._host = self._host, None
        self._rehosted = None
        if host is not None:
            host.stop()

    def close(self) -> None:
        """Leave and close everything."""
        self.stop_hosting()
        self._client.close()

    def _unfinished(self) -> tuple[Remembered, ...]:
        return () if self._host is not None else unfinished(self._journals)

    def _resuming(self, table: Remembered) -> HostPlan:
        opening = table.opening
        plan = self._plan(table.settings, opening.pin, private=False)
        return replace(plan, table_id=opening.table_id, epoch=opening.epoch, resumed=table)

    def _plan(self, settings: TableSettings, pin: str, *, private: bool) -> HostPlan:
        profile = self.profile
        return HostPlan(
            replace(settings, locked=bool(pin)),
            profile.certificate,
            profile.private_key,
            profile.fingerprint,
            owner=profile.public_key,
            pin=pin,
            port=0 if private else self.port,
            seed=self.seed,
            private=private,
            record_to=self.record_to or self._records(),
            journals=None if private else self._journals,
            records=None if private else self._places.records,
        )

    def _records(self) -> Path | None:
        """The folder for the records of matches; None where nothing can be written."""
        try:
            self._places.records.mkdir(parents=True, exist_ok=True)
        except OSError:
            return None
        return self._places.records

    def _open(self, plan: HostPlan) -> HostedTable:
        self.stop_hosting()
        key = SeatKey(self.profile.seat_key)
        host = HostThread(plan, None if plan.private else lambda hosting: RivalWatch([hosting], key).run())
        try:
            hosting = host.start()
        except Exception as error:
            host.stop()  # one that is late must not open unseen
            raise hosting_failed(error, plan.port) from error
        self._host = host
        port, addresses = hosting.server.port, () if plan.private else outward_addresses()
        target = Target((LOOPBACK,), port, plan.table_id, plan.fingerprint, plan.settings.name)
        return HostedTable(target, hosting.code(addresses), addresses)


def hosting_failed(error: Exception, port: int | None) -> HostingFailed:
    """The sentence for a table that could not be opened on ``port``."""
    number = error.errno if isinstance(error, OSError) else None
    if number == errno.EADDRINUSE:
        return HostingFailed("hosting.port_taken", port=str(port))
    if number == errno.EACCES:
        return HostingFailed("hosting.port_forbidden", port=str(port))
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    LOG.warning("no table could be opened", exc_info=error)
    return HostingFailed("hosting.failed", reason=reason or type(error).__name__)


@contextlib.contextmanager
def open_network(options: Namespace) -> Iterator[LocalNetwork]:
    """The network under the player's profile; closed in order at the end.

    Raises:
        Failure: the profile asked for is in use by another window.
    """
    places = Places.of_this_system()
    start_logging(places)
    profile = profile_of(options, places)
    forget_idle(journals_of(places, profile))
    network = LocalNetwork(profile, load_preferences(places).name or default_name(), places)
    try:
        yield network
    finally:
        network.close()
        profile.release()


def profile_of(options: Namespace, places: Places) -> Profile:
    """The identity that the options ask for, or the next free one; to be released at the end.

    Raises:
        Failure: it is in use by another window.
    """
    try:
        return open_profile(places, getattr(options, "profile", ""))
    except ProfileBusy as busy:
        raise Failure(f"The profile {busy} is in use by another window: close it, or leave out --profile.") from None


def journals_of(places: Places, profile: Profile) -> Path:
    """A profile is one program's at a time, and so are its journals."""
    return places.journals / profile.name


def _as_resumable(table: Remembered) -> ResumableTable:
    names = tuple(chair.name for chair in table.seats if chair.occupant is Occupant.HUMAN)
    deals = sum(isinstance(event, DealScored) for event in table.events)
    return ResumableTable(table.opening.table_id, table.settings.name, names, deals)


def fresh_seed() -> int:
    """A seed for dice that nobody can guess."""
    return secrets.randbits(64)
