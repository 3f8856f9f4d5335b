"""Many and mischievous: equal names, one table by many ways, forty tables, a flood. With the processor time used."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from typing import Any, Final

from lab.lan import Lan
from lab.laptops import ROOT
from lab.watching import Length, Watch, Watcher, named, rows, watching

TABLES: Final = 40
SPARE_SECONDS: Final = 20.0
FLOODER: Final = 3


def crowd(lan: Lan, length: Length) -> dict[str, Any]:
    """One after the other, in one network."""
    told: dict[str, Any] = {}
    with watching(lan) as watch:
        told["equal_names"] = _equal_names(watch)
        told["one_table_two_ways"] = _two_ways(watch)
        told["forty"] = _forty(watch, length.of(2, 12))
        told["invented"] = _invented(watch, length.of(1.5, 20))
        told["flood"] = _flood(watch, length.of(2, 10))
    return told


def _equal_names(watch: Watch) -> dict[str, Any]:
    """Two hosts of one name: two rows, the lobby alone marks the second."""
    hosts, looker = watch.on(1, 3), watch.on(2)[0]
    for host in hosts:
        host.do("host 1 Rafi's table", "hosted")
    found = looker.must(rows(2), looker.tell("look"))
    listed = [(row["name"], row["mark"]) for row in found["rows"]]
    _kill(*hosts, looker)
    return {"rows": listed}


def _two_ways(watch: Watch) -> dict[str, Any]:
    """Host and lobby share two networks, each with both versions of IP: one row, with all its addresses."""
    host, looker = watch.on(1, 2)
    watch.lan.join_second_network(1, 2)
    host.do("host 1 Rafi's table", "hosted")
    begun = looker.do("look", "looking")["t"]
    time.sleep(1.5)  # all ways have answered by then
    seen = [event for event in looker.since(begun) if event["event"] == "rows"]
    last = seen[-1]["rows"] if seen else []
    watch.lan.leave_second_network(1, 2)
    _kill(host, looker)
    return {
        "most_rows": max((event["count"] for event in seen), default=0),
        "by": last[0]["by"] if last else [],
        "addresses": len(last[0]["at"]) if last else 0,
    }


def _forty(watch: Watch, seconds: float) -> dict[str, Any]:
    """Forty tables of one program: when all are listed, and what host and lobby then cost."""
    host, looker = watch.on(1, 2)
    begun = host.tell(f"host {TABLES} T")
    opened = host.must(named("hosted"), begun, SPARE_SECONDS)["t"] - begun
    time.sleep(2.0)  # all have announced themselves
    found = looker.after(rows(TABLES), looker.do("look", "looking")["t"])
    time.sleep(2.0)
    at = time.monotonic()
    before = host.spent(), looker.spent()
    time.sleep(seconds)
    after, span = (host.spent(), looker.spent()), time.monotonic() - at
    lost = sum(event["event"] == "rows" and event["count"] < TABLES for event in looker.since(at))
    left = host.do("leave", "leaving")["t"]
    told = {
        "opened_s": round(opened, 3),
        "all_rows_s": found,
        "gone_s": looker.after(rows(0), left),
        "rows_lost": lost,
        "host_core_percent": _percent(after[0] - before[0], span),
        "lobby_core_percent": _percent(after[1] - before[1], span),
    }
    _kill(host, looker)
    return told


def _flood(watch: Watch, seconds: float) -> dict[str, Any]:
    """A laptop sends rubbish to host and lobby as fast as it can: the row stays, and no other comes."""
    host, looker = watch.on(1, 2)
    host.do("host 1 Rafi's table", "hosted")
    begun = looker.do("look", "looking")["t"]
    looker.must(rows(1), begun)
    at = time.monotonic()
    before = host.spent(), looker.spent()
    sent = _rubbish(watch.lan, seconds, Lan.address(1), Lan.address(2), "10.77.0.255")
    span = time.monotonic() - at
    after = host.spent(), looker.spent()
    counts = {event["count"] for event in looker.since(begun) if event["event"] == "rows"}
    _kill(host, looker)
    return {
        "datagrams_a_second": round(sent / span),
        "rows_seen": sorted(counts),
        "host_core_percent": _percent(after[0] - before[0], span),
        "lobby_core_percent": _percent(after[1] - before[1], span),
    }


def _invented(watch: Watch, seconds: float) -> dict[str, Any]:
    """Two hundred tables that do not exist are announced, with sixteen addresses each: the real row stays, they go."""
    host, looker = watch.on(1, 2)
    host.do("host 1 Rafi's table", "hosted")
    begun = looker.do("look", "looking")["t"]
    looker.must(rows(1), begun)
    _rubbish(watch.lan, 2.0)
    at, before = time.monotonic(), looker.spent()
    gone = looker.after(rows(1), at)
    time.sleep(seconds)
    span, spent = time.monotonic() - at, looker.spent() - before
    seen = [event["count"] for event in looker.since(begun) if event["event"] == "rows"]
    _kill(host, looker)
    return {
        "most_rows": max(seen),
        "least_rows": min(seen),
        "gone_s": gone,
        "lobby_core_percent": _percent(spent, span),
    }


def _rubbish(lan: Lan, seconds: float, *targets: str) -> int:
    program = [sys.executable, str(ROOT / "scripts/lab/flood.py"), lan.address(FLOODER), str(seconds)]
    command = ["ip", "netns", "exec", lan.space(FLOODER), *program, *targets]
    done = subprocess.run(
        command,
        capture_output=True,
        text=True,
        timeout=seconds + SPARE_SECONDS,
        check=True,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
    )
    return int(done.stdout)


def _percent(spent: float, span: float) -> float:
    return round(100 * spent / span, 1)


def _kill(*watchers: Watcher) -> None:
    for watcher in watchers:
        watcher.kill()
