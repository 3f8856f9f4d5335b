"""The journal: what must outlive the program, on the disk before anybody is told.

A file of entries, each with its length and checksum in front. What stands before the first torn or damaged entry
counts; the rest is left out when the journal is read, and cut off when it is written on.
"""

from __future__ import annotations

import contextlib
import logging
import os
import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import msgpack

from lanbridge.engine import SHARE_BYTES, TRICKS_IN_DEAL, DealProof, MatchEnded, PackDealt, Phase, Share
from lanbridge.engine.record import Dealing
from lanbridge.engine.rules import MOST_DEALS
from lanbridge.protocol.advert import MOST_PORT
from lanbridge.protocol.errors import ProtocolError
from lanbridge.protocol.fields import COUNT, data, many, optional, record, text, variant, whole
from lanbridge.protocol.game_values import DEAL_NAME, EVENT, HANDS, PARTICIPANT, RESULT, SEAT, TABLE, cards
from lanbridge.protocol.message_kinds import ADDRESS_CHARACTERS, CLAIMED, QUESTION, SEAT_INFO, SETTINGS
from lanbridge.protocol.messages import ID_BYTES, KEY_BYTES, Outcome, Question, SeatInfo
from lanbridge.protocol.table_settings import PIN_CHARACTERS, TableSettings

from .effects import (
    Remember,
    RememberCarried,
    RememberDealing,
    RememberEvents,
    RememberPast,
    RememberQuestion,
    RememberRemoval,
    RememberSeats,
    RememberSettings,
)

if TYPE_CHECKING:
    from pathlib import Path

LOG = logging.getLogger("lanbridge.host.journal")

MOST_ENTRY_BYTES: Final = 64 * 1024
"""A claim's 68 events or five attempts at a deal are far below; a longer length is damage."""
MOST_EVENTS: Final = 128
SUFFIX: Final = ".journal"
_HEAD: Final = 8


@dataclass(frozen=True, slots=True)
class Opening:
    """The first entry: which table this is and under which settings it was opened. The PIN stays on this laptop."""

    table_id: bytes
    epoch: int
    owner: bytes
    pin: str
    settings: TableSettings


@dataclass(frozen=True, slots=True)
class Listening:
    """Where the table was reached: who comes back tries there first."""

    port: int


Entry: TypeAlias = Opening | Remember | Listening

_EVENT_KEPT: Final = variant("event", {**EVENT.cases, 100: record(PackDealt, dealer=SEAT, hands=HANDS)})
_SHARE: Final = record(Share, participant=PARTICIPANT, commitment=data(0, SHARE_BYTES), secret=data(0, SHARE_BYTES))
_PROOF: Final = record(DealProof, name=DEAL_NAME, shares=many(_SHARE, 0, 5))
_DEALING: Final = record(Dealing, proof=optional(_PROOF), given_up=many(_PROOF, 0, 8))
_EVENT_PAST: Final = variant(
    "event", {**EVENT.cases, 100: record(PackDealt, dealer=SEAT, hands=many(cards(TRICKS_IN_DEAL), 4, 4))}
)
"""Of hands that were dealt elsewhere only some cards may be known."""
_ENTRY: Final = variant(
    "entry",
    {
        0: record(
            Opening,
            table_id=data(ID_BYTES),
            epoch=COUNT,
            owner=data(0, KEY_BYTES),
            pin=text(PIN_CHARACTERS),
            settings=SETTINGS,
        ),
        1: record(RememberEvents, match=COUNT, events=many(_EVENT_KEPT, 0, MOST_EVENTS)),
        2: record(RememberDealing, match=COUNT, dealing=_DEALING),
        3: record(RememberSeats, seats=many(SEAT_INFO, 4, 4)),
        4: record(RememberSettings, settings=SETTINGS),
        6: record(
            RememberCarried,
            match=COUNT,
            table=optional(TABLE),
            sheet=many(RESULT, 0, MOST_DEALS),
            claimed=CLAIMED,
        ),
        5: record(Listening, port=whole(0, MOST_PORT)),
        7: record(RememberRemoval, key=data(KEY_BYTES), address=text(ADDRESS_CHARACTERS)),
        8: record(RememberQuestion, question=QUESTION),
        9: record(RememberPast, events=many(_EVENT_PAST, 0, MOST_EVENTS), dealings=many(_DEALING, 0, 1)),
    },
)


class Journal:
    """An open journal file. `append` may be called from a worker thread, one call at a time."""

    def __init__(self, path: Path) -> None:
        """Open for appending, behind the good part of what is there.

        Raises:
            OSError: the file cannot be written.
        """
        self.path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o600)
        os.ftruncate(self._file, _parse(path.read_bytes())[1])

    def append(self, entries: tuple[Entry, ...]) -> None:
        """Write the entries and wait until the disk has them.

        Raises:
            OSError: the disk is full or gone; what was written of these entries does not count.
        """
        _write_all(self._file, b"".join(_framed(entry) for entry in entries))
        os.fsync(self._file)

    def close(self) -> None:
        """Let go of the file; it stays, to be resumed."""
        os.close(self._file)

    def discard(self) -> None:
        """The table ended in order: nothing is left to resume."""
        self.close()
        self.path.unlink(missing_ok=True)


def _write_all(file: int, content: bytes) -> None:
    while content:
        content = content[os.write(file, content) :]


def _framed(entry: Entry) -> bytes:
    body: bytes = msgpack.packb(_ENTRY.write(entry))
    return len(body).to_bytes(4, "big") + zlib.crc32(body).to_bytes(4, "big") + body


def journal_path(folder: Path, table_id: bytes) -> Path:
    """Where the journal of a table is kept."""
    return folder / f"{table_id.hex()}{SUFFIX}"


def unfinished(folder: Path) -> tuple[Remembered, ...]:
    """The tables whose host's program ended before they did, newest first, as far as their journals can be read."""
    return tuple(table for _, table in _left_in(folder))


def forget_idle(folder: Path) -> None:
    """Delete the journals of tables that nobody waits for; to be called while none is open here."""
    for path, table in _left_in(folder):
        if not table.is_waited_for:
            with contextlib.suppress(OSError):
                path.unlink()


def _left_in(folder: Path) -> list[tuple[Path, Remembered]]:
    try:
        paths = sorted(folder.glob(f"*{SUFFIX}"), key=lambda path: path.stat().st_mtime, reverse=True)
    except OSError as error:
        LOG.warning("the journals cannot be looked through: %s", error.strerror)
        return []
    known = ((path, remembered(read_entries(path))) for path in paths)
    return [(path, table) for path, table in known if table is not None]


def read_entries(path: Path) -> tuple[Entry, ...]:
    """The good part of a journal, from its start; empty if nothing of it can be read."""
    try:
        content = path.read_bytes()
    except OSError as error:
        LOG.warning("the journal %s cannot be read: %s", path.name, error.strerror)
        return ()
    entries, good = _parse(content)
    if good < len(content):
        LOG.warning(
            "the journal %s is damaged after %d of %d bytes: the rest is left out", path.name, good, len(content)
        )
    return entries


def _parse(content: bytes) -> tuple[tuple[Entry, ...], int]:
    entries: list[Entry] = []
    place = 0
    while (body := _body_at(content, place)) is not None:
        try:
            values: Any = msgpack.unpackb(body, raw=False)
            entries.append(_ENTRY.read(values))
        except (ProtocolError, ValueError, TypeError, msgpack.UnpackException):
            break
        place += _HEAD + len(body)
    return tuple(entries), place


def _body_at(content: bytes, place: int) -> bytes | None:
    length = int.from_bytes(content[place : place + 4], "big")
    checksum = int.from_bytes(content[place + 4 : place + _HEAD], "big")
    body = content[place + _HEAD : place + _HEAD + length]
    whole = 0 < length <= MOST_ENTRY_BYTES and len(body) == length
    return body if whole and zlib.crc32(body) == checksum else None


@dataclass(frozen=True, slots=True)
class Remembered:
    """A table as its journal tells of it: opening, settings now, seats, and the last match, if one had begun.

    ``dealings`` belong to the deals in ``events``, one each; ``port`` is where it was reached, 0 if that is not known;
    ``removed`` are those who were sent away, ``question`` what the table was being asked, None if nothing was open;
    ``past`` is the carried match before it came here.
    """

    opening: Opening
    settings: TableSettings
    seats: tuple[SeatInfo, ...]
    match: int
    events: tuple[Any, ...]
    dealings: tuple[Dealing, ...]
    port: int = 0
    carried: RememberCarried | None = None
    removed: tuple[RememberRemoval, ...] = ()
    question: Question | None = None
    past: tuple[RememberPast, ...] = ()

    @property
    def match_is_on(self) -> bool:
        """Whether a match had begun and not ended."""
        if not self.events:
            table = self.carried.table if self.carried is not None else None
            return table is not None and table.phase is not Phase.OVER
        return not isinstance(self.events[-1], MatchEnded)

    @property
    def is_waited_for(self) -> bool:
        """Whether somebody will look for the table again: a match was on, or others than its owner had seats."""
        others = any(seat.key not in (b"", self.opening.owner) for seat in self.seats)
        return self.match_is_on or others


def remembered(entries: tuple[Entry, ...]) -> Remembered | None:
    """The table that these entries tell of; None if they do not begin with its opening."""
    if not entries or not isinstance(entries[0], Opening):
        return None
    opening = entries[0]
    settings = [entry.settings for entry in entries if isinstance(entry, RememberSettings)]
    seats = [entry.seats for entry in entries if isinstance(entry, RememberSeats)]
    ports = [entry.port for entry in entries if isinstance(entry, Listening)]
    carried = next((entry for entry in reversed(entries) if isinstance(entry, RememberCarried)), None)
    matches = [entry.match for entry in entries if isinstance(entry, RememberEvents | RememberCarried)]
    match = max(matches, default=0)
    events = [event for e in entries if isinstance(e, RememberEvents) and e.match == match for event in e.events]
    return Remembered(
        opening,
        settings[-1] if settings else opening.settings,
        seats[-1] if seats else (),
        match,
        tuple(events),
        _dealings(entries, match),
        ports[-1] if ports else 0,
        carried,
        tuple(entry for entry in entries if isinstance(entry, RememberRemoval)),
        _open_question(entries),
        tuple(entry for entry in entries if isinstance(entry, RememberPast)),
    )


def _open_question(entries: tuple[Entry, ...]) -> Question | None:
    last = next((entry.question for entry in reversed(entries) if isinstance(entry, RememberQuestion)), None)
    return last if last is not None and last.outcome is Outcome.OPEN else None


def _dealings(entries: tuple[Entry, ...], match: int) -> tuple[Dealing, ...]:
    """How each deal begun came about: a pack that was made and never dealt, because the program ended, is left out."""
    made: Dealing | None = None
    dealings: list[Dealing] = []
    for entry in entries:
        if isinstance(entry, RememberDealing) and entry.match == match:
            made = entry.dealing
        elif isinstance(entry, RememberEvents) and entry.match == match and made is not None:
            dealings += [made for event in entry.events if isinstance(event, PackDealt)]
            made = None
    return tuple(dealings)
