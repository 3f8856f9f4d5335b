"""A table of causes: what is injected, and the sentence that it must get."""

from __future__ import annotations

from dataclasses import replace

import pytest

from lanbridge.client.doctor import Cause, Facts, Finding, Visit, diagnose, places_here, ways_heard
from lanbridge.client.known import LinkProblem
from lanbridge.lan.adapters import Adapter
from lanbridge.protocol.messages import CloseReason
from lanbridge.text.catalogue import catalogue

LO = Adapter("lo", 1, "127.0.0.1", 8)
ETH = Adapter("eth0", 2, "10.77.0.12", 24)
BOTH = frozenset({"mdns", "beacon"})
WELL = Facts("linux", (LO, ETH), heard=BOTH, tables=("Rafi's table",))


def visit(problem: LinkProblem | CloseReason | None, address: str = "10.77.0.11", *, listed: bool = False) -> Facts:
    return replace(WELL, visit=Visit("rafi", 7468, address, problem, 3, listed))


@pytest.mark.parametrize(
    ("facts", "cause"),
    [
        (WELL, Cause.SEES_TABLES),
        (replace(WELL, tables=()), Cause.NOTHING_SEEN),
        (replace(WELL, adapters=(LO,)), Cause.NO_NETWORK),
        (replace(WELL, adapters=()), Cause.NO_NETWORK),
        (replace(WELL, adapters=(LO, Adapter("eth0", 2, "169.254.7.7", 16))), Cause.SELF_GIVEN),
        (replace(WELL, route="tun0"), Cause.VPN),
        (replace(WELL, mdns_opened=False, heard=frozenset({"beacon"})), Cause.MDNS_TAKEN),
        (replace(WELL, beacon_opened=False, heard=frozenset({"mdns"})), Cause.BEACON_TAKEN),
        (replace(WELL, heard=frozenset()), Cause.FIREWALL_LINUX),
        (replace(WELL, heard=frozenset(), system="win32"), Cause.FIREWALL_WINDOWS),
        (replace(WELL, heard=frozenset(), system="darwin"), Cause.PERMISSION_MACOS),
        (replace(WELL, heard=frozenset({"beacon"})), Cause.MULTICAST_FILTERED),
        (replace(WELL, heard=frozenset({"mdns"})), Cause.BROADCAST_FILTERED),
        (visit(None, listed=True), Cause.HOST_REACHED),
        (visit(None), Cause.HOST_UNLISTED),
        (visit(LinkProblem.REFUSED), Cause.HOST_REFUSED),
        (visit(LinkProblem.TIMED_OUT), Cause.HOST_SILENT),
        (visit(LinkProblem.UNREACHABLE), Cause.HOST_ISOLATED),
        (replace(visit(LinkProblem.UNREACHABLE), system="darwin"), Cause.PERMISSION_MACOS),
        (visit(LinkProblem.UNREACHABLE, "192.168.5.5"), Cause.HOST_ELSEWHERE),
        (visit(LinkProblem.TIMED_OUT, "192.168.5.5"), Cause.HOST_ELSEWHERE),
        (visit(LinkProblem.NO_SUCH_HOST), Cause.HOST_UNKNOWN),
        (visit(LinkProblem.NOT_A_TABLE), Cause.HOST_NO_TABLE),
        (visit(LinkProblem.NOT_PERMITTED), Cause.FIREWALL_LINUX),
        (visit(CloseReason.VERSION), Cause.HOST_SAYS_NO),
    ],
)
def test_a_cause_is_found(facts: Facts, cause: Cause) -> None:
    assert diagnose(facts)[0].cause is cause


def test_the_host_that_was_asked_about_comes_before_this_laptops_own_troubles() -> None:
    facts = replace(visit(LinkProblem.REFUSED), mdns_opened=False, heard=frozenset({"beacon"}), route="wg0")
    assert [finding.cause for finding in diagnose(facts)] == [Cause.HOST_REFUSED, Cause.MDNS_TAKEN, Cause.VPN]


def test_an_ordinary_way_out_is_no_vpn() -> None:
    assert diagnose(replace(WELL, route="eth0")) == (Finding(Cause.SEES_TABLES),)


@pytest.mark.parametrize("cause", Cause)
def test_every_cause_has_its_sentence(cause: Cause) -> None:
    assert Finding(cause).key in catalogue("en")


def test_what_was_found_names_adapters_and_ports() -> None:
    assert places_here(WELL) == ["10.77.0.12 (eth0)"]
    assert ways_heard(WELL) == ["mDNS (UDP 5353)", "beacon (UDP 7468)"]
    assert ways_heard(replace(WELL, heard=frozenset({"beacon"}))) == ["beacon (UDP 7468)"]
