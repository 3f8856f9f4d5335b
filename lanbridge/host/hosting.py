"""A table on this laptop: the room, its server, its advertisement, and the record that is written at the end."""

from __future__ import annotations

import contextlib
import datetime as dt
import logging
import secrets
import time
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from lanbridge.engine import SEATS, house_switches
from lanbridge.engine.record import COUNTED, CUT, NOT_COUNTED, Record, write
from lanbridge.protocol.advert import TableCard
from lanbridge.protocol.join_code import code_of
from lanbridge.protocol.messages import ID_BYTES, PROTOCOL_VERSION, CloseReason, News
from lanbridge.protocol.succession_record import claim_tags
from lanbridge.protocol.table_settings import Watch

from . import seating
from .advert import Advert
from .dice import SeededDice
from .identity import TableIdentity
from .journal import Journal, journal_path
from .journal_entries import Listening, Opening
from .room import Room
from .server import TableServer, tls_context

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from lanbridge.protocol.messages import SeatInfo
    from lanbridge.protocol.table_settings import TableSettings

    from .bot_seats import BotSeats
    from .carrying_on import Carried
    from .megaphone import Megaphone
    from .remembered import Remembered

LOG = logging.getLogger("lanbridge.host")
LOOPBACK: Final = "127.0.0.1"


@dataclass(frozen=True, slots=True)
class HostPlan:
    """What a host is asked to open.

    ``certificate`` and ``private_key`` are PEM files, ``fingerprint`` the certificate's SHA-256. ``owner`` is the seat
    key of the person at this laptop, empty for a headless host. ``port`` None takes the default one or the next free.
    ``seed`` makes the dice repeat. ``private`` keeps the table on loopback, unseen by others. ``start_with`` so many
    people begins the first match. ``record_to`` is the file of the last match's record, or a folder that keeps one for
    each match. ``journals`` is the folder for the journal, None keeps none; ``resumed`` is the
    table to go on with, ``carried`` the table that comes here from another laptop. ``records`` is the folder for the
    record of a branch that does not count.
    """

    settings: TableSettings
    certificate: Path
    private_key: Path
    fingerprint: bytes
    owner: bytes = b""
    pin: str = ""
    port: int | None = None
    seed: bytes | None = None
    private: bool = False
    record_to: Path | None = None
    start_with: int | None = None
    table_id: bytes = field(default_factory=lambda: secrets.token_bytes(ID_BYTES))
    epoch: int = 1
    journals: Path | None = None
    resumed: Remembered | None = None
    carried: Carried | None = None
    records: Path | None = None


class Hosting:
    """One open table, run by the loop in which `open` was awaited. Tables of one program share a ``megaphone``."""

    def __init__(self, plan: HostPlan, bots: BotSeats, megaphone: Megaphone | None = None) -> None:
        self.plan = plan
        dice = secrets.token_bytes if plan.seed is None else SeededDice(plan.seed)
        identity = TableIdentity(plan.table_id, plan.epoch, plan.fingerprint, plan.owner, plan.pin)
        self.room = Room(identity, plan.settings, dice, secrets.token_bytes)
        self._journal = _open_journal(plan)
        self.server = TableServer(self.room, tls_context(plan.certificate, plan.private_key), bots, self._journal)
        if plan.resumed is not None:
            self.room.resume(plan.resumed, time.monotonic())
        if plan.carried is not None:
            carried = plan.carried
            self.server.post(lambda now: self.room.carry_on(carried, now))
        self.server.on_card = self._card_changed
        self.server.on_match_finished = self._match_finished
        self.server.on_journal_lost = self._journal_lost
        self._journal_never_was = plan.journals is not None and self._journal is None
        self.after_match: Callable[[], None] = lambda: None
        self._advert: Advert | None = None
        self._written: tuple[int, Path] | None = None
        """The last match that is kept in a file, and where."""
        self._megaphone = megaphone

    async def open(self) -> None:
        """Listen and, unless the table is private, advertise.

        Raises:
            OSError: no port could be had.
        """
        await self._listen()
        self._remember_port()
        self._start_when_enough()
        if not self.plan.private:
            self._advert = Advert(self.card(), listed=self.plan.settings.listed, megaphone=self._megaphone)
            await self._advert.start()

    def _journal_lost(self) -> None:
        self.server.post(lambda now: self.room.announce(News.JOURNAL_LOST, now))

    async def _listen(self) -> None:
        """Where the table was before its program ended, if that place is free; who comes back tries there first."""
        host, before = LOOPBACK if self.plan.private else None, self.plan.resumed
        if self.plan.port is None and before is not None and before.port:
            with contextlib.suppress(OSError):
                await self.server.start(before.port, host)
                return
        await self.server.start(self.plan.port, host)

    def _remember_port(self) -> None:
        if self._journal is not None:
            try:
                self._journal.append((Listening(self.server.port),))
            except OSError as error:
                LOG.warning("the port could not be written down: %s", error.strerror)

    async def close(self, reason: CloseReason = CloseReason.TABLE_CLOSED) -> None:
        """Take the table off the list, send everybody home, stop."""
        if self._advert is not None:
            await self._advert.stop()
        await self.server.close(reason)
        if self._is_outvoted:
            self._keep_uncounted()
        self._end_journal()

    @property
    def _is_outvoted(self) -> bool:
        """Whether another branch of this table counts; not so when hosting was handed over by the menu."""
        desk = self.room.desk
        return desk.close_reason is CloseReason.HANDED_OVER and not desk.asked_to_host

    def _keep_uncounted(self) -> None:
        """Also of a match that was over here; a branch in which no card was dealt since the cut has nothing to keep."""
        game, folder = self.room.desk.game, self.plan.records
        if folder is None or game is None or len(game.dealings) == (game.carried or 0):
            return
        path = folder / f"{self.plan.table_id.hex()[:8]} epoch {self.plan.epoch} not counted.txt"
        if self._written is not None and self._written[0] == game.number:
            path = self._written[1]
        record = self.record()
        with contextlib.suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(write(replace(record, tags=(*record.tags, (COUNTED, NOT_COUNTED)))), encoding="utf-8")

    def _end_journal(self) -> None:
        if self._journal is None:
            return
        if self.server.port == 0 and self.plan.resumed is not None:  # it could not be opened: it can be tried again
            self._journal.close()
            return
        with contextlib.suppress(OSError):  # a disk that cannot be written keeps its file
            self._journal.discard()

    def card(self) -> TableCard:
        """What anybody on the network may know."""
        desk = self.room.desk
        rules = desk.settings.rules
        return TableCard(
            table_id=self.plan.table_id,
            epoch=desk.identity.epoch,
            name=desk.settings.name,
            preset=rules.preset,
            switches=tuple(house_switches(rules).items()),
            humans=len(seating.humans(desk.chairs)),
            playing=desk.match_is_on,
            locked=bool(self.plan.pin),
            watch=desk.settings.watch is not Watch.NONE,
            version=PROTOCOL_VERSION,
            port=self.server.port,
            fingerprint=self.plan.fingerprint,
        )

    def code(self, addresses: tuple[str, ...]) -> str:
        """The join code for the first address that has one; empty if none has."""
        codes = (code_of(address, self.server.port) for address in addresses)
        return next((code for code in codes if code is not None), "")

    def _card_changed(self) -> None:
        if self._advert is not None:
            self._advert.update(self.card(), listed=self.room.desk.settings.listed)
        if self._journal_never_was and seating.present_humans(self.room.desk.chairs):
            self._journal_never_was = False
            self._journal_lost()
        self._start_when_enough()

    def _start_when_enough(self) -> None:
        desk, wanted = self.room.desk, self.plan.start_with
        if wanted is not None and desk.game is None and len(seating.present_humans(desk.chairs)) >= wanted:
            self.server.post(self.room.start)

    def _match_finished(self) -> None:
        if self.plan.record_to is not None:
            self._write_record(self.plan.record_to)
        self.after_match()

    def _write_record(self, path: Path) -> None:
        """To the file, or under the time of day into the folder."""
        try:
            target = _unused(path, f"{dt.datetime.now(dt.UTC):%Y-%m-%d %H%M%S}") if path.is_dir() else path
            target.write_text(write(self.record()), encoding="utf-8")
            self._written = self.room.desk.match.number, target
        except OSError as error:
            LOG.warning("the record could not be written: %s", error)

    def record(self) -> Record:
        """The running or last match as a record."""
        desk = self.room.desk
        chairs = [(f"Seat{seat}", _named(desk.chairs[seat])) for seat in SEATS]
        tags = [("Date", dt.datetime.now(dt.UTC).date().isoformat()), ("TableName", desk.settings.name), *chairs]
        if desk.match.carried is not None:
            tags.append((CUT, str(desk.match.carried)))
        if desk.succession is not None:
            tags += claim_tags(desk.succession.told())
        return Record(self.plan.table_id, tuple(tags), desk.match.history, desk.match.dealings)


def _open_journal(plan: HostPlan) -> Journal | None:
    if plan.journals is None:
        return None
    try:
        path = journal_path(plan.journals, plan.table_id)
        if plan.carried is not None:
            path.unlink(missing_ok=True)  # of an earlier epoch of this table
        journal = Journal(path)
        if plan.resumed is None:
            journal.append((Opening(plan.table_id, plan.epoch, plan.owner, plan.pin, plan.settings),))
    except OSError as error:
        LOG.warning("no journal can be kept: %s", error.strerror)
        return None
    return journal


def _unused(folder: Path, name: str) -> Path:
    """Two tables of one laptop may end in the same second."""
    path, number = folder / f"{name}.txt", 1
    while path.exists():
        number += 1
        path = folder / f"{name} ({number}).txt"
    return path


def _named(chair: SeatInfo) -> str:
    return chair.name if seating.is_human(chair) else f"bot {chair.bot}"
