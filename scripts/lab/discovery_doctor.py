"""The doctor's table: what is injected, and the sentence that it must say first. Nothing is asked of any person."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager as Injury
from typing import Any, Final, TypeAlias

from lab.adapters import Adapters, let_go
from lab.lan import Lan
from lab.watching import Length, Watcher, named, watching

EXAMINE_SECONDS: Final = 20.0
OUTSIDE: Final = "192.168.5.5"
HOST, HERE, BUSY = 1, 2, 3

Injure: TypeAlias = Callable[[Lan], Injury[object]]


def _nothing(_: Lan) -> Injury[object]:
    return contextlib.nullcontext()


def _dropping(host: int, rule: str) -> Injure:
    @contextlib.contextmanager
    def injure(lan: Lan) -> Iterator[None]:
        lan.drop(host, rule=rule)
        try:
            yield
        finally:
            lan.drop(host)

    return injure


def _keeping(port: int) -> Injure:
    @contextlib.contextmanager
    def injure(lan: Lan) -> Iterator[None]:
        keeper = Adapters(lan, HERE).keep_port(port)
        try:
            yield
        finally:
            let_go(keeper)

    return injure


@contextlib.contextmanager
def _isolated(lan: Lan) -> Iterator[None]:
    lan.isolate(on=True)
    lan.within(HERE, "ip", "neigh", "flush", "all")
    try:
        yield
    finally:
        lan.isolate(on=False)
        lan.within(HERE, "ip", "neigh", "flush", "all")


@contextlib.contextmanager
def _tunnel(lan: Lan) -> Iterator[None]:
    here = Adapters(lan, HERE)
    here.add("wg0", "10.8.0.2/24")
    here.lead_out_by("10.8.0.9")
    try:
        yield
    finally:
        here.remove("wg0")


@contextlib.contextmanager
def _self_given(lan: Lan) -> Iterator[None]:
    here = Adapters(lan, HERE)
    here.only_self_given()
    try:
        yield
    finally:
        here.only_ipv6()
        here.give_back()


@contextlib.contextmanager
def _no_network(lan: Lan) -> Iterator[None]:
    here = Adapters(lan, HERE)
    here.switch(on=False)
    here.only_ipv6()
    try:
        yield
    finally:
        here.switch(on=True)
        here.give_back()


HOST_AT: Final = Lan.address(HOST)
CASES: Final[tuple[tuple[str, Injure, str, str], ...]] = (
    ("nothing is wrong", _nothing, "", "sees_tables"),
    ("nothing is wrong, the host is named", _nothing, HOST_AT, "host_reached"),
    ("UDP 5353 is filtered here", _dropping(HERE, "udp dport 5353"), "", "multicast_filtered"),
    ("UDP 7468 is filtered here", _dropping(HERE, "udp dport 7468"), "", "broadcast_filtered"),
    ("a firewall here lets no UDP in", _dropping(HERE, "meta l4proto udp"), "", "firewall_linux"),
    ("another program keeps UDP 5353", _keeping(5353), "", "mdns_taken"),
    ("another program keeps UDP 7468", _keeping(7468), "", "beacon_taken"),
    ("a tunnel has the way out", _tunnel, "", "vpn"),
    ("no router gave an address", _self_given, "", "self_given"),
    ("no network", _no_network, "", "no_network"),
    ("a port where nothing listens", _nothing, f"{HOST_AT}:7000", "host_refused"),
    ("the host's firewall drops TCP", _dropping(HOST, "tcp dport 7468"), HOST_AT, "host_silent"),
    ("the host's firewall refuses", _nothing, f"{Lan.address(BUSY)}", "host_refused"),
    ("the network filters announcements", _dropping(HOST, "meta l4proto udp"), "", "nothing_seen"),
    ("the same, the host is named", _dropping(HOST, "meta l4proto udp"), HOST_AT, "host_unlisted"),
    ("the access point keeps laptops apart", _isolated, HOST_AT, "host_isolated"),
    ("an address of another network", _nothing, OUTSIDE, "host_elsewhere"),
    ("a name that nobody has", _nothing, "rafis-laptop", "host_unknown"),
    ("another service on that port", _nothing, f"{Lan.address(BUSY)}:2222", "host_no_table"),
)


def doctor(lan: Lan, length: Length) -> dict[str, Any]:  # noqa: ARG001 - each cause is made once in either form
    """Each cause with what the doctor said; ``wrong`` names those that got another sentence."""
    table = {}
    with watching(lan) as watch:
        host, here = watch.on(HOST, HERE)
        host.do("host 1 Rafi's table", "hosted")
        with _another_service(lan):
            for cause, injure, place, wanted in CASES:
                with injure(lan):
                    table[cause] = {"wanted": wanted, "said": _said(here, place)}
    wrong = [cause for cause, found in table.items() if found["said"][:1] != [found["wanted"]]]
    return {"causes": len(table), "wrong": wrong, "table": table}


def _said(here: Watcher, place: str) -> list[str]:
    event = here.must(named("doctor"), here.tell(f"doctor {place}"), EXAMINE_SECONDS)
    return [str(key).rpartition(".")[2] for key in event["causes"]]


@contextlib.contextmanager
def _another_service(lan: Lan) -> Iterator[None]:
    other = Adapters(lan, BUSY).serve(2222)
    try:
        yield
    finally:
        let_go(other)
