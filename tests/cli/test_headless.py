"""Tables without a window: what they are told to keep, and what they say when there is nothing to go on with."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from lanbridge.cli import headless
from lanbridge.cli.headless import record_of
from lanbridge.cli.parser import build_parser
from lanbridge.host.hosting import HostPlan
from lanbridge.protocol.handshake import SeatKey


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LANBRIDGE_HOME", str(tmp_path))
    return tmp_path


@pytest.fixture
def plans(monkeypatch: pytest.MonkeyPatch) -> list[HostPlan]:
    """The tables that would have been opened."""
    asked: list[HostPlan] = []

    async def note(found: list[HostPlan], _: SeatKey) -> None:
        await asyncio.sleep(0)
        asked.extend(found)

    monkeypatch.setattr(headless, "_host_all", note)
    return asked


def run(*arguments: str) -> int:
    return headless.host(build_parser().parse_args(["host", "--no-window", *arguments]))


def test_each_table_has_a_record_of_its_own(plans: list[HostPlan], tmp_path: Path) -> None:
    night = tmp_path / "night.txt"
    assert run("--tables", "3", "--record", str(night)) == 0
    assert [plan.record_to for plan in plans] == [night, tmp_path / "night-2.txt", tmp_path / "night-3.txt"]


def test_a_folder_holds_the_records_of_all_tables(tmp_path: Path) -> None:
    assert [record_of(str(tmp_path), number) for number in range(2)] == [tmp_path, tmp_path]
    assert record_of(None, 1) is None


def test_nothing_to_resume_is_said_in_one_sentence_and_a_new_table_is_opened(
    plans: list[HostPlan], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("--resume") == 0
    told = capsys.readouterr()
    assert told.err.count("\n") == 1
    assert "nothing to resume" in told.err
    assert [plan.resumed for plan in plans] == [None]
    assert run() == 0
    assert not capsys.readouterr().err
