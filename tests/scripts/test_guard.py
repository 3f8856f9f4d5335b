"""The guard of tests/conftest.py sees what a test leaves behind (each case runs in a pytest of its own)."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import ground

LEAKS = {
    "thread": "import threading\nstop = threading.Event()\n"
    "def test(request):\n"
    "    request.config.add_cleanup(stop.set)\n"
    "    threading.Thread(target=stop.wait, name='leak').start()\n",
    "socket": "import socket\nkept = []\ndef test():\n    kept.append(socket.socket())\n",
    "loop": "import asyncio\nkept = []\ndef test():\n    kept.append(asyncio.new_event_loop())\n",
    "task": "import asyncio, gc\ndef test():\n"
    "    loop = asyncio.new_event_loop()\n"
    "    loop.create_task(asyncio.sleep(9))\n"
    "    loop.run_until_complete(asyncio.sleep(0))\n"
    "    loop.close()\n    del loop\n    gc.collect()\n",
}
SAID = {
    "thread": "threads left running: ['leak']",
    "socket": "sockets left open: 1",
    "loop": "sockets left open: 2",
    "task": "Task was destroyed but it is pending",
}


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="sockets are counted in /proc")
def test_each_kind_of_leak_fails_its_test(tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text((ground.ROOT / "tests/conftest.py").read_text("utf-8"), "utf-8")
    (tmp_path / "pytest.ini").write_text("[pytest]\nfilterwarnings = error\n", "utf-8")
    for name, body in LEAKS.items():
        (tmp_path / f"test_{name}.py").write_text(body, "utf-8")
    told = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:cov"],
        check=False,
        cwd=tmp_path,
        capture_output=True,
        text=True,
    ).stdout
    assert told.count("ERROR at teardown of test") == len(LEAKS), told
    assert not [name for name, sentence in SAID.items() if sentence not in told], told
