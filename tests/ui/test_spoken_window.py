"""A whole deal by ear: the keyboard gives, the console voice's lines tell, and nothing else is looked at."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest

from lanbridge.client.known import Updated
from lanbridge.engine import Phase, playable_cards
from lanbridge.protocol.messages import Cause
from lanbridge.ui.scenes.scores import ScoresScene
from lanbridge.ui.spoken import VOICE_VARIABLE
from tests.ui.fake_table import NAMES, FakeTable, my_turn, playing_my_turn
from tests.ui.listener import Listener, card_of
from tests.ui.window import Window

ALL = ("You", *NAMES[1:])


class Blind:
    """Hands on the keyboard, ears at the voice."""

    def __init__(self, window: Window, out: pytest.CaptureFixture[str]) -> None:
        self.window, self.out = window, out
        self.ears = Listener(ALL)
        self.lines: list[str] = []

    def listen(self) -> None:
        """Hear what has been said since."""
        for line in self.out.readouterr().out.splitlines():
            self.lines.append(line)
            self.ears.hear(line)

    def press(self, key: int, letter: str = "", mod: int = 0) -> None:
        self.window.posted(pygame.Event(pygame.KEYDOWN, key=key, unicode=letter, mod=mod))
        self.listen()

    def rest(self) -> None:
        """Until nothing moves; the sheet that comes up by itself is heard, too."""
        self.window.settle()
        self.window.wait(0.2)
        self.listen()

    def call(self) -> None:
        """The digit of a call, its meaning heard, then Enter."""
        self.press(pygame.K_3, "3")
        assert self.ears.under_ring.startswith("Call 3. ")
        self.press(pygame.K_RETURN)

    def play(self) -> None:
        """Walk to a card that may be played, hear its name, press Enter."""
        self.press(pygame.K_RIGHT)
        assert card_of(*self.ears.under_ring.split(" of ")) in self.ears.legal
        self.press(pygame.K_RETURN)

    def agrees(self) -> None:
        """What was heard is what is known."""
        table, view = self.window.table.state.table, self.window.table.known.view
        assert view is not None
        assert self.ears.hand == set(view.hand)
        assert [self.ears.calls.get(name) for name in ALL] == list(table.calls)
        assert [self.ears.won[name] for name in ALL] == list(table.won)
        if table.phase is Phase.CALLING:
            assert self.ears.to_call
            return
        assert table.trick is not None
        seats = [(table.trick.leader + step) % 4 for step in range(4)]
        heard = [(ALL[seat], card) for seat, card in zip(seats, table.trick.cards, strict=False)]
        assert self.ears.trick == heard
        assert self.ears.legal == set(playable_cards(view))


@pytest.fixture
def blind(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Blind:
    monkeypatch.setenv(VOICE_VARIABLE, "console")
    return Blind(Window(FakeTable(seed=5), speaks=True), capsys)


def test_a_whole_deal_is_followed_by_ear_and_played_by_keys(blind: Blind) -> None:
    table, turns = blind.window.table, 0
    table.deal()
    while table.state.table.phase is not Phase.BETWEEN:
        if not my_turn(table):
            table.bot_moves()
            blind.window.step()
            continue
        blind.rest()
        if table.state.table.to_act is None or not my_turn(table):
            continue  # the last card has played itself
        blind.agrees()
        turns += 1
        if table.state.table.phase is Phase.CALLING:
            blind.call()
        else:
            blind.play()
    blind.rest()
    assert turns >= 13
    assert [blind.ears.totals[name] for name in ALL] == [tenths // 10 for tenths in table.state.table.totals]
    assert isinstance(blind.window.top(), ScoresScene)
    assert "Deal 1 is over" in blind.lines


def test_what_a_key_cuts_short_is_told_all_the_same(blind: Blind) -> None:
    """Enter shows everything at once; no card that was laid down meanwhile is left unsaid."""
    table = blind.window.table
    table.deal()
    blind.rest()
    table.until(lambda t: playing_my_turn(t) and t.state.table.trick is not None and len(t.state.table.trick.cards) > 1)
    blind.window.step()
    blind.press(pygame.K_RETURN)
    blind.rest()
    blind.agrees()


def test_one_key_tells_how_everything_stands(blind: Blind) -> None:
    table = blind.window.table
    table.deal()
    table.until(lambda t: my_turn(t) and t.state.table.phase is Phase.PLAYING)
    blind.rest()
    before = blind.ears
    blind.ears = Listener(ALL)
    blind.lines.clear()
    blind.press(pygame.K_w, "w")
    assert blind.ears.hand == before.hand
    assert blind.ears.legal == before.legal
    for name, call in before.calls.items():
        assert f"{name}: called {call}, won {before.won[name]}, total 0." in blind.lines


def test_every_pill_is_reached_by_keys_and_named(blind: Blind) -> None:
    table = blind.window.table
    table.deal()
    blind.rest()
    blind.lines.clear()
    order = blind.window.scene.controls.group.order
    for _ in order:
        blind.press(pygame.K_TAB, mod=pygame.KMOD_SHIFT)
    assert blind.lines == [widget.spoken() for widget in reversed(order)]
    assert {"Chat", "Scores", "Menu"} <= set(blind.lines)
    blind.press(pygame.K_ESCAPE)
    assert blind.window.top() is blind.window.scene
    assert blind.window.scene.controls.group.focused is None


def test_a_key_turns_speech_on_and_off(blind: Blind) -> None:
    blind.listen()
    for state in ("on", "off"):
        blind.lines.clear()
        blind.press(pygame.K_F2)
        assert blind.window.app.ctx.preferences.speech is (state == "on")
        assert blind.lines == [f"Speak what happens: {state}"]


def test_a_move_that_a_bot_makes_for_somebody_is_told_as_such(blind: Blind) -> None:
    table = blind.window.table
    table.deal()
    blind.rest()
    table.until(lambda t: t.state.table.to_act == 2)
    blind.rest()
    table.bot_moves()
    notice = table.poll()[0][0]
    assert isinstance(notice, Updated)
    table.tell(replace(notice, cause=Cause.AWAY))
    blind.rest()
    assert "Nadia is away, and a bot plays for them:" in blind.lines
