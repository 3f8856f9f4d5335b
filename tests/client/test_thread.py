"""The network's thread as a screen sees it: nothing blocks, nothing is lost, nothing is left behind."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest

from lanbridge.client.browse import Publish
from lanbridge.client.known import Link, LinkChanged, LinkProblem, Notice, Spoke
from lanbridge.client.ports import FoundTable, Target
from lanbridge.client.thread import CLOSE_SECONDS, JoinedTable, NetworkThread
from lanbridge.engine import PRESETS
from lanbridge.host.hosting import Hosting, HostPlan
from lanbridge.host.thread import HostThread
from lanbridge.protocol.handshake import SeatKey
from lanbridge.protocol.messages import CloseReason, Say, Wish
from lanbridge.protocol.table_settings import TableSettings
from lanbridge.settings.profiles import Profile
from tests.client.wires import HERE, PATIENCE

ROW = FoundTable(bytes(16), 1, "t", (HERE,), 7468, "nepal", (), 1, False, False, True, 1, 1, ("mdns",))


@dataclass
class FakeBrowser:
    """Publishes what a test says it sees."""

    publish: Publish
    running: int = 0

    async def run(self) -> None:
        self.running += 1
        try:
            self.publish((ROW,))
            await asyncio.Event().wait()
        finally:
            self.running -= 1


@dataclass
class Lan:
    """A client's network, the fake browsers that it started, and a hosted table."""

    network: NetworkThread
    browsers: list[FakeBrowser]
    host: HostThread
    hosting: Hosting
    target: Target

    def host_dies(self) -> None:
        """The host's sockets close without a word, as when its program is killed."""
        server = self.hosting.server

        async def die() -> None:
            assert server._server is not None  # noqa: SLF001 - nothing in the host dies so on purpose
            server._server.close()  # noqa: SLF001 - the same
            for wire in server._wires.values():  # noqa: SLF001 - the same
                wire.writer.transport.abort()

        asyncio.run_coroutine_threadsafe(die(), self.host._loop).result(PATIENCE)  # noqa: SLF001 - the same


def until(met: Callable[[], bool]) -> None:
    """Poll as a screen does."""
    ends = time.monotonic() + PATIENCE
    while not met():
        assert time.monotonic() < ends, "waited in vain"
        threading.Event().wait(0.002)


@pytest.fixture
def lan(laptop: Profile) -> Iterator[Lan]:
    settings = TableSettings("t", rules=PRESETS["nepal"], bot_pause_ms=0)
    plan = HostPlan(settings, laptop.certificate, laptop.private_key, laptop.fingerprint, port=0, private=True)
    host = HostThread(plan)
    hosting = host.start()
    browsers: list[FakeBrowser] = []

    def browse(publish: Publish) -> FakeBrowser:
        browsers.append(FakeBrowser(publish))
        return browsers[-1]

    network = NetworkThread(SeatKey(bytes(31) + b"k"), "Rafi", browse)
    yield Lan(network, browsers, host, hosting, Target((HERE,), hosting.server.port, plan.table_id, plan.fingerprint))
    network.close()
    host.stop()


def seated(lan: Lan) -> JoinedTable:
    table = lan.network.join(lan.target, Wish.SEAT)
    until(lambda: table.known.link is Link.SEATED)
    return table


def test_a_joined_table_becomes_known_and_its_notices_come_in_order(lan: Lan) -> None:
    table = seated(lan)
    notices = table.poll()
    assert isinstance(notices[0][0], LinkChanged)
    assert notices[0][1].link is Link.SEATED
    assert table.poll() == ()


def test_a_request_is_answered_by_a_notice(lan: Lan) -> None:
    table = seated(lan)
    heard: list[Notice] = []

    def spoke() -> bool:
        heard.extend(notice for notice, _ in table.poll())
        return any(isinstance(notice, Spoke) for notice in heard)

    table.request(Say(0, text="hello"))
    until(spoke)
    until(lambda: table.known.pending is None)


def test_a_failure_comes_as_a_notice(lan: Lan) -> None:
    table = lan.network.join(Target((HERE,), 1), Wish.SEAT)
    until(lambda: table.known.link is Link.CLOSED)
    assert [notice for notice, _ in table.poll()] == [LinkChanged(Link.CLOSED, LinkProblem.REFUSED)]


def test_leaving_frees_the_seat_and_tells_nothing_more(lan: Lan) -> None:
    table = seated(lan)
    table.leave()
    other = lan.network.join(lan.target, Wish.SEAT)
    until(lambda: other.known.seating is not None and other.known.seating.you == 0)
    assert table.poll() == ()


def test_a_second_join_with_the_same_key_replaces_the_first(lan: Lan) -> None:
    first = seated(lan)
    second = seated(lan)
    until(lambda: first.known.closed is CloseReason.REPLACED)
    assert second.known.link is Link.SEATED


def test_the_browser_runs_while_somebody_looks_and_for_all_together(lan: Lan) -> None:
    one, two = lan.network.look(), lan.network.look()
    until(lambda: one.tables() == (ROW,))
    assert two.tables() == (ROW,)
    one.close()
    assert one.tables() == ()
    assert two.tables() == (ROW,)
    two.close()
    two.close()
    until(lambda: [browser.running for browser in lan.browsers] == [0])


def test_a_table_that_closed_is_not_looked_for(lan: Lan) -> None:
    table = seated(lan)
    lan.host.stop()
    until(lambda: table.known.link is Link.CLOSED)
    assert lan.browsers == []


def test_a_lost_table_is_looked_for_until_it_is_left(lan: Lan) -> None:
    table = seated(lan)
    lan.host_dies()
    until(lambda: table.known.link is Link.LOST)
    until(lambda: [browser.running for browser in lan.browsers] == [1])
    table.leave()
    until(lambda: [browser.running for browser in lan.browsers] == [0])


def test_closing_is_quick_in_every_state(lan: Lan) -> None:
    seated(lan)
    lan.network.join(Target(("127.0.0.9",), lan.target.port), Wish.SEAT)
    lan.network.look()
    begun = time.monotonic()
    lan.network.close()
    assert time.monotonic() - begun < CLOSE_SECONDS
    lan.network.close()


def test_after_closing_nothing_happens_and_nothing_is_raised(lan: Lan) -> None:
    table = seated(lan)
    lan.network.close()
    table.request(Say(0, text="hello?"))
    table.leave()
    assert lan.network.look().tables() == ()
