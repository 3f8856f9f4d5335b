from __future__ import annotations

import contextlib
import signal
import socket
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("Windows has no pseudo-terminals of this kind", allow_module_level=True)

from tests.terminal.pty_player import AnyCard, PtyPlayer

MATCH_SECONDS = 60.0
TABLE = ("--rules", "nepal", "--set", "end=deals 1", "--bots", "easy", "--bot-pause", "0", "--name", "Pty")


@contextlib.contextmanager
def programs(*players: PtyPlayer) -> Iterator[None]:
    """End all of them, however the test ends."""
    try:
        yield
    finally:
        for player in players:
            player.hang_up()
            if player.program.poll() is None:
                player.program.terminate()
            player.program.wait(10)


def free_port() -> int:
    """A port that nobody uses now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def play_until_over(players: list[PtyPlayer]) -> None:
    hands, end = [AnyCard(player) for player in players], time.monotonic() + MATCH_SECONDS
    while time.monotonic() < end and not all(hand.deals for hand in hands):
        for hand in hands:
            hand.answer(0.02)
    assert [hand.deals for hand in hands] == [1] * len(hands)


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "bn"])
def test_a_whole_match_is_played_at_two_terminals(tmp_path: Path, language: str) -> None:
    port = free_port()
    host = PtyPlayer(tmp_path / "host", language, "host", "--text", "--port", str(port), *TABLE)
    with programs(host):
        host.wait_for("terminal.turn.start")
        guest = PtyPlayer(tmp_path / "guest", language, "join", f"127.0.0.1:{port}", "--text")
        with programs(guest):
            guest.wait_for("terminal.turn.waiting_start")
            host.type("start")
            play_until_over([host, guest])
            for player in (host, guest):
                player.type("scores")
                assert player.wait_for("terminal.scores.totals").count(",") == 3
            guest.type("quit")
            assert guest.close() == 0
        host.type("quit")
        host.type("yes")
        assert host.close() == 0


@pytest.mark.slow
def test_a_terminal_that_hangs_up_leaves_in_order(tmp_path: Path) -> None:
    player = PtyPlayer(tmp_path, "en", "practise", "--text")
    with programs(player):
        player.wait_for("terminal.turn.call")
        assert player.close() == 0


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_program_that_is_told_to_end_leaves_in_order(tmp_path: Path, number: signal.Signals) -> None:
    player = PtyPlayer(tmp_path, "en", "practise", "--text")
    with programs(player):
        player.wait_for("terminal.turn.call")
        player.program.send_signal(number)
        assert player.program.wait(10) == 0


@pytest.mark.slow
def test_an_address_with_nobody_there_is_one_line_and_exit_code_1(tmp_path: Path) -> None:
    player = PtyPlayer(tmp_path, "en", "join", "127.0.0.1:9", "--text")
    with programs(player):
        assert player.program.wait(20) == 1
        player.read(1)
    assert player.lines[-1] == "That laptop is there, but hosts no table."
