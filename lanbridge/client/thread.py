"""The client's network in a thread of its own: screens hand in requests and poll, and never wait for a socket."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
import secrets
import threading
import time
from collections import deque
from collections.abc import Callable, Coroutine
from typing import Any, Final, Protocol

from lanbridge.protocol.handshake import SeatKey
from lanbridge.protocol.messages import Request, Wish

from .browse import Browser, Publish
from .host_pins import HostPins
from .known import Known, Link, LinkProblem, Notice
from .link import Link as Wire
from .ports import FoundTable, Target
from .rehosting import Rehost, Rehoster, Withdraw
from .session import Session

LOG = logging.getLogger("lanbridge.client")

CLOSE_SECONDS: Final = 2.0
"""Longest wait for the thread at the end: good-byes have gone by then, or never will."""
NOTICES_KEPT: Final = 10_000
"""Notices for a screen that does not poll: an hour of play while a window is being dragged."""


class Looks(Protocol):
    """Looks for tables until its `run` is cancelled."""

    async def run(self) -> None:
        """Look, and publish what changes."""


class NetworkThread:
    """One background thread for all tables and lobbies of this program. `close` ends it.

    ``name`` is the player's own and may be changed between joins; ``browse`` makes what looks for tables. ``pins``
    gives the hosts that are known now, and ``remember`` is told of each host that let us in, in another thread;
    ``rehost`` opens a table on this laptop that was lost elsewhere, in another thread, too, and ``withdraw`` closes it.
    """

    def __init__(
        self,
        key: SeatKey,
        name: str,
        browse: Callable[[Publish], Looks] = Browser,
        *,
        pins: Callable[[], HostPins] = HostPins,
        remember: Callable[[Known], None] = lambda _: None,
        rehost: Rehost | None = None,
        withdraw: Withdraw = lambda: None,
    ) -> None:
        self.key = key
        self.name = name
        self.browse = browse
        self.pins = pins
        self.remember = remember
        self.rehost = rehost
        self.withdraw = withdraw
        self._ready = threading.Event()
        self._stop = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        self._eyes = _SharedBrowser(self)
        self._thread = threading.Thread(target=self._run, name="lanbridge client network")
        self._thread.start()
        self._ready.wait()

    def look(self) -> LobbyView:
        """Open the lobby; it looks for tables until it is closed."""
        return LobbyView(self._eyes)

    def join(self, target: Target, wish: Wish, pin: str = "") -> JoinedTable:
        """Join a table; failures come as notices."""
        session = Session(
            self.key,
            self.name,
            wish,
            target,
            secrets.token_bytes,
            pin=pin,
            pins=self.pins(),
            first_request_id=secrets.randbelow(2**31),
        )
        return JoinedTable(self, session, self._eyes)

    def close(self) -> None:
        """Leave every table in order and end the thread, within `CLOSE_SECONDS`."""
        self.post(self._stop.set)
        self._thread.join(CLOSE_SECONDS)

    def post(self, action: Callable[[], object]) -> None:
        """Do something in the network's thread, soon; after `close` nothing is done."""
        with contextlib.suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(action)

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Start a task that ends with the thread at the latest; called inside the thread."""
        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def _run(self) -> None:
        # Not Windows' proactor: its UDP sockets go deaf after one unreachable peer.
        try:
            with asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner:
                runner.run(self._live())
        finally:
            self._ready.set()

    async def _live(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._ready.set()
        await self._stop.wait()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


class JoinedTable:
    """A table in the network's thread, as a screen sees it (`ports.TableClient`)."""

    def __init__(self, network: NetworkThread, session: Session, eyes: _SharedBrowser) -> None:
        self._network, self._session, self._eyes = network, session, eyes
        self._known = session.known
        self._notices: deque[tuple[Notice, Known]] = deque(maxlen=NOTICES_KEPT)
        self._task: asyncio.Task[None] | None = None
        self._looking = False
        self._left = False
        self._remembered = b""
        self._wire = Wire(session, clock=time.monotonic, dice=random.random, changed=self._publish, find=eyes.find)
        rehost, withdraw = network.rehost, network.withdraw
        self._rehoster = rehost and Rehoster(session, self._wire, time.monotonic, rehost, withdraw)
        network.post(self._start)

    @property
    def known(self) -> Known:
        """The newest knowledge."""
        return self._known

    def poll(self) -> tuple[tuple[Notice, Known], ...]:
        """All notices since the last call, oldest first, each with the knowledge after it."""
        return tuple(self._notices.popleft() for _ in range(len(self._notices)))

    def request(self, request: Request) -> None:
        """Ask for something; an `Answered` notice follows."""
        self._network.post(lambda: self._wire.request(request))

    def carry_on(self) -> None:
        """Go on without the lost host; nothing happens unless that is offered (`succession.offered`)."""
        if self._rehoster is not None:
            self._network.post(self._rehoster.agree)

    def leave(self) -> None:
        """Say good-bye and close; no notice follows."""
        self._left = True
        self._notices.clear()
        self._network.post(self._stop)

    def _start(self) -> None:
        self._task = self._network.spawn(self._live())

    async def _live(self) -> None:
        beside = None if self._rehoster is None else self._network.spawn(self._rehoster.run())
        try:
            await self._wire.run()
        except Exception:  # a host that answers out of all order ends one table, not the program
            LOG.exception("the table's messages make no sense")
            self._session.close(LinkProblem.NOT_A_TABLE)
            self._publish()
        finally:
            self._look(wanted=False)
            if beside is not None:
                beside.cancel()

    def _stop(self) -> None:
        if self._task is not None:
            self._task.cancel()

    def _publish(self) -> None:
        notices = self._session.take_notices()
        if not self._left:
            self._notices.extend(notices)
        self._known = self._session.known  # after the notices that led there: a screen reads it before them
        self._remember()
        self._look(wanted=self._known.link is Link.LOST)

    def _remember(self) -> None:
        """A host that has let us in is known from now on; the file is not written in the network's thread."""
        known = self._known
        if known.link is Link.SEATED and known.fingerprint != self._remembered:
            self._remembered = known.fingerprint
            self._network.spawn(asyncio.to_thread(self._network.remember, known))

    def _look(self, *, wanted: bool) -> None:
        """While the table is lost, look for it: it may have another address now."""
        if wanted and not self._looking:
            self._eyes.open(self._wire.hurry)
        elif self._looking and not wanted:
            self._eyes.close(self._wire.hurry)
        self._looking = wanted


class LobbyView:
    """The lobby as a screen sees it (`ports.Lobby`)."""

    def __init__(self, eyes: _SharedBrowser) -> None:
        self._eyes = eyes
        self._open = True
        eyes.network.post(lambda: eyes.open(_nothing))

    def tables(self) -> tuple[FoundTable, ...]:
        """The live tables now, in a steady order."""
        return self._eyes.tables if self._open else ()

    def close(self) -> None:
        """Stop looking."""
        if self._open:
            self._open = False
            self._eyes.network.post(lambda: self._eyes.close(_nothing))


class _SharedBrowser:
    """One browser for all who look; it runs only while somebody does. Lives in the network's thread."""

    def __init__(self, network: NetworkThread) -> None:
        self.network = network
        self.tables: tuple[FoundTable, ...] = ()
        self._users: list[Callable[[], None]] = []
        self._task: asyncio.Task[None] | None = None

    def open(self, on_new: Callable[[], None]) -> None:
        """Look from now on; ``on_new`` is called when a table appears or moves."""
        self._users.append(on_new)
        if self._task is None:
            self._task = self.network.spawn(self.network.browse(self._publish).run())

    def close(self, on_new: Callable[[], None]) -> None:
        """One who looked has seen enough."""
        self._users.remove(on_new)
        if not self._users and self._task is not None:
            self._task.cancel()
            self._task = None
            self.tables = ()

    def find(self, _: Target) -> tuple[FoundTable, ...]:
        """All tables that are seen now."""
        return self.tables

    def _publish(self, tables: tuple[FoundTable, ...]) -> None:
        moved = _places(tables) - _places(self.tables)
        self.tables = tables
        if moved:
            for on_new in self._users:
                on_new()


def _places(tables: tuple[FoundTable, ...]) -> set[tuple[bytes, str, int]]:
    return {(table.table_id, address, table.port) for table in tables for address in table.addresses}


def _nothing() -> None:
    """A lobby reads when it draws."""
