"""Opening a connection to a table: all its addresses are tried, the first that greets as the right table wins."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import socket
import ssl
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from lanbridge.protocol.connection import Connection, Side
from lanbridge.protocol.errors import ProtocolError
from lanbridge.protocol.messages import CloseReason, Closing, Greeting, Message

from .known import LinkProblem
from .problems import most_telling, problem_of

STAGGER_SECONDS: Final = 0.25
"""Addresses are started so far apart (RFC 8305): a dead one costs a quarter of a second, not a timeout."""
AGAIN_SECONDS: Final = 1.0
"""A silent address is called again after this: a first packet sent into a cut cable is repeated by TCP too late."""
ROUNDS: Final = 3
GREETING_SECONDS: Final = 4.0
"""Time for TCP, TLS and the greeting together: two lost packets in a row fit."""
CLOSE_SECONDS: Final = 0.3
"""Time for the last bytes to leave; a dead connection must not hold anybody up."""
READ_BYTES: Final = 65536

Judge: TypeAlias = Callable[[Greeting, bytes], LinkProblem | CloseReason | None]
Clock: TypeAlias = Callable[[], float]


class DialFailed(Exception):
    """Nobody answered as the table; ``version`` is the host's, if that was the reason."""

    def __init__(self, problem: CloseReason | LinkProblem, version: int | None = None) -> None:
        super().__init__(problem.value)
        self.problem = problem
        self.version = version


@dataclass(slots=True)
class Line:
    """An open connection whose host has greeted; ``fingerprint`` is the SHA-256 of its certificate.

    ``early`` is what it said right behind the greeting.
    """

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    connection: Connection
    greeting: Greeting
    fingerprint: bytes
    early: tuple[Message, ...] = ()

    async def hang_up(self) -> None:
        """Close, with a moment for the last bytes to leave."""
        await _hang_up(self.writer)


async def dial(addresses: Sequence[str], port: int, judge: Judge, clock: Clock) -> Line:
    """The first connection that greets as the table that ``judge`` approves; all others are closed.

    Raises:
        DialFailed: no address did, for the most telling of all reasons.
    """
    race = _Race(port, judge, clock)
    try:
        return await race.run(addresses)
    finally:
        await race.stop()


def tls_context() -> ssl.SSLContext:
    """TLS 1.3 without authorities: a table is known by its certificate's fingerprint, signed into the hello."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


class _Race:
    def __init__(self, port: int, judge: Judge, clock: Clock) -> None:
        self._port, self._judge, self._clock = port, judge, clock
        self._tls = tls_context()
        self._running: set[asyncio.Task[Line]] = set()
        self._failures: list[DialFailed] = []

    async def run(self, addresses: Sequence[str]) -> Line:
        for turn in range(ROUNDS):
            for address in addresses:
                self._start(address)
                if winner := await self._wait(STAGGER_SECONDS):
                    return winner
            if not self._running:  # everybody has said no: calling again at once would only repeat it
                break
            rest = AGAIN_SECONDS - STAGGER_SECONDS * len(addresses) if turn < ROUNDS - 1 else GREETING_SECONDS
            if winner := await self._wait(max(rest, 0)):
                return winner
        raise self._failure()

    def _start(self, address: str) -> None:
        call = _call(address, self._port, self._judge, self._clock, self._tls)
        self._running.add(asyncio.create_task(call))

    async def _wait(self, seconds: float) -> Line | None:
        """The winner, if there is one within so many seconds; earlier if nobody is left to wait for."""
        ends = self._clock() + seconds
        while self._running and (left := ends - self._clock()) > 0:
            done, self._running = await asyncio.wait(self._running, timeout=left, return_when=asyncio.FIRST_COMPLETED)
            if winner := self._sort(done):
                return winner
        return None

    def _sort(self, done: set[asyncio.Task[Line]]) -> Line | None:
        winner: Line | None = None
        for task in done:
            error = task.exception()
            if isinstance(error, DialFailed):
                self._failures.append(error)
            elif winner is None:
                winner = task.result()
            else:
                self._running.add(task)  # two in the same instant: `stop` closes the second
        return winner

    def _failure(self) -> DialFailed:
        problem = most_telling(failure.problem for failure in self._failures)
        version = next((failure.version for failure in self._failures if failure.version is not None), None)
        return DialFailed(problem, version)

    async def stop(self) -> None:
        for task in self._running:
            task.cancel()
        for outcome in await asyncio.gather(*self._running, return_exceptions=True):
            if isinstance(outcome, Line):
                await outcome.hang_up()


async def _call(address: str, port: int, judge: Judge, clock: Clock, tls: ssl.SSLContext) -> Line:
    try:
        async with asyncio.timeout(GREETING_SECONDS):
            return await _greeted(address, port, judge, clock, tls)
    except (OSError, ProtocolError, EOFError, UnicodeError) as error:
        raise DialFailed(problem_of(error)) from None


async def _greeted(address: str, port: int, judge: Judge, clock: Clock, tls: ssl.SSLContext) -> Line:
    reader, writer = await asyncio.open_connection(address, port, ssl=tls)
    try:
        _send_at_once(writer)
        connection = Connection(Side.CLIENT, clock())
        greeting, early = await _read_greeting(reader, connection, clock)
        line = Line(reader, writer, connection, greeting, _fingerprint(writer), early)
        _require_right_table(line, judge)
    except BaseException:
        writer.transport.abort()
        raise
    return line


def _require_right_table(line: Line, judge: Judge) -> None:
    if problem := judge(line.greeting, line.fingerprint):
        raise DialFailed(problem, line.greeting.version)


async def _read_greeting(
    reader: asyncio.StreamReader, connection: Connection, clock: Clock
) -> tuple[Greeting, tuple[Message, ...]]:
    while True:
        data = await reader.read(READ_BYTES)
        if not data:
            raise EOFError("closed before the greeting")
        greeting, *early = connection.receive(data, clock()) or (None,)
        if isinstance(greeting, Closing):
            raise DialFailed(greeting.reason, greeting.version)
        if isinstance(greeting, Greeting):
            return greeting, tuple(early)


def _fingerprint(writer: asyncio.StreamWriter) -> bytes:
    channel = writer.get_extra_info("ssl_object")
    certificate = channel.getpeercert(binary_form=True) if isinstance(channel, ssl.SSLObject) else None
    return hashlib.sha256(certificate or b"").digest()


def _send_at_once(writer: asyncio.StreamWriter) -> None:
    plain = writer.get_extra_info("socket")
    if plain is not None:
        plain.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


async def _hang_up(writer: asyncio.StreamWriter) -> None:
    writer.close()
    try:
        async with asyncio.timeout(CLOSE_SECONDS):
            await writer.wait_closed()
    except (OSError, TimeoutError):
        with contextlib.suppress(OSError):
            writer.transport.abort()
