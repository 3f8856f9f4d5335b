"""Moves: what a seat may ask for, in the imperative. Written ``call 5``, ``play AS``, ``claim``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

from .cards import Card, InvalidCard

_CALL_DIGITS: Final = 2


class InvalidMove(ValueError):
    """The text is not the notation of a move."""


@dataclass(frozen=True, slots=True)
class Call:
    """Say how many tricks (a whole number) the seat will win (rules 2)."""

    tricks: int

    def __str__(self) -> str:
        return f"call {self.tricks}"


@dataclass(frozen=True, slots=True)
class Play:
    """Play one card to the open trick (rules 3)."""

    card: Card

    def __str__(self) -> str:
        return f"play {self.card}"


@dataclass(frozen=True, slots=True)
class Claim:
    """Claim all remaining tricks (rules 3.9)."""

    def __str__(self) -> str:
        return "claim"


Move: TypeAlias = Call | Play | Claim


def parse_move(text: str) -> Move:
    """The move that ``text`` names.

    Raises:
        InvalidMove: the text names no move.

    >>> str(parse_move("play TH"))
    'play TH'
    """
    match text.split():
        case ["claim"]:
            return Claim()
        case ["call", number] if number.isascii() and number.isdigit() and len(number) <= _CALL_DIGITS:
            return Call(int(number))
        case ["play", card]:
            return _parse_play(card)
    message = f"not a move: {text[:20]!r}"
    raise InvalidMove(message)


def _parse_play(text: str) -> Play:
    try:
        return Play(Card.parse(text))
    except InvalidCard as error:
        raise InvalidMove(str(error)) from None
