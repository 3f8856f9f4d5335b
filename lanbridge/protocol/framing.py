"""Frames: four bytes of length, big-endian, then the body. Cut anywhere, the same frames come out."""

from __future__ import annotations

from typing import Final

from .errors import ProtocolError, bad_message
from .messages import CloseReason

LENGTH_BYTES: Final = 4


def frame(body: bytes) -> bytes:
    """The body with its length in front."""
    return len(body).to_bytes(LENGTH_BYTES, "big") + body


class FrameBuffer:
    """Collects bytes into frame bodies of 1 to ``most`` bytes; keeps at most one unfinished frame.

    ``problem`` is set by a length outside the limits, as soon as the four bytes are there; the frames before it
    still come out, and nothing comes out after it.
    """

    __slots__ = ("_bytes", "_most", "problem")

    def __init__(self, most: int) -> None:
        self._bytes = bytearray()
        self._most = most
        self.problem: ProtocolError | None = None

    @property
    def waiting(self) -> int:
        """Bytes of the unfinished frame that have come so far."""
        return len(self._bytes)

    def feed(self, data: bytes) -> tuple[bytes, ...]:
        """The bodies that these bytes complete."""
        if self.problem is None:
            self._bytes += data
        bodies: list[bytes] = []
        start = 0
        while (end := self._end_of_frame(start)) is not None:
            bodies.append(bytes(self._bytes[start + LENGTH_BYTES : end]))
            start = end
        self._forget(start)
        return tuple(bodies)

    def _forget(self, used: int) -> None:
        del self._bytes[: used if self.problem is None else None]

    def _end_of_frame(self, start: int) -> int | None:
        """Where the frame that starts here ends, if all of it has come."""
        head = self._bytes[start : start + LENGTH_BYTES]
        if len(head) < LENGTH_BYTES:
            return None
        length = int.from_bytes(head, "big")
        complaint = self._complaint(length)
        if complaint is not None:
            self.problem = complaint
            return None
        end = start + LENGTH_BYTES + length
        return end if end <= len(self._bytes) else None

    def _complaint(self, length: int) -> ProtocolError | None:
        if length > self._most:
            return ProtocolError(CloseReason.TOO_LONG, f"a frame has at most {self._most} bytes")
        return bad_message("a frame has at least one byte") if length == 0 else None
