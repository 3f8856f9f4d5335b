"""Advice for a human: the best move, its chance, the next best, and facts that put the reason into words.

Everything is judged from the player's own view. Facts carry cards and numbers, never sentences.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from lanbridge.engine import Call, Play, Suit

from .estimate import expected_tricks
from .hard import HARD
from .masks import BIT, COUNT, SPADES, SUIT_SHIFT, card_of
from .monte_carlo import judge_calls, judge_cards
from .options import candidates
from .position import beats, best_of, position_of
from .themes import is_master, needs, others_in

if TYPE_CHECKING:
    import random

    from lanbridge.engine import Card, Move, SeatView

    from .masks import Bits
    from .monte_carlo import Judged
    from .position import Position

WORLDS: Final = 150
"""Deals looked at for a hint: at most 13 cards x 150 rollouts stay well under a second."""


class Why(StrEnum):
    """A reason; `Fact` says which of its fields come with it."""

    ONLY_CARD = "only_card"
    """No other card may be played, or all others are its equals. Fact: card."""
    HIGHEST_LEFT = "highest_left"
    """Nobody else holds a higher card of its suit. Fact: card."""
    TRICKS_NEEDED = "tricks_needed"
    """So many more tricks make the call. Fact: number."""
    CALL_MADE = "call_made"
    """The call is made. Fact: number of further tricks that do no harm."""
    OUT_OF_REACH = "out_of_reach"
    """The call needs more tricks than are left. Fact: number missing."""
    TAKES_TRICK = "takes_trick"
    """It takes the trick for certain: nobody plays after it. Fact: card."""
    STAYS_UNDER = "stays_under"
    """It leaves the trick to others. Facts: card, beaten by other."""
    RUFFS = "ruffs"
    """A spade on a suit that the player is off. Facts: card, suit."""
    GETS_RID = "gets_rid"
    """The highest card that can safely go. Fact: card."""
    HIGHER_OUT = "higher_out"
    """It can still be beaten in its suit. Facts: card, number of higher cards in other hands."""
    RUFF_LIKELY = "ruff_likely"
    """So few cards of the suit are left with others that a lead there may be ruffed. Facts: suit, number."""
    EXPECTED_TRICKS = "expected_tricks"
    """What such a hand wins on average. Fact: number, in tenths of a trick."""
    SPADES_HELD = "spades_held"
    """Fact: number."""
    SHORT_SUIT = "short_suit"
    """A side suit of at most one card, to ruff with spades. Facts: suit, number."""


@dataclass(frozen=True, slots=True)
class Fact:
    """A reason and what it speaks of; fields that do not belong to the reason are None."""

    why: Why
    card: Card | None = None
    other: Card | None = None
    suit: Suit | None = None
    number: int | None = None


@dataclass(frozen=True, slots=True)
class Option:
    """A move, its chance (0-100 of 100 possible deals) to make the call, and its mean points in tenths."""

    move: Move
    chance: int
    points: float


@dataclass(frozen=True, slots=True)
class Advice:
    """The best move, the next best (None if there is no real choice), and why."""

    best: Option
    next_best: Option | None
    facts: tuple[Fact, ...]


def advise(view: SeatView, rng: random.Random, worlds: int = WORLDS) -> Advice:
    """Advice for the viewer, whose turn it must be; the same dice give the same advice.

    Raises:
        ValueError: it is not the viewer's turn.
    """
    position = position_of(view)
    thinking = replace(HARD, worlds=worlds, call_worlds=worlds)
    if position.calling:
        judged = judge_calls(position, rng, thinking)
        return _advice([_call_option(each) for each in judged], _facts_of_hand(position))
    judged = judge_cards(position, rng, thinking, even_if_forced=True)
    return _advice([_card_option(each) for each in judged], _facts_of_card(position, judged[0].option))


def _advice(options: list[Option], facts: tuple[Fact, ...]) -> Advice:
    return Advice(options[0], options[1] if len(options) > 1 else None, facts)


def _call_option(judged: Judged) -> Option:
    return Option(Call(judged.option), round(100 * judged.made), judged.points)


def _card_option(judged: Judged) -> Option:
    return Option(Play(card_of(judged.option)), round(100 * judged.made), judged.points)


def _facts_of_hand(position: Position) -> tuple[Fact, ...]:
    hand = position.hand
    short = [suit for suit in (0, 1, 2) if COUNT[hand[suit]] <= 1 and hand[SPADES]]
    return (
        Fact(Why.EXPECTED_TRICKS, number=round(10 * expected_tricks(hand))),
        Fact(Why.SPADES_HELD, number=COUNT[hand[SPADES]]),
        *(Fact(Why.SHORT_SUIT, suit=Suit(suit), number=COUNT[hand[suit]]) for suit in short),
    )


def _facts_of_card(position: Position, bits: Bits) -> tuple[Fact, ...]:
    facts = [_fact_of_need(position)]
    if len(candidates(position)) == 1:
        return Fact(Why.ONLY_CARD, card=card_of(bits)), facts[0]
    about = _facts_of_lead if not position.trick else _facts_of_follow
    return (*about(position, bits), *facts)


def _fact_of_need(position: Position) -> Fact:
    missing, cards = needs(position), position.held[position.me]
    if missing > cards:
        return Fact(Why.OUT_OF_REACH, number=missing)
    if missing > 0:
        return Fact(Why.TRICKS_NEEDED, number=missing)
    won = position.won[position.me]
    row = position.scheme.score[position.calls[position.me]]
    harmless = [more for more in range(cards + 1) if all(row[won + k] >= row[won] for k in range(more + 1))]
    return Fact(Why.CALL_MADE, number=max(harmless))


def _facts_of_lead(position: Position, bits: Bits) -> list[Fact]:
    suit, facts = bits >> SUIT_SHIFT, [_fact_of_rank(position, bits)]
    others = COUNT[others_in(position, suit)]
    if suit != SPADES and others <= 3 and others_in(position, SPADES):  # noqa: PLR2004 - one each at most
        facts.append(Fact(Why.RUFF_LIKELY, suit=Suit(suit), number=others))
    return facts


def _facts_of_follow(position: Position, bits: Bits) -> list[Fact]:
    card, best, led = card_of(bits), best_of(position.trick), position.trick[0] >> SUIT_SHIFT
    if not beats(bits, best):
        facts = [Fact(Why.STAYS_UNDER, card=card, other=card_of(best))]
        return [*facts, Fact(Why.GETS_RID, card=card)] if _is_highest_loser(position, bits) else facts
    facts = [Fact(Why.RUFFS, card=card, suit=Suit(led))] if bits >> SUIT_SHIFT != led else []
    if len(position.trick) == 3:  # noqa: PLR2004 - the fourth to play is the last
        return [*facts, Fact(Why.TAKES_TRICK, card=card)]
    return [*facts, _fact_of_rank(position, bits)]


def _fact_of_rank(position: Position, bits: Bits) -> Fact:
    """Whether the card is the highest left, or how many higher ones other hands hold."""
    if is_master(position, bits):
        return Fact(Why.HIGHEST_LEFT, card=card_of(bits))
    higher = COUNT[others_in(position, bits >> SUIT_SHIFT) & -(bits & BIT)]
    return Fact(Why.HIGHER_OUT, card=card_of(bits), number=higher)


def _is_highest_loser(position: Position, bits: Bits) -> bool:
    best = best_of(position.trick)
    losers = [option for option in candidates(position) if not beats(option, best)]
    return len(losers) > 1 and bits & BIT == max(option & BIT for option in losers)
