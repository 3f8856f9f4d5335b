"""The wire of one session: dials, carries bytes, reconnects by itself. All decisions are the session's."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Final

from lanbridge.protocol.errors import ProtocolError
from lanbridge.protocol.messages import CloseReason, HostMessage, Message, Request

from .dial import READ_BYTES, Clock, DialFailed, Line, dial
from .known import Link as LinkState
from .known import LinkProblem
from .own_address import OwnAddress
from .ports import Target
from .problems import problem_of
from .resolve import numbers_of
from .session import Session

TICK_SECONDS: Final = 0.25
"""How often the heartbeat is looked after."""
FIRST_BACKOFF_SECONDS: Final = 0.2
SOON_BACKOFF_SECONDS: Final = 1.0
"""Longest wait in the first minute: a cable put back is noticed within a second."""
LONG_BACKOFF_SECONDS: Final = 3.0
SOON_SECONDS: Final = 60.0
JITTER: Final = 0.2
"""Share of each wait that is left to the dice, so that a whole table does not return in one instant."""


def backoff(tries: int, away: float, dice: float) -> float:
    """Seconds to wait before try number ``tries`` (from 1), ``away`` seconds after the loss; ``dice`` in [0, 1)."""
    longest = SOON_BACKOFF_SECONDS if away < SOON_SECONDS else LONG_BACKOFF_SECONDS
    wait = min(FIRST_BACKOFF_SECONDS * 2.0 ** min(tries - 1, 10), longest)
    return wait * (1 - JITTER + 2 * JITTER * dice)


class Link:
    """Keeps ``session`` connected until it is over.

    ``changed`` is called after anything new in the session, ``find`` gives the newest whereabouts of a target
    (best address first), ``dice`` numbers in [0, 1), ``clock`` monotonic seconds.
    """

    def __init__(
        self,
        session: Session,
        *,
        clock: Clock,
        dice: Callable[[], float],
        changed: Callable[[], None],
        find: Callable[[Target], Target],
    ) -> None:
        self.session = session
        self._clock, self._dice, self._changed, self._find = clock, dice, changed, find
        self._line: Line | None = None
        self._here: Target | None = None
        self._lost_at = clock()
        self._tries = 0
        self._hurry = asyncio.Event()
        self.turns = 0
        """How often the open line was looked after."""

    async def run(self) -> None:
        """Connect and stay connected; returns when the session is over. Cancel it to say good-bye and stop."""
        while not self.session.over:
            await self._once()
            self._changed()
            if not self.session.over:
                await self._pause()

    def request(self, request: Request) -> None:
        """Ask the host for something; kept and sent later while the connection is broken."""
        self.session.request(request)
        self._flush()
        self._changed()

    def leave(self) -> None:
        """Say good-bye, if there is anybody to say it to; `run` must be cancelled after it."""
        self.session.leave()
        self._flush()

    def go_to(self, target: Target) -> None:
        """The table is at this place now, on this very laptop."""
        self.session.target = replace(self.session.target, addresses=target.addresses, port=target.port)
        self._here = target
        self.hurry()

    def hurry(self) -> None:
        """Something has changed (an adapter, a sighting of the table): try again now."""
        self._tries = 0
        self._hurry.set()

    async def _once(self) -> None:
        session = self.session
        here, self._here = self._here, None
        session.target = self._find(session.target) if here is None else session.target
        try:
            addresses = await numbers_of(session.target.addresses)
            line = await self._dialled(addresses)
        except DialFailed as failed:
            self._failed(failed.problem, failed.version)
            return
        except OSError as error:
            self._failed(problem_of(error))
            return
        try:
            await self._talk(line)
        except (OSError, EOFError, ProtocolError) as error:
            self._failed(problem_of(error) if not isinstance(error, ProtocolError) else error.reason)
        except asyncio.CancelledError:
            self.leave()
            raise
        finally:
            self._line = None
            self._lost_at = self._clock()
            await line.hang_up()

    async def _dialled(self, addresses: Sequence[str]) -> Line:
        """The first address that answers; given up at once when the table is seen somewhere else.

        Raises:
            DialFailed: none did, or there is a better place to try.
        """
        target = self.session.target
        call = asyncio.create_task(dial(addresses, target.port, self.session.judge, self._clock))
        try:
            while not call.done():
                await asyncio.wait({call}, timeout=TICK_SECONDS)
                if not call.done() and self._is_elsewhere(target):
                    raise DialFailed(LinkProblem.TIMED_OUT)
            return call.result()
        finally:
            await _given_up(call)

    def _is_elsewhere(self, target: Target) -> bool:
        """Whether the table has been seen at another place since it was called."""
        if self._here is None and _place(self._find(target)) == _place(target):
            return False
        self._tries = 0
        self._hurry.set()
        return True

    def _failed(self, problem: CloseReason | LinkProblem, version: int | None = None) -> None:
        if self.session.welcomed:
            self.session.lost(problem, self._clock())
        else:
            self.session.close(problem, version)

    async def _talk(self, line: Line) -> None:
        self._line = line
        own = OwnAddress(line.writer, self._clock)
        self.session.begin(line.greeting, line.fingerprint)
        self._hear(line.early)
        self._flush()
        while not self.session.over and not line.connection.closed:
            data = await _read(line)
            own.require()
            self.turns += 1
            self._take(line, data)
            line.connection.tick(self._clock())
            self._flush()
            self._changed()

    def _take(self, line: Line, data: bytes | None) -> None:
        if data == b"":
            raise EOFError("the host closed the connection")
        if data is not None:
            self._hear(line.connection.receive(data, self._clock()))
        self.session.measured(line.connection.rtt_ms)
        if self.session.known.link is LinkState.SEATED:
            self._tries = 0

    def _hear(self, messages: Iterable[Message]) -> None:
        for message in messages:
            if isinstance(message, HostMessage):  # the connection lets nothing else through
                self.session.receive(message, self._clock())

    def _flush(self) -> None:
        line = self._line
        if line is None:
            return
        for message in self.session.take_replies():
            try:
                line.connection.send(message)
            except (ValueError, TypeError):
                if not isinstance(message, Request):
                    raise
                self.session.refuse(message.request_id)
        if data := line.connection.take_bytes():
            line.writer.write(data)

    async def _pause(self) -> None:
        self._tries += 1
        wait = backoff(self._tries, self._clock() - self._lost_at, self._dice())
        try:
            async with asyncio.timeout(wait):
                await self._hurry.wait()
        except TimeoutError:
            pass
        self._hurry.clear()


def _place(target: Target) -> tuple[str, int]:
    return (target.addresses[0] if target.addresses else ""), target.port


async def _given_up(call: asyncio.Task[Line]) -> None:
    if not call.done():
        call.cancel()
        await asyncio.gather(call, return_exceptions=True)


async def _read(line: Line) -> bytes | None:
    """What came within a tick; None if nothing did, empty at the end of the stream."""
    try:
        async with asyncio.timeout(TICK_SECONDS):
            return await line.reader.read(READ_BYTES)
    except TimeoutError:
        return None
