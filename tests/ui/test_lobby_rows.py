"""Tables of other evenings: offered until their host is seen again, under whatever address it is back."""

from __future__ import annotations

from dataclasses import replace

from lanbridge.client.ports import FoundTable, ResumableTable
from lanbridge.settings import RememberedTable
from lanbridge.text import Words
from lanbridge.ui.lobby_rows import Act, rows_of

HOST, OTHER = bytes([1]) * 32, bytes([2]) * 32
LAST_WEEK = RememberedTable(bytes([7]) * 16, "Rafi's table", ("10.77.0.11",), 7468, HOST, "me")
FOUND = FoundTable(
    LAST_WEEK.table_id,
    1,
    "Rafi's table",
    ("10.77.0.99",),
    7470,
    "nepal",
    (),
    1,
    playing=False,
    locked=False,
    watch=True,
    version=1,
    rtt_ms=2,
    by=("beacon",),
    fingerprint=HOST,
)


def places(found: tuple[FoundTable, ...], *remembered: RememberedTable) -> list[tuple[tuple[str, ...], int]]:
    """Where each row leads."""
    rows = rows_of(Words("en"), found, remembered, (), "me")
    return [(row.target.addresses, row.target.port) for row in rows if row.target is not None]


def test_a_table_that_is_not_seen_is_offered_where_it_was() -> None:
    assert places((), LAST_WEEK) == [(("10.77.0.11",), 7468)]


def test_a_table_that_has_another_address_now_is_one_row_and_leads_there() -> None:
    assert places((FOUND,), LAST_WEEK) == [(("10.77.0.99",), 7470)]


def test_a_host_that_has_opened_another_table_is_one_row_too() -> None:
    assert places((replace(FOUND, table_id=bytes([8]) * 16),), LAST_WEEK) == [(("10.77.0.99",), 7470)]


def test_another_host_of_that_name_does_not_take_its_place() -> None:
    stranger = replace(FOUND, table_id=bytes([8]) * 16, fingerprint=OTHER)
    assert len(places((stranger,), LAST_WEEK)) == 2


def test_of_one_host_only_the_latest_table_is_offered() -> None:
    older = replace(LAST_WEEK, table_id=bytes([9]) * 16, addresses=("10.77.0.5",))
    assert places((), LAST_WEEK, older) == [(("10.77.0.11",), 7468)]


def test_the_way_back_to_a_seat_follows_its_table_to_another_address() -> None:
    left = replace(LAST_WEEK, unfinished=True)
    (row,) = rows_of(Words("en"), (FOUND,), (left,), (), "me")
    assert row.promised
    assert row.act is Act.SIT
    assert row.target is not None
    assert row.target.addresses == ("10.77.0.99",)


def test_a_table_that_broke_off_in_its_first_deal_says_so() -> None:
    (row,) = rows_of(Words("en"), (), (), (ResumableTable(bytes(16), "Rafi's table", ("Rafi", "Mitu"), 0),), "me")
    assert row.subtitle == "Broken off before a deal was finished. At the table: Rafi and Mitu"


def test_who_announces_the_id_of_our_table_gets_a_row_and_not_our_way_back() -> None:
    left = replace(LAST_WEEK, unfinished=True)
    stranger = replace(FOUND, epoch=9, fingerprint=OTHER, addresses=("10.77.0.66",), mark=2)
    rows = rows_of(Words("en"), (stranger, FOUND), (left,), (), "me")
    assert [row.target and row.target.addresses for row in rows] == [("10.77.0.99",), ("10.77.0.66",)]
    assert len({row.key for row in rows}) == 2
    assert places((stranger,), left) == [(("10.77.0.11",), 7468), (("10.77.0.66",), 7468 + 2)]


def test_who_announces_the_id_of_a_table_that_broke_off_here_does_not_hide_the_way_to_resume_it() -> None:
    broken_off = ResumableTable(FOUND.table_id, "Rafi's table", ("Mitu",), 2)
    rows = rows_of(Words("en"), (replace(FOUND, epoch=9, fingerprint=OTHER),), (), (broken_off,), "me")
    assert [row.act for row in rows] == [Act.RESUME, Act.SIT]
