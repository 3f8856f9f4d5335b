"""Errors of the system as values with a sentence each, on Linux, macOS and Windows."""

from __future__ import annotations

import errno
import socket
import ssl
from collections.abc import Iterable
from typing import Final

from lanbridge.protocol.errors import ProtocolError
from lanbridge.protocol.messages import CloseReason

from .known import LinkProblem

_WINDOWS: Final = {
    10013: LinkProblem.NOT_PERMITTED,  # WSAEACCES: the firewall or another program's exclusive port
    10022: LinkProblem.UNREACHABLE,  # WSAEINVAL: an adapter that has just gone
    10050: LinkProblem.UNREACHABLE,  # WSAENETDOWN
    10051: LinkProblem.UNREACHABLE,  # WSAENETUNREACH
    10054: LinkProblem.NOT_A_TABLE,  # WSAECONNRESET
    10060: LinkProblem.TIMED_OUT,  # WSAETIMEDOUT
    10061: LinkProblem.REFUSED,  # WSAECONNREFUSED
    10065: LinkProblem.UNREACHABLE,  # WSAEHOSTUNREACH
}
_POSIX: Final = {
    errno.ECONNREFUSED: LinkProblem.REFUSED,
    errno.ECONNRESET: LinkProblem.NOT_A_TABLE,
    errno.EPIPE: LinkProblem.NOT_A_TABLE,
    errno.ETIMEDOUT: LinkProblem.TIMED_OUT,
    errno.EACCES: LinkProblem.NOT_PERMITTED,
    errno.EPERM: LinkProblem.NOT_PERMITTED,
}
_MOST_TELLING: Final[tuple[CloseReason | LinkProblem, ...]] = (
    CloseReason.VERSION,
    LinkProblem.HOST_KEY_CHANGED,
    LinkProblem.WRONG_TABLE,
    LinkProblem.NOT_A_TABLE,
    LinkProblem.NOT_PERMITTED,
    LinkProblem.REFUSED,
    LinkProblem.TIMED_OUT,
    LinkProblem.UNREACHABLE,
    LinkProblem.NO_SUCH_HOST,
)


class HostRefused(EOFError):
    """A later host's welcome does not count; the connection is given up and others are looked for."""

    def __init__(self, problem: LinkProblem) -> None:
        super().__init__(problem.value)
        self.problem = problem


def problem_of(error: BaseException) -> LinkProblem:
    """What the error means to a player; every error that opening or using a connection can raise has a meaning."""
    match error:
        case HostRefused():
            return error.problem
        case socket.gaierror():
            return LinkProblem.NO_SUCH_HOST
        case TimeoutError():
            return LinkProblem.TIMED_OUT
        case ssl.SSLError() | ProtocolError() | EOFError() | ConnectionResetError() | ConnectionAbortedError():
            return LinkProblem.NOT_A_TABLE
        case OSError():
            return _by_number(error)
        case _:
            return LinkProblem.UNREACHABLE


def _by_number(error: OSError) -> LinkProblem:
    windows = _WINDOWS.get(getattr(error, "winerror", None) or 0)
    return windows or _POSIX.get(error.errno or 0, LinkProblem.UNREACHABLE)


def most_telling(problems: Iterable[CloseReason | LinkProblem]) -> CloseReason | LinkProblem:
    """The one to show when every address failed for its own reason; what a table itself said comes first."""
    found = list(problems)
    said = [problem for problem in found if problem not in _MOST_TELLING]
    ranked = sorted((problem for problem in found if problem in _MOST_TELLING), key=_MOST_TELLING.index)
    return next(iter([*said, *ranked]), LinkProblem.UNREACHABLE)
