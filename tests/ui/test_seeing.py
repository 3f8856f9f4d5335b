"""Settings for eyes: each one shows, and nothing on the table is told by colour alone."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest

from lanbridge.engine.cards import Card
from lanbridge.ui.cards import CardLook, CardPainter
from lanbridge.ui.cards.face import DIM
from lanbridge.ui.paint.shelf import Shelf
from lanbridge.ui.theme import LEAST_CONTRAST, Colour, contrast, make_theme
from tests.ui.fake_table import FakeTable, playing_my_turn
from tests.ui.window import PLAYER, Window


def table_seen(**liked: object) -> bytes:
    """The picture of the same turn for a player who likes it so."""
    table = FakeTable(seed=3).until(playing_my_turn)
    window = Window(table, preferences=replace(PLAYER, **liked))  # type: ignore[arg-type]  # a test's own
    table.poll()
    window.settle()
    return pygame.image.tobytes(window.app.ctx.canvas.surface, "RGB")


@pytest.mark.parametrize(
    "liked",
    [{"four_colour": True}, {"suit_letters": True}, {"large_index": True}, {"high_contrast": True}, {"text_size": 150}],
    ids=str,
)
def test_every_setting_for_eyes_shows_on_the_table(liked: dict[str, object]) -> None:
    assert table_seen(**liked) != table_seen()


def grey(text: str, *, letters: bool) -> bytes:
    """A card without its colours."""
    painter = CardPainter(make_theme(), CardLook(suit_letters=letters), Shelf(10**7))
    return pygame.image.tobytes(pygame.transform.grayscale(painter.sprite(Card.parse(text), 160)), "RGB")


@pytest.mark.parametrize("letters", [False, True])
@pytest.mark.parametrize("rank", ["2", "T", "K", "A"])
def test_suits_are_told_apart_without_colours(rank: str, *, letters: bool) -> None:
    assert len({grey(rank + suit, letters=letters) for suit in "CDHS"}) == 4


def dim(colour: Colour) -> Colour:
    red, green, blue = (round(part * share / 255) for part, share in zip(colour, DIM, strict=True))
    return red, green, blue


@pytest.mark.parametrize("high", [False, True])
@pytest.mark.parametrize("four", [False, True])
@pytest.mark.parametrize("suit", range(4))
def test_the_index_of_a_dim_card_can_be_read(suit: int, *, four: bool, high: bool) -> None:
    theme = make_theme(four_colour=four, high_contrast=high)
    assert contrast(dim(theme.suit(suit)), dim(theme.palette.card)) >= LEAST_CONTRAST


@pytest.mark.parametrize("high", [False, True])
@pytest.mark.parametrize("seat", range(4))
def test_names_beside_the_lines_of_the_match_can_be_read(seat: int, *, high: bool) -> None:
    palette = make_theme(high_contrast=high).palette
    assert contrast(palette.seat_lines[seat], palette.panel[:3]) >= LEAST_CONTRAST
