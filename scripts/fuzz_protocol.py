"""Mutated frames at the codec and at the connection: `python scripts/fuzz_protocol.py [FRAMES] [--seed N]`.

Anything but a ProtocolError is a failure. The last line is one JSON object; exit code 1 when something failed.
`scripts/fuzz_decoder.py` does the same guided by coverage.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
import tracemalloc
from dataclasses import dataclass, field
from pathlib import Path

from lanbridge.protocol.codec import decode_client, decode_host
from lanbridge.protocol.connection import Connection, Side
from lanbridge.protocol.errors import ProtocolError
from lanbridge.protocol.framing import frame

ROOT = Path(__file__).parent.parent
DEFAULT_FRAMES = 100_000
FRAMES_A_SESSION = 20
GREETING, HELLO, WELCOME = 1, 2, 6
# Headers of msgpack: empty, longest, and those that announce more than there is.
HEADERS = bytes.fromhex("00 7f 80 90 9f a0 c0 c1 c4 c6 c7 cb cf d3 d9 db dc dd de df ff")


def seed_bodies() -> list[bytes]:
    """The golden body of every message."""
    lines = (ROOT / "tests" / "protocol" / "golden.txt").read_text(encoding="ascii").splitlines()
    return [bytes.fromhex(line.split()[1]) for line in lines]


def mutated(bodies: list[bytes], rng: random.Random) -> bytes:
    """A body after one to four changes: a byte set, some cut out, doubled, or grafted from another body."""
    data = bytearray(rng.choice(bodies))
    for _ in range(rng.randint(1, 4)):
        place, width = rng.randrange(len(data) + 1), rng.randint(1, 8)
        match rng.randrange(5):
            case 0:
                data[place : place + 1] = rng.randbytes(1)
            case 1:
                data[place : place + 1] = bytes([rng.choice(HEADERS)])
            case 2:
                del data[place : place + width]
            case 3:
                data[place:place] = data[place : place + width]
            case _:
                other = rng.choice(bodies)
                start = rng.randrange(len(other))
                data[place:place] = other[start : start + width]
    return bytes(data)


@dataclass
class Run:
    """What has been tried and found."""

    rng: random.Random
    bodies: list[bytes]
    decoded: int = 0
    refused: int = 0
    sessions: int = 0
    failures: list[str] = field(default_factory=list)

    def one_session(self) -> int:
        """Read some mutated frames both ways; returns how many."""
        bodies = [mutated(self.bodies, self.rng) for _ in range(FRAMES_A_SESSION)]
        for body in bodies:
            self._decode(body)
        self._converse(bodies)
        self.sessions += 1
        return len(bodies)

    def _decode(self, body: bytes) -> None:
        for decode in (decode_client, decode_host):
            try:
                decode(body)
                self.decoded += 1
            except ProtocolError:
                self.refused += 1
            except Exception as error:  # noqa: BLE001 - any other exception is what we look for
                self.failures.append(f"{decode.__name__} {type(error).__name__} {body.hex()}")

    def _converse(self, bodies: list[bytes]) -> None:
        connection = self._opened()
        data = b"".join(map(frame, bodies))
        while data:
            cut = self.rng.randint(1, 400)
            try:
                connection.receive(data[:cut], 0)
                connection.tick(0)
                connection.take_bytes()
            except ProtocolError:
                connection = self._opened()
            except Exception as error:  # noqa: BLE001 - any other exception is what we look for
                self.failures.append(f"connection {type(error).__name__} {data[:cut].hex()}")
                return
            data = data[cut:]

    def _opened(self) -> Connection:
        """A host or a client somewhere in its handshake, or at play."""
        said = {body[1]: body for body in self.bodies}
        connection = Connection(self.rng.choice(list(Side)), 0)
        steps = self.rng.randint(0, 3)
        for code in (GREETING, HELLO, WELCOME)[:steps]:
            if (code == HELLO) is (connection.side is Side.HOST):
                connection.receive(frame(said[code]), 0)
            else:
                connection.send(decode_client(said[code]) if code == HELLO else decode_host(said[code]))
        return connection


def main() -> int:
    """Run and print; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("frames", nargs="?", type=int, default=DEFAULT_FRAMES)
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    run = Run(random.Random(wanted.seed), seed_bodies())
    frames = run.one_session()  # before memory is watched: caches are filled once
    tracemalloc.start(1)
    begun, before = time.monotonic(), tracemalloc.get_traced_memory()[0]
    while frames < wanted.frames and not run.failures:
        frames += run.one_session()
    grown, peak = (amount - before for amount in tracemalloc.get_traced_memory())
    for failure in run.failures:
        print(failure)
    result = {
        "frames": frames,
        "sessions": run.sessions,
        "decoded": run.decoded,
        "refused": run.refused,
        "other_exceptions": len(run.failures),
        "memory_growth_bytes": grown,
        "memory_peak_bytes": peak,
        "seconds": round(time.monotonic() - begun, 1),
        "seed": wanted.seed,
    }
    print(json.dumps(result))
    return 1 if run.failures else 0


if __name__ == "__main__":
    sys.exit(main())
