"""A removed player stays out, also after the host's program has ended and begun again."""

from __future__ import annotations

from pathlib import Path

from lanbridge.host.effects import Effect, Remember, RememberRemoval
from lanbridge.host.journal import Journal, read_entries
from lanbridge.host.journal_entries import Opening
from lanbridge.host.remembered import remembered
from lanbridge.host.room import Room
from lanbridge.protocol.messages import ClientMessage, CloseReason, Knocking, RemovePlayer
from tests.host.tables import TABLE_ID, FakeTable, Player


def written(table: FakeTable) -> list[Remember]:
    """What the room wants to be written from now on."""
    kept: list[Remember] = []
    received = table.room.received

    def noting(client: int, message: ClientMessage, now: float) -> tuple[Effect, ...]:
        effects = received(client, message, now)
        kept.extend(effect for effect in effects if isinstance(effect, Remember))
        return effects

    table.room.received = noting  # type: ignore[method-assign]  # listens along
    return kept


def test_a_removal_is_in_the_journal_and_holds_after_the_hosts_return(tmp_path: Path) -> None:
    table = FakeTable()
    table.join(table.owner)
    table.owner.address = "10.77.0.1"
    mina = table.newcomer("Mina")
    kept = written(table)
    table.ask(table.owner, lambda number: RemovePlayer(number, 1))
    journal = Journal(tmp_path / "a.journal")
    journal.append((Opening(TABLE_ID, 1, table.owner.key.public, "", table.room.desk.settings), *kept))
    journal.close()
    known = remembered(read_entries(tmp_path / "a.journal"))
    assert known is not None
    assert known.removed == (RememberRemoval(mina.key.public, "10.77.0.12"),)

    later = FakeTable()
    later.room = Room(table.identity, table.room.desk.settings, later.dice, later.entropy)
    later.room.resume(known, later.now)
    assert came(later, mina, "10.77.0.99").closed is CloseReason.REMOVED
    assert came(later, later.player("Mina's other key"), mina.address).closed is CloseReason.REMOVED
    friend = came(later, later.player("Tariq"), "10.77.0.50")
    assert friend.all(Knocking)


def came(table: FakeTable, player: Player, address: str) -> Player:
    before, player.address = player.address, address
    table.join(player)
    player.address = before
    return player


def test_who_was_away_when_removed_shuts_out_no_address() -> None:
    table = FakeTable()
    table.join(table.owner)
    mina = table.newcomer("Mina")
    table.drop(mina)
    table.ask(table.owner, lambda number: RemovePlayer(number, 1))
    assert table.room.desk.door.sent_away == {mina.key.public}
