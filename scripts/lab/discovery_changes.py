"""Networks that change: nothing of this may stop hosting, listing by the other means, or joining by address."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator
from typing import Any, Final

from lab.adapters import Adapters, let_go
from lab.lan import Lan
from lab.watching import Length, Watch, Watcher, link, moved, named, rows, watching

NEW_ADDRESS: Final = "10.77.0.99"
OWN_NEW_ADDRESS: Final = "10.77.0.98"
SETTLE_SECONDS: Final = 1.0
STEADY_SECONDS: Final = 3.4
"""An adapter's coming must not disturb a row for so long; the adapters are looked at every 2.5 s."""


def changes(lan: Lan, length: Length) -> dict[str, Any]:  # noqa: ARG001 - each is made once in either form
    """One change after the other; times in seconds, None for what never came."""
    told: dict[str, Any] = {}
    with watching(lan) as watch:
        people = watch.on(1, 2, 3)
        for change in (_moves, _second_adapter, _tunnel, _dead_adapter, _late, _ipv6_only, _ipv6_lost, _port_taken):
            told |= change(lan, *people)
        told |= _no_network(watch)
    return told


def _moves(lan: Lan, host: Watcher, looker: Watcher, player: Watcher) -> dict[str, Any]:
    """The host gets another address, and then a player does."""
    told = {}
    with _open(host), _seated(player), _looking(looker):
        for who, old, new in ((1, Lan.address(1), NEW_ADDRESS), (3, Lan.address(3), OWN_NEW_ADDRESS)):
            time.sleep(SETTLE_SECONDS)
            at = time.monotonic()
            Adapters(lan, who).change_address(old, new)
            lost = player.until(link("lost"), at)
            told[f"laptop_{who}_moves"] = {
                "row_moved": looker.after(moved(old, new), at) if who == 1 else None,
                "row_vanished": any(rows(0)(event) for event in looker.since(at)),
                "lost": round(lost["t"] - at, 3) if lost else None,
                "seated_again": player.after(link("seated"), lost["t"]) if lost else None,
            }
    Adapters(lan, 1).change_address(NEW_ADDRESS, Lan.address(1))
    Adapters(lan, 3).change_address(OWN_NEW_ADDRESS, Lan.address(3))
    return told


def _second_adapter(lan: Lan, host: Watcher, looker: Watcher, _: Watcher) -> dict[str, Any]:
    """Docker's adapter comes on both while a table is open: the row stays one row."""
    laptops = [Adapters(lan, who) for who in (1, 2)]
    with _open(host), _looking(looker):
        time.sleep(SETTLE_SECONDS)
        at = time.monotonic()
        for laptop in laptops:
            laptop.add("docker0", "172.17.0.1/16")
        disturbed = looker.until(lambda event: event["event"] == "rows" and event["count"] != 1, at, STEADY_SECONDS)
        for laptop in laptops:
            laptop.remove("docker0")
    return {"second_adapter": {"row_disturbed": disturbed is not None}}


def _tunnel(lan: Lan, host: Watcher, looker: Watcher, player: Watcher) -> dict[str, Any]:
    """A tunnel has the way out on both, and nothing behind it."""
    laptops = [Adapters(lan, who) for who in (1, 2)]
    for laptop in laptops:
        laptop.add("tun0", f"10.8.0.{laptop.host}/24")
        laptop.lead_out_by("10.8.0.9")
    with _open(host):
        told = {"found": _found(looker), "seated": _sits(player)}
    for laptop in laptops:
        laptop.remove("tun0")
    return {"tunnel_has_the_way_out": told}


def _dead_adapter(lan: Lan, host: Watcher, looker: Watcher, _: Watcher) -> dict[str, Any]:
    """One adapter on both has an address and no other end."""
    laptops = [Adapters(lan, who) for who in (1, 2)]
    for laptop in laptops:
        laptop.add("dead0", f"10.9.0.{laptop.host}/24", alive=False)
    with _open(host):
        told = {"dead_adapter": {"found": _found(looker)}}
    for laptop in laptops:
        laptop.remove("dead0")
    return told


def _late(lan: Lan, host: Watcher, looker: Watcher, _: Watcher) -> dict[str, Any]:
    """The adapter comes up only after the lobby, or the table, was opened."""
    told = {}
    for who, name in ((2, "late_at_the_lobby"), (1, "late_at_the_host")):
        laptop = Adapters(lan, who)
        laptop.switch(on=False)
        with _open(host):
            looker.do("look", "looking")
            time.sleep(SETTLE_SECONDS)
            laptop.switch(on=True)
            told[name] = {"found": looker.after(rows(1), time.monotonic())}
            looker.do("shut", "shut")
    return told


def _ipv6_only(lan: Lan, host: Watcher, looker: Watcher, player: Watcher) -> dict[str, Any]:
    """Nobody has an IPv4 address."""
    laptops = [Adapters(lan, who) for who in (1, 2, 3)]
    for laptop in laptops:
        laptop.only_ipv6()
    scope = lan.within(3, "cat", "/sys/class/net/eth0/ifindex").strip()
    with _open(host):
        told = {"found": _found(looker), "seated": _sits(player, f"[{laptops[0].link_local()}%{scope}]:7468")}
    for laptop in laptops:
        laptop.give_back()
    return {"ipv6_only": told}


def _ipv6_lost(lan: Lan, host: Watcher, looker: Watcher, player: Watcher) -> dict[str, Any]:
    """Addresses of IPv6 are claimed and lead nowhere."""
    lan.drop(2, rule="meta nfproto ipv6")
    lan.drop(3, rule="meta nfproto ipv6")
    with _open(host):
        told = {"found": _found(looker), "seated": _sits(player)}
    lan.drop(2)
    lan.drop(3)
    return {"ipv6_unreachable": told}


def _port_taken(lan: Lan, host: Watcher, looker: Watcher, _: Watcher) -> dict[str, Any]:
    """Another program keeps a port to itself, on both laptops, before we begin."""
    told = {}
    for port in (5353, 7468):
        keepers = [Adapters(lan, who).keep_port(port) for who in (1, 2)]
        try:
            with _open(host):
                told[f"port_{port}_taken"] = {"found": _found(looker)}
        finally:
            for keeper in keepers:
                let_go(keeper)
    return told


def _no_network(watch: Watch) -> dict[str, Any]:
    """Hosting and looking where there is no adapter at all: nothing breaks, and nothing is open after it."""
    with _without_adapter(watch.lan, 4):
        (alone,) = watch.on(4)
        before = alone.do("open", "open")["sockets"]
        alone.do("look", "looking")
        hosted = alone.until(named("hosted"), alone.tell("host 1 Rafi's table")) is not None
        broken = alone.until(named("failed"), 0.0, SETTLE_SECONDS) is not None
        alone.do("shut", "shut")
        alone.do("leave", "left")
        after = alone.do("open", "open")["sockets"]
    return {"no_network": {"hosted": hosted, "broken": broken, "ports_left_open": sorted(set(after) - set(before))}}


@contextlib.contextmanager
def _without_adapter(lan: Lan, host: int) -> Iterator[None]:
    laptop = Adapters(lan, host)
    laptop.switch(on=False)
    lan.within(host, "ip", "link", "set", "lo", "down")
    try:
        yield
    finally:
        lan.within(host, "ip", "link", "set", "lo", "up")
        laptop.switch(on=True)


@contextlib.contextmanager
def _open(host: Watcher) -> Iterator[None]:
    host.do("host 1 Rafi's table", "hosted")
    time.sleep(SETTLE_SECONDS / 3)
    try:
        yield
    finally:
        host.do("leave", "left")


@contextlib.contextmanager
def _looking(looker: Watcher) -> Iterator[None]:
    looker.must(rows(1), looker.tell("look"))
    try:
        yield
    finally:
        looker.do("shut", "shut")


@contextlib.contextmanager
def _seated(player: Watcher) -> Iterator[None]:
    player.must(link("seated"), player.tell(f"join {Lan.address(1)}"))
    try:
        yield
    finally:
        player.do("rise", "risen")


def _found(looker: Watcher) -> float | None:
    """Seconds from opening the lobby to the row."""
    found = looker.after(rows(1), looker.do("look", "looking")["t"])
    looker.do("shut", "shut")
    return found


def _sits(player: Watcher, place: str = Lan.address(1)) -> float | None:
    """Seconds from typing the place to the seat."""
    seated = player.after(link("seated"), player.tell(f"join {place}"))
    player.do("rise", "risen")
    return seated
