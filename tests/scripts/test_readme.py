"""Every command that the README's shell blocks tell people to type is run, as near to the letter as a test may."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

import ground
from lanbridge.cli.parser import build_parser
from tests.cli.test_replay_check import match_text

README = (ground.ROOT / "README.md").read_text("utf-8")
PAPERS = ("README.md", "CONTRIBUTING.md", "ARCHITECTURE.md", "SECURITY.md")
SECONDS = 60.0
CLOSED_AFTER_A_WHILE = """
import sys
import pygame
def read():
    global rounds
    rounds += 1
    if rounds > 20:
        pygame.event.post(pygame.Event(pygame.QUIT))
    return get()
def flipped():
    global drawn
    drawn = True
    flip()
rounds, drawn = 0, False
get, pygame.event.get = pygame.event.get, read
flip, pygame.display.flip = pygame.display.flip, flipped
from lanbridge.cli import main
sys.exit(main(sys.argv[1:]) or not drawn)
"""
"""The program, whose window's close button is pressed, again and again, from the twentieth round of its loop on."""


def commands() -> list[str]:
    """The lines of all blocks that are marked as shell."""
    return [line for block in re.findall(r"```sh\n(.*?)```", README, re.DOTALL) for line in block.splitlines() if line]


def environment(home: Path) -> dict[str, str]:
    kept = {name: text for name, text in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    return kept | {"LANBRIDGE_HOME": str(home), "LANBRIDGE_ADAPTERS": "lo", "PYTHONPATH": str(ground.ROOT)}


def ready_checkout(folder: Path) -> Path:
    """This checkout in links, with a `.venv` that is ready: the one here may be old, and a test fetches nothing."""
    mine = Path(sys.prefix)
    if not (mine / "pyvenv.cfg").exists():
        pytest.skip("these tests run in no environment that could be lent")
    (folder / ".venv").mkdir(parents=True)
    shutil.copytree(ground.ROOT / "scripts", folder / "scripts")  # their own place tells them where the checkout is
    for source, target in ((ground.ROOT, folder), (mine, folder / ".venv")):
        for entry in source.iterdir():
            if entry.name not in (".venv", "scripts", ground.MARKER):
                (target / entry.name).symlink_to(entry)
    made = ground.Stamp(ground.key_of(folder), ground.base_of(folder), dev=True, ready=True)
    ground.write_stamp(folder / ".venv", made)
    assert ground.is_ready(folder, dev=True)
    return folder


def finished(
    home: Path,
    *arguments: str,
    typed: str = "",
    changes: Mapping[str, str] | None = None,
    folder: Path = ground.ROOT,
) -> str:
    """The output of a Python program that must end with 0."""
    done = subprocess.run(
        [sys.executable, *arguments],
        capture_output=True,
        text=True,
        input=typed,
        timeout=SECONDS,
        check=False,
        cwd=folder,
        env=environment(home) | dict(changes or {}),
    )
    assert done.returncode == 0, (arguments, done.stdout, done.stderr)
    return done.stdout


def opens_a_window(home: Path, *words: str) -> None:
    finished(home, "-c", CLOSED_AFTER_A_WHILE, *words, changes={"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"})


def plays_in_the_terminal(home: Path, *words: str) -> None:
    assert "You" in finished(home, "-m", "lanbridge", *words, typed="quit\nyes\n")


def prints(home: Path, *words: str) -> None:
    assert finished(home, "-m", "lanbridge", *words)


def hosts_until_it_is_told_to_end(home: Path, *words: str) -> None:
    command = [sys.executable, "-u", "-m", "lanbridge", *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment(home), cwd=ground.ROOT) as host:
        assert host.stdout is not None
        assert host.stdout.readline()  # the address and the code
        host.send_signal(signal.SIGTERM)
        assert host.wait(SECONDS) == 0


def shows_a_match(home: Path, *words: str) -> None:
    (home / "match.txt").write_text(match_text())
    assert (
        "deal 1"
        in finished(home, "-m", "lanbridge", *(str(home / "match.txt") if w == "FILE" else w for w in words)).lower()
    )


def is_understood(home: Path, *words: str) -> None:
    """Somebody else's table or address: nobody is called from a test."""
    build_parser().parse_args(words)


LANBRIDGE = {
    "practise": opens_a_window,
    "practise --text": plays_in_the_terminal,
    "host --rules nepal --deals 5 --pin 4711": opens_a_window,
    "host --no-window --seats 4": hosts_until_it_is_told_to_end,
    "tables": prints,
    'join "Rafi\'s table" --pin 4711': is_understood,
    "join K7QF-2MXR-AH --text": is_understood,
    "--help": prints,
    "doctor": prints,
    "doctor 192.168.1.20": is_understood,
    "--where": prints,
    "replay FILE --text": shows_a_match,
    "replay FILE --check": shows_a_match,
}
OURS = {"python3 scripts/play.py": "--version", "python3 scripts/check.py": "--help"}
"""What makes them end at once; the window that play.py opens is `practise`'s, and we are inside the check."""


@pytest.mark.slow
@pytest.mark.parametrize("command", commands())
def test_a_command_of_the_readme_does_what_it_says(command: str, tmp_path: Path) -> None:
    if command in OURS:
        assert finished(
            tmp_path, *shlex.split(command)[1:], OURS[command], folder=ready_checkout(tmp_path.resolve() / "checkout")
        )
        return
    name, _, rest = command.partition(" ")
    assert name == "lanbridge"
    LANBRIDGE[rest](tmp_path, *shlex.split(rest))


def test_no_command_is_tried_that_the_readme_no_longer_tells() -> None:
    assert set(commands()) == set(OURS) | {f"lanbridge {rest}" for rest in LANBRIDGE}


@pytest.mark.parametrize("paper", PAPERS)
def test_every_file_that_a_paper_points_to_is_there(paper: str) -> None:
    text = (ground.ROOT / paper).read_text("utf-8")
    links = re.findall(r"\]\((?!https?:|#)([^)#]+)", text)
    scripts = re.findall(r"(?<![\w/])scripts/[\w/]+\.py", text)
    assert not [path for path in {*links, *scripts} if not (ground.ROOT / path).exists()]
