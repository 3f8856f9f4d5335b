"""The ground both commands stand on: a `.venv` in the checkout with the project at pinned versions.

Only the standard library of Python 3.11 is used here. Whatever goes wrong becomes one `GroundError`, whose
sentence says what to type; the two commands print it and end with exit code 1.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MARKER = "lanbridge-ground.json"  # inside .venv: what it was made from, and whether it was finished
PIP_LOG = "lanbridge-pip.log"  # inside .venv: everything pip said, for whoever has to look
PIP_RETRIES = "3"  # tries; pip's own five make a laptop without network wait for half a minute

# Settings of the caller's shell that would send an install elsewhere, or another Python's modules into ours.
FOREIGN = ("PYTHONPATH", "PYTHONHOME", "__PYVENV_LAUNCHER__", "PIP_USER", "PIP_TARGET", "PIP_PREFIX")

NO_NETWORK = re.compile(
    r"NewConnectionError|NameResolutionError|ConnectTimeout|ReadTimeout|ProxyError|Connection refused"
    r"|Temporary failure in name resolution|getaddrinfo failed|Network is unreachable|timed out",
)
PROGRESS = re.compile(r"^\s*(?P<verb>Collecting|Downloading|Installing|Building) (?P<rest>.+)")


class GroundError(Exception):
    """The ground cannot be made; the message is one sentence for a person, with what to type."""


@dataclass(frozen=True, slots=True)
class Stamp:
    """What a `.venv` was made from. `ready` is false from the first file until pip has finished."""

    key: str
    base: str
    dev: bool
    ready: bool


def command(script: str) -> str:
    """The line a person types to start `script` on this system."""
    return f"py scripts\\{script}.py" if os.name == "nt" else f"python3 scripts/{script}.py"


def this_script() -> str:
    """Name of the command that is running: play or check."""
    return Path(sys.argv[0]).stem or "play"


def venv_python(venv: Path) -> Path:
    """Where the environment's Python is."""
    return venv / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def base_of(root: Path) -> str:
    """What an environment cannot outlive: the Python's minor version, the system, the folder."""
    return f"{sys.version_info[0]}.{sys.version_info[1]} {sys.platform} {root}"


def key_of(root: Path) -> str:
    """Hash of everything that decides what is installed: two files and the base."""
    digest = hashlib.sha256(base_of(root).encode())
    for name in ("pyproject.toml", "constraints.txt"):
        digest.update((root / name).read_bytes())
    return digest.hexdigest()


def read_stamp(venv: Path) -> Stamp | None:
    """The stamp in `venv`, or None where there is none that can be read."""
    try:
        return Stamp(**json.loads((venv / MARKER).read_text("utf-8")))
    except (OSError, ValueError, TypeError):
        return None


def write_stamp(venv: Path, stamp: Stamp) -> None:
    """Put `stamp` into `venv` in one step."""
    fresh = venv / (MARKER + ".new")
    fresh.write_text(json.dumps(asdict(stamp)), "utf-8")
    fresh.replace(venv / MARKER)


def is_ready(root: Path, *, dev: bool) -> bool:
    """Whether `.venv` is finished and made from the files as they are now (with the tools, if `dev`)."""
    venv = root / ".venv"
    stamp = read_stamp(venv)
    made = stamp is not None and stamp.ready and stamp.key == key_of(root) and (stamp.dev or not dev)
    return made and venv_python(venv).exists()


def clean_environment() -> dict[str, str]:
    """The caller's environment without what would lead an install astray."""
    return {name: value for name, value in os.environ.items() if name not in FOREIGN}


def ensure(*, dev: bool, root: Path = ROOT) -> Path:
    """Make `.venv` ready if it is not, and return its Python. Raises `GroundError`."""
    if is_ready(root, dev=dev):
        return venv_python(root / ".venv")
    try:
        with only_one(root):
            if not is_ready(root, dev=dev):
                make(root, dev=dev)
    except OSError as fault:
        raise GroundError(unwritable(root, fault)) from fault
    return venv_python(root / ".venv")


def unwritable(root: Path, fault: OSError) -> str:
    """The sentence for a folder that takes no files."""
    reason = fault.strerror or type(fault).__name__
    return (
        f"The folder {root} cannot be written ({reason}): close programs that use its .venv, "
        f"or copy the project to a folder of your own, then type: {command(this_script())}"
    )


@contextlib.contextmanager
def only_one(root: Path) -> Iterator[None]:
    """Two windows started at once make one environment: the second waits for the first."""
    with (root / ".venv.lock").open("a+b") as lock:
        if sys.platform == "win32":
            import msvcrt  # noqa: PLC0415  this module exists on Windows only

            lock.seek(0)
            msvcrt.locking(lock.fileno(), msvcrt.LK_LOCK, 1)
        else:
            import fcntl  # noqa: PLC0415  this module does not exist on Windows

            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def make(root: Path, *, dev: bool) -> None:
    """Make or bring up to date `.venv`, saying each step."""
    venv = root / ".venv"
    old = read_stamp(venv)
    if is_usable(venv, old, base_of(root)):
        say("Bringing .venv up to date.")
    else:
        require_ensurepip()
        remove(venv)
        say("Making .venv in the project's folder (once).")
        venv.mkdir()
        write_stamp(venv, Stamp(key_of(root), base_of(root), dev=dev, ready=False))
        create(venv)
    dev = dev or (old is not None and old.dev)
    write_stamp(venv, Stamp(key_of(root), base_of(root), dev=dev, ready=False))
    install(root, dev=dev)
    write_stamp(venv, Stamp(key_of(root), base_of(root), dev=dev, ready=True))
    say("Ready.")


def is_usable(venv: Path, stamp: Stamp | None, base: str) -> bool:
    """Whether an install can go on top of `venv`: ours and finished, or someone's own with a working pip."""
    if not venv_python(venv).exists():
        return False
    if stamp is not None:
        return stamp.ready and stamp.base == base
    probe = f"import sys, pip; sys.exit(sys.version_info[:2] != {tuple(sys.version_info[:2])})"
    return subprocess.run([venv_python(venv), "-c", probe], check=False, capture_output=True).returncode == 0


def require_ensurepip() -> None:
    """Debian and its children ship Python without the part that makes environments. Raises `GroundError`."""
    if importlib.util.find_spec("ensurepip") and importlib.util.find_spec("venv"):
        return
    cure = "install Python from python.org"
    if shutil.which("apt") or shutil.which("apt-get"):
        cure = "type: sudo apt install python3-venv"
    raise GroundError(
        f"This Python cannot make an environment (its module ensurepip is missing): {cure}, "
        f"then: {command(this_script())}",
    )


def remove(venv: Path) -> None:
    """Take an old or half-made environment away; anything else called `.venv` is left alone."""
    if not venv.exists() and not venv.is_symlink():
        return
    ours = venv.is_dir() and not venv.is_symlink()
    if not ours or not ((venv / MARKER).exists() or (venv / "pyvenv.cfg").exists() or not any(venv.iterdir())):
        raise GroundError(
            f"{venv} is not an environment of this project: move it away, then type: {command(this_script())}"
        )
    say("The .venv found here is old or half-made: making it again.")
    shutil.rmtree(venv)


def create(venv: Path) -> None:
    """Run `python -m venv` with the Python under any environment we were started from."""
    base = getattr(sys, "_base_executable", None) or sys.executable
    result = subprocess.run(
        [base, "-m", "venv", str(venv)],
        check=False,
        capture_output=True,
        text=True,
        errors="replace",
        env=clean_environment(),
    )
    if result.returncode:
        raise GroundError(
            f"Python could not make an environment ({last_line(result.stdout + result.stderr)}): "
            f"on Debian or Ubuntu type: sudo apt install python3-venv, then: {command(this_script())}"
        )


def install(root: Path, *, dev: bool) -> None:
    """Install the project, editable, at the versions of `constraints.txt`. Raises `GroundError`."""
    argv = [str(venv_python(root / ".venv")), "-m", "pip", "install", "--no-input", "--progress-bar", "off"]
    argv += ["--disable-pip-version-check", "--retries", PIP_RETRIES, "-c", "constraints.txt"]
    argv += ["-e", ".[dev]" if dev else "."]
    said, code = run_pip(argv, root)
    if code:
        raise GroundError(f"{pip_fault(said, root)} Then type: {command(this_script())}")


def run_pip(argv: Sequence[str], root: Path) -> tuple[str, int]:
    """Run pip with a line a step; everything it says goes to the log. Returns (all it said, exit code)."""
    # Relative, since pip splits these two at spaces; each pip knows one of them for the build's own packages.
    pins = {"PIP_CONSTRAINT": "constraints.txt", "PIP_BUILD_CONSTRAINT": "constraints.txt"}
    lines: list[str] = []
    with (root / ".venv" / PIP_LOG).open("w", encoding="utf-8") as log:
        with subprocess.Popen(
            argv,
            cwd=root,
            env=clean_environment() | pins | {"PYTHONIOENCODING": "utf-8"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
        ) as pip:
            for line in pip.stdout or ():
                lines.append(line)
                log.write(line)
                show_progress(line)
        return "".join(lines), pip.returncode


def show_progress(line: str) -> None:
    """One short line for each step of pip that takes time."""
    step = PROGRESS.match(line)
    if step is None:
        return
    rest = step["rest"].strip()
    if step["verb"] == "Collecting":
        say(f"  {re.split(r'[^A-Za-z0-9_.-]', rest)[0]}")
    elif step["verb"] == "Downloading" and "MB)" in rest:
        say(f"    fetching {rest.split('(')[-1].rstrip(')')}")
    elif step["verb"] == "Installing" and rest.startswith("collected packages"):
        say(f"Installing {rest.count(',') + 1} packages.")


def pip_fault(said: str, root: Path) -> str:
    """Why pip failed, as one sentence with the cure."""
    log = root / ".venv" / PIP_LOG
    if "No space left on device" in said:
        return "The disk is full: free a gigabyte."
    if "CERTIFICATE_VERIFY_FAILED" in said:
        return "The package index shows a certificate this machine does not trust: try another network."
    if NO_NETWORK.search(said):
        return "The packages could not be fetched (no network?): connect this machine to the internet once."
    return f"Installing the packages failed ({last_line(said)}; all of it is in {log})."


def last_line(text: str) -> str:
    """The last line that begins with "error", else the last line."""
    lines = [line.strip() for line in text.splitlines() if line.strip()] or ["no reason given"]
    errors = [line for line in lines if line.lower().startswith("error")]
    return re.sub(r"^error: ", "", (errors or lines)[-1], flags=re.IGNORECASE).rstrip(".")


def say(line: str) -> None:
    """Progress goes to stderr, so that a command's own answer is all there is on stdout."""
    sys.stderr.write(line + "\n")
    sys.stderr.flush()


def guarded(work: Callable[[Sequence[str]], int], arguments: Sequence[str]) -> int:
    """Run `work`; a `GroundError` becomes its sentence and 1, Ctrl-C becomes 130. No traceback."""
    try:
        return work(arguments)
    except GroundError as fault:
        say(str(fault))
        return 1
    except KeyboardInterrupt:
        say(f"Stopped. To go on, type: {command(this_script())}")
        return 130


# --- play --------------------------------------------------------------------------------------------

WINDOWLESS_OPTIONS = {"--text", "--no-window", "--bot", "--check", "--version", "--where", "--help", "-h"}
WINDOWLESS_COMMANDS = {"tables", "arena", "serve-bot", "doctor"}


def wants_window(arguments: Sequence[str]) -> bool:
    """Whether `lanbridge` with these arguments opens a window."""
    options = {argument.partition("=")[0] for argument in arguments}
    named = bool(arguments) and arguments[0] in WINDOWLESS_COMMANDS
    return not named and not options & WINDOWLESS_OPTIONS


def has_display() -> bool:
    """Whether a window can be opened here; Windows and macOS are taken at their word."""
    if sys.platform in {"win32", "darwin"}:
        return True
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"))


def play(arguments: Sequence[str]) -> int:
    """Make the ground, then become `lanbridge` with these arguments."""
    if wants_window(arguments) and not has_display():
        again = " ".join([command("play"), *arguments, "--text"])
        raise GroundError(
            f"This machine has no display (neither DISPLAY nor WAYLAND_DISPLAY is set): to play in text, type: {again}"
        )
    python = str(ensure(dev=False))
    argv = [python, "-m", "lanbridge", *arguments]
    if os.name != "nt":  # on Windows exec would give the prompt back while the game runs
        os.execve(python, argv, clean_environment())  # noqa: S606  our own Python, no shell
    return subprocess.run(argv, check=False, env=clean_environment()).returncode
