"""What stands on the table, in lines that can be read aloud. Pure; nothing is said by colour or place alone."""

from __future__ import annotations

from collections.abc import Iterator

from lanbridge.client.known import Known
from lanbridge.engine import (
    SEATS,
    Card,
    Hand,
    Phase,
    SeatView,
    Suit,
    Viewer,
    may_claim,
    playable_cards,
)
from lanbridge.protocol.messages import Occupant, SeatInfo, Seating, Stage
from lanbridge.text import Names, Words, preset_title, rules_page, seat_name
from lanbridge.text.standing import (
    deal_sentences,
    last_trick_sentence,
    players_sentences,
    totals_sentence,
    trick_sentences,
)

from .requests import Order, in_order
from .verbs import Verb, shown


def names_of(known: Known) -> Names:
    """The four players' names by seat, empty where nobody sits."""
    return tuple(seat.name for seat in known.seating.seats) if known.seating else ("", "", "", "")


def viewer_of(known: Known) -> Viewer:
    """The seat whose eyes these are."""
    return known.seating.you if known.seating else None


def hand_lines(words: Words, hand: Hand, order: Order) -> tuple[str, ...]:
    """The hand, one line a suit, each card with its number."""
    if not hand:
        return (words.say("terminal.table.no_cards"),)
    placed = in_order(hand, order)
    return tuple(_suit_line(words, suit, placed) for suit in order[0] if any(card.suit is suit for card in placed))


def _suit_line(words: Words, suit: Suit, placed: Hand) -> str:
    parts = [
        words.say("terminal.view.hand_card", number=number, rank=words.rank(card.rank))
        for number, card in enumerate(placed, 1)
        if card.suit is suit
    ]
    cards = words.say("lists.comma").join(parts)
    return words.say("terminal.view.suit_line", suit=_capital(words.suit(suit)), cards=cards)


def choices_line(words: Words, view: SeatView, order: Order) -> str:
    """The cards that may be played now, with their numbers."""
    playable = playable_cards(view)
    parts = [
        words.say("terminal.view.choice", number=number, card=card)
        for number, card in enumerate(in_order(view.hand, order), 1)
        if card in playable
    ]
    return words.say("terminal.turn.choices", cards=words.say("lists.comma").join(parts))


def turn_lines(words: Words, known: Known, order: Order) -> tuple[str, ...]:
    """What is asked of this player now; empty when nothing is."""
    view = known.view
    if view is None or not view.my_turn:
        return ()
    if view.table.phase is Phase.CALLING:
        rules = view.table.rules
        lines = [words.say("terminal.turn.call", least=rules.min_call, most=rules.max_call)]
    else:
        lines = _play_turn(words, known, view, order)
    if known.clock is not None and known.clock.seat == view.viewer:
        lines.append(words.say("terminal.turn.clock", count=max(1, known.clock.left_ms // 1000)))
    return tuple(lines)


def _play_turn(words: Words, known: Known, view: SeatView, order: Order) -> list[str]:
    trick = view.table.trick
    if trick is None or not trick.cards:
        claim = [words.say("terminal.turn.may_claim", claim=shown(words, Verb.CLAIM))] if may_claim(view) else []
        return [words.say("terminal.turn.lead"), *claim]
    leader = seat_name(words, names_of(known), trick.leader)
    return [
        words.say("terminal.turn.follow", name=leader, card=trick.cards[0]),
        choices_line(words, view, order),
    ]


def lead_lines(words: Words, known: Known, order: Order) -> tuple[str, ...]:
    """What there is to choose from when this player leads: the hand with its numbers; empty at any other time."""
    view = known.view
    leads = view is not None and view.my_turn and view.table.trick is not None and not view.table.trick.cards
    return hand_lines(words, view.hand, order) if view is not None and leads else ()


def again_lines(words: Words, known: Known, order: Order) -> tuple[str, ...]:
    """After a move that the rules refuse: what may be played instead; empty when it is not this player's turn."""
    view = known.view
    if view is None or not view.my_turn or view.table.phase is not Phase.PLAYING:
        return ()
    return lead_lines(words, known, order) or (choices_line(words, view, order),)


def table_lines(words: Words, known: Known) -> tuple[str, ...]:
    """How everything stands: deal, dealer, players, trick, whose turn."""
    if known.view is None:
        return _before_lines(words, known)
    return tuple(_view_lines(words, known, known.view))


def _before_lines(words: Words, known: Known) -> tuple[str, ...]:
    if known.settings is None:
        return (words.say("terminal.table.not_yet"),)
    return (
        words.say("terminal.view.before", title=preset_title(words, known.settings.rules)),
        *who_lines(words, known),
    )


def _view_lines(words: Words, known: Known, view: SeatView) -> Iterator[str]:
    table, names, viewer = view.table, names_of(known), viewer_of(known)
    yield words.say("terminal.view.title", title=preset_title(words, table.rules), number=max(1, table.deals_begun))
    yield words.say("terminal.view.dealer", name=seat_name(words, names, table.dealer, viewer))
    yield from players_sentences(words, view, names)
    yield from trick_sentences(words, view, names)
    if table.to_act is not None and not view.my_turn:
        key = "terminal.turn.waiting_call" if table.phase is Phase.CALLING else "terminal.turn.waiting"
        yield words.say(key, name=seat_name(words, names, table.to_act))


def last_trick_lines(words: Words, known: Known) -> tuple[str, ...]:
    """The last finished trick of this deal."""
    return (last_trick_sentence(words, known.view, names_of(known)),)


def score_lines(words: Words, known: Known) -> tuple[str, ...]:
    """The score sheet, deal by deal, and the totals."""
    view = known.view
    if view is None or not known.sheet:
        return (words.say("terminal.scores.none"),)
    names, viewer, rules = names_of(known), viewer_of(known), view.table.rules
    lines = [line for result in known.sheet for line in deal_sentences(words, result, names, viewer, rules)]
    return (*lines, totals_sentence(words, view.table.totals, names, viewer, rules))


def who_lines(words: Words, known: Known) -> tuple[str, ...]:
    """Who sits where, and who watches."""
    if known.seating is None:
        return (words.say("terminal.table.not_yet"),)
    lines = [_seat_line(words, known.seating, seat) for seat in SEATS]
    if known.seating.spectators:
        lines.append(words.say("terminal.view.watchers", names=words.listed(known.seating.spectators)))
    return tuple(lines)


def _seat_line(words: Words, seating: Seating, seat: int) -> str:
    info = seating.seats[seat]
    if info.occupant is Occupant.NOBODY:
        return words.say("terminal.view.seat_empty", number=seat + 1)
    name = words.say("names.you") if seat == seating.you else occupant_name(words, info)
    return words.say("terminal.view.seat", number=seat + 1, name=name)


def occupant_name(words: Words, info: SeatInfo) -> str:
    """The name with what one must know of who sits there: a bot, or away."""
    if info.occupant is Occupant.BOT:
        return words.say("names.bot", name=info.name)
    if info.present:
        return info.name
    return words.say("names.stand_in" if info.bot else "names.away", name=info.name)


def stage_lines(words: Words, known: Known) -> tuple[str, ...]:
    """What may be done now that no card can be played."""
    seating = known.seating
    if seating is None or seating.you is None:
        return ()
    match seating.stage:
        case Stage.WAITING if seating.menu:
            return (words.say("terminal.turn.start", start=shown(words, Verb.START)),)
        case Stage.WAITING:
            return (words.say("terminal.turn.waiting_start"),)
        case Stage.BETWEEN if not seating.seats[seating.you].ready:
            return (words.say("terminal.turn.ready", ready=shown(words, Verb.READY)),)
        case Stage.OVER if seating.menu:
            facts = {"start": shown(words, Verb.START), "leave": shown(words, Verb.LEAVE)}
            return (words.say("terminal.turn.over_menu", **facts),)
        case _:
            return ()


def rules_lines(words: Words, known: Known) -> tuple[str, ...]:
    """The rules of this table, page by page."""
    if known.settings is None:
        return (words.say("terminal.table.not_yet"),)
    rules = known.view.table.rules if known.view else known.settings.rules
    lines = [preset_title(words, rules)]
    for section in rules_page(words, rules):
        lines += ["", section.title, *section.lines]
    return tuple(lines)


def card_names(words: Words, cards: tuple[Card, ...]) -> str:
    """Several cards in words."""
    return words.say("lists.comma").join(words.card(card) for card in cards)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
