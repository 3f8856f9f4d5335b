"""Where lines go. What a terminal cannot show becomes a question mark instead of an error."""

from __future__ import annotations

import contextlib
from typing import Protocol


class Stream(Protocol):
    """Where text can be written."""

    def write(self, text: str, /) -> object:
        """Write the text."""

    def flush(self) -> object:
        """Pass on at once what was written."""


class Paper:
    """Prints lines as they come, errors apart; zero-width breaks are for windows and are left out."""

    def __init__(self, out: Stream, err: Stream) -> None:
        self._out = out
        self._err = err
        for stream in (out, err):
            reconfigure = getattr(stream, "reconfigure", None)
            if reconfigure is not None:
                with contextlib.suppress(ValueError, OSError):
                    reconfigure(errors="replace")

    def say(self, line: str) -> None:
        """One line to the player.

        Raises:
            BrokenPipeError: nobody can read it any more.
        """
        _print(line, self._out)

    def complain(self, line: str) -> None:
        """One line about what failed.

        Raises:
            BrokenPipeError: nobody can read it any more.
        """
        _print(line, self._err)


def _print(line: str, stream: Stream) -> None:
    try:
        print(_plain(line), file=stream, flush=True)
    except OSError as error:  # a terminal that has hung up answers EIO, a closed pipe EPIPE
        raise BrokenPipeError(*error.args) from error


def _plain(line: str) -> str:
    return line.replace("\u200b", "")
