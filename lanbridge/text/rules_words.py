"""Rules in words, made from the Ruleset itself, so that house switches are in them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lanbridge.engine import Bonus, EndKind, Redeal, Ruleset, house_switches, score_deal

from .call_words import call_meaning

if TYPE_CHECKING:
    from .words import Fact, Words


@dataclass(frozen=True, slots=True)
class Section:
    """One heading of the rules page and the sentences under it."""

    title: str
    lines: tuple[str, ...]


def switch_phrases(words: Words, rules: Ruleset) -> tuple[str, ...]:
    """What a host changed on top of the preset, one short phrase for each switch."""
    return tuple(switch_phrase(words, rules, name) for name in house_switches(rules))


def switch_phrase(words: Words, rules: Ruleset, name: str) -> str:
    """The value of one switch as a short phrase: ``off the suit any spade``."""
    match name:
        case "direction" | "head" | "void" | "cannot_win" | "fail":
            return words.say(f"switch.{name}.{rules.switch_text(name)}")
        case "min_call" | "max_call":
            return words.say(f"switch.{name}", count=getattr(rules, name))
        case "total_calls" | "over_max":
            return _optional_phrase(words, name, getattr(rules, name))
        case "per_over":
            return words.say("switch.per_over", points=words.points(rules.per_over, rules))
        case "bonus":
            return _bonus_phrase(words, rules)
        case _:
            return _redeals_phrase(words, rules) if name == "redeals" else end_phrase(words, rules)


def end_phrase(words: Words, rules: Ruleset) -> str:
    """When the match ends: ``12 deals``, ``to 30 points``, ``stop when you like`` (rules 5)."""
    match rules.end.kind:
        case EndKind.OPEN:
            return words.say("switch.end.open")
        case EndKind.DEALS:
            return words.say("switch.end.deals", count=rules.end.amount)
        case EndKind.TARGET:
            return words.say("switch.end.target", points=words.points(rules.end.amount, rules))


def rules_in_one_line(words: Words, rules: Ruleset) -> str:
    """The rules for a waiting room: calls, what must be played, what a call is worth, the end."""
    parts = [
        words.say("rules.line.calls", least=rules.min_call, most=rules.max_call),
        switch_phrase(words, rules, "head"),
        switch_phrase(words, rules, "void"),
        switch_phrase(words, rules, "over_max"),
        *([_bonus_phrase(words, rules)] if rules.bonus else []),
        end_phrase(words, rules),
    ]
    return words.say("lists.semicolon").join(parts)


def rules_page(words: Words, rules: Ruleset) -> tuple[Section, ...]:
    """The whole rules of a table, by headings."""
    makers = (
        ("table", _table_lines),
        ("calls", _calls_lines),
        ("play", _play_lines),
        ("points", _points_lines),
        ("end", _end_lines),
        ("redeals", _redeal_lines),
    )
    sections = [Section(words.say(f"rules.{name}.heading"), tuple(make(words, rules))) for name, make in makers]
    return tuple(section for section in (_changes(words, rules), *sections) if section.lines)


def _changes(words: Words, rules: Ruleset) -> Section:
    return Section(words.say("rules.changes.heading"), switch_phrases(words, rules))


def _table_lines(words: Words, rules: Ruleset) -> Iterator[str]:
    yield words.say("rules.table.players")
    yield words.say(f"rules.table.{rules.direction}")
    yield words.say("rules.table.deal")


def _calls_lines(words: Words, rules: Ruleset) -> Iterator[str]:
    yield words.say("rules.calls.order")
    yield words.say("rules.calls.range", least=rules.min_call, most=rules.max_call)
    if rules.total_calls is not None:
        yield words.say("rules.calls.total", count=rules.total_calls)


def _play_lines(words: Words, rules: Ruleset) -> Iterator[str]:
    yield words.say("rules.play.lead")
    yield words.say(f"rules.play.head_{rules.head}")
    yield words.say(f"rules.play.void_{rules.void}")
    if rules.void == "must_win":
        yield words.say(f"rules.play.cannot_win_{rules.cannot_win}")
    yield words.say("rules.play.winner")
    yield words.say("rules.play.claim")


def _points_lines(words: Words, rules: Ruleset) -> Iterator[str]:
    yield words.say("rules.points.when")
    yield words.say(_over_key(rules), **_over_facts(rules))
    yield words.say("rules.points.value", points=words.points(rules.per_call, rules))
    if rules.per_over:
        yield words.say("rules.points.over", points=words.points(rules.per_over, rules))
    yield words.say(f"rules.points.fail_{rules.fail}", points=words.points(rules.per_call, rules))
    if rules.bonus is not None:
        yield _said_of_bonus(words, "rules.points", rules.bonus, rules)
    for call in _examples(rules):
        yield words.say("rules.points.example", call=call, meaning=call_meaning(words, call, rules))
    yield _worked(words, rules, max(rules.min_call, min(4, rules.max_call)))


def _over_key(rules: Ruleset) -> str:
    return "rules.points.made_any" if rules.over_max is None else "rules.points.made_within"


def _over_facts(rules: Ruleset) -> dict[str, Fact]:
    return {} if rules.over_max is None else {"count": rules.over_max}


def _examples(rules: Ruleset) -> list[int]:
    """A low call, a middle one and the first with a bonus, as far as the table allows them."""
    wanted = (rules.min_call, 4, rules.bonus.from_call if rules.bonus else rules.max_call)
    return sorted({call for call in wanted if rules.min_call <= call <= rules.max_call})


def _worked(words: Words, rules: Ruleset, call: int) -> str:
    results = [
        words.say("rules.points.result", won=won, points=words.points(score_deal(call, won, rules), rules, signed=True))
        for won in range(max(0, call - 1), min(13, call + 3) + 1)
    ]
    return words.say("rules.points.worked", call=call, results=words.say("lists.semicolon").join(results))


def _end_lines(words: Words, rules: Ruleset) -> Iterator[str]:
    match rules.end.kind:
        case EndKind.OPEN:
            yield words.say("rules.end.open")
        case EndKind.DEALS:
            yield words.say("rules.end.deals", count=rules.end.amount)
        case EndKind.TARGET:
            yield words.say("rules.end.target", points=words.points(rules.end.amount, rules))


def _redeal_lines(words: Words, rules: Ruleset) -> Iterator[str]:
    for redeal in Redeal:
        if redeal in rules.redeals:
            yield words.say(f"rules.redeals.{redeal}")
    if rules.redeals:
        yield words.say("rules.redeals.then")


def _optional_phrase(words: Words, name: str, value: int | None) -> str:
    return words.say(f"switch.{name}_none") if value is None else words.say(f"switch.{name}", count=value)


def _bonus_phrase(words: Words, rules: Ruleset) -> str:
    bonus = rules.bonus
    return words.say("switch.bonus_none") if bonus is None else _said_of_bonus(words, "switch", bonus, rules)


def _said_of_bonus(words: Words, section: str, bonus: Bonus, rules: Ruleset) -> str:
    points = words.points(bonus.points, rules)
    if bonus.over_max is None:
        return words.say(f"{section}.bonus_any", call=bonus.from_call, points=points)
    return words.say(f"{section}.bonus", call=bonus.from_call, points=points, count=bonus.over_max)


def _redeals_phrase(words: Words, rules: Ruleset) -> str:
    if not rules.redeals:
        return words.say("switch.redeals_none")
    reasons = [words.say(f"switch.redeals.{redeal}") for redeal in Redeal if redeal in rules.redeals]
    return words.say("switch.redeals_for", reasons=words.listed(reasons))
