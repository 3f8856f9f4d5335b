"""Somebody who has a seat and asks without end: the disk stays idle, the others are not told without end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

import pytest

from lanbridge.host import seating
from lanbridge.host.carrying_on import Carried, carry_on
from lanbridge.host.claimed import Succession
from lanbridge.host.effects import Effect, Remember, RememberSeats
from lanbridge.host.journal_entries import Opening
from lanbridge.host.remembered import remembered
from lanbridge.host.requests import CHANGES, CHANGES_SECONDS
from lanbridge.protocol.messages import (
    Accepted,
    Answer,
    AskForSettings,
    Claim,
    LeaveSeat,
    NextDeal,
    Pause,
    Question,
    Rejected,
    RejectReason,
    Request,
    SetReady,
    TakeSeat,
    Wish,
)
from lanbridge.protocol.table_settings import Latecomers, TableSettings
from tests.host.tables import FakeTable, Player


class NotedTable(FakeTable):
    """A table that keeps what would be written to the disk."""

    def __init__(self) -> None:
        self.written: list[Remember] = []
        super().__init__(TableSettings("Rafi's table", bot_pause_ms=0, latecomers=Latecomers.BETWEEN_DEALS))

    def _do(self, effect: Effect) -> None:
        if isinstance(effect, Remember):
            self.written.append(effect)
        super()._do(effect)


@dataclass
class Rude:
    """Somebody at a table, and what they ask for in turn."""

    table: NotedTable = field(default_factory=NotedTable)

    def waiting(self) -> Player:
        """A match has not begun."""
        self.table.join(self.table.owner)
        return self.table.newcomer("Mina")

    def playing(self) -> Player:
        """The one with the menu, in mid-deal."""
        self.table.start("Mina")
        return self.table.owner

    def watching(self) -> Player:
        """Somebody without a seat, while two play against bots."""
        self.table.start("Mina")
        return self.table.newcomer("eye", Wish.WATCH)


def settings_asked(table: FakeTable, number: int) -> Request:
    settings = table.room.desk.settings
    if not number % 2:
        return AskForSettings(number, replace(settings, grace=settings.grace + 1))
    return Answer(number, table.owner.last(Question).number, yes=False)


RUDE: dict[str, tuple[Callable[[Rude], Player], Callable[[FakeTable, int], Request]]] = {
    "ready or not": (Rude.waiting, lambda _, number: SetReady(number, ready=bool(number % 2))),
    "from seat to seat": (Rude.waiting, lambda _, number: TakeSeat(number, 2 + number % 2)),
    "up and down": (Rude.waiting, lambda _, number: LeaveSeat(number) if number % 2 else TakeSeat(number, 1)),
    "a promise asked for and given back": (
        Rude.watching,
        lambda _, number: TakeSeat(number, 2) if number % 2 else LeaveSeat(number),
    ),
    "paused or not": (Rude.playing, lambda _, number: Pause(number, paused=bool(number % 2))),
    "settings asked for and refused": (Rude.playing, settings_asked),
}


@pytest.mark.parametrize("name", sorted(RUDE))
def test_whoever_asks_without_end_is_told_that_it_is_too_often(name: str) -> None:
    arrive, ask = RUDE[name]
    rude = Rude()
    table, person = rude.table, arrive(rude)
    table.wait(CHANGES_SECONDS)
    table.written.clear()
    told = [len(player.heard) for player in table.here()]
    answers = [table.ask(person, lambda number: ask(table, number)) for _ in range(10 * CHANGES)]
    too_often = [isinstance(said, Rejected) and said.reason is RejectReason.TOO_OFTEN for said in answers]
    assert too_often == [False] * CHANGES + [True] * (9 * CHANGES)
    assert len(table.written) <= 2 * CHANGES
    others = [
        len(player.heard) - before for player, before in zip(table.here(), told, strict=True) if player is not person
    ]
    assert max(others) <= 3 * CHANGES
    table.wait(CHANGES_SECONDS)
    again = table.ask(person, lambda number: ask(table, number))
    assert again != Rejected(person.requests, RejectReason.TOO_OFTEN)


def test_what_is_refused_anyway_is_refused_by_its_own_name_and_reaches_nobody_else() -> None:
    rude = Rude()
    table, owner = rude.table, rude.playing()
    (mina,) = (player for player in table.here() if player is not owner)
    table.written.clear()
    told = len(mina.heard)
    for _ in range(3 * CHANGES):
        said = table.ask(owner, lambda number: SetReady(number, ready=True))
        assert said == Rejected(owner.requests, RejectReason.NOT_NOW)
    assert (len(mina.heard), table.written) == (told, [])
    assert isinstance(table.ask(owner, lambda number: Pause(number, paused=True)), Accepted)


def test_one_persons_haste_is_nobody_elses() -> None:
    rude = Rude()
    mina = rude.waiting()
    for number in range(2 * CHANGES):
        rude.table.ask(mina, lambda request, ready=bool(number % 2): SetReady(request, ready=ready))  # type: ignore[misc]  # the default binds the loop's value
    assert isinstance(rude.table.ask(rude.table.owner, lambda number: SetReady(number, ready=True)), Accepted)


def test_with_each_deal_everybody_may_ask_anew_however_fast_it_was_played() -> None:
    table = FakeTable()
    owner, mina = table.start("Mina")
    table.play_deal()
    for _ in range(2 * CHANGES):
        table.ask(mina, lambda number: SetReady(number, ready=False))
    assert isinstance(table.ask(owner, NextDeal), Accepted)
    table.play_deal()
    assert isinstance(table.ask(mina, lambda number: SetReady(number, ready=True)), Accepted)


def test_readiness_and_presence_make_no_disk_work() -> None:
    """They begin anew with the program, whatever the journal says."""
    rude = Rude()
    mina = rude.waiting()
    rude.table.written.clear()
    for number in range(CHANGES // 2):
        rude.table.ask(mina, lambda request, ready=bool(number % 2): SetReady(request, ready=ready))  # type: ignore[misc]  # the default binds the loop's value
        rude.table.drop(mina)
        rude.table.join(mina)
    assert not rude.table.written
    rude.table.ask(mina, lambda number: TakeSeat(number, 3))
    assert [type(entry) for entry in rude.table.written] == [RememberSeats] * 2


def test_a_promise_of_a_bots_seat_does_not_outlive_the_host_that_knows_to_whom() -> None:
    """Else nobody would get the seat: the name stays on it, and the one who waited is not known any more."""
    rude = Rude()
    eye = rude.watching()
    rude.table.ask(eye, lambda number: TakeSeat(number, 3))
    desk = rude.table.room.desk
    assert desk.chairs[3].reserved == "eye"
    known = remembered((Opening(desk.identity.table_id, 1, b"", "", desk.settings), *rude.table.written))
    assert known is not None
    assert [chair.reserved for chair in known.seats] == [""] * 4
    claim = Claim(desk.identity.table_id, 2, bytes(32), bytes(32), 1, bytes(32))
    heir = FakeTable()
    carry_on(heir.room.desk, Carried(1, None, (), desk.chairs, Succession(claim, (), ())), 0.0)
    assert [chair.reserved for chair in heir.room.desk.chairs] == [""] * 4
    assert seating.free_seat(heir.room.desk.chairs) == 2
