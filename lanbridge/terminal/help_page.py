"""What may be typed here, verb by verb, in the player's words. Pure."""

from __future__ import annotations

from typing import Final

from lanbridge.bots import LEVELS
from lanbridge.engine import PRESETS, SWITCHES
from lanbridge.text import LANGUAGES, Words

from .verbs import Verb, shown

LOBBY: Final = (
    Verb.LIST, Verb.JOIN, Verb.WATCH, Verb.HOST, Verb.RETURN, Verb.RESUME, Verb.PRACTISE, Verb.NAME, Verb.LANGUAGE,
    Verb.DIGITS, Verb.PIN, Verb.HELP, Verb.QUIT,
)  # fmt: skip
FORM: Final = (
    Verb.NAME, Verb.PRESET, Verb.SET, Verb.BOTS, Verb.CLOCK, Verb.GRACE, Verb.PACE, Verb.DEALS, Verb.HINTS, Verb.PIN,
    Verb.LISTED, Verb.OPEN, Verb.CANCEL, Verb.HELP, Verb.QUIT,
)  # fmt: skip
TABLE: Final = (
    Verb.CALL, Verb.PLAY, Verb.HAND, Verb.TABLE, Verb.LAST, Verb.SCORES, Verb.CLAIM, Verb.HINT, Verb.SAY, Verb.READY,
    Verb.WHO, Verb.RULES, Verb.SIT, Verb.STAND, Verb.DRAW, Verb.CARRY, Verb.LEAVE, Verb.HELP, Verb.QUIT,
)  # fmt: skip
MENU: Final = (
    Verb.START, Verb.NEXT, Verb.STOP, Verb.PAUSE, Verb.CONTINUE, Verb.HANDOVER, Verb.REMOVE, Verb.ADMIT, Verb.REFUSE,
    Verb.PRESET, Verb.SET, Verb.CLOSE,
)  # fmt: skip


def lobby_help(words: Words) -> tuple[str, ...]:
    """Help in the lobby."""
    return (words.say("terminal.help.heading_lobby"), *_lines(words, LOBBY))


def form_help(words: Words) -> tuple[str, ...]:
    """Help before a table is open."""
    return (words.say("terminal.help.heading_form"), *_lines(words, FORM))


def table_help(words: Words, *, menu: bool) -> tuple[str, ...]:
    """Help at the table; with the host's menu for who holds it."""
    lines = (words.say("terminal.help.heading_table"), words.say("terminal.help.cards"), *_lines(words, TABLE))
    return (*lines, words.say("terminal.help.heading_menu"), *_lines(words, MENU)) if menu else lines


def _lines(words: Words, verbs: tuple[Verb, ...]) -> list[str]:
    return [words.say(f"terminal.help.{verb}", word=shown(words, verb), **_facts(verb)) for verb in verbs]


def _facts(verb: Verb) -> dict[str, str]:
    match verb:
        case Verb.PRESET:
            return {"presets": ", ".join(PRESETS)}
        case Verb.SET:
            return {"switches": ", ".join(SWITCHES)}
        case Verb.BOTS:
            return {"levels": ", ".join(LEVELS)}
        case Verb.LANGUAGE:
            return {"codes": ", ".join(LANGUAGES)}
        case _:
            return {}
