"""One headless host with many tables and four players at each."""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import time
from typing import Any, Final

from lab.figures import cpu_seconds, fsyncs, ms, quantile
from lab.lan import Lan
from lab.laptops import ROOT, laptops_on

CROWD_PORT: Final = 20_000
CROWD_SECONDS: Final = 30
OPEN_SECONDS: Final = 90.0


def crowd_at_tables(lan: Lan, tables: int) -> dict[str, Any]:
    """One headless host with many tables and four players at each, one move a second a table, all under TLS."""
    options = ("--rules", "nepal", "--set", "end=deals 400", "--bot-pause", "0", "--seats", "4")
    with laptops_on(lan) as room:
        many = ("--tables", str(tables), "--port", str(CROWD_PORT))
        host = room.start(1, "host", "--no-window", *many, *options, home="host")
        end = time.monotonic() + OPEN_SECONDS
        while host.output().count("\n") < tables and time.monotonic() < end:
            time.sleep(0.1)
        begun = cpu_seconds(host.process.pid)
        crowd = [sys.executable, str(ROOT / "scripts" / "lab" / "crowd.py"), lan.address(1), str(CROWD_PORT)]
        started = time.monotonic()
        done = subprocess.run(
            ["ip", "netns", "exec", lan.space(2), *crowd, str(tables), str(CROWD_SECONDS)],
            capture_output=True, text=True, check=True, timeout=600,
        )  # fmt: skip
        share = (cpu_seconds(host.process.pid) - begun) / (time.monotonic() - started)
        told: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
        disk = fsyncs(room.folder)
    return {
        "tables": tables,
        **told,
        "host_cpu_share": round(share, 2),
        "fsync_ms_median": ms(statistics.median(disk)),
        "fsync_ms_p99": ms(quantile(disk, 0.99)),
    }
