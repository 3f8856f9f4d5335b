"""The window itself: what is drawn when, and what it survives."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from lanbridge.engine import PRESETS, Phase
from lanbridge.protocol.messages import SubmitMove
from lanbridge.settings import Places, load_preferences
from lanbridge.ui.frame_rates import AWAY_RATE, CALM_RATE, MOVING_RATE, STILL_RATE
from lanbridge.ui.inputs import Action, Back, Do
from lanbridge.ui.layout import clashes, outside
from lanbridge.ui.scene import Pace
from lanbridge.ui.scenes.keys import KeysScene
from lanbridge.ui.scenes.menu import LeaveScene
from lanbridge.ui.table_play import legal_in
from tests.ui.fake_table import FakeTable, my_turn, playing_my_turn
from tests.ui.window import PLAYER, Window


def waiting() -> Window:
    """A table that waits for another player."""
    table = FakeTable(seed=3).until(lambda t: t.state.table.phase is Phase.PLAYING and not my_turn(t))
    window = Window(table)
    table.poll()
    window.wait(8)
    return window


def test_the_loop_slows_down_without_the_focus_and_when_hidden() -> None:
    window = waiting()
    assert window.app.rate == STILL_RATE
    window.posted(pygame.Event(pygame.MOUSEMOTION, pos=(9, 9), rel=(1, 1), buttons=(0, 0, 0), touch=False))
    assert window.app.rate == CALM_RATE
    window.posted(pygame.Event(pygame.WINDOWFOCUSLOST))
    assert window.app.rate == AWAY_RATE
    window.posted(pygame.Event(pygame.WINDOWFOCUSGAINED))
    assert window.app.rate == CALM_RATE
    window.table.bot_moves()
    window.step()
    assert window.app.pace is Pace.MOVING
    assert window.app.rate == MOVING_RATE


def test_nothing_is_drawn_while_minimised_and_all_is_drawn_when_it_comes_back() -> None:
    """As pygame 4133 and pygame-ce 1059 report: a black window after it was covered."""
    window = waiting()
    window.posted(pygame.Event(pygame.WINDOWMINIMIZED))
    window.table.bot_moves()
    assert window.wait(2) == 0
    pygame.event.post(pygame.Event(pygame.WINDOWRESTORED))
    assert window.step()


@pytest.mark.parametrize("event", [pygame.WINDOWEXPOSED, pygame.WINDOWFOCUSGAINED, pygame.WINDOWDISPLAYCHANGED])
def test_the_window_is_drawn_again_when_the_system_asks(event: int) -> None:
    window = waiting()
    assert window.wait(1) == 0
    pygame.event.post(pygame.Event(event))
    assert window.step()


def test_keys_and_clicks_of_the_system_reach_the_table() -> None:
    table = FakeTable(seed=3).until(playing_my_turn)
    window = Window(table)
    table.poll()
    window.settle()
    window.posted(pygame.Event(pygame.KEYDOWN, key=pygame.K_RIGHT, mod=0, unicode=""))
    assert window.scene.hand.chosen is not None
    window.posted(pygame.Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode="\r"))
    assert len(table.requests) == 1


def test_a_resize_lays_everything_out_anew() -> None:
    window = waiting()
    before = window.scene.layout
    pygame.display.set_mode((1600, 900), pygame.RESIZABLE)
    window.posted(pygame.Event(pygame.WINDOWSIZECHANGED, x=1600, y=900))
    assert window.app.ctx.canvas.surface.get_size() == (1600, 900)
    assert window.app.ctx.canvas.screen.height_px == 900
    assert window.scene.layout is not before


def test_mute_is_remembered(tmp_path: Path) -> None:
    window = waiting()
    places = Places(tmp_path, tmp_path, tmp_path)
    window.app._places = places  # noqa: SLF001 - as if the window had been opened with it
    window.give(Do(Action.MUTE))
    assert load_preferences(places).muted is not PLAYER.muted
    assert window.app.ctx.toasts.text


def test_help_opens_and_the_same_key_closes_it() -> None:
    window = waiting()
    window.give(Do(Action.HELP), Do(Action.HELP))
    assert window.top() is window.scene
    window.give(Do(Action.HELP))
    assert isinstance(window.top(), KeysScene)
    window.give(Back())
    assert window.top() is window.scene


def test_the_close_button_asks_once_and_closes_when_pressed_again() -> None:
    window = waiting()
    window.posted(pygame.Event(pygame.QUIT))
    assert isinstance(window.top(), LeaveScene)
    window.posted(pygame.Event(pygame.QUIT))
    assert not window.step()


def test_a_toast_passes_by() -> None:
    window = waiting()
    window.app.ctx.toast("Nadia is back.")
    window.step()
    assert window.app.ctx.toasts.text == "Nadia is back."
    window.wait(6)
    assert not window.app.ctx.toasts.text


SIZES = ((1024, 640), (1280, 720), (1366, 768), (1920, 1080), (2560, 1080), (1200, 1200))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("text_size", [100, 200])
def test_nothing_overlaps_at_the_table(size: tuple[int, int], text_size: int) -> None:
    table = FakeTable(seed=3).until(lambda t: playing_my_turn(t) and len(t.state.table.tricks) > 2)
    window = Window(table, size=size, preferences=replace(PLAYER, text_size=text_size))
    table.poll()
    window.settle()
    layout, screen = window.scene.layout, window.app.ctx.canvas.screen
    pills = {f"pill {n} {pill.name}": pill.rect for n, pill in enumerate(window.scene.controls.group.widgets)}
    plates = {f"plate {place}": rect for place, rect in enumerate(layout.plates)}
    parts = pills | plates | {"message": layout.message}
    assert not clashes(parts)
    assert not outside(parts, screen.rect)
    assert any("Scores" in name for name in pills)


def click_at(window: Window, x: float, y: float) -> None:
    """Mouse button down and up at a point, as the system sends them."""
    scale = window.app.ctx.canvas.screen.scale
    where = (round(x * scale), round(y * scale))
    window.posted(
        pygame.Event(pygame.MOUSEMOTION, pos=where, rel=(0, 0), buttons=(0, 0, 0), touch=False),
        pygame.Event(pygame.MOUSEBUTTONDOWN, pos=where, button=1, touch=False),
        pygame.Event(pygame.MOUSEBUTTONUP, pos=where, button=1, touch=False),
    )


def test_a_whole_deal_by_the_mouse_alone() -> None:
    table = FakeTable(PRESETS["nepal"], seed=11)
    window = Window(table)
    table.deal()
    for _ in range(200):
        window.wait(1.0)
        if table.state.table.phase is Phase.BETWEEN:
            break
        if not my_turn(table):
            table.bot_moves()
        elif window.scene.picker is not None and window.scene.picker.place is not None:
            click_at(window, *window.scene.picker.place.keys[2].center)
            click_at(window, *window.scene.picker.place.confirm.center)
        elif len(window.scene.hand.row) > 1 and (legal := legal_in(window.scene.news.story.shown)):
            spot = window.scene.hand.gliding.spots[legal[0]]
            click_at(window, spot.x - spot.width * 0.36, spot.y - spot.height * 0.3)
    assert table.state.table.deals_done == 1
    assert len({request.turn for request in table.requests if isinstance(request, SubmitMove)}) == 14
