"""The window's own figures, measured in this process on a fake table; started by measure_ui.py on its display.

The host is a value in this process and costs nothing while it waits, so all CPU time is the window's.
"""

from __future__ import annotations

import json
import statistics
import sys
import time
from collections.abc import Callable
from itertools import pairwise

import pygame

from lanbridge.settings import Preferences
from lanbridge.text import Words
from lanbridge.ui.app import App, Start
from lanbridge.ui.scenes.table import TableScene
from tests.ui.fake_table import FakeNetwork, FakeTable, my_turn, playing_my_turn

SIZE = (1280, 720)
SETTLES = 6.0  # seconds until the cards are drawn ahead and nothing moves
BUSY_SECONDS = 25.0


def opened(table: FakeTable) -> tuple[App, TableScene]:
    """A window at this table."""
    app = App(FakeNetwork(table), Words(), Preferences(name="Rafi", muted=True), size=SIZE)
    app.begin(Start(client=table))
    table.poll()
    scene = app.top
    if not isinstance(scene, TableScene):
        raise TypeError(scene)
    return app, scene


def run_for(
    app: App, seconds: float, costs: list[float] | None = None, also: Callable[[], None] = lambda: None
) -> None:
    """The loop as `App.run` has it; the CPU time of each drawn frame goes to ``costs``."""
    ticker, end = pygame.time.Clock(), time.perf_counter() + seconds
    while time.perf_counter() < end:
        before = time.process_time()
        if app.step() and costs is not None:
            costs.append(time.process_time() - before)
        also()
        ticker.tick(app.rate)


def idle(seconds: float) -> dict[str, float]:
    """Waiting for another player, without and with a clock."""
    table = FakeTable(seed=3).until(lambda t: t.state.table.phase == "playing" and not my_turn(t))
    app, _ = opened(table)
    run_for(app, SETTLES)
    drawn, used, began = app.frames_drawn, time.process_time(), time.perf_counter()
    run_for(app, seconds)
    percent = 100 * (time.process_time() - used) / (time.perf_counter() - began)
    still = app.frames_drawn - drawn
    table.clock(60_000, 60_000, time.monotonic())
    drawn = app.frames_drawn
    run_for(app, seconds)
    return {
        "idle_cpu_percent": round(percent, 2),
        "idle_bare_loop_cpu_percent": round(bare_loop(seconds), 2),
        "idle_frames": still,
        "idle_clock_frames_per_s": round((app.frames_drawn - drawn) / seconds, 2),
    }


def bare_loop(seconds: float) -> float:
    """Per cent of a core that reading no events at 60 rounds a second takes here: the floor of any such loop."""
    ticker = pygame.time.Clock()
    used, began = time.process_time(), time.perf_counter()
    while time.perf_counter() < began + seconds:
        pygame.event.get()
        ticker.tick(60)
    return 100 * (time.process_time() - used) / (time.perf_counter() - began)


def busy() -> dict[str, float]:
    """A deal and the tricks after it, the next move coming as soon as the last one is shown."""
    table = FakeTable(seed=3)
    app, scene = opened(table)
    run_for(app, SETTLES)
    table.deal()
    costs: list[float] = []
    began: list[float] = []

    def move() -> None:
        began.append(time.perf_counter())
        if not scene.news.story.busy and table.state.table.to_act is not None:
            table.bot_moves()

    run_for(app, BUSY_SECONDS, costs, move)
    costs.sort()
    return {
        "frame_cpu_ms_median": round(1000 * statistics.median(costs), 2),
        "frame_cpu_ms_p95": round(1000 * costs[int(len(costs) * 0.95)], 2),
        "frame_cpu_ms_max": round(1000 * costs[-1], 2),
        "frames_per_s_median": round(1 / statistics.median(b - a for a, b in pairwise(began)), 1),
    }


def key_to_lift() -> int:
    """Rounds of the loop from a key in the queue to the lifted card on the surface; -1: never."""
    app, scene = opened(FakeTable(seed=3).until(playing_my_turn))
    run_for(app, SETTLES)
    before = {card: spot.y for card, spot in scene.hand.gliding.spots.items()}
    pygame.event.post(pygame.Event(pygame.KEYDOWN, key=pygame.K_RIGHT, mod=0, unicode=""))
    for frame in range(1, 30):
        time.sleep(1 / 60)
        drawn = app.step()
        if drawn and any(spot.y < before[card] for card, spot in scene.hand.gliding.spots.items()):
            return frame
    return -1


if __name__ == "__main__":
    figures = idle(float(sys.argv[1])) | busy() | {"key_to_lift_frames": key_to_lift()}
    print(json.dumps(figures))
