"""Finding tables from the command line."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING, Final

from .network import open_network

if TYPE_CHECKING:
    from argparse import Namespace

    from lanbridge.client.ports import FoundTable

LEAST_SECONDS: Final = 0.1
MOST_SECONDS: Final = 60.0


def tables(options: Namespace) -> int:
    """Look for a while, then print what is there."""
    with open_network(options) as network:
        lobby = network.look()
        time.sleep(min(max(options.seconds, LEAST_SECONDS), MOST_SECONDS))
        found = lobby.tables()
        lobby.close()
    if options.json:
        print(json.dumps([_as_json(table) for table in found]))
    else:
        print("\n".join(_as_line(table) for table in found) or "No table is seen on this network.")
    return 0


def _as_json(table: FoundTable) -> dict[str, object]:
    return {
        "id": table.table_id.hex(),
        "name": table.name,
        "addresses": list(table.addresses),
        "port": table.port,
        "preset": table.preset,
        "switches": dict(table.switches),
        "seats": table.humans,
        "state": "playing" if table.playing else "open",
        "locked": table.locked,
        "rtt_ms": table.rtt_ms,
        "by": list(table.by),
    }


def _as_line(table: FoundTable) -> str:
    name = table.name if table.mark == 1 else f"{table.name} ({table.mark})"
    changed = ", changed" if table.switches else ""
    state = "playing" if table.playing else "open"
    far = "" if table.rtt_ms is None else f"  {table.rtt_ms} ms"
    where = f"{table.addresses[0]}:{table.port}" if table.addresses else ""
    return f"{name}  {where}  {table.preset}{changed}  {table.humans} of 4  {state}{far}"
