"""Four laptops, four terminals: a table that is found by packets, and a whole match in text mode."""

from __future__ import annotations

import contextlib
import re
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from lab.lan import HOSTS, Lan, lab_name, lan_of_four, why_not

if sys.platform == "win32":
    pytest.skip("Windows has no pseudo-terminals of this kind", allow_module_level=True)

from tests.terminal.pty_player import AnyCard, PtyPlayer, pattern

MATCH_SECONDS = 90.0
TABLE = ("host", "--text", "--rules", "nepal", "--set", "end=deals 1", "--bot-pause", "0", "--name", "Four")

pytestmark = [
    pytest.mark.lan,
    pytest.mark.slow,
    pytest.mark.skipif(why_not() is not None, reason=f"no lab here: {why_not()}"),
]


@contextlib.contextmanager
def four_terminals(lan: Lan, folder: Path, language: str) -> Iterator[list[PtyPlayer]]:
    """A host and three in their lobbies, each in a namespace of its own; all ended, however the test ends."""
    players: list[PtyPlayer] = []
    try:
        for host in HOSTS:
            arguments = TABLE if host == 1 else ("--text",)
            within = ("ip", "netns", "exec", lan.space(host))
            players.append(PtyPlayer(folder / str(host), language, *arguments, within=within))
        yield players
    finally:
        for player in players:
            player.hang_up()
            if player.program.poll() is None:
                player.program.terminate()
            player.program.wait(10)


def totals_of(player: PtyPlayer) -> list[str]:
    """The four totals by seat, as this player was told them."""
    player.type("scores")
    player.wait_for("terminal.scores.totals")
    said = next(line for line in reversed(player.lines) if pattern(player.words, "terminal.scores.totals").match(line))
    return re.findall(r"-?\d+\.\d", said)


@pytest.mark.parametrize("language", ["en", "bn"])
def test_four_laptops_play_a_whole_match_in_text_mode(tmp_path: Path, language: str) -> None:
    with (
        lan_of_four(lab_name("text")) as lan,
        four_terminals(lan, tmp_path, language) as players,
    ):
        host, *joiners = players
        host.wait_for("terminal.turn.start")
        for joiner in joiners:
            joiner.wait_for("terminal.lobby.newcomer")
            joiner.type("1")
            joiner.wait_for("terminal.turn.waiting_start")
        host.type("start")
        hands, end = [AnyCard(player) for player in players], time.monotonic() + MATCH_SECONDS
        while time.monotonic() < end and not all(hand.deals for hand in hands):
            for hand in hands:
                hand.answer(0.02)
        assert [hand.deals for hand in hands] == [1] * 4
        totals = [totals_of(player) for player in players]
        assert len(totals[0]) == 4
        assert totals == [totals[0]] * 4
        for joiner in joiners:
            joiner.type("quit")
            assert joiner.program.wait(10) == 0
