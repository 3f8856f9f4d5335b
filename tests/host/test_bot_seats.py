"""Bots that think in a worker of their own: whatever happens to it, the table gets a legal move."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable
from concurrent.futures import Future
from pathlib import Path
from subprocess import PIPE

import pytest

from lanbridge.bots import LEVELS
from lanbridge.engine import Move, SeatView, legal_moves, observe
from lanbridge.host import bot_seats
from lanbridge.host.bot_seats import FALLBACK_LEVEL, QUICK_LEVELS, BotSeats, chosen
from tests.builders import Sheet

SEED = 7


def a_view() -> SeatView:
    sheet = Sheet(dealer=3).deal_pack(1).calls(3, 3, 3, 3)
    seat = sheet.state.table.to_act
    assert seat is not None
    return observe(sheet.state, seat)


def with_bots(scene: Callable[[BotSeats], Awaitable[None]]) -> None:
    async def evening() -> None:
        bots = BotSeats()
        try:
            await scene(bots)
        finally:
            bots.close()

    asyncio.run(evening())


def worker_of(bots: BotSeats) -> int:
    worker = bots._worker  # noqa: SLF001 - the test ends it
    assert worker is not None
    (process,) = (worker._processes or {}).values()  # noqa: SLF001 - no public way to its number
    assert process.pid is not None
    return process.pid


def by_the_rules(view: SeatView) -> Move:
    return chosen(FALLBACK_LEVEL, view, SEED)


@pytest.mark.parametrize("level", sorted(QUICK_LEVELS))
def test_quick_levels_are_asked_without_a_worker(level: str) -> None:
    async def scene(bots: BotSeats) -> None:
        bots.warm_up(level)
        assert await bots.choose(level, a_view(), SEED) == chosen(level, a_view(), SEED)
        assert bots._worker is None  # noqa: SLF001 - that there is none is the point

    with_bots(scene)


def test_every_level_is_quick_or_has_a_worker() -> None:
    assert set(LEVELS) >= QUICK_LEVELS
    assert FALLBACK_LEVEL in QUICK_LEVELS


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system ends processes in another way")
def test_a_worker_that_is_killed_is_replaced_and_the_rules_answer_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_seats, "LATE_SECONDS", 60.0)
    monkeypatch.setattr(bot_seats, "REST_SECONDS", 0.0)

    async def scene(bots: BotSeats) -> None:
        view = a_view()
        assert await bots.choose("hard", view, SEED) in legal_moves(view)
        first = worker_of(bots)
        question = asyncio.ensure_future(bots.choose("hard", view, SEED))
        await asyncio.sleep(0)
        os.kill(first, signal.SIGKILL)
        assert await question in (by_the_rules(view), chosen("hard", view, SEED))
        assert await bots.choose("hard", view, SEED) in legal_moves(view)
        assert await bots.choose("hard", view, SEED) in legal_moves(view)
        assert worker_of(bots) != first

    with_bots(scene)


A_HOST = """
from lanbridge.host.bot_seats import BotSeats

if __name__ == "__main__":
    bots = BotSeats()
    bots._pool().submit(len, "").result()
    print("thinking", flush=True)
    input()
"""


def test_a_host_that_is_killed_leaves_no_worker_behind(tmp_path: Path) -> None:
    (tmp_path / "a_host.py").write_text(A_HOST, encoding="utf-8")
    with subprocess.Popen([sys.executable, tmp_path / "a_host.py"], stdin=PIPE, stdout=PIPE) as host:
        assert host.stdout is not None
        assert host.stdout.readline().strip() == b"thinking"
        host.kill()
        host.communicate(timeout=20)  # the pipe ends when the last process that holds it has


def test_a_late_worker_is_not_waited_for_by_anybody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_seats, "START_SECONDS", 0.0)  # it hangs, and is not merely slow to start

    async def scene(bots: BotSeats) -> None:
        view = a_view()
        monkeypatch.setattr(bot_seats, "LATE_SECONDS", 60.0)
        patient = asyncio.ensure_future(bots.choose("hard", view, SEED))
        another = asyncio.ensure_future(bots.choose("hard", view, SEED))
        await asyncio.sleep(0)
        monkeypatch.setattr(bot_seats, "LATE_SECONDS", 0.0)
        assert await bots.choose("hard", view, SEED) == by_the_rules(view)
        assert await patient == await another == by_the_rules(view)

    with_bots(scene)


def test_a_worker_that_is_slow_to_start_is_kept_and_the_rules_answer_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr(bot_seats, "LATE_SECONDS", 1.0)

    async def scene() -> None:
        nonlocal now
        bots = BotSeats(clock=lambda: now)
        try:
            bots.warm_up("hard")
            worker, bots._up = bots._worker, Future()  # noqa: SLF001 - as if it had not come up yet
            now = 1.0
            assert await bots.choose("hard", a_view(), SEED) == by_the_rules(a_view())
            assert bots._worker is worker  # noqa: SLF001 - that it is kept is the point
        finally:
            bots.close()

    asyncio.run(scene())


def test_after_a_worker_was_given_up_none_is_started_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr(bot_seats, "START_SECONDS", 0.0)

    async def has_a_worker(bots: BotSeats, late_seconds: float) -> bool:
        monkeypatch.setattr(bot_seats, "LATE_SECONDS", late_seconds)
        assert await bots.choose("hard", a_view(), SEED) in legal_moves(a_view())
        return bots._worker is not None  # noqa: SLF001 - whether there is one is the point

    async def scene() -> None:
        nonlocal now
        bots = BotSeats(clock=lambda: now)
        try:
            assert not await has_a_worker(bots, late_seconds=0.0)
            now = bot_seats.REST_SECONDS - 0.1
            assert not await has_a_worker(bots, late_seconds=60.0)
            now = bot_seats.REST_SECONDS
            assert await has_a_worker(bots, late_seconds=60.0)
        finally:
            bots.close()

    asyncio.run(scene())


def test_a_level_nobody_knows_is_played_by_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_seats, "LATE_SECONDS", 60.0)

    async def scene(bots: BotSeats) -> None:
        assert await bots.choose("psychic", a_view(), SEED) == by_the_rules(a_view())

    with_bots(scene)


def test_closing_without_a_worker_and_twice_is_harmless() -> None:
    bots = BotSeats()
    bots.close()
    bots.close()
