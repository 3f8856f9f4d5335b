"""What a call is worth, in one sentence computed from the rules: ``4 or 5 tricks: +4 points; anything else: -4``."""

from __future__ import annotations

from typing import Final

from lanbridge.engine import Fail, Ruleset, Tenths, call_is_made, has_bonus, score_deal

from .words import Words, has_tenths

_MOST: Final = 13


def call_meaning(words: Words, call: int, rules: Ruleset) -> str:
    """What ``call`` brings when it is made and when it is not (rules 4)."""
    made = [won for won in range(_MOST + 1) if call_is_made(call, won, rules)]
    return words.say(
        "meaning.sentence",
        tricks=_tricks(words, made),
        gain=_gain(words, call, made, rules),
        otherwise=_otherwise(words, call, made, rules),
    )


def bonus_note(words: Words, call: int, rules: Ruleset) -> str:
    """The bonus that ``call`` pays, as a short figure for a call's key; empty for an ordinary call."""
    if rules.bonus is None or not has_bonus(call, rules):
        return ""
    return words.points(rules.bonus.points, rules)


def _tricks(words: Words, made: list[int]) -> str:
    first, last = made[0], made[-1]
    if last == _MOST and first < _MOST:
        return words.say("meaning.or_more", count=first)
    if last == first:
        return words.say("meaning.exactly", count=first)
    key = "meaning.either" if last == first + 1 else "meaning.between"
    return words.say(key, first=first, count=last)


def _gain(words: Words, call: int, made: list[int], rules: Ruleset) -> str:
    gain = score_deal(call, made[0], rules)
    points = words.points(gain, rules, signed=True)
    if rules.per_over and len(made) > 1 and not has_bonus(call, rules):
        over = words.points(rules.per_over, rules, signed=True)
        return words.say("meaning.gain_with_over", points=points, over=over, count=_counted(gain, rules))
    return words.say("meaning.gain", points=points, count=_counted(gain, rules))


def _counted(tenths: Tenths, rules: Ruleset) -> int:
    """The number that chooses the plural form; broken points are always many."""
    return _MOST if has_tenths(rules) else tenths // 10


def _otherwise(words: Words, call: int, made: list[int], rules: Ruleset) -> str:
    too_many = made[-1] < _MOST
    if rules.fail is Fail.MINUS_SHORTFALL:
        per_trick = words.points(-rules.per_call, rules)
        cost = words.points(score_deal(call, _MOST, rules), rules) if too_many else ""
        key = "meaning.shortfall_or_more" if too_many else "meaning.shortfall"
        return words.say(key, each=per_trick, points=cost)
    cost = words.points(score_deal(call, 0, rules), rules)
    return words.say("meaning.otherwise" if too_many else "meaning.fewer", points=cost)
