"""A lost table is looked for, and only then."""

from __future__ import annotations

from dataclasses import dataclass, replace

from lanbridge.client.dial import Endpoint
from lanbridge.client.known import Known, Link, LinkChanged, LinkProblem
from lanbridge.client.ports import FoundTable, Target
from lanbridge.client.refind import (
    CLAIMED_ADDRESSES,
    FALSE_SECONDS,
    MOST_DOUBTED,
    Doubted,
    Refinder,
    places_to_try,
)

ROW = FoundTable(
    bytes(16), 1, "t", ("10.77.0.99",), 7470, "nepal", (), 1, False, False, True, 1, 1, ("mdns",), bytes(32)
)
TARGET = Target(("10.77.0.11",), 7468, bytes(16), bytes(32), "t")


@dataclass
class FakeLobby:
    open: bool = True

    def tables(self) -> tuple[FoundTable, ...]:
        return (ROW,)

    def close(self) -> None:
        self.open = False


OWN = (("10.77.0.11", 7468),)
FALSE = replace(ROW, epoch=9, fingerprint=bytes([6]) * 32, addresses=("10.77.0.66",), port=7468)


def tried(*rows: FoundTable, doubted: Doubted | None = None, now: float = 0.0) -> list[Endpoint]:
    return list(places_to_try(TARGET, OWN, rows, doubted or Doubted(), now))


def test_a_host_that_has_moved_is_called_where_it_is_seen_and_where_it_was() -> None:
    assert tried(ROW) == [("10.77.0.99", 7470), ("10.77.0.11", 7468)]


def test_another_table_is_no_help() -> None:
    assert tried(replace(ROW, table_id=bytes(15) + b"x")) == list(OWN)


def test_whoever_claims_the_table_is_called_in_turn_with_its_last_good_place_and_never_before_it() -> None:
    many = [f"10.77.0.{number}" for number in range(60, 80)]
    assert tried(replace(FALSE, addresses=tuple(many)), ROW)[:3] == [
        ("10.77.0.99", 7470),
        ("10.77.0.11", 7468),
        ("10.77.0.60", 7468),
    ]
    assert len(tried(replace(FALSE, addresses=tuple(many)))) == 1 + CLAIMED_ADDRESSES


def test_a_place_that_proved_false_is_left_alone_for_a_while_and_the_last_good_one_never() -> None:
    doubted = Doubted()
    doubted.failed(("10.77.0.66", 7468), LinkProblem.NOT_PROVEN, 100.0)
    doubted.failed(OWN[0], LinkProblem.NOT_A_TABLE, 100.0)
    assert tried(FALSE, doubted=doubted, now=101.0) == list(OWN)
    assert tried(FALSE, doubted=doubted, now=100.0 + FALSE_SECONDS) == [*OWN, ("10.77.0.66", 7468)]


def test_who_was_only_silent_is_called_again_behind_those_who_were_not_called_yet() -> None:
    doubted = Doubted()
    doubted.failed(("10.77.0.66", 7468), LinkProblem.TIMED_OUT, 100.0)
    heir = replace(FALSE, epoch=2, fingerprint=bytes([2]) * 32, addresses=("10.77.0.12",))
    assert tried(FALSE, heir, doubted=doubted, now=101.0) == [*OWN, ("10.77.0.12", 7468), ("10.77.0.66", 7468)]


def test_false_places_without_end_fill_no_memory() -> None:
    doubted = Doubted()
    for number in range(5000):
        doubted.failed((f"10.66.{number // 250}.{number % 250}", 7468), LinkProblem.NOT_PROVEN, number / 100)
    assert len(doubted) == MOST_DOUBTED


def test_the_lobby_is_open_while_the_line_is_broken() -> None:
    lobbies: list[FakeLobby] = []

    def look() -> FakeLobby:
        lobbies.append(FakeLobby())
        return lobbies[-1]

    refinder = Refinder(look)
    assert refinder.find(TARGET) == ()
    refinder.hear(LinkChanged(Link.LOST), Known())
    refinder.hear(LinkChanged(Link.LOST), Known())
    assert refinder.find(TARGET) == (ROW,)
    refinder.hear(LinkChanged(Link.SEATED), Known())
    assert [lobby.open for lobby in lobbies] == [False]
    assert refinder.find(TARGET) == ()
