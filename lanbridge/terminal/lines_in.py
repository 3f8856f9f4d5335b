"""Typed lines as they come, beside everything else: a thread reads, the game asks."""

from __future__ import annotations

import codecs
import queue
import sys
import threading
from typing import Final, Protocol, cast

CHUNK_BYTES: Final = 4096
LONGEST_LINE: Final = 65_536
"""Characters without a line's end that are kept; more is no typing and is dropped."""


class RawSource(Protocol):
    """Bytes as they come, without a buffer in between; nothing means that there will be no more."""

    def read(self, size: int, /) -> bytes | None:
        """At most ``size`` bytes, at least one unless the source has ended."""


class LineSource:
    """Lines of a source, in order, with their end marked.

    The thread is a daemon and reads below Python's buffer: a program that ends while a line is awaited must not hang,
    and Python stops with a fatal error when a daemon holds a buffer's lock at that moment.
    """

    def __init__(self, source: RawSource) -> None:
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self.ended = False
        threading.Thread(target=self._read, args=(source,), name="typed lines", daemon=True).start()

    def next_line(self, seconds: float) -> str | None:
        """The next line without its end, None if none comes in so many seconds; `ended` says that none will."""
        try:
            line = self._lines.get(timeout=seconds)
        except queue.Empty:
            return None
        self.ended = line is None
        return line

    def _read(self, source: RawSource) -> None:
        decoder, rest = codecs.getincrementaldecoder("utf-8")("replace"), ""
        while chunk := _bytes_of(source):
            *lines, rest = (rest + decoder.decode(chunk)).replace("\r\n", "\n").replace("\r", "\n").split("\n")
            rest = rest[:LONGEST_LINE]
            for line in lines:
                self._lines.put(line)
        if rest:
            self._lines.put(rest)
        self._lines.put(None)


def _bytes_of(source: RawSource) -> bytes:
    try:
        return source.read(CHUNK_BYTES) or b""
    except (OSError, ValueError):  # the terminal has hung up; the file was closed
        return b""


def standard_input() -> RawSource:
    """What is typed at this terminal."""
    if sys.stdin is None:  # a program without a console
        return _Nothing()
    buffer = getattr(sys.stdin, "buffer", None)
    return cast("RawSource", getattr(buffer, "raw", buffer) or _Nothing())


class _Nothing:
    def read(self, size: int, /) -> bytes:  # noqa: ARG002 - there is nothing, however much is asked for
        return b""
