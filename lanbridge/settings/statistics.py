"""What was played on this laptop, by preset. Kept here and sent nowhere."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from lanbridge.engine import DealResult, Ruleset, Seat, Tenths, call_is_made, house_switches

from .host_choices import readable
from .places import Places
from .plain_values import a_number
from .safe_files import load, save

_MOST: Final = 10**12
"""Bound on any counter read from the file."""
CHANGED: Final = "+"
"""Follows the preset's name in the key of matches under house rules, so that averages stay comparable."""


@dataclass(frozen=True, slots=True)
class Tally:
    """Counters of one preset. ``points`` is the sum over all deals, in tenths; averages are None before a deal."""

    matches: int = 0
    matches_won: int = 0
    deals: int = 0
    calls_made: int = 0
    called: int = 0
    tricks: int = 0
    points: Tenths = 0

    @property
    def average(self) -> float | None:
        """Tenths of a point a deal."""
        return self.points / self.deals if self.deals else None

    @property
    def calls_made_percent(self) -> int | None:
        """How many of a hundred calls were made."""
        return round(100 * self.calls_made / self.deals) if self.deals else None


@dataclass(frozen=True, slots=True)
class MatchOutcome:
    """A match that has ended: its rules, its score sheet, the player's seat and whether that seat won."""

    rules: Ruleset
    sheet: Sequence[DealResult]
    seat: Seat
    won: bool

    @property
    def key(self) -> str:
        """Under which name it is counted: the preset, with `CHANGED` for house rules."""
        return self.rules.preset + (CHANGED if house_switches(self.rules) else "")


def counted(tally: Tally, outcome: MatchOutcome) -> Tally:
    """The tally after one more match."""
    seat, sheet = outcome.seat, outcome.sheet
    made = [call_is_made(deal.calls[seat], deal.won[seat], outcome.rules) for deal in sheet]
    return Tally(
        matches=tally.matches + 1,
        matches_won=tally.matches_won + outcome.won,
        deals=tally.deals + len(sheet),
        calls_made=tally.calls_made + sum(made),
        called=tally.called + sum(deal.calls[seat] for deal in sheet),
        tricks=tally.tricks + sum(deal.won[seat] for deal in sheet),
        points=tally.points + sum(deal.points[seat] for deal in sheet),
    )


def load_statistics(places: Places) -> Mapping[str, Tally]:
    """Preset (with `CHANGED` for house rules) -> tally. Never raises."""
    return {name: _read_tally(plain) for name, plain in load(_file(places)).items() if isinstance(plain, dict)}


def note_match(places: Places, outcome: MatchOutcome) -> Mapping[str, Tally]:
    """Count a match and keep the statistics, which are given back by preset; without a scored deal nothing counts.

    Raises:
        CannotSave: disk full, read-only or forbidden.
    """
    known = dict(load_statistics(places))
    if outcome.sheet:
        known[outcome.key] = counted(known.get(outcome.key, Tally()), outcome)
        save(_file(places), {name: asdict(tally) for name, tally in known.items()})
    return known


def _read_tally(plain: Mapping[str, object]) -> Tally:
    counter = a_number(0, _MOST)
    readers = {name: counter for name in asdict(Tally()) if name != "points"} | {"points": a_number(-_MOST, _MOST)}
    return Tally(**readable(readers, plain))  # type: ignore[arg-type]  # all readers give whole numbers


def _file(places: Places) -> Path:
    return places.data / "statistics.json"
