"""What is typed behind `join`: a table's name or id, a code, an address, or one with a slip of the finger."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

import pytest

from lanbridge.cli import finding
from lanbridge.cli.failure import Failure
from lanbridge.cli.finding import find
from lanbridge.client.ports import FoundTable, Network
from lanbridge.protocol.join_code import code_of
from lanbridge.text import Words, language_of_system

CODE = code_of("192.168.1.20", 7468) or ""
TABLE = FoundTable(
    bytes(16), 1, "Rafi's table", ("10.77.0.11",), 7468, "nepal", (), 1, False, False, True, 1, 3, ("beacon",)
)


class Shown:
    """A network that is its own lobby, with these tables."""

    def __init__(self, *tables: FoundTable) -> None:
        self._tables = tables

    def look(self) -> Shown:
        return self

    def tables(self) -> tuple[FoundTable, ...]:
        return self._tables

    def close(self) -> None:
        """A lobby is closed."""


def network(*tables: FoundTable) -> Network:
    return cast("Network", Shown(*tables))


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(finding, "LOOK_SECONDS", 0.02)
    monkeypatch.setattr(finding, "GLANCE_SECONDS", 0.02)


def with_a_slip(code: str) -> str:
    """One letter is another."""
    return code[:-1] + ("A" if code[-1] != "A" else "B")


def refusal(typed: str, *tables: FoundTable) -> str:
    with pytest.raises(Failure) as failed:
        find(network(*tables), typed)
    return str(failed.value)


def test_a_name_an_id_and_nothing_at_all_find_the_table() -> None:
    for typed in ("rafi's TABLE", TABLE.table_id.hex(), ""):
        assert find(network(TABLE), typed).table_id == TABLE.table_id


def test_a_code_and_an_address_need_no_table_to_be_seen() -> None:
    assert find(network(), CODE).addresses == ("192.168.1.20",)
    assert find(network(), "10.77.0.11:7000").port == 7000


@pytest.mark.parametrize(
    ("typed", "key"),
    [(with_a_slip(CODE), "code_slip"), ("0000-0000-00", "code_slip"), ("rafi:0", "port_impossible")],
)
def test_a_slip_is_told_as_a_slip(typed: str, key: str) -> None:
    assert refusal(typed) == Words(language_of_system()).say(f"address.{key}")


def test_a_table_whose_name_looks_like_a_code_is_found_by_it() -> None:
    odd = replace(TABLE, name=with_a_slip(CODE))
    assert find(network(odd), odd.name).table_id == odd.table_id


def test_of_several_who_claim_a_table_the_host_of_an_earlier_visit_is_taken() -> None:
    false = replace(TABLE, epoch=9, fingerprint=bytes([6]) * 32)
    true = replace(TABLE, fingerprint=bytes([1]) * 32)
    other = replace(TABLE, table_id=bytes([2]) * 16)
    visited = {TABLE.table_id: true.fingerprint}
    for typed in (TABLE.table_id.hex(), TABLE.name, ""):
        assert find(network(false, true), typed, visited).fingerprint == true.fingerprint
        assert find(network(false, true), typed).fingerprint == false.fingerprint
    assert find(network(false), TABLE.name, visited).fingerprint == false.fingerprint, "it may have another host now"
    assert find(network(false, other, true), "", visited).table_id == other.table_id, "a newcomer's first sight"


def test_what_is_neither_seen_nor_an_address_is_told_by_its_name() -> None:
    assert "Rafi & co" in refusal("Rafi & co")
    assert "doctor" in refusal("")
