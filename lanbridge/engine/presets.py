"""The ways of playing that come with the game, as data (rules 7)."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from .rules import (
    Bonus,
    CannotWin,
    Direction,
    End,
    EndKind,
    Fail,
    Head,
    InvalidRuleset,
    Redeal,
    Ruleset,
    Void,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

_BANGLADESH: Final = Ruleset(
    preset="bangladesh",
    direction=Direction.CCW,
    min_call=2,
    max_call=12,
    total_calls=None,
    head=Head.NONE,
    void=Void.MUST_WIN,
    cannot_win=CannotWin.FREE,
    over_max=1,
    per_call=10,
    per_over=0,
    bonus=Bonus(from_call=8, points=130, over_max=1),
    fail=Fail.MINUS_CALL,
    redeals=frozenset(),
    end=End(EndKind.OPEN),
)

_TARGET: Final = Ruleset(
    preset="target",
    direction=Direction.CCW,
    min_call=2,
    max_call=12,
    total_calls=None,
    head=Head.NONE,
    void=Void.MUST_WIN,
    cannot_win=CannotWin.FREE,
    over_max=None,
    per_call=10,
    per_over=0,
    bonus=Bonus(from_call=8, points=130, over_max=1),
    fail=Fail.MINUS_CALL,
    redeals=frozenset(),
    end=End(EndKind.TARGET, 300),
)

_TENS: Final = Ruleset(
    preset="tens",
    direction=Direction.CCW,
    min_call=2,
    max_call=12,
    total_calls=None,
    head=Head.NONE,
    void=Void.MUST_WIN,
    cannot_win=CannotWin.FREE,
    over_max=2,
    per_call=100,
    per_over=10,
    bonus=None,
    fail=Fail.MINUS_CALL,
    redeals=frozenset(),
    end=End(EndKind.DEALS, 12),
)

_NEPAL: Final = Ruleset(
    preset="nepal",
    direction=Direction.CCW,
    min_call=1,
    max_call=8,
    total_calls=None,
    head=Head.IF_CAN_WIN,
    void=Void.MUST_WIN,
    cannot_win=CannotWin.FREE,
    over_max=None,
    per_call=10,
    per_over=1,
    bonus=None,
    fail=Fail.MINUS_CALL,
    redeals=frozenset(),
    end=End(EndKind.DEALS, 5),
)

_INDIA: Final = Ruleset(
    preset="india",
    direction=Direction.CCW,
    min_call=1,
    max_call=13,
    total_calls=9,
    head=Head.IF_CAN_WIN,
    void=Void.MUST_WIN,
    cannot_win=CannotWin.MUST_WASTE,
    over_max=None,
    per_call=100,
    per_over=10,
    bonus=None,
    fail=Fail.MINUS_CALL,
    redeals=frozenset(Redeal),
    end=End(EndKind.TARGET, 3000),
)

PRESETS: Final[Mapping[str, Ruleset]] = MappingProxyType(
    {rules.preset: rules for rules in (_BANGLADESH, _TARGET, _TENS, _NEPAL, _INDIA)}
)
"""Preset name -> its rules."""


def preset_of(rules: Ruleset) -> Ruleset:
    """The unchanged preset that ``rules`` were made from.

    Raises:
        InvalidRuleset: the rules name no known preset.
    """
    try:
        return PRESETS[rules.preset]
    except KeyError:
        message = f"there is no preset {rules.preset[:40]!r}; presets are {', '.join(PRESETS)}"
        raise InvalidRuleset(message) from None


def preset_named(name: str) -> Ruleset:
    """The rules of the preset called ``name``.

    Raises:
        InvalidRuleset: there is no such preset.
    """
    if name not in PRESETS:
        message = f"there is no preset {name[:40]!r}; presets are {', '.join(PRESETS)}"
        raise InvalidRuleset(message)
    return PRESETS[name]


def house_switches(rules: Ruleset) -> dict[str, str]:
    """The switches a host set on top of the preset: name -> value as text; empty for a plain preset."""
    return rules.changes_from(preset_of(rules))
