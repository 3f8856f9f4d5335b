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
SETTLE_SECONDS: Final = 1.2
STEADY_SECONDS: Final = 4.0
"""An adapter's coming must not disturb a row for so long; the adapters are looked at every 2.5 s."""


def changes(lan: Lan, length: Length) -> dict[str, Any]:  # noqa: ARG001 - each is made once in either form
    """One change after the other; times in seconds, None for what never came."""
    told: dict[str, Any] = {}
    with watching(lan) as watch:
        for change in (_moves, _more_adapters, _dead_adapter, _late, _ipv6_only, _port_taken, _no_network):
            told |= change(watch)
    return told


def _moves(watch: Watch) -> dict[str, Any]:
    """The host gets another address, and then a player does."""
    host, looker, player = watch.on(1, 2, 3)
    _open(host)
    looker.must(rows(1), looker.tell("look"))
    player.must(link("seated"), player.tell(f"join {Lan.address(1)}"))
    time.sleep(SETTLE_SECONDS)
    told = {}
    for who, old, new in ((1, Lan.address(1), NEW_ADDRESS), (3, Lan.address(3), OWN_NEW_ADDRESS)):
        at = time.monotonic()
        Adapters(watch.lan, who).change_address(old, new)
        lost = player.until(link("lost"), at)
        told[f"laptop_{who}_moves"] = {
            "row_moved": looker.after(moved(old, new), at) if who == 1 else None,
            "row_vanished": any(rows(0)(event) for event in looker.since(at)),
            "lost": round(lost["t"] - at, 3) if lost else None,
            "seated_again": player.after(link("seated"), lost["t"]) if lost else None,
        }
    Adapters(watch.lan, 1).change_address(NEW_ADDRESS, Lan.address(1))
    Adapters(watch.lan, 3).change_address(OWN_NEW_ADDRESS, Lan.address(3))
    _close(host, looker, player)
    return told


def _more_adapters(watch: Watch) -> dict[str, Any]:
    """Docker's adapter comes while a table is open; then tunnels that take the way out, before anything is opened."""
    host, looker, player = watch.on(1, 2, 3)
    laptops = [Adapters(watch.lan, 1), Adapters(watch.lan, 2)]
    _open(host)
    looker.must(rows(1), looker.tell("look"))
    time.sleep(SETTLE_SECONDS)
    at = time.monotonic()
    for laptop in laptops:
        laptop.add("docker0", "172.17.0.1/16")
    second = {
        "row_disturbed": looker.until(
            lambda event: event["event"] == "rows" and event["count"] != 1, at, STEADY_SECONDS
        )
        is not None
    }
    for laptop in laptops:
        laptop.remove("docker0")
    _close(host, looker)
    host, looker = watch.on(1, 2)
    for laptop in laptops:
        laptop.add("tun0", f"10.8.0.{laptop.host}/24")
        laptop.lead_out_by("10.8.0.9")
    _open(host)
    tunnel = {"found": _found(looker), "seated": player.after(link("seated"), player.tell(f"join {Lan.address(1)}"))}
    for laptop in laptops:
        laptop.remove("tun0")
    _close(host, looker, player)
    return {"second_adapter": second, "tunnel_has_the_way_out": tunnel}


def _dead_adapter(watch: Watch) -> dict[str, Any]:
    """One adapter has an address and no other end."""
    host, looker = watch.on(1, 2)
    laptops = [Adapters(watch.lan, 1), Adapters(watch.lan, 2)]
    for laptop in laptops:
        laptop.add("dead0", f"10.9.0.{laptop.host}/24", alive=False)
    _open(host)
    told = {"dead_adapter": {"found": _found(looker)}}
    for laptop in laptops:
        laptop.remove("dead0")
    _close(host, looker)
    return told


def _late(watch: Watch) -> dict[str, Any]:
    """The adapter comes up only after the lobby, or the table, was opened."""
    told = {}
    for who in (2, 1):
        host, looker = watch.on(1, 2)
        laptop = Adapters(watch.lan, who)
        laptop.switch(on=False)
        _open(host)
        looker.do("look", "looking")
        time.sleep(SETTLE_SECONDS)
        laptop.switch(on=True)
        told["late_at_the_host" if who == 1 else "late_at_the_lobby"] = {
            "found": looker.after(rows(1), time.monotonic())
        }
        _close(host, looker)
    return told


def _ipv6_only(watch: Watch) -> dict[str, Any]:
    """Nobody has an IPv4 address; then one side has lost IPv6 instead."""
    host, looker, player = watch.on(1, 2, 3)
    laptops = [Adapters(watch.lan, who) for who in (1, 2, 3)]
    for laptop in laptops:
        laptop.only_ipv6()
    _open(host)
    scope = watch.lan.within(3, "cat", "/sys/class/net/eth0/ifindex").strip()
    seated = player.after(link("seated"), player.tell(f"join [{laptops[0].link_local()}%{scope}]:7468"))
    told = {"ipv6_only": {"found": _found(looker), "seated": seated}}
    for laptop in laptops:
        laptop.give_back()
    _close(host, looker, player)
    host, looker, player = watch.on(1, 2, 3)
    watch.lan.drop(2, rule="meta nfproto ipv6")
    watch.lan.drop(3, rule="meta nfproto ipv6")
    _open(host)
    seated = player.after(link("seated"), player.tell(f"join {Lan.address(1)}"))
    told["ipv6_unreachable"] = {"found": _found(looker), "seated": seated}
    watch.lan.drop(2)
    watch.lan.drop(3)
    _close(host, looker, player)
    return told


def _port_taken(watch: Watch) -> dict[str, Any]:
    """Another program keeps a port to itself, on both laptops, before we begin."""
    return {f"port_{port}_taken": {"found": _with_port_taken(watch, port)} for port in (5353, 7468)}


def _with_port_taken(watch: Watch, port: int) -> float | None:
    keepers = [Adapters(watch.lan, who).keep_port(port) for who in (1, 2)]
    try:
        host, looker = watch.on(1, 2)
        _open(host)
        found = _found(looker)
        _close(host, looker)
    finally:
        for keeper in keepers:
            let_go(keeper)
    return found


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


def _open(host: Watcher) -> None:
    host.do("host 1 Rafi's table", "hosted")
    time.sleep(SETTLE_SECONDS / 3)


def _found(looker: Watcher) -> float | None:
    return looker.after(rows(1), looker.do("look", "looking")["t"])


def _close(*watchers: Watcher) -> None:
    for watcher in watchers:
        watcher.kill()
