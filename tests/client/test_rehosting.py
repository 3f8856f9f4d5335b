"""Who agrees to carry on hosts when it is their turn; who is asked to take over does so at once."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from lanbridge.client.known import Known, Link
from lanbridge.client.ports import HostingFailed, Target
from lanbridge.client.rehosting import REACH_SECONDS, Rehoster
from lanbridge.client.session import Session
from lanbridge.client.succession import OFFERED_SECONDS, TURN_SECONDS
from lanbridge.protocol.messages import Request, TakeOver

from .branches import lose_host
from .evenings import Evening

HERE = Target(("127.0.0.1",), 7470)


@dataclass
class Wire:
    """What a rehoster asks of its wire."""

    done: asyncio.Event
    went_to: list[Target] = field(default_factory=list)
    asked: list[Request] = field(default_factory=list)

    def go_to(self, target: Target) -> None:
        self.went_to.append(target)
        self.done.set()

    def request(self, request: Request) -> None:
        self.asked.append(request)
        self.done.set()


def never() -> None:
    """Nothing that was opened is withdrawn here."""
    pytest.fail("withdrawn")


def lost(seat: int) -> tuple[Session, float]:
    """A session whose host is lost, and the monotonic second of the loss."""
    evening = Evening()
    guests = evening.started()
    lose_host(evening)
    return guests[seat].session, evening.now


def run(
    session: Session, now: float, *, eager: bool = True, agree: bool = False, fails: Exception | None = None
) -> tuple[Wire, int]:
    """What the rehoster does within moments at the second ``now``, and how often it opened a table."""
    opened: list[Known] = []

    def rehost(known: Known, pin: str) -> Target:
        assert pin == session.pin
        opened.append(known)
        if fails is not None:
            raise fails
        return HERE

    async def moments() -> Wire:
        wire: Any = Wire(asyncio.Event())
        rehoster = Rehoster(session, wire, lambda: now, rehost, never, eager=eager)
        if agree:
            rehoster.agree()
        task = asyncio.ensure_future(rehoster.run())
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(wire.done.wait(), 0.5)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        done: Wire = wire
        return done

    return asyncio.run(moments()), len(opened)


def test_the_first_in_turn_hosts_as_soon_as_it_may() -> None:
    session, at = lost(1)
    wire, opened = run(session, at + OFFERED_SECONDS)
    assert (wire.went_to, opened) == ([HERE], 1)
    assert session.known.carrying_on


@pytest.mark.parametrize("seconds", [0.0, OFFERED_SECONDS - 0.1])
def test_nobody_hosts_before_it_is_offered(seconds: float) -> None:
    session, at = lost(1)
    wire, opened = run(session, at + seconds)
    assert (wire.went_to, opened) == ([], 0)


def test_nobody_hosts_without_having_agreed() -> None:
    session, at = lost(1)
    assert run(session, at + 100, eager=False)[1] == 0
    assert run(session, at + 100, eager=False, agree=True)[1] == 1


def test_the_next_in_turn_waits_for_the_one_before() -> None:
    session, at = lost(2)
    assert run(session, at + OFFERED_SECONDS)[1] == 0
    session, at = lost(2)
    assert run_later(session, at + OFFERED_SECONDS, TURN_SECONDS) == [HERE]


def run_later(session: Session, agreed_at: float, wait: float) -> list[Target]:
    """Agreed at one second, looked at after so many more."""
    ticks = iter([agreed_at] * 2)
    clock: Callable[[], float] = lambda: next(ticks, agreed_at + wait)  # noqa: E731 - a clock

    async def moments() -> list[Target]:
        wire: Any = Wire(asyncio.Event())
        rehoster = Rehoster(session, wire, clock, lambda _known, _pin: HERE, never, eager=True)
        task = asyncio.ensure_future(rehoster.run())
        await asyncio.wait_for(wire.done.wait(), 5)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        went: list[Target] = wire.went_to
        return went

    return asyncio.run(moments())


def test_a_table_that_is_open_here_is_not_opened_again_while_our_own_line_is_on_its_way() -> None:
    session, at = lost(1)
    seconds = iter([at + OFFERED_SECONDS] * 4)  # our own line is slow: the link stays lost for many looks
    assert opened_in(session, lambda: next(seconds, at + OFFERED_SECONDS + REACH_SECONDS - 1), looks=5) == 1
    assert opened_in(session, lambda: at + OFFERED_SECONDS, looks=5) == 1


def test_a_table_that_our_own_line_never_reaches_may_be_opened_again() -> None:
    session, at = lost(1)
    seconds = iter(at + OFFERED_SECONDS + REACH_SECONDS * look for look in range(1000))
    assert opened_in(session, lambda: next(seconds), looks=5) > 1


def opened_in(session: Session, clock: Callable[[], float], looks: int) -> int:
    """How often a table is opened within so many looks at a link that stays lost."""
    opened: list[Known] = []

    def rehost(known: Known, _pin: str) -> Target:
        opened.append(known)
        return HERE

    async def moments() -> None:
        wire: Any = Wire(asyncio.Event())
        rehoster = Rehoster(session, wire, clock, rehost, never, eager=True)
        for _ in range(looks):
            await rehoster.look()

    asyncio.run(moments())
    return len(opened)


def test_a_table_that_was_opened_while_the_host_came_back_is_withdrawn() -> None:
    session, at = lost(1)
    withdrawn: list[bool] = []

    def rehost(_known: Known, _pin: str) -> Target:
        session.known = replace(session.known, link=Link.SEATED, lost_at=None)
        return HERE

    wire: Any = Wire(asyncio.Event())
    clock: Callable[[], float] = lambda: at + OFFERED_SECONDS  # noqa: E731 - a clock
    rehoster = Rehoster(session, wire, clock, rehost, lambda: withdrawn.append(True), eager=True)
    asyncio.run(rehoster.look())

    assert (wire.went_to, withdrawn) == ([], [True])


def test_who_is_asked_to_take_over_opens_the_table_and_says_where() -> None:
    session, at = lost(1)
    session.known = replace(session.known, lost_at=None)
    session.asked_to_host = True
    wire, opened = run(session, at)
    assert (wire.asked, opened) == ([TakeOver(0, HERE.port)], 1)
    assert not session.asked_to_host


@pytest.mark.parametrize("failure", [HostingFailed("hosting.failed"), OverflowError("no epoch is left")])
def test_a_table_that_cannot_be_opened_here_is_left_to_others(failure: Exception) -> None:
    """Also for a reason that nobody has thought of: the lost host may have said anything."""
    session, at = lost(1)
    wire, opened = run(session, at + OFFERED_SECONDS, eager=False, agree=True, fails=failure)
    assert (wire.went_to, opened) == ([], 1)
    assert not session.known.carrying_on
    assert run(session, at + OFFERED_SECONDS, eager=False, agree=True)[0].went_to == [HERE]
