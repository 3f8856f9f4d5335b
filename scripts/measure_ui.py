"""What the window costs: `python3 scripts/measure_ui.py [--seconds N]` prints one JSON line.

A display is needed; without one Xvfb is started. Measured on the table before a fake host:

- idle_cpu_percent, idle_frames: waiting for another player without a clock; idle_clock_frames_per_s: with one
- frame_cpu_ms_*: CPU time of the frames of a deal and the tricks after it at 1280x720
- start_ratio: process start to the first lobby frame, over a bare pygame program that opens a window and flips once;
  start_live_ratio: the same to the frame with everything that can be pressed
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
START_LIMIT = 60.0  # seconds; a busy machine is slow, a window that never comes is a fault
BARE = """
import os
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
os.environ["SDL_FRAMEBUFFER_ACCELERATION"] = "0"
import pygame
pygame.display.init()
pygame.display.set_mode((1280, 720))
pygame.display.flip()
"""
NTH_FRAME = """
import os
import sys
import lanbridge.ui.first_frame
import pygame
left = {frames}
def flipped():
    global left
    flip()
    left -= 1
    if not left:
        os._exit(0)
flip, pygame.display.flip = pygame.display.flip, flipped
from lanbridge.cli import main
sys.exit(main([]))
"""
LOBBY = NTH_FRAME.format(frames=1)  # the lobby's ground
LIVE_LOBBY = NTH_FRAME.format(frames=2)  # the lobby with all that can be pressed


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
    subprocess.run(command, check=True, env=environment, cwd=ROOT, stdout=subprocess.DEVNULL, timeout=START_LIMIT)
    return time.perf_counter() - begun


def starts() -> dict[str, float]:
    """Three kinds of start in turns; the player has a name and no other file."""
    kinds = {"bare": BARE, "lobby": LOBBY, "live_lobby": LIVE_LOBBY}
    seconds: dict[str, list[float]] = {kind: [] for kind in kinds}
    with tempfile.TemporaryDirectory() as home:
        (Path(home) / "settings").mkdir()
        (Path(home) / "settings" / "preferences.json").write_text('{"name": "Rafi", "muted": true}')
        only_here = {"LANBRIDGE_HOME": home, "LANBRIDGE_ADAPTERS": "lo", "PYTHONPATH": str(ROOT)}
        for _ in range(STARTS):
            for kind, code in kinds.items():
                seconds[kind].append(start_seconds(code, os.environ | only_here))
    medians = {kind: statistics.median(taken) for kind, taken in seconds.items()}
    return {f"start_{kind}_s": round(median, 3) for kind, median in medians.items()} | {
        "start_ratio": round(medians["lobby"] / medians["bare"], 2),
        "start_live_ratio": round(medians["live_lobby"] / medians["bare"], 2),
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
