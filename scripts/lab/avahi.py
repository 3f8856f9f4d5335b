"""The system's own way of finding services, on the same lab: avahi-publish on one laptop, avahi-browse on another.

Each laptop gets a daemon and a message bus of its own, in a mount namespace whose /run is empty.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from lab.lan import Lan

NEEDED: Final = ("avahi-daemon", "avahi-browse", "avahi-publish-service", "dbus-daemon", "unshare", "nsenter")
SERVICE: Final = "_lbref._tcp"
SETTLE_SECONDS: Final = 6.0
"""A daemon first probes its own name and address on each adapter."""
QUIET_SECONDS: Final = 1.0
GIVE_UP_SECONDS: Final = 10.0
"""A line that has not come by then counts as so late: an announcement that went by is asked for a minute later only."""
DAEMON: Final = """
mount -t tmpfs none /run && mkdir -p /run/dbus /run/avahi-daemon || exit 1
dbus-daemon --system --nofork --nopidfile &
while [ ! -S /run/dbus/system_bus_socket ]; do sleep 0.05; done
exec avahi-daemon --no-drop-root --no-chroot --no-rlimits
"""


def why_not() -> str | None:
    """What is missing here for the comparison, or None."""
    missing = [name for name in NEEDED if shutil.which(name) is None]
    return f"{missing[0]} is not installed" if missing else None


@dataclass(frozen=True)
class _Daemon:
    """A daemon on a laptop; what talks to it has to stand in the same namespaces."""

    process: subprocess.Popen[bytes]

    def start(self, *command: str) -> subprocess.Popen[str]:
        inside = ["nsenter", "-t", str(self.process.pid), "-m", "-n", *command]
        return subprocess.Popen(inside, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)


@contextlib.contextmanager
def _daemons(lan: Lan, *hosts: int) -> Iterator[list[_Daemon]]:
    started = []
    try:
        for host in hosts:
            command = ["ip", "netns", "exec", lan.space(host), "unshare", "-m", "sh", "-c", DAEMON]
            quiet = subprocess.DEVNULL
            process = subprocess.Popen(command, stdout=quiet, stderr=quiet, stdin=quiet, start_new_session=True)
            started.append(_Daemon(process))
        time.sleep(SETTLE_SECONDS)
        yield started
    finally:
        for daemon in started:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(daemon.process.pid, signal.SIGTERM)
            daemon.process.wait()


def _first_line(browsing: subprocess.Popen[str], begun: float) -> float:
    assert browsing.stdout is not None  # noqa: S101 - a pipe was asked for
    patience = threading.Timer(GIVE_UP_SECONDS, browsing.kill)
    patience.start()
    browsing.stdout.readline()
    patience.cancel()
    patience.join()
    return time.monotonic() - begun


def _end(*programs: subprocess.Popen[str]) -> None:
    for program in programs:
        program.kill()
        program.communicate()


def avahi_times(lan: Lan, repeats: int) -> tuple[list[float], list[float]]:
    """Seconds from publishing to the line on another laptop, and from starting to browse to the line."""
    published, browsed = [], []
    with _daemons(lan, 1, 2) as (host, other):
        for _ in range(repeats):
            browsing = other.start("avahi-browse", "-p", SERVICE)
            time.sleep(QUIET_SECONDS)
            begun = time.monotonic()
            publishing = host.start("avahi-publish-service", "Rafi's table", SERVICE, "7468")
            published.append(_first_line(browsing, begun))
            _end(browsing)
            begun = time.monotonic()
            browsing = other.start("avahi-browse", "-p", SERVICE)
            browsed.append(_first_line(browsing, begun))
            _end(browsing, publishing)
            time.sleep(QUIET_SECONDS)
    return published, browsed
