"""Makes programs for people without Python (PyInstaller: a folder and a single file) and tries them.

The program is started with an empty folder as its PATH, so without Python: it must tell its version, host a table,
list it, join it with bots and play a deal. Prints one JSON object. Needs PyInstaller: ``pip install pyinstaller``.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parents[1]
PACKAGING: Final = ROOT / "scripts" / "packaging"
BUILD_SECONDS: Final = 900.0
STEP_SECONDS: Final = 120.0


def build(target: Path, *, one_file: bool) -> Path:
    """The program, made in ``target``.

    Raises:
        subprocess.CalledProcessError: PyInstaller failed.
    """
    command = [
        *(sys.executable, "-m", "PyInstaller", "--noconfirm", "--clean", "--log-level", "ERROR"),
        *("--name", "lanbridge", "--onefile" if one_file else "--onedir"),
        *("--collect-submodules", "zeroconf", "--collect-submodules", "lanbridge"),
        *_assets(),
        *("--icon", str(ROOT / "assets" / "icon.png")),
        *("--additional-hooks-dir", str(PACKAGING / "hooks")),
        *("--paths", str(ROOT), "--distpath", str(target), "--workpath", str(target / "work")),
        *("--specpath", str(target), str(PACKAGING / "program.py")),
    ]
    subprocess.run(command, check=True, timeout=BUILD_SECONDS)
    return target / "lanbridge" if one_file else target / "lanbridge" / "lanbridge"


def _assets() -> list[str]:
    """What of assets/ goes along: all but the drawings that the cards are made from."""
    found = sorted(path for path in (ROOT / "assets").iterdir() if path.name != "source")
    places = [f"lanbridge/assets/{path.name}" if path.is_dir() else "lanbridge/assets" for path in found]
    pairs = zip(found, places, strict=True)
    return [word for path, place in pairs for word in ("--add-data", f"{path}{os.pathsep}{place}")]


def try_out(program: Path, home: Path) -> dict[str, Any]:
    """What the program does without Python: version, a hosted table, seen and joined by bots, one deal played."""
    started = time.monotonic()
    version = _run(program, home, "--version").strip()
    start_s = time.monotonic() - started
    host = _start(program, home / "host", "host", "--no-window", "--deals", "1", "--seats", "3", "--bot-pause", "0")
    try:
        port = _wait_for_port(home / "host")
        seen = json.loads(_run(program, home / "eyes", "tables", "--json", "--seconds", "3"))
        where = f"127.0.0.1:{port}"
        players = [_start(program, home / f"p{n}", "join", where, "--bot", "hard") for n in range(3)]
        codes = [player.wait(STEP_SECONDS) for player in players]
        told = [json.loads((home / f"p{n}" / "out.txt").read_text().splitlines()[-1]) for n in range(3)]
    finally:
        host.send_signal(signal.SIGTERM)
        host.wait(STEP_SECONDS)
    return {
        "version": version,
        "first_word_s": round(start_s, 2),
        "tables_seen": len(seen),
        "players_done": codes.count(0),
        "deals": [len(player["deals"]) for player in told],
        "totals_equal": len({tuple(player["totals_tenths"]) for player in told}) == 1,
    }


def _environment(home: Path) -> dict[str, str]:
    home.mkdir(parents=True, exist_ok=True)
    kept = {name: value for name, value in os.environ.items() if name in ("LANG", "SYSTEMROOT", "TEMP")}
    nothing = home / "nothing"  # a PATH with no program at all, Python least of all
    nothing.mkdir(exist_ok=True)
    return kept | {"PATH": str(nothing), "HOME": str(home), "LANBRIDGE_HOME": str(home), "LANBRIDGE_ADAPTERS": "lo"}


def _run(program: Path, home: Path, *arguments: str) -> str:
    done = subprocess.run(
        [str(program), *arguments],
        capture_output=True,
        text=True,
        check=True,
        env=_environment(home),
        timeout=STEP_SECONDS,
    )
    return done.stdout


def _start(program: Path, home: Path, *arguments: str) -> subprocess.Popen[bytes]:
    environment = _environment(home)
    with (home / "out.txt").open("w") as out, (home / "err.txt").open("w") as err:
        return subprocess.Popen([str(program), *arguments], stdout=out, stderr=err, env=environment)


def _wait_for_port(home: Path) -> int:
    end = time.monotonic() + STEP_SECONDS
    while time.monotonic() < end:
        words = (home / "out.txt").read_text().split()
        numbers = [
            word.rstrip(",").rpartition(":")[2] for word in words if word.rstrip(",").rpartition(":")[2].isdigit()
        ]
        if numbers:
            return int(numbers[-1])
        time.sleep(0.1)
    raise TimeoutError((home / "err.txt").read_text())


def main() -> int:
    """Build and try both forms."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--into", default="dist", metavar="FOLDER", help="where the programs go")
    parser.add_argument("--form", choices=("folder", "file", "both"), default="both")
    options = parser.parse_args()
    forms = {"folder": False, "file": True}
    told: dict[str, Any] = {}
    for form, one_file in forms.items():
        if options.form not in (form, "both"):
            continue
        target = Path(options.into).resolve() / f"program-{form}"
        program = build(target, one_file=one_file)
        shutil.rmtree(target / "work", ignore_errors=True)
        with tempfile.TemporaryDirectory() as home:
            told[form] = try_out(program, Path(home))
        size = sum(path.stat().st_size for path in target.rglob("*") if path.is_file() and not path.is_symlink())
        told[form]["size_mb"] = round(size / 1e6, 1)
    print(json.dumps(told))
    return 0


if __name__ == "__main__":
    sys.exit(main())
