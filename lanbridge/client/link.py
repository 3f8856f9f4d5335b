"""The wire of one session: dials, carries bytes, reconnects by itself. All decisions are the session's."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from lanbridge.lan.adapters import adapters
from lanbridge.protocol.errors import ProtocolError
from lanbridge.protocol.messages import CloseReason, EpochClaimed, Greeting, HostMessage, Message, Request

from .dial import READ_BYTES, Clock, DialFailed, Endpoint, Line, dial_any
from .known import Link as LinkState
from .known import LinkProblem
from .own_address import OwnAddress
from .ports import FoundTable, Target
from .problems import problem_of
from .refind import Doubted, Find, places_to_try
from .resolve import best_first, numbers_of
from .session import Session

TICK_SECONDS: Final = 0.25
"""How often the heartbeat is looked after."""
FIRST_BACKOFF_SECONDS: Final = 0.2
SOON_BACKOFF_SECONDS: Final = 1.0
"""Longest wait in the first minute: a cable put back is noticed within a second."""
LONG_BACKOFF_SECONDS: Final = 3.0
LEAST_PAUSE_SECONDS: Final = 0.05
"""Also in a hurry: whoever announces a new place every instant does not keep this laptop busy."""
WELCOME_SECONDS: Final = 6.0
"""Time to be let in, or to be told to wait at the door: who greets and then only stays alive must not hold us."""
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

    ``changed`` is called after anything new in the session, ``find`` gives all who claim to host a target now (none
    of them is believed for that), ``dice`` numbers in [0, 1), ``clock`` monotonic seconds.
    """

    def __init__(
        self,
        session: Session,
        *,
        clock: Clock,
        dice: Callable[[], float],
        changed: Callable[[], None],
        find: Find,
    ) -> None:
        self.session = session
        self._clock, self._dice, self._changed, self._find = clock, dice, changed, find
        self._line: Line | None = None
        self._here: Target | None = None
        self._doubted = Doubted()
        self._lost_at = clock()
        self._tries = 0
        self._is_good = False
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
        good = session.target
        try:
            line = await self._dialled(
                _Search(session, await self._own(), self._seen(here), self._doubted, self._clock)
            )
        except DialFailed as failed:
            self._failed(failed.problem, failed.version)
            return
        except OSError as error:
            self._failed(problem_of(error))
            return
        self._is_good = False
        try:
            await self._talk(line)
        except (OSError, EOFError, ProtocolError) as error:
            self._gave_up(line, problem_of(error) if not isinstance(error, ProtocolError) else error.reason)
        except asyncio.CancelledError:
            self.leave()
            raise
        finally:
            if not self._is_good:
                session.target = good
            self._line = None
            self._lost_at = self._clock()
            self._changed()  # first: a dead connection takes its time to close (`dial.CLOSE_SECONDS`)
            await line.hang_up()

    async def _own(self) -> tuple[Endpoint, ...]:
        """The last good place as numbers; none if its name says nothing now and others claim the table.

        Raises:
            OSError: no address is known, and nobody claims the table.
        """
        target = self.session.target
        try:
            return tuple((address, target.port) for address in await numbers_of(target.addresses))
        except OSError:
            if not self._find(target):
                raise
            return ()

    def _seen(self, here: Target | None) -> Find:
        return self._find if here is None else lambda _: ()

    async def _dialled(self, search: _Search) -> Line:
        """The first place that proves to be the table; given up at once when we host it ourselves.

        Raises:
            DialFailed: there is none, or there is a better place to try.
        """
        call = asyncio.create_task(dial_any(search, self._clock))
        try:
            while not call.done():
                await asyncio.wait({call}, timeout=TICK_SECONDS)
                if not call.done() and self._here is not None:
                    raise DialFailed(LinkProblem.TIMED_OUT)
            return call.result()
        finally:
            await _given_up(call)

    def _gave_up(self, line: Line, problem: CloseReason | LinkProblem) -> None:
        if not self._is_good:
            self._doubted.failed(line.place, problem, self._clock())
        self._failed(problem)

    def _failed(self, problem: CloseReason | LinkProblem, version: int | None = None) -> None:
        if self.session.welcomed:
            self.session.lost(problem, self._clock())
        else:
            self.session.close(problem, version)

    async def _talk(self, line: Line) -> None:
        self._line = line
        own = OwnAddress(line.writer, self._clock)
        begun = self._clock()
        self.session.begin(line.greeting, line.fingerprint)
        self._hear(line.early)
        self._flush()
        while not self.session.over and not line.connection.closed:
            data = await _read(line)
            own.require()
            self.turns += 1
            self._take(line, data)
            self._require_welcome(begun)
            line.connection.tick(self._clock())
            self._flush()
            self._changed()

    def _require_welcome(self, begun: float) -> None:
        inside = self.session.known.link in (LinkState.SEATED, LinkState.KNOCKING)
        if not inside and not self.session.over and self._clock() - begun > WELCOME_SECONDS:
            raise TimeoutError

    def _take(self, line: Line, data: bytes | None) -> None:
        if data == b"":
            raise EOFError("the host closed the connection")
        if data is not None:
            self._hear(line.connection.receive(data, self._clock()))
        self.session.measured(line.connection.rtt_ms)
        if self.session.known.link is LinkState.SEATED:
            self._tries = 0
            if not self._is_good:
                self._is_good = True
                self.session.reached(*line.place)

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
        await asyncio.sleep(LEAST_PAUSE_SECONDS)
        wait = backoff(self._tries, self._clock() - self._lost_at, self._dice())
        try:
            async with asyncio.timeout(wait):
                await self._hurry.wait()
        except TimeoutError:
            pass
        self._hurry.clear()


@dataclass(slots=True)
class _Search:
    """Calls for a session: the last good place and those where the table is claimed to be, in turn."""

    session: Session
    own: Sequence[Endpoint]
    find: Find
    doubted: Doubted
    clock: Clock

    def places(self) -> Sequence[Endpoint]:
        target, here = self.session.target, adapters()
        rows = [replace(row, addresses=best_first(row.addresses, here)) for row in self._rows(target)]
        return places_to_try(target, self.own, rows, self.doubted, self.clock())

    def _rows(self, target: Target) -> Sequence[FoundTable]:
        """A newcomer calls the host that was chosen; others only if that one is not seen."""
        rows = self.find(target)
        chosen = [row for row in rows if (row.table_id, row.fingerprint) == (target.table_id, target.fingerprint)]
        return chosen if chosen and not self.session.welcomed else rows

    def judge(self, greeting: Greeting, fingerprint: bytes) -> LinkProblem | CloseReason | None:
        return self.session.judge(greeting, fingerprint)

    def must_prove(self, greeting: Greeting) -> bool:
        return self.session.must_prove(greeting)

    def doubts(self, greeting: Greeting, claimed: EpochClaimed | None, fingerprint: bytes) -> LinkProblem | None:
        return self.session.doubts(greeting, claimed, fingerprint)

    def failed(self, place: Endpoint, problem: LinkProblem | CloseReason) -> None:
        self.doubted.failed(place, problem, self.clock())


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
