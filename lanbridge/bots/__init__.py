"""Bots: from what a seat sees to its move. They never sleep and make no dice of their own.

``choose(level, view, rng)`` is all that a table needs; the function and its arguments can be pickled.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final, Protocol

from . import easy, expert, hard, medium
from .personas import BOT_NAMES, Persona, Temper, bot_persona

if TYPE_CHECKING:
    import random
    from collections.abc import Mapping

    from lanbridge.engine import Move, SeatView

__all__ = ["BOT_NAMES", "CONTENDERS", "LEVELS", "Bot", "Persona", "Temper", "bot_persona", "choose"]


class Bot(Protocol):
    """A way of choosing a move: pure, and the same for the same view and dice."""

    def __call__(self, view: SeatView, rng: random.Random, temper: Temper | None = None) -> Move:
        """A legal move of the viewer, whose turn it must be; levels that compare moves heed the temper."""


LEVELS: Final[Mapping[str, Bot]] = MappingProxyType({"easy": easy.choose, "medium": medium.choose, "hard": hard.choose})
"""Level name -> bot, weakest first: each is shown to be stronger than the one before (docs/notes/bots.md)."""

CONTENDERS: Final[Mapping[str, Bot]] = MappingProxyType({"expert": expert.choose})
"""Bots that want to be a level and are not yet shown to be stronger than the strongest one; the arena seats them."""


def choose(level: str, view: SeatView, rng: random.Random, temper: Temper | None = None) -> Move:
    """The move of a bot of this level, or of a contender, for the seat whose view this is.

    Raises:
        KeyError: there is no such level.
        ValueError: it is not the viewer's turn.
    """
    return (LEVELS[level] if level in LEVELS else CONTENDERS[level])(view, rng, temper)
