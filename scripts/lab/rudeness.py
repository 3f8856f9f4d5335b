"""What a player who has a seat and is rude costs the others at the table, and the host."""

from __future__ import annotations

import json
import random
import statistics
import sys
import time
from pathlib import Path
from typing import Any, Final

from lab.faults import Evening
from lab.figures import cpu_seconds, move_times, ms
from lab.judging import lines_of
from lab.lan import Lan
from lab.laptops import ROOT, laptops_on
from lab.seen import CALM_SECONDS, seated_in, wait_for

RUDE_SEAT: Final = ROOT / "scripts" / "lab" / "rude_seat.py"
LAPTOPS: Final = {1: 1, 2: 2, 3: 3}
DEALS: Final = 400
ARRIVED_SECONDS: Final = 2.0


def rude_seat(lan: Lan, seconds: float) -> dict[str, Any]:
    """By kind of rudeness: the median time of honest moves, that against quiet play, what the rude one was told."""
    with laptops_on(lan) as room:
        evening = Evening(room, "rude", DEALS, random.Random(1), 25, laptops=LAPTOPS, seats=4)
        evening.start_host()
        wait_for(lambda: "10.77.0.11" in evening.host.output(), CALM_SECONDS)
        rude = room.start(4, lan.address(1), "7468", str(seconds), home="rude", program=(str(RUDE_SEAT),))
        time.sleep(ARRIVED_SECONDS)  # the first to sit has the menu
        for player in LAPTOPS:
            evening.start_player(player)
        wait_for(lambda: all(seated_in(evening, player, 1) for player in LAPTOPS), CALM_SECONDS)
        samples: list[tuple[float, int, float]] = []
        while rude.process.poll() is None:
            samples.append((time.monotonic(), _journal_bytes(room.folder), cpu_seconds(evening.host.process.pid)))
            time.sleep(0.1)
        diaries = {player: lines_of(evening.diary(player)) for player in LAPTOPS}
        kinds = [json.loads(line) for line in rude.output().splitlines()]
        if rude.errors():
            print(rude.errors(), file=sys.stderr)
        told = _judged(kinds, diaries, samples)
        return {
            "host_alive": evening.host.process.poll() is None,
            "worst_ratio": max(kind["ratio"] or 0.0 for kind in told.values()),
            "kinds": told,
        }


def _journal_bytes(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.glob("rude-host/**/*.journal"))


def _judged(
    kinds: list[dict[str, Any]], diaries: dict[int, list[dict[str, Any]]], samples: list[tuple[float, int, float]]
) -> dict[str, dict[str, Any]]:
    told, times_of = {}, {kind["kind"]: _times(kind, diaries) for kind in kinds}
    quiet = statistics.median([*times_of["quiet"], *times_of["quiet_again"]])
    for kind in kinds:
        begun, ended, times = kind["begun"], kind["ended"], times_of[kind["kind"]]
        median = statistics.median(times) if times else None
        within = [sample for sample in samples if begun <= sample[0] <= ended]
        (at, journal, cpu), (until, journal_after, cpu_after) = within[0], within[-1]
        told[kind["kind"]] = {
            "moves": len(times),
            "move_ms_median": None if median is None else ms(median),
            "ratio": None if median is None else round(median / quiet, 2),
            "journal_bytes_a_second": round((journal_after - journal) / (until - at)),
            "host_cpu_percent": round(100 * (cpu_after - cpu) / (until - at), 1),
            "came_back": kind["came_back"],
            "answers": kind["answers"],
        }
    return told


def _times(kind: dict[str, Any], diaries: dict[int, list[dict[str, Any]]]) -> list[float]:
    begun, ended = kind["begun"], kind["ended"]
    part = {player: [line for line in diary if begun <= line["at"] < ended] for player, diary in diaries.items()}
    return move_times(part, ())
