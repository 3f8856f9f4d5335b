"""Figures of the labs: quantiles, disk and processor times, how long moves take."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any


def ms(seconds: float) -> float:
    """Seconds as milliseconds."""
    return round(seconds * 1000, 2)


def quantile(values: Sequence[float], share: float) -> float:
    """The value below which this share of the values lies."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def fsyncs(folder: Path) -> list[float]:
    """Seconds that the disk takes for one small entry, fifty times."""
    times = []
    with (folder / "fsync.bin").open("wb", buffering=0) as file:
        for _ in range(50):
            file.write(bytes(100))
            begun = time.monotonic()
            os.fsync(file.fileno())
            times.append(time.monotonic() - begun)
    return times


def move_times(diaries: Mapping[int, list[dict[str, Any]]], ups: Sequence[float]) -> list[float]:
    """Seconds from a player's sending a move to each player's seeing it, while all cables were in."""
    calm = ups[0] - 5.0 if ups else float("inf")
    sent = {
        line["sent"]: line["at"] for diary in diaries.values() for line in diary if "sent" in line and line["at"] < calm
    }
    seen = [
        (line["seen"], line["at"]) for diary in diaries.values() for line in _first_sights(diary) if line["at"] < calm
    ]
    return [at - sent[turn - 1] for turn, at in seen if turn - 1 in sent and at >= sent[turn - 1]]


def _first_sights(diary: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The lines in which the player saw each turn first: the table may be shown again before the next move."""
    fresh = [line for line in diary if line.get("fresh") and "seen" in line]
    return [line for before, line in pairwise([{}, *fresh]) if before.get("seen") != line["seen"]]


def cpu_seconds(pid: int) -> float:
    """Processor seconds that a program has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
