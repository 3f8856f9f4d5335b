"""What a way of playing is called: never a changed one under the plain name (rules 7)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from lanbridge.engine import PRESETS, InvalidRuleset, Ruleset, house_switches

from .rules_words import switch_phrases

if TYPE_CHECKING:
    from .words import Words


def preset_title(words: Words, rules: Ruleset) -> str:
    """``Call Bridge, Bangladesh``; changed: ``Bangladesh, changed: match of 7 deals``."""
    if not house_switches(rules):
        return words.say(f"preset.{rules.preset}.title")
    changes = words.say("lists.semicolon").join(switch_phrases(words, rules))
    return words.say("preset.changed", name=preset_name(words, rules.preset), changes=changes)


def preset_name(words: Words, preset: str) -> str:
    """The short name: ``Bangladesh``; an unknown preset is called what it calls itself."""
    key = f"preset.{preset}.name"
    return words.say(key) if words.has(key) else preset


def ruleset_of(preset: str, switches: Iterable[tuple[str, str]]) -> Ruleset | None:
    """The rules that a lobby's row announces; None when this version does not know them."""
    try:
        return PRESETS[preset].changed(**dict(switches)) if preset in PRESETS else None
    except InvalidRuleset:
        return None


def title_of(words: Words, preset: str, switches: Iterable[tuple[str, str]]) -> str:
    """The title of a lobby's row; a preset or switch of another version is shown as it was announced."""
    told = tuple(switches)
    rules = ruleset_of(preset, told)
    if rules is not None:
        return preset_title(words, rules)
    if not told:
        return preset_name(words, preset)
    changes = words.say("lists.semicolon").join(f"{name}={value}" for name, value in told)
    return words.say("preset.changed", name=preset_name(words, preset), changes=changes)
