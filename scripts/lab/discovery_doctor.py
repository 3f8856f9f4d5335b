"""The doctor's table: what is injected, and the sentence that it must say first. Nothing is asked of any person."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager as Injury
from typing import Any, Final, TypeAlias

from lab.adapters import Adapters, let_go
from lab.lan import Lan
from lab.watching import Length, Watcher, named, watching

EXAMINE_SECONDS: Final = 20.0
OUTSIDE: Final = "192.168.5.5"
HOST, BUSY = 1, 3
HERE: Final = (2, 4)
"""Two laptops are examined at once."""

Injure: TypeAlias = Callable[[Lan, int], Injury[object]]


def _nothing(_: Lan, __: int) -> Injury[object]:
    return contextlib.nullcontext()


def _dropping(rule: str, at: int | None = None) -> Injure:
    @contextlib.contextmanager
    def injure(lan: Lan, here: int) -> Iterator[None]:
        lan.drop(at or here, rule=rule)
        try:
            yield
        finally:
            lan.drop(at or here)

    return injure


def _keeping(port: int) -> Injure:
    @contextlib.contextmanager
    def injure(lan: Lan, here: int) -> Iterator[None]:
        keeper = Adapters(lan, here).keep_port(port)
        try:
            yield
        finally:
            let_go(keeper)

    return injure


@contextlib.contextmanager
def _isolated(lan: Lan, at: int) -> Iterator[None]:
    lan.isolate(on=True)
    lan.within(at, "ip", "neigh", "flush", "all")
    try:
        yield
    finally:
        lan.isolate(on=False)
        lan.within(at, "ip", "neigh", "flush", "all")


@contextlib.contextmanager
def _tunnel(lan: Lan, at: int) -> Iterator[None]:
    here = Adapters(lan, at)
    here.add("wg0", f"10.8.0.{at}/24")
    here.lead_out_by("10.8.0.9")
    try:
        yield
    finally:
        here.remove("wg0")


@contextlib.contextmanager
def _self_given(lan: Lan, at: int) -> Iterator[None]:
    here = Adapters(lan, at)
    here.only_self_given()
    try:
        yield
    finally:
        here.only_ipv6()
        here.give_back()


@contextlib.contextmanager
def _no_network(lan: Lan, at: int) -> Iterator[None]:
    here = Adapters(lan, at)
    here.switch(on=False)
    here.only_ipv6()
    try:
        yield
    finally:
        here.switch(on=True)
        here.give_back()


HOST_AT: Final = Lan.address(HOST)
Case: TypeAlias = tuple[str, Injure, str, str]
"""What is the matter, how it is made, the host that is named, the cause that must come first."""
OF_ONE_LAPTOP: Final[tuple[Case, ...]] = (
    ("nothing is wrong", _nothing, "", "sees_tables"),
    ("nothing is wrong, the host is named", _nothing, HOST_AT, "host_reached"),
    ("UDP 5353 is filtered here", _dropping("udp dport 5353"), "", "multicast_filtered"),
    ("UDP 7468 is filtered here", _dropping("udp dport 7468"), "", "broadcast_filtered"),
    ("a firewall here lets no UDP in", _dropping("meta l4proto udp"), "", "firewall_linux"),
    ("another program keeps UDP 5353", _keeping(5353), "", "mdns_taken"),
    ("another program keeps UDP 7468", _keeping(7468), "", "beacon_taken"),
    ("a tunnel has the way out", _tunnel, "", "vpn"),
    ("no router gave an address", _self_given, "", "self_given"),
    ("no network", _no_network, "", "no_network"),
    ("a port where nothing listens", _nothing, f"{HOST_AT}:7000", "host_refused"),
    ("an address of another network", _nothing, OUTSIDE, "host_elsewhere"),
    ("a name that nobody has", _nothing, "rafis-laptop", "host_unknown"),
    ("another service on that port", _nothing, f"{Lan.address(BUSY)}:2222", "host_no_table"),
)
OF_THE_NETWORK: Final[tuple[Case, ...]] = (
    ("the host's firewall drops TCP", _dropping("tcp dport 7468", HOST), HOST_AT, "host_silent"),
    ("the network filters announcements", _dropping("meta l4proto udp", HOST), "", "nothing_seen"),
    ("the same, the host is named", _dropping("meta l4proto udp", HOST), HOST_AT, "host_unlisted"),
    ("the access point keeps laptops apart", _isolated, HOST_AT, "host_isolated"),
)


def doctor(lan: Lan, length: Length) -> dict[str, Any]:  # noqa: ARG001 - each cause is made once in either form
    """Each cause with what the doctor said; ``wrong`` names those that got another sentence."""
    with watching(lan) as watch:
        (host,), patients = watch.on(HOST), watch.on(*HERE)
        host.do("host 1 Rafi's table", "hosted")
        with _another_service(lan), ThreadPoolExecutor(len(HERE)) as pool:
            halves = [OF_ONE_LAPTOP[at :: len(HERE)] for at in range(len(HERE))]
            found = list(pool.map(lambda patient, cases: _examined(lan, patient, cases), patients, halves))
            found.append(_examined(lan, patients[0], OF_THE_NETWORK))
    table = {cause: said for part in found for cause, said in part.items()}
    wrong = [cause for cause, case in table.items() if case["said"][:1] != [case["wanted"]]]
    return {"causes": len(table), "wrong": wrong, "table": table}


def _examined(lan: Lan, patient: Watcher, cases: Sequence[Case]) -> dict[str, dict[str, Any]]:
    table = {}
    for cause, injure, place, wanted in cases:
        with injure(lan, int(patient.host)):
            table[cause] = {"wanted": wanted, "said": _said(patient, place)}
    return table


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
