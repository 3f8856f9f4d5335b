"""Does thinking get in the way? A real host with four bots, and how late its event loop and its moves are.

    python scripts/measure_bots.py lag --deals 12 --rules nepal --level hard

The table is private on loopback with its journal on disk; nothing pauses between moves. A probe in the host's own
loop asks to be woken every millisecond and notes how much later than asked it is, only while a bot thinks. "Idle" is
the same probe in a loop that does nothing else, before and after: what the machine itself adds at that time. The
first answer has to wait for the worker to start and is told apart: people take longer to sit down.
"""

from __future__ import annotations

import asyncio
import os
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from lanbridge.host.bot_seats import BotSeats
from lanbridge.host.hosting import Hosting, HostPlan
from lanbridge.protocol.table_settings import TableSettings
from lanbridge.settings.profiles import self_signed

if TYPE_CHECKING:
    from lanbridge.engine import Move, Ruleset, SeatView

TICK: Final = 0.001
"""Seconds that the probe asks to sleep."""
IDLE_SECONDS: Final = 3.0


class TimedBots(BotSeats):
    """The host's bots, with a note of how long each answer took in ms."""

    def __init__(self) -> None:
        super().__init__()
        self.thinking = 0
        self.answers_ms: list[float] = []

    async def choose(self, level: str, view: SeatView, seed: int) -> Move:
        """The move, timed from the question to the answer in the host's loop."""
        begun = time.perf_counter()
        self.thinking += 1
        try:
            return await super().choose(level, view, seed)
        finally:
            self.thinking -= 1
            self.answers_ms.append((time.perf_counter() - begun) * 1000)


def table_lag(rules: Ruleset, level: str, deals: int, seed: int) -> dict[str, Any]:
    """Lag of the loop and of the answers, in ms, over so many deals of four bots."""
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(_measured(rules, level, deals, seed, Path(folder)))


async def _measured(rules: Ruleset, level: str, deals: int, seed: int, folder: Path) -> dict[str, Any]:
    idle = await _idle()
    lags, (first, *answers) = await _table(rules, level, deals, seed, folder)
    return {
        "level": level,
        "moves": 1 + len(answers),
        "first_answer_ms": first,
        "answer_ms_median": _share(answers, 0.5),
        "answer_ms_p99": _share(answers, 0.99),
        "answer_ms_worst": max(answers),
        "lag_samples": len(lags),
        "lag_ms_median": _share(lags, 0.5),
        "lag_ms_p99": _share(lags, 0.99),
        "lag_ms_worst": max(lags),
        "idle_lag_ms_p99": _share(idle + await _idle(), 0.99),
        "load_1_minute": os.getloadavg()[0],
    }


async def _table(rules: Ruleset, level: str, deals: int, seed: int, folder: Path) -> tuple[list[float], list[float]]:
    certificate, private_key = folder / "certificate.pem", folder / "tls.key"
    for path, written in zip((private_key, certificate), self_signed(), strict=True):
        path.write_bytes(written)
    settings = TableSettings("four bots", rules, bots=level, deals_tonight=deals, bot_pause_ms=0, pace=0)
    plan = HostPlan(
        settings,
        certificate,
        private_key,
        fingerprint=bytes(32),  # nobody joins who would ask
        seed=seed.to_bytes(32, "big"),
        private=True,
        start_with=0,
        journals=folder / "journals",
    )
    bots, over = TimedBots(), asyncio.Event()
    hosting = Hosting(plan, bots)
    hosting.after_match = over.set
    lags: list[float] = []
    probe = asyncio.ensure_future(_probe(lags, bots))
    try:
        await hosting.open()
        await over.wait()
    finally:
        probe.cancel()
        await asyncio.gather(probe, return_exceptions=True)
        await hosting.close()
        bots.close()
    return lags, bots.answers_ms


async def _probe(lags: list[float], bots: TimedBots) -> None:
    while True:
        begun = time.perf_counter()
        await asyncio.sleep(TICK)
        if bots.thinking:
            lags.append(max(0.0, time.perf_counter() - begun - TICK) * 1000)


async def _idle() -> list[float]:
    lags, until = list[float](), time.perf_counter() + IDLE_SECONDS
    while (begun := time.perf_counter()) < until:
        await asyncio.sleep(TICK)
        lags.append(max(0.0, time.perf_counter() - begun - TICK) * 1000)
    return lags


def _share(values: list[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]
