"""Refusals: why a move is not accepted, with the facts that let any screen say it in words."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from .cards import Card, Suit


class Reason(StrEnum):
    """Why a move was refused; the facts that go with each stand in `Refusal`."""

    NOTHING_TO_PLAY = "nothing_to_play"
    """No deal is on the table."""
    NOT_YOUR_TURN = "not_your_turn"
    ALREADY_CALLED = "already_called"
    """A call cannot be changed (rules 2.1)."""
    CALL_FIRST = "call_first"
    """Cards are played after all four calls."""
    CALL_OUT_OF_RANGE = "call_out_of_range"
    """Facts: least, most (rules 2.2)."""
    NOT_IN_HAND = "not_in_hand"
    """Facts: card."""
    FOLLOW_SUIT = "follow_suit"
    """Facts: card, suit that must be followed (rules 3.2)."""
    HEAD_TRICK = "head_trick"
    """Facts: card, suit, beat: the card to be beaten in the led suit (rules 3.2)."""
    PLAY_SPADE = "play_spade"
    """Facts: card, suit the seat is off; any spade will do (rules 3.3, 3.8)."""
    BEAT_SPADE = "beat_spade"
    """Facts: card, suit the seat is off, beat: the spade to be beaten (rules 3.3)."""
    WASTE_SPADE = "waste_spade"
    """Facts: card, suit the seat is off, beat: the spade that cannot be beaten (rules 3.4)."""
    CLAIM_NOT_LEADING = "claim_not_leading"
    CLAIM_NOT_CERTAIN = "claim_not_certain"


@dataclass(frozen=True, slots=True)
class Refusal:
    """A reason and its facts; facts that do not belong to the reason are None."""

    reason: Reason
    card: Card | None = None
    suit: Suit | None = None
    beat: Card | None = None
    least: int | None = None
    most: int | None = None


class IllegalMove(Exception):
    """A move was refused and nothing changed; ``refusal`` says why (rules 2.4, 3.7)."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.reason.value)
        self.refusal = refusal
