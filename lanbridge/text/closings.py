"""Why a connection ended or never came about, and why a table could not be opened."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lanbridge.client.known import LinkProblem
from lanbridge.client.ports import HostingFailed
from lanbridge.protocol.messages import PROTOCOL_VERSION, CloseReason

if TYPE_CHECKING:
    from .words import Words


def close_sentence(words: Words, reason: CloseReason, host_version: int | None = None) -> str:
    """Why the host closed; with different versions, which side must update."""
    if reason is not CloseReason.VERSION or host_version is None:
        return words.say(f"close.{reason}")
    ours_is_old = host_version > PROTOCOL_VERSION
    key = "close.version_ours_old" if ours_is_old else "close.version_theirs_old"
    return words.say(key, theirs=host_version, ours=PROTOCOL_VERSION)


def link_sentence(words: Words, problem: CloseReason | LinkProblem, host_version: int | None = None) -> str:
    """Why there is no connection, whichever side knows it."""
    if isinstance(problem, CloseReason):
        return close_sentence(words, problem, host_version)
    return words.say(f"link.{problem}")


def hosting_sentence(words: Words, failure: HostingFailed) -> str:
    """Why no table could be opened."""
    return words.say(failure.key, **failure.facts)
