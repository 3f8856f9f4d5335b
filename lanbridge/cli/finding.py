"""From what was typed behind `join` to a table: an id, a name, a code or an address, tried in that order."""

from __future__ import annotations

import time
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from lanbridge.client.addresses import BadAddress, parse_place
from lanbridge.client.ports import Target
from lanbridge.text import Words, language_of_system

from .failure import Failure

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lanbridge.client.ports import FoundTable, Lobby, Network

LOOK_SECONDS: Final = 5.0
"""How long a table is looked for by id or name, or any table at all."""
GLANCE_SECONDS: Final = 0.3
"""The same when the text is an address, too: tables of the room have answered by then. So long, too, the host of an
earlier visit is waited for when only others claim its table."""
STEP_SECONDS: Final = 0.01
NOWHERE: Final[Mapping[bytes, bytes]] = MappingProxyType({})
SLIPS: Final = frozenset({"code_slip", "port_impossible"})
"""What `parse_place` says of codes and addresses with a slip of the finger; all else may be a table's name."""


def find(network: Network, typed: str, visited: Mapping[bytes, bytes] = NOWHERE) -> Target:
    """The table that ``typed`` names; the first one seen if nothing was typed.

    ``visited`` are the certificates of the hosts with which this laptop has sat, by table id: anybody may claim such a
    table, so the same host is taken before others.

    Raises:
        Failure: nothing of that name is there, and it is no address; or it is a code with a slip.
    """
    place, slip = _place(typed)
    lobby = network.look()
    try:
        found = _wait_for(lobby, typed, GLANCE_SECONDS if place or slip else LOOK_SECONDS, visited)
    finally:
        lobby.close()
    if found is not None:
        return target_of(found)
    if place is None:
        raise Failure(_told(slip) if slip else _nothing_found(typed))
    return place


def target_of(table: FoundTable) -> Target:
    """Where to join the table of this row."""
    return Target(table.addresses, table.port, table.table_id, table.fingerprint, table.name)


def _place(typed: str) -> tuple[Target | None, str]:
    """The place that was typed; without one, what is wrong with what nearly is one, empty for what must be a name."""
    if not typed:
        return None, ""
    try:
        place = parse_place(typed)
    except BadAddress as bad:
        return None, bad.key if bad.key in SLIPS else ""
    return Target((place.host,), place.port), ""


def _told(slip: str) -> str:
    return Words(language_of_system()).say(f"address.{slip}")


def _wait_for(lobby: Lobby, typed: str, seconds: float, visited: Mapping[bytes, bytes]) -> FoundTable | None:
    end, found = time.monotonic() + seconds, None
    while time.monotonic() < end:
        matching = [table for table in lobby.tables() if _matches(table, typed)]
        if matching and found is None:
            end = min(end, time.monotonic() + GLANCE_SECONDS)
        found = min(matching, key=lambda table: _has_another_host(table, visited), default=found)
        if found is not None and not _has_another_host(found, visited):
            return found
        time.sleep(STEP_SECONDS)
    return found


def _has_another_host(table: FoundTable, visited: Mapping[bytes, bytes]) -> bool:
    return visited.get(table.table_id, table.fingerprint) != table.fingerprint


def _matches(table: FoundTable, typed: str) -> bool:
    return not typed or typed.lower() == table.table_id.hex() or typed.casefold() == table.name.casefold()


def _nothing_found(typed: str) -> str:
    if not typed:
        return "No table is seen on this network: ask the host for the code, or try 'lanbridge doctor'."
    return f"No table called {typed[:40]!r} is seen, and it is no code or address: try 'lanbridge tables'."
