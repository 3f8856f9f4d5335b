"""A typed line -> what it means, without knowing where it was typed. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

from lanbridge.engine import Card

from .verbs import Lexicon, Verb, card_of, folded

LONGEST_LINE: Final = 1000
"""Characters of a line that are read: a chat line is 200, an address 253."""
_MOST_DIGITS: Final = 6


@dataclass(frozen=True, slots=True)
class Command:
    """A verb and the rest of the line, as typed."""

    verb: Verb
    rest: str = ""


@dataclass(frozen=True, slots=True)
class Number:
    """A number alone: a call, a card's place in the hand, or a table, as it fits."""

    value: int


@dataclass(frozen=True, slots=True)
class CardNamed:
    """A card alone."""

    card: Card


@dataclass(frozen=True, slots=True)
class Unknown:
    """Something else; ``text`` as typed."""

    text: str


Input: TypeAlias = Command | Number | CardNamed | Unknown


def parse(line: str, known: Lexicon) -> Input | None:
    """The meaning of a line; None for an empty one."""
    text = line[:LONGEST_LINE].strip()
    if not text:
        return None
    number = number_of(text)
    if number is not None:
        return Number(number)
    card = card_of(text, known)
    return CardNamed(card) if card is not None else _command(text, known)


def number_of(text: str) -> int | None:
    """The whole number that a text is, in any script's digits."""
    plain = folded(text)
    return int(plain) if plain.isascii() and plain.isdigit() and len(plain) <= _MOST_DIGITS else None


def _command(text: str, known: Lexicon) -> Command | Unknown:
    if text[0] in "'\"" and len(text) > 1:
        return Command(Verb.SAY, text[1:].strip())
    first, _, rest = text.partition(" ")
    verb = known.verbs.get(folded(first))
    return Unknown(text) if verb is None else Command(verb, rest.strip())
