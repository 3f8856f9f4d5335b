from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lanbridge.ui.layout import (
    Rect,
    Screen,
    call_layout,
    clashes,
    dialog,
    lobby_layout,
    outside,
    place_of,
    scores_layout,
    seat_at,
    table_layout,
    waiting_layout,
)

SIZES = [(1024, 640), (1280, 720), (1920, 1080), (2560, 1440), (3840, 2160), (3440, 1440), (1280, 1024), (5120, 1440)]
TEXTS = [1.0, 1.25, 1.5, 1.75, 2.0]

screens = pytest.mark.parametrize(
    "screen",
    [Screen(*size, text) for size in SIZES for text in TEXTS],
    ids=lambda s: f"{s.width_px}x{s.height_px}@{s.text}",
)


@screens
def test_nothing_overlaps_or_sticks_out_at_the_table(screen: Screen) -> None:
    for hand in (True, False):
        parts = table_layout(screen, hand=hand).parts()
        assert clashes(parts) == []
        assert outside(parts, screen.rect) == []


@screens
def test_nothing_overlaps_or_sticks_out_in_the_lobby(screen: Screen) -> None:
    for rows in range(1, 7):
        lobby = lobby_layout(screen, rows)
        assert clashes(lobby.parts()) == []
        assert outside(lobby.parts(), screen.rect) == []
        assert lobby.panel.holds(lobby.practise)
        assert lobby.tables.h >= lobby.row_height
        assert min(row.h for row in lobby.panel_rows) >= 34


@screens
def test_nothing_overlaps_or_sticks_out_in_the_waiting_room(screen: Screen) -> None:
    parts = waiting_layout(screen).parts()
    assert clashes(parts) == []
    assert outside(parts, screen.rect) == []


@screens
def test_nothing_overlaps_or_sticks_out_on_the_score_sheet(screen: Screen) -> None:
    scores = scores_layout(screen)
    assert clashes(scores.parts()) == []
    assert outside(scores.parts(), scores.panel) == []
    assert screen.rect.holds(scores.panel)


@screens
def test_the_panel_of_calls_covers_no_plate_and_no_card(screen: Screen) -> None:
    table = table_layout(screen)
    for count in range(1, 14):
        calls = call_layout(screen, table, count)
        assert len(calls.keys) == count
        assert clashes(calls.parts()) == []
        assert outside(calls.parts(), calls.panel) == []
        assert not any(calls.panel.overlaps(rect) for rect in (*table.plates, table.hand_area, table.bar))
        assert min(min(key.w, key.h) for key in calls.keys) >= 34


@screens
def test_every_index_of_the_hand_is_inside_the_window_and_clear_of_the_plate_above(screen: Screen) -> None:
    table = table_layout(screen)
    for count in range(1, 14):
        fan = table.hand(count)
        assert len(fan.spots) == count
        for spot in fan.shown(range(count)):
            assert spot.bounds.x >= -0.5
            assert spot.bounds.right <= screen.w + 0.5
            assert spot.y + spot.height * 0.1 <= screen.h
            assert spot.bounds.y > table.plates[0].bottom


def test_a_logical_unit_never_makes_the_window_smaller_than_the_layouts_need() -> None:
    for size in SIZES:
        screen = Screen(*size)
        assert screen.w >= 1120 - 0.01
        assert screen.h >= 700 - 0.01


def test_the_next_seat_sits_to_the_right() -> None:
    table = table_layout(Screen(1280, 720))
    assert place_of(2, my_seat=1) == 1
    assert table.plates[1].x > table.plates[0].x > table.plates[3].x
    assert table.plates[2].y < table.plates[1].y < table.plates[0].y
    assert all(seat_at(place_of(seat, me), me) == seat for seat in range(4) for me in range(4))


def test_a_later_card_lies_on_an_earlier_one_and_is_hit_first() -> None:
    fan = table_layout(Screen(1280, 720)).hand(13)
    for n, spot in enumerate(fan.spots):
        corner = (spot.x - spot.width * 0.4, spot.y - spot.height * 0.4)
        assert fan.hit(corner) == n
    assert fan.hit((fan.spots[-1].x, fan.spots[-1].y)) == 12
    assert fan.hit((fan.spots[0].x, 10)) is None


def test_lifting_a_card_does_not_lose_the_pointer_at_its_foot() -> None:
    fan = table_layout(Screen(1280, 720)).hand(1)
    foot = (fan.spots[0].x, fan.spots[0].y + fan.spots[0].height * 0.49)
    head = (fan.spots[0].x, fan.spots[0].y - fan.spots[0].height * 0.49 - fan.lift)
    assert fan.hit(foot, raised={0}) == 0
    assert fan.hit(head, raised={0}) == 0
    assert fan.hit(head) is None


def test_a_dialog_never_outgrows_the_window() -> None:
    for text in TEXTS:
        screen = Screen(1024, 640, text)
        assert screen.rect.holds(dialog(screen, 2000, 2000))


_sides = st.floats(min_value=0, max_value=500)
rects = st.builds(Rect, st.floats(-300, 300), st.floats(-300, 300), _sides, _sides)


@given(rects, rects)
def test_overlapping_is_mutual(one: Rect, other: Rect) -> None:
    assert one.overlaps(other) == other.overlaps(one)


@given(st.builds(Rect, st.floats(-300, 300), st.floats(-300, 300), st.floats(20, 500), st.floats(20, 500)))
def test_rows_and_columns_stay_inside_and_apart(rect: Rect) -> None:
    for parts in (rect.rows(3, 4), rect.columns(3, 4)):
        named = {str(n): part for n, part in enumerate(parts)}
        assert clashes(named) == []
        assert outside(named, rect) == []


@given(st.integers(200, 4000), st.integers(200, 3000), rects)
def test_neighbours_stay_neighbours_in_pixels(width: int, height: int, rect: Rect) -> None:
    screen = Screen(width, height)
    left, right = screen.box(rect.left_part(rect.w / 2)), screen.box(rect.beside(rect.w / 2))
    assert abs(left[0] + left[2] - right[0]) <= 1
