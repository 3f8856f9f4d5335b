from __future__ import annotations

import logging
import os
from dataclasses import fields
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lanbridge.engine import PRESETS, Suit
from lanbridge.protocol.table_settings import Latecomers, TableSettings, Watch
from lanbridge.settings import CannotSave, Motion, Places, Preferences, load_preferences, save_preferences
from lanbridge.settings.preferences import from_plain, to_plain

CHOSEN = Preferences(
    name="রাফি",
    language="bn",
    own_digits=True,
    text_size=150,
    motion=Motion.NONE,
    suit_order="CDHS",
    window=(1280, 720),
    host=TableSettings(
        "Rafi's table",
        PRESETS["nepal"].changed(end="deals 7", redeals="no_spade,four_aces"),
        clock=30,
        pace=5,
        watch=Watch.AFTER,
        latecomers=Latecomers.BETWEEN_DEALS,
    ),
)


@pytest.fixture
def places(tmp_path: Path) -> Places:
    return Places.under(tmp_path)


def file_of(places: Places) -> Path:
    return places.settings / "preferences.json"


def test_what_is_saved_is_loaded_again(places: Places) -> None:
    save_preferences(places, CHOSEN)
    assert load_preferences(places) == CHOSEN


def test_without_a_file_everything_has_its_default(places: Places) -> None:
    assert load_preferences(places) == Preferences()


@pytest.mark.parametrize("damage", [b"", b"{", b'{"name": "Ra', b"\xff\xfe", b"[1]", b"[" * 100_000, b" " * 2_000_000])
def test_a_damaged_file_gives_the_last_good_one_and_one_line(
    places: Places, damage: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    save_preferences(places, CHOSEN)
    save_preferences(places, Preferences(name="newer"))
    file_of(places).write_bytes(damage)
    with caplog.at_level(logging.WARNING, "lanbridge.settings"):
        assert load_preferences(places) == CHOSEN
    assert len(caplog.records) == 1


def test_a_damaged_file_does_not_replace_the_last_good_one(places: Places) -> None:
    save_preferences(places, CHOSEN)
    save_preferences(places, Preferences(name="second"))
    file_of(places).write_bytes(b"{")
    save_preferences(places, Preferences(name="third"))
    file_of(places).write_bytes(b"{")
    assert load_preferences(places) == CHOSEN


def test_a_crash_between_the_two_renames_leaves_the_last_good_one(places: Places) -> None:
    save_preferences(places, CHOSEN)
    save_preferences(places, Preferences(name="newer"))
    file_of(places).unlink()
    assert load_preferences(places) == CHOSEN


def test_both_files_damaged_give_defaults(places: Places) -> None:
    save_preferences(places, CHOSEN)
    save_preferences(places, CHOSEN)
    for path in places.settings.iterdir():
        path.write_bytes(b"\0")
    assert load_preferences(places) == Preferences()


def test_one_unreadable_value_costs_only_itself(caplog: pytest.LogCaptureFixture) -> None:
    plain = to_plain(CHOSEN) | {"text_size": 10_000, "window": [1, "x"], "suit_order": "SSSS", "motion": "warp"}
    read = from_plain(plain)
    assert read == from_plain(
        to_plain(CHOSEN)
        | {n: getattr(Preferences(), n) for n in ("text_size", "motion")}
        | {"window": [0, 0], "suit_order": "SHCD"}
    )
    assert "text_size, motion, suit_order, window" in caplog.text


def test_impossible_rules_cost_only_the_rules() -> None:
    plain = to_plain(CHOSEN)
    host = plain["host"]
    assert isinstance(host, dict)
    host["rules"] = {"preset": "nepal", "min_call": "9", "max_call": "2"}
    read = from_plain(plain).host
    assert read.rules == PRESETS["bangladesh"]
    assert read.clock == CHOSEN.host.clock


@given(
    st.dictionaries(
        st.sampled_from([f.name for f in fields(Preferences)]),
        st.recursive(
            st.none() | st.booleans() | st.integers() | st.text(max_size=8) | st.floats(allow_nan=False),
            lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
            max_leaves=6,
        ),
    )
)
def test_no_value_whatever_stops_the_reading(plain: dict[str, object]) -> None:
    assert from_plain(to_plain(from_plain(plain))) == from_plain(plain)


def test_the_order_of_suits_reads_from_left_to_right() -> None:
    assert CHOSEN.suits == (Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES)


def test_a_folder_that_is_a_file_cannot_save_and_says_so(tmp_path: Path) -> None:
    (tmp_path / "settings").write_text("in the way")
    with pytest.raises(CannotSave, match=r"\w+"):
        save_preferences(Places.under(tmp_path), CHOSEN)


def test_a_failed_save_leaves_no_temporary_file(places: Places, monkeypatch: pytest.MonkeyPatch) -> None:
    save_preferences(places, CHOSEN)

    def full(number: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(CannotSave, match="No space left"):
        save_preferences(places, Preferences())
    assert [path.name for path in places.settings.iterdir()] == ["preferences.json"]
    assert load_preferences(places) == CHOSEN
