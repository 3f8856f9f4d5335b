"""The matches kept on this laptop, newest first: only the tags of each are read until one is looked at."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from lanbridge.engine.record import COUNTED, LONGEST_RECORD, NOT_COUNTED, InvalidRecord, Record, parse

MOST_SHOWN: Final = 30
_HEAD: Final = 4000  # characters in which the tags stand
_TAG: Final = re.compile(r'^\[(\w+) "((?:[^"\\]|\\.)*)"\]$', re.MULTILINE)
_NAMES: Final = ("Seat0", "Seat1", "Seat2", "Seat3")


@dataclass(frozen=True, slots=True)
class KeptRecord:
    """A file, and what its tags say."""

    path: Path
    date: str
    table: str
    names: tuple[str, ...]
    counts: bool = True


def kept_records(folder: Path) -> tuple[KeptRecord, ...]:
    """The newest records of a folder. Never raises."""
    try:
        found = sorted(folder.glob("*.txt"), key=lambda path: path.stat().st_mtime, reverse=True)
    except OSError:
        return ()
    return tuple(record for path in found[:MOST_SHOWN] if (record := _read_head(path)) is not None)


def _read_head(path: Path) -> KeptRecord | None:
    try:
        with path.open(encoding="utf-8") as file:
            head = file.read(_HEAD)
    except (OSError, UnicodeDecodeError):
        return None
    tags = {name: re.sub(r"\\(.)", r"\1", value) for name, value in _TAG.findall(head)}
    if "LanBridge" not in tags:
        return None
    names = tuple(tags[name] for name in _NAMES if tags.get(name))
    return KeptRecord(path, tags.get("Date", ""), tags.get("TableName", ""), names, tags.get(COUNTED) != NOT_COUNTED)


def read_record(path: Path) -> Record | None:
    """The whole record; None when it is gone or no record any more."""
    try:
        with path.open(encoding="utf-8") as file:
            return parse(file.read(LONGEST_RECORD + 1))
    except (OSError, UnicodeDecodeError, InvalidRecord):
        return None
