"""From the sums of many deals to one line for each bot, with its standard error over deals."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .duplicate import Line
    from .players import Faults

_TENTHS = 10


@dataclass(frozen=True, slots=True)
class Standing:
    """One bot's line. Points are whole points; made, under and over are shares of its calls, 0-1.

    ``against_others`` is its points a deal minus those of all other bots on the same deals, with its own
    standard error; both are 0 where a bot sat in every seat.
    """

    bot: str
    points_per_deal: float
    se: float
    made: float
    under: float
    over: float
    mean_call: float
    ms_per_move: float
    matches_won: float
    against_others: float = 0.0
    against_others_se: float = 0.0
    faults: Faults | None = None

    def as_json(self) -> dict[str, Any]:
        """A line of the result by its published keys; a foreign bot's replaced answers come on top."""
        names = ("points_per_deal", "se", "made", "under", "over", "mean_call", "ms_per_move", "matches_won")
        fields: dict[str, Any] = {"bot": self.bot}
        fields |= {name: round(getattr(self, name), 4) for name in names}
        if self.faults is not None:
            fields |= {
                "illegal": self.faults.illegal,
                "late": self.faults.late,
                "missing": self.faults.missing,
            }
        return fields


def mean_and_error(values: Sequence[float]) -> tuple[float, float]:
    """Mean and standard error of the mean; the error of fewer than two values is 0."""
    count = len(values)
    mean = sum(values) / count
    if count == 1:
        return mean, 0.0
    return mean, sqrt(sum((value - mean) ** 2 for value in values) / (count - 1) / count)


def points_by_deal(lines: Sequence[dict[str, Line]], bot: str) -> list[float]:
    """The bot's mean points of each deal over its seats and the turns of the table, in whole points."""
    return [line[bot].points / line[bot].seats / _TENTHS for line in lines]


def standing(lines: Sequence[dict[str, Line]], bot: str, faults: Faults | None) -> Standing:
    """The line of one bot over all deals."""
    mine = [line[bot] for line in lines]
    seats = sum(line.seats for line in mine)
    mean, error = mean_and_error(points_by_deal(lines, bot))
    ahead, ahead_error = _against_others(lines, bot)
    return Standing(
        bot=bot,
        points_per_deal=mean,
        se=error,
        made=sum(line.made for line in mine) / seats,
        under=sum(line.under for line in mine) / seats,
        over=sum(line.over for line in mine) / seats,
        mean_call=sum(line.called for line in mine) / seats,
        ms_per_move=1000 * sum(line.seconds for line in mine) / sum(line.moves for line in mine),
        matches_won=sum(line.won_matches for line in mine),
        against_others=ahead,
        against_others_se=ahead_error,
        faults=faults,
    )


def _against_others(lines: Sequence[dict[str, Line]], bot: str) -> tuple[float, float]:
    others = [name for name in lines[0] if name != bot]
    if not others:
        return 0.0, 0.0
    mine = points_by_deal(lines, bot)
    rest = [
        sum(line[name].points for name in others) / sum(line[name].seats for name in others) / _TENTHS for line in lines
    ]
    return mean_and_error([own - other for own, other in zip(mine, rest, strict=True)])
