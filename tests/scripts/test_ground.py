"""The two commands on machines that lack something: each gets one sentence with what to type."""

from __future__ import annotations

import ast
import importlib.util
import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

import ground
import steps

SCRIPTS = ground.ROOT / "scripts"


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A folder with the two files that decide what is installed, and a name with a space."""
    root = tmp_path / "co py"
    root.mkdir()
    (root / "pyproject.toml").write_text('[project]\nname = "lanbridge"\nversion = "0"\n', "utf-8")
    (root / "constraints.txt").write_text("", "utf-8")
    return root


def finished(root: Path, *, dev: bool = False) -> Path:
    """A .venv that says it is finished (its Python is an empty file)."""
    venv = root / ".venv"
    python = ground.venv_python(venv)
    python.parent.mkdir(parents=True)
    python.touch()
    stamp = ground.Stamp(ground.key_of(root), ground.base_of(root), dev=dev, ready=True)
    ground.write_stamp(venv, stamp)
    return venv


# --- an old Python ---------------------------------------------------------------------------------


@pytest.mark.parametrize("script", ["play", "check"])
def test_the_commands_parse_on_python_3_6(script: str) -> None:
    ast.parse((SCRIPTS / f"{script}.py").read_text("utf-8"), feature_version=(3, 6))


@pytest.mark.parametrize("script", ["play", "check"])
def test_an_old_python_gets_one_sentence(script: str) -> None:
    lie = "import sys, runpy; sys.version_info = (3, 8, 10, 'final', 0); runpy.run_path(sys.argv[1])"
    told = subprocess.run(
        [sys.executable, "-c", lie, str(SCRIPTS / f"{script}.py")],
        check=False,
        capture_output=True,
        text=True,
    )
    assert told.returncode == 1
    assert told.stderr.startswith("LAN Bridge needs Python 3.11 or newer, and this is Python 3.8:")
    assert f"scripts/{script}.py" in told.stderr
    assert told.stderr.count("\n") == 1


def borrow_pip(venv: Path) -> None:
    """Make a real environment in a blink: this one's pip is lent to it by a path file."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(venv)], check=True)
    paths = {"base": str(venv), "platbase": str(venv)}
    site = Path(sysconfig.get_path("purelib", vars=paths, scheme="venv"))
    (site / "lent.pth").write_text(sysconfig.get_path("purelib") + "\n", "utf-8")


# --- finished, half-made, changed ------------------------------------------------------------------


def test_a_finished_environment_is_used_as_it_is(checkout: Path) -> None:
    finished(checkout)
    assert ground.is_ready(checkout, dev=False)
    assert ground.ensure(dev=False, root=checkout) == ground.venv_python(checkout / ".venv")


def test_an_environment_without_tools_does_not_do_for_checking(checkout: Path) -> None:
    finished(checkout, dev=False)
    assert not ground.is_ready(checkout, dev=True)


def test_an_environment_with_tools_does_for_playing(checkout: Path) -> None:
    finished(checkout, dev=True)
    assert ground.is_ready(checkout, dev=False)


@pytest.mark.parametrize("name", ["pyproject.toml", "constraints.txt"])
def test_a_changed_file_asks_for_an_update_but_not_for_a_new_environment(checkout: Path, name: str) -> None:
    venv = finished(checkout)
    with (checkout / name).open("a") as file:
        file.write("# changed\n")
    assert not ground.is_ready(checkout, dev=False)
    assert ground.is_usable(venv, ground.read_stamp(venv), ground.base_of(checkout))


def test_an_environment_of_another_python_or_folder_is_not_built_upon(checkout: Path) -> None:
    venv = finished(checkout)
    assert not ground.is_usable(venv, ground.read_stamp(venv), "3.99 plan9 /elsewhere")


def test_an_environment_whose_python_is_gone_is_not_ready(checkout: Path) -> None:
    venv = finished(checkout)
    ground.venv_python(venv).unlink()
    assert not ground.is_ready(checkout, dev=False)


@pytest.mark.parametrize("text", ["", "{", "[]", '{"key": "x"}', '{"surprise": 1}'])
def test_a_damaged_stamp_is_no_stamp(checkout: Path, text: str) -> None:
    venv = finished(checkout)
    (venv / ground.MARKER).write_text(text, "utf-8")
    assert ground.read_stamp(venv) is None
    assert not ground.is_ready(checkout, dev=False)


def test_a_half_made_environment_is_made_again(
    checkout: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    venv = finished(checkout)
    ground.write_stamp(venv, ground.Stamp("k", ground.base_of(checkout), dev=False, ready=False))
    (venv / "debris").touch()
    monkeypatch.setattr(ground, "create", lambda made: ground.venv_python(made).parent.mkdir())
    monkeypatch.setattr(ground, "install", lambda root, dev: ground.venv_python(root / ".venv").touch())
    ground.ensure(dev=False, root=checkout)
    assert not (venv / "debris").exists()
    assert ground.is_ready(checkout, dev=False)
    assert "half-made: making it again" in capfd.readouterr().err


def test_an_interrupted_install_leaves_an_environment_that_is_not_ready(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(_root: Path, *, dev: bool) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(ground, "create", lambda made: ground.venv_python(made).parent.mkdir())
    monkeypatch.setattr(ground, "install", interrupted)
    with pytest.raises(KeyboardInterrupt):
        ground.ensure(dev=False, root=checkout)
    assert not ground.is_ready(checkout, dev=False)
    stamp = ground.read_stamp(checkout / ".venv")
    assert stamp is not None
    assert not stamp.ready


def test_playing_after_checking_keeps_the_tools(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    finished(checkout, dev=True)
    (checkout / "constraints.txt").write_text("# changed\n", "utf-8")
    monkeypatch.setattr(ground, "install", lambda root, dev: None)
    ground.ensure(dev=False, root=checkout)
    assert ground.is_ready(checkout, dev=True)


def test_something_else_called_venv_is_left_alone(checkout: Path) -> None:
    (checkout / ".venv").mkdir()
    (checkout / ".venv" / "diary.txt").touch()
    with pytest.raises(ground.GroundError, match="is not an environment of this project: move it away"):
        ground.ensure(dev=False, root=checkout)
    assert (checkout / ".venv" / "diary.txt").exists()


# --- machines that lack something ------------------------------------------------------------------


def test_a_debian_without_python3_venv_is_told_the_package(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    monkeypatch.setattr(shutil, "which", lambda name: "/usr/bin/apt")
    with pytest.raises(ground.GroundError, match="type: sudo apt install python3-venv, then: "):
        ground.ensure(dev=False, root=checkout)
    assert not (checkout / ".venv").exists()


def test_a_folder_that_cannot_be_written_is_named(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_args: object, **_kwargs: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "mkdir", refuse)
    with pytest.raises(ground.GroundError, match="cannot be written"):
        ground.ensure(dev=False, root=checkout)


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ("OSError: [Errno 28] No space left on device", "The disk is full"),
        ("SSLError(... CERTIFICATE_VERIFY_FAILED ...)", "a certificate this machine does not trust"),
        ("[Errno -3] Temporary failure in name resolution", "no network?"),
        (
            "noise\nERROR: No matching distribution found for x==9\nmore",
            "No matching distribution found for x==9",
        ),
    ],
)
def test_what_pip_says_becomes_one_sentence(checkout: Path, said: str, sentence: str) -> None:
    told = ground.pip_fault(said, checkout)
    assert sentence in told
    assert "\n" not in told


def test_no_network_is_one_sentence_and_the_next_start_begins_anew(
    checkout: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    for name in [name for name in os.environ if name.startswith("PIP_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    monkeypatch.setenv("PIP_INDEX_URL", "http://127.0.0.1:9/simple")  # discard: nobody listens there
    monkeypatch.setattr(ground, "PIP_RETRIES", "0")
    monkeypatch.setattr(ground, "create", borrow_pip)
    code = ground.guarded(lambda _: int(bool(ground.ensure(dev=False, root=checkout))), [])
    last = capfd.readouterr().err.splitlines()[-1]
    assert code == 1
    assert last.startswith("The packages could not be fetched (no network?): connect this machine")
    assert not ground.is_ready(checkout, dev=False)
    venv = checkout / ".venv"
    assert not ground.is_usable(venv, ground.read_stamp(venv), ground.base_of(checkout))


@pytest.mark.parametrize("arguments", [[], ["host"], ["join", "10.0.0.9"], ["practise", "--auto"]])
def test_without_a_display_text_mode_is_offered(
    arguments: list[str], monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"):
        monkeypatch.delenv(name, raising=False)
    assert ground.guarded(ground.play, arguments) == 1
    told = capfd.readouterr().err
    assert told.startswith("This machine has no display")
    assert told.endswith(" ".join([*arguments, "--text"]) + "\n")


@pytest.mark.parametrize(
    "arguments",
    [
        ["--text"],
        ["--version"],
        ["tables", "--json"],
        ["host", "--no-window"],
        ["join", "--bot=steady"],
        ["replay", "match.txt", "--check"],
        ["doctor"],
    ],
)
def test_what_opens_no_window_needs_no_display(arguments: list[str]) -> None:
    assert not ground.wants_window(arguments)


def test_a_foreign_python_path_does_not_reach_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", "/elsewhere")
    monkeypatch.setenv("PIP_USER", "1")
    assert not {"PYTHONPATH", "PIP_USER"} & set(ground.clean_environment())


# --- check.py --------------------------------------------------------------------------------------


def test_check_runs_all_steps_with_the_tests_last() -> None:
    names, extra = steps.chosen([])
    assert names == ["format", "lint", "types", "imports", "tests"]
    assert extra == []


def test_check_runs_single_steps_in_their_order_and_hands_on_what_stands_after_the_dashes() -> None:
    assert steps.chosen(["tests", "lint", "--", "-k", "calls"]) == (["lint", "tests"], ["-k", "calls"])


def test_check_refuses_a_step_it_does_not_have() -> None:
    with pytest.raises(ground.GroundError, match="There is no step lnit: the steps are format, lint"):
        steps.chosen(["lnit"])


@pytest.mark.parametrize(("codes", "expected"), [([0, 0, 0, 0, 0], 0), ([0, 3, 0, 4, 0], 3), ([0, 0, 0, 0, 5], 5)])
def test_check_runs_on_after_a_failure_and_returns_the_first(
    codes: list[int], expected: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran: list[str] = []

    def run(_python: Path, name: str, _extra: list[str]) -> int:
        ran.append(name)
        return codes[len(ran) - 1]

    monkeypatch.setattr(ground, "ensure", lambda *, dev: Path("python"))
    monkeypatch.setattr(steps, "run", run)
    assert steps.check([]) == expected
    assert ran == list(steps.STEPS)
