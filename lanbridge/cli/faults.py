"""Faults in other threads go to the log: the terminal would show cards with them."""

from __future__ import annotations

import contextlib
import logging
import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextlib.contextmanager
def faults_in_the_log() -> Iterator[None]:
    """While this is open, no thread that fails prints anything."""
    before = threading.excepthook
    threading.excepthook = _log
    try:
        yield
    finally:
        threading.excepthook = before


def _log(fault: threading.ExceptHookArgs) -> None:
    name = fault.thread.name if fault.thread is not None else "a thread"
    logging.getLogger("lanbridge").error("a fault in %s", name, exc_info=fault.exc_value)
