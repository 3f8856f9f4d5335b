"""The log file: it rotates, and holds no card, whatever somebody writes into it."""

from __future__ import annotations

import logging
import re
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import Final

from .places import Places

FILE_BYTES: Final = 512 * 1024
FILES_KEPT: Final = 3
"""Three times 512 KB hold about two weeks of evenings and never fill a disk."""

_CARD: Final = re.compile(r"(?<![0-9A-Za-z])(?:10|[2-9TJQKAtjqka])[CDHScdhs\u2660-\u2667](?![0-9A-Za-z])")
_SECRET: Final = re.compile(r"\bb'(?:[^'\\]|\\.){8,}'|\bb\"(?:[^\"\\]|\\.){8,}\"|\b[0-9a-fA-F]{64,}\b")
"""Bytes as Python writes them, and 32 or more of them as digits: keys, and the secrets that a pack is made of."""
_HIDDEN: Final = "##"
_LOGGERS: Final = ("lanbridge", "asyncio")
"""Ours, and the event loop's, which tells of tasks that failed and would else tell the terminal."""


class CardlessFormatter(logging.Formatter):
    """Writes a record without any card or secret, tracebacks too: a log may be read while its deal is played."""

    def format(self, record: logging.LogRecord) -> str:
        """The line, with ``##`` where a card or a secret stood."""
        return _SECRET.sub(_HIDDEN, _CARD.sub(_HIDDEN, super().format(record)))


class _LogFile(RotatingFileHandler):
    """A log that cannot be written, on a full disk or one that another window is just rotating, disturbs nobody."""

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - the name that logging calls
        """Let the line go; a traceback in the terminal would be worse."""


def start_logging(places: Places, level: int = logging.INFO) -> Path | None:
    """Write the program's log to a rotating file, whose path is given back; None if the folder cannot be written.

    Calling it again replaces the file. Only our own loggers and the event loop's are written.
    """
    stop_logging()
    try:
        places.logs.mkdir(parents=True, exist_ok=True)
        handler = _LogFile(
            places.logs / "lanbridge.log", maxBytes=FILE_BYTES, backupCount=FILES_KEPT - 1, encoding="utf-8"
        )
    except OSError:
        _hear(logging.NullHandler(), level)
        return None
    handler.setFormatter(CardlessFormatter("%(asctime)s %(process)d %(levelname)s %(name)s: %(message)s"))
    _hear(handler, level)
    return Path(handler.baseFilename)


def _hear(handler: logging.Handler, level: int) -> None:
    for name in _LOGGERS:
        logging.getLogger(name).addHandler(handler)
    logging.getLogger("lanbridge").setLevel(level)


def stop_logging() -> None:
    """Close the log file, if one is open."""
    for logger in map(logging.getLogger, _LOGGERS):
        for handler in [h for h in logger.handlers if isinstance(h, (RotatingFileHandler, logging.NullHandler))]:
            logger.removeHandler(handler)
            handler.close()
