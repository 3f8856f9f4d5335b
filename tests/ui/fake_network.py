"""A network without sockets: tables to find, a waiting room that does what it is asked, failures on demand."""

from __future__ import annotations

from dataclasses import replace

from lanbridge.client.known import Answered, Known, Link, LinkChanged, LinkProblem, Notice, SeatingChanged
from lanbridge.client.ports import FoundTable, HostedTable, HostingFailed, ResumableTable, Target
from lanbridge.engine import PRESETS, MatchStarted, observe, opened
from lanbridge.protocol.messages import (
    Admit,
    ChangeSettings,
    CloseReason,
    LeaveSeat,
    Occupant,
    RejectReason,
    RemovePlayer,
    Request,
    SeatInfo,
    Seating,
    SetReady,
    Stage,
    StartMatch,
    TakeSeat,
    Wish,
)
from lanbridge.protocol.table_settings import TableSettings, Watch

EMPTY = SeatInfo(Occupant.NOBODY)


def human(name: str, *, ready: bool = False, present: bool = True) -> SeatInfo:
    """A person's seat."""
    return SeatInfo(Occupant.HUMAN, name, key=name.encode().ljust(32, b".")[:32], ready=ready, present=present)


def found(name: str, number: int, **changes: object) -> FoundTable:
    """A row of the lobby."""
    table = FoundTable(
        bytes([number]) * 16, 1, name, ("192.168.1.20",), 7468, "bangladesh", (), 2, False, False, True, 1, 3, ("mdns",)
    )
    return replace(table, **changes)  # type: ignore[arg-type]  # a test's own


class FakeClient:
    """A table that waits. With `holds` nothing is known until `arrive`."""

    def __init__(self, name: str, settings: TableSettings, *, menu: bool, wish: Wish, holds: bool = False) -> None:
        you = 0 if menu and wish is Wish.SEAT else (1 if wish is Wish.SEAT else None)
        seats = [EMPTY] * 4
        if you is not None:
            seats[you] = human(name)
        if not menu:
            seats[0] = human("Rafi")
        self._name = name
        self._seated = Known(
            link=Link.SEATED,
            settings=settings,
            table_id=bytes([7]) * 16,
            seating=Seating(you, tuple(seats), Stage.WAITING, 0, menu=menu),
            rtt_ms=4,
        )
        self.known = Known()
        self.requests: list[Request] = []
        self.left = False
        self.refuses: RejectReason | None = None
        self._notices: list[tuple[Notice, Known]] = []
        if not holds:
            self.arrive()

    def arrive(self) -> None:
        """Welcomed."""
        self.known = self._seated
        self.tell(LinkChanged(Link.SEATED))

    def poll(self) -> tuple[tuple[Notice, Known], ...]:
        """What has happened since."""
        notices, self._notices = tuple(self._notices), []
        return notices

    def carry_on(self) -> None:
        """Nothing is ever lost here."""

    def leave(self) -> None:
        """Good-bye."""
        self.left = True
        self._notices.clear()

    def tell(self, notice: Notice) -> None:
        """Queue a notice with the knowledge as it is now."""
        self._notices.append((notice, self.known))

    def seating(self, **changes: object) -> None:
        """The seating changes."""
        assert self.known.seating is not None
        self.known = replace(self.known, seating=replace(self.known.seating, **changes))  # type: ignore[arg-type]  # a test's own
        self.tell(SeatingChanged())

    def seat(self, seat: int, info: SeatInfo) -> None:
        """One seat changes."""
        assert self.known.seating is not None
        seats = list(self.known.seating.seats)
        seats[seat] = info
        self.seating(seats=tuple(seats))

    def link(self, link: Link, problem: CloseReason | LinkProblem | None = None) -> None:
        """The connection changes."""
        self.known = replace(self.known, link=link, closed=problem)
        self.tell(LinkChanged(link, problem))

    def request(self, request: Request) -> None:
        """Carried out at once, or refused with `refuses`."""
        request = replace(request, request_id=len(self.requests) + 1)
        self.requests.append(request)
        if self.refuses is None:
            self._carry_out(request)
        self.tell(Answered(request, self.refuses))

    def _carry_out(self, request: Request) -> None:
        seating = self.known.seating
        assert seating is not None
        you = seating.you
        match request:
            case TakeSeat():
                mine = seating.seats[you] if you is not None else human(self._name)
                if you is not None:
                    self.seat(you, EMPTY)
                self.seat(request.seat, mine)
                self.seating(you=request.seat, menu_seat=request.seat if seating.menu else seating.menu_seat)
            case LeaveSeat() if you is not None:
                self.seat(you, EMPTY)
                self.seating(you=None)
            case SetReady() if you is not None:
                self.seat(you, replace(seating.seats[you], ready=request.ready))
            case RemovePlayer():
                self.seat(request.seat, EMPTY)
            case Admit():
                self.seating(knocks=tuple(k for k in seating.knocks if k[0] != request.knock))
            case ChangeSettings():
                self.known = replace(self.known, settings=request.settings)
                self.tell(SeatingChanged())
            case StartMatch():
                self._start()
            case _:
                pass

    def _start(self) -> None:
        assert self.known.settings is not None
        assert self.known.seating is not None
        bots = tuple(
            i if i.occupant is Occupant.HUMAN else SeatInfo(Occupant.BOT, f"Bot {n}", bot="medium")
            for n, i in enumerate(self.known.seating.seats)
        )
        state = opened(MatchStarted(self.known.settings.rules, 3))
        self.known = replace(self.known, view=observe(state, self.known.seating.you), match=1)
        self.seating(seats=bots, stage=Stage.SHUFFLING)


class FakeNetwork:
    """What it was asked for stands in `joined`, `hosted`, `stopped`, `name`."""

    def __init__(self, *tables: FoundTable) -> None:
        self.found: tuple[FoundTable, ...] = tables
        self.lookers = 0
        self.joined: list[tuple[Target, Wish, str]] = []
        self.hosted: list[tuple[TableSettings, str, int | None]] = []
        self.stopped = 0
        self.name = "Rafi"
        self.holds = False
        self.fails: HostingFailed | None = None
        self.broken_off: tuple[ResumableTable, ...] = ()
        self.resumed: list[bytes] = []
        self.forgotten: list[bytes] = []
        self.clients: list[FakeClient] = []
        self._open: TableSettings | None = None

    @property
    def client(self) -> FakeClient:
        """The latest table."""
        return self.clients[-1]

    def rename(self, name: str) -> None:
        """Kept."""
        self.name = name

    def look(self) -> FakeNetwork:
        """One more looks."""
        self.lookers += 1
        return self

    def tables(self) -> tuple[FoundTable, ...]:
        """Those that were given."""
        return self.found

    def close(self) -> None:
        """One less looks."""
        self.lookers -= 1

    def join(self, target: Target, wish: Wish, pin: str = "") -> FakeClient:
        """A table that waits: ours, or somebody's."""
        self.joined.append((target, wish, pin))
        settings = self._open or TableSettings(target.name or "Rafi's table", PRESETS["bangladesh"], watch=Watch.HIDDEN)
        client = FakeClient(self.name, settings, menu=self._open is not None, wish=wish, holds=self.holds)
        self.clients.append(client)
        return client

    def host(self, settings: TableSettings, pin: str = "", port: int | None = None) -> HostedTable:
        """Opened, or `fails`."""
        if self.fails is not None:
            raise self.fails
        self.hosted.append((settings, pin, port))
        self._open = settings
        target = Target(("127.0.0.1",), port or 7468, bytes([7]) * 16, name=settings.name)
        return HostedTable(target, "K7QF-2MXR-AH", ("192.168.1.20", "10.0.0.4"))

    def practise(self, settings: TableSettings) -> HostedTable:
        """Opened, or `fails`."""
        return replace(self.host(settings), code="", addresses=())

    def resumable(self) -> tuple[ResumableTable, ...]:
        """Those that broke off."""
        return self.broken_off

    def resume(self, table_id: bytes) -> HostedTable:
        """Opened again."""
        self.resumed.append(table_id)
        return self.host(TableSettings("Rafi's table"))

    def forget_resumable(self, table_id: bytes) -> None:
        """Gone."""
        self.forgotten.append(table_id)
        self.broken_off = tuple(table for table in self.broken_off if table.table_id != table_id)

    def stop_hosting(self) -> None:
        """Counted."""
        self.stopped += 1
        self._open = None
