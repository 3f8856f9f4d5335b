"""The table's picture put together from what is shown, known and meant; `paint.table` draws it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from lanbridge.client.known import Known
from lanbridge.engine import Card, trick_winner
from lanbridge.text import Words, refusal_sentence
from lanbridge.ui.layout import TableLayout, place_of
from lanbridge.ui.paint.canvas import Canvas
from lanbridge.ui.paint.pieces import SeatFace, draw_seat
from lanbridge.ui.paint.table import HandCard, TablePicture, draw_table
from lanbridge.ui.table_controls import Controls
from lanbridge.ui.table_holds import HoldPanel
from lanbridge.ui.table_news import News
from lanbridge.ui.table_picker import Picker
from lanbridge.ui.table_play import HandPlay, legal_in, why_not
from lanbridge.ui.table_seats import my_seat, seat_faces
from lanbridge.ui.table_words import prompt
from lanbridge.ui.timeline_shown import Shown, laid


@dataclass(frozen=True, slots=True)
class Showing:
    """All that the picture is made of."""

    words: Words
    known: Known
    layout: TableLayout
    news: News
    hand: HandPlay
    advised: Card | None
    thinking: bool
    last_trick: bool
    now: float
    sent: Card | None

    @property
    def shown(self) -> Shown | None:
        """The timeline's picture."""
        return self.news.story.shown


def paint_scene(
    canvas: Canvas, showing: Showing, picker: Picker | None, controls: Controls, hold: HoldPanel | None
) -> None:
    """Table, pills, panel of calls, and over all what holds the table up."""
    shown = showing.shown
    if shown is None:
        _paint_empty(canvas, showing)
    else:
        hidden = picker is not None or hold is not None
        draw_table(canvas, showing.layout, _picture(canvas, showing, shown, hidden=hidden))
    controls.paint(canvas)
    if picker is not None:
        note = showing.news.story.note
        picker.paint(canvas, note.text if note.warns else "")
    if hold is not None:
        hold.paint(canvas)


def _paint_empty(canvas: Canvas, showing: Showing) -> None:
    """Before the first deal: plates and what is waited for."""
    layout = showing.layout
    canvas.felt(layout.oval)
    canvas.bar(layout.bar)
    for place, face in enumerate(_faces(showing)):
        draw_seat(canvas, layout.plates[place], face)
    text = prompt(showing.words, showing.known, None)
    canvas.text(text, layout.message, canvas.theme.sizes.body, align="center", shade=True)


def _faces(showing: Showing) -> tuple[SeatFace, ...]:
    away = showing.news.people.away_since
    return seat_faces(showing.words, showing.known, showing.shown, showing.now, away)


def _picture(canvas: Canvas, showing: Showing, shown: Shown, *, hidden: bool) -> TablePicture:
    mine = my_seat(showing.known)
    flying = next((f.card for f in shown.flights if f.card is not None and f.start.seat == mine), None)
    bubbles = showing.news.people.bubbles
    return TablePicture(
        shown=_last_trick(shown) if showing.last_trick else shown,
        my_seat=mine,
        seats=_faces(showing),
        hand=_hand(canvas, showing, shown),
        bubbles=tuple((place_of(seat, mine), text, 1.0) for seat, (text, _) in bubbles.items()),
        message=message(showing, shown),
        origin=showing.hand.left_from.get(flying) if flying is not None else None,
        hides_trick=hidden,
        calls_me=shown.view.my_turn and not showing.news.story.note.text and not showing.last_trick,
        warns=showing.news.story.note.warns and not showing.last_trick,
    )


def _last_trick(shown: Shown) -> Shown:
    """The finished trick once more, its winner ringed, in place of the open one."""
    table = shown.view.table
    if not table.tricks:
        return shown
    lying = laid(table.tricks[-1], shown.view)
    winner = lying[trick_winner(card.card for card in lying)].seat
    return replace(shown, trick=lying, flights=(), winner=winner, glow=1.0)


def _hand(canvas: Canvas, showing: Showing, shown: Shown) -> tuple[HandCard, ...]:
    hand, palette = showing.hand, canvas.theme.palette
    legal = legal_in(shown)
    cards: list[HandCard] = []
    for card in hand.row:
        spot = hand.gliding.spots.get(card)
        if spot is None:
            continue
        ring = palette.good if card == showing.advised else None
        ring = palette.focus if card in {hand.chosen, hand.asked} else ring
        cards.append(HandCard(card, spot, bool(legal) and card not in legal and card != showing.sent, ring))
    held = next((card for card in cards if card.card == hand.dragged), None)
    return tuple(cards) if held is None else (*(card for card in cards if card is not held), held)


def message(showing: Showing, shown: Shown) -> str:
    """The line under the trick: what cannot be done, what has just happened, why a card is dim, whose turn it is."""
    words, story = showing.words, showing.news.story
    if showing.last_trick and shown.view.table.tricks:
        return words.say("window.table.last_trick")
    if story.note.text:
        return story.note.text
    if showing.thinking:
        return words.say("window.table.thinking")
    card = showing.hand.hovered
    if card is not None and legal_in(shown) and card not in legal_in(shown):
        refusal = why_not(shown.view, card)
        if refusal is not None:
            return refusal_sentence(words, refusal)
    return prompt(words, showing.known, shown)
