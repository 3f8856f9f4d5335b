"""The hard bot: flat Monte Carlo over a fixed number of worlds, so that a loaded machine plays the same."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lanbridge.engine import Call, Play

from .likely_worlds import Thinking
from .masks import card_of
from .monte_carlo import judge_calls, judge_cards
from .position import position_of
from .styles import styled

if TYPE_CHECKING:
    import random

    from lanbridge.engine import Move, SeatView

    from .personas import Temper

HARD: Final = Thinking(worlds=80, call_worlds=200, draws=6, exact_cards=5, exact_turns=6_000)
"""More worlds gain nothing that can be measured (docs/notes/bots.md)."""


def choose(view: SeatView, rng: random.Random, temper: Temper | None = None) -> Move:
    """The call or card with the best mean points.

    Raises:
        ValueError: it is not the viewer's turn.
    """
    return think(view, rng, HARD, temper)


def think(view: SeatView, rng: random.Random, thinking: Thinking, temper: Temper | None = None) -> Move:
    """The best call or card by flat Monte Carlo as hard as told; a temper picks among equals.

    Raises:
        ValueError: it is not the viewer's turn.
    """
    position = position_of(view)
    if position.calling:
        return Call(styled(position, judge_calls(position, rng, thinking), temper))
    return Play(card_of(styled(position, judge_cards(position, rng, thinking), temper)))
