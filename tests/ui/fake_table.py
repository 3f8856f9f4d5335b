"""A table without a network: a `TableClient` whose host is the engine, driven move by move by a test."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

from lanbridge.bots import choose
from lanbridge.client.known import (
    Answered,
    Known,
    Link,
    LinkChanged,
    LinkProblem,
    Notice,
    SeatingChanged,
    Spoke,
    Updated,
    Verdict,
)
from lanbridge.client.ports import FoundTable, HostedTable, ResumableTable, Target
from lanbridge.engine import (
    PRESETS,
    DealScored,
    Event,
    IllegalMove,
    MatchStarted,
    Move,
    Phase,
    Ruleset,
    deal,
    dealt_hands,
    decide,
    evolve,
    observe,
    opened,
    redact,
    shuffled_pack,
    stop,
)
from lanbridge.protocol.messages import (
    CloseReason,
    CloseTable,
    NextDeal,
    Occupant,
    Pause,
    RejectReason,
    Request,
    Said,
    Say,
    SeatInfo,
    Seating,
    SetReady,
    Stage,
    StartMatch,
    StopMatch,
    SubmitMove,
    TurnClock,
    Wish,
)
from lanbridge.protocol.table_settings import TableSettings

NAMES = ("Rafi", "Mitu", "Nadia", "Sabbir")


class FakeTable:
    """Seats 0 and 2 are humans, 1 and 3 bots; `viewer` is ours, None watches. Nothing happens by itself."""

    def __init__(
        self, rules: Ruleset = PRESETS["bangladesh"], *, seed: int = 1, viewer: int | None = 0, dealer: int = 3
    ) -> None:
        self.dice = random.Random(seed)
        self.viewer = viewer
        start = MatchStarted(rules, dealer)
        self.state = opened(start)
        self.known = Known(
            link=Link.SEATED,
            settings=TableSettings("Rafi's table", rules=rules, hints=True),
            table_id=bytes(16),
            seating=Seating(viewer, _seats(), Stage.PLAYING, 0, menu=viewer == 0),
            match=1,
            view=observe(self.state, viewer),
            rtt_ms=4,
        )
        self.requests: list[Request] = []
        self.left = False
        self.holds_answers = False
        self._notices: list[tuple[Notice, Known]] = []

    # ------------------------------------------------------------------ TableClient

    def poll(self) -> tuple[tuple[Notice, Known], ...]:
        """What has happened since."""
        notices, self._notices = tuple(self._notices), []
        return notices

    def request(self, request: Request) -> None:
        """Carried out at once, unless `holds_answers`."""
        request = replace(request, request_id=len(self.requests) + 1)
        self.requests.append(request)
        self.known = replace(self.known, pending=request)
        if not self.holds_answers:
            self.answer()

    def carry_on(self) -> None:
        """The player agrees to go on without the host."""
        self.known = replace(self.known, carrying_on=True)

    def leave(self) -> None:
        """Good-bye."""
        self.left = True

    # ------------------------------------------------------------------ the host's side

    def answer(self) -> None:
        """Carry the pending request out, or refuse it."""
        request = self.known.pending
        assert request is not None
        self.known = replace(self.known, pending=None)
        match request:
            case SubmitMove():
                self._submitted(request)
                return
            case SetReady():
                self.seat(request.ready and self.viewer is not None, self.viewer)
            case NextDeal():
                self.deal()
            case StartMatch():
                self.rematch()
            case StopMatch():
                self.happened(*stop(self.state))
            case Pause():
                self.seating(paused=request.paused)
            case Say():
                self.say(self.viewer, request.text, request.phrase)
            case CloseTable():
                self.closes(CloseReason.TABLE_CLOSED)
            case _:
                pass
        self.tell(Answered(request))

    def _submitted(self, request: SubmitMove) -> None:
        assert self.viewer is not None
        if request.turn != self.state.table.moves:
            self.tell(Answered(request, RejectReason.STALE))
            return
        try:
            events = decide(self.state, self.viewer, request.move)
        except IllegalMove as refused:
            self.tell(Answered(request, RejectReason.ILLEGAL, refused.refusal))
            return
        self.tell(Answered(request))
        self.happened(*events)

    def tell(self, notice: Notice) -> None:
        """Queue a notice with the knowledge as it is now."""
        self._notices.append((notice, self.known))

    def happened(self, *events: Event) -> None:
        """These events, told in one update."""
        for event in events:
            self.state = evolve(self.state, event)
        public = tuple(redact(event, self.viewer) for event in events)
        results = tuple(event.result for event in events if isinstance(event, DealScored))
        view = observe(self.state, self.viewer)
        self.known = replace(self.known, view=view, sheet=(*self.known.sheet, *results), seq=self.known.seq + 1)
        for result in results:
            self.known = replace(self.known, verdicts=self.known.verdicts | {result.number: Verdict.VERIFIED})
        self.tell(Updated(public, view))
        self._stage()

    def _stage(self) -> None:
        stages = {Phase.BETWEEN: Stage.BETWEEN, Phase.OVER: Stage.OVER}
        stage = stages.get(self.state.table.phase, Stage.PLAYING)
        if self.known.seating is not None and stage is not self.known.seating.stage:
            self.seating(stage=stage)

    def seating(self, **changes: object) -> None:
        """Somebody came or went, or the stage changed."""
        assert self.known.seating is not None
        self.known = replace(self.known, seating=replace(self.known.seating, **changes))  # type: ignore[arg-type]  # a test's own
        self.tell(SeatingChanged())

    def seat(self, ready: bool, seat: int | None = 0, **changes: object) -> None:  # noqa: FBT001 - reads as a sentence
        """One seat's info changes."""
        assert self.known.seating is not None
        seats = list(self.known.seating.seats)
        if seat is not None:
            seats[seat] = replace(seats[seat], ready=ready, **changes)  # type: ignore[arg-type]  # a test's own
        self.seating(seats=tuple(seats))

    def deal(self) -> None:
        """Deal cards by chance."""
        while self.state.table.phase is Phase.BETWEEN:
            table = self.state.table
            pack = shuffled_pack(self.dice.randbytes(32))
            self.happened(*deal(self.state, dealt_hands(pack, table.next_dealer, table.rules.direction)))

    def rematch(self) -> None:
        """A new match."""
        start = MatchStarted(self.state.table.rules, self.state.table.next_dealer)
        self.state = opened(start)
        self.known = replace(self.known, sheet=(), verdicts={}, match=self.known.match + 1)
        self.known = replace(self.known, view=observe(self.state, self.viewer))
        self.tell(Updated((start,), self.known.view))
        self.deal()

    def does(self, move: Move) -> None:
        """Whoever has the turn makes this move."""
        seat = self.state.table.to_act
        assert seat is not None
        self.happened(*decide(self.state, seat, move))

    def bot_moves(self, level: str = "easy") -> None:
        """Whoever has the turn moves as a bot would."""
        seat = self.state.table.to_act
        assert seat is not None
        self.does(choose(level, observe(self.state, seat), self.dice))

    def until(self, wanted: Callable[[FakeTable], bool], level: str = "easy") -> FakeTable:
        """Bots move for all, and deals follow each other, until it is so."""
        while not wanted(self):
            if self.state.table.to_act is not None:
                self.bot_moves(level)
            else:
                self.deal()
        return self

    def clock(self, left_ms: int, total_ms: int, at: float) -> None:
        """The turn's clock runs."""
        seat = self.state.table.to_act
        assert seat is not None
        self.known = replace(self.known, clock=TurnClock(seat, left_ms, total_ms), clock_at=at)

    def say(self, seat: int | None, text: str = "", phrase: str = "") -> None:
        """Somebody speaks."""
        said = Said(seat, "Guest" if seat is None else NAMES[seat], text, phrase)
        self.known = replace(self.known, chat=(*self.known.chat, said))
        self.tell(Spoke(said))

    def link(self, link: Link, problem: CloseReason | LinkProblem | None = None) -> None:
        """The connection breaks, comes back or closes."""
        self.known = replace(self.known, link=link, closed=problem)
        self.tell(LinkChanged(link, problem))

    def closes(self, reason: CloseReason) -> None:
        """The table is closed."""
        self.link(Link.CLOSED, reason)

    def welcomed(self) -> None:
        """Everything is told anew, as after a return."""
        self.known = replace(self.known, link=Link.SEATED, view=observe(self.state, self.viewer))
        self.tell(LinkChanged(Link.SEATED))
        self.tell(Updated((), self.known.view, fresh=False))


def _seats() -> tuple[SeatInfo, ...]:
    human = SeatInfo(Occupant.HUMAN, key=bytes(32))
    bot = SeatInfo(Occupant.BOT, bot="medium")
    kinds = (human, bot, human, bot)
    return tuple(replace(kind, name=name) for kind, name in zip(kinds, NAMES, strict=True))


def my_turn(table: FakeTable) -> bool:
    """Whether our seat is to call or play."""
    return table.state.table.to_act == table.viewer


def playing_my_turn(table: FakeTable) -> bool:
    """Whether our seat is to play a card."""
    return my_turn(table) and table.state.table.phase is Phase.PLAYING


class FakeNetwork:
    """A `Network` that has nothing but one fake table to give."""

    def __init__(self, table: FakeTable | None = None) -> None:
        self.table = table or FakeTable()
        self.stopped = 0

    def look(self) -> FakeNetwork:
        """The lobby is empty."""
        return self

    def tables(self) -> tuple[FoundTable, ...]:
        """None."""
        return ()

    def close(self) -> None:
        """Nothing to close."""

    def join(self, target: Target, wish: Wish, pin: str = "") -> FakeTable:
        """The one table."""
        return self.table

    def host(self, settings: TableSettings, pin: str = "", port: int | None = None) -> HostedTable:
        """The one table."""
        return HostedTable(Target(("127.0.0.1",), 7468), "K7QF-2MXR-AH", ("192.168.1.20",))

    def practise(self, settings: TableSettings) -> HostedTable:
        """The one table."""
        return self.host(settings)

    def rename(self, name: str) -> None:
        """Nothing to rename."""

    def resumable(self) -> tuple[ResumableTable, ...]:
        """None."""
        return ()

    def resume(self, table_id: bytes) -> HostedTable:
        """The one table."""
        return self.host(TableSettings("again"))

    def forget_resumable(self, table_id: bytes) -> None:
        """Nothing to forget."""

    def stop_hosting(self) -> None:
        """Counted."""
        self.stopped += 1
