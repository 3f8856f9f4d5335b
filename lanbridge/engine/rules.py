"""The rules of a match as one frozen value: presets and house switches (rules 7)."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from enum import StrEnum
from typing import Final, TypeAlias, assert_never

Tenths: TypeAlias = int
"""Points in whole tenths of a point; every total is kept so (rules 4)."""

MOST_TRICKS: Final = 13
MOST_DEALS: Final = 500
"""Longest match: a score sheet of this many deals still fits one message."""
MOST_TENTHS: Final = 1_000_000
"""Bound on any point value: far above any real match, far below any integer limit on the wire."""

_MOST_DIGITS: Final = 7
"""Enough to write MOST_TENTHS."""


class InvalidRuleset(ValueError):
    """The switches do not name rules that can be played; the text says why."""


class Direction(StrEnum):
    """The way deal, calls, play and the deal itself go round (rules 1.2, 6.4)."""

    CCW = "ccw"
    CW = "cw"


class Head(StrEnum):
    """Whether a follower must beat the trick when able (rules 3.2)."""

    NONE = "none"
    IF_CAN_WIN = "if_can_win"


class Void(StrEnum):
    """What a seat that is off the led suit must play (rules 3.3, 3.8)."""

    MUST_WIN = "must_win"
    ANY_SPADE = "any_spade"
    OPTIONAL = "optional"


class CannotWin(StrEnum):
    """Off the suit with no winning spade: free, or a lower spade must go (rules 3.4)."""

    FREE = "free"
    MUST_WASTE = "must_waste"


class Fail(StrEnum):
    """What a failed call costs (rules 4.7)."""

    MINUS_CALL = "minus_call"
    MINUS_SHORTFALL = "minus_shortfall"
    ZERO = "zero"


class Redeal(StrEnum):
    """Hands for which the cards are dealt again (rules 6.1)."""

    NO_SPADE = "no_spade"
    NO_AKQ = "no_akq"
    FOUR_ACES = "four_aces"


class EndKind(StrEnum):
    """How a match ends (rules 5)."""

    OPEN = "open"
    DEALS = "deals"
    TARGET = "target"


@dataclass(frozen=True, slots=True)
class End:
    """The end of the match: ``open``, ``deals N`` (whole deals) or ``target N`` (tenths)."""

    kind: EndKind
    amount: int = 0

    def __str__(self) -> str:
        return self.kind if self.kind is EndKind.OPEN else f"{self.kind} {self.amount}"


@dataclass(frozen=True, slots=True)
class Bonus:
    """Calls of ``from_call`` or more are worth ``points`` tenths (rules 4.1, 4.2, 4.8)."""

    from_call: int
    points: Tenths
    over_max: int | None

    def __str__(self) -> str:
        return f"{self.from_call} {self.points} {_optional_text(self.over_max)}"


@dataclass(frozen=True, slots=True)
class Ruleset:
    """All that a table may decide about the game; checked when made.

    ``over_max`` None means overtricks never spoil a call; ``bonus`` None means there is none; ``total_calls``
    None means any sum of calls stands. Point values are tenths.

    Raises:
        InvalidRuleset: the fields contradict each other.
    """

    preset: str
    direction: Direction
    min_call: int
    max_call: int
    total_calls: int | None
    head: Head
    void: Void
    cannot_win: CannotWin
    over_max: int | None
    per_call: Tenths
    per_over: Tenths
    bonus: Bonus | None
    fail: Fail
    redeals: frozenset[Redeal]
    end: End

    def __post_init__(self) -> None:
        for complaint in _complaints(self):
            raise InvalidRuleset(complaint)

    def changed(self, **switches: str) -> Ruleset:
        """These rules with house switches set, values as text as in ``--set`` (rules 7).

        Raises:
            InvalidRuleset: an unknown switch, a value that cannot be read, or rules that cannot be played.
        """
        read = {name: _read_switch(name, text) for name, text in switches.items()}
        return replace(self, **read)  # type: ignore[arg-type]  # each reader gives its field's own type

    def switch_text(self, name: str) -> str:
        """The value of one switch as text, readable again by `changed`."""
        value = getattr(self, name)
        if isinstance(value, frozenset):
            return ",".join(sorted(value)) or "none"
        return _optional_text(value)

    def changes_from(self, other: Ruleset) -> dict[str, str]:
        """The switches in which these rules differ from ``other``: name -> value as text."""
        names = [name for name in SWITCHES if getattr(self, name) != getattr(other, name)]
        return {name: self.switch_text(name) for name in names}


SWITCHES: Final[tuple[str, ...]] = tuple(
    field.name for field in fields(Ruleset) if field.name not in {"preset", "per_call"}
)
"""Names of the house switches, in the order in which they are shown. ``per_call`` is the preset's scale."""


def _optional_text(value: object) -> str:
    return "none" if value is None else str(value)


def _complaints(rules: Ruleset) -> list[str]:
    checks = (
        (1 <= rules.min_call <= MOST_TRICKS, f"min_call must be 1 to {MOST_TRICKS}"),
        (1 <= rules.max_call <= MOST_TRICKS, f"max_call must be 1 to {MOST_TRICKS}"),
        (rules.min_call <= rules.max_call, f"min_call {rules.min_call} is above max_call {rules.max_call}"),
        (_total_calls_fits(rules), "total_calls must be none, or a sum that four calls can reach"),
        (_over_max_fits(rules.over_max), f"over_max must be none or 0 to {MOST_TRICKS - 1}"),
        (0 < rules.per_call <= MOST_TENTHS, "per_call must be above 0"),
        (0 <= rules.per_over <= MOST_TENTHS, "per_over must be 0 or more"),
        (_bonus_fits(rules.bonus), f"bonus must be none, or a call 1 to {MOST_TRICKS}, points above 0, over_max"),
        (_end_fits(rules.end), f"end must be open, deals 1 to {MOST_DEALS}, or a target above 0"),
    )
    return [complaint for fits, complaint in checks if not fits]


def _total_calls_fits(rules: Ruleset) -> bool:
    return rules.total_calls is None or 1 <= rules.total_calls <= 4 * rules.max_call


def _over_max_fits(over_max: int | None) -> bool:
    return over_max is None or 0 <= over_max < MOST_TRICKS


def _bonus_fits(bonus: Bonus | None) -> bool:
    return bonus is None or (
        1 <= bonus.from_call <= MOST_TRICKS and 0 < bonus.points <= MOST_TENTHS and _over_max_fits(bonus.over_max)
    )


def _end_fits(end: End) -> bool:
    match end.kind:
        case EndKind.OPEN:
            return end.amount == 0
        case EndKind.DEALS:
            return 1 <= end.amount <= MOST_DEALS
        case EndKind.TARGET:
            return 1 <= end.amount <= MOST_TENTHS
        case _:
            assert_never(end.kind)


def _read_switch(name: str, text: str) -> object:
    if name not in SWITCHES:
        message = f"there is no switch {name[:40]!r}; switches are {', '.join(SWITCHES)}"
        raise InvalidRuleset(message)
    try:
        return _READERS[name](text.strip())
    except ValueError:
        message = f"{name} cannot be {text[:40]!r}"
        raise InvalidRuleset(message) from None


def _read_number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS):
        raise ValueError(text)
    return int(text)


def _read_optional(text: str) -> int | None:
    return None if text == "none" else _read_number(text)


def _read_bonus(text: str) -> Bonus | None:
    if text == "none":
        return None
    from_call, points, over_max = text.split()
    return Bonus(_read_number(from_call), _read_number(points), _read_optional(over_max))


def _read_redeals(text: str) -> frozenset[Redeal]:
    if text == "none":
        return frozenset()
    first, *others = text.replace(",", " ").split()
    return frozenset({Redeal(first), *map(Redeal, others)})


def _read_end(text: str) -> End:
    if text == EndKind.OPEN:
        return End(EndKind.OPEN)
    kind, amount = text.split()
    return End(EndKind(kind), _read_number(amount))


_READERS: Final = {
    "direction": Direction,
    "min_call": _read_number,
    "max_call": _read_number,
    "total_calls": _read_optional,
    "head": Head,
    "void": Void,
    "cannot_win": CannotWin,
    "over_max": _read_optional,
    "per_over": _read_number,
    "bonus": _read_bonus,
    "fail": Fail,
    "redeals": _read_redeals,
    "end": _read_end,
}
