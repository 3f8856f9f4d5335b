"""Small JSON files that survive a crash at any moment: temp file, fsync, rename, and the last good one kept."""

from __future__ import annotations

import contextlib
import json
import logging
import os
import tempfile
from pathlib import Path
from typing import Final

LOG = logging.getLogger("lanbridge.settings")

LARGEST_FILE: Final = 1024 * 1024
"""Bytes; all files kept this way are a few KB, so a larger one is damaged."""


class CannotSave(Exception):
    """The file could not be written; the text is the system's reason. What was saved before still stands."""


def save(path: Path, value: object) -> None:
    """Write a JSON value; the file that stood before is kept as the last good one.

    Raises:
        CannotSave: disk full, read-only or forbidden.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary = _written(path, json.dumps(value, ensure_ascii=False, indent=1))
        _keep_last_good(path)
        temporary.replace(path)
        _sync_folder(path.parent)
    except OSError as error:
        raise CannotSave(error.strerror or str(error)) from error


def load(path: Path) -> dict[str, object]:
    """The object in the file by its keys, else in its last good one, else an empty one; never raises, logs one line."""
    for candidate in (path, last_good(path)):
        try:
            return _read(candidate)
        except FileNotFoundError:
            continue
        except (OSError, ValueError, RecursionError) as error:
            LOG.warning("%s cannot be read, going on without it: %s", candidate.name, error)
    return {}


def last_good(path: Path) -> Path:
    """Where the file before the present one is kept."""
    return path.with_name(path.name + ".last-good")


def _read(path: Path) -> dict[str, object]:
    with path.open("rb") as stream:
        raw = stream.read(LARGEST_FILE + 1)
    if len(raw) > LARGEST_FILE:
        raise ValueError("far too long")
    value = json.loads(raw.decode("utf-8"))
    if not isinstance(value, dict):
        raise ValueError("not an object")  # noqa: TRY004 - the file is wrong, not the type of an argument
    return value


def _written(path: Path, text: str) -> Path:
    """A finished temporary file beside ``path``; readable by its owner only, as mkstemp makes it."""
    number, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    temporary = Path(name)
    try:
        with os.fdopen(number, "w", encoding="utf-8") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
    except OSError:
        temporary.unlink(missing_ok=True)
        raise
    return temporary


def _keep_last_good(path: Path) -> None:
    """Move the present file aside, unless it is damaged: then the older good one is worth more."""
    with contextlib.suppress(OSError, ValueError, RecursionError):
        _read(path)
        path.replace(last_good(path))


def _sync_folder(folder: Path) -> None:
    """Make the rename itself last; Windows cannot open folders and does not need it."""
    if os.name == "nt":
        return
    number = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)
