"""A network for tests of text mode: one table in memory, the player at seat 0, bots elsewhere, no thread, no socket."""

from __future__ import annotations

import io
import queue
import random
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
)
from lanbridge.client.ports import FoundTable, HostedTable, HostingFailed, Lobby, ResumableTable, TableClient, Target
from lanbridge.engine import (
    Event,
    IllegalMove,
    MatchStarted,
    Phase,
    Ruleset,
    State,
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
    PROTOCOL_VERSION,
    ChangeSettings,
    CloseReason,
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
    Wish,
)
from lanbridge.protocol.table_settings import TableSettings

BOTS = ("Nadia", "Sabbir", "Mitu")


def seats(*names: str) -> tuple[SeatInfo, ...]:
    """Seat 0 a human, three bots."""
    mine = SeatInfo(Occupant.HUMAN, names[0] if names else "Rafi", b"k" * 32)
    return (mine, *(SeatInfo(Occupant.BOT, name, bot="medium") for name in BOTS))


def seating(stage: Stage, **changes: object) -> Seating:
    """The four at the toy table, the menu with seat 0."""
    plain = Seating(0, seats(), stage, menu_seat=0, menu=True)
    return replace(plain, **changes)  # type: ignore[arg-type]  # a test names the fields it changes


def listed(name: str, rules: str = "bangladesh", **changes: object) -> FoundTable:
    """One row of the lobby."""
    number = sum(name.encode()) % 250 + 1
    row = FoundTable(
        bytes([number]) * 16, 0, name, ("10.77.0.11",), 7468, rules, (), 1, False, False, True, PROTOCOL_VERSION, 4, ()
    )
    return replace(row, **changes)  # type: ignore[arg-type]  # a test names the fields it changes


class ToyTable:
    """A `TableClient` that is its own host: bots move at once, deals come from a seed."""

    def __init__(self, settings: TableSettings, seed: int = 1) -> None:
        self.settings = settings
        self.left = False
        self.asked: list[Request] = []
        self._dice = random.Random(seed)
        self._state: State | None = None
        self._notices: list[tuple[Notice, Known]] = []
        self.known = Known(Link.SEATED, settings, b"t" * 16, seating=seating(Stage.WAITING))
        self.tell(LinkChanged(Link.SEATED))
        self.tell(SeatingChanged())

    def poll(self) -> tuple[tuple[Notice, Known], ...]:
        notices, self._notices = tuple(self._notices), []
        return notices

    def carry_on(self) -> None:
        """Nothing is ever lost here."""

    def leave(self) -> None:
        self.left = True

    def tell(self, notice: Notice, **changes: object) -> None:
        """A notice, and what is known after it."""
        self.known = replace(self.known, **changes)  # type: ignore[arg-type]  # a test names the fields it changes
        self._notices.append((notice, self.known))

    def request(self, request: Request) -> None:
        self.asked.append(request)
        match request:
            case StartMatch():
                self._start(self.settings.rules)
            case SetReady() | NextDeal():
                self._deal()
            case SubmitMove():
                self._move(request)
            case StopMatch() if self._state is not None:
                self._happen(stop(self._state))
            case Pause():
                self.tell(SeatingChanged(), seating=replace(self._seating, paused=request.paused))
            case Say():
                self.tell(Spoke(Said(0, "Rafi", request.text, request.phrase)))
            case ChangeSettings():
                self.settings = request.settings
                self.tell(SeatingChanged(), settings=request.settings)
            case _:
                self.tell(Answered(request, RejectReason.NOT_NOW))

    @property
    def _seating(self) -> Seating:
        assert self.known.seating is not None
        return self.known.seating

    def _start(self, rules: Ruleset) -> None:
        started = MatchStarted(rules, 0)
        self._state = opened(started)
        self.tell(SeatingChanged(), seating=seating(Stage.PLAYING), sheet=())
        self._show((started,))
        self._deal()

    def _deal(self) -> None:
        assert self._state is not None
        pack = shuffled_pack(self._dice.randbytes(32))
        hands = dealt_hands(pack, self._state.table.next_dealer, self._state.table.rules.direction)
        self.tell(SeatingChanged(), seating=seating(Stage.PLAYING))
        self._happen(deal(self._state, hands))
        self._bots_move()

    def _move(self, request: SubmitMove) -> None:
        assert self._state is not None
        try:
            events = decide(self._state, 0, request.move)
        except IllegalMove as refused:
            self.tell(Answered(request, RejectReason.ILLEGAL, refused.refusal))
            return
        self.tell(Answered(request))
        self._happen(events)
        self._bots_move()

    def _bots_move(self) -> None:
        while self._state is not None and self._state.table.to_act not in (None, 0):
            seat = self._state.table.to_act
            assert seat is not None
            self._happen(decide(self._state, seat, choose("medium", observe(self._state, seat), self._dice)))

    def _happen(self, events: tuple[Event, ...]) -> None:
        assert self._state is not None
        for event in events:
            self._state = evolve(self._state, event)
        self._show(events)
        table = self._state.table
        if table.phase is Phase.OVER:
            self.tell(SeatingChanged(), seating=seating(Stage.OVER))
        elif table.phase is Phase.BETWEEN:
            self.tell(SeatingChanged(), seating=seating(Stage.BETWEEN))

    def _show(self, events: tuple[Event, ...]) -> None:
        assert self._state is not None
        view = observe(self._state, 0)
        sheet = self.known.sheet
        if view.table.last_deal is not None and view.table.last_deal not in sheet:
            sheet = (*sheet, view.table.last_deal)
        self.tell(Updated(tuple(redact(event, 0) for event in events), view), view=view, sheet=sheet)


class Refusing:
    """A `TableClient` that is refused at once."""

    def __init__(self, problem: CloseReason | LinkProblem) -> None:
        self.known = Known(Link.CLOSED, closed=problem)
        self._notices: tuple[tuple[Notice, Known], ...] = ((LinkChanged(Link.CLOSED, problem), self.known),)

    def poll(self) -> tuple[tuple[Notice, Known], ...]:
        notices, self._notices = self._notices, ()
        return notices

    def request(self, request: Request) -> None:
        raise AssertionError(request)

    def carry_on(self) -> None:
        """Nothing to carry on."""

    def leave(self) -> None:
        """Nothing to leave."""


class ToyNetwork:
    """A `Network` whose lobby lists ``rows``, and where every join finds a toy table unless it is ``closed``."""

    def __init__(self, rows: tuple[FoundTable, ...] = (), closed: CloseReason | LinkProblem | None = None) -> None:
        self.rows = rows
        self.closed = closed
        self.failure: HostingFailed | None = None
        self.settings = TableSettings("Rafi's table")
        self.joined: list[tuple[Target, Wish, str]] = []
        self.stopped = 0
        self.names: list[str] = []
        self.unfinished: tuple[ResumableTable, ...] = ()
        self.looking = 0
        self.table: ToyTable | None = None

    def tables(self) -> tuple[FoundTable, ...]:
        return self.rows

    def close(self) -> None:
        self.looking -= 1

    def rename(self, name: str) -> None:
        self.names.append(name)

    def resumable(self) -> tuple[ResumableTable, ...]:
        return self.unfinished

    def resume(self, table_id: bytes) -> HostedTable:
        if all(table.table_id != table_id for table in self.unfinished):
            raise HostingFailed("hosting.nothing_to_resume")
        return self.host(self.settings)

    def forget_resumable(self, table_id: bytes) -> None:
        self.unfinished = tuple(table for table in self.unfinished if table.table_id != table_id)

    def look(self) -> Lobby:
        self.looking += 1
        return self

    def join(self, target: Target, wish: Wish, pin: str = "") -> TableClient:
        self.joined.append((target, wish, pin))
        if self.closed is not None:
            return Refusing(self.closed)
        self.table = ToyTable(self.settings)
        return self.table

    def host(self, settings: TableSettings, pin: str = "", port: int | None = None) -> HostedTable:
        if self.failure is not None:
            raise self.failure
        self.settings = settings
        return HostedTable(Target(("127.0.0.1",), 7468, b"t" * 16), "ABCD-EFGH-JK" if not pin else "", ("10.77.0.11",))

    def practise(self, settings: TableSettings) -> HostedTable:
        return self.host(settings)

    def stop_hosting(self) -> None:
        self.stopped += 1


class Typist:
    """A source of typed bytes; ``end`` is the terminal hanging up."""

    def __init__(self, *lines: str, end: bool = True) -> None:
        self._chunks: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        for line in lines:
            self.type(line)
        if end:
            self.end()

    def type(self, line: str) -> None:
        self._chunks.put(line.encode() + b"\n")

    def end(self) -> None:
        self._chunks.put(b"")

    def read(self, size: int, /) -> bytes:
        assert size > 0
        return self._chunks.get()


class Player(io.TextIOBase):
    """Reads what is said and types the next line at once: a player who needs no time."""

    def __init__(self, typist: Typist, answers: dict[str, list[str]]) -> None:
        super().__init__()
        self.lines: list[str] = []
        self._typist = typist
        self._answers = answers
        self._line = ""

    def write(self, text: str) -> int:
        self._line += text
        while "\n" in self._line:
            line, self._line = self._line.split("\n", 1)
            self.lines.append(line)
            self._answer(line)
        return len(text)

    def _answer(self, line: str) -> None:
        for start, answers in self._answers.items():
            if line.startswith(start) and answers:
                self._typist.type(answers.pop(0))

    @property
    def text(self) -> str:
        return "\n".join(self.lines)
