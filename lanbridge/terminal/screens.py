"""Where text mode can be, and how one place leads to another."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, TypeAlias

from lanbridge.client.ports import HostedTable, Target
from lanbridge.protocol.messages import Wish
from lanbridge.protocol.table_settings import TableSettings

from .host_form import HostForm
from .parsing import Input


@dataclass(frozen=True, slots=True)
class ToLobby:
    """To the list of tables; ``wanted`` is what to join as soon as it shows, ``retry`` a table that wants a PIN."""

    wanted: str = ""
    wish: Wish = Wish.SEAT
    pin: str = ""
    retry: Target | None = None


@dataclass(frozen=True, slots=True)
class ToForm:
    """To the choices of a new table."""

    form: HostForm


@dataclass(frozen=True, slots=True)
class ToHosting:
    """Open a table and sit down at it."""

    settings: TableSettings
    pin: str = ""


@dataclass(frozen=True, slots=True)
class ToPractice:
    """Play alone against bots; with ``watch_only``, look at four of them."""

    settings: TableSettings
    watch_only: bool = False


@dataclass(frozen=True, slots=True)
class ToResuming:
    """Open a table again whose program ended before its match did."""

    table_id: bytes


@dataclass(frozen=True, slots=True)
class ToTable:
    """To a table; ``hosted`` if it is ours, ``practice`` if nobody else can come."""

    target: Target
    wish: Wish = Wish.SEAT
    pin: str = ""
    hosted: HostedTable | None = None
    practice: bool = False


@dataclass(frozen=True, slots=True)
class ToEnd:
    """Out of the program."""

    code: int = 0


Way: TypeAlias = ToLobby | ToForm | ToHosting | ToPractice | ToResuming | ToTable | ToEnd


class Screen(Protocol):
    """One place: it is told what is typed, asked regularly, and left in order."""

    def typed(self, said: Input) -> Way | None:
        """React to a line; the way out, or None to stay."""

    def tick(self) -> Way | None:
        """Tell what has happened meanwhile; the way out, or None to stay."""

    def leave(self) -> None:
        """Leave in order; twice is harmless."""
