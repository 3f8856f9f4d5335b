"""The LAN of four: four programs, found by packets, two matches to the end."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LIMIT_SECONDS = 300.0

sys.path.insert(0, str(ROOT / "scripts"))

from lab.lan import Lan, lab_name, owner_of, why_not  # noqa: E402 - the lab lives beside the scripts

needs_lab = pytest.mark.skipif(why_not() is not None, reason=f"no LAN of four here: {why_not()}")


def run_lab(*arguments: str) -> list[dict[str, object]]:
    """The JSON lines of a lab run."""
    done = subprocess.run(
        [sys.executable, str(ROOT / "scripts" / "lan_lab.py"), *arguments],
        capture_output=True,
        text=True,
        timeout=LIMIT_SECONDS,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.mark.parametrize("wanted", ["", "q", "q900", "a.7-b"])
def test_a_lab_belongs_to_its_own_process_whatever_it_is_called(wanted: str) -> None:
    lan = Lan(lab_name(wanted))

    assert {owner_of(lan.space(place)) for place in (1, 4, "sw")} == {os.getpid()}
    assert owner_of("lb-fixture-1") is None


@needs_lab
@pytest.mark.timeout(LIMIT_SECONDS)
def test_four_laptops_play_two_matches_and_agree_on_every_score() -> None:
    (told,) = run_lab()

    assert told["scores_equal"]
    assert told["illegal_moves_accepted"] == 0
    for name in ("nepal", "bangladesh"):
        match = told[name]
        assert isinstance(match, dict)
        assert match["deals"] == match["deals_verified"] == match["deals_proven"] == 5
        assert match["moves"] == 5 * 56
        assert match["wrong_scores"] == 0
