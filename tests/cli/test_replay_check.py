"""`lanbridge replay --check`: every deal of a record is verified, and no bit of it can be changed unseen."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lanbridge.cli import main
from lanbridge.engine.record import InvalidRecord, Record, parse, write
from lanbridge.protocol.messages import StopMatch
from tests.host.tables import TABLE_ID, FakeTable


@cache
def match_text() -> str:
    """Two deals of a person and three bots, and the shuffle of the second broken off once."""
    table = FakeTable()
    (rafi,) = table.start()
    table.play_deal()
    rafi.reveals = False
    table.everybody_ready()
    table.wait_for_deadline()
    rafi.reveals = True
    table.play_deal()
    table.ask(rafi, StopMatch)
    game = table.room.desk.game
    assert game is not None
    return write(Record(TABLE_ID, (), game.history, game.dealings))


def bytes_that_count() -> list[int]:
    """Places of all bytes but those of an attempt that was given up: its secrets were never told, nothing checks it."""
    places: list[int] = []
    at, given_up = 0, False
    for line in match_text().encode().splitlines(keepends=True):
        if line.startswith(b"Attempt"):
            given_up = b"given up" in line
        if not (given_up and line.startswith(b"Share")):
            places += range(at, at + len(line))
        at += len(line)
    return places


def test_a_true_record_is_verified_deal_by_deal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "match.txt"
    path.write_text(match_text())
    assert main(["replay", str(path), "--check"]) == 0
    told = capsys.readouterr().out
    assert "deal 1: verified" in told
    assert "deal 2: verified" in told


@given(st.data())
@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_record_with_one_bit_changed_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], data: st.DataObject
) -> None:
    place, bit = data.draw(st.sampled_from(bytes_that_count())), data.draw(st.integers(0, 7))
    raw = bytearray(match_text().encode())
    raw[place] ^= 1 << bit
    path = tmp_path / "match.txt"
    path.write_bytes(raw)
    if says_the_same(bytes(raw)):
        return  # a capital instead of a small hexadecimal digit, a space instead of a line's end
    assert main(["replay", str(path), "--check"]) == 1
    assert "Traceback" not in capsys.readouterr().err


def says_the_same(raw: bytes) -> bool:
    try:
        return parse(raw.decode()) == parse(match_text())
    except (InvalidRecord, UnicodeDecodeError):
        return False
