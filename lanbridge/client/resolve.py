"""From what a target says to numbers to call, best first. A network without DNS must not hold anything up."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import threading
from collections.abc import Sequence
from typing import Final

from lanbridge.lan.adapters import Adapter, adapters

from .addresses import in_order, numeric

LOOKUP_SECONDS: Final = 3.0
"""Time for a name: a resolver without network answers after 5 to 20 s, long after the player has given up."""


async def numbers_of(addresses: Sequence[str]) -> tuple[str, ...]:
    """The addresses as numbers, names looked up, best first.

    Raises:
        OSError: not one of them names a place.
    """
    found: list[str] = []
    failure: OSError | None = None
    for address in addresses:
        if numeric(address) is not None:
            found.append(address)
            continue
        try:
            found += await _look_up(address)
        except OSError as error:
            failure = error
    if not found:
        raise failure or socket.gaierror("no address at all")
    return best_first(found, adapters())


def best_first(addresses: Sequence[str], here: Sequence[Adapter]) -> tuple[str, ...]:
    """The addresses in the order in which to call them from a laptop with these adapters."""
    near = [adapter.network for adapter in here if not adapter.loopback]
    return in_order(addresses, near, [adapter.address for adapter in here])


async def _look_up(name: str) -> list[str]:
    """The system's answer, asked for in a thread that nobody waits for when it is late.

    Raises:
        OSError: there is no such name, or no answer in time.
    """
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[list[str]] = loop.create_future()

    def ask() -> None:
        try:
            found: list[str] | OSError = [
                str(entry[4][0]) for entry in socket.getaddrinfo(name, None, type=socket.SOCK_STREAM)
            ]
        except (OSError, UnicodeError) as error:
            found = error if isinstance(error, OSError) else socket.gaierror(str(error))
        with contextlib.suppress(RuntimeError):  # the loop has ended meanwhile
            loop.call_soon_threadsafe(_settle, answer, found)

    threading.Thread(target=ask, name="look up a name", daemon=True).start()
    try:
        async with asyncio.timeout(LOOKUP_SECONDS):
            return await answer
    except TimeoutError:
        raise socket.gaierror("no answer in time") from None


def _settle(answer: asyncio.Future[list[str]], found: list[str] | OSError) -> None:
    if answer.done():
        return
    if isinstance(found, OSError):
        answer.set_exception(found)
    else:
        answer.set_result(found)
