"""Play in a real window with a real mouse and keyboard: `python3 scripts/play_window.py` prints one JSON line.

Under an Xvfb of its own, in a network namespace of its own (Linux, where that is allowed): the name is typed, a table
hosted and begun with bots, one deal called and played by mouse alone, another by keys alone. xdotool makes X events; no
call goes into the program. `watched_window.py` tells where things are. Needs Xvfb and xdotool.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from lanbridge.protocol.table_settings import TableSettings  # noqa: E402 - ROOT must be on the path first
from lanbridge.settings import Motion, Places, Preferences, save_preferences  # noqa: E402 - likewise

INSIDE = "LANBRIDGE_PLAY_INSIDE"  # set in the process that runs in the namespace
WINDOW = (1280, 720)
NAME = "Rafi"
PATIENCE = 20.0  # seconds for anything to appear
LOOK_EVERY = 0.01
DOUBLE_CLICK = 0.45  # seconds
FELT = (8, 120)  # pixels: nothing to press lies there


class Stuck(Exception):
    """Something that was waited for did not come; the message says what is on the screen instead."""


class Hands:
    """Mouse and keyboard by xdotool, eyes by the observer's file."""

    def __init__(self, window: str, watched: Path, process: subprocess.Popen[bytes]) -> None:
        self.window, self.watched, self.process = window, watched, process
        self.clicks = self.keys = 0

    def seen(self) -> dict[str, Any]:
        """What is on the screen now."""
        with suppress(OSError, json.JSONDecodeError):
            seen: dict[str, Any] = json.loads(self.watched.read_text("utf-8"))
            return seen
        return {"screen": ""}

    def until(self, wanted: Callable[[dict[str, Any]], object], what: str) -> dict[str, Any]:
        """Look until it is so."""
        end = time.monotonic() + PATIENCE
        while not wanted(seen := self.seen()):
            if time.monotonic() > end or self.process.poll() is not None:
                message = f"{what}: {json.dumps(seen)[:600]}"
                raise Stuck(message)
            time.sleep(LOOK_EVERY)
        return seen

    def screen(self, *names: str) -> dict[str, Any]:
        """Wait for one of these screens."""
        return self.until(lambda seen: seen["screen"] in names, f"no {' or '.join(names)}")

    def click(self, x: int, y: int) -> None:
        """Move there, press and release the left button."""
        xdotool("mousemove", "--window", self.window, str(x), str(y), "click", "1")
        self.clicks += 1

    def button(self, name: str) -> None:
        """Click on the button whose name begins so, once it is there."""
        seen = self.until(lambda s: any(n.startswith(name) for n in s.get("buttons", ())), f"no button {name}")
        self.click(*next(place for n, place in seen["buttons"].items() if n.startswith(name)))

    def key(self, *names: str) -> None:
        """Press and release keys."""
        xdotool("key", "--delay", "15", *names)
        self.keys += len(names)

    def write(self, text: str) -> None:
        """Type letters."""
        xdotool("type", "--delay", "15", text)
        self.keys += len(text)


def xdotool(*arguments: str) -> str:
    """One call of xdotool; what it prints."""
    done = subprocess.run(["xdotool", *arguments], check=True, capture_output=True, text=True, timeout=PATIENCE)
    return done.stdout.strip()


# ---------------------------------------------------------------------- the evening


def to_the_table(hands: Hands) -> None:
    """The name, the lobby, a table of one's own, the first deal."""
    hands.screen("FirstRunScene")
    hands.key("ctrl+a")
    hands.write(NAME)
    hands.key("Return")
    hands.screen("LobbyScene")
    hands.button("Host")
    hands.screen("WaitingScene")
    hands.button("Start")
    hands.screen("TableScene")


def play_deal(hands: Hands, move: Callable[[Hands, dict[str, Any]], None], hurry: Callable[[], None]) -> None:
    """Move whenever it is my turn, until the deal is scored; what flies is hurried on, as quick players do."""
    deals, moved = hands.seen()["deals"], 0.0
    while True:
        seen = hands.until(lambda s: s.get("deals", 0) > deals or s.get("free") or s.get("busy"), "no turn of mine")
        if seen["deals"] > deals:
            return
        if not seen["free"]:
            hurry()
            time.sleep(0.1)
            continue
        time.sleep(max(0.0, moved + DOUBLE_CLICK - time.monotonic()))  # sooner, it would be a double click
        move(hands, seen)
        moved = time.monotonic()
        hands.until(partial(_went_on, deals, seen["moves"]), "the move was lost")


def _went_on(deals: int, moves: int, seen: dict[str, Any]) -> bool:
    """Whether a move was made since, or the deal is over."""
    return bool(seen.get("deals", 0) > deals or seen.get("moves", -1) > moves)


def by_mouse(hands: Hands, seen: dict[str, Any]) -> None:
    """A click on the first call and on the button below; or on the first card that may be played."""
    if seen["calls"]:
        hands.click(*seen["calls"][0])
        hands.click(*seen["confirm"])
    elif seen["cards"]:
        hands.click(*next(iter(seen["cards"].values())))


def by_keys(hands: Hands, seen: dict[str, Any]) -> None:
    """A digit or an arrow, and Enter."""
    if seen["calls"]:
        hands.key("3", "Return")
    else:
        hands.key("Right", "Return")


def evening(hands: Hands, pictures: Path | None) -> dict[str, object]:
    """Two deals and the way out; what was done."""
    begun = time.monotonic()
    to_the_table(hands)
    photographed(hands, pictures, "table")
    play_deal(hands, by_mouse, lambda: hands.click(*FELT))
    hands.screen("BetweenScene")
    time.sleep(0.7)  # a press that comes at once was meant for the table
    photographed(hands, pictures, "between")
    clicks = hands.clicks
    hands.button("Another deal")
    hands.screen("TableScene")
    mouse_deal = hands.seen()["deals"]
    keys_before, clicks_before = hands.keys, hands.clicks
    play_deal(hands, by_keys, lambda: hands.key("Return"))
    hands.screen("BetweenScene")
    time.sleep(0.7)
    hands.key("Return")  # alone: the gold button
    hands.screen("TableScene")
    keys, extra = hands.keys - keys_before, hands.clicks - clicks_before
    hands.key("Escape")
    hands.screen("MenuScene")
    photographed(hands, pictures, "menu")
    return {
        "ok": mouse_deal == 1 and hands.seen()["deals"] == 2 and extra == 0,  # noqa: PLR2004 - two deals
        "deals": hands.seen()["deals"],
        "clicks_in_mouse_deal": clicks,
        "keys_in_key_deal": keys,
        "clicks_in_key_deal": extra,
        "seconds": round(time.monotonic() - begun, 1),
    }


def photographed(hands: Hands, pictures: Path | None, name: str) -> None:
    """Keep the window as X sees it, where pictures are wanted."""
    if pictures is not None and shutil.which("import"):
        pictures.mkdir(parents=True, exist_ok=True)
        subprocess.run(["import", "-window", hands.window, str(pictures / f"{name}.png")], check=False)


# ---------------------------------------------------------------------- display, network, program


@contextmanager
def display() -> Iterator[str]:
    """An Xvfb of our own."""
    reading, writing = os.pipe()
    command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1920x1080x24", "-nolisten", "tcp"]
    with subprocess.Popen(command, pass_fds=(writing,), stderr=subprocess.DEVNULL) as process:
        os.close(writing)
        try:
            with os.fdopen(reading) as answer:
                yield ":" + answer.readline().strip()
        finally:
            process.terminate()


@contextmanager
def program(home: Path, watched: Path) -> Iterator[subprocess.Popen[bytes]]:
    """The program with nobody's settings, quick bots and a table that is private to this machine."""
    table = TableSettings("", bots="easy", bot_pause_ms=0)
    preferences = replace(Preferences(), muted=True, motion=Motion.FAST, window=WINDOW, host=table, language="en")
    save_preferences(Places.under(home), preferences)
    environment = os.environ | {"LANBRIDGE_HOME": str(home), "LANBRIDGE_ADAPTERS": "lo", "SDL_AUDIODRIVER": "dummy"}
    environment |= {"SDL_VIDEODRIVER": "x11"}
    command = [sys.executable, str(ROOT / "scripts" / "watched_window.py"), str(watched)]
    with subprocess.Popen(command, env=environment, cwd=ROOT) as process:
        try:
            yield process
        finally:
            process.terminate()


def window_of(process: subprocess.Popen[bytes]) -> str:
    """The id of the window, with the keyboard given to it: there is no window manager here."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and process.poll() is None:
        with suppress(subprocess.CalledProcessError):
            window = xdotool("search", "--onlyvisible", "--class", "watched_window").splitlines()[-1]
            xdotool("windowfocus", "--sync", window)
            return window
        time.sleep(0.05)
    message = "the window never came"
    raise Stuck(message)


def play(pictures: Path | None) -> dict[str, object]:
    """All of it."""
    with tempfile.TemporaryDirectory() as folder, display() as name:
        os.environ["DISPLAY"] = name
        watched = Path(folder) / "seen.json"
        with program(Path(folder) / "home", watched) as process:
            try:
                return evening(Hands(window_of(process), watched, process), pictures)
            except Stuck as stuck:
                return {"ok": False, "stuck": str(stuck)}


def missing() -> str:
    """Which program is not there, empty when all are."""
    return ", ".join(name for name in ("Xvfb", "xdotool") if shutil.which(name) is None)


def apart() -> bool:
    """Whether a network namespace of our own can be made here."""
    if shutil.which("unshare") is None or shutil.which("ip") is None:
        return False
    return subprocess.run(["unshare", "-rn", "true"], check=False, capture_output=True).returncode == 0


def main() -> int:
    """Go into the namespace, play, say what was done."""
    parser = argparse.ArgumentParser(description="Play two deals in a real window.")
    parser.add_argument("--pictures", type=Path, help="keep pictures of the window in this folder")
    pictures = parser.parse_args().pictures
    if missing():
        sys.stderr.write(f"Not installed: {missing()}\n")
        return 2
    if INSIDE not in os.environ and apart():
        inside = 'ip link set lo up; exec "$0" "$@"'
        command = ["unshare", "-rn", "sh", "-c", inside, sys.executable, *sys.argv]
        return subprocess.run(command, check=False, env=os.environ | {INSIDE: "1"}).returncode
    done = play(pictures)
    print(json.dumps(done))
    return 0 if done["ok"] else 1


if __name__ == "__main__":
    sys.exit(main())
