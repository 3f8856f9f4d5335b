"""A stranger who greets as our table at a higher epoch: the true host is found again, and so is a true successor."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from lanbridge.cli.carrying import carried
from lanbridge.client.known import Known, Link, LinkChanged, LinkProblem
from lanbridge.client.link import WELCOME_SECONDS
from lanbridge.client.ports import MOST_ADDRESSES, FoundTable, Target
from lanbridge.host.bot_seats import BotSeats
from lanbridge.host.hosting import Hosting, HostPlan
from lanbridge.host.server import tls_context
from lanbridge.protocol.codec import encode
from lanbridge.protocol.connection import Connection, Side
from lanbridge.protocol.framing import frame
from lanbridge.protocol.messages import PROTOCOL_VERSION, CloseReason, Closing, Greeting, HostMessage, Knocking
from lanbridge.settings.profiles import Profile
from tests.client.wires import HERE, PATIENCE, Relay, Visitor, answering, hosted, target_of

FALSE_EPOCH = 9


@contextlib.asynccontextmanager
async def opened(plan: HostPlan) -> AsyncIterator[Hosting]:
    """One more host of the same table."""
    bots = BotSeats()
    hosting = Hosting(plan, bots)
    await hosting.open()
    try:
        yield hosting
    finally:
        await hosting.close()
        await hosting.server.stop()
        bots.close()


def row_of(hosting: Hosting) -> FoundTable:
    """The host's row in a lobby."""
    card, port = hosting.card(), hosting.server.port
    return FoundTable(
        card.table_id, card.epoch, card.name, (HERE,), port, card.preset, (), 1, False, False, True, 1, 1,
        ("beacon",), card.fingerprint,
    )  # fmt: skip


def false_plan(true: Hosting, stranger: Profile) -> HostPlan:
    """Somebody outside the table who has its public card and announces the next epochs."""
    plan = replace(true.plan, table_id=true.plan.table_id, epoch=FALSE_EPOCH, fingerprint=stranger.fingerprint)
    return replace(plan, certificate=stranger.certificate, private_key=stranger.private_key, owner=b"")


def successor_plan(true: Hosting, heir: Visitor, laptop: Profile) -> HostPlan:
    """The table as the heir knew it, under the next epoch, on the heir's laptop."""
    known = heir.known
    plan = replace(true.plan, epoch=known.epoch + 1, fingerprint=laptop.fingerprint, owner=heir.session.key.public)
    before = carried(known, heir.session.key, laptop.fingerprint)
    return replace(plan, certificate=laptop.certificate, private_key=laptop.private_key, carried=before)


def is_seated(known: Known) -> bool:
    return known.link is Link.SEATED


def told_of(visitor: Visitor) -> set[Link]:
    """Every state of the line that the player was told of."""
    return {notice.link for notice in visitor.notices if isinstance(notice, LinkChanged)}


def test_a_dropped_player_gets_back_to_the_true_host_past_a_stranger_with_a_higher_epoch(
    laptop: Profile, stranger: Profile
) -> None:
    async def evening() -> None:
        rows: list[FoundTable] = []
        async with (
            hosted(laptop) as true,
            Relay(true.server.port) as relay,
            opened(false_plan(true, stranger)) as false,
            Relay(false.server.port) as trap,
        ):
            rafi = Visitor(target_of(true, relay.port), find=lambda _: tuple(rows))
            await rafi.until(is_seated)
            relay.close()
            rows.append(replace(row_of(false), port=trap.port))
            await asyncio.wait_for(trap.called.wait(), PATIENCE)
            async with Relay(true.server.port, relay.port):
                known = await rafi.until(lambda known: is_seated(known) and known.lost_at is None)
                assert (known.epoch, known.fingerprint) == (1, laptop.fingerprint)
                assert known.reached is not None
                assert known.reached.port == relay.port
                assert told_of(rafi) == {Link.SEATED, Link.LOST}
                assert not false.room.desk.people
                await rafi.go()

    asyncio.run(evening())


def test_a_stranger_cannot_send_a_dropped_player_away(laptop: Profile, stranger: Profile) -> None:
    """Whoever greets with a higher epoch and without a claim is not even told who we are, and ends no session."""

    async def evening() -> None:
        rows: list[FoundTable] = []
        async with hosted(laptop) as true, Relay(true.server.port) as relay:
            rafi = Visitor(target_of(true, relay.port), find=lambda _: tuple(rows))
            await rafi.until(is_seated)
            relay.close()
            async with opened(false_plan(true, stranger)) as false:
                async with Relay(false.server.port) as trap:
                    rows.append(replace(row_of(false), port=trap.port))
                    await asyncio.wait_for(trap.called.wait(), PATIENCE)
                known = await rafi.until(lambda known: known.closed is not None)
            assert known.link is Link.LOST
            assert not rafi.session.over
            await rafi.go()

    asyncio.run(evening())


def test_a_true_successor_is_found_among_strangers_who_claim_later_epochs(laptop: Profile, stranger: Profile) -> None:
    async def evening() -> None:
        rows: list[FoundTable] = []
        async with (
            hosted(laptop) as true,
            Relay(true.server.port) as relay,
            answering(None, "127.0.0.2") as deaf,
            answering(b"HTTP/1.1 400 Bad Request\r\n\r\n", "127.0.0.3") as web,
            opened(false_plan(true, stranger)) as false,
        ):
            rafi, mitu = (
                Visitor(target_of(true, relay.port), seed=seed, find=lambda _: tuple(rows)) for seed in (1, 2)
            )
            await rafi.until(is_seated)
            await mitu.until(
                lambda known: (
                    known.seating is not None and [seat.present for seat in known.seating.seats[:2]] == [True] * 2
                )
            )
            relay.close()
            await rafi.until(lambda known: known.link is Link.LOST)
            await mitu.until(lambda known: known.link is Link.LOST)
            async with opened(successor_plan(true, rafi, stranger)) as heir:
                row = row_of(false)
                rows.append(row)
                rows.append(replace(row, epoch=10, addresses=("127.0.0.2",), port=deaf))
                rows.append(replace(row, epoch=11, addresses=("127.0.0.3",), port=web))
                rows.append(row_of(heir))
                for visitor in (mitu, rafi):
                    visitor.link.hurry()
                    known = await visitor.until(lambda known: is_seated(known) and known.lost_at is None)
                    assert known.epoch == 2
                    assert known.reached is not None
                    assert known.reached.port == heir.server.port
                await rafi.go()
                await mitu.go()

    asyncio.run(evening())


def test_places_that_are_false_without_end_keep_nobody_from_the_true_host(laptop: Profile, stranger: Profile) -> None:
    """Each look shows sixteen other false places; the memory of them is bounded, and the table is found again."""

    async def evening() -> None:
        shown = [0]

        def crowd(target: Target) -> tuple[FoundTable, ...]:
            if not rafi.session.known.lost_at:
                return ()
            shown[0] += 16
            row = replace(row_of(false), table_id=target.table_id)
            return tuple(
                replace(
                    row, epoch=number, addresses=(f"127.{1 + number // 60000}.{number // 250 % 240}.{number % 250}",)
                )
                for number in range(shown[0], shown[0] + 16)
            )

        async with (
            hosted(laptop) as true,
            Relay(true.server.port) as relay,
            opened(false_plan(true, stranger)) as false,
        ):
            rafi = Visitor(target_of(true, relay.port), find=crowd)
            await rafi.until(is_seated)
            relay.cut()
            await rafi.until(lambda known: known.link is Link.LOST)
            known = await rafi.until(is_seated)
            assert known.epoch == 1
            assert shown[0] > 0
            assert len(rafi.session.target.addresses) <= MOST_ADDRESSES
            await rafi.go()

    asyncio.run(evening())


@contextlib.asynccontextmanager
async def liar(true: Hosting, stranger: Profile, lie: HostMessage) -> AsyncIterator[tuple[int, asyncio.Event]]:
    """Greets as the table in a later epoch and answers any hello with ``lie``; its port, and whether it was called."""
    greeted = asyncio.Event()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        greeting = Greeting(PROTOCOL_VERSION, true.plan.table_id, FALSE_EPOCH, bytes(32), locked=False)
        writer.write(frame(encode(greeting)))
        greeted.set()
        with contextlib.suppress(OSError):
            if await reader.read(1000):
                writer.write(frame(encode(lie)))
            await reader.read()
        writer.close()

    server = await asyncio.start_server(serve, HERE, 0, ssl=tls_context(stranger.certificate, stranger.private_key))
    try:
        yield server.sockets[0].getsockname()[1], greeted
    finally:
        server.close()


@pytest.mark.parametrize("lie", [Closing(CloseReason.TABLE_CLOSED), Closing(CloseReason.REMOVED), Knocking()])
def test_nothing_that_a_stranger_says_counts_before_it_has_shown_a_seats_claim(
    laptop: Profile, stranger: Profile, lie: HostMessage
) -> None:
    async def evening() -> None:
        rows: list[FoundTable] = []
        async with (
            hosted(laptop) as true,
            Relay(true.server.port) as relay,
            liar(true, stranger, lie) as (port, greeted),
        ):
            rafi = Visitor(target_of(true, relay.port), find=lambda _: tuple(rows))
            await rafi.until(is_seated)
            relay.close()
            rows.append(replace(row_of(true), epoch=FALSE_EPOCH, fingerprint=stranger.fingerprint, port=port))
            await asyncio.wait_for(greeted.wait(), PATIENCE)
            await rafi.until(lambda known: known.closed is LinkProblem.NOT_PROVEN or known.link is not Link.LOST)
            async with Relay(true.server.port, relay.port):
                known = await rafi.until(lambda known: known.link in (Link.SEATED, Link.CLOSED))
                assert (known.link, known.epoch) == (Link.SEATED, 1)
                assert told_of(rafi) == {Link.SEATED, Link.LOST}
                await rafi.go()

    asyncio.run(evening())


@contextlib.asynccontextmanager
async def greets_and_says_no_more(heir: Visitor, laptop: Profile) -> AsyncIterator[int]:
    """A seat of the table that shows a true claim, stays alive, and never lets anybody in."""
    table, claim = heir.known.table_id, carried(heir.known, heir.session.key, laptop.fingerprint).succession.told()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        connection = Connection(Side.HOST, 0.0)
        connection.send(Greeting(PROTOCOL_VERSION, table, claim.claim.epoch, bytes(32), locked=False))
        connection.send(claim)
        with contextlib.suppress(OSError):
            while not writer.is_closing():
                writer.write(connection.take_bytes())
                if not (data := await reader.read(1000)):
                    break
                connection.receive(data, 0.0)
        writer.close()

    server = await asyncio.start_server(serve, HERE, 0, ssl=tls_context(laptop.certificate, laptop.private_key))
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()


def test_a_seat_that_shows_a_true_claim_and_lets_nobody_in_holds_nobody_for_long(
    laptop: Profile, stranger: Profile
) -> None:
    hurry = [0.0]

    async def evening() -> None:
        loop = asyncio.get_running_loop()
        rows: list[FoundTable] = []
        async with hosted(laptop) as true, Relay(true.server.port) as relay:
            mitu = Visitor(target_of(true), seed=2)
            await mitu.until(is_seated)
            rafi = Visitor(
                target_of(true, relay.port), clock=lambda: loop.time() + hurry[0], find=lambda _: tuple(rows)
            )
            await rafi.until(is_seated)
            async with greets_and_says_no_more(mitu, stranger) as port:
                rows.append(replace(row_of(true), epoch=2, fingerprint=stranger.fingerprint, port=port))
                relay.close()
                await rafi.until(lambda known: known.fingerprint == stranger.fingerprint)
                while rafi.known.closed is not LinkProblem.TIMED_OUT and hurry[0] < 2 * WELCOME_SECONDS:
                    hurry[0] += 0.5
                    await rafi.until(
                        lambda known, before=rafi.link.turns: (  # type: ignore[misc]  # the default binds the loop's value
                            rafi.link.turns > before or known.closed is LinkProblem.TIMED_OUT
                        )
                    )
            async with Relay(true.server.port, relay.port):
                known = await rafi.until(is_seated)
                assert known.epoch == 1
            await rafi.go()
            await mitu.go()

    asyncio.run(evening())
