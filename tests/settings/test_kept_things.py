from __future__ import annotations

import getpass
import logging
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from lanbridge.engine import PRESETS, Card, DealResult
from lanbridge.settings import (
    MatchOutcome,
    Places,
    RememberedTable,
    Tally,
    default_name,
    forget_table,
    load_statistics,
    load_tables,
    note_match,
    remember_table,
    start_logging,
    table_to_return_to,
)
from lanbridge.settings.logs import stop_logging
from lanbridge.settings.remembered import MOST_TABLES

SHEET = (
    DealResult(1, 0, (3, 4, 2, 3), (3, 5, 2, 3), (30, 40, 20, 30), (30, 40, 20, 30)),
    DealResult(2, 1, (4, 3, 2, 3), (2, 5, 3, 3), (-40, -30, 20, 30), (-10, 10, 40, 60)),
)
RAFI = RememberedTable(b"t" * 16, "Rafi's table", ("10.77.0.11",), 7468, b"f" * 32, "1", unfinished=True)


@pytest.fixture
def places(tmp_path: Path) -> Places:
    return Places.under(tmp_path)


@pytest.fixture
def log(places: Places) -> Iterator[Path]:
    path = start_logging(places)
    assert path is not None
    yield path
    stop_logging()


def test_a_match_is_counted_under_its_preset(places: Places) -> None:
    note_match(places, MatchOutcome(PRESETS["bangladesh"], SHEET, 0, won=False))
    note_match(places, MatchOutcome(PRESETS["bangladesh"], SHEET, 3, won=True))
    tally = load_statistics(places)["bangladesh"]
    assert tally == Tally(matches=2, matches_won=1, deals=4, calls_made=3, called=13, tricks=11, points=50)
    assert (tally.average, tally.calls_made_percent) == (12.5, 75)


def test_house_rules_are_counted_apart(places: Places) -> None:
    changed = PRESETS["bangladesh"].changed(void="optional")
    assert set(note_match(places, MatchOutcome(changed, SHEET, 0, won=False))) == {"bangladesh+"}


def test_a_match_without_a_scored_deal_counts_nothing(places: Places) -> None:
    assert note_match(places, MatchOutcome(PRESETS["nepal"], (), 0, won=True)) == {}
    assert Tally().average is None


def test_damaged_statistics_start_anew(places: Places) -> None:
    places.data.mkdir()
    (places.data / "statistics.json").write_text('{"nepal": {"deals": -4, "points": 7}, "india": 3}')
    assert load_statistics(places) == {"nepal": Tally(points=7)}


def test_the_latest_table_comes_first_and_once(places: Places) -> None:
    remember_table(places, RAFI)
    remember_table(places, replace(RAFI, table_id=b"u" * 16, name="Mitu's"))
    remember_table(places, replace(RAFI, fingerprint=b"", port=7469))
    first, second = load_tables(places)
    assert (first.port, first.fingerprint, second.name) == (7469, b"f" * 32, "Mitu's")


def test_only_an_unfinished_match_of_the_same_profile_is_returned_to(places: Places) -> None:
    remember_table(places, RAFI)
    assert table_to_return_to(places, "1") == RAFI
    assert table_to_return_to(places, "2") is None
    remember_table(places, replace(RAFI, unfinished=False))
    assert table_to_return_to(places, "1") is None


def test_old_tables_are_forgotten(places: Places) -> None:
    for number in range(MOST_TABLES + 3):
        remember_table(places, replace(RAFI, table_id=bytes([number]) * 16))
    assert len(load_tables(places)) == MOST_TABLES
    forget_table(places, load_tables(places)[0].table_id)
    assert len(load_tables(places)) == MOST_TABLES - 1


@pytest.mark.parametrize("text", ["{}", '{"tables": 3}', '{"tables": [1, {}, {"table_id": "zz"}, {"table_id": "00"}]}'])
def test_damaged_memories_are_no_memories(places: Places, text: str) -> None:
    places.data.mkdir()
    (places.data / "tables.json").write_text(text)
    assert load_tables(places) == ()


def test_the_log_holds_no_card_however_it_is_written(log: Path) -> None:
    logger = logging.getLogger("lanbridge.host")
    logger.warning("played %s to %r", Card.parse("AS"), [Card.parse("TH"), Card.parse("2C")])
    logger.warning("10\u2660 and Q\u2665 and kd; port 7468, table 2c9d")
    logger.error("refused", exc_info=ValueError("9D is not held"))
    text = log.read_text(encoding="utf-8")
    for card in ("AS", "TH", "2C", "10\u2660", "Q\u2665", "kd", "9D"):
        assert card not in text
    assert "port 7468, table 2c9d" in text


def test_a_log_that_cannot_be_written_is_no_log(tmp_path: Path) -> None:
    (tmp_path / "logs").write_text("in the way")
    assert start_logging(Places.under(tmp_path)) is None
    stop_logging()


def test_one_folder_can_hold_everything(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANBRIDGE_HOME", str(tmp_path))
    assert all(folder.is_relative_to(tmp_path) for _, folder in Places.of_this_system().described())
    monkeypatch.delenv("LANBRIDGE_HOME")
    assert "lanbridge" in str(Places.of_this_system().settings)


@pytest.mark.parametrize(("user", "name"), [("rafi", "Rafi"), ("\u202e", "Player"), ("x" * 300, "X" + "x" * 31)])
def test_the_first_name_offered_is_the_systems_user(monkeypatch: pytest.MonkeyPatch, user: str, name: str) -> None:
    monkeypatch.setattr(getpass, "getuser", lambda: user)
    assert default_name() == name


def test_a_system_without_users_offers_a_name_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody() -> str:
        raise OSError("no username set in the environment")

    monkeypatch.setattr(getpass, "getuser", nobody)
    assert default_name() == "Player"
