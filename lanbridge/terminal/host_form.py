"""The host's choices before the table is open: a value, changed by what is typed. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from lanbridge.bots import LEVELS
from lanbridge.engine import PRESETS, SWITCHES, InvalidRuleset, house_switches
from lanbridge.protocol.names import clean_name
from lanbridge.protocol.table_settings import LEAST_CLOCK_SECONDS, MOST_SECONDS, TableSettings
from lanbridge.text import Words, preset_title

from .parsing import Command, number_of
from .troubles import Trouble
from .verbs import Lexicon, Verb, folded, shown

MOST_DEALS: Final = 500
PIN_DIGITS: Final = 12
"""Longest PIN: as long as anybody will read out."""


@dataclass(frozen=True, slots=True)
class HostForm:
    """The settings so far, and the PIN, empty for none."""

    settings: TableSettings
    pin: str = ""


def form_lines(words: Words, form: HostForm) -> tuple[str, ...]:
    """All choices as they stand."""
    settings = form.settings
    values = {
        "name": settings.name,
        "rules": preset_title(words, settings.rules),
        "bots": words.say(f"bots.{settings.bots}"),
        "clock": _seconds(words, settings.clock),
        "grace": _seconds(words, settings.grace),
        "pace": _pace(words, settings.pace),
        "deals": _deals(words, settings.deals_tonight),
        "hints": _flag(words, on=settings.hints),
        "pin": form.pin or shown(words, Verb.NONE),
        "listed": _flag(words, on=settings.listed),
    }
    lines = [words.say(f"terminal.form.{name}", value=value) for name, value in values.items()]
    return (words.say("terminal.form.heading", open=shown(words, Verb.OPEN)), *lines)


def changed_form(form: HostForm, said: Command, known: Lexicon) -> HostForm | Trouble | None:
    """The form after a command, why not, or None for a command that is no choice."""
    change = _CHANGES.get(said.verb)
    return None if change is None else change(form, said.rest, known)


def _with(form: HostForm, **changes: object) -> HostForm:
    return replace(form, settings=replace(form.settings, **changes))  # type: ignore[arg-type]  # each change knows its field


def _name(form: HostForm, rest: str, known: Lexicon) -> HostForm | Trouble:  # noqa: ARG001 - all changes look alike
    name = clean_name(rest)
    return _with(form, name=name) if name else form


def _preset(form: HostForm, rest: str, known: Lexicon) -> HostForm | Trouble:  # noqa: ARG001 - all changes look alike
    rules = PRESETS.get(folded(rest))
    if rules is None:
        return Trouble("terminal.form.bad_preset", {"presets": ", ".join(PRESETS)})
    return _with(form, rules=rules)


def _switch(form: HostForm, rest: str, known: Lexicon) -> HostForm | Trouble:  # noqa: ARG001 - all changes look alike
    name, _, value = rest.partition("=")
    try:
        changed = form.settings.rules.changed(**{name.strip(): value.strip()})
        house_switches(changed)
    except InvalidRuleset as error:
        return Trouble("terminal.form.bad_switch", {"reason": str(error)})
    return _with(form, rules=changed)


def _bots(form: HostForm, rest: str, known: Lexicon) -> HostForm | Trouble:  # noqa: ARG001 - all changes look alike
    level = folded(rest)
    return (
        _with(form, bots=level) if level in LEVELS else Trouble("terminal.form.bad_bots", {"levels": ", ".join(LEVELS)})
    )


def _pin(form: HostForm, rest: str, known: Lexicon) -> HostForm | Trouble:
    pin = "" if _is_none(rest, known) else folded(rest)[:PIN_DIGITS]
    return replace(_with(form, locked=bool(pin)), pin=pin)


def _number_change(field: str, least: int, most: int, *, none: bool) -> Change:
    def change(form: HostForm, rest: str, known: Lexicon) -> HostForm | Trouble:
        if none and _is_none(rest, known):
            return _with(form, **{field: None})
        number = number_of(rest)
        if number is None or not least <= number <= most:
            return Trouble("terminal.form.bad_number", {"least": least, "most": most})
        return _with(form, **{field: number})

    return change


def _flag_change(field: str) -> Change:
    def change(form: HostForm, rest: str, known: Lexicon) -> HostForm | Trouble:
        flag = flag_of(rest, known)
        return Trouble("terminal.form.bad_flag") if flag is None else _with(form, **{field: flag})

    return change


def flag_of(text: str, known: Lexicon) -> bool | None:
    """What on and off mean; None for anything else."""
    return {Verb.ON: True, Verb.YES: True, Verb.OFF: False, Verb.NO: False}.get(
        known.verbs.get(folded(text), Verb.HELP)
    )


def _is_none(text: str, known: Lexicon) -> bool:
    return known.verbs.get(folded(text)) in (Verb.NONE, Verb.NO, Verb.OFF)


Change = Callable[[HostForm, str, Lexicon], "HostForm | Trouble"]

_CHANGES: Final[Mapping[Verb, Change]] = {
    Verb.NAME: _name,
    Verb.PRESET: _preset,
    Verb.SET: _switch,
    Verb.BOTS: _bots,
    Verb.PIN: _pin,
    Verb.CLOCK: _number_change("clock", LEAST_CLOCK_SECONDS, MOST_SECONDS, none=True),
    Verb.GRACE: _number_change("grace", 0, MOST_SECONDS, none=False),
    Verb.PACE: _number_change("pace", 0, MOST_SECONDS, none=True),
    Verb.DEALS: _number_change("deals_tonight", 1, MOST_DEALS, none=True),
    Verb.HINTS: _flag_change("hints"),
    Verb.LISTED: _flag_change("listed"),
}

SWITCH_NAMES: Final = ", ".join(SWITCHES)


def _seconds(words: Words, seconds: int | None) -> str:
    return shown(words, Verb.NONE) if seconds is None else words.say("terminal.form.seconds", count=seconds)


def _pace(words: Words, pace: int | None) -> str:
    return words.say("terminal.form.until_ready") if pace is None else _seconds(words, pace)


def _deals(words: Words, deals: int | None) -> str:
    return words.say("terminal.form.as_rules") if deals is None else words.number(deals)


def _flag(words: Words, *, on: bool) -> str:
    return shown(words, Verb.ON if on else Verb.OFF)
