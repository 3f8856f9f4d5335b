"""The table, drawn from one value that says all there is to see. Decides nothing."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pygame

from lanbridge.engine import Card
from lanbridge.ui.cards import CardState
from lanbridge.ui.cards.face import CORNER, DIM, ring
from lanbridge.ui.layout import LEFT, ME, RIGHT, TOP, Spot, TableLayout, place_of
from lanbridge.ui.layout.fan import CARD_SHAPE
from lanbridge.ui.paint.canvas import Canvas
from lanbridge.ui.paint.pieces import SeatFace, draw_bubble, draw_seat
from lanbridge.ui.paint.shapes import clear_surface, soft_edge
from lanbridge.ui.theme import Colour
from lanbridge.ui.timeline_shown import Anchor, Flight, Shown, Where

_DEALT_HEIGHT = 0.62  # of a card's height: the pack and the cards that fly round the table
_NEAR = 0.08  # heights of hand and trick that differ less are made equal, so that they share their pictures
_ASIDE = 1.24  # the cards at the sides lie so much further out that no card hides another's index
_ON_A_PLATE = 0.55  # of its size: a card when it reaches a plate
_GLOW_STEPS = 5
_LAYERS = (TOP, LEFT, RIGHT, ME)  # the trick from below, so that every index is seen


@dataclass(frozen=True, slots=True)
class HandCard:
    """A card of my hand where it is now; ``ringed`` by the keyboard or a hint."""

    card: Card
    spot: Spot
    dim: bool = False
    ringed: Colour | None = None


@dataclass(frozen=True, slots=True)
class TablePicture:
    """All that lies on the felt.

    ``seats`` and the first part of ``bubbles`` go by place; the last is the strength (0-1) of a bubble that fades.
    ``origin`` is where my flying card left the hand; ``hides_trick`` leaves the middle to a panel.
    """

    shown: Shown
    my_seat: int
    seats: tuple[SeatFace, ...]
    hand: tuple[HandCard, ...] = ()
    bubbles: tuple[tuple[int, str, float], ...] = ()
    message: str = ""
    origin: Spot | None = None
    hides_trick: bool = False
    warns: bool = False  # the message says why something cannot be done
    calls_me: bool = False  # the message is about my turn


def card_height(layout: TableLayout) -> float:
    """The height of a card in the trick: the hand's where they are nearly alike."""
    trick, hand = layout.trick[0].height, layout.hand(1).spots[0].height
    return hand if abs(trick - hand) < hand * _NEAR else trick


def trick_spot(layout: TableLayout, place: int) -> Spot:
    """Where the card of a place lies in the trick."""
    spot = layout.trick[place]
    aside = (spot.x - layout.middle.center[0]) * _ASIDE
    return replace(spot, x=layout.middle.center[0] + aside, height=card_height(layout))


def draw_table(canvas: Canvas, layout: TableLayout, picture: TablePicture) -> None:
    """Felt, trick, plates, bubbles, message and hand; the bar's pills are drawn by the scene."""
    canvas.felt(layout.oval)
    canvas.bar(layout.bar)
    if not picture.hides_trick:
        _draw_deck(canvas, layout, picture)
        _draw_trick(canvas, layout, picture)
    if picture.message and not picture.hides_trick and not picture.shown.dealing:
        _draw_message(canvas, layout, picture)
    for flight in picture.shown.flights:
        _draw_flight(canvas, layout, picture, flight)
    for place, face in enumerate(picture.seats):
        draw_seat(canvas, layout.plates[place], face)
    for place, text, fade in picture.bubbles:
        draw_bubble(canvas, layout.bubbles[place], text, fade=fade)
    draw_hand(canvas, picture.hand)


def _draw_message(canvas: Canvas, layout: TableLayout, picture: TablePicture) -> None:
    """The line under the trick; a reason stands on a plate of its own, so that it is not overlooked."""
    size, place = canvas.theme.sizes.body, layout.message
    palette = canvas.theme.palette
    if not picture.warns:
        ink = palette.gold if picture.calls_me else palette.ink
        canvas.text(picture.message, place, size, colour=ink, bold=picture.calls_me, align="center", shade=True)
        return
    plate = place.middle(min(place.w, canvas.text_width(picture.message, size, bold=True) + 44), place.h)
    canvas.shadow(plate, radius=plate.h / 2, blur=12, drop=4)
    canvas.box(plate, (*palette.plate[:3], 250), radius=plate.h / 2, border=palette.lost, thickness=1.6)
    canvas.text(picture.message, plate.inset(18, 0), size, bold=True, align="center")


def draw_hand(canvas: Canvas, hand: tuple[HandCard, ...]) -> None:
    """My cards from left to right."""
    for held in hand:
        if held.ringed is not None:
            draw_ring(canvas, held.spot, held.ringed)
        draw_card(canvas, held.card, held.spot, dim=held.dim)


def draw_card(canvas: Canvas, card: Card | None, spot: Spot, *, dim: bool = False) -> None:
    """A card; in the shade it is the same picture, darkened."""
    if not dim:
        canvas.card(card, spot)
        return
    height = canvas.screen.px(spot.height)
    bright = canvas.cards.sprite(card, height, spot.angle)
    key = ("shaded", card, height, round(spot.angle * 2), canvas.theme, canvas.cards.look)
    _blit(canvas, canvas.shelf.get(key, lambda: _shaded(bright)), spot)


def _shaded(bright: pygame.Surface) -> pygame.Surface:
    out = bright.copy()
    out.fill((*DIM, 255), special_flags=pygame.BLEND_RGBA_MULT)
    return out


def draw_ring(canvas: Canvas, spot: Spot, colour: Colour, strength: float = 1.0) -> None:
    """A glowing ring under a card; ``strength`` 0-1."""
    level = round(max(0.0, min(1.0, strength)) * _GLOW_STEPS)
    if level:
        height = canvas.screen.px(spot.height)
        key = ("ring", height, round(spot.angle * 2), colour, level)
        _blit(canvas, canvas.shelf.get(key, lambda: _ring(height, spot.angle, colour, level / _GLOW_STEPS)), spot)


def _ring(height: int, angle: float, colour: Colour, strength: float) -> pygame.Surface:
    """Premultiplied, like the cards."""
    width, margin, thick = round(height * CARD_SHAPE), round(height * 0.11), max(2, round(height * 0.022))
    out = clear_surface(width + 2 * margin, height + 2 * margin, colour)
    wide, high = width + 2 * thick, height + 2 * thick
    glow = soft_edge(wide, high, round(height * CORNER), margin - thick, (*colour, round(150 * strength)))
    out.blit(glow, (0, 0))
    band = ring(width, height, thick, colour)
    band.set_alpha(round(255 * strength))
    out.blit(band, (margin - thick, margin - thick))
    turned = pygame.transform.rotozoom(out, -angle, 1) if angle else out
    return turned.premul_alpha()


def _draw_deck(canvas: Canvas, layout: TableLayout, picture: TablePicture) -> None:
    """What is left of the pack while it is dealt: a few backs on each other."""
    if not picture.shown.dealing:
        return
    left = 52 - picture.shown.dealt
    height = card_height(layout) * _DEALT_HEIGHT
    for n in range(-(-left // 13)):
        canvas.card(None, Spot(layout.deck.x - n * 0.8, layout.deck.y - n * 1.6, 0, height))


def _draw_trick(canvas: Canvas, layout: TableLayout, picture: TablePicture) -> None:
    shown = picture.shown
    places = {lying.seat: place_of(lying.seat, picture.my_seat) for lying in shown.trick}
    for lying in sorted(shown.trick, key=lambda card: _LAYERS.index(places[card.seat])):
        spot = trick_spot(layout, places[lying.seat])
        if lying.seat == shown.winner:
            draw_ring(canvas, spot, canvas.theme.palette.won, shown.glow)
        canvas.card(lying.card, spot)


def _draw_flight(canvas: Canvas, layout: TableLayout, picture: TablePicture, flight: Flight) -> None:
    start = _spot(layout, picture, flight.start)
    end = _spot(layout, picture, flight.end)
    x, y = start.x + (end.x - start.x) * flight.share, start.y + (end.y - start.y) * flight.share
    leaves = flight.end.where is Where.PLATE
    size = 1 - (1 - _ON_A_PLATE) * flight.share if leaves else 1.0
    height = card_height(layout) * (_DEALT_HEIGHT if flight.card is None else 1)
    lean = 0 if flight.card is None else start.angle if leaves else end.angle
    _draw_scaled(canvas, flight.card, Spot(x, y, lean, height), size)


def _spot(layout: TableLayout, picture: TablePicture, anchor: Anchor) -> Spot:
    place = place_of(anchor.seat, picture.my_seat)
    match anchor.where:
        case Where.DECK:
            return layout.deck
        case Where.SLOT:
            return layout.hand(13).spots[anchor.slot]
        case Where.TRICK:
            return trick_spot(layout, place)
        case Where.HAND if place == 0 and picture.origin is not None:
            return picture.origin
        case Where.HAND | Where.PLATE:
            return layout.beyond(place)


def _draw_scaled(canvas: Canvas, card: Card | None, spot: Spot, size: float) -> None:
    sprite = canvas.cards.sprite(card, canvas.screen.px(spot.height), spot.angle)
    if size < 1:
        wide, high = sprite.get_size()
        sprite = pygame.transform.smoothscale(sprite, (max(1, round(wide * size)), max(1, round(high * size))))
    _blit(canvas, sprite, spot)


def _blit(canvas: Canvas, sprite: pygame.Surface, spot: Spot) -> None:
    scale = canvas.screen.scale
    place = round(spot.x * scale - sprite.get_width() / 2), round(spot.y * scale - sprite.get_height() / 2)
    canvas.surface.blit(sprite, place, special_flags=pygame.BLEND_PREMULTIPLIED)


def warm(canvas: Canvas, layout: TableLayout, card: Card | None, state: CardState = "bright") -> None:
    """Draw a card ahead of its use, upright, at the size of the trick."""
    canvas.cards.ready(card, canvas.screen.px(card_height(layout)), 0, state)
