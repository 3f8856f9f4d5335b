"""A bare TCP ping-pong between two laptops, of the sizes of a move and its update: what the network itself costs.

`ping_pong.py serve` answers on port 7600; `ping_pong.py ADDRESS N` prints N round trips in seconds as JSON.
"""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from lab.lan import Lan

PORT: Final = 7600
MOVE_BYTES: Final = 40
"""A frame with a card, under TLS."""
UPDATE_BYTES: Final = 420
"""A frame with a view of the table and an event, under TLS."""
ROUNDS: Final = 1000


def ping_pong(lan: Lan, server: int, client: int) -> list[float]:
    """Round trips in seconds between two laptops of the lab."""
    script = str(Path(__file__).resolve())
    inside = ["ip", "netns", "exec"]
    serving = subprocess.Popen([*inside, lan.space(server), sys.executable, script, "serve"])
    try:
        asking = [*inside, lan.space(client), sys.executable, script, lan.address(server), str(ROUNDS)]
        done = subprocess.run(asking, capture_output=True, text=True, check=True, timeout=60)
    finally:
        serving.kill()
        serving.wait()
    times: list[float] = json.loads(done.stdout)
    return times


def _take(line: socket.socket, count: int) -> bytes:
    data = b""
    while len(data) < count:
        more = line.recv(count - len(data))
        if not more:
            break
        data += more
    return data


def _serve() -> None:
    with socket.create_server(("", PORT)) as server:
        line, _ = server.accept()
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        while _take(line, MOVE_BYTES):
            line.sendall(bytes(UPDATE_BYTES))


def _ask(address: str, rounds: int) -> list[float]:
    line = _connected(address)
    line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    times = []
    for _ in range(rounds):
        begun = time.monotonic()
        line.sendall(bytes(MOVE_BYTES))
        _take(line, UPDATE_BYTES)
        times.append(time.monotonic() - begun)
        time.sleep(0.001)
    line.close()
    return times


def _connected(address: str) -> socket.socket:
    for _ in range(100):
        try:
            return socket.create_connection((address, PORT))
        except OSError:
            time.sleep(0.05)
    raise ConnectionError(address)


if __name__ == "__main__":
    if sys.argv[1] == "serve":
        _serve()
    else:
        sys.stdout.write(json.dumps(_ask(sys.argv[1], int(sys.argv[2]))))
