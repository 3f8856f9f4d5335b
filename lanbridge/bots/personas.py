"""Names, faces and tempers of bots: they colour the table and never the strength of play."""

from __future__ import annotations

import random
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from lanbridge.engine import Seat


class Temper(StrEnum):
    """Which of several equally good moves a bot likes best."""

    CAUTIOUS = "cautious"
    GREEDY = "greedy"
    QUICK_TO_TRUMP = "quick_to_trump"


@dataclass(frozen=True, slots=True)
class Persona:
    """A bot as it sits at the table; ``face`` counts the pictures that a screen may draw, 0-11."""

    name: str
    face: int
    temper: Temper


BOT_NAMES: Final = (
    "Amina",
    "Bikash",
    "Chandra",
    "Dilip",
    "Farida",
    "Gopal",
    "Habib",
    "Ishani",
    "Jamal",
    "Kamala",
    "Laxmi",
    "Mitu",
)
"""First names from the countries where the game is at home; a persona's face is the name's place here."""


def bot_persona(seat: Seat, seed: int) -> Persona:
    """The persona of the bot in ``seat`` (0-3); the four seats of one seed have four different names."""
    dice = random.Random(f"persona {seed}")
    face = dice.sample(range(len(BOT_NAMES)), 4)[seat]
    tempers = dice.choices(tuple(Temper), k=4)
    return Persona(BOT_NAMES[face], face, tempers[seat])
