"""The network: a switch and hosts as network namespaces. Nothing outside them is ever touched."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

PREFIX: Final = "lb-"
HOSTS: Final = (1, 2, 3, 4)
SUBNET: Final = "10.77.0"
FIRST_ADDRESS: Final = 11
COMMAND_SECONDS: Final = 20.0


class LabUnavailable(Exception):
    """This machine does not let us make namespaces; the text says why."""


def run(*command: str, check: bool = True) -> str:
    """The command's output.

    Raises:
        LabUnavailable: it failed and ``check`` is set.
    """
    done = subprocess.run(command, capture_output=True, text=True, timeout=COMMAND_SECONDS, check=False)
    if check and done.returncode:
        message = f"{' '.join(command)}: {done.stderr.strip() or done.returncode}"
        raise LabUnavailable(message)
    return done.stdout


def why_not() -> str | None:
    """Why no lab can be made here, or None."""
    if not sys.platform.startswith("linux"):
        return "network namespaces are a thing of Linux"
    if os.geteuid() != 0:
        return "network namespaces need root"
    if shutil.which("ip") is None:
        return "iproute2 is not installed"
    try:
        run("ip", "netns", "add", f"{PREFIX}try{os.getpid()}")
    except LabUnavailable as error:
        return str(error)
    run("ip", "netns", "del", f"{PREFIX}try{os.getpid()}", check=False)
    return None


def why_no_filters() -> str | None:
    """Why packets cannot be dropped here, or None."""
    space = f"{PREFIX}try{os.getpid()}"
    try:
        run("ip", "netns", "add", space)
        run("ip", "netns", "exec", space, "nft", "add table inet lab")
    except (LabUnavailable, FileNotFoundError) as error:
        return str(error)
    finally:
        run("ip", "netns", "del", space, check=False)
    return None


@dataclass(frozen=True)
class Lan:
    """A switch with four hosts, 10.77.0.11 to .14, without a default route. ``name`` keeps several apart."""

    name: str

    def space(self, host: int | str) -> str:
        """Namespace of a host (1-4) or of the switch (``sw``)."""
        return f"{PREFIX}{self.name}-{host}"

    @staticmethod
    def address(host: int) -> str:
        """IPv4 address of a host."""
        return f"{SUBNET}.{FIRST_ADDRESS + host - 1}"

    def within(self, host: int | str, *command: str, check: bool = True) -> str:
        """Run a command inside a namespace; its output."""
        return run("ip", "netns", "exec", self.space(host), *command, check=check)

    def up(self) -> None:
        """Make switch, hosts and cables."""
        run("ip", "netns", "add", self.space("sw"))
        self.within("sw", "ip", "link", "set", "lo", "up")
        self.within("sw", "ip", "link", "add", "br0", "type", "bridge")
        self.within("sw", "ip", "link", "set", "br0", "up")
        for host in HOSTS:
            self._add_host(host)

    def _add_host(self, host: int) -> None:
        space, switch = self.space(host), self.space("sw")
        run("ip", "netns", "add", space)
        self.within(host, "ip", "link", "set", "lo", "up")
        self.within(host, "sysctl", "-qw", "net.ipv6.conf.default.accept_dad=0", check=False)  # IPv6 is there at once
        run("ip", "link", "add", "eth0", "netns", space, "type", "veth", "peer", "name", f"p{host}", "netns", switch)
        self.within("sw", "ip", "link", "set", f"p{host}", "master", "br0", "up")
        self.within(host, "ip", "addr", "add", f"{self.address(host)}/24", "brd", "+", "dev", "eth0")
        self.within(host, "ip", "link", "set", "eth0", "up")

    def down(self) -> None:
        """Take everything away; harmless when nothing is there."""
        for space in _spaces(f"{PREFIX}{self.name}-"):
            run("ip", "netns", "del", space, check=False)

    def pull_cable(self, host: int) -> None:
        """The cable between host and switch is out."""
        self.within("sw", "ip", "link", "set", f"p{host}", "down")

    def plug_cable(self, host: int) -> None:
        """The cable is in again."""
        self.within("sw", "ip", "link", "set", f"p{host}", "up")

    def join_second_network(self, *hosts: int) -> None:
        """These hosts share one more network, 10.78.0.0/24, on an adapter of its own."""
        self.within("sw", "ip", "link", "add", "br1", "type", "bridge")
        self.within("sw", "ip", "link", "set", "br1", "up")
        for host in hosts:
            space, switch = self.space(host), self.space("sw")
            run(
                "ip", "link", "add", "eth1", "netns", space, "type", "veth", "peer", "name", f"q{host}", "netns", switch
            )
            self.within("sw", "ip", "link", "set", f"q{host}", "master", "br1", "up")
            self.within(host, "ip", "addr", "add", f"10.78.0.{host}/24", "brd", "+", "dev", "eth1")
            self.within(host, "ip", "link", "set", "eth1", "up")

    def leave_second_network(self, *hosts: int) -> None:
        """They share it no longer."""
        for host in hosts:
            self.within(host, "ip", "link", "del", "eth1")
        self.within("sw", "ip", "link", "del", "br1")

    def isolate(self, *, on: bool) -> None:
        """Client isolation, as many access points do it: hosts reach the switch but not each other."""
        for host in HOSTS:
            self.within("sw", "bridge", "link", "set", "dev", f"p{host}", "isolated", "on" if on else "off")

    def drop(self, host: int, *, percent: int = 0, rule: str = "") -> None:
        """Drop so many per cent of what reaches the host, or what an nftables match describes; 0 and "" end it."""
        self.within(host, "nft", "add", "table", "inet", "lab")
        self.within(host, "nft", "delete", "table", "inet", "lab")
        matches = ([f"numgen random mod 100 < {percent}"] if percent else []) + ([rule] if rule else [])
        if not matches:
            return
        self.within(host, "nft", "add", "table", "inet", "lab")
        self.within(host, "nft", "add chain inet lab in { type filter hook input priority 0; }")
        for match in matches:
            self.within(host, "nft", f"add rule inet lab in iifname != lo {match} drop")

    def shut_out(self, host: int) -> None:
        """A firewall as Linux systems come with it, until `drop` ends it: only answers and multicast DNS get in."""
        self.within(host, "nft", "add", "table", "inet", "lab")
        self.within(host, "nft", "add chain inet lab in { type filter hook input priority 0; policy drop; }")
        lets_in = ("iifname lo", "ct state established,related", "meta l4proto ipv6-icmp")
        groups = ("ip daddr 224.0.0.251 udp dport 5353", "ip6 daddr ff02::fb udp dport 5353")
        for match in (*lets_in, *groups):
            self.within(host, "nft", f"add rule inet lab in {match} accept")

    def received_bytes(self, host: int) -> int:
        """Bytes that have come in by the host's cable."""
        return int(self.within(host, "cat", "/sys/class/net/eth0/statistics/rx_bytes"))


def _spaces(beginning: str) -> list[str]:
    names = [line.split()[0] for line in run("ip", "netns", "list", check=False).splitlines() if line]
    return [name for name in names if name.startswith(beginning)]


def sweep() -> None:
    """Take away what labs of dead programs left behind."""
    for space in _spaces(PREFIX):
        owner = owner_of(space)
        if owner is not None and not Path(f"/proc/{owner}").exists():
            run("ip", "netns", "del", space, check=False)


def owner_of(space: str) -> int | None:
    """The process whose lab a namespace belongs to, by its name; None where the name tells of none."""
    found = re.match(rf"{PREFIX}(?:.*\.)?(\d+)-\w+$", space)
    return int(found[1]) if found else None


@contextlib.contextmanager
def lan_of_four(name: str) -> Iterator[Lan]:
    """A lab that is taken away at the end, whatever happens.

    Raises:
        LabUnavailable: it cannot be made here.
    """
    reason = why_not()
    if reason is not None:
        raise LabUnavailable(reason)
    sweep()
    lan = Lan(name)
    lan.down()
    try:
        lan.up()
        yield lan
    finally:
        lan.down()


def lab_name(wanted: str) -> str:
    """A name that belongs to this process, and so to one lab only, whatever the caller calls it."""
    return f"{wanted}.{os.getpid()}" if wanted else str(os.getpid())
