"""Why don't I see the table? Facts in, causes out; each cause has its sentence (``doctor.cause.<name>``). Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from lanbridge.lan.adapters import Adapter
from lanbridge.lan.shown import UNLIKELY
from lanbridge.protocol.beacon import BEACON_PORT
from lanbridge.protocol.messages import CloseReason

from .addresses import numeric
from .known import LinkProblem

MDNS_PORT: Final = 5353
"""RFC 6762."""


class Cause(StrEnum):
    """What is probably the matter, or that a thing is in order."""

    NO_NETWORK = "no_network"
    SELF_GIVEN = "self_given"
    """Only addresses that laptops give themselves: no router, or it has not answered."""
    VPN = "vpn"
    MDNS_TAKEN = "mdns_taken"
    BEACON_TAKEN = "beacon_taken"
    FIREWALL_LINUX = "firewall_linux"
    FIREWALL_WINDOWS = "firewall_windows"
    PERMISSION_MACOS = "permission_macos"
    MULTICAST_FILTERED = "multicast_filtered"
    BROADCAST_FILTERED = "broadcast_filtered"
    NOTHING_SEEN = "nothing_seen"
    SEES_TABLES = "sees_tables"
    HOST_REACHED = "host_reached"
    HOST_UNLISTED = "host_unlisted"
    """It answers, and is not on the list: something between filters multicast and broadcast."""
    HOST_REFUSED = "host_refused"
    HOST_SILENT = "host_silent"
    HOST_ISOLATED = "host_isolated"
    HOST_ELSEWHERE = "host_elsewhere"
    HOST_UNKNOWN = "host_unknown"
    HOST_NO_TABLE = "host_no_table"
    HOST_SAYS_NO = "host_says_no"
    """A table is there and closes the line for a reason of its own: another version, too many connections."""


@dataclass(frozen=True, slots=True)
class Visit:
    """A call to the host that the player named: ``problem`` is None when its table greeted, after ``rtt_ms``."""

    host: str
    port: int
    address: str | None = None
    problem: LinkProblem | CloseReason | None = None
    rtt_ms: int | None = None
    listed: bool = False


@dataclass(frozen=True, slots=True)
class Facts:
    """What was found on this laptop.

    ``heard`` are the means ("mdns", "beacon") by which our own announcement came back; ``tables`` the names of the
    tables seen; ``route`` is the adapter that leads out of this network, None without one; ``system`` is
    ``sys.platform``.
    """

    system: str
    adapters: tuple[Adapter, ...]
    route: str | None = None
    mdns_opened: bool = True
    beacon_opened: bool = True
    heard: frozenset[str] = frozenset()
    tables: tuple[str, ...] = ()
    visit: Visit | None = None


@dataclass(frozen=True, slots=True)
class Finding:
    """One cause and what its sentence names."""

    cause: Cause
    facts: Mapping[str, str] = field(default_factory=dict)

    @property
    def key(self) -> str:
        """The key of its sentence."""
        return f"doctor.cause.{self.cause}"


_WAYS: Final = {"mdns": f"mDNS (UDP {MDNS_PORT})", "beacon": f"beacon (UDP {BEACON_PORT})"}


def ways_heard(facts: Facts) -> list[str]:
    """The means by which our own announcement came back, with their ports; names and numbers, in no language."""
    return [shown for way, shown in _WAYS.items() if way in facts.heard]


def places_here(facts: Facts) -> list[str]:
    """The addresses of this laptop that others may reach, each with its adapter."""
    return [f"{adapter.address} ({adapter.name})" for adapter in _outward(facts)]


def diagnose(facts: Facts) -> tuple[Finding, ...]:
    """What is probably the matter, the most decisive first; never empty."""
    if not _outward(facts):
        return (Finding(Cause.NO_NETWORK),)
    found = [*_of_visit(facts), *_of_this_laptop(facts), *_of_network(facts)]
    if found:
        return tuple(found)
    return (Finding(Cause.SEES_TABLES if facts.tables else Cause.NOTHING_SEEN),)


def _outward(facts: Facts) -> list[Adapter]:
    return [adapter for adapter in facts.adapters if not adapter.loopback]


def _of_this_laptop(facts: Facts) -> list[Finding]:
    """What keeps our own announcement from coming back to us."""
    findings = []
    if not facts.mdns_opened:
        findings.append(Finding(Cause.MDNS_TAKEN))
    if not facts.beacon_opened:
        findings.append(Finding(Cause.BEACON_TAKEN))
    silent = {"mdns": facts.mdns_opened, "beacon": facts.beacon_opened}
    missing = {means for means, opened in silent.items() if opened and means not in facts.heard}
    if missing and not facts.heard:
        findings.append(Finding(_firewall(facts.system)))
    elif missing:
        findings.append(Finding(Cause.MULTICAST_FILTERED if "mdns" in missing else Cause.BROADCAST_FILTERED))
    return findings


def _of_network(facts: Facts) -> list[Finding]:
    findings = []
    if facts.route is not None and facts.route.lower().startswith(UNLIKELY):
        findings.append(Finding(Cause.VPN, {"adapter": facts.route}))
    if all(_is_self_given(adapter.address) for adapter in _outward(facts)):
        findings.append(Finding(Cause.SELF_GIVEN))
    return findings


def _of_visit(facts: Facts) -> list[Finding]:
    visit = facts.visit
    if visit is None:
        return []
    named = {"host": visit.host, "port": str(visit.port)}
    if visit.problem is None:
        reached = Cause.HOST_REACHED if visit.listed else Cause.HOST_UNLISTED
        return [Finding(reached, {**named, "rtt_ms": str(visit.rtt_ms)})]
    return [Finding(_cause_of(visit, visit.problem, facts), named)]


def _cause_of(visit: Visit, problem: LinkProblem | CloseReason, facts: Facts) -> Cause:  # noqa: PLR0911 - one door each
    match problem:
        case CloseReason():
            return Cause.HOST_SAYS_NO
        case LinkProblem.NO_SUCH_HOST:
            return Cause.HOST_UNKNOWN
        case LinkProblem.REFUSED:
            return Cause.HOST_REFUSED
        case LinkProblem.NOT_PERMITTED:
            return _firewall(facts.system)
        case LinkProblem.UNREACHABLE | LinkProblem.TIMED_OUT if not _is_near(visit.address, facts):
            return Cause.HOST_ELSEWHERE
        case LinkProblem.UNREACHABLE:
            return Cause.PERMISSION_MACOS if facts.system == "darwin" else Cause.HOST_ISOLATED
        case LinkProblem.TIMED_OUT:
            return Cause.HOST_SILENT
        case _:
            return Cause.HOST_NO_TABLE


def _is_near(address: str | None, facts: Facts) -> bool:
    number = numeric(address or "")
    if number is None:
        return False
    networks = [adapter.network for adapter in facts.adapters]
    return number.is_link_local or any(number.version == near.version and number in near for near in networks)


def _firewall(system: str) -> Cause:
    return {"win32": Cause.FIREWALL_WINDOWS, "darwin": Cause.PERMISSION_MACOS}.get(system, Cause.FIREWALL_LINUX)


def _is_self_given(address: str) -> bool:
    number = numeric(address)
    return number is not None and number.is_link_local
