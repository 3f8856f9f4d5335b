"""What the window costs: `python3 scripts/measure_ui.py [--seconds N]` prints one JSON line.

A display is needed; without one Xvfb is started. Measured on the table before a fake host:

- idle_cpu_percent, idle_frames: waiting for another player without a clock; idle_clock_frames_per_s: with one
- frame_cpu_ms_*: CPU time of the frames of a deal and the tricks after it at 1280x720
- start_ratio: process start to the first lobby frame, over a bare pygame program that opens a window and flips once
- key_to_lift_frames: rounds of the loop from a key press to the lifted card on the surface
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
STARTS = 7  # of each kind, taken in turns; the median counts
BARE = """
import os
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
os.environ["SDL_FRAMEBUFFER_ACCELERATION"] = "0"
import pygame
pygame.display.init()
pygame.display.set_mode((1280, 720))
pygame.display.flip()
"""
LOBBY = """
from lanbridge.settings import Preferences
from lanbridge.text import Words
from lanbridge.ui.app import App, Start
from tests.ui.empty_network import EmptyNetwork
app = App(EmptyNetwork(), Words(), Preferences(name="Rafi", muted=True), size=(1280, 720))
app.begin(Start(screen="lobby"))
while not app.step():
    pass
"""


@contextmanager
def display() -> Iterator[None]:
    """The display that is there, else an Xvfb of our own."""
    if os.environ.get("DISPLAY") or sys.platform in {"win32", "darwin"}:
        yield
        return
    server = shutil.which("Xvfb")
    if server is None:
        sys.exit("There is no display, and Xvfb is not installed.")
    reading, writing = os.pipe()
    command = [server, "-displayfd", str(writing), "-screen", "0", "1920x1080x24", "-nolisten", "tcp"]
    with subprocess.Popen(command, pass_fds=(writing,), stderr=subprocess.DEVNULL) as process:
        os.close(writing)
        with os.fdopen(reading) as answer:
            os.environ["DISPLAY"] = ":" + answer.readline().strip()
        try:
            yield
        finally:
            process.terminate()


def start_seconds(code: str, environment: dict[str, str]) -> float:
    """Wall time of a Python process that runs this."""
    begun = time.perf_counter()
    command = [sys.executable, "-c", code]
    subprocess.run(command, check=True, env=environment, cwd=ROOT, stdout=subprocess.DEVNULL)
    return time.perf_counter() - begun


def starts() -> dict[str, float]:
    """Both kinds of start in turns, with no files of the player's."""
    bare, lobby = list[float](), list[float]()
    with tempfile.TemporaryDirectory() as empty:
        private = dict.fromkeys(("XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"), empty)
        environment = os.environ | private | {"PYTHONPATH": str(ROOT)}
        for _ in range(STARTS):
            bare.append(start_seconds(BARE, environment))
            lobby.append(start_seconds(LOBBY, environment))
    return {
        "start_bare_s": round(statistics.median(bare), 3),
        "start_lobby_s": round(statistics.median(lobby), 3),
        "start_ratio": round(statistics.median(lobby) / statistics.median(bare), 2),
    }


def window_figures(seconds: float) -> dict[str, float]:
    """What window_costs.py measures in a process of its own."""
    command = [sys.executable, str(ROOT / "scripts" / "window_costs.py"), str(seconds)]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    answer = subprocess.run(command, check=True, capture_output=True, text=True, cwd=ROOT, env=environment)
    figures: dict[str, float] = json.loads(answer.stdout.strip().splitlines()[-1])
    return figures


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="CPU, frames and start time of the window.")
    parser.add_argument("--seconds", type=float, default=10.0, help="how long an idle table is watched")
    seconds = parser.parse_args().seconds
    os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
    with display():
        print(json.dumps(window_figures(seconds) | starts()))


if __name__ == "__main__":
    main()
