"""Every error of the system has a meaning for a player."""

from __future__ import annotations

import errno
import socket
import ssl

import pytest

from lanbridge.client.known import LinkProblem
from lanbridge.client.problems import most_telling, problem_of
from lanbridge.protocol.errors import bad_message
from lanbridge.protocol.messages import CloseReason


class WindowsError_(OSError):  # noqa: N801 - the name WindowsError exists on Windows only
    def __init__(self, winerror: int) -> None:
        super().__init__("windows")
        self.winerror = winerror


@pytest.mark.parametrize(
    ("error", "problem"),
    [
        (ConnectionRefusedError(errno.ECONNREFUSED, ""), LinkProblem.REFUSED),
        (OSError(errno.EHOSTUNREACH, ""), LinkProblem.UNREACHABLE),
        (OSError(errno.ENETUNREACH, ""), LinkProblem.UNREACHABLE),
        (OSError(errno.EADDRNOTAVAIL, ""), LinkProblem.UNREACHABLE),
        (PermissionError(errno.EACCES, ""), LinkProblem.NOT_PERMITTED),
        (PermissionError(errno.EPERM, ""), LinkProblem.NOT_PERMITTED),
        (TimeoutError(), LinkProblem.TIMED_OUT),
        (socket.gaierror(-2, "unknown"), LinkProblem.NO_SUCH_HOST),
        (ssl.SSLError(1, "wrong version number"), LinkProblem.NOT_A_TABLE),
        (ConnectionResetError(errno.ECONNRESET, ""), LinkProblem.NOT_A_TABLE),
        (EOFError(), LinkProblem.NOT_A_TABLE),
        (bad_message("x"), LinkProblem.NOT_A_TABLE),
        (WindowsError_(10013), LinkProblem.NOT_PERMITTED),
        (WindowsError_(10022), LinkProblem.UNREACHABLE),
        (WindowsError_(10054), LinkProblem.NOT_A_TABLE),
        (WindowsError_(10061), LinkProblem.REFUSED),
        (OSError("no number at all"), LinkProblem.UNREACHABLE),
        (RuntimeError(), LinkProblem.UNREACHABLE),
    ],
)
def test_an_error_means_something_to_a_player(error: BaseException, problem: LinkProblem) -> None:
    assert problem_of(error) is problem


def test_the_most_telling_reason_of_several_addresses_is_shown() -> None:
    assert most_telling([LinkProblem.UNREACHABLE, LinkProblem.REFUSED]) is LinkProblem.REFUSED
    assert most_telling([LinkProblem.REFUSED, CloseReason.VERSION]) is CloseReason.VERSION
    assert most_telling([LinkProblem.HOST_KEY_CHANGED, CloseReason.TOO_MANY]) is CloseReason.TOO_MANY
    assert most_telling([]) is LinkProblem.UNREACHABLE
