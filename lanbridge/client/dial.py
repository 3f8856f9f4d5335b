"""Opening a connection to a table: all its places are tried, the first that proves to be the right table wins."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import socket
import ssl
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Protocol, TypeAlias

from lanbridge.protocol.connection import Connection, Side
from lanbridge.protocol.errors import ProtocolError
from lanbridge.protocol.messages import CloseReason, Closing, EpochClaimed, Greeting, Message

from .known import LinkProblem
from .problems import most_telling, problem_of

STAGGER_SECONDS: Final = 0.25
"""Addresses are started so far apart (RFC 8305): a dead one costs a quarter of a second, not a timeout."""
AGAIN_SECONDS: Final = 1.0
"""A silent address is called again after this: a first packet sent into a cut cable is repeated by TCP too late."""
ROUNDS: Final = 3
MOST_PLACES: Final = 16
"""Places called in one go: the last good ones, a moved host's, a successor's; the next go takes what is left."""
GREETING_SECONDS: Final = 4.0
"""Time for TCP, TLS and the greeting together: two lost packets in a row fit."""
PROOF_SECONDS: Final = 1.0
"""Time for the claim behind a greeting: they are sent together, and may be cut by the network; who has none waits."""
CLOSE_SECONDS: Final = 0.3
"""Time for the last bytes to leave; a dead connection must not hold anybody up."""
READ_BYTES: Final = 65536

Judge: TypeAlias = Callable[[Greeting, bytes], LinkProblem | CloseReason | None]
Clock: TypeAlias = Callable[[], float]
Endpoint: TypeAlias = tuple[str, int]
"""Address and TCP port."""


class DialFailed(Exception):
    """Nobody answered as the table; ``version`` is the host's, if that was the reason."""

    def __init__(self, problem: CloseReason | LinkProblem, version: int | None = None) -> None:
        super().__init__(problem.value)
        self.problem = problem
        self.version = version


@dataclass(slots=True)
class Line:
    """An open connection whose host has greeted; ``fingerprint`` is the SHA-256 of its certificate.

    ``early`` is what it said right behind the greeting, ``place`` where it was called.
    """

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    connection: Connection
    greeting: Greeting
    fingerprint: bytes
    early: tuple[Message, ...] = ()
    place: Endpoint = ("", 0)

    async def hang_up(self) -> None:
        """Close, with a moment for the last bytes to leave."""
        await _hang_up(self.writer)


class Caller(Protocol):
    """Who calls: says where, and judges who greets there (`Session` judges for a seat)."""

    def places(self) -> Sequence[Endpoint]:
        """Where to call now, best first; asked again while nobody has answered, so a new place joins the others."""

    def judge(self, greeting: Greeting, fingerprint: bytes) -> LinkProblem | CloseReason | None:
        """What is wrong with the host that greets; None if nothing is."""

    def must_prove(self, greeting: Greeting) -> bool:
        """Whether it must show a claim right behind its greeting."""

    def doubts(self, greeting: Greeting, claimed: EpochClaimed | None, fingerprint: bytes) -> LinkProblem | None:
        """What is wrong with that claim; None if nothing is."""

    def failed(self, place: Endpoint, problem: LinkProblem | CloseReason) -> None:
        """Nobody who may let us in was at this place."""


async def dial(addresses: Sequence[str], port: int, judge: Judge, clock: Clock) -> Line:
    """The first connection that greets as the table that ``judge`` approves; all others are closed.

    Raises:
        DialFailed: no address did, for the most telling of all reasons.
    """
    return await dial_any(_Plain(tuple((address, port) for address in addresses), judge), clock)


async def dial_any(caller: Caller, clock: Clock) -> Line:
    """The same for whoever calls several places, and has hosts prove themselves.

    Raises:
        DialFailed: nobody did, for the most telling of all reasons.
    """
    race = _Race(caller, clock)
    try:
        return await race.run()
    finally:
        await race.stop()


@dataclass(frozen=True, slots=True)
class _Plain:
    """Calls these places, and takes nobody's claim."""

    where: tuple[Endpoint, ...]
    approve: Judge

    def places(self) -> Sequence[Endpoint]:
        return self.where

    def judge(self, greeting: Greeting, fingerprint: bytes) -> LinkProblem | CloseReason | None:
        return self.approve(greeting, fingerprint)

    def must_prove(self, _: Greeting) -> bool:
        return False

    def doubts(self, _: Greeting, __: EpochClaimed | None, ___: bytes) -> LinkProblem | None:
        return LinkProblem.NOT_PROVEN

    def failed(self, place: Endpoint, problem: LinkProblem | CloseReason) -> None:
        """Whoever calls such places does not come back to them."""


def tls_context() -> ssl.SSLContext:
    """TLS 1.3 without authorities: a table is known by its certificate's fingerprint, signed into the hello."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


@dataclass(slots=True)
class _Calls:
    """How often a place was called, and when for the last time."""

    count: int
    at: float


class _Race:
    def __init__(self, caller: Caller, clock: Clock) -> None:
        self._caller, self._clock = caller, clock
        self._tls = tls_context()
        self._running: set[asyncio.Task[Line]] = set()
        self._called: dict[Endpoint, _Calls] = {}
        self._places: dict[asyncio.Task[Line], Endpoint] = {}
        self._failures: list[DialFailed] = []

    async def run(self) -> Line:
        while True:
            if (place := self._due()) is not None:
                self._start(place)
            elif not self._running:  # everybody has said no: calling again at once would only repeat it
                raise self._failure()
            if winner := await self._wait(STAGGER_SECONDS):
                return winner

    def _due(self) -> Endpoint | None:
        """A place that was not called yet, else one called long enough ago; a silent one only `ROUNDS` times.

        Somebody who lets us wait must not keep us from a place that said no a moment ago, and is open again now.
        """
        places, now = self._caller.places(), self._clock()
        for place in places:
            if place not in self._called and len(self._called) < MOST_PLACES:
                return place
        waiting = {self._places[task] for task in self._running}
        called = ((place, self._called[place]) for place in places if place in self._called)
        for place, calls in called:
            if now - calls.at >= AGAIN_SECONDS and (place not in waiting or calls.count < ROUNDS):
                return place if self._running else None
        return None

    def _start(self, place: Endpoint) -> None:
        before = self._called.get(place)
        self._called[place] = _Calls(1 if before is None else before.count + 1, self._clock())
        call = asyncio.create_task(_call(place, self._caller, self._clock, self._tls))
        self._running.add(call)
        self._places[call] = place

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
                self._caller.failed(self._places[task], error.problem)
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


async def _call(place: Endpoint, caller: Caller, clock: Clock, tls: ssl.SSLContext) -> Line:
    try:
        async with asyncio.timeout(GREETING_SECONDS):
            return await _greeted(place, caller, clock, tls)
    except (OSError, ProtocolError, EOFError, UnicodeError) as error:
        raise DialFailed(problem_of(error)) from None


async def _greeted(place: Endpoint, caller: Caller, clock: Clock, tls: ssl.SSLContext) -> Line:
    reader, writer = await asyncio.open_connection(*place, ssl=tls)
    try:
        _send_at_once(writer)
        connection = Connection(Side.CLIENT, clock())
        greeting, early = await _read_greeting(reader, connection, clock)
        line = Line(reader, writer, connection, greeting, _fingerprint(writer), early, place)
        await _require_right_table(line, caller, clock)
    except BaseException:
        writer.transport.abort()
        raise
    return line


async def _require_right_table(line: Line, caller: Caller, clock: Clock) -> None:
    greeting, fingerprint = line.greeting, line.fingerprint
    problem = caller.judge(greeting, fingerprint)
    if problem is None and caller.must_prove(greeting):
        problem = caller.doubts(greeting, await _claim_of(line, clock), fingerprint)
    if problem is not None:
        raise DialFailed(problem, greeting.version)


async def _claim_of(line: Line, clock: Clock) -> EpochClaimed | None:
    """What stands right behind the greeting, if it is a claim; None also if nothing comes in time."""
    if not line.early:
        try:
            async with asyncio.timeout(PROOF_SECONDS):
                line.early = await _read_on(line.reader, line.connection, clock)
        except TimeoutError:
            return None
    claimed = line.early[0]
    return claimed if isinstance(claimed, EpochClaimed) else None


async def _read_on(reader: asyncio.StreamReader, connection: Connection, clock: Clock) -> tuple[Message, ...]:
    """The next messages, at least one."""
    while True:
        data = await reader.read(READ_BYTES)
        if not data:
            raise EOFError("closed in mid-sentence")
        if messages := connection.receive(data, clock()):
            return messages


async def _read_greeting(
    reader: asyncio.StreamReader, connection: Connection, clock: Clock
) -> tuple[Greeting, tuple[Message, ...]]:
    while True:
        greeting, *early = await _read_on(reader, connection, clock)
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
