"""A LAN of four laptops on one machine: network namespaces, real multicast, separate processes.

Without arguments: one laptop hosts headless, three join the table that they discover by packets, and bots play a
`nepal` match and a `bangladesh` match of five deals. Prints one JSON object. Needs Linux, root and iproute2.
With names: those scenarios, one JSON object a line; `--short` measures less. Those of finding tables need nftables.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

from lab.discovery import FINDING
from lab.lan import HOSTS, LabUnavailable, Lan, lab_name, lan_of_four
from lab.laptops import Laptop, Room, end_on_signals, laptops_on
from lab.watching import Length
from lab.wire import wire
from lanbridge.engine import DealScored, Played, fold
from lanbridge.engine.record import FalseRecord, Fault, Record, parse, replay, verify_deals

MATCH_SECONDS: Final = 80.0
"""A match of bots takes 5 s on an idle machine; a busy one may be many times slower."""
SPARE_SECONDS: Final = 20.0
JOINERS: Final = HOSTS[1:]
MATCHES: Final[Mapping[str, tuple[str, ...]]] = {
    "nepal": ("--rules", "nepal"),
    "bangladesh": ("--rules", "bangladesh", "--deals", "5"),
}


def play_match(room: Room, name: str, options: tuple[str, ...]) -> dict[str, Any]:
    """One match from hosting to the last score; what each of the four says about it."""
    record = room.folder / f"{name}.txt"
    host = room.start(1, "host", "--no-window", "--seats", "3", "--bot-pause", "0", "--record", str(record), *options)
    before = {joiner: room.lan.received_bytes(joiner) for joiner in JOINERS}
    players = [room.start(joiner, "join", "--bot", "medium", home=f"{name}{joiner}") for joiner in JOINERS]
    for player in players:
        if player.wait(MATCH_SECONDS):
            message = f"laptop {player.host}: {player.errors()}"
            raise RuntimeError(message)
    told = [player.json() for player in players]
    received = [room.lan.received_bytes(joiner) - before[joiner] for joiner in JOINERS]
    return _judged(_host_record(host, record), told, received)


def _host_record(host: Laptop, record: Path) -> str:
    end = time.monotonic() + SPARE_SECONDS
    while not record.exists() and time.monotonic() < end:
        time.sleep(0.05)
    if host.end():
        message = f"the host: {host.errors()}"
        raise RuntimeError(message)
    return record.read_text()


def _judged(text: str, told: list[Any], received: list[int]) -> dict[str, Any]:
    record = parse(text)
    table = fold(record.events).table
    sheet = [event.result for event in record.events if isinstance(event, DealScored)]
    points = [list(result.points) for result in sheet]
    cards = sum(isinstance(event, Played) for event in record.events)
    same = all(
        [deal["points"] for deal in player["deals"]] == points and player["totals_tenths"] == list(table.totals)
        for player in told
    )
    return {
        "find_ms": [player["find_s"] * 1000 for player in told],
        "seat_ms": [player["seat_s"] * 1000 for player in told],
        "moves": cards + 4 * len(sheet),
        "moves_refused": sum(player["refused"] for player in told),
        "illegal_moves_accepted": _faults(record, Fault.ILLEGAL_MOVE),
        "wrong_scores": _faults(record, Fault.WRONG_SCORE),
        "deals": len(sheet),
        "deals_verified": min(len(player["verified"]) for player in told),
        "deals_proven": sum(check.verdict == "verified" for check in verify_deals(record)),
        "scores_equal": same,
        "totals_tenths": list(table.totals),
        "bytes_per_move_per_seat": round(statistics.mean(received) / (cards + 4 * len(sheet))),
    }


def _faults(record: Record, fault: Fault) -> int:
    """1 if the first thing that the referee finds wrong with the record is this fault."""
    try:
        replay(record)
    except FalseRecord as false:
        return int(false.fault is fault)
    return 0


def default(lan: Lan) -> dict[str, Any]:
    """The whole evening: both matches, one after the other."""
    with laptops_on(lan) as room:
        matches = {name: play_match(room, name, options) for name, options in MATCHES.items()}
    found = [time_ms for match in matches.values() for time_ms in match.pop("find_ms")]
    seated = [time_ms for match in matches.values() for time_ms in match.pop("seat_ms")]
    return {
        "laptops": len(HOSTS),
        "discover_ms_median": round(statistics.median(found), 1),
        "discover_ms_worst": round(max(found), 1),
        "seated_ms_median": round(statistics.median(seated), 1),
        "moves_refused": sum(match["moves_refused"] for match in matches.values()),
        "illegal_moves_accepted": sum(match["illegal_moves_accepted"] for match in matches.values()),
        "scores_equal": all(match["scores_equal"] for match in matches.values()),
        **matches,
    }


SCENARIOS: Final[Mapping[str, Callable[[Lan, Length], dict[str, Any]]]] = {
    "match": lambda lan, _: default(lan),
    "wire": lambda lan, _: wire(lan),
    **FINDING,
}


def main() -> int:
    """Run the scenarios asked for, each in a network of its own; one JSON object a line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("scenarios", nargs="*", default=["match"], metavar="SCENARIO", help=", ".join(SCENARIOS))
    parser.add_argument("--lab", default="", metavar="NAME", help="a name that lets several labs run at once")
    parser.add_argument("--short", action="store_true", help="fewer repeats, as in the tests")
    options = parser.parse_args()
    unknown = [name for name in options.scenarios if name not in SCENARIOS]
    if unknown:
        parser.error(f"there is no scenario {unknown[0]!r}; there are {', '.join(SCENARIOS)}")
    end_on_signals()
    try:
        for name in options.scenarios:
            started = time.monotonic()
            with lan_of_four(lab_name(options.lab)) as lan:
                told = SCENARIOS[name](lan, Length(options.short))
            print(json.dumps({"scenario": name, **told, "took_s": round(time.monotonic() - started, 1)}), flush=True)
    except LabUnavailable as error:
        print(f"No LAN of four can be made here: {error}.", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
