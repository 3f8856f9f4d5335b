"""The steps of `scripts/check.py`: formatting, lint, types, floors, tests."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import ground

# Coverage is printed for the floors that promise all of it: every line, both ways of every branch.
COVERED = (
    "--cov",  # of what pyproject.toml names
    "--cov-report=term-missing:skip-covered",
)
ALL_COVERED = ("--cov-fail-under=100",)  # asked for when all tests run; a few of them cannot cover everything

# Each step: name -> arguments after the environment's Python. Tests come last: theirs is the closing line.
STEPS: dict[str, tuple[str, ...]] = {
    "format": ("-m", "ruff", "format", "--check", "."),
    "lint": ("-m", "ruff", "check", "."),
    "types": ("-m", "mypy"),
    "imports": ("-c", "from importlinter.cli import lint_imports_command; lint_imports_command()"),
    # three at once on two cores: those that play over a network mostly wait
    "tests": ("-m", "pytest", "-n", "3", "--dist", "worksteal", *COVERED),
}


def chosen(arguments: Sequence[str]) -> tuple[list[str], list[str]]:
    """Split the command line into (steps to run, arguments for pytest). Raises `GroundError`."""
    words = list(arguments)
    extra: list[str] = []
    if "--" in words:
        cut = words.index("--")
        words, extra = words[:cut], words[cut + 1 :]
    unknown = [word for word in words if word not in STEPS]
    if unknown:
        raise ground.GroundError(f"There is no step {unknown[0]}: the steps are {', '.join(STEPS)}.")
    return [name for name in STEPS if name in words or not words], extra


def run(python: Path, name: str, extra: Sequence[str]) -> int:
    """Run one step from the project's folder and return its exit code."""
    print(f"== {name}", flush=True)
    begun = time.monotonic()
    argv = [str(python), *STEPS[name], *((extra or ALL_COVERED) if name == "tests" else ())]
    code = subprocess.run(
        argv, check=False, cwd=ground.ROOT, stdin=subprocess.DEVNULL, env=ground.clean_environment()
    ).returncode
    if name != "tests":
        print(f"== {name}: {'FAILED' if code else 'ok'} in {time.monotonic() - begun:.1f} s", flush=True)
    return code


def check(arguments: Sequence[str]) -> int:
    """Run the steps asked for (all, without arguments); returns the first failing step's exit code, or 0."""
    if {"-h", "--help"} & set(arguments):
        print(f"{ground.command('check')} [{' | '.join(STEPS)}] ... [-- arguments for pytest]")
        return 0
    names, extra = chosen(arguments)
    python = ground.ensure(dev=True)
    first = 0
    for name in names:
        if name == "tests" and first:
            sys.stdout.write("== a step before the tests has FAILED, so this check fails whatever they say\n")
        code = run(python, name, extra)
        first = first or code
    return first
