"""The certificates that tables were hosted with, by the tables' names: pinned for the whole laptop, not a profile."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from lanbridge.protocol.names import clean_name

from .host_choices import readable
from .places import Places
from .plain_values import a_hex, a_text
from .safe_files import load, save

MOST_HOSTS: Final = 200
"""Visits remembered: a year of evenings at two tables a week, and a file of under 30 KB."""


@dataclass(frozen=True, slots=True)
class KnownHost:
    """A table's name and the fingerprint (SHA-256, 32 bytes) of the certificate that it was hosted with."""

    name: str
    fingerprint: bytes


def load_hosts(places: Places) -> tuple[KnownHost, ...]:
    """The known hosts, the latest first. Never raises."""
    listed = load(_file(places)).get("hosts")
    plain = listed if isinstance(listed, list) else []
    hosts = [_read_host(entry) for entry in plain[:MOST_HOSTS] if isinstance(entry, dict)]
    return tuple(host for host in hosts if host.name and host.fingerprint)


def remember_host(places: Places, host: KnownHost) -> None:
    """Put the host first; other certificates under the same name stay known.

    Raises:
        CannotSave: disk full, read-only or forbidden.
    """
    known = load_hosts(places)
    if known[:1] != (host,):
        after = (host, *(old for old in known if old != host))[:MOST_HOSTS]
        save(_file(places), {"hosts": [{"name": old.name, "fingerprint": old.fingerprint.hex()} for old in after]})


def _read_host(plain: Mapping[str, object]) -> KnownHost:
    readers = {"name": lambda value: clean_name(a_text(200)(value)), "fingerprint": a_hex(32)}
    read = {"name": "", "fingerprint": b""} | readable(readers, plain)
    return KnownHost(**read)  # type: ignore[arg-type]  # each reader gives its field's own type


def _file(places: Places) -> Path:
    return places.data / "hosts.json"
