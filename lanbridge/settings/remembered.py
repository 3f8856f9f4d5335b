"""Tables this laptop sat at: one that was left in mid-match can be returned to. Hosts are pinned in `known_hosts`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from lanbridge.protocol.names import clean_name

from .host_choices import readable
from .places import Places
from .plain_values import a_flag, a_hex, a_number, a_text
from .safe_files import load, save

MOST_TABLES: Final = 50
"""Tables remembered; a table id is new for each table, so old ones are only clutter."""
_ADDRESSES: Final = 8
_ADDRESS_CHARACTERS: Final = 64
_PORTS: Final = 65_535


@dataclass(frozen=True, slots=True)
class RememberedTable:
    """A table by its id (16 bytes). ``fingerprint`` is its host's certificate, SHA-256, empty before the first visit.

    ``profile`` sat there; ``unfinished`` says that a match was going on when it was left.
    """

    table_id: bytes
    name: str = ""
    addresses: tuple[str, ...] = ()
    port: int = 0
    fingerprint: bytes = b""
    profile: str = ""
    unfinished: bool = False


def load_tables(places: Places) -> tuple[RememberedTable, ...]:
    """The remembered tables, the latest first. Never raises."""
    listed = load(_file(places)).get("tables")
    plain = listed if isinstance(listed, list) else []
    tables = [_read_table(entry) for entry in plain[:MOST_TABLES] if isinstance(entry, dict)]
    return tuple(table for table in tables if table.table_id)


def remember_table(places: Places, table: RememberedTable) -> None:
    """Put the table first; what was remembered of the same id is replaced, its fingerprint kept if none is given.

    Raises:
        CannotSave: disk full, read-only or forbidden.
    """
    known = load_tables(places)
    before = next((old for old in known if old.table_id == table.table_id), None)
    if before is not None and not table.fingerprint:
        table = replace(table, fingerprint=before.fingerprint)
    _save(places, (table, *(old for old in known if old.table_id != table.table_id)))


def forget_table(places: Places, table_id: bytes) -> None:
    """Remember nothing of this table any more.

    Raises:
        CannotSave: disk full, read-only or forbidden.
    """
    _save(places, tuple(table for table in load_tables(places) if table.table_id != table_id))


def table_to_return_to(places: Places, profile: str) -> RememberedTable | None:
    """The latest table at which this profile left an unfinished match."""
    return next((t for t in load_tables(places) if t.unfinished and t.profile == profile), None)


def _save(places: Places, tables: tuple[RememberedTable, ...]) -> None:
    save(_file(places), {"tables": [_to_plain(table) for table in tables[:MOST_TABLES]]})


def _to_plain(table: RememberedTable) -> dict[str, object]:
    return {
        "table_id": table.table_id.hex(),
        "name": table.name,
        "addresses": list(table.addresses),
        "port": table.port,
        "fingerprint": table.fingerprint.hex(),
        "profile": table.profile,
        "unfinished": table.unfinished,
    }


def _read_table(plain: Mapping[str, object]) -> RememberedTable:
    readers = {
        "table_id": a_hex(16),
        "name": lambda value: clean_name(a_text(200)(value)),
        "addresses": _read_addresses,
        "port": a_number(0, _PORTS),
        "fingerprint": a_hex(32),
        "profile": a_text(_ADDRESS_CHARACTERS),
        "unfinished": a_flag,
    }
    read = {"table_id": b""} | readable(readers, plain)
    return RememberedTable(**read)  # type: ignore[arg-type]  # each reader gives its field's own type


def _read_addresses(value: object) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise ValueError("not a list")  # noqa: TRY004 - one error for every bad value
    return tuple(a_text(_ADDRESS_CHARACTERS)(address) for address in value[:_ADDRESSES])


def _file(places: Places) -> Path:
    return places.data / "tables.json"
