"""A lock on a folder that dies with its program, on every system: so a crash never leaves a profile in use."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from types import TracebackType
from typing import Self

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl


class Busy(Exception):
    """Another program of this laptop holds the lock."""


class FolderLock:
    """Held from `__init__` until `release`, or until the program ends.

    Raises:
        Busy: somebody else holds it.
        OSError: the folder cannot be written.
    """

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._number: int | None = os.open(folder / "in-use", os.O_RDWR | os.O_CREAT, 0o600)
        try:
            _lock(self._number)
        except OSError as error:
            self.release()
            raise Busy(str(folder)) from error

    def release(self) -> None:
        """Let others have it; twice is harmless."""
        if self._number is not None:
            os.close(self._number)
            self._number = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()


def _lock(number: int) -> None:
    if sys.platform == "win32":
        msvcrt.locking(number, msvcrt.LK_NBLCK, 1)
    else:
        fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
