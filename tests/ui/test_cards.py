from __future__ import annotations

import pygame
import pytest

from lanbridge.engine.cards import PACK, Card, Rank
from lanbridge.ui.cards import CardLook, CardPainter
from lanbridge.ui.cards.face import PIP_SPOTS, index_text
from lanbridge.ui.marks import MARK_NAMES, SUIT_MARKS, mark
from lanbridge.ui.paint.shelf import Shelf
from lanbridge.ui.theme import make_theme


def painter(*, large: bool = False, four: bool = False) -> CardPainter:
    return CardPainter(make_theme(four_colour=four), CardLook(large_index=large), Shelf())


def pixels(surface: pygame.Surface) -> bytes:
    return pygame.image.tobytes(surface, "RGBA")


@pytest.mark.parametrize("large", [False, True])
def test_no_two_cards_look_alike(*, large: bool) -> None:
    drawn = painter(large=large)
    assert len({pixels(drawn.sprite(card, 90)) for card in PACK}) == 52


@pytest.mark.parametrize("rank", range(2, 11))
def test_a_number_card_has_as_many_pips_as_its_number(rank: int) -> None:
    assert len(PIP_SPOTS[rank]) == len(set(PIP_SPOTS[rank])) == rank


@pytest.mark.parametrize("rank", range(2, 11))
def test_pips_look_the_same_from_both_sides_of_the_table_but_for_the_seven(rank: int) -> None:
    turned = {(round(1 - x, 3), round(1 - y, 3)) for x, y in PIP_SPOTS[rank]}
    assert (turned == {(round(x, 3), round(y, 3)) for x, y in PIP_SPOTS[rank]}) == (rank != 7)


def test_the_ten_is_written_as_a_number() -> None:
    assert [index_text(rank) for rank in (Rank.TWO, Rank.TEN, Rank.ACE)] == ["2", "10", "A"]


def test_dim_and_won_cards_differ_from_bright_ones() -> None:
    drawn, card = painter(), Card.parse("QD")
    looks = {pixels(drawn.sprite(card, 120, 0, state)) for state in ("bright", "dim", "won")}
    assert len(looks) == 3


def test_a_dim_card_is_darker() -> None:
    drawn, card = painter(), Card.parse("2H")
    bright, dim = (pygame.transform.average_color(drawn.sprite(card, 120, 0, state)) for state in ("bright", "dim"))
    assert sum(dim[:3]) < sum(bright[:3])


def test_a_sprite_is_kept_and_leans_are_rounded_to_half_degrees() -> None:
    drawn, card = painter(), Card.parse("AS")
    assert drawn.sprite(card, 100, 4.1) is drawn.sprite(card, 100, 3.9)
    assert drawn.sprite(card, 100, 4.1) is not drawn.sprite(card, 100, 5.1)


def test_a_leaning_card_keeps_its_middle() -> None:
    drawn = painter()
    for angle in (0, 3, -7):
        sprite = drawn.sprite(None, 140, angle)
        middle = sprite.get_at((sprite.get_width() // 2, sprite.get_height() // 2))
        assert middle.a >= 250


def test_four_colours_change_diamonds_and_clubs_only() -> None:
    two, four = painter(), painter(four=True)
    same = {
        text
        for text in ("2C", "2D", "2H", "2S")
        if pixels(two.sprite(Card.parse(text), 80)) == pixels(four.sprite(Card.parse(text), 80))
    }
    assert same == {"2H", "2S"}


def test_the_back_shows_nothing_of_the_card() -> None:
    assert pixels(painter().sprite(None, 100)) == pixels(painter(large=True, four=True).sprite(None, 100))


@pytest.mark.parametrize("name", MARK_NAMES)
def test_every_mark_stays_in_its_square(name: str) -> None:
    points = [point for polygon in mark(name) for point in polygon]
    assert len(points) > 3
    assert all(-0.01 <= value <= 1.03 for point in points for value in point)


def test_suit_marks_stand_in_the_order_of_the_suits() -> None:
    assert [name[0].upper() for name in SUIT_MARKS] == [
        Card.parse(text).suit.letter for text in ("2C", "2D", "2H", "2S")
    ]


def test_the_shelf_forgets_the_least_lately_used_first() -> None:
    shelf = Shelf(budget=3 * 4 * 100)
    made = {key: shelf.get(key, lambda: pygame.Surface((10, 10), pygame.SRCALPHA)) for key in "abc"}
    assert shelf.get("a", lambda: pygame.Surface((1, 1))) is made["a"]
    shelf.get("d", lambda: pygame.Surface((10, 10), pygame.SRCALPHA))
    assert shelf.get("a", lambda: pygame.Surface((1, 1))) is made["a"]
    assert shelf.get("b", lambda: pygame.Surface((1, 1))) is not made["b"]
    assert shelf.used_bytes <= 1200
    shelf.clear()
    assert shelf.used_bytes == 0
