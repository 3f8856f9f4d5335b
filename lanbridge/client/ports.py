"""What a screen needs from below, as protocols: screens are handed these and never know who fulfils them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Protocol, TypeAlias

if TYPE_CHECKING:
    from lanbridge.engine.record import Record
    from lanbridge.protocol.messages import Request, Wish
    from lanbridge.protocol.table_settings import TableSettings

    from .known import Known, Notice


MOST_ADDRESSES: Final = 8
"""Last good addresses kept of a host: two adapters with IPv4 and IPv6, and where it was before."""


@dataclass(frozen=True, slots=True)
class FoundTable:
    """One row of the lobby. ``rtt_ms`` is None until the first answer; ``by`` lists the means, e.g. mdns, beacon.

    ``addresses`` are host addresses, best first; ``switches`` are the house switches as text, empty for a plain
    preset; ``mark`` is 1, or 2, 3 ... for further tables with an equal name.
    """

    table_id: bytes
    epoch: int
    name: str
    addresses: tuple[str, ...]
    port: int
    preset: str
    switches: tuple[tuple[str, str], ...]
    humans: int
    playing: bool
    locked: bool
    watch: bool
    version: int
    rtt_ms: int | None
    by: tuple[str, ...]
    fingerprint: bytes = b""
    mark: int = 1

    @property
    def key(self) -> bytes:
        """What tells rows apart: several hosts may claim one table id, and only a call can tell who is right."""
        numbers = (self.epoch, self.port, self.version)
        return self.table_id + self.fingerprint + b"".join(number.to_bytes(8, "big") for number in numbers)


@dataclass(frozen=True, slots=True)
class Target:
    """Where to join: addresses to try, best first; ``table_id`` empty when only the address is known.

    ``fingerprint`` is the certificate that is expected, as an advertisement or the last visit told it, empty if none
    is; ``accepted`` is the one that the player has said yes to although the name belonged to another (`trusting`).
    """

    addresses: tuple[str, ...]
    port: int
    table_id: bytes = b""
    fingerprint: bytes = b""
    name: str = ""
    accepted: bytes = b""

    def trusting(self, fingerprint: bytes) -> Target:
        """The same table, whose changed certificate the player accepts: join again with this."""
        return replace(self, fingerprint=fingerprint, accepted=fingerprint)

    def found_at(self, address: str, port: int) -> Target:
        """The same table, whose host is at this place now; its other addresses come behind, unless it has moved."""
        others = self.addresses if port == self.port else ()
        return replace(self, addresses=tuple(dict.fromkeys((address, *others)))[:MOST_ADDRESSES], port=port)


@dataclass(frozen=True, slots=True)
class HostedTable:
    """A table that this program hosts: where it is reached, and the code that says so (empty without IPv4)."""

    target: Target
    code: str
    addresses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ResumableTable:
    """A table hosted here whose program ended while people were at it: its id, name, their names, deals scored."""

    table_id: bytes
    name: str
    players: tuple[str, ...]
    deals_done: int


class TableClient(Protocol):
    """A seat or a place to watch at one table; lives in a thread of its own. Never blocks."""

    @property
    def known(self) -> Known:
        """The newest knowledge."""

    def poll(self) -> tuple[tuple[Notice, Known], ...]:
        """All notices since the last call, oldest first, each with the knowledge after it."""

    def request(self, request: Request) -> None:
        """Ask for something; the ``request_id`` is set here. An `Answered` notice follows."""

    def carry_on(self) -> None:
        """The player wants to go on without the lost host, once `succession.offered` says so.

        ``Known.carrying_on`` follows; then either this laptop hosts the table or another one is found.
        """

    def leave(self) -> None:
        """Say good-bye and close; no notice follows."""


class Lobby(Protocol):
    """Looks for tables while it is open; lives in a thread of its own. Never blocks."""

    def tables(self) -> tuple[FoundTable, ...]:
        """The live tables now, in a steady order."""

    def close(self) -> None:
        """Stop looking."""


class Network(Protocol):
    """Everything that a screen may start."""

    def rename(self, name: str) -> None:
        """The player's name from the next table on."""

    def look(self) -> Lobby:
        """Open the lobby."""

    def join(self, target: Target, wish: Wish, pin: str = "") -> TableClient:
        """Join a table; failures come as notices."""

    def host(self, settings: TableSettings, pin: str = "", port: int | None = None) -> HostedTable:
        """Host a table on this laptop; ``port`` None takes the usual one, or the next that is free.

        Raises:
            HostingFailed: no table could be opened; the text key says why.
        """

    def practise(self, settings: TableSettings) -> HostedTable:
        """Host a table on loopback that nobody else sees.

        Raises:
            HostingFailed: no table could be opened.
        """

    def resumable(self) -> tuple[ResumableTable, ...]:
        """Tables of this laptop whose host's program ended before their match did."""

    def resume(self, table_id: bytes) -> HostedTable:
        """Open such a table again; every seat returns by itself.

        Raises:
            HostingFailed: it could not be opened.
        """

    def forget_resumable(self, table_id: bytes) -> None:
        """Such a table is not wanted any more."""

    def stop_hosting(self) -> None:
        """Close the hosted table in order, if there is one."""


class HostingFailed(Exception):
    """No table could be opened; ``key`` names the sentence for the player, ``facts`` fill it."""

    def __init__(self, key: str, **facts: str) -> None:
        super().__init__(key)
        self.key = key
        self.facts = facts


# --- where a screen begins


@dataclass(frozen=True, slots=True)
class StartInLobby:
    """Show the tables of the network."""


@dataclass(frozen=True, slots=True)
class StartHosting:
    """Open a table of this laptop and sit down at it; no further question is asked."""

    settings: TableSettings
    pin: str = ""


@dataclass(frozen=True, slots=True)
class StartJoining:
    """Join this table."""

    target: Target
    wish: Wish
    pin: str = ""


@dataclass(frozen=True, slots=True)
class StartPractising:
    """Play against three bots; with ``watch_only``, look at four of them."""

    settings: TableSettings
    watch_only: bool = False


@dataclass(frozen=True, slots=True)
class StartReplaying:
    """Show a recorded match."""

    record: Record


Start: TypeAlias = StartInLobby | StartHosting | StartJoining | StartPractising | StartReplaying
"""What a screen is started with, from the command line."""
