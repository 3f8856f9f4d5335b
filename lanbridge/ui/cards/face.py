"""The faces: indices, pips in their traditional places, courts set into our own face. Drawn fine, scaled down later."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import pygame

from lanbridge.engine.cards import Card, Rank, Suit
from lanbridge.ui.artwork import artwork
from lanbridge.ui.fonts import mark_surface
from lanbridge.ui.marks import SUIT_MARKS
from lanbridge.ui.paint.shapes import clear_surface, mask, outline, shaded, tinted
from lanbridge.ui.theme import Colour, Theme, mixed

CORNER = 0.052  # of the card's height
DIM: Colour = (188, 196, 198)  # what a card in the shade is multiplied by: as dark as its red index can be read on
_COLUMNS = (0.325, 0.5, 0.675)  # of the width
_ROWS = {"top": 0.175, "upper": 0.3917, "middle": 0.5, "lower": 0.6083, "foot": 0.825, "high": 0.3375, "low": 0.6625}
_HIGH_TEN, _LOW_TEN = 0.2833, 0.7167
_PLAIN_PIP, _CROWDED_PIP, _ACE, _ACE_OF_SPADES = 0.166, 0.148, 0.34, 0.50  # of the height
_FIGURE_HEIGHT = 0.715
_FIGURE_PIP = 0.155  # of the figure's height
_PIP_AT_LEFT = frozenset({"KC", "KD", "KH", "KS", "QH", "JS"})  # where the figure leaves its corner free
_FONT_SIZE = 160  # indices are rendered once at this size and fitted into their place

Spot = tuple[float, float]


@dataclass(frozen=True, slots=True)
class _Index:
    """The corner's measures, of the card's height."""

    x: float
    top: float
    tall: float
    widest: float
    suit: float
    letter: float


_SMALL = _Index(x=0.073, top=0.040, tall=0.108, widest=0.110, suit=0.088, letter=0.062)
_LARGE = _Index(x=0.135, top=0.045, tall=0.215, widest=0.225, suit=0.175, letter=0.110)


def _pairs(*rows: float) -> tuple[Spot, ...]:
    return tuple((x, y) for y in rows for x in (_COLUMNS[0], _COLUMNS[2]))


def _column(*rows: float) -> tuple[Spot, ...]:
    return tuple((_COLUMNS[1], y) for y in rows)


def _pip_spots() -> dict[int, tuple[Spot, ...]]:
    r = _ROWS
    corners = _pairs(r["top"], r["foot"])
    six = _pairs(r["top"], r["middle"], r["foot"])
    eight = _pairs(r["top"], r["upper"], r["lower"], r["foot"])
    return {
        2: _column(r["top"], r["foot"]),
        3: _column(r["top"], r["middle"], r["foot"]),
        4: corners,
        5: corners + _column(r["middle"]),
        6: six,
        7: six + _column(r["high"]),
        8: six + _column(r["high"], r["low"]),
        9: eight + _column(r["middle"]),
        10: eight + _column(_HIGH_TEN, _LOW_TEN),
    }


PIP_SPOTS = _pip_spots()  # by rank, as shares of width and height


@lru_cache(maxsize=32)
def _glyph(text: str, colour: Colour) -> pygame.Surface:
    """An index letter, cropped to its ink."""
    font = pygame.Font(artwork("fonts", "NotoSans-Bold.ttf"), _FONT_SIZE)
    drawn = font.render(text, True, colour)
    return drawn.subsurface(drawn.get_bounding_rect()).copy()


@lru_cache(maxsize=12)
def _court(name: str) -> pygame.Surface:
    picture = pygame.image.load(artwork("cards", f"{name}.png"))
    out = pygame.Surface(picture.get_size(), pygame.SRCALPHA)
    out.blit(picture, (0, 0))
    return out


def index_text(rank: Rank) -> str:
    """What stands in the corner: "10", else the rank's letter."""
    return "10" if rank == Rank.TEN else rank.letter


def blank(width: int, height: int, theme: Theme) -> pygame.Surface:
    """The bare card: a breath of shade towards the foot and a fine edge."""
    palette, radius = theme.palette, round(height * CORNER)
    shade = palette.card if theme.high_contrast else mixed(palette.card, palette.card_edge, 0.28)
    card = shaded(width, height, (*palette.card, 255), (*shade, 255))
    card.blit(mask(width, height, radius), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    edge = max(1, round(height * 0.005))
    card.blit(outline(width, height, radius, edge, (*palette.card_edge, 255)), (0, 0))
    return card


def _place(card: pygame.Surface, pip: pygame.Surface, x: float, y: float) -> None:
    card.blit(pip, (round(x - pip.get_width() / 2), round(y - pip.get_height() / 2)))


def _draw_corner(card: pygame.Surface, text: str, suit: Suit, colour: Colour, index: _Index, *, letters: bool) -> None:
    """Rank and suit in the upper left corner; with ``letters`` the suit's letter under its sign."""
    h = card.get_height()
    _draw_glyph(card, text, colour, index.x * h, index.top * h, (index.widest * h, index.tall * h))
    sign = mark_surface(SUIT_MARKS[suit], max(1, round(index.suit * h)), colour)
    below = index.top + index.tall + 0.022 + index.suit
    _place(card, sign, index.x * h, (below - index.suit / 2) * h)
    if letters:
        size = index.letter * h
        _draw_glyph(card, suit.letter, colour, index.x * h, (below + 0.018) * h, (size * 1.2, size))


def _draw_glyph(card: pygame.Surface, text: str, colour: Colour, x: float, top: float, most: Spot) -> None:
    """Letters of a height, narrowed where they are too wide; ``x`` is their middle."""
    glyph = _glyph(text, colour)
    tall = round(most[1])
    wide = round(min(glyph.get_width() * tall / glyph.get_height(), most[0]))
    fitted = pygame.transform.smoothscale(glyph, (max(1, wide), max(1, tall)))
    card.blit(fitted, (round(x - wide / 2), round(top)))


def _draw_pips(card: pygame.Surface, rank: int, suit: Suit, colour: Colour) -> None:
    w, h = card.get_size()
    size = _CROWDED_PIP if rank > 8 else _PLAIN_PIP  # noqa: PLR2004 nine and ten are crowded
    upright = mark_surface(SUIT_MARKS[suit], max(1, round(size * h)), colour)
    turned = pygame.transform.flip(upright, False, True)
    for x, y in PIP_SPOTS[rank]:
        _place(card, turned if y > 0.5 else upright, x * w, y * h)  # noqa: PLR2004 the lower half stands on its head


def _draw_ace(card: pygame.Surface, suit: Suit, colour: Colour, paper: Colour) -> None:
    w, h = card.get_size()
    grand = suit == Suit.SPADES
    size = round((_ACE_OF_SPADES if grand else _ACE) * h)
    _place(card, mark_surface(SUIT_MARKS[suit], max(1, size), colour), w / 2, h / 2)
    if grand:  # the ace of spades carries a flower, as it always has
        for share, paint in ((0.54, paper), (0.46, colour), (0.22, paper), (0.13, colour)):
            leaf = mark_surface("heart", max(1, round(size * share)), paint)
            _place(
                card, pygame.transform.flip(leaf, False, True), w / 2, h / 2 - size * (0.015 + 0.05 * (0.54 - share))
            )


def _draw_court(card: pygame.Surface, name: str, suit: Suit, colour: Colour, *, large: bool) -> None:
    """The figure inside a fine line, with our own pip in its free corner."""
    w, h = card.get_size()
    source = _court(name)
    tall = round((0.64 if large else _FIGURE_HEIGHT) * h)
    wide = round(tall * source.get_width() / source.get_height())
    figure = pygame.transform.smoothscale(source, (wide, tall))
    if not large:
        size = max(1, round(_FIGURE_PIP * tall))
        pip = mark_surface(SUIT_MARKS[suit], size, colour)
        side = -1 if name in _PIP_AT_LEFT else 1
        _place(figure, pip, wide / 2 + side * 0.222 * tall, tall * 0.098)
        _place(figure, pygame.transform.rotate(pip, 180), wide / 2 - side * 0.222 * tall, tall * 0.902)
    centre = (w - wide / 2 - h * 0.045, h - tall / 2 - h * 0.05) if large else (w / 2, h / 2)
    left, top = round(centre[0] - wide / 2), round(centre[1] - tall / 2)
    card.blit(figure, (left, top), special_flags=pygame.BLEND_RGB_MULT)
    line = max(1, round(h * 0.0045))
    frame = outline(wide + 4 * line, tall + 4 * line, round(h * 0.012), line, (42, 74, 134, 150))
    card.blit(frame, (left - 2 * line, top - 2 * line))


def face(
    card: Card, width: int, height: int, theme: Theme, *, large_index: bool, suit_letters: bool = False
) -> pygame.Surface:
    """The face of a card at this size in pixels, straight and without shadow."""
    colour = theme.suit(card.suit)
    out = blank(width, height, theme)
    index = _LARGE if large_index else _SMALL
    if card.rank == Rank.ACE and not large_index:
        _draw_ace(out, card.suit, colour, theme.palette.card)
    elif Rank.JACK <= card.rank <= Rank.KING:
        _draw_court(out, str(card), card.suit, colour, large=large_index)
    elif large_index:
        w, h = out.get_size()
        _place(out, mark_surface(SUIT_MARKS[card.suit], max(1, round(0.36 * h)), colour), w * 0.6, h * 0.68)
    else:
        _draw_pips(out, card.rank, card.suit, colour)
    corner = clear_surface(width, height, colour)
    _draw_corner(corner, index_text(card.rank), card.suit, colour, index, letters=suit_letters)
    out.blit(corner, (0, 0))
    if not large_index:
        out.blit(pygame.transform.rotate(corner, 180), (0, 0))
    return out


def dimmed(card: pygame.Surface) -> pygame.Surface:
    """A card that may not be played now: in the shade, still readable."""
    out = card.copy()
    out.fill((*DIM, 255), special_flags=pygame.BLEND_RGBA_MULT)
    return out


def ring(width: int, height: int, thickness: int, colour: Colour) -> pygame.Surface:
    """The winner's gold border, `thickness` wider than the card at every side."""
    radius = round(height * CORNER) + thickness
    return tinted(mask(width + 2 * thickness, height + 2 * thickness, radius), colour)
