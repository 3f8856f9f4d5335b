"""Figures that need no network of their own, for measure.py: the referee's speed, the codec, memory."""

from __future__ import annotations

import json
import os
import random
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

import msgpack

import measure_ui
from lanbridge.engine import (
    PRESETS,
    MatchStarted,
    Phase,
    Ruleset,
    deal,
    dealt_hands,
    decide,
    evolve,
    legal_moves,
    observe,
    opened,
    shuffled_pack,
)
from lanbridge.protocol.codec import decode_host, encode
from lanbridge.protocol.messages import Cause, Update
from tests.protocol.samples import CLOCK, EVENTS, VIEW

ROUNDS: Final = 2000
PLAYS_SECONDS: Final = 3.0
"""Long enough that a match is under way when memory is read."""
LONGEST_SECONDS: Final = 30.0
BARE: Final = "import asyncio, ssl, time; time.sleep(60)"
BARE_WINDOW: Final = measure_ui.BARE + "import time; time.sleep(60)"


class NotHere(Exception):
    """Something that this machine or this run cannot measure; the text says why."""


def referee_deals_per_second(seconds: float) -> float:
    """Whole deals by the table's own engine: every move chosen at random from the legal ones, decided and folded."""
    dice, played, begun = random.Random(1), 0, time.perf_counter()
    while time.perf_counter() - begun < seconds:
        _random_deal(PRESETS["bangladesh"], dice)
        played += 1
    return played / (time.perf_counter() - begun)


def _random_deal(rules: Ruleset, dice: random.Random) -> None:
    state = opened(MatchStarted(rules, dice.randrange(4)))
    pack = shuffled_pack(dice.randbytes(32))
    events = deal(state, dealt_hands(pack, state.table.next_dealer, rules.direction))
    for event in events:
        state = evolve(state, event)
    while state.table.phase in {Phase.CALLING, Phase.PLAYING}:
        seat = state.table.to_act
        assert seat is not None  # noqa: S101 - somebody is to act while a deal lasts
        move = dice.choice(legal_moves(observe(state, seat)))
        for event in decide(state, seat, move):
            state = evolve(state, event)


def codec_rates(seconds: float) -> tuple[float, float, int, int]:
    """Microseconds for an update there and back by our codec and by json, and the bytes of both."""
    update = Update(18, 1, EVENTS, VIEW, CLOCK, Cause.AWAY)
    body = encode(update)
    plain = _plain(msgpack.unpackb(body))
    text = json.dumps(plain)
    ours = _microseconds(lambda: decode_host(encode(update)), seconds)
    theirs = _microseconds(lambda: json.loads(json.dumps(plain)), seconds)
    return ours, theirs, len(body), len(text.encode())


def _plain(value: object) -> object:
    """The same values as json can say them."""
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    return value


def _microseconds(work: Callable[[], object], seconds: float) -> float:
    """Of one call, the best of several runs."""
    best, end = float("inf"), time.perf_counter() + seconds
    while time.perf_counter() < end:
        begun = time.perf_counter()
        for _ in range(ROUNDS // 10):
            work()
        best = min(best, (time.perf_counter() - begun) / (ROUNDS // 10))
    return round(best * 1e6, 1)


def memory_mb() -> dict[str, float]:
    """Resident megabytes: a headless host, a client without a window, a practice window, and what is bare.

    Raises:
        NotHere: the system does not tell.
    """
    if not Path("/proc/self/status").exists():
        raise NotHere("only Linux tells it in /proc")
    with tempfile.TemporaryDirectory(prefix="lanbridge-memory-") as folder, measure_ui.display():
        told = _match_memory(Path(folder))
        home = _home(Path(folder) / "window")
        told["window"] = _resident(["-m", "lanbridge", "practise", "--auto"], home, PLAYS_SECONDS * 2)
        told["bare"] = _resident(["-c", BARE], home, 1.0)
        told["bare_window"] = _resident(["-c", BARE_WINDOW], home, 2.0)
    return told


def _home(folder: Path) -> dict[str, str]:
    folder.mkdir()
    private = {"LANBRIDGE_HOME": str(folder), "LANBRIDGE_ADAPTERS": "lo", "SDL_AUDIODRIVER": "dummy"}
    return dict(os.environ) | private


def _match_memory(folder: Path) -> dict[str, float]:
    port = _free_port()
    options = ["--no-window", "--seats", "4", "--port", str(port), "--set", "end=deals 400"]
    started = [_program(["-m", "lanbridge", "host", *options], _home(folder / "host"))]
    try:
        _wait_for_port(port)
        for number in range(4):
            options = [f"127.0.0.1:{port}", "--bot", "easy", "--bot-pause", "25"]
            started.append(_program(["-m", "lanbridge", "join", *options], _home(folder / f"p{number}")))
        time.sleep(PLAYS_SECONDS)
        host, *clients = (_megabytes(program.pid) for program in started)
        return {"host": host, "client": max(clients)}
    finally:
        for program in started:
            program.kill()
            program.wait()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait_for_port(port: int) -> None:
    end = time.monotonic() + LONGEST_SECONDS
    while time.monotonic() < end:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    raise NotHere("the host did not open its table")


def _program(arguments: list[str], environment: dict[str, str]) -> subprocess.Popen[bytes]:
    quiet = subprocess.DEVNULL
    return subprocess.Popen([sys.executable, *arguments], env=environment, stdout=quiet, stderr=quiet, stdin=quiet)


def _resident(arguments: list[str], environment: dict[str, str], seconds: float) -> float:
    program = _program(arguments, environment)
    try:
        time.sleep(seconds)
        return _megabytes(program.pid)
    finally:
        program.kill()
        program.wait()


def _megabytes(pid: int) -> float:
    """What a program holds in memory.

    Raises:
        NotHere: it has ended.
    """
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return round(int(line.split()[1]) / 1024, 1)
    raise NotHere("a program ended before its memory was read")
