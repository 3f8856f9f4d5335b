"""What holds for every test: no window, no sound, no player's own files, nothing left running behind."""

from __future__ import annotations

import gc
import logging
import os
import sys
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# Before anything imports pygame: pictures are drawn into memory, sound goes nowhere.
os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
os.environ["LANBRIDGE_ADAPTERS"] = "lo,lo0"  # nobody on the network of whoever runs the tests sees a table

os.fsync = lambda fd: None  # nobody pulls the plug on a test, and a disk's own time is most of many tests

# Before anything asks platformdirs: a test must never read or change a player's own settings.
_PRIVATE = tempfile.TemporaryDirectory(prefix="lanbridge-tests-", ignore_cleanup_errors=True)
for _name in ("CONFIG", "DATA", "STATE", "CACHE"):
    os.environ[f"XDG_{_name}_HOME"] = str(Path(_PRIVATE.name) / _name.lower())

# Two cores are shared, so an example's time says nothing; a failure prints how to repeat it.
settings.register_profile("here", deadline=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", settings.get_profile("here"), derandomize=True, database=None)
settings.load_profile("ci" if os.environ.get("CI") else "here")

GRACE_SECONDS = 2.0  # a thread that was told to stop may still be on its last line


def pytest_unconfigure() -> None:
    """Take the private folders away."""
    _PRIVATE.cleanup()


class _Complaints(logging.Handler):
    """Keeps what asyncio logs as an error: tasks destroyed while pending, exceptions nobody read."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.said: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.said.append(record.getMessage())


def _open_sockets() -> set[str]:
    """The sockets this process holds, by inode (Linux; elsewhere ResourceWarning alone watches)."""
    if not sys.platform.startswith("linux"):
        return set()
    found: set[str] = set()
    for entry in Path("/proc/self/fd").iterdir():
        try:
            target = str(entry.readlink())
        except OSError:  # the descriptor that lists the folder is gone by now
            continue
        if target.startswith("socket:"):
            found.add(target)
    return found


def _new_sockets(before: set[str]) -> set[str]:
    """Sockets that were not open before; garbage is collected first, and then warns for itself.

    A display that was closed and opened again has another socket than before, which is none left open.
    """
    if not _open_sockets() - before:
        return set()
    gc.collect()
    after = _open_sockets()
    return after - before if len(after) > len(before) else set()


def _wake_display() -> None:
    """SDL keeps a socket for as long as there is a display: a test is not blamed for being the first to draw."""
    pygame = sys.modules.get("pygame")
    if pygame is not None:
        pygame.display.init()


def _new_threads(before: set[threading.Thread]) -> list[str]:
    """Names of threads that would keep the program from ending."""
    left = [thread for thread in threading.enumerate() if thread not in before and not thread.daemon]
    for thread in left:
        thread.join(GRACE_SECONDS)
    return [thread.name for thread in left if thread.is_alive()]


@pytest.fixture(autouse=True)
def _nothing_left_behind() -> Iterator[None]:
    """Fail a test that leaves a thread, a socket (an event loop holds two) or an unfinished task behind."""
    complaints = _Complaints()
    logger = logging.getLogger("asyncio")
    logger.addHandler(complaints)
    _wake_display()
    threads, sockets = set(threading.enumerate()), _open_sockets()
    yield
    left_threads, left_sockets = _new_threads(threads), _new_sockets(sockets)
    logger.removeHandler(complaints)
    assert not left_threads, f"threads left running: {left_threads}"
    assert not left_sockets, f"sockets left open: {len(left_sockets)}"
    assert not complaints.said, f"asyncio complained: {complaints.said}"
