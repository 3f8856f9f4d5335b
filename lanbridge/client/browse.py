"""Looks for tables: multicast DNS, the beacon, and a call over TCP where questions do not get through."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import socket
import time
from collections.abc import Callable, Coroutine, Iterable
from typing import Final, TypeAlias

from zeroconf import IPVersion, ServiceStateChange, Zeroconf
from zeroconf._dns import DNSQuestion
from zeroconf._protocol.outgoing import DNSOutgoing
from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo, AsyncZeroconf
from zeroconf.const import _CLASS_IN, _FLAGS_QR_QUERY, _TYPE_PTR  # RFC 1035's numbers

from lanbridge.lan.adapters import Adapter, adapters
from lanbridge.lan.finishing import finish
from lanbridge.lan.multicast_dns import move_zeroconf, open_zeroconf
from lanbridge.lan.udp import receive, send, send_to_all, speaking_sockets
from lanbridge.protocol.advert import SERVICE_TYPE, TableCard, card_of_txt
from lanbridge.protocol.beacon import (
    BEACON_PORT,
    NONCE_BYTES,
    BeaconAnswer,
    BeaconGone,
    BeaconQuery,
    decode_beacon,
    encode_beacon,
)
from lanbridge.protocol.errors import ProtocolError
from lanbridge.protocol.messages import Greeting

from .asking import Asking
from .dial import DialFailed, dial
from .known import LinkProblem
from .ports import FoundTable
from .resolve import best_first
from .sightings import MOST_TABLES, TRIAL_VERSION, HostKey, Seen, Sightings, host_key, places_in_order

STEP_SECONDS: Final = 0.05
"""How often the timetable is looked at."""
ADAPTERS_SECONDS: Final = 2.5
NAP_SECONDS: Final = 0.8
"""A step that took so long: we slept, and tables get a second to be heard before they go."""
RECORD_MS: Final = 3000
"""Time for the details of a table that multicast DNS has named."""
MOST_RESOLVING: Final = 64
"""Details asked for at a time: a hall full of tables; whoever invents more is not asked back."""
MOST_NAMES: Final = 4 * MOST_TABLES
"""Names of multicast DNS kept for their good-byes; a row without an answer goes by itself, too."""
ALOUD_SECONDS: Final = 0.2
"""Whoever answers us alone has done so by then."""
CALL_SECONDS: Final = 1.8
"""Time for a call over TCP; the row goes a second later if none succeeds."""
MOST_CALLS: Final = 4
"""Calls to one table at a time: TCP repeats a lost first packet after a second, a new call does so sooner."""
MOST_CALLS_IN_ALL: Final = 16
QUESTIONS_A_STEP: Final = 64
"""Tables asked alone get so many questions in a step: whoever invents tables cannot make every lobby shout."""
READS_A_STEP: Final = 400
"""Answers taken in a step; a flood of them costs a bounded share of one core."""
MEANS: Final = frozenset({"mdns", "beacon"})

Publish: TypeAlias = Callable[[tuple[FoundTable, ...]], None]


class Browser:
    """Looks until its `run` is cancelled; ``publish`` is called with all rows whenever they change.

    ``means`` says which ways of finding are used (`MEANS`), ``here`` gives this laptop's adapters; ``with_trials``
    shows what the doctor announces to hear itself. A table whose card is not ``wanted`` is neither kept nor asked.
    """

    def __init__(
        self,
        publish: Publish,
        *,
        means: frozenset[str] = MEANS,
        here: Callable[[], tuple[Adapter, ...]] = adapters,
        with_trials: bool = False,
        wanted: Callable[[TableCard], bool] = lambda _: True,
    ) -> None:
        self._publish = publish
        self._means = means
        self._here = here
        self._wanted = wanted
        self._sightings = Sightings(with_trials=with_trials)
        self._asking = Asking(time.monotonic())
        self._rows: tuple[FoundTable, ...] = ()
        self._sockets: tuple[socket.socket, ...] = ()
        self._adapters: tuple[Adapter, ...] = ()
        self._eyes = _Eyes(self)
        self._calls: dict[asyncio.Task[None], HostKey] = {}
        self._patient_until = 0.0

    @property
    def mdns_works(self) -> bool:
        """Whether multicast DNS could be opened."""
        return self._eyes.open_now

    async def run(self) -> None:
        """Open everything that can be opened, and look."""
        loop = asyncio.get_running_loop()
        self._adapters = self._here()
        self._asking.begin_again(time.monotonic())
        self._sockets = speaking_sockets()
        try:
            for sock in self._sockets:
                loop.add_reader(sock, self._read, sock)
            self._step(time.monotonic())
            if "mdns" in self._means:
                self._eyes.open(self._adapters)
            await self._live()
        finally:
            for sock in self._sockets:
                loop.remove_reader(sock)
                sock.close()
            await finish(self._close())

    async def _close(self) -> None:
        await self._eyes.close()
        await _end(self._calls)

    def named(self, card: TableCard, addresses: list[str]) -> None:
        """Somebody says that there is a table at these addresses: ask it."""
        if not self._wanted(card):
            return
        usable = [address for address in addresses if "%" in address or not address.startswith("fe80:")]
        self._sightings.named(card, usable, BEACON_PORT, time.monotonic())

    def withdrawn(self, key: HostKey) -> None:
        """Nobody names the host any more."""
        self._sightings.withdrawn(key, time.monotonic())
        self._show()

    async def _live(self) -> None:
        looked_at = last = time.monotonic()
        while True:
            await asyncio.sleep(STEP_SECONDS)
            now = time.monotonic()
            if now - last > NAP_SECONDS:
                self._patient_until = now + 1.0
            last = now
            self._step(now)
            if now - looked_at > ADAPTERS_SECONDS:
                looked_at = now
                await self._follow_adapters()

    def _step(self, now: float) -> None:
        if "beacon" in self._means and self._asking.round_is_due(now):
            send_to_all(self._sockets, self._adapters, self._question(now))
        left = QUESTIONS_A_STEP
        for seen in sorted(self._sightings.all(), key=lambda seen: seen.gone):  # live rows come first
            if left > 0:
                left -= self._look_after(seen, now)
        if now >= self._patient_until:
            self._sightings.sweep(now)
        self._show()

    def _look_after(self, seen: Seen, now: float) -> int:
        """Ask or call this table alone if that is due; how many questions went out."""
        if (
            seen.card.version == TRIAL_VERSION
        ):  # a question to our own address passes every firewall, and proves nothing
            return 0
        places = self._asking.to_ask(seen, now)
        for place in places:
            send(self._sockets, (place.address, place.probe_port), self._question(now))
        running = sum(called == seen.key for called in self._calls.values())
        if running < MOST_CALLS and len(self._calls) < MOST_CALLS_IN_ALL and self._asking.must_call(seen, now):
            call = asyncio.create_task(self._call(seen))
            self._calls[call] = seen.key
            call.add_done_callback(self._calls.pop)
        return len(places)

    def _question(self, now: float) -> bytes:
        nonce = secrets.token_bytes(NONCE_BYTES)
        self._asking.asked(nonce, now)
        return encode_beacon(BeaconQuery(nonce))

    def _read(self, sock: socket.socket) -> None:
        for _ in range(READS_A_STEP):
            found = receive(sock)
            if found is None:
                break
            with contextlib.suppress(ProtocolError):
                self._hear(decode_beacon(found[0]), found[1], time.monotonic())
        self._show()

    def _hear(self, beacon: object, source: tuple[str, int], now: float) -> None:
        match beacon:
            case BeaconAnswer(nonce=nonce, card=card) if self._wanted(card):
                if (rtt_ms := self._asking.rtt_ms(nonce, now)) is not None:
                    self._sightings.answered(card, source, rtt_ms, now, "beacon")
            case BeaconGone(nonce=nonce, table_id=table_id):
                if self._asking.rtt_ms(nonce, now) is not None:
                    self._sightings.left_from(table_id, source, now)
            case _:
                pass

    def _show(self) -> None:
        rows = self._sightings.rows()
        if rows != self._rows:
            self._rows = rows
            self._publish(rows)

    async def _follow_adapters(self) -> None:
        here = await asyncio.to_thread(self._here)
        if here != self._adapters:
            self._adapters = here
            self._asking.begin_again(time.monotonic())
            if "mdns" in self._means:
                await self._eyes.follow(here)

    async def _call(self, seen: Seen) -> None:
        """Call the table as a player would, and hang up when it has greeted."""
        places = places_in_order(seen)
        begun = time.monotonic()

        def judge(greeting: Greeting, fingerprint: bytes) -> LinkProblem | None:
            same = (greeting.table_id, greeting.epoch, fingerprint) == seen.key[:3]
            return None if same else LinkProblem.WRONG_TABLE

        with contextlib.suppress(DialFailed, TimeoutError):
            async with asyncio.timeout(CALL_SECONDS):
                addresses = best_first([place.address for place in places], self._adapters)
                line = await dial(addresses, places[0].port, judge, time.monotonic)
            address = str(line.writer.get_extra_info("peername")[0])
            now = time.monotonic()
            self._sightings.greeted(seen.key, address, round((now - begun) * 1000), now)
            await line.hang_up()


class _Eyes:
    """Multicast DNS: names tables and hears their good-byes. Every failure leaves the other means at work."""

    def __init__(self, browser: Browser) -> None:
        self._told = browser
        self._zeroconf: AsyncZeroconf | None = None
        self._browser: AsyncServiceBrowser | None = None
        self._ids: dict[str, HostKey] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def open_now(self) -> bool:
        return self._zeroconf is not None

    def open(self, here: tuple[Adapter, ...]) -> None:
        self._zeroconf = open_zeroconf(here)
        if self._zeroconf is not None:
            self._browser = AsyncServiceBrowser(self._zeroconf.zeroconf, SERVICE_TYPE, handlers=[self._on_change])
            self._spawn(self._ask_aloud(self._zeroconf.zeroconf))

    async def _ask_aloud(self, zeroconf: Zeroconf) -> None:
        """The first question is answered to us alone, which many firewalls drop; this one to everybody."""
        await asyncio.sleep(ALOUD_SECONDS)
        if not self._ids:
            question = DNSOutgoing(_FLAGS_QR_QUERY)
            question.add_question(DNSQuestion(SERVICE_TYPE, _TYPE_PTR, _CLASS_IN))
            zeroconf.async_send(question)

    async def follow(self, here: tuple[Adapter, ...]) -> None:
        if self._zeroconf is None:
            self.open(here)
            return
        with contextlib.suppress(OSError, RuntimeError):
            await move_zeroconf(self._zeroconf, here)

    async def close(self) -> None:
        await _end(self._tasks)
        with contextlib.suppress(OSError, RuntimeError):
            if self._browser is not None:
                await self._browser.async_cancel()
            if self._zeroconf is not None:
                await self._zeroconf.async_close()

    def _on_change(self, zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange) -> None:
        if state_change is ServiceStateChange.Removed:
            key = self._ids.pop(name, None)
            if key is not None and key not in self._ids.values():  # who copied the card takes back a copy
                self._told.withdrawn(key)
            return
        info = AsyncServiceInfo(service_type, name)
        if info.load_from_cache(zeroconf):
            self._named(name, info)
        elif len(self._tasks) < MOST_RESOLVING:
            self._spawn(self._resolve(zeroconf, name, info))

    async def _resolve(self, zeroconf: Zeroconf, name: str, info: AsyncServiceInfo) -> None:
        if await info.async_request(zeroconf, RECORD_MS):
            self._named(name, info)

    def _named(self, name: str, info: AsyncServiceInfo) -> None:
        items = {key.decode("ascii", "replace"): value for key, value in info.properties.items() if value is not None}
        with contextlib.suppress(ProtocolError):
            card = card_of_txt(items, info.port or 0)
            self._ids[name] = host_key(card)
            if len(self._ids) > MOST_NAMES:
                del self._ids[next(iter(self._ids))]
            self._told.named(card, info.parsed_scoped_addresses(IPVersion.All))

    def _spawn(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


async def _end(tasks: Iterable[asyncio.Task[None]]) -> None:
    running = list(tasks)
    for task in running:
        task.cancel()
    await asyncio.gather(*running, return_exceptions=True)
