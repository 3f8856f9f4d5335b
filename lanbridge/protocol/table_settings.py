"""What a host may decide about a table, beyond the rules of the game; shown to everybody who sits there."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from lanbridge.engine import PRESETS, Ruleset

LEAST_CLOCK_SECONDS: Final = 5
"""A shorter turn clock would punish a slow network, not a slow player."""
MOST_SECONDS: Final = 3600
"""Longest clock, grace or pause that can be set: an hour away is an evening over."""

PIN_CHARACTERS: Final = 64
"""Longest PIN: longer than anybody says aloud in a room."""


class Watch(StrEnum):
    """What people without a seat may see: nothing, the table, or the table and all hands after each deal."""

    NONE = "none"
    HIDDEN = "hidden"
    AFTER = "after"


class Latecomers(StrEnum):
    """When somebody who joins during a match may take a bot's seat."""

    AT_ONCE = "at_once"
    BETWEEN_DEALS = "between_deals"


@dataclass(frozen=True, slots=True)
class TableSettings:
    """The settings of one table. All times are whole seconds; None means that there is no such limit.

    ``deals_tonight`` ends the match after so many deals without changing the preset; ``clock`` is the time for one
    call or card; ``grace`` is how long an absent player's turn waits before a bot plays it; ``pace`` is the pause
    between deals, None waits for every present player; ``bot_pause_ms`` is how long a bot seems to think.
    """

    name: str
    rules: Ruleset = field(default_factory=lambda: PRESETS["bangladesh"])
    bots: str = "medium"
    clock: int | None = None
    grace: int = 15
    pace: int | None = None
    deals_tonight: int | None = None
    watch: Watch = Watch.HIDDEN
    latecomers: Latecomers = Latecomers.AT_ONCE
    hints: bool = False
    listed: bool = True
    locked: bool = False
    bot_pause_ms: int = 700
