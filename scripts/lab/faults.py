"""Faults that a room full of laptops lives through, each with its end, on a LAN of four."""

from __future__ import annotations

import os
import random
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from lab.lan import HOSTS, SUBNET, Lan
from lab.laptops import ROOT, Laptop, Room

PLAYERS: Final = HOSTS
"""A player on each laptop; the host runs headless on the first."""
MOVE_PAUSE_MS: Final = 25
OLD_ADDRESSES: Final = 60
"""A laptop's other address is so much higher than its first."""

PING_SECONDS: Final = 1.2
"""Within so long every player's program says something."""


@dataclass
class Evening:
    """One match: a headless host on laptop 1, a player on each laptop, and what is done to them.

    ``laptops`` says on which laptop each player sits; bots of the host have the seats that are left. The match begins
    when so many people sit, ``seats`` if that is another number.
    """

    room: Room
    name: str
    deals: int
    dice: random.Random
    bot_pause_ms: int = 0
    move_pause_ms: int = MOVE_PAUSE_MS
    laptops: Mapping[int, int] = field(default_factory=lambda: {player: player for player in PLAYERS})
    seats: int = 0
    injected: Counter[str] = field(default_factory=Counter)
    players: dict[int, Laptop] = field(default_factory=dict)
    host: Laptop = field(init=False)

    @property
    def lan(self) -> Lan:
        """The network."""
        return self.room.lan

    @property
    def record(self) -> Path:
        """The host's record of the match."""
        return self.room.folder / f"{self.name}.txt"

    def diary(self, player: int) -> Path:
        """What a player's program lived through."""
        return self.room.folder / f"{self.name}-{player}.jsonl"

    def open(self) -> None:
        """Everybody sits down, by what they discover."""
        self.start_host()
        for player in self.laptops:
            self.start_player(player)

    def start_host(self) -> None:
        """The host's program; it goes on with what its journal tells, if there is one."""
        options = (
            "--rules",
            "nepal",
            "--set",
            f"end=deals {self.deals}",
            "--seats",
            str(self.seats or len(self.laptops)),
        )
        pause = ("--bot-pause", str(self.bot_pause_ms))
        self.host = self.room.start(
            1,
            "host",
            "--no-window",
            "--resume",
            "--record",
            str(self.record),
            *options,
            *pause,
            home=f"{self.name}-host",
        )

    def start_player(self, player: int, where: str = "") -> None:
        """The player's program, with the seat key it had before."""
        options = ("--bot", "easy", "--bot-pause", str(self.move_pause_ms), "--diary", str(self.diary(player)))
        known = (where,) if where else ()
        home = f"{self.name}-{player}"
        self.players[player] = self.room.start(self.laptops[player], "join", *options, *known, home=home)

    def try_again(self) -> None:
        """Whoever found the host's program just starting, and was told that nobody is there, starts anew."""
        for player, laptop in self.players.items():
            if laptop.process.poll() == 1 and not self.record.exists():
                self.injected["started_again"] += 1
                self.start_player(player)
                return

    def over(self) -> bool:
        """Whether every player's program has ended."""
        return all(laptop.process.poll() is not None for laptop in self.players.values())

    # --- faults

    def someone(self) -> int:
        """A player who still plays."""
        playing = [player for player, laptop in self.players.items() if laptop.process.poll() is None]
        return self.dice.choice(playing or list(PLAYERS))

    def client_killed(self) -> None:
        """Kill -9, and the program is started again."""
        player = self.someone()
        if self.players[player].process.poll() is None:
            self.players[player].kill()
            time.sleep(self.dice.uniform(0.0, 1.0))
            self.start_player(player)

    def client_stopped(self) -> None:
        """SIGSTOP for one to eight seconds: a lid closed and opened."""
        laptop = self.players[self.someone()]
        if laptop.process.poll() is None:
            os.killpg(laptop.process.pid, signal.SIGSTOP)
            time.sleep(self.dice.uniform(1.0, 8.0))
            os.killpg(laptop.process.pid, signal.SIGCONT)

    def link_down(self) -> None:
        """A cable is out for a while."""
        player = self.dice.choice(HOSTS[1:])
        self.lan.pull_cable(player)
        time.sleep(self.dice.uniform(0.2, 6.0))
        self.lan.plug_cable(player)

    def address_changed(self) -> None:
        """The network gives a laptop another address."""
        player = self.dice.choice(HOSTS[1:])
        first, other = self.lan.address(player), f"{SUBNET}.{11 + player - 1 + OLD_ADDRESSES}"
        self._swap(player, first, other)
        time.sleep(self.dice.uniform(0.5, 4.0))
        self._swap(player, other, first)

    def _swap(self, player: int, old: str, new: str) -> None:
        self.lan.within(player, "ip", "addr", "del", f"{old}/24", "dev", "eth0")
        self.lan.within(player, "ip", "addr", "add", f"{new}/24", "brd", "+", "dev", "eth0")

    def packets_lost(self) -> None:
        """One packet in ten is lost at one laptop."""
        player = self.dice.choice(HOSTS)
        self.lan.drop(player, percent=10)
        time.sleep(self.dice.uniform(1.0, 4.0))
        self.lan.drop(player)

    def host_killed(self) -> None:
        """Kill -9 of the host's program, and it is started again with --resume."""
        if self.host.process.poll() is None and not self.record.exists():
            self.host.kill()
            time.sleep(self.dice.uniform(0.0, 0.5))
            self.start_host()

    def all_reconnect(self) -> None:
        """Every connection of the table breaks in the same instant."""
        self.lan.within(1, "nft", "add table inet cut")
        self.lan.within(1, "nft", "add chain inet cut in { type filter hook input priority -5; }")
        self.lan.within(1, "nft", "add rule inet cut in tcp dport 7468-7499 reject with tcp reset")
        time.sleep(0.15)
        self.lan.within(1, "nft", "delete table inet cut")

    def all_reset(self) -> None:
        """Every connection that the table has now is reset, also those on which nothing is said just then."""
        sockets = self.lan.within(1, "ss", "-tnH", "state", "established", "( sport >= :7468 and sport <= :7499 )")
        ports = {line.split()[-1].rpartition(":")[2] for line in sockets.splitlines()}
        self.lan.within(1, "nft", "add table inet broken")
        self.lan.within(1, "nft", "add chain inet broken in { type filter hook input priority -5; }")
        self.lan.within(1, "nft", f"add rule inet broken in tcp sport {{ {', '.join(ports)} }} reject with tcp reset")
        time.sleep(PING_SECONDS)
        self.lan.within(1, "nft", "delete table inet broken")

    def slow_road(self) -> None:
        """A player starts anew behind a relay of 200 ms and jitter."""
        player = self.dice.choice(HOSTS[1:])
        if self.players[player].process.poll() is not None:
            return
        relay = [sys.executable, str(ROOT / "scripts" / "lab" / "relay.py"), self.lan.address(1), "7468"]
        self.room.run_beside(player, relay)
        self.players[player].kill()
        time.sleep(0.3)
        self.start_player(player, "127.0.0.1:7999")

    def faults(self) -> dict[str, Callable[[], None]]:
        """All faults by name."""
        return {
            "client_killed": self.client_killed,
            "client_stopped": self.client_stopped,
            "link_down": self.link_down,
            "address_changed": self.address_changed,
            "packets_lost": self.packets_lost,
            "host_killed": self.host_killed,
            "all_reconnect": self.all_reconnect,
            "slow_road": self.slow_road,
        }

    def inject(self) -> None:
        """One fault, chosen by the dice."""
        name, fault = self.dice.choice(sorted(self.faults().items()))
        self.injected[name] += 1
        fault()
