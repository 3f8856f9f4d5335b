"""The hard bot: flat Monte Carlo over a fixed number of worlds, so that a loaded machine plays the same."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lanbridge.engine import Call, Play

from .masks import card_of
from .monte_carlo import Thinking, judge_calls, judge_cards
from .position import position_of

if TYPE_CHECKING:
    import random

    from lanbridge.engine import Move, SeatView

HARD: Final = Thinking(worlds=80, call_worlds=80, draws=3)
"""More worlds gain nothing that can be measured (docs/notes/bots.md)."""


def choose(view: SeatView, rng: random.Random) -> Move:
    """The call or card with the best mean points.

    Raises:
        ValueError: it is not the viewer's turn.
    """
    position = position_of(view)
    if position.calling:
        return Call(judge_calls(position, rng, HARD)[0].option)
    return Play(card_of(judge_cards(position, rng, HARD)[0].option))
