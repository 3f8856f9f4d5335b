"""Installs the game as people do, and plays it: wheel, sdist, pipx, uv, uvx, and programs without Python.

What is packed is the last commit. Each way has a fresh HOME outside the checkout. What was installed must tell its
version, play a deal of ``practise --text`` at a pseudo-terminal, and open its window (on an Xvfb). The programs
without Python do so with an empty folder as their PATH. Prints one JSON object; exit code 1 when anything failed.
Fetches ``build``, ``uv``, ``pipx`` and ``pyinstaller`` into a folder that is thrown away. ``--no-programs`` leaves
PyInstaller out, ``--only-programs`` the rest. For Linux.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import shlex
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final
from unittest import mock
from zipfile import ZipFile

from ground import clean_environment
from measure_ui import display
from tests.terminal.pty_player import AnyCard, PtyPlayer

ROOT: Final = Path(__file__).resolve().parents[1]
TOOLS: Final = ("build", "uv", "pipx")
STEP_SECONDS: Final = 1200.0
DEAL_SECONDS: Final = 90.0
WINDOW_SECONDS: Final = 20.0
"""How long a window may take to come up, and how long it must stay:"""
STAYS_SECONDS: Final = 2.0
NOT_NEEDED: Final = ("assets/source", ".github", ".gitignore", "docs/pictures")
"""What an sdist may leave out, and a wheel must (the first)."""


def run(*command: str | Path, environment: Mapping[str, str] | None = None, folder: Path = ROOT) -> str:
    """The output of a command that must not fail."""
    done = subprocess.run(
        [str(word) for word in command],
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
        env=dict(environment or clean_environment()),
        timeout=STEP_SECONDS,
    )
    if done.returncode:
        raise RuntimeError(f"{command[0]} {command[1]}: {(done.stderr or done.stdout).strip()[-2000:]}")
    return done.stdout


def committed(folder: Path) -> None:
    """The tree of the last commit: what somebody is typing just now is nobody's package."""
    run("git", "clone", "-q", "--depth", "1", ROOT.as_uri(), folder)


def venv(folder: Path, *packages: str | Path) -> Path:
    """The ``bin`` of a fresh environment with these packages."""
    run(sys.executable, "-m", "venv", folder)
    run(folder / "bin" / "python", "-m", "pip", "install", "-q", *packages)
    return folder / "bin"


def player_environment(home: Path, path: str) -> dict[str, str]:
    """Somebody who has nothing but what is on the path; whose tables stay on loopback."""
    home.mkdir(parents=True, exist_ok=True)
    return {"HOME": str(home), "PATH": path, "LANG": "C.UTF-8", "LANBRIDGE_ADAPTERS": "lo"}


def tried(program: Path, home: Path, path: str) -> dict[str, Any]:
    """Version, one deal in text mode, a window: what an installed program does in a fresh home."""
    environment = player_environment(home, path)
    begun = time.monotonic()
    version = run(program, "--version", environment=environment, folder=home).strip()
    first_word = time.monotonic() - begun
    where = run(program, "--where", environment=environment, folder=home)
    with mock.patch.dict(os.environ, environment, clear=True):
        deals = deals_played(program, home / "text")
    return {
        "version": version,
        "first_word_s": round(first_word, 2),
        "python_on_path": shutil.which("python3", path=path) is not None,
        "kept_at_home": all(str(home) in line for line in where.splitlines()),
        "text_deals": deals,
        "window": window_stays(program, environment, home),
    }


def deals_played(program: Path, home: Path) -> int:
    """Deals of ``practise --text`` played at a pseudo-terminal: one."""
    player = PtyPlayer(home, "en", "practise", "--text", program=(str(program),))
    hand, end = AnyCard(player), time.monotonic() + DEAL_SECONDS
    try:
        while not hand.deals and time.monotonic() < end and player.program.poll() is None:
            hand.answer(0.1)
    finally:
        player.close()
    return hand.deals


def window_stays(program: Path, environment: dict[str, str], home: Path) -> str:
    """``practise --auto`` on a display of its own, ended by SIGTERM: "opened", or what went wrong."""
    with mock.patch.dict(os.environ), contextlib.ExitStack() as stack:
        os.environ.pop("DISPLAY", None)
        stack.enter_context(display())
        shown = environment | {"DISPLAY": os.environ["DISPLAY"], "SDL_AUDIODRIVER": "dummy"}
        command = [str(program), "practise", "--auto"]
        window = subprocess.Popen(command, env=shown, cwd=home, stderr=subprocess.PIPE, text=True)
        seen = _is_seen(window, shown)
        with contextlib.suppress(subprocess.TimeoutExpired):
            window.wait(STAYS_SECONDS)
        ended_early = window.poll() is not None
        window.terminate()
        _, said = window.communicate(timeout=STEP_SECONDS)
    if seen and not ended_early and window.returncode == 0:
        return "opened"
    return f"seen {seen}, ended early {ended_early}, code {window.returncode}: {said[-300:]}"


def _is_seen(window: subprocess.Popen[str], environment: dict[str, str]) -> bool:
    """Whether a window of ours comes up on the display; taken for granted without xdotool."""
    search = shutil.which("xdotool")
    end = time.monotonic() + WINDOW_SECONDS
    while search and window.poll() is None and time.monotonic() < end:
        command = [search, "search", "--onlyvisible", "--class", "lanbridge"]
        if subprocess.run(command, env=environment, capture_output=True, check=False).returncode == 0:
            return True
        time.sleep(0.2)
    return search is None


def files_of(wheel: Path, sdist: Path) -> dict[str, Any]:
    """What is missing in the packages, and what is in them for nothing."""
    tracked = run("git", "ls-tree", "-r", "--name-only", "HEAD").split()
    with tarfile.open(sdist) as packed:
        inside = {name.partition("/")[2] for name in packed.getnames()}
    with ZipFile(wheel) as zipped:
        names = zipped.namelist()
    needed = [name for name in tracked if name.startswith(("lanbridge/", "assets/"))]
    in_wheel = {name if name.startswith("lanbridge/") else f"lanbridge/{name}" for name in needed}
    return {
        "sdist_mb": round(sdist.stat().st_size / 1e6, 2),
        "wheel_mb": round(wheel.stat().st_size / 1e6, 2),
        "missing_in_sdist": [n for n in tracked if n not in inside and not n.startswith(NOT_NEEDED)],
        "missing_in_wheel": sorted(n for n in in_wheel - set(names) if not n.startswith("lanbridge/assets/source")),
        "needless_in_wheel": [n for n in names if n.startswith(("lanbridge/assets/source", "tests", "scripts"))],
    }


def installed_ways(wheel: Path, sdist: Path, tools: Path, folder: Path) -> Iterator[tuple[str, Path]]:
    """Each way of installing, done: its name and the program."""
    yield "wheel", venv(folder / "wheel", wheel) / "lanbridge"
    yield "sdist", venv(folder / "sdist", sdist) / "lanbridge"
    pipx = {"PIPX_HOME": str(folder / "pipx"), "PIPX_BIN_DIR": str(folder / "pipx-bin")}
    run(tools / "pipx", "install", wheel, environment=clean_environment() | pipx, folder=folder)
    yield "pipx", folder / "pipx-bin" / "lanbridge"
    uv = {"UV_TOOL_DIR": str(folder / "uv"), "UV_TOOL_BIN_DIR": str(folder / "uv-bin")}
    run(tools / "uv", "tool", "install", wheel, environment=clean_environment() | uv, folder=folder)
    yield "uv_tool", folder / "uv-bin" / "lanbridge"
    uvx = folder / "uvx-bin" / "lanbridge"
    uvx.parent.mkdir()
    command = [str(tools / "uvx"), "--cache-dir", str(folder / "uvx"), "--from", str(wheel)]
    run(*command, "lanbridge", "--version", folder=folder)  # fetches; a later start finds everything here
    uvx.write_text(f'#!/bin/sh\nexec {shlex.join(command)} --offline lanbridge "$@"\n')
    uvx.chmod(0o755)
    yield "uvx", uvx


def programs(wheel: Path, folder: Path) -> dict[str, Any]:
    """What build_program.py says of the folder and of the single file, and each of them tried as the others are."""
    python = venv(folder / "pyinstaller", wheel, "pyinstaller") / "python"
    begun = time.monotonic()
    script = folder / "source" / "scripts" / "build_program.py"
    told = run(python, script, "--into", folder / "programs", folder=folder / "source")
    found: dict[str, Any] = json.loads(told.splitlines()[-1])
    found["build_and_try_s"] = round(time.monotonic() - begun)
    nothing = folder / "nothing"
    nothing.mkdir()
    for form, place in (("folder", "lanbridge/lanbridge"), ("file", "lanbridge")):
        program = folder / "programs" / f"program-{form}" / place
        found[form] |= tried(program, folder / f"home-program-{form}", str(nothing))
    return found


def fine(told: dict[str, Any]) -> bool:
    """Whether everything worked."""
    missing = [key for key in ("missing_in_sdist", "missing_in_wheel", "needless_in_wheel") if told["files"][key]]
    ways = [*told["installed"].values(), *(told[form] for form in ("folder", "file") if form in told)]
    bare = not any(told[form]["python_on_path"] for form in ("folder", "file") if form in told)
    played = all(way["text_deals"] == 1 and way["window"] == "opened" and way["kept_at_home"] for way in ways)
    return played and bare and not missing


def main() -> int:
    """Build, install, try; everything in a folder that is removed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only-programs", action="store_true", help="the programs without Python and nothing else")
    parser.add_argument("--no-programs", action="store_true", help="leave the programs without Python out")
    options = parser.parse_args()
    begun = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="lanbridge-packages-") as name:
        folder = Path(name)
        tools = venv(folder / "tools", *TOOLS)
        committed(folder / "source")
        run(tools / "python", "-m", "build", "--outdir", folder / "dist", folder=folder / "source")
        (wheel,), (sdist,) = (folder / "dist").glob("*.whl"), (folder / "dist").glob("*.tar.gz")
        told: dict[str, Any] = {"files": files_of(wheel, sdist), "installed": {}}
        ways = () if options.only_programs else installed_ways(wheel, sdist, tools, folder)
        for way, program in ways:
            told["installed"][way] = tried(program, folder / f"home-{way}", f"{program.parent}:/usr/bin:/bin")
            print(way, json.dumps(told["installed"][way]), file=sys.stderr, flush=True)
        if not options.no_programs:
            told |= programs(wheel, folder)
    told["took_s"] = round(time.monotonic() - begun)
    print(json.dumps(told))
    return 0 if fine(told) else 1


if __name__ == "__main__":
    sys.exit(main())
