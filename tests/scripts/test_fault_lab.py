"""The short form of the fault lab: a match under faults, the host's laptop lost, a stranger, cuts, rubbish."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
LIMIT_SECONDS = 300.0

sys.path.insert(0, str(ROOT / "scripts"))

from lab.lan import why_not  # noqa: E402 - the lab lives beside the scripts

needs_lab = pytest.mark.skipif(why_not() is not None, reason=f"no LAN of four here: {why_not()}")


def run_lab(*arguments: str) -> dict[str, Any]:
    done = subprocess.run(
        [sys.executable, str(ROOT / "scripts" / "fault_lab.py"), *arguments],
        capture_output=True,
        text=True,
        timeout=LIMIT_SECONDS,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    told: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return told


@needs_lab
@pytest.mark.timeout(LIMIT_SECONDS)
def test_a_match_under_faults_ends_with_every_move_there_once() -> None:
    told = run_lab("faults")
    assert told["matches_finished"] == told["sheets_equal"] == told["records_true"] == told["matches"]
    assert told["moves_lost"] == told["moves_doubled"] == told["foreign_cards_seen"] == 0
    assert told["hands_looked_at"] > 100
    assert told["faults"] >= 1


@needs_lab
@pytest.mark.timeout(LIMIT_SECONDS)
def test_without_the_hosts_laptop_the_others_carry_on_and_it_comes_back_as_a_player() -> None:
    told = run_lab("carry_on")
    assert len(told["seated_after_cut_s"]) == 3
    assert told["finished_deals_stand"]
    assert told["old_host_stepped_down"]
    assert told["tables"] == 1
    assert told["sheets_equal"]
    assert told["records_checked"] == [0]


@needs_lab
@pytest.mark.timeout(LIMIT_SECONDS)
def test_a_stranger_who_claims_the_table_keeps_nobody_from_its_true_hosts() -> None:
    told = run_lab("stranger")
    assert told["claims"] > 4
    assert told["claims_announced"] > 100
    assert told["calls_to_stranger"] >= 1
    assert len(told["killed_back_s"]) == 1
    assert len(told["back_s"]) == len(told["seated_after_cut_s"]) == 3
    assert told["tables_true_listed"] == told["looks"]
    assert told["epochs_followed"] == [1, 2]
    assert told["sheets_equal"]
    assert told["deals"] == 2
    assert told["records_checked"] == [0]


@needs_lab
@pytest.mark.timeout(LIMIT_SECONDS)
def test_sessions_of_rubbish_are_closed_and_the_match_goes_on() -> None:
    told = run_lab("sessions")
    assert told["host_alive"]
    assert "kept" not in told["ends"]


def test_a_cut_between_any_two_messages_changes_no_record() -> None:
    from lab.cuts import cut_everywhere  # noqa: PLC0415 - found by the path above

    told = cut_everywhere(13)
    assert "records_differing" not in told
    assert "sheets_differing" not in told
    assert told["records_equal"] > 40
