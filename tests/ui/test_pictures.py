"""Reference pictures: what a screen looks like is no accident. Made anew by `python -m tests.ui.pictures --write`."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import pygame
import pytest

from tests.ui.pictures import FOLDER, MAY_DIFFER, PICTURED, SIZES, compared, drawn, path_of, side_by_side

MOST = 32  # pictures: more would not be looked at


def kept_for_the_eye(name: str, size: tuple[int, int], picture: pygame.Surface) -> Path:
    """Where expected, got and difference can be seen side by side."""
    folder = Path(os.environ.get("LANBRIDGE_PICTURES", "") or Path(tempfile.gettempdir()) / "lanbridge-pictures")
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / path_of(name, size).name
    pygame.image.save(picture, path)
    return path


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("name", PICTURED)
def test_a_screen_looks_as_it_did(name: str, size: tuple[int, int]) -> None:
    expected, got = pygame.image.load(path_of(name, size)).convert(24), drawn(name, size)
    assert expected.get_size() == got.get_size()
    found = compared(expected, got)
    if found.share > MAY_DIFFER:
        path = kept_for_the_eye(name, size, side_by_side(expected, got, found.difference))
        pytest.fail(f"{found.share:.2%} of {name} differ: expected, got and difference are in {path}")


def test_there_are_no_more_pictures_than_are_looked_at() -> None:
    kept = {path.name for path in FOLDER.glob("*.png")}
    assert kept == {path_of(name, size).name for name in PICTURED for size in SIZES}
    assert len(kept) <= MOST


def test_a_line_of_text_more_is_a_difference() -> None:
    before = pygame.Surface((640, 400), depth=24)
    after = before.copy()
    after.fill((200, 200, 200), (100, 100, 130, 12))
    assert compared(before, before).share == 0
    assert compared(before, after).share > MAY_DIFFER
    assert side_by_side(before, after, compared(before, after).difference).get_width() == 3 * 640 + 16
