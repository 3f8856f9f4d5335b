"""Whatever is typed: one sentence, exit code 1 (2 for a usage error), never a traceback."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from lanbridge.cli import main
from lanbridge.settings import Places, open_profile


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LANBRIDGE_HOME", str(tmp_path))
    for display in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"):
        monkeypatch.delenv(display, raising=False)
    return tmp_path


@pytest.fixture
def busy_port() -> Iterator[int]:
    with socket.socket() as taken:
        taken.bind(("0.0.0.0", 0))  # noqa: S104 - a host listens everywhere, so the port must be busy everywhere
        taken.listen()
        yield taken.getsockname()[1]


def complaint(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The one line that a failing command says."""
    assert main(arguments) == 1
    told = capsys.readouterr()
    assert told.err.endswith("\n")
    assert told.err.count("\n") == 1
    assert "Traceback" not in told.err
    return told.err.strip()


@pytest.mark.parametrize(
    "arguments",
    [
        ("host", "--rules", "whist"),
        ("host", "--deals", "0"),
        ("host", "--deals", "many"),
        ("host", "--clock", "1"),
        ("host", "--port", "99999"),
        ("host", "--seats", "5"),
        ("host", "--seed", "xyz"),
        ("host", "--pin", "4" * 65),
        ("host", "--pin", "\udc80"),
        ("tables", "--seconds", "nan"),
        ("tables", "--seconds", "long"),
        ("host", "--watch", "everything"),
        ("join", "--bot", "genius"),
        ("replay",),
        ("fly",),
    ],
)
def test_what_the_command_line_does_not_know_is_a_usage_error(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    assert "Traceback" not in capsys.readouterr().err


@pytest.mark.parametrize(
    ("switch", "named"),
    [
        ("min_call=12", "min_call"),
        ("end=target 0", "target"),
        ("void=sometimes", "void"),
        ("colour=red", "colour"),
        ("bonus", "FIELD=VALUE"),
        ("bonus=8 130", "bonus"),
        ("over_max=-1", "over_max"),
    ],
)
def test_impossible_switches_say_which_and_why(capsys: pytest.CaptureFixture[str], switch: str, named: str) -> None:
    extra = ("--set", "max_call=5") if switch.startswith("min_call") else ()

    assert named in complaint(capsys, "host", "--no-window", "--rules", "bangladesh", "--set", switch, *extra)


def test_a_busy_port_is_named(capsys: pytest.CaptureFixture[str], busy_port: int) -> None:
    assert "in use" in complaint(capsys, "host", "--no-window", "--port", str(busy_port))


def test_a_profile_in_use_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    held = open_profile(Places.of_this_system(), "friend")
    try:
        assert "friend is in use" in complaint(capsys, "host", "--no-window", "--profile", "friend")
        assert "friend is in use" in complaint(capsys, "join", "127.0.0.1:1", "--bot", "medium", "--profile", "friend")
    finally:
        held.release()


def test_more_tables_than_there_are_ports(capsys: pytest.CaptureFixture[str]) -> None:
    assert "65535" in complaint(capsys, "host", "--no-window", "--port", "65535", "--tables", "2")


def test_a_diary_that_cannot_be_written(capsys: pytest.CaptureFixture[str], tmp_path: Path, busy_port: int) -> None:
    diary = str(tmp_path / "nowhere" / "diary")

    assert "cannot be written" in complaint(capsys, "join", f"127.0.0.1:{busy_port}", "--bot", "easy", "--diary", diary)


def test_nobody_at_the_address(capsys: pytest.CaptureFixture[str], busy_port: int) -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        port = unused.getsockname()[1]

    assert complaint(capsys, "join", f"127.0.0.1:{port}", "--bot", "medium")


def test_a_program_at_the_address_that_is_no_table(capsys: pytest.CaptureFixture[str], busy_port: int) -> None:
    assert complaint(capsys, "join", f"127.0.0.1:{busy_port}", "--bot", "medium")


@pytest.mark.parametrize("name", ["x" * 300, "\U0001f60e" * 300, "\u202e\u200b\u0000", "রহিম " * 50])
def test_names_of_any_length_and_kind_are_taken(capsys: pytest.CaptureFixture[str], busy_port: int, name: str) -> None:
    assert "in use" in complaint(capsys, "host", "--no-window", "--name", name, "--port", str(busy_port))


def test_no_display_offers_text_mode(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "linux")

    assert "--text" in complaint(capsys, "practise")


def test_a_record_that_is_none(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    bad = tmp_path / "bad.txt"
    bad.write_bytes(b"\xff\xfe rubbish")

    assert "no record" in complaint(capsys, "replay", "--check", str(bad))
    assert "cannot be read" in complaint(capsys, "replay", "--check", str(tmp_path / "missing.txt"))


def test_where_and_version(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["--where"]) == 0
    assert str(tmp_path) in capsys.readouterr().out
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert ended.value.code == 0


@pytest.mark.parametrize("words", [("--help",), ("--where",), ("practise", "--text")])
def test_a_reader_that_has_gone_is_no_fault(words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    """As in `lanbridge --help | head -1`: the pipe is closed before the first word."""
    monkeypatch.delenv("PYTHONUNBUFFERED", raising=False)  # only what waits in a buffer is written at Python's end
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as gone:
        command = [sys.executable, "-m", "lanbridge", *words]
        done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=gone, stderr=subprocess.PIPE, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
