"""What stays the same while a table lives."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TableIdentity:
    """Table id (16 bytes), epoch, SHA-256 of the host's certificate (32 bytes), the owner's seat key, the PIN.

    ``owner`` is the key of the person whose laptop hosts; empty for a headless host, whose menu goes to the first
    person who sits down. ``pin`` is empty for an open table.
    """

    table_id: bytes
    epoch: int
    fingerprint: bytes
    owner: bytes = b""
    pin: str = ""
