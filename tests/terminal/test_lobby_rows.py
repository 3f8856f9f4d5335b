"""Which row of the lobby is the table that was left."""

from __future__ import annotations

from dataclasses import replace

from lanbridge.client.ports import FoundTable, Target
from lanbridge.terminal.lobby_rows import listed_as

TABLE, HOST, STRANGER = bytes([7]) * 16, bytes([1]) * 32, bytes([6]) * 32
LEFT = Target(("10.77.0.11",), 7468, TABLE, HOST, "Rafi's table")
ROW = FoundTable(
    TABLE, 1, "Rafi's table", ("10.77.0.99",), 7470, "nepal", (), 1, False, False, True, 1, 2, ("beacon",), HOST
)


def test_the_way_back_is_the_row_of_the_host_that_let_us_in() -> None:
    false = replace(ROW, epoch=9, fingerprint=STRANGER)
    assert listed_as(LEFT, [false, ROW]) == ROW
    assert listed_as(LEFT, [false]) is None
    assert listed_as(replace(LEFT, fingerprint=b""), [false, ROW]) == false
    assert listed_as(LEFT, [replace(ROW, table_id=bytes(16))]) is None
