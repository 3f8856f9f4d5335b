"""A real window under Xvfb, played with a real mouse and keyboard: one deal each."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LONGEST = 150.0  # seconds: about 25 on a laptop; a machine that runs all tests at once takes longer
MISSING = [name for name in ("Xvfb", "xdotool") if shutil.which(name) is None]


@pytest.mark.skipif(bool(MISSING), reason=f"not installed: {', '.join(MISSING)}")
def test_a_deal_by_mouse_alone_and_one_by_keys_alone() -> None:
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("SDL_", "DISPLAY"))}
    command = [sys.executable, str(ROOT / "scripts" / "play_window.py")]
    done = subprocess.run(
        command, check=False, capture_output=True, text=True, timeout=LONGEST, cwd=ROOT, env=environment
    )
    assert done.stdout, done.stderr[-2000:]
    told = json.loads(done.stdout.strip().splitlines()[-1])
    assert told["ok"], told
    assert (told["deals"], told["clicks_in_key_deal"]) == (2, 0)
    assert told["clicks_in_mouse_deal"] > 0
