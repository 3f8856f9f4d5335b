"""Bots that think in a process of their own, so that the table goes on while they do."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import random
import threading
import time
from concurrent.futures import Future, ProcessPoolExecutor
from typing import TYPE_CHECKING, Final

from lanbridge.bots import choose
from lanbridge.engine import legal_moves

if TYPE_CHECKING:
    from collections.abc import Callable

    from lanbridge.engine import Move, SeatView

LOG = logging.getLogger("lanbridge.host.bots")

QUICK_LEVELS: Final = frozenset({"easy", "medium"})
"""Levels that answer in microseconds; they are asked in the host's own process."""
FALLBACK_LEVEL: Final = "medium"
"""Who answers when the worker is dead or late."""
LATE_SECONDS: Final = 2.0
"""A worker that has not answered by then is not waited for: the slowest level needs a tenth of it."""
START_SECONDS: Final = 20.0
"""A worker gets so long to start on a busy machine; once it is late, the rules answer at once until it is up."""
REST_SECONDS: Final = 5.0
"""For so long after a worker was given up no other is started: one that cannot start is not tried at every move."""


def chosen(level: str, view: SeatView, seed: int) -> Move:
    """The move of the bot whose dice are made from ``seed``; runs in the worker, too."""
    return choose(level, view, random.Random(seed))  # noqa: S311 - a bot's dice must repeat from a seed


def _chosen_here(level: str, view: SeatView, seed: int) -> Move:
    try:
        return chosen(level, view, seed)
    except Exception:  # the table goes on whatever a bot stumbles over
        LOG.exception("the %s bot failed: the first legal move is played", level)
        return legal_moves(view)[0]


class BotSeats:
    """Answers for bots of one host process. The worker is started by `warm_up` or by the first slow question.

    ``clock`` gives monotonic seconds.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._worker: ProcessPoolExecutor | None = None
        self._up: Future[int] = Future()
        self._begun = 0.0
        self._rests_until = 0.0

    def warm_up(self, level: str) -> None:
        """Start the worker if bots of this level will need it: it takes a fifth of a second."""
        if level not in QUICK_LEVELS:
            self._pool()

    async def choose(self, level: str, view: SeatView, seed: int) -> Move:
        """The move of a bot of ``level``; never fails, never later than `LATE_SECONDS`."""
        move = None if level in QUICK_LEVELS else await self._asked(level, view, seed)
        return _chosen_here(level if level in QUICK_LEVELS else FALLBACK_LEVEL, view, seed) if move is None else move

    async def _asked(self, level: str, view: SeatView, seed: int) -> Move | None:
        worker = None
        try:
            worker = self._ready_worker()
            if worker is None:
                return None
            answer = asyncio.wrap_future(worker.submit(chosen, level, view, seed))
            done, _ = await asyncio.wait({answer}, timeout=LATE_SECONDS)
            if done and not answer.cancelled():  # it is cancelled when another table found the worker late
                return answer.result()
            answer.cancel()
            LOG.warning("the %s bot is late: the rules play for it", level)
            if self._is_starting:
                return None
        except Exception as error:  # noqa: BLE001 - whatever a worker can die of, the table goes on
            LOG.warning("the %s bot did not answer (%s): the rules play for it", level, type(error).__name__)
        if worker is self._worker:
            self.close()
            self._rests_until = self._clock() + REST_SECONDS
        return None

    def _ready_worker(self) -> ProcessPoolExecutor | None:
        """The worker, started if need be; None while one is late in starting or was given up a moment ago."""
        if self._worker is None and self._clock() < self._rests_until:
            return None
        worker = self._pool()
        return None if self._is_starting and self._clock() - self._begun >= LATE_SECONDS else worker

    @property
    def _is_starting(self) -> bool:
        return not self._up.done() and self._clock() - self._begun < START_SECONDS

    def close(self) -> None:
        """End the worker; a later question starts another."""
        worker, self._worker = self._worker, None
        if worker is not None:
            worker.shutdown(wait=False, cancel_futures=True)
            for process in list((worker._processes or {}).values()):  # noqa: SLF001 - no public way to end a worker that hangs
                process.terminate()

    def _pool(self) -> ProcessPoolExecutor:
        if self._worker is None:
            context = multiprocessing.get_context("spawn")
            self._worker = ProcessPoolExecutor(max_workers=1, mp_context=context, initializer=_end_with_the_host)
            self._begun = self._clock()
            self._up = self._worker.submit(len, "")
        return self._worker


def _end_with_the_host() -> None:
    """Runs in the worker: a host that is killed leaves no process behind."""
    threading.Thread(target=_wait_for_the_end, daemon=True).start()


def _wait_for_the_end() -> None:
    host = multiprocessing.parent_process()
    if host is not None:
        host.join()
        os._exit(1)
