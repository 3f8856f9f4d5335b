"""A player who is waited for is nudged, and the screen stays awake while a match is on."""

from __future__ import annotations

import pygame
import pytest

from lanbridge.engine import PRESETS, Phase
from tests.ui.fake_table import FakeTable
from tests.ui.positions import ready_to_play
from tests.ui.window import Window


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The sounds that were played."""
    heard: list[str] = []
    monkeypatch.setattr("lanbridge.ui.sound.Sounds.play", lambda _, name: heard.append(name))
    return heard


def test_my_turn_has_a_sound_once(played: list[str]) -> None:
    window = ready_to_play()
    window.wait(3)
    assert played.count("turn") == 1


def test_without_a_clock_a_nudge_follows_after_a_while_and_only_one(played: list[str]) -> None:
    window = ready_to_play()
    window.wait(20)
    assert "nudge" not in played
    window.wait(60)
    assert played.count("nudge") == 1


def test_with_a_clock_the_nudge_comes_when_little_time_is_left(played: list[str]) -> None:
    window = ready_to_play()
    window.table.clock(20_000, 30_000, window.now)
    window.wait(14)
    assert "nudge" not in played
    window.wait(2)
    assert played.count("nudge") == 1


def test_the_screen_stays_awake_while_a_match_is_on_and_not_longer() -> None:
    rules = PRESETS["bangladesh"].changed(end="deals 1")
    table = FakeTable(rules, seed=3)
    window = Window(table)
    window.step()
    assert not pygame.display.get_allow_screensaver()
    table.until(lambda t: t.state.table.phase is Phase.OVER)
    window.settle()
    window.wait(1)
    assert pygame.display.get_allow_screensaver()
