"""A host in a thread of its own, so that the table goes on whatever the window does."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
from concurrent.futures import Future
from typing import TYPE_CHECKING, Final, TypeAlias

from .bot_seats import BotSeats
from .hosting import Hosting

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Coroutine

    from .hosting import HostPlan

    Beside: TypeAlias = Callable[[Hosting], Coroutine[None, None, None]]

LOG = logging.getLogger("lanbridge.host")

OPEN_SECONDS: Final = 10.0
CLOSE_SECONDS: Final = 3.0
"""Time for the last words to everybody; then the thread is left to end by itself."""


class HostThread:
    """Hosts one table from `start` to `stop`; both are called from another thread and wait.

    ``beside`` makes what runs along in the host's loop.
    """

    def __init__(self, plan: HostPlan, beside: Beside | None = None) -> None:
        self._plan, self._beside = plan, beside
        self._opened: Future[Hosting] = Future()
        self._loop = asyncio.new_event_loop()
        self._stopping = asyncio.Event()
        self._thread = threading.Thread(target=self._run, name="lanbridge-host", daemon=True)

    def start(self) -> Hosting:
        """Open the table; what is returned may be read, and is changed by the host's thread alone.

        Raises:
            OSError: no port could be had.
            Exception: whatever else went wrong while it was opened.
            TimeoutError: the system did not let us listen in time.
        """
        self._thread.start()
        return self._opened.result(OPEN_SECONDS)

    @property
    def running(self) -> bool:
        """Whether the table is open, or being opened or closed."""
        return self._thread.is_alive()

    def stop(self) -> None:
        """Send everybody home and end the thread; calling it twice is harmless."""
        if self._thread.ident is None:  # never started
            self._loop.close()
        elif self._thread.is_alive():
            with contextlib.suppress(RuntimeError):  # the loop has closed by itself since
                self._loop.call_soon_threadsafe(self._stopping.set)
            self._thread.join(CLOSE_SECONDS)

    def _run(self) -> None:
        try:
            self._loop.run_until_complete(self._host())
        finally:
            self._loop.close()

    async def _host(self) -> None:
        bots = BotSeats()
        try:
            hosting = Hosting(self._plan, bots)
            await hosting.open()
        except Exception as error:  # noqa: BLE001 - who waits for the table is told at once, whatever it is
            self._opened.set_exception(error)
        else:
            self._opened.set_result(hosting)
            async with running_beside(self._beside and self._beside(hosting)):
                await first_of(self._stopping.wait(), hosting.server.done.wait())
            await hosting.close()
        finally:
            bots.close()


@contextlib.asynccontextmanager
async def running_beside(work: Coroutine[None, None, None] | None) -> AsyncIterator[None]:
    """Something runs along until this is left."""
    task = None if work is None else asyncio.ensure_future(work)
    try:
        yield
    finally:
        if task is not None:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)


async def first_of(*waits: Coroutine[None, None, object]) -> None:
    """Return when the first of these has come about; the others are given up."""
    tasks = [asyncio.ensure_future(wait) for wait in waits]
    await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task in tasks:
        task.cancel()
