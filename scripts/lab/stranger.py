"""A stranger on laptop 4 claims the table of laptops 1-3, and everything is lost there once meanwhile."""

from __future__ import annotations

import json
import random
import time
from pathlib import Path
from typing import Any, Final

from lab.faults import Evening
from lab.impostor import OTHER_NAME
from lab.judging import lines_of
from lab.lan import Lan
from lab.laptops import ROOT, Laptop, laptops_on
from lab.seen import CALM_SECONDS, complain, deals_seen, look_for_tables, records_checked, summary, wait_for

IMPOSTOR: Final = ROOT / "scripts" / "lab" / "impostor.py"
DEALS: Final = 2
LAPTOPS: Final = {2: 2, 3: 3, 4: 3}
"""Two of the friends share laptop 3; the host's laptop has no player, so that nobody's grace is waited for."""
FRIENDS: Final = tuple(LAPTOPS)
KILLED: Final = 2
UNHURRIED_MS: Final = 45
END_SECONDS: Final = 120.0
STEP_SECONDS: Final = 0.05


def stranger_at(lan: Lan, seed: int, keep: Path | None) -> dict[str, Any]:
    """What came of it; ``tables_true_listed`` counts the looks at the list in which the true host stood."""
    with laptops_on(lan) as room:
        dice = random.Random(seed)
        evening = Evening(room, "claimed", DEALS, dice, UNHURRIED_MS, UNHURRIED_MS, laptops=LAPTOPS)
        evening.open()
        wait_for(lambda: all(_seated(evening, player) for player in FRIENDS), CALM_SECONDS)
        impostor = room.start(4, lan.address(4), home="impostor", program=(str(IMPOSTOR),))
        wait_for(lambda: bool(_told(impostor).get("copied")), CALM_SECONDS)
        told = _lived_through(evening, str(_told(impostor)["table"]))
        wait_for(evening.over, END_SECONDS)
        lan.plug_cable(1)  # the next scenario begins with all cables in
        sheets = [summary(evening, player).get("deals") for player in FRIENDS]
        equal = sheets[0] is not None and all(sheet == sheets[0] for sheet in sheets)
        if not equal:
            complain(evening, f"sheets {sheets}")
        if keep and not equal:
            room.keep(keep / f"{seed}-{evening.name}")
        return {
            **_announced(impostor),
            **told,
            "epochs_followed": sorted({line["epoch"] for player in FRIENDS for line in _seatings(evening, player)}),
            "deals": len(sheets[0] or ()),
            "sheets_equal": equal,
            "records_checked": records_checked(room, evening),
        }


def _lived_through(evening: Evening, table_id: str) -> dict[str, Any]:
    """A program, all lines, then the host's laptop are lost; times until everybody has a seat again, in seconds."""
    look = look_for_tables(evening.room, 3)
    killed, reset = _killed(evening, table_id), _reset(evening)
    wait_for(lambda: all(deals_seen(evening, player) for player in FRIENDS), CALM_SECONDS)
    cut = _cut_off(evening)
    listed = [_lists(look(), evening.lan.address(1))]
    listed.append(_lists(look_for_tables(evening.room, 3)(), *map(evening.lan.address, set(LAPTOPS.values()))))
    return {
        "killed_back_s": killed,
        "started_again": evening.injected["started_again"],
        "back_s": reset,
        "looks": len(listed),
        "tables_true_listed": sum(listed),
        "seated_after_cut_s": cut,
    }


def _told(impostor: Laptop) -> dict[str, Any]:
    """The last whole line that it has printed."""
    lines = impostor.output().split("\n")[:-1]
    told: dict[str, Any] = json.loads(lines[-1]) if lines else {}
    return told


def _announced(impostor: Laptop) -> dict[str, int]:
    told = _told(impostor)
    return {
        "claims": told.get("claims", 0),
        "claims_announced": told.get("answers", 0) + told.get("records", 0),
        "goodbyes_announced": told.get("goodbyes", 0),
        "calls_to_stranger": told.get("called", 0),
    }


def _seatings(evening: Evening, player: int) -> list[dict[str, Any]]:
    return [line for line in lines_of(evening.diary(player)) if line.get("link") == "seated"]


def _seated(evening: Evening, player: int, after: float = 0.0) -> float | None:
    """When the player was next given the seat after this second."""
    return next((line["at"] for line in _seatings(evening, player) if line["at"] > after), None)


def _back(evening: Evening, players: tuple[int, ...], since: float) -> list[float]:
    """Seconds from then until each was seated; those who were not are left out."""
    wait_for(lambda: all(_seated(evening, player, since) for player in players), CALM_SECONDS)
    seated = [_seated(evening, player, since) for player in players]
    return [round(at - since, 2) for at in seated if at]


def _killed(evening: Evening, table_id: str) -> list[float]:
    """Kill -9, and the program is started again, as often as it is told that it may not come in."""
    since = time.monotonic()
    evening.players[KILLED].kill()
    evening.start_player(KILLED, table_id)
    while not _seated(evening, KILLED, since) and time.monotonic() - since < CALM_SECONDS:
        if evening.players[KILLED].process.poll() is not None:
            evening.injected["started_again"] += 1
            evening.start_player(KILLED, table_id)
        time.sleep(STEP_SECONDS)
    return _back(evening, (KILLED,), since)


def _reset(evening: Evening) -> list[float]:
    """Every connection is reset in the same instant."""
    since = time.monotonic()
    evening.all_reset()
    return _back(evening, FRIENDS, since)


def _cut_off(evening: Evening) -> list[float]:
    """The host's laptop is off the network for good."""
    since = time.monotonic()
    evening.lan.pull_cable(1)
    return _back(evening, FRIENDS, since)


def _lists(tables: list[dict[str, Any]], *addresses: str) -> bool:
    """Whether the list has the table at one of these addresses, and under its own name."""
    at_home = [row for row in tables if set(row["addresses"]) & set(addresses)]
    return bool(at_home) and all(row["name"] != OTHER_NAME for row in at_home)
