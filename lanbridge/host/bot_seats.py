"""Bots that think in a process of their own, so that the table goes on while they do."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import random
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import TYPE_CHECKING, Final

from lanbridge.bots import choose

if TYPE_CHECKING:
    from lanbridge.engine import Move, SeatView

LOG = logging.getLogger("lanbridge.host.bots")

QUICK_LEVELS: Final = frozenset({"easy", "medium"})
"""Levels that answer in microseconds; they are asked in the host's own process."""
FALLBACK_LEVEL: Final = "medium"
"""Who answers when the worker is dead or late."""
LATE_SECONDS: Final = 2.0
"""A worker that has not answered by then is not waited for: the slowest level needs a tenth of it."""


def chosen(level: str, view: SeatView, seed: int) -> Move:
    """The move of the bot whose dice are made from ``seed``; runs in the worker, too."""
    return choose(level, view, random.Random(seed))  # noqa: S311 - a bot's dice must repeat from a seed


class BotSeats:
    """Answers for bots of one host process. The worker is started by `warm_up` or by the first slow question."""

    def __init__(self) -> None:
        self._worker: ProcessPoolExecutor | None = None

    def warm_up(self, level: str) -> None:
        """Start the worker if bots of this level will need it: it takes a fifth of a second."""
        if level not in QUICK_LEVELS:
            self._pool().submit(len, "")

    async def choose(self, level: str, view: SeatView, seed: int) -> Move:
        """The move of a bot of ``level``; never fails, never later than `LATE_SECONDS`."""
        if level in QUICK_LEVELS:
            return chosen(level, view, seed)
        try:
            asked = self._pool().submit(chosen, level, view, seed)
            return await asyncio.wait_for(asyncio.wrap_future(asked), LATE_SECONDS)
        except (BrokenProcessPool, TimeoutError, OSError) as error:
            LOG.warning("the %s bot did not answer (%s): the rules play for it", level, type(error).__name__)
            self.close()
            return chosen(FALLBACK_LEVEL, view, seed)

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
            self._worker = ProcessPoolExecutor(max_workers=1, mp_context=context)
        return self._worker
