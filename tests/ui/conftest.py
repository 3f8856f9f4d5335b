"""A window without a screen: the drivers are named in tests/conftest.py, before pygame is imported."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest

from lanbridge.ui.paint.canvas import Canvas
from lanbridge.ui.theme import make_theme


@pytest.fixture(scope="session", autouse=True)
def _pygame() -> Iterator[None]:
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((64, 64))
    yield
    pygame.quit()


@pytest.fixture
def canvas() -> Canvas:
    """A small window in the plain theme."""
    return Canvas(pygame.Surface((1024, 640), pygame.SRCALPHA), make_theme())
