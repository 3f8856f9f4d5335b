"""Tricks: which cards may be played and which one wins (rules 3)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, assert_never

from .cards import TRUMPS, Card, Hand, Seat, Suit
from .rules import CannotWin, Direction, Head, Ruleset, Void

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

SEATS_AT_TABLE: Final = 4


@dataclass(frozen=True, slots=True)
class Trick:
    """Cards in the order in which they were played, the first by ``leader`` (seat 0-3)."""

    leader: Seat
    cards: Hand = ()

    @property
    def complete(self) -> bool:
        """Whether all four seats have played."""
        return len(self.cards) == SEATS_AT_TABLE

    def with_card(self, card: Card) -> Trick:
        """This trick after one more card."""
        return Trick(self.leader, (*self.cards, card))


def next_seat(seat: Seat, direction: Direction, steps: int = 1) -> Seat:
    """The seat ``steps`` turns after ``seat`` (rules 1.2, 6.4); negative steps go back."""
    return (seat + (steps if direction is Direction.CCW else -steps)) % SEATS_AT_TABLE


def seat_of_card(trick: Trick, place: int, direction: Direction) -> Seat:
    """The seat that played the card at ``place`` (0-3) of the trick."""
    return next_seat(trick.leader, direction, place)


def beats(card: Card, best: Card) -> bool:
    """Whether ``card``, played later, takes the trick from ``best`` (rules 3.6)."""
    if card.suit is best.suit:
        return card.rank > best.rank
    return card.suit is TRUMPS


def trick_winner(trick: Iterable[Card]) -> int:
    """Index of the winning card in play order (rules 3.5, 3.6).

    Raises:
        ValueError: the trick has no card.
    """
    cards = tuple(trick)
    if not cards:
        message = "an empty trick has no winner"
        raise ValueError(message)
    winner = 0
    for index, card in enumerate(cards):
        if beats(card, cards[winner]):
            winner = index
    return winner


def winning_seat(trick: Trick, direction: Direction) -> Seat:
    """The seat that wins the trick as it stands."""
    return seat_of_card(trick, trick_winner(trick.cards), direction)


def legal_cards(hand: Iterable[Card], trick: Iterable[Card], rules: Ruleset) -> Hand:
    """The cards of ``hand`` playable after the cards of ``trick``, in the hand's order (rules 3.1-3.8)."""
    held, played = tuple(hand), tuple(trick)
    if not played:
        return held
    followers = _of_suit(held, played[0].suit)
    best = played[trick_winner(played)]
    if followers:
        return _legal_followers(followers, best, rules)
    return _legal_when_off(held, best, rules)


def _of_suit(cards: Sequence[Card], suit: Suit) -> Hand:
    return tuple(card for card in cards if card.suit is suit)


def _winners(cards: Sequence[Card], best: Card) -> Hand:
    return tuple(card for card in cards if beats(card, best))


def _legal_followers(followers: Hand, best: Card, rules: Ruleset) -> Hand:
    if rules.head is Head.IF_CAN_WIN:
        return _winners(followers, best) or followers
    return followers


def _legal_when_off(held: Hand, best: Card, rules: Ruleset) -> Hand:
    spades = _of_suit(held, TRUMPS)
    match rules.void:
        case Void.OPTIONAL:
            return held
        case Void.ANY_SPADE:
            return spades or held
        case Void.MUST_WIN:
            wasted = spades if rules.cannot_win is CannotWin.MUST_WASTE else ()
            return _winners(spades, best) or wasted or held
        case _:
            assert_never(rules.void)
