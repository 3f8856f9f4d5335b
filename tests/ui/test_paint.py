from __future__ import annotations

from itertools import pairwise

import pygame
import pytest

from lanbridge.engine.cards import Card
from lanbridge.ui.layout import Rect, table_layout
from lanbridge.ui.paint import shapes
from lanbridge.ui.paint.canvas import Canvas
from lanbridge.ui.paint.pieces import Pips, SeatFace, draw_pills, draw_pips, draw_seat
from lanbridge.ui.paint.plot import Series, draw_plot, spread, tick_step


def ink(surface: pygame.Surface) -> int:
    return pygame.mask.from_surface(surface, 10).count()


def test_a_rounded_box_is_clear_at_its_corner_and_full_in_its_middle() -> None:
    box = shapes.rounded(60, 40, 20, (10, 20, 30))
    assert box.get_at((0, 0)).a == 0
    assert tuple(box.get_at((30, 20))) == (10, 20, 30, 255)
    assert 0 < box.get_at((5, 7)).a <= 255


def test_corners_are_antialiased() -> None:
    box = shapes.rounded(60, 40, 20, (255, 255, 255))
    levels = {box.get_at((x, y)).a for x in range(20) for y in range(20)}
    assert len(levels) > 8


def test_an_outline_is_hollow() -> None:
    line = shapes.outline(60, 40, 12, 2, (200, 0, 0))
    assert line.get_at((30, 20)).a == 0
    assert tuple(line.get_at((30, 0))) == (200, 0, 0, 255)


@pytest.mark.parametrize(("share", "right", "left"), [(0.0, 0, 0), (0.5, 255, 0), (1.0, 255, 255)])
def test_the_clock_runs_from_the_top_to_the_right(share: float, right: int, left: int) -> None:
    ring = shapes.arc(60, 10, share, (255, 255, 255))
    assert (ring.get_at((55, 30)).a, ring.get_at((4, 30)).a) == (right, left)


def test_a_shadow_is_dark_inside_and_fades_to_nothing() -> None:
    shadow = shapes.soft_edge(80, 60, 10, 20, (0, 0, 0, 200))
    row = [shadow.get_at((x, 50)).a for x in range(61)]
    assert row[0] <= 6
    assert row[60] > 150
    assert row == sorted(row)


def test_text_stays_in_its_rectangle(canvas: Canvas) -> None:
    room = Rect(100, 100, 120, 30)
    for text in ("Short", "A sentence that is much too long for this place", "কল ব্রিজ খেলার টেবিল"):
        done = canvas.text(text, room, 20)
        assert done.w <= room.w + 1
        assert done.x >= room.x - 1


def test_a_card_is_drawn_around_its_middle(canvas: Canvas) -> None:
    spot = table_layout(canvas.screen).trick[0]
    canvas.card(Card.parse("AS"), spot)
    x, y = spot.x * canvas.screen.scale, spot.y * canvas.screen.scale
    assert canvas.surface.get_at((round(x), round(y))).a >= 250
    assert canvas.surface.get_at((round(x), round(y - spot.height))).a == 0


def test_clipping_ends_with_its_block(canvas: Canvas) -> None:
    with canvas.clipped(Rect(0, 0, 10, 10)):
        canvas.box(Rect(0, 0, 100, 100), (255, 0, 0))
    assert canvas.surface.get_at((50, 50)).a == 0
    assert canvas.surface.get_clip().size == canvas.surface.get_size()


def test_a_frame_drawn_twice_draws_nothing_anew(canvas: Canvas) -> None:
    face = SeatFace("Rafi", 0, "1 of 4", Pips(4, 1), now=True, clock=0.5, dealer="D", tag="bot")
    draw_seat(canvas, Rect(50, 50, 216, 72), face)
    used = canvas.shelf.used_bytes
    draw_seat(canvas, Rect(50, 50, 216, 72), face)
    assert canvas.shelf.used_bytes == used


def test_too_many_tricks_are_shown_otherwise_than_by_colour(canvas: Canvas) -> None:
    """Over is a ring with a dot, won is a full disc, still to win is a ring."""
    counts = []
    for pips in (Pips(1, 0), Pips(0, 1), Pips(1, 1)):
        canvas.surface.fill((0, 0, 0, 0))
        draw_pips(canvas, Rect(20, 20, 100, 14), pips)
        counts.append(ink(canvas.surface))
    assert counts[0] < counts[1] < counts[2]


def test_thirteen_pips_fit_the_width(canvas: Canvas) -> None:
    draw_pips(canvas, Rect(20, 20, 80, 14), Pips(13, 5))
    assert canvas.surface.get_bounding_rect().right <= round(101 * canvas.screen.scale)


def test_pills_that_do_not_fit_are_left_out(canvas: Canvas) -> None:
    room = Rect(10, 10, 200, 48)
    texts = ["Call Bridge", "Deal 4", "a rather long pill that cannot fit"]
    for places in (draw_pills(canvas, room, texts), draw_pills(canvas, room, texts[::-1], "right")):
        assert 1 <= len(places) < 3
        assert all(room.holds(place) for place in places)


@pytest.mark.parametrize(("low", "high", "step"), [(0, 23, 5), (-6, 6, 5), (0, 100, 20), (0, 1, 0.2)])
def test_levels_of_a_plot_are_round_numbers(low: float, high: float, step: float) -> None:
    assert tick_step(low, high) == pytest.approx(step)


def test_names_at_the_ends_of_lines_do_not_overlap() -> None:
    placed = sorted(spread([50, 51, 52, 200], 20, 0, 200))
    assert all(b - a >= 20 for a, b in pairwise(placed))
    assert placed[-1] <= 200


def test_a_match_without_a_deal_can_be_plotted(canvas: Canvas) -> None:
    draw_plot(canvas, Rect(100, 100, 400, 300), [Series("You", 0, (0,)), Series("Mitu", 1, (0,))])
    assert ink(canvas.surface) > 0
