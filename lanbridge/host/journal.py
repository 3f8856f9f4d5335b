"""The journal: what must outlive the program, on the disk before anybody is told.

A file of entries, each with its length and checksum in front. What stands before the first torn or damaged entry
counts; the rest is left out when the journal is read, and cut off when it is written on.
"""

from __future__ import annotations

import contextlib
import logging
import os
import zlib
from typing import TYPE_CHECKING, Any, Final

import msgpack

from lanbridge.protocol.errors import ProtocolError

from .journal_entries import ENTRY
from .remembered import remembered

if TYPE_CHECKING:
    from pathlib import Path

    from .journal_entries import Entry
    from .remembered import Remembered

LOG = logging.getLogger("lanbridge.host.journal")

MOST_ENTRY_BYTES: Final = 64 * 1024
"""A claim's 68 events or five attempts at a deal are far below; a longer length is damage."""
SUFFIX: Final = ".journal"
_HEAD: Final = 8


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
    body: bytes = msgpack.packb(ENTRY.write(entry))
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
            entries.append(ENTRY.read(values))
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
