"""What the lobby lists, in words, and how a row is named by a player. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from lanbridge.client.ports import FoundTable, Target
from lanbridge.protocol.messages import PROTOCOL_VERSION
from lanbridge.protocol.table_settings import TableSettings
from lanbridge.text import Words, title_of

from .verbs import folded

_SHORTEST_ID: Final = 6
"""Hex digits of a table id that name it: shorter ones may be words."""


def row_line(words: Words, number: int, table: FoundTable) -> str:
    """One table in one line."""
    return words.say(
        "terminal.lobby.row",
        number=number,
        name=row_name(words, table),
        title=title_of(words, table.preset, table.switches),
        players=words.say("terminal.lobby.players", count=table.humans),
        state=_state(words, table),
    )


def row_name(words: Words, table: FoundTable) -> str:
    """The name, with a number behind it where several tables share it."""
    name = table.name or words.say("terminal.lobby.unnamed")
    return name if table.mark == 1 else words.say("window.lobby.same_name", name=name, number=table.mark)


def _state(words: Words, table: FoundTable) -> str:
    if table.version != PROTOCOL_VERSION:
        return words.say(f"terminal.lobby.state_{'newer' if table.version > PROTOCOL_VERSION else 'older'}")
    state = words.say(f"terminal.lobby.state_{'playing' if table.playing else 'open'}")
    return words.say("terminal.lobby.state_locked", state=state) if table.locked else state


def target_of(table: FoundTable) -> Target:
    """Where a listed table is reached."""
    return Target(table.addresses, table.port, table.table_id, table.fingerprint, table.name)


def listed_as(target: Target, tables: Iterable[FoundTable]) -> FoundTable | None:
    """The row of the host that let us in: anybody may announce its table's id, and has a row of its own."""
    rows = (row for row in tables if row.table_id == target.table_id)
    return next((row for row in rows if target.fingerprint in (b"", row.fingerprint)), None)


def table_called(text: str, tables: tuple[FoundTable, ...]) -> FoundTable | None:
    """The table of that id or name, in this order; of several with one name the first."""
    wanted = folded(text)
    for table in tables:
        if len(wanted) >= _SHORTEST_ID and table.table_id.hex().startswith(wanted):
            return table
    return next((table for table in tables if folded(table.name) == wanted), None)


def practice_settings(settings: TableSettings, name: str) -> TableSettings:
    """The host's last choices, for a table that nobody else sees."""
    return replace(settings, name=settings.name or name, listed=False, locked=False, hints=True)
