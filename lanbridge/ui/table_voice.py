"""What those who hear the table are told beside its events: the hand, what may be played, how everything stands."""

from __future__ import annotations

from collections.abc import Iterator

from lanbridge.client.known import Known, Updated
from lanbridge.engine import Called, Claimed, Hand, HandDealt, Played, PublicEvent
from lanbridge.protocol.messages import Cause
from lanbridge.settings import Preferences
from lanbridge.text import Words, call_meaning, seat_name
from lanbridge.text.standing import (
    deal_sentences,
    hand_sentences,
    last_trick_sentence,
    players_sentences,
    totals_sentence,
    trick_sentences,
    turn_sentences,
)
from lanbridge.ui.table_hand import Arrangement
from lanbridge.ui.table_seats import player_names
from lanbridge.ui.table_words import facts_left, facts_right, prompt
from lanbridge.ui.timeline_shown import Shown


def hand_heard(words: Words, hand: Hand, preferences: Preferences) -> tuple[str, ...]:
    """The hand as this player sorts it."""
    return hand_sentences(words, Arrangement().of(hand, preferences), preferences.suits)


def event_heard(words: Words, event: PublicEvent, preferences: Preferences) -> tuple[str, ...]:
    """What only the holder of a hand hears of an event: the cards that were dealt."""
    if isinstance(event, HandDealt) and event.hand:
        return hand_heard(words, event.hand, preferences)
    return ()


def cause_heard(words: Words, update: Updated, known: Known) -> str:
    """Who a move was made for by somebody else, empty for an ordinary one."""
    moved = next((event for event in update.events if isinstance(event, Called | Played | Claimed)), None)
    if moved is None or update.cause not in {Cause.AWAY, Cause.CLOCK}:
        return ""
    return words.say(f"cause.{update.cause}", name=seat_name(words, player_names(known), moved.seat))


def turn_heard(words: Words, known: Known) -> tuple[str, ...]:
    """What may be done now that it is my turn."""
    return turn_sentences(words, known.view, player_names(known)) if known.view is not None else ()


def call_heard(words: Words, known: Known, call: int) -> str:
    """A call that is chosen and not made yet, and what it is worth."""
    chosen = words.say("window.call.confirm", call=call)
    return chosen if known.view is None else f"{chosen}. {call_meaning(words, call, known.view.table.rules)}"


def last_trick_heard(words: Words, known: Known, shown: Shown | None) -> str:
    """The last trick that was shown, with its winner."""
    return last_trick_sentence(words, shown.view if shown is not None else None, player_names(known))


def standing_heard(words: Words, known: Known, shown: Shown | None, preferences: Preferences) -> Iterator[str]:
    """Everything that the table shows: facts of the bar, players, trick, hand, and whose turn it is."""
    yield from facts_left(words, known, shown)
    yield from facts_right(words, known)
    view, names = known.view, player_names(known)
    if view is not None:
        yield words.say("terminal.view.dealer", name=seat_name(words, names, view.table.dealer, view.viewer))
        yield from players_sentences(words, view, names)
        yield from trick_sentences(words, view, names)
        if view.hand:
            yield from hand_heard(words, view.hand, preferences)
    yield from turn_heard(words, known) or (prompt(words, known, shown),)


def sheet_heard(words: Words, known: Known, row: int) -> tuple[str, ...]:
    """One deal of the score sheet by its place, then all totals; what is said when there is none yet."""
    if not known.sheet or known.view is None:
        return (words.say("window.scores.none_yet"),)
    names, viewer, rules = player_names(known), known.view.viewer, known.view.table.rules
    result = known.sheet[max(0, min(row, len(known.sheet) - 1))]
    return (
        *deal_sentences(words, result, names, viewer, rules),
        totals_sentence(words, known.view.table.totals, names, viewer, rules),
    )
