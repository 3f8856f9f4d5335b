"""Match sense: near the end of a match a deal's points count by the match they win (rules 5)."""

from __future__ import annotations

from dataclasses import dataclass
from math import erf, sqrt
from typing import TYPE_CHECKING, Final

from lanbridge.engine import SEATS, EndKind, match_winners

from .masks import place_of

if TYPE_CHECKING:
    from lanbridge.engine import Ruleset, Table

    from .masks import Place

_DEALS_AHEAD: Final = 0
"""Match sense wakes when at most so many deals follow: only in the last one is the chance to win exact."""
_SPREAD: Final = 3.0
"""Standard deviation of one seat's deal, in called tricks (measured: 2.8-3.3 in all presets)."""
_USUAL: Final = 2.0
"""What a leading seat gains in a deal, in called tricks, to guess how long a target is still away."""
_POINT: Final = 1e-4
"""Worth of a called trick's points beside the whole match: decides between moves that win it equally often."""


@dataclass(frozen=True, slots=True)
class Stake:
    """The totals (tenths, by place) before this deal, and how the match may end."""

    rules: Ruleset
    totals: tuple[int, ...]
    deals_done: int

    def worth(self, points: tuple[int, ...], me: Place) -> float:
        """The chance to win the match after a deal with these points (tenths, by place), and a little for points.

        A shared win counts as its share.
        """
        totals = tuple(total + gain for total, gain in zip(self.totals, points, strict=True))
        return self._chance(totals, me) + _POINT * points[me] / self.rules.per_call

    def _chance(self, totals: tuple[int, ...], me: Place) -> float:
        winners = match_winners(totals, self.deals_done + 1, self.rules)
        if winners is not None:
            return (me in winners) / len(winners)
        spread = _SPREAD * self.rules.per_call * sqrt(2 * self._deals_left(totals))
        chance = 1.0
        for place in SEATS:
            if place != me:
                chance *= 0.5 + 0.5 * erf((totals[me] - totals[place]) / spread / sqrt(2))
        return chance

    def _deals_left(self, totals: tuple[int, ...]) -> float:
        end = self.rules.end
        if end.kind is EndKind.DEALS:
            return end.amount - self.deals_done - 1
        return max(1.0, (end.amount - max(totals)) / (_USUAL * self.rules.per_call))


def stake_of(table: Table) -> Stake | None:
    """What is at stake for the match in this deal; None while points are all that counts."""
    order = [place_of(place, table.rules.direction) for place in SEATS]
    totals = tuple(table.totals[seat] for seat in order)
    return Stake(table.rules, totals, table.deals_done) if _is_near(table) else None


def _is_near(table: Table) -> bool:
    end = table.rules.end
    match end.kind:
        case EndKind.OPEN:
            return False
        case EndKind.DEALS:
            return end.amount - table.deals_done - 1 <= _DEALS_AHEAD
        case EndKind.TARGET:
            return max(table.totals) >= end.amount - _reach(table.rules)


def _reach(rules: Ruleset) -> int:
    """Points (tenths) that a good seat may make in one deal."""
    return max(5 * rules.per_call, rules.bonus.points // 2 if rules.bonus else 0)
