"""The programs: one `lanbridge` a laptop, each in its namespace with a home of its own."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from lab.lan import Lan

ROOT: Final = Path(__file__).resolve().parents[2]
END_SECONDS: Final = 10.0
GAME: Final = ("-m", "lanbridge")


class Laptop:
    """One program; its output is kept in files, so that nobody has to read along."""

    def __init__(self, lan: Lan, host: int, home: Path, *arguments: str, program: Sequence[str] = GAME) -> None:
        home.mkdir(parents=True, exist_ok=True)
        self.host = host
        self._out, self._err = home / "out.txt", home / "err.txt"
        command = ["ip", "netns", "exec", lan.space(host), sys.executable, *program, *arguments]
        environment = os.environ | {"LANBRIDGE_HOME": str(home), "PYTHONPATH": str(ROOT), "LANBRIDGE_ADAPTERS": ""}
        with self._out.open("w") as out, self._err.open("w") as err:
            self.process = subprocess.Popen(
                command, stdout=out, stderr=err, stdin=subprocess.DEVNULL, env=environment, start_new_session=True
            )

    def wait(self, seconds: float) -> int:
        """The exit code.

        Raises:
            TimeoutError: it is still running.
        """
        try:
            return self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            message = f"laptop {self.host} is still running after {seconds:.0f} s: {self.errors()}"
            raise TimeoutError(message) from None

    def end(self) -> int:
        """Ask it to end in order; the exit code."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        return self.wait(END_SECONDS)

    def kill(self) -> None:
        """End it at once, with all that it started."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def output(self) -> str:
        """What it has printed."""
        return self._out.read_text()

    def errors(self) -> str:
        """What it has complained about."""
        return self._err.read_text().strip()

    def json(self) -> Any:  # noqa: ANN401 - whatever the command prints
        """The last line of its output, read as JSON."""
        lines = self.output().strip().splitlines()
        if not lines:
            message = f"laptop {self.host} printed nothing: {self.errors()}"
            raise ValueError(message)
        return json.loads(lines[-1])


class Room:
    """Laptops of one lab; all are ended with it."""

    def __init__(self, lan: Lan, folder: Path) -> None:
        self.lan = lan
        self.folder = folder
        self._laptops: list[Laptop] = []
        self._beside: list[subprocess.Popen[bytes]] = []

    def run_beside(self, host: int, command: list[str]) -> None:
        """Another program in the namespace of a host, until the room ends."""
        inside = ["ip", "netns", "exec", self.lan.space(host), *command]
        quiet = subprocess.DEVNULL
        self._beside.append(subprocess.Popen(inside, stdout=quiet, stderr=quiet, stdin=quiet, start_new_session=True))

    def start(self, host: int, *arguments: str, home: str = "", program: Sequence[str] = GAME) -> Laptop:
        """Run `lanbridge` with these arguments on a host (1-4); ``home`` names another player on the same laptop.

        ``program`` is what Python runs instead of `lanbridge`.
        """
        laptop = Laptop(self.lan, host, self.folder / (home or f"laptop{host}"), *arguments, program=program)
        self._laptops.append(laptop)
        return laptop

    def keep(self, where: Path) -> None:
        """Copy everything that the programs have written so far to ``where``, for whoever looks for a cause."""
        shutil.copytree(self.folder, where, dirs_exist_ok=True, ignore_dangling_symlinks=True)

    def end(self) -> None:
        """End all programs at once."""
        for laptop in self._laptops:
            laptop.kill()
        for program in self._beside:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(program.pid, signal.SIGKILL)
            program.wait()


@contextlib.contextmanager
def laptops_on(lan: Lan, disk: Path | None = None) -> Iterator[Room]:
    """A room for laptops on this network, with a folder for their homes; cleared at the end.

    ``disk`` is where that folder is made, instead of where the system keeps temporary files.
    """
    with tempfile.TemporaryDirectory(prefix="lanbridge-lab-", dir=disk) as folder:
        room = Room(lan, Path(folder))
        try:
            yield room
        finally:
            room.end()


def end_on_signals() -> None:
    """Let SIGTERM unwind the program as Ctrl-C does, so that everything is taken away."""

    def leave(_number: int, _frame: object) -> None:
        sys.exit(1)

    signal.signal(signal.SIGTERM, leave)
