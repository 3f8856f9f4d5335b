"""Settings that a host may hold: what the wire allows and a table must not be told; how new ones come into force."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from lanbridge.bots import LEVELS
from lanbridge.protocol.messages import SettingsChanged
from lanbridge.protocol.names import clean_name
from lanbridge.protocol.table_settings import LEAST_CLOCK_SECONDS

from .effects import Readvertise, RememberSettings

if TYPE_CHECKING:
    from lanbridge.protocol.table_settings import TableSettings

    from .desk import Desk


def are_sound(settings: TableSettings, *, locked: bool) -> bool:
    """Whether a table can be held to them: a bot that exists, a clock that can be met, a name, the lock as it is.

    The PIN itself never travels; so a table cannot be locked or opened by its settings.
    """
    clock = settings.clock is None or settings.clock >= LEAST_CLOCK_SECONDS
    return clock and settings.bots in LEVELS and settings.locked == locked and bool(clean_name(settings.name))


def hold_to(desk: Desk, settings: TableSettings) -> None:
    """The settings hold from now on; the rules from the next match on, since a match keeps those it began with."""
    desk.settings = replace(settings, name=clean_name(settings.name))
    desk.out += [RememberSettings(desk.settings), Readvertise()]
    desk.broadcast(SettingsChanged(desk.settings))
