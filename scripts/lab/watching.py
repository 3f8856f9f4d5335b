"""Holds the watchers of a lab by their strings: tells them what to do, waits for what they see, counts."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeAlias

from lab.lan import HOSTS, Lan
from lab.laptops import ROOT

READY_SECONDS: Final = 30.0
END_SECONDS: Final = 10.0
LOOK_SECONDS: Final = 0.5
"""A program that has ended tells nothing more; it is noticed within this."""
PATIENCE: Final = 10.0
"""Seconds until a measurement counts as missed."""

Event: TypeAlias = dict[str, Any]
Met: TypeAlias = Callable[[Event], bool]


@dataclass(frozen=True)
class Length:
    """How much is measured: the short form is part of the tests."""

    short: bool

    def of(self, short: float, long: float) -> float:
        """The number for this form."""
        return short if self.short else long

    def times(self, short: int, long: int) -> int:
        """The repeats for this form."""
        return short if self.short else long


class Watcher:
    """One program of `lab/watcher.py` on a host (1-4) or the switch."""

    def __init__(self, lan: Lan, host: int | str, home: Path) -> None:
        command = ["ip", "netns", "exec", lan.space(host), sys.executable, str(ROOT / "scripts/lab/watcher.py")]
        home.mkdir(parents=True, exist_ok=True)
        environment = os.environ | {"LANBRIDGE_HOME": str(home), "PYTHONPATH": str(ROOT), "LANBRIDGE_ADAPTERS": ""}
        self.host = host
        self._news = threading.Condition()
        self._events: list[Event] = []
        self._errors = home / "err.txt"
        with self._errors.open("w") as errors:
            self.process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                env=environment,
                text=True,
                start_new_session=True,
            )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        if self.process.stdout is not None:
            for line in self.process.stdout:
                with self._news:
                    self._events.append(json.loads(line))
                    self._news.notify_all()

    def tell(self, line: str) -> float:
        """Tell it to do something; the time of telling."""
        if self.process.stdin is None:
            raise RuntimeError("the watcher has no input")
        now = time.monotonic()
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        return now

    def until(self, met: Met, since: float = 0.0, seconds: float = PATIENCE) -> Event | None:
        """The first event since then that is as wanted; None if none comes in time."""
        end = time.monotonic() + seconds
        with self._news:
            while True:
                for event in self._events:
                    if event["t"] >= since and met(event):
                        return event
                if (left := end - time.monotonic()) <= 0 or not self._reader.is_alive():
                    return None
                self._news.wait(min(left, LOOK_SECONDS))

    def must(self, met: Met, since: float = 0.0, seconds: float = PATIENCE) -> Event:
        """The same, where nothing else makes sense.

        Raises:
            TimeoutError: it does not come.
        """
        event = self.until(met, since, seconds)
        if event is None:
            message = f"laptop {self.host}: what is waited for does not come; last {self._events[-2:]} {self.errors()}"
            raise TimeoutError(message)
        return event

    def do(self, line: str, done: str, seconds: float = PATIENCE) -> Event:
        """Tell it and wait for the event of that name."""
        return self.must(named(done), self.tell(line), seconds)

    def since(self, then: float) -> list[Event]:
        """Everything that it told since then."""
        with self._news:
            return [event for event in self._events if event["t"] >= then]

    def after(self, met: Met, since: float, seconds: float = PATIENCE) -> float | None:
        """Seconds from then until it is as wanted."""
        event = self.until(met, since, seconds)
        return None if event is None else round(event["t"] - since, 4)

    def spent(self) -> float:
        """Seconds of processor time so far."""
        return float(self.do("spent", "spent")["seconds"])

    def freeze(self) -> float:
        """As a lid that is shut; the time."""
        self.process.send_signal(signal.SIGSTOP)
        return time.monotonic()

    def thaw(self) -> float:
        """As a lid that is opened; the time."""
        self.process.send_signal(signal.SIGCONT)
        return time.monotonic()

    def kill(self) -> float:
        """With -9; the time."""
        now = time.monotonic()
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self._reader.join()
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()
        return now

    def errors(self) -> str:
        """What it has complained about."""
        return self._errors.read_text().strip()


class Watch:
    """All watchers of one scenario, ended with it."""

    def __init__(self, lan: Lan, folder: Path) -> None:
        self.lan = lan
        self._folder = folder
        self._started: list[Watcher] = []

    def on(self, *hosts: int | str) -> list[Watcher]:
        """New watchers on these hosts, ready; several may sit at one host."""
        watchers = [
            Watcher(self.lan, host, self._folder / f"{len(self._started)}-{host}-{at}") for at, host in enumerate(hosts)
        ]
        self._started += watchers
        for watcher in watchers:
            watcher.must(named("ready"), seconds=READY_SECONDS)
        return watchers

    def end(self) -> None:
        """End all at once."""
        for watcher in self._started:
            watcher.kill()


@contextlib.contextmanager
def watching(lan: Lan) -> Iterator[Watch]:
    """Watchers for this network; ended at the end, whatever happens."""
    with tempfile.TemporaryDirectory(prefix="lanbridge-watch-") as folder:
        watch = Watch(lan, Path(folder))
        try:
            yield watch
        finally:
            watch.end()


def named(event: str) -> Met:
    """An event of this name."""
    return lambda found: found["event"] == event


def rows(count: int) -> Met:
    """So many rows are listed."""
    return lambda found: found["event"] == "rows" and found["count"] == count


def link(state: str) -> Met:
    """The connection is in this state."""
    return lambda found: found["event"] == "link" and found["link"] == state


def moved(old: str, new: str) -> Met:
    """One row, and the new address is called before the old one."""

    def met(found: Event) -> bool:
        at = found["rows"][0]["at"] if found["event"] == "rows" and found["rows"] else []
        return new in at and (old not in at or at.index(new) < at.index(old))

    return met


def summary(samples: Sequence[float | None]) -> dict[str, Any]:
    """Median, 95th percentile and the worst, in seconds; ``missed`` never came."""
    came = sorted(sample for sample in samples if sample is not None)
    told: dict[str, Any] = {"n": len(samples), "missed": len(samples) - len(came)}
    if came:
        ranked = came[min(len(came) - 1, int(0.95 * len(came)))]
        told |= {
            "median_s": round(statistics.median(came), 4),
            "p95_s": round(ranked, 4),
            "worst_s": round(came[-1], 4),
        }
    return told


def all_lose(lan: Lan, percent: int = 0, rule: str = "") -> None:
    """Every laptop loses so many per cent of what reaches it, or what an nftables match describes."""
    for host in HOSTS:
        lan.drop(host, percent=percent, rule=rule)
