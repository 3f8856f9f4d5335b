"""The wire of a session against a real host on loopback: dialling, breaking, coming back, giving up."""

from __future__ import annotations

import asyncio
import socket
from dataclasses import replace
from typing import NoReturn

import pytest

from lanbridge.client.dial import Line
from lanbridge.client.known import Answered, Link, LinkChanged, LinkProblem
from lanbridge.client.link import JITTER, LONG_BACKOFF_SECONDS, SOON_BACKOFF_SECONDS, SOON_SECONDS, backoff
from lanbridge.client.ports import Target
from lanbridge.engine import MatchEnded
from lanbridge.protocol.messages import CloseReason, Occupant, RejectReason, Say, StartMatch
from lanbridge.settings.profiles import Profile
from tests.client.wires import HERE, Relay, Visitor, answering, hosted, target_of


def test_a_visitor_is_seated_and_leaves_in_order(laptop: Profile) -> None:
    async def evening() -> None:
        async with hosted(laptop) as hosting:
            rafi = Visitor(target_of(hosting))
            known = await rafi.until(lambda known: known.link is Link.SEATED)
            assert known.table_id == hosting.plan.table_id
            mitu = Visitor(target_of(hosting), seed=2)
            await mitu.until(lambda known: known.link is Link.SEATED)
            await rafi.go()
            await mitu.until(
                lambda known: known.seating is not None and known.seating.seats[0].occupant is Occupant.NOBODY
            )
            await mitu.go()

    asyncio.run(evening())


def test_a_cut_line_comes_back_by_itself_to_the_same_seat(laptop: Profile) -> None:
    async def evening() -> None:
        async with hosted(laptop) as hosting, Relay(hosting.server.port) as relay:
            rafi = Visitor(target_of(hosting, relay.port))
            await rafi.until(lambda known: known.link is Link.SEATED)
            rafi.link.request(StartMatch(0))
            await rafi.until(lambda known: known.view is not None and bool(known.view.hand))
            assert rafi.known.view is not None
            hand = rafi.known.view.hand
            relay.cut()
            await rafi.until(lambda known: known.link is Link.LOST)
            known = await rafi.until(lambda known: known.link is Link.SEATED)
            assert known.seating is not None
            assert known.seating.you == 0
            assert known.view is not None
            assert set(hand) >= set(known.view.hand)
            await rafi.go()

    asyncio.run(evening())


def test_a_half_open_line_is_noticed_by_its_silence(laptop: Profile) -> None:
    hurry = [0.0]

    async def evening() -> None:
        loop = asyncio.get_running_loop()
        async with hosted(laptop) as hosting, Relay(hosting.server.port) as relay:
            rafi = Visitor(target_of(hosting, relay.port), clock=lambda: loop.time() + hurry[0])
            await rafi.until(lambda known: known.link is Link.SEATED)
            relay.freeze()
            while rafi.known.link is Link.SEATED:
                hurry[0] += 0.9
                await rafi.until(lambda _, before=rafi.link.turns: rafi.link.turns > before)  # type: ignore[misc]  # the default binds the loop's value
            assert rafi.known.closed is CloseReason.SILENT
            relay.cut()
            await rafi.until(lambda known: known.link is Link.SEATED)
            await rafi.go()

    asyncio.run(evening())


def test_the_player_is_told_of_a_dead_line_before_it_is_hung_up(
    laptop: Profile, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Hanging up a dead line takes 0.3 s; the four seconds of `SILENT_SECONDS` and a look are not made longer by it."""
    told: list[bool] = []

    async def evening() -> None:
        async with hosted(laptop) as hosting, Relay(hosting.server.port) as relay:
            rafi = Visitor(target_of(hosting, relay.port))
            await rafi.until(lambda known: known.link is Link.SEATED)
            hang_up = Line.hang_up

            async def hanging_up(line: Line) -> None:
                told.append(any(isinstance(n, LinkChanged) and n.link is Link.LOST for n in rafi.notices))
                await hang_up(line)

            monkeypatch.setattr(Line, "hang_up", hanging_up)
            relay.cut()
            await rafi.until(lambda known: known.link is Link.LOST)
            await rafi.until(lambda known: known.link is Link.SEATED)
            await rafi.go()

    asyncio.run(evening())
    assert told[0]


def test_a_table_that_closes_ends_the_session(laptop: Profile) -> None:
    async def evening() -> None:
        async with hosted(laptop) as hosting:
            rafi = Visitor(target_of(hosting))
            await rafi.until(lambda known: known.link is Link.SEATED)
            await hosting.close()
            known = await rafi.until(lambda known: known.link is Link.CLOSED)
            assert known.closed is CloseReason.TABLE_CLOSED
            await rafi.task

    asyncio.run(evening())


def test_nobody_there_is_told_at_once() -> None:
    async def evening() -> None:
        with socket.socket() as taken:
            taken.bind((HERE, 0))  # bound and not listening: refused
            rafi = Visitor(Target((HERE,), taken.getsockname()[1]))
            known = await rafi.until(lambda known: known.link is Link.CLOSED)
        assert known.closed is LinkProblem.REFUSED
        assert rafi.notices == [LinkChanged(Link.CLOSED, LinkProblem.REFUSED)]

    asyncio.run(evening())


@pytest.mark.parametrize("say", [b"", b"HTTP/1.1 400 Bad Request\r\n\r\n", bytes(50)])
def test_what_is_no_table_is_told(say: bytes) -> None:
    async def evening() -> None:
        async with answering(say) as port:
            rafi = Visitor(Target((HERE,), port))
            known = await rafi.until(lambda known: known.link is Link.CLOSED)
            assert known.closed is LinkProblem.NOT_A_TABLE

    asyncio.run(evening())


def test_another_table_at_the_address_is_not_joined(laptop: Profile) -> None:
    async def evening() -> None:
        async with hosted(laptop) as hosting:
            wrong_id = Visitor(replace(target_of(hosting), table_id=bytes(16)))
            wrong_key = Visitor(replace(target_of(hosting), fingerprint=bytes(32)), seed=2)
            assert (await wrong_id.until(lambda known: known.link is Link.CLOSED)).closed is LinkProblem.WRONG_TABLE
            known = await wrong_key.until(lambda known: known.link is Link.CLOSED)
            assert known.closed is LinkProblem.HOST_KEY_CHANGED
            assert not hosting.room.desk.people

    asyncio.run(evening())


def test_a_silent_address_costs_a_quarter_of_a_second_not_a_timeout(laptop: Profile) -> None:
    async def evening() -> None:
        async with hosted(laptop) as hosting, answering(None, "127.0.0.2", hosting.server.port):
            target = replace(target_of(hosting), addresses=("127.0.0.2", HERE))
            begun = asyncio.get_running_loop().time()
            rafi = Visitor(target)
            await rafi.until(lambda known: known.link is Link.SEATED)
            assert asyncio.get_running_loop().time() - begun < 2
            await rafi.go()

    asyncio.run(evening())


def test_of_two_lines_to_one_table_one_is_kept(laptop: Profile) -> None:
    async def evening() -> None:
        async with hosted(laptop) as hosting, Relay(hosting.server.port) as relay:
            rafi = Visitor(replace(target_of(hosting, relay.port), addresses=(HERE, HERE, "127.0.0.1")))
            await rafi.until(lambda known: known.link is Link.SEATED)
            assert len(hosting.room.desk.people) == 1
            await rafi.go()

    asyncio.run(evening())


def test_a_name_that_nobody_knows_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(*_: object, **__: object) -> NoReturn:
        raise socket.gaierror(-2, "Name or service not known")

    async def evening() -> None:
        monkeypatch.setattr(socket, "getaddrinfo", unknown)
        rafi = Visitor(Target(("rafi.local",), 7468))
        known = await rafi.until(lambda known: known.link is Link.CLOSED)
        assert known.closed is LinkProblem.NO_SUCH_HOST

    asyncio.run(evening())


def test_a_line_of_chat_that_is_too_long_is_refused_here_and_the_line_stays(laptop: Profile) -> None:
    async def evening() -> None:
        async with hosted(laptop) as hosting:
            rafi = Visitor(target_of(hosting))
            await rafi.until(lambda known: known.link is Link.SEATED)
            rafi.link.request(Say(0, text="x" * 5000))
            await rafi.until(lambda known: known.pending is None)
            answers = [notice for notice in rafi.notices if isinstance(notice, Answered)]
            assert [answer.reason for answer in answers] == [RejectReason.NOT_NOW]
            assert rafi.known.link is Link.SEATED
            await rafi.go()

    asyncio.run(evening())


def test_waits_double_and_are_bounded_and_scattered() -> None:
    waits = [backoff(tries, 1.0, 0.5) for tries in range(1, 30)]
    assert waits[:3] == pytest.approx([0.2, 0.4, 0.8])
    assert max(waits) == pytest.approx(SOON_BACKOFF_SECONDS)
    assert backoff(30, SOON_SECONDS + 1, 0.5) == pytest.approx(LONG_BACKOFF_SECONDS)
    assert backoff(1, 1.0, 0.0) == pytest.approx(0.2 * (1 - JITTER))
    assert backoff(10_000, 1e9, 0.999) < LONG_BACKOFF_SECONDS * (1 + JITTER)


def test_a_match_is_played_to_its_end_over_a_line_that_is_cut_again_and_again(laptop: Profile) -> None:
    from tests.client.test_bot_player import players  # noqa: PLC0415 - the builder stands with its tests

    async def evening() -> None:
        async with hosted(laptop) as hosting, Relay(hosting.server.port) as relay:
            seen = [0]

            def cut_now_and_then(notice: object, _: object) -> None:
                seen[0] += 1
                if seen[0] % 400 == 0:
                    relay.cut()

            everybody = players(target_of(hosting, relay.port), cut_now_and_then)
            hosting.plan = replace(hosting.plan, start_with=4)
            ends = await asyncio.gather(*(player.run() for player in everybody))
            assert relay.connections > 4
            assert len({known.sheet for known in ends}) == 1
            assert len(ends[0].sheet) == 5
            assert isinstance(hosting.room.desk.match.history[-1], MatchEnded)

    asyncio.run(evening())
