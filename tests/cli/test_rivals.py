"""Two hosts of one table meet on loopback: whoever is outvoted steps down, and nobody from outside is listened to."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from lanbridge.cli import main
from lanbridge.cli.carrying import carried
from lanbridge.cli.rivals import RivalWatch
from lanbridge.client.known import Link, LinkProblem
from lanbridge.client.ports import FoundTable, Target
from lanbridge.engine.record import parse
from lanbridge.host.bot_seats import BotSeats
from lanbridge.host.hosting import Hosting
from lanbridge.host.server import tls_context
from lanbridge.protocol.codec import encode
from lanbridge.protocol.framing import frame
from lanbridge.protocol.handshake import SeatKey
from lanbridge.protocol.messages import PROTOCOL_VERSION, CloseReason, Closing, Greeting, Stage, StopMatch
from lanbridge.settings import Places, open_profile
from lanbridge.settings.profiles import Profile
from tests.client.conftest import laptop
from tests.client.wires import HERE, Relay, Visitor, hosted, target_of

__all__ = ["laptop"]

STRANGER = SeatKey(bytes(32))


@contextlib.asynccontextmanager
async def carried_on(
    before: Hosting, visitor: Visitor, key: SeatKey, profile: Profile | None = None
) -> AsyncIterator[Hosting]:
    """The table as it goes on elsewhere, from what this visitor knew, claimed with this key.

    The laptop is the first host's own again, or that of a profile.
    """
    known, plan = visitor.known, before.plan
    if profile is not None:
        plan = replace(
            plan,
            certificate=profile.certificate,
            private_key=profile.private_key,
            fingerprint=profile.fingerprint,
        )
    plan = replace(plan, epoch=known.epoch + 1, owner=key.public, carried=carried(known, key, plan.fingerprint))
    bots = BotSeats()
    hosting = Hosting(plan, bots)
    await hosting.open()
    try:
        yield hosting
    finally:
        if not hosting.server.done.is_set():
            await hosting.close()
        await hosting.server.stop()
        bots.close()


def row_of(hosting: Hosting) -> FoundTable:
    """The table as a lobby would show it."""
    plan, port = hosting.plan, hosting.server.port
    return FoundTable(
        plan.table_id, plan.epoch, "t", (HERE,), port, "nepal", (), 3, False, False, False, 1, 1, ("beacon",)
    )


async def lost_by(visitors: list[Visitor], relay: Relay) -> None:
    """All of them lose their host."""
    relay.close()
    for visitor in visitors:
        await visitor.until(lambda known: known.link is Link.LOST)


async def seated_at(visitors: list[Visitor], hosting: Hosting) -> None:
    """All of them sit down at this host."""
    for visitor in visitors:
        visitor.link.go_to(Target((HERE,), hosting.server.port))
        await visitor.until(lambda known: known.link is Link.SEATED and known.epoch == hosting.plan.epoch)


async def three_at(relay: Relay, hosting: Hosting) -> list[Visitor]:
    """Three people at the first host."""
    visitors = [Visitor(target_of(hosting, relay.port), seed=seed) for seed in (1, 2, 3)]
    for visitor in visitors:
        await visitor.until(
            lambda known: known.seating is not None and sum(bool(chair.key) for chair in known.seating.seats) == 3
        )
    return visitors


def test_the_outvoted_host_steps_down(laptop: Profile) -> None:
    async def evening() -> None:
        async with hosted(laptop) as first, Relay(first.server.port) as relay:
            people = await three_at(relay, first)
            await lost_by(people, relay)
            async with carried_on(first, people[0], people[0].session.key) as second:
                await seated_at(people, second)
                assert people[2].known.host_claim is not None
                await people[0].until(lambda known: known.host_claim is not None and known.host_claim.confirmed)
                await RivalWatch([first], STRANGER).settle(first, row_of(second))
                await asyncio.wait_for(first.server.done.wait(), 5)
                assert first.room.desk.close_reason is CloseReason.HANDED_OVER
                assert not second.server.done.is_set()
            for visitor in people:
                await visitor.go()

    asyncio.run(evening())


def only_file(folder: Path) -> Path:
    """The one file in there."""
    (kept,) = folder.iterdir()
    return kept


def test_a_branch_that_does_not_count_is_kept_and_says_so(
    laptop: Profile, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def evening() -> None:
        async with hosted(laptop) as first, Relay(first.server.port) as relay:
            first.plan = replace(first.plan, records=tmp_path)
            people = await three_at(relay, first)
            first.server.post(first.room.start)
            await people[0].until(lambda known: known.view is not None and bool(known.view.hand))
            await lost_by(people, relay)
            async with carried_on(first, people[0], people[0].session.key) as second:
                await seated_at(people, second)
                await people[0].until(lambda known: known.host_claim is not None and known.host_claim.confirmed)
                await RivalWatch([first], STRANGER).settle(first, row_of(second))
                await asyncio.wait_for(first.server.done.wait(), 5)
                await first.close()
            for visitor in people:
                await visitor.go()

    asyncio.run(evening())
    kept = only_file(tmp_path)
    assert kept.name.endswith("epoch 1 not counted.txt")
    assert not parse(kept.read_text(encoding="utf-8")).counts
    assert main(["replay", str(kept), "--check"]) == 0
    assert "does not count" in capsys.readouterr().out


def test_a_match_that_was_carried_on_is_kept_too_and_marked_when_another_branch_counts(
    laptop: Profile, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def evening() -> None:
        async with hosted(laptop) as first, Relay(first.server.port) as relay:
            people = await three_at(relay, first)
            first.server.post(first.room.start)
            await people[0].until(lambda known: known.view is not None and bool(known.view.hand))
            await lost_by(people, relay)
            async with carried_on(first, people[0], people[0].session.key) as second:
                second.plan = replace(second.plan, record_to=tmp_path, records=tmp_path)
                await seated_at(people, second)
                await people[0].until(lambda known: known.view is not None and bool(known.view.hand))
                people[0].link.request(StopMatch(0))
                await people[1].until(lambda known: known.seating is not None and known.seating.stage is Stage.OVER)
                assert main(["replay", str(only_file(tmp_path)), "--check"]) == 0
                second.server.post(lambda now: second.room.close(CloseReason.HANDED_OVER, now))
                await asyncio.wait_for(second.server.done.wait(), 5)
                await second.close()
            for visitor in people:
                await visitor.go()

    asyncio.run(evening())
    told = capsys.readouterr().out
    assert "signed by 2 of the 3 players" in told or "signed by 3 of the 3 players" in told
    kept = only_file(tmp_path)
    record = parse(kept.read_text(encoding="utf-8"))
    assert (record.cut, record.counts) == (1, False)


def test_a_branch_in_which_nothing_was_dealt_leaves_no_file(laptop: Profile, tmp_path: Path) -> None:
    async def evening() -> None:
        async with hosted(laptop) as first, Relay(first.server.port) as relay:
            people = await three_at(relay, first)
            first.server.post(first.room.start)
            await people[0].until(lambda known: known.view is not None and bool(known.view.hand))
            await lost_by(people, relay)
            async with carried_on(first, people[0], people[0].session.key) as second:
                second.plan = replace(second.plan, records=tmp_path)
                second.server.post(lambda now: second.room.close(CloseReason.HANDED_OVER, now))
                await asyncio.wait_for(second.server.done.wait(), 5)
                await second.close()
            for visitor in people:
                await visitor.go()

    asyncio.run(evening())
    assert not [*tmp_path.iterdir()]


@contextlib.asynccontextmanager
async def claimed_by_a_liar(hosting: Hosting, words: bytes) -> AsyncIterator[FoundTable]:
    """A row of somebody who greets as a later host of this table, says ``words`` and hangs up."""
    plan = hosting.plan
    greeting = Greeting(PROTOCOL_VERSION, plan.table_id, plan.epoch + 1, bytes(32), locked=False)

    async def lie(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(frame(encode(greeting)) + words)
        writer.close()
        with contextlib.suppress(OSError):
            await writer.wait_closed()

    context = tls_context(plan.certificate, plan.private_key)
    async with await asyncio.start_server(lie, HERE, 0, ssl=context) as liar:
        port = liar.sockets[0].getsockname()[1]
        yield replace(row_of(hosting), epoch=plan.epoch + 1, port=port)


@pytest.mark.parametrize("words", [b"", bytes(4), b"\xff" * 64, frame(encode(Closing(CloseReason.FULL)))])
def test_whatever_a_false_host_says_the_table_goes_on(laptop: Profile, words: bytes) -> None:
    async def evening() -> None:
        async with hosted(laptop) as table, claimed_by_a_liar(table, words) as row:
            watch = RivalWatch([table], STRANGER)
            watch._saw((row,))  # noqa: SLF001 - what the browser would tell it
            await asyncio.wait_for(watch._look_after(table), 5)  # noqa: SLF001 - one of its rounds
            assert not table.server.done.is_set()
            assert table.room.desk.succession is None

    asyncio.run(evening())


def test_two_who_carried_on_in_one_epoch_meet_and_the_one_with_fewer_seats_steps_down(
    laptop: Profile, tmp_path: Path
) -> None:
    other = open_profile(Places.under(tmp_path / "other"))

    async def evening() -> None:
        async with hosted(laptop) as first, Relay(first.server.port) as relay:
            people = await three_at(relay, first)
            await lost_by(people, relay)
            lone = people[2].session.key
            async with (
                carried_on(first, people[0], people[0].session.key) as many,
                carried_on(first, people[2], lone, other) as one,
            ):
                await seated_at(people[:2], many)
                rows = tuple(replace(row_of(table), fingerprint=table.plan.fingerprint) for table in (many, one))
                watch = RivalWatch([many], people[0].session.key)
                watch._saw(rows)  # noqa: SLF001 - what the browser would tell it
                await watch._look_after(many)  # noqa: SLF001 - one of its rounds
                await asyncio.wait_for(one.server.done.wait(), 5)
                assert not many.server.done.is_set()
            for visitor in people:
                await visitor.go()

    asyncio.run(evening())
    other.release()


def test_who_has_no_seat_is_neither_followed_nor_makes_a_host_step_down(laptop: Profile) -> None:
    async def evening() -> None:
        async with hosted(laptop) as first, Relay(first.server.port) as relay:
            people = await three_at(relay, first)
            await lost_by(people, relay)
            async with carried_on(first, people[0], STRANGER) as second:
                people[1].link.go_to(Target((HERE,), second.server.port))
                await people[1].until(lambda known: known.closed is LinkProblem.NOT_PROVEN)
                assert people[1].known.link is Link.LOST
                await RivalWatch([first], STRANGER).settle(first, row_of(second))
                assert not first.server.done.is_set()
                assert first.room.desk.succession is None
            for visitor in people:
                await visitor.go()

    asyncio.run(evening())


def test_strangers_who_let_a_host_wait_do_not_keep_it_from_the_true_rival(
    laptop: Profile, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each deaf one answers only after the last row has been called."""

    async def evening() -> None:
        called: list[int] = []
        all_called = asyncio.Event()

        async def settle(_: RivalWatch, __: Hosting, row: FoundTable) -> None:
            called.append(row.epoch)
            if row.epoch == 9:
                all_called.set()
            await asyncio.wait_for(all_called.wait(), 5)
            raise EOFError("nobody of the table")

        monkeypatch.setattr(RivalWatch, "settle", settle)
        async with hosted(laptop) as table:
            watch = RivalWatch([table], STRANGER)
            watch._saw(tuple(replace(row_of(table), epoch=epoch) for epoch in range(2, 10)))  # noqa: SLF001 - what the browser would tell it
            await watch._look_after(table)  # noqa: SLF001 - one of its rounds
            assert called == list(range(2, 10))
            assert not table.server.done.is_set()

    asyncio.run(evening())
