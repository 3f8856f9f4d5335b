"""Every headline figure beside its reference on this machine: ``python scripts/measure.py [--quick] [--into FILE]``.

Prints a table and, as the last line, one JSON object; ``--into`` writes that object to a file. What cannot be measured
here is left out with the reason (``skipped``). ``--quick`` measures less of everything and leaves out the window's
loop and OpenSpiel, unless ``--open-spiel PYTHON`` names a Python that has it; without that, a full run installs it
into an environment that is thrown away. ``--only PART ...`` runs some parts. Nothing leaves this machine.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

import measure_bots
import measure_ui
from lab.lan import LabUnavailable
from lanbridge.engine import PRESETS
from measuring_here import NotHere, codec_rates, memory_mb, referee_deals_per_second
from measuring_lan import discovery_seconds, move_seconds

STEPS: Final = (("easy", "medium"), ("medium", "hard"))
"""Bots: the weaker and the stronger of two neighbours."""
IDLE_SECONDS: Final = 10.0


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of the table. ``ratio`` is ours to the reference; ``better`` says which way is good."""

    name: str
    ours: float
    unit: str
    reference: str = ""
    theirs: float | None = None
    better: str = "lower"
    note: str = ""

    @property
    def ratio(self) -> float | None:
        """Ours divided by theirs."""
        return None if not self.theirs else round(self.ours / self.theirs, 3)


@dataclass(frozen=True, slots=True)
class Length:
    """How long it may take, and a Python with OpenSpiel if there is one."""

    quick: bool
    open_spiel: str = ""

    def of(self, quick: int, full: int) -> int:
        """A number for this length."""
        return quick if self.quick else full


# --- the parts


def deals(length: Length) -> list[Figure]:
    """Whole deals a second: the bots' engine by rules of thumb, the referee with random moves."""
    with tempfile.TemporaryDirectory(prefix="lanbridge-spiel-") as folder:
        python = length.open_spiel or ("" if length.quick else _open_spiel(Path(folder)))
        command = [sys.executable, str(Path(measure_bots.__file__)), "speed"]
        command += ["--open-spiel", python] if python else []
        done = subprocess.run(command, capture_output=True, text=True, check=True)
    told = json.loads(done.stdout.splitlines()[-1])
    theirs = told.get("open_spiel_random_deals_per_second")
    reference = "OpenSpiel's spades, random, from Python" if theirs else ""
    note = "" if theirs else "OpenSpiel not measured: --open-spiel PYTHON, or a full run"
    bots = round(told["rollouts_per_second"])
    referee = round(referee_deals_per_second(length.of(1, 4)))
    return [
        Figure(
            "deals_bots_per_s", bots, "/s", reference, theirs, "higher", note or "the bots' engine, by rules of thumb"
        ),
        Figure("deals_referee_per_s", referee, "/s", reference, theirs, "higher", note or "the referee, random moves"),
        Figure("worlds_per_s", round(told["worlds_per_second"]), "/s", better="higher", note="deals that fit a view"),
    ]


def _open_spiel(folder: Path) -> str:
    """A fresh environment with OpenSpiel; empty when it cannot be had."""
    python = folder / "bin" / "python"
    subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
    got = subprocess.run([python, "-m", "pip", "install", "-q", "open_spiel"], capture_output=True, check=False)
    return "" if got.returncode else str(python)


def codec(length: Length) -> list[Figure]:
    """An update to bytes and back, beside json with the same values (which checks nothing and builds no objects)."""
    ours, theirs, our_bytes, their_bytes = codec_rates(length.of(1, 3))
    return [
        Figure("codec_us", ours, "us", "json dumps + loads", theirs, note="strict, builds the messages"),
        Figure("update_bytes", our_bytes, "bytes", "json", their_bytes),
    ]


def start(length: Length) -> list[Figure]:
    """From starting the process to the lobby."""
    measure_ui.STARTS = length.of(2, 7)
    with measure_ui.display():
        told = measure_ui.starts()
    return [Figure("start_lobby_s", told["start_lobby_s"], "s", "bare pygame window", told["start_bare_s"])]


def window(length: Length) -> list[Figure]:
    """The window's loop: at rest, and while a deal is played."""
    if length.quick:
        raise NotHere("takes a minute: not with --quick")
    with measure_ui.display():
        told = measure_ui.window_figures(IDLE_SECONDS)
    bare = told.get("idle_bare_loop_cpu_percent")
    return [
        Figure("idle_cpu_percent", told["idle_cpu_percent"], "%", "bare pygame loop, 60 rounds/s", bare),
        Figure("frame_cpu_ms_median", told["frame_cpu_ms_median"], "ms", "a frame at 60/s", 16.7),
        Figure("frame_cpu_ms_p95", told["frame_cpu_ms_p95"], "ms", "a frame at 60/s", 16.7),
    ]


def moves(length: Length) -> list[Figure]:
    """From a player's sending a move to each player's seeing it, on a LAN of four; its journal is on disk by then."""
    ours, bare = move_seconds(length.of(3, 20))
    reference = "bare TCP, there and back"
    return [
        Figure("move_ms_median", ours.median_ms, "ms", reference, bare.median_ms, note="TLS, referee, fsync"),
        Figure("move_ms_p99", ours.p99_ms, "ms", reference, bare.p99_ms),
    ]


def discovery(length: Length) -> list[Figure]:
    """How soon a table is listed on other laptops."""
    ours, avahi, why = discovery_seconds(length.of(2, 20), length.of(2, 10))
    hosting, lobby = (avahi.hosting_ms, avahi.lobby_ms) if avahi else (None, None)
    return [
        Figure("hosting_to_row_ms", ours.hosting_ms, "ms", "avahi-publish to avahi-browse", hosting, note=why),
        Figure("lobby_to_row_ms", ours.lobby_ms, "ms", "avahi-browse, daemon running", lobby, note=why),
    ]


def bots(length: Length) -> list[Figure]:
    """Points a deal that each level gains over the one below, on the same deals."""
    found = []
    for worse, better in STEPS[: length.of(1, len(STEPS))]:
        count = length.of(30, 240 if worse == "easy" else 80)
        told = measure_bots.step(better, worse, PRESETS["bangladesh"], count, 71, 2)
        gain, error = round(told["gain_points"], 3), round(told["se_points"], 3)
        note = f"+- {error}, {count} deals, bangladesh"
        found.append(Figure(f"bots_{better}_over_{worse}", gain, "points/deal", better="higher", note=note))
    return found


def memory(length: Length) -> list[Figure]:
    """Resident memory in the middle of a match."""
    del length
    told = memory_mb()
    bare, pygame = "bare Python with asyncio, ssl", "bare pygame window"
    return [
        Figure("memory_host_mb", told["host"], "MB", bare, told["bare"], note="headless, four players"),
        Figure("memory_client_mb", told["client"], "MB", bare, told["bare"], note="without a window"),
        Figure("memory_window_mb", told["window"], "MB", pygame, told["bare_window"], note="window, host and bots"),
    ]


PARTS: Final[Mapping[str, Callable[[Length], list[Figure]]]] = {
    "deals": deals,
    "codec": codec,
    "start": start,
    "window": window,
    "moves": moves,
    "discovery": discovery,
    "bots": bots,
    "memory": memory,
}


# --- the table


def as_row(figure: Figure) -> str:
    """One line of the table."""
    beside = "" if figure.theirs is None else f"{figure.theirs:,.6g} {figure.unit} ({figure.reference})"
    ratio = "" if figure.ratio is None else f"{figure.ratio:.2f}x"
    ours = f"{figure.ours:,.6g} {figure.unit}"
    return f"{figure.name:<24}{ours:>20}  {ratio:>8}  {beside:<58}{figure.note}".rstrip()


def as_json(figures: list[Figure]) -> dict[str, Any]:
    """By name: ours, the reference and the ratio."""
    return {figure.name: {**asdict(figure), "ratio": figure.ratio} for figure in figures}


def measured(names: list[str], length: Length) -> dict[str, Any]:
    """What the JSON object holds: ``figures``, ``skipped`` parts with the reason, ``parts_s`` that each part took."""
    figures: list[Figure] = []
    skipped: dict[str, str] = {}
    took: dict[str, float] = {}
    started = time.monotonic()
    for name in names:
        begun = time.monotonic()
        try:
            fresh = PARTS[name](length)
        except (NotHere, LabUnavailable) as reason:
            skipped[name] = str(reason)
            print(f"{name}: left out, {reason}", flush=True)
            continue
        took[name] = round(time.monotonic() - begun, 1)
        figures += fresh
        print(*map(as_row, fresh), sep="\n", flush=True)
    return {
        "figures": as_json(figures),
        "skipped": skipped,
        "parts_s": took,
        "took_s": round(time.monotonic() - started, 1),
    }


def main() -> None:
    """Measure, print, keep."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="under a minute")
    parser.add_argument("--only", nargs="+", choices=PARTS, default=list(PARTS), metavar="PART", help=", ".join(PARTS))
    parser.add_argument("--open-spiel", default="", metavar="PYTHON", help="a Python that has open_spiel")
    parser.add_argument("--into", type=Path, metavar="FILE", help="write the JSON object there, too")
    options = parser.parse_args()
    told = measured(options.only, Length(options.quick, options.open_spiel))
    if options.into:
        options.into.write_text(json.dumps(told, indent=1) + "\n", "utf-8")
    print(json.dumps(told))


if __name__ == "__main__":
    main()
