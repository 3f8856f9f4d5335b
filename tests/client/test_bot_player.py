"""Programs that sit at the table and play by themselves."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable
from dataclasses import replace

import pytest

from lanbridge.bots import choose
from lanbridge.client.bot_player import BotPlayer, must_move, say_ready
from lanbridge.client.known import Known, Link, LinkProblem
from lanbridge.client.ports import Target
from lanbridge.engine import Call, Move, SeatView
from lanbridge.protocol.messages import Rejected, RejectReason, Request, SetReady, SubmitMove, Wish
from lanbridge.settings.profiles import Profile
from tests.client.evenings import Evening, Guest
from tests.client.wires import HERE, hosted, session_for, target_of


def medium(view: SeatView) -> Move:
    return choose("medium", view, random.Random(1))


def players(target: Target, watch: Callable[[object, object], None] | None = None) -> list[BotPlayer]:
    sessions = [session_for(target, seed) for seed in range(1, 5)]
    return [
        BotPlayer(session, medium, clock=time.monotonic, dice=random.Random(1).random, watch=watch)
        for session in sessions
    ]


def test_four_programs_play_a_match_and_write_the_same_sheet(laptop: Profile) -> None:
    async def evening() -> None:
        async with hosted(laptop) as hosting:
            hosting.plan = replace(hosting.plan, start_with=4)
            ends = await asyncio.gather(*(player.run() for player in players(target_of(hosting))))
            assert [len(known.sheet) for known in ends] == [5, 5, 5, 5]
            assert len({known.sheet for known in ends}) == 1

    asyncio.run(evening())


def test_a_program_that_finds_nobody_says_why_and_ends() -> None:
    async def evening() -> Known:
        player = BotPlayer(session_for(Target((HERE,), 1)), medium, clock=time.monotonic, dice=random.random)
        return await player.run()

    known = asyncio.run(evening())
    assert (known.link, known.closed) == (Link.CLOSED, LinkProblem.REFUSED)


def turned_down(request: Request) -> tuple[Guest, BotPlayer]:
    """A program whose turn it is, and which reads now that this request of its own is refused."""
    evening = Evening()
    guest = next(guest for guest in evening.started() if must_move(guest.known))
    evening.settle()
    guest.session.request(request)
    assert guest.known.pending is not None
    guest.session.receive(Rejected(guest.known.pending.request_id, RejectReason.NOT_NOW), evening.now)
    return guest, BotPlayer(guest.session, medium, clock=time.monotonic, dice=random.random)


@pytest.mark.parametrize("old", [SetReady(0, ready=True), SubmitMove(0, 7, Call(3))])
def test_a_program_whose_old_request_is_refused_moves_all_the_same(old: Request) -> None:
    """A laptop that wakes asks again for what it asked for before its line broke; meanwhile its turn has come."""
    guest, player = turned_down(old)

    asyncio.run(player.look())

    assert isinstance(guest.known.pending, SubmitMove)


def test_a_program_whose_move_is_refused_waits_for_news() -> None:
    guest, player = turned_down(SubmitMove(0, 0, Call(3)))

    asyncio.run(player.look())

    assert guest.known.pending is None


def test_a_program_says_ready_when_asked_and_moves_when_it_is_its_turn() -> None:
    evening = Evening()
    guests = evening.full_table()
    assert say_ready(guests[0].known) == SetReady(0, ready=True)
    assert not must_move(guests[0].known)
    watcher = evening.guest("Ula", Wish.WATCH)
    evening.arrive(watcher)
    assert say_ready(watcher.known) is None
