"""A contender for an expert level: thinks as the hard bot does, in worlds that also explain the cards others chose."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from .hard import think
from .likely_worlds import Thinking

if TYPE_CHECKING:
    import random

    from lanbridge.engine import Move, SeatView

    from .personas import Temper

EXPERT: Final = Thinking(
    worlds=100,
    call_worlds=300,
    draws=12,
    kept=5,
    surprise=0.15,
    draws_trumps=True,
    exact_cards=5,
    exact_turns=12_000,
)
"""What was tried on the way, and what it gained: docs/notes/bots.md."""


def choose(view: SeatView, rng: random.Random, temper: Temper | None = None) -> Move:
    """The call or card with the best mean points in the likeliest worlds.

    Raises:
        ValueError: it is not the viewer's turn.
    """
    return think(view, rng, EXPERT, temper)
