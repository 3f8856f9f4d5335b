"""One thread in which the beacons of all tables of a program answer: a hundred threads would hold up the tables.

A plain thread, since asyncio's UDP goes deaf on some systems.
"""

from __future__ import annotations

import contextlib
import selectors
import socket
import threading
import time
from collections import deque
from collections.abc import Callable
from typing import Final, Protocol

from lanbridge.lan.adapters import Adapter, adapters

READS_A_TURN: Final = 2000
TURN_SECONDS: Final = 0.1
"""At most so many datagrams are taken in a turn, the rest is dropped: a flood costs a bounded share of one core."""
ADAPTERS_SECONDS: Final = 2.5
"""How often the adapters are looked at: nothing in the system tells a program in a way that works everywhere."""
PUT_OUT_SECONDS: Final = 2.0
"""A light that is taken away is waited for so long; the thread needs milliseconds."""


class Light(Protocol):
    """What answers for one table; its methods are called in the lighthouse's thread."""

    @property
    def sockets(self) -> tuple[socket.socket, ...]:
        """What is read for it; the same from `Lighthouse.add` until it is taken away."""

    def read(self, sock: socket.socket, most: int) -> int:
        """Take what has come, at most so many datagrams; how many of them are left."""

    def follow(self, here: tuple[Adapter, ...]) -> None:
        """These are the laptop's adapters now."""

    def say_goodbye(self) -> None:
        """The last word: the table closes."""


class Lighthouse:
    """Reads for its lights until the last one is taken away; ``clock`` gives monotonic seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._orders: deque[tuple[Light, threading.Event | None]] = deque()
        self._lights: list[Light] = []
        self._ring: socket.socket | None = None
        """Wakes the thread; there is one while the thread lives."""

    def add(self, light: Light) -> None:
        """Read for it from now on."""
        self._order(light, None)

    def remove(self, light: Light) -> None:
        """Let it say good-bye and read for it no more. Never raises, never blocks for long."""
        gone = threading.Event()
        self._order(light, gone)
        gone.wait(PUT_OUT_SECONDS)

    def _order(self, light: Light, gone: threading.Event | None) -> None:
        with self._lock:
            self._orders.append((light, gone))
            if self._ring is None:
                bell, self._ring = socket.socketpair()
                threading.Thread(target=self._run, args=(bell,), name="lanbridge beacon", daemon=True).start()
            self._ring.send(b"!")

    def _run(self, bell: socket.socket) -> None:
        with bell, selectors.DefaultSelector() as selector:
            bell.setblocking(False)
            selector.register(bell, selectors.EVENT_READ)
            looked_at = self._clock()
            while self._obey(selector):
                self._turn(selector)
                if self._clock() - looked_at > ADAPTERS_SECONDS:
                    looked_at = self._clock()
                    self._look_around()

    def _obey(self, selector: selectors.BaseSelector) -> bool:
        """Do what was ordered; whether there is anything to read for afterwards."""
        while True:
            with self._lock:
                if not self._orders:
                    return bool(self._lights) or self._ends()
                light, gone = self._orders.popleft()
            if gone is None:
                self._light(selector, light)
            else:
                self._put_out(selector, light)
                gone.set()

    def _ends(self) -> bool:
        if self._ring is not None:
            self._ring.close()
            self._ring = None
        return False

    def _light(self, selector: selectors.BaseSelector, light: Light) -> None:
        self._lights.append(light)
        for sock in light.sockets:
            selector.register(sock, selectors.EVENT_READ, light)

    def _put_out(self, selector: selectors.BaseSelector, light: Light) -> None:
        if light in self._lights:
            self._lights.remove(light)
            for sock in light.sockets:
                selector.unregister(sock)
            light.say_goodbye()

    def _turn(self, selector: selectors.BaseSelector) -> None:
        begun, left = self._clock(), READS_A_TURN
        for key, _ in selector.select(ADAPTERS_SECONDS):
            if not isinstance(key.fileobj, socket.socket):
                continue
            if key.data is None:
                _hush(key.fileobj)
            else:
                left = key.data.read(key.fileobj, left)
        if left <= 0 and not self._orders:
            time.sleep(max(0.0, TURN_SECONDS - (self._clock() - begun)))

    def _look_around(self) -> None:
        here = adapters()
        for light in self._lights:
            light.follow(here)


def _hush(bell: socket.socket) -> None:
    with contextlib.suppress(BlockingIOError):
        bell.recv(1024)
