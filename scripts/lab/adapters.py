"""Adapters that come, go and change on one laptop of the lab."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass
from typing import Final

from lab.lan import Lan

KEEP_PORT: Final = """
import socket, sys, time
port = int(sys.argv[1])
for family in (socket.AF_INET, socket.AF_INET6):
    taken = socket.socket(family, socket.SOCK_DGRAM)
    if family == socket.AF_INET6:
        taken.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
    taken.bind(("", port))
    globals()[f"kept{family}"] = taken
print("ready", flush=True)
time.sleep(600)
"""
SERVE: Final = """
import socket, sys
with socket.create_server(("", int(sys.argv[1]))) as server:
    print("ready", flush=True)
    while True:
        server.accept()[0].sendall(b"SSH-2.0-x\\r\\n")
"""


@dataclass(frozen=True)
class Adapters:
    """The adapters of one host (1-4)."""

    lan: Lan
    host: int

    def _ip(self, *words: str, check: bool = True) -> None:
        self.lan.within(self.host, "ip", *words, check=check)

    def add(self, name: str, address: str, *, alive: bool = True) -> None:
        """One more, with an address ("10.8.0.2/24"); its other end leads nowhere, and is cut unless ``alive``."""
        self._ip("link", "add", name, "type", "veth", "peer", "name", f"{name}x")
        self._ip("addr", "add", address, "brd", "+", "dev", name)
        self._ip("link", "set", name, "up")
        if alive:
            self._ip("link", "set", f"{name}x", "up")

    def remove(self, name: str) -> None:
        """It is gone, with all its addresses."""
        self._ip("link", "del", name)

    def lead_out_by(self, gateway: str) -> None:
        """The way out of this network leads over that address."""
        self._ip("route", "replace", "default", "via", gateway)

    def change_address(self, old: str, new: str) -> None:
        """Another address in the same network, as after a new lease."""
        self._ip("addr", "del", f"{old}/24", "dev", "eth0")
        self._ip("addr", "add", f"{new}/24", "brd", "+", "dev", "eth0")

    def only_ipv6(self) -> None:
        """No IPv4 address on the cable."""
        self._ip("-4", "addr", "flush", "dev", "eth0")

    def give_back(self) -> None:
        """The usual IPv4 address."""
        self._ip("addr", "replace", f"{Lan.address(self.host)}/24", "brd", "+", "dev", "eth0")

    def only_self_given(self) -> None:
        """An address that laptops give themselves, as without a router."""
        self.only_ipv6()
        self._ip("addr", "add", f"169.254.7.{self.host}/16", "brd", "+", "dev", "eth0")

    def switch(self, *, on: bool) -> None:
        """The adapter itself, not the cable."""
        self._ip("link", "set", "eth0", "up" if on else "down")

    def link_local(self) -> str:
        """The IPv6 address that the cable gave itself."""
        told = self.lan.within(self.host, "ip", "-6", "-o", "addr", "show", "dev", "eth0", "scope", "link").split()
        return next(word for word in told if word.startswith("fe80")).partition("/")[0]

    def keep_port(self, port: int) -> subprocess.Popen[str]:
        """Another program has a UDP port to itself until it is killed."""
        return self._beside(KEEP_PORT, port)

    def serve(self, port: int) -> subprocess.Popen[str]:
        """Something that is no table answers on a TCP port until it is killed."""
        return self._beside(SERVE, port)

    def _beside(self, program: str, port: int) -> subprocess.Popen[str]:
        command = ["ip", "netns", "exec", self.lan.space(self.host), sys.executable, "-c", program, str(port)]
        other = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        if other.stdout is None or other.stdout.readline().strip() != "ready":
            raise RuntimeError(f"port {port} could not be had")
        return other


def let_go(other: subprocess.Popen[str]) -> None:
    """The port is free again."""
    other.kill()
    other.wait()
    if other.stdout is not None:
        other.stdout.close()
