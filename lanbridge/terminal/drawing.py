"""A compact drawing of the table, for those who like one: plain lines, no cursor tricks. Pure."""

from __future__ import annotations

import unicodedata
from typing import Final

from lanbridge.client.known import Known
from lanbridge.engine import SEATS, SeatView, seat_of_card
from lanbridge.text import Words, seat_name

from .requests import Order, in_order
from .showing import names_of

WIDTH: Final = 60
"""Columns; fits the narrowest terminals in use."""
_SIDE: Final = WIDTH // 3


def drawn_table(words: Words, known: Known, order: Order) -> tuple[str, ...]:
    """The viewer below, the next seat to the right; under each name the card played; the hand on the last line."""
    view = known.view
    if view is None:
        return ()
    bottom = view.viewer or 0
    right, top, left = ((bottom + step) % 4 for step in (1, 2, 3))
    plates = {seat: _plate(words, known, view, seat) for seat in SEATS}
    cards = _cards(words, view)
    hand = "  ".join(words.card_short(card) for card in in_order(view.hand, order))
    return (
        _centred(plates[top], WIDTH),
        _centred(cards[top], WIDTH),
        _row(plates[left], "", plates[right]),
        _row(cards[left], "", cards[right]),
        _centred(cards[bottom], WIDTH),
        _centred(plates[bottom], WIDTH),
        *((hand,) if hand else ()),
    )


def _plate(words: Words, known: Known, view: SeatView, seat: int) -> str:
    call = view.table.calls[seat]
    said = "-" if call is None else words.number(call)
    turn = "> " if view.table.to_act == seat else ""
    name = seat_name(words, names_of(known), seat, view.viewer)
    return f"{turn}{_cut(name, _SIDE - 8)} {words.number(view.table.won[seat])}/{said}"


def _cards(words: Words, view: SeatView) -> dict[int, str]:
    shown = dict.fromkeys(SEATS, "")
    trick = view.table.trick
    if trick is not None:
        for place, card in enumerate(trick.cards):
            shown[seat_of_card(trick, place, view.table.rules.direction)] = words.card_short(card)
    return shown


def _row(left: str, middle: str, right: str) -> str:
    return (_centred(left, _SIDE) + _centred(middle, _SIDE) + _centred(right, _SIDE)).rstrip()


def _centred(text: str, columns: int) -> str:
    spare = max(0, columns - _columns(text))
    return (" " * (spare // 2) + text + " " * (spare - spare // 2)) if columns < WIDTH else " " * (spare // 2) + text


def _cut(text: str, columns: int) -> str:
    while _columns(text) > columns:
        text = text[:-1]
    return text


def _columns(text: str) -> int:
    """Columns a terminal gives the text: none for signs on letters, two for wide letters."""
    return sum(_column(letter) for letter in text)


def _column(letter: str) -> int:
    if unicodedata.category(letter) in {"Mn", "Me", "Cf"}:
        return 0
    return 2 if unicodedata.east_asian_width(letter) in {"W", "F"} else 1
