"""Figures of the LAN of four for measure.py: moves beside bare TCP, finding tables beside avahi."""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from lab import avahi
from lab.discovery_times import hosting_to_row, lobby_to_row
from lab.faults import PLAYERS, Evening
from lab.figures import move_times, ms, quantile
from lab.judging import lines_of
from lab.lan import Lan, lab_name, lan_of_four
from lab.laptops import laptops_on
from lab.ping_pong import ping_pong
from lab.watching import watching

START_SECONDS: Final = 20.0
UNDER_WAY: Final = 20
"""So many lines stand in the last player's diary when all four play."""


@dataclass(frozen=True, slots=True)
class Times:
    """Milliseconds."""

    median_ms: float
    p99_ms: float


@dataclass(frozen=True, slots=True)
class Found:
    """Medians in milliseconds."""

    hosting_ms: float
    lobby_ms: float


def _times(seconds: Sequence[float]) -> Times:
    return Times(ms(statistics.median(seconds)), ms(quantile(seconds, 0.99)))


def move_seconds(seconds: float) -> tuple[Times, Times]:
    """Moves of four bots under TLS for so long, and then a bare TCP ping-pong on the same LAN.

    Raises:
        LabUnavailable: no LAN of four can be made here.
    """
    with lan_of_four(lab_name("measure")) as lan, laptops_on(lan) as room:
        evening = Evening(room, "moves", 400, random.Random(1))
        evening.open()
        _wait_until_they_play(evening)
        time.sleep(seconds)
        moves = move_times({player: lines_of(evening.diary(player)) for player in PLAYERS}, ())
        room.end()
        return _times(moves), _times(ping_pong(lan, 1, 2))


def _wait_until_they_play(evening: Evening) -> None:
    last, end = evening.diary(PLAYERS[-1]), time.monotonic() + START_SECONDS
    while time.monotonic() < end and not (last.exists() and len(lines_of(last)) > UNDER_WAY):
        time.sleep(0.1)


def discovery_seconds(repeats: int, theirs: int) -> tuple[Found, Found | None, str]:
    """Ours, avahi's, and why there is none of avahi's (empty if there is).

    Raises:
        LabUnavailable: no LAN of four can be made here.
    """
    dice = random.Random(4)
    with lan_of_four(lab_name("measure")) as lan:
        with watching(lan) as watch:
            host, *others = watch.on(1, 2, 3, 4)
            hosting = hosting_to_row(host, others, repeats, dice)["median_s"]
            lobby = lobby_to_row(host, others, repeats, dice)["median_s"]
        return Found(ms(hosting), ms(lobby)), *_avahi(lan, theirs)


def _avahi(lan: Lan, repeats: int) -> tuple[Found | None, str]:
    if reason := avahi.why_not():
        return None, reason
    published, browsed = avahi.avahi_times(lan, repeats)
    return Found(ms(statistics.median(published)), ms(statistics.median(browsed))), ""
