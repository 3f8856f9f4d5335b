"""A lost table is looked for, and only then."""

from __future__ import annotations

from dataclasses import dataclass, replace

from lanbridge.client.known import Known, Link, LinkChanged
from lanbridge.client.ports import FoundTable, Target
from lanbridge.client.refind import Refinder, seen_now

ROW = FoundTable(bytes(16), 1, "t", ("10.77.0.99",), 7470, "nepal", (), 1, False, False, True, 1, 1, ("mdns",))
TARGET = Target(("10.77.0.11",), 7468, bytes(16), bytes(32), "t")


@dataclass
class FakeLobby:
    open: bool = True

    def tables(self) -> tuple[FoundTable, ...]:
        return (ROW,)

    def close(self) -> None:
        self.open = False


def test_the_address_seen_now_comes_first_and_the_key_is_kept() -> None:
    found = seen_now(TARGET, [ROW])
    assert (found.addresses, found.port) == (("10.77.0.99", "10.77.0.11"), 7470)
    assert found.fingerprint == TARGET.fingerprint


def test_another_table_is_no_help() -> None:
    assert seen_now(TARGET, [replace(ROW, table_id=bytes(15) + b"x")]) == TARGET


def test_the_lobby_is_open_while_the_line_is_broken() -> None:
    lobbies: list[FakeLobby] = []

    def look() -> FakeLobby:
        lobbies.append(FakeLobby())
        return lobbies[-1]

    refinder = Refinder(look)
    assert refinder.find(TARGET) == TARGET
    refinder.hear(LinkChanged(Link.LOST), Known())
    refinder.hear(LinkChanged(Link.LOST), Known())
    assert refinder.find(TARGET).port == 7470
    refinder.hear(LinkChanged(Link.SEATED), Known())
    assert [lobby.open for lobby in lobbies] == [False]
    assert refinder.find(TARGET) == TARGET
