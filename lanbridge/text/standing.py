"""How a table stands, in sentences that can be heard: the hand, the trick, what may be played, the scores. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from lanbridge.engine import (
    SEATS,
    Card,
    DealResult,
    Hand,
    Phase,
    Ruleset,
    Seat,
    SeatView,
    Suit,
    Tenths,
    Trick,
    Viewer,
    playable_cards,
    seat_of_card,
    winning_seat,
)

from .happenings import Names, score_sentence, seat_name

if TYPE_CHECKING:
    from .words import Words


def hand_sentences(words: Words, hand: Hand, suits: Sequence[Suit]) -> tuple[str, ...]:
    """The hand suit by suit, in the player's order of suits; the cards of a suit stay in the order they come in."""
    if not hand:
        return (words.say("terminal.table.no_cards"),)
    held = [(suit, [card for card in hand if card.suit is suit]) for suit in suits]
    return tuple(_suit_sentence(words, suit, cards) for suit, cards in held if cards)


def _suit_sentence(words: Words, suit: Suit, cards: Sequence[Card]) -> str:
    ranks = words.say("lists.comma").join(words.rank(card.rank) for card in cards)
    return words.say("terminal.view.suit_line", suit=_capital(words.suit(suit)), cards=ranks)


def turn_sentences(words: Words, view: SeatView, names: Names) -> tuple[str, ...]:
    """What the viewer may do now, empty when it is somebody else's turn."""
    if not view.my_turn:
        return ()
    rules, trick = view.table.rules, view.table.trick
    if view.table.phase is Phase.CALLING:
        return (words.say("terminal.turn.call", least=rules.min_call, most=rules.max_call),)
    if trick is None or not trick.cards:
        return (words.say("terminal.turn.lead"),)
    choices = words.say("lists.comma").join(words.card(card) for card in playable_cards(view))
    return (
        words.say("terminal.turn.follow", name=seat_name(words, names, trick.leader), card=trick.cards[0]),
        words.say("terminal.turn.choices", cards=choices),
    )


def players_sentences(words: Words, view: SeatView, names: Names) -> tuple[str, ...]:
    """Each seat's call, tricks and total."""
    return tuple(_player_sentence(words, view, names, seat) for seat in SEATS)


def _player_sentence(words: Words, view: SeatView, names: Names, seat: Seat) -> str:
    table, call = view.table, view.table.calls[seat]
    name = seat_name(words, names, seat, view.viewer)
    total = words.points(table.totals[seat], table.rules)
    if call is None:
        return words.say("terminal.view.player_no_call", name=name, total=total)
    return words.say("terminal.view.player", name=name, call=call, won=table.won[seat], total=total)


def trick_sentences(words: Words, view: SeatView, names: Names) -> Iterator[str]:
    """The cards of the open trick and who is winning it; who leads when there are none."""
    trick = view.table.trick
    if trick is None or view.table.phase is not Phase.PLAYING:
        return
    if not trick.cards:
        if not view.my_turn:
            yield words.say("terminal.view.trick_empty", name=seat_name(words, names, trick.leader, view.viewer))
        return
    yield words.say("terminal.view.trick_open", cards=_cards_by(words, view, names, trick))
    best = winning_seat(trick, view.table.rules.direction)
    yield words.say("terminal.view.winning", name=seat_name(words, names, best, view.viewer))


def last_trick_sentence(words: Words, view: SeatView | None, names: Names) -> str:
    """The last finished trick of this deal."""
    if view is None or not view.table.tricks:
        return words.say("terminal.table.no_last")
    trick = view.table.tricks[-1]
    winner = winning_seat(trick, view.table.rules.direction)
    name = seat_name(words, names, winner, view.viewer)
    return words.say("terminal.view.last", cards=_cards_by(words, view, names, trick), name=name)


def _cards_by(words: Words, view: SeatView, names: Names, trick: Trick) -> str:
    parts = []
    for place, card in enumerate(trick.cards):
        seat = seat_of_card(trick, place, view.table.rules.direction)
        parts.append(words.say("terminal.view.card_by", name=seat_name(words, names, seat, view.viewer), card=card))
    return words.say("lists.comma").join(parts)


def deal_sentences(words: Words, result: DealResult, names: Names, viewer: Viewer, rules: Ruleset) -> tuple[str, ...]:
    """One deal of the sheet: its number, then a line a seat."""
    lines = [score_sentence(words, result, seat, names, viewer, rules) for seat in SEATS]
    return (words.say("terminal.scores.deal", number=result.number), *lines)


def totals_sentence(words: Words, totals: Sequence[Tenths], names: Names, viewer: Viewer, rules: Ruleset) -> str:
    """All totals in one line."""
    parts = [
        words.say(
            "terminal.scores.total",
            name=seat_name(words, names, seat, viewer),
            points=words.points(totals[seat], rules),
        )
        for seat in SEATS
    ]
    return words.say("terminal.scores.totals", totals=words.say("lists.comma").join(parts))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
