"""Keeps every packet that comes into the switch, as a pcap file, until it is told to end. Run inside the switch."""

from __future__ import annotations

import signal
import socket
import struct
import sys
import time
from pathlib import Path
from typing import Final

EVERYTHING: Final = 3  # ETH_P_ALL
LONGEST: Final = 262_144  # bytes: network cards hand over segments joined
ETHERNET: Final = 1  # LINKTYPE_ETHERNET
MICROSECONDS: Final = 1_000_000


def main() -> None:
    """Write packets to the file named on the command line; says ``ready`` when it listens."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    listening = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(EVERYTHING))
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 8 * LONGEST)
    with Path(sys.argv[1]).open("wb", buffering=0) as out:
        out.write(struct.pack("=IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, LONGEST, ETHERNET))
        print("ready", flush=True)
        while True:
            packet, (name, _, kind, *_) = listening.recvfrom(LONGEST)
            if name.startswith("p") and kind != socket.PACKET_OUTGOING:  # once, where it comes in
                out.write(_headed(packet))


def _headed(packet: bytes) -> bytes:
    now = int(time.time() * MICROSECONDS)
    return struct.pack("=IIII", now // MICROSECONDS, now % MICROSECONDS, len(packet), len(packet)) + packet


if __name__ == "__main__":
    main()
