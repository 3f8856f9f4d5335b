"""Signals that ask a program to end: in text mode they end it in order, so that the table hears a good-bye."""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Iterator
from types import FrameType

_NAMES = ("SIGTERM", "SIGHUP")
"""Told to end, and the terminal has hung up (ssh cut off); Windows has no SIGHUP."""


@contextlib.contextmanager
def told_to_end() -> Iterator[None]:
    """While this holds, those signals raise KeyboardInterrupt as Ctrl-C does; only the main thread can hear them."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    numbers = [getattr(signal, name) for name in _NAMES if hasattr(signal, name)]
    before = {number: signal.signal(number, _end) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _end(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt(number, frame)
