"""A program that takes a seat and plays by itself, over the same wire as everybody else (`join --bot`, the lab)."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

from lanbridge.engine import MatchEnded, Move, SeatView
from lanbridge.protocol.messages import Answer, Request, SetReady, Stage, SubmitMove

from .dial import Clock
from .known import Answered, Known, Link, Notice, Updated
from .link import Link as Wire
from .ports import FoundTable, Target
from .refind import Find
from .rehosting import Rehost, Rehoster, Withdraw
from .session import Session

Choose: TypeAlias = Callable[[SeatView], Move]
Watcher: TypeAlias = Callable[[Notice, Known], None]


def say_ready(known: Known) -> Request | None:
    """The request that tells the table we are ready, if it waits for us to say so."""
    seating = known.seating
    if seating is None or seating.you is None or seating.stage not in (Stage.WAITING, Stage.BETWEEN):
        return None
    return None if seating.seats[seating.you].ready else SetReady(0, ready=True)


def say_yes(known: Known) -> Request | None:
    """The answer to an open question of the table: a program is content with whatever the people agree on."""
    question, you = known.question, known.seating.you if known.seating else None
    if question is None or you not in question.voters or you in question.yes:
        return None
    return Answer(0, question.number, yes=True)


def must_move(known: Known) -> bool:
    """Whether the table waits for our call or card and we have not answered yet."""
    playing = known.seating is not None and known.seating.stage is Stage.PLAYING and not known.seating.paused
    return playing and known.link is Link.SEATED and known.view is not None and known.view.my_turn


def _nowhere_else(_: Target) -> tuple[FoundTable, ...]:
    return ()


class BotPlayer:
    """Plays ``session`` with ``choose`` until the match ends or the connection is closed for good.

    ``choose`` runs in a worker thread, so that thinking never stops the heartbeat. ``watch`` hears every notice,
    ``find`` gives all who claim to host the table now (`refind.Refinder`);
    ``rehost`` opens it here when its host is lost, and ``withdraw`` closes it if that was not needed.
    """

    def __init__(
        self,
        session: Session,
        choose: Choose,
        *,
        clock: Clock,
        dice: Callable[[], float],
        watch: Watcher | None = None,
        find: Find = _nowhere_else,
        rehost: Rehost | None = None,
        withdraw: Withdraw = lambda: None,
    ) -> None:
        self._session, self._choose, self._watch = session, choose, watch
        self._news = asyncio.Event()
        self._wire = Wire(session, clock=clock, dice=dice, changed=self._news.set, find=find)
        self._rehoster = rehost and Rehoster(session, self._wire, clock, rehost, withdraw, eager=True)
        self._ended = False
        self._refused: Request | None = None

    async def run(self) -> Known:
        """What is known at the end. The seat is given up by a good-bye."""
        wire = asyncio.create_task(self._wire.run())
        wire.add_done_callback(lambda _: self._news.set())
        beside = None if self._rehoster is None else asyncio.create_task(self._rehoster.run())
        try:
            while not (self._ended or wire.done()):
                await self._news.wait()
                self._news.clear()
                await self.look()
            known = self._session.known
            self._wire.leave()
            return known
        finally:
            if beside is not None:
                beside.cancel()
            wire.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await wire

    async def look(self) -> None:
        """Take in what has happened and do what is to be done now; what was refused is not asked for again at once."""
        for notice, known in self._session.take_notices():
            self._hear(notice)
            if self._watch is not None:
                self._watch(notice, known)
        known = self._session.known
        if self._ended or known.pending is not None:
            return
        if must_move(known) and known.view is not None:
            if self._refused_turn != known.view.table.moves:
                await self._move(known.view)
        elif (request := say_yes(known) or say_ready(known)) is not None and not self._was_refused(request):
            self._wire.request(request)

    @property
    def _refused_turn(self) -> int | None:
        return self._refused.turn if isinstance(self._refused, SubmitMove) else None

    def _was_refused(self, request: Request) -> bool:
        return self._refused is not None and replace(self._refused, request_id=request.request_id) == request

    def _hear(self, notice: Notice) -> None:
        match notice:
            case Answered():
                self._refused = None if notice.reason is None else notice.request
            case Updated(events=events):
                self._ended = self._ended or any(isinstance(event, MatchEnded) for event in events)
                self._refused = None
            case _:
                self._refused = None

    async def _move(self, view: SeatView) -> None:
        move = await asyncio.to_thread(self._choose, view)
        now = self._session.known.view
        if now is not None and now.my_turn and now.table.moves == view.table.moves:
            self._wire.request(SubmitMove(0, view.table.moves, move))
