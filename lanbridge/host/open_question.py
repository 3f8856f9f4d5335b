"""A question to the table that has not been decided yet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lanbridge.engine import Seat
    from lanbridge.protocol.table_settings import TableSettings


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """What is asked, by whom (a seat key), until when (monotonic second), and who has answered (seat keys)."""

    number: int
    asker: bytes
    absent: Seat | None
    settings: TableSettings | None
    until: float
    yes: frozenset[bytes]
    no: frozenset[bytes] = frozenset()
