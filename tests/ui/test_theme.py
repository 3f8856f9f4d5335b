from __future__ import annotations

import pygame
import pytest

from lanbridge.ui.layout import Screen, table_layout
from lanbridge.ui.paint.felt import felt
from lanbridge.ui.theme import LEAST_CONTRAST, Theme, colour, contrast, make_theme, mixed, worst_pairs

THEMES = [
    make_theme(high_contrast=high, four_colour=four, text_factor=factor)
    for high in (False, True)
    for four in (False, True)
    for factor in (1.0, 2.0)
]


@pytest.mark.parametrize("theme", THEMES)
def test_every_text_has_a_contrast_of_at_least_four_and_a_half(theme: Theme) -> None:
    too_faint = {name: round(value, 2) for name, value in worst_pairs(theme).items() if value < LEAST_CONTRAST}
    assert not too_faint


@pytest.mark.parametrize("theme", [make_theme(), make_theme(high_contrast=True)])
def test_text_on_the_felt_as_it_is_really_drawn_can_be_read(theme: Theme) -> None:
    screen, palette = Screen(1024, 640), theme.palette
    table = table_layout(screen)
    cloth = felt(1024, 640, screen.box(table.oval), palette, screen.scale)
    for part in (table.middle, table.message, table.hand_area):
        left, top, width, height = screen.box(part)
        for x in range(left, left + width, 16):
            for y in range(top, top + height, 16):
                red, green, blue, _ = cloth.get_at((x, y))
                assert contrast(palette.ink, (red, green, blue)) >= LEAST_CONTRAST
                assert contrast(palette.ink_soft, (red, green, blue)) >= LEAST_CONTRAST


def test_black_on_white_is_twenty_one_to_one() -> None:
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert contrast((255, 255, 255), (0, 0, 0)) == pytest.approx(21)


def test_four_colour_suits_are_four_colours_and_two_colour_suits_two() -> None:
    assert len({make_theme(four_colour=True).suit(suit) for suit in range(4)}) == 4
    assert len({make_theme().suit(suit) for suit in range(4)}) == 2


def test_the_text_factor_is_held_between_one_and_two() -> None:
    assert make_theme(text_factor=0.1).text_factor == 1
    assert make_theme(text_factor=9).text_factor == 2
    assert make_theme(text_factor=1.5).text(20) == 30


def test_colours_are_read_and_mixed() -> None:
    assert colour("F2C14E") == (242, 193, 78)
    assert mixed((0, 0, 0), (200, 100, 50), 0.5) == (100, 50, 25)
    with pytest.raises(ValueError, match="not enough values"):
        colour("F2C1")


def test_a_palette_survives_as_a_key_of_the_shelf() -> None:
    assert hash(make_theme().palette) == hash(make_theme().palette)
    assert pygame.Color(*make_theme().palette.gold) == pygame.Color("#F2C14E")
