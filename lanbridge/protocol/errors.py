"""What goes wrong on the wire: one exception, with the reason that the other side is told."""

from __future__ import annotations

from .messages import CloseReason


class ProtocolError(Exception):
    """The other side broke the protocol, or did not answer in time; the connection is over.

    ``reason`` goes into `Closing`; the text says plainly what was wrong and never repeats what was received, so it
    may stand in a log.
    """

    def __init__(self, reason: CloseReason, text: str) -> None:
        super().__init__(f"{reason.value}: {text}")
        self.reason = reason
        self.text = text


def bad_message(text: str) -> ProtocolError:
    """The error for bytes that are not a message."""
    return ProtocolError(CloseReason.BAD_MESSAGE, text)
