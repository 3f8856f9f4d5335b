"""Points of a deal and the end of a match, in whole tenths of a point (rules 4, 5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from .rules import EndKind, Fail, Ruleset, Tenths

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .cards import Seat


def call_is_made(call: int, won: int, rules: Ruleset) -> bool:
    """Whether ``won`` tricks (0-13) make the ``call`` (rules 4.1-4.5)."""
    over_max = rules.bonus.over_max if has_bonus(call, rules) and rules.bonus else rules.over_max
    return won >= call and (over_max is None or won <= call + over_max)


def has_bonus(call: int, rules: Ruleset) -> bool:
    """Whether the call is high enough for the bonus; tricks won play no part (rules 4.1)."""
    return rules.bonus is not None and call >= rules.bonus.from_call


def score_deal(call: int, won: int, rules: Ruleset) -> Tenths:
    """Points of one seat for one deal, in tenths (rules 4.1-4.8).

    >>> from lanbridge.engine import PRESETS
    >>> score_deal(7, 8, PRESETS["bangladesh"]), score_deal(8, 10, PRESETS["target"])
    (70, -80)
    """
    if not call_is_made(call, won, rules):
        return -_cost_of_failing(call, won, rules)
    if rules.bonus is not None and has_bonus(call, rules):
        return rules.bonus.points
    return rules.per_call * call + rules.per_over * (won - call)


def _cost_of_failing(call: int, won: int, rules: Ruleset) -> Tenths:
    match rules.fail:
        case Fail.ZERO:
            return 0
        case Fail.MINUS_SHORTFALL if won < call:
            return rules.per_call * (call - won)
        case _:
            return rules.per_call * call


def leaders(totals: Sequence[Tenths]) -> tuple[Seat, ...]:
    """The seats that lead now, lowest seat first; several when totals are equal."""
    best = max(totals)
    return tuple(seat for seat, total in enumerate(totals) if total == best)


def match_winners(totals: Sequence[Tenths], deals_done: int, rules: Ruleset) -> tuple[Seat, ...] | None:
    """None while the match goes on, else the winning seats (rules 5.1-5.4); totals in tenths."""
    match rules.end.kind:
        case EndKind.OPEN:
            return None
        case EndKind.DEALS:
            return leaders(totals) if deals_done >= rules.end.amount else None
        case EndKind.TARGET:
            return _target_winners(totals, rules.end.amount)
        case _:
            assert_never(rules.end.kind)


def _target_winners(totals: Sequence[Tenths], target: Tenths) -> tuple[Seat, ...] | None:
    ahead = leaders(totals)
    reached = max(totals) >= target
    return ahead if reached and len(ahead) == 1 else None
