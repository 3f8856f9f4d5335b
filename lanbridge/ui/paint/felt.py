"""The felt: light in the middle, dark at the rim, a weave too fine to see and the line of the table."""

from __future__ import annotations

import random
from math import hypot

import pygame

from lanbridge.ui.paint.shapes import clear_surface, mask, outline, soft_edge, tinted
from lanbridge.ui.theme import Palette, mixed

_COARSE = 64  # columns of the light's picture before it is scaled up
_SMOOTH = 5  # the light's picture is first scaled up this much and blurred
_DEEPER = 0.14  # the middle is this much darker than the theme's light: the weave and the bed add some again
_WEAVE = 256  # side of the weave's tile in pixels
Box = tuple[int, int, int, int]


def _light(width: int, height: int, palette: Palette) -> pygame.Surface:
    columns, rows = _COARSE, max(2, _COARSE * height // width)
    small = pygame.Surface((columns, rows))
    reach = hypot(0.5, 0.5 * rows / columns)
    for y in range(rows):
        for x in range(columns):
            dx, dy = (x + 0.5) / columns - 0.5, ((y + 0.5) / rows - 0.44) * rows / columns * 1.12
            away = min(1.0, hypot(dx, dy) / reach)
            small.set_at((x, y), mixed(palette.felt_light, palette.felt_dark, _DEEPER + (1 - _DEEPER) * away**1.25))
    step = pygame.transform.smoothscale(small, (columns * _SMOOTH, rows * _SMOOTH))
    step = pygame.transform.gaussian_blur(step, _SMOOTH)  # without it the coarse cells show as a faint plaid
    return pygame.transform.smoothscale(step, (width, height))


def _weave() -> pygame.Surface:
    """A tile of threads: adds 0-4 levels of grey, which also hides the steps of the gradient."""
    dice = random.Random(52)  # noqa: S311 cloth, not a secret
    levels = dice.randbytes(_WEAVE * _WEAVE).translate(bytes(n % 5 for n in range(256)))
    grey = pygame.image.frombuffer(levels, (_WEAVE, _WEAVE), "P")
    grey.set_palette([(n, n, n) for n in range(256)])
    tile = pygame.Surface((_WEAVE, _WEAVE), depth=24)
    tile.blit(grey, (0, 0))
    return tile


def _shade_table(felt: pygame.Surface, oval: Box, palette: Palette, unit: float) -> None:
    """The table's bed, its padded rim as a soft shadow inside the line, and the line."""
    x, y, w, h = oval
    radius, blur = h // 2, max(6, round(34 * unit))
    bed = tinted(mask(w, h, radius), (255, 255, 255, 6))
    felt.blit(bed, (x, y))
    rim = clear_surface(w, h)
    rim.blit(tinted(mask(w, h, radius), (0, 0, 0, 70)), (0, 0))
    hole = soft_edge(w - 2 * blur, h - 2 * blur, radius - blur, blur, (0, 0, 0, 255))
    rim.blit(hole, (0, 0), special_flags=pygame.BLEND_RGBA_SUB)
    felt.blit(rim, (x, y))
    thick = max(1, round(1.6 * unit))
    felt.blit(outline(w, h, radius, thick, palette.table_line), (x, y))
    inner = max(3, round(9 * unit))
    faint = (*palette.table_line[:3], palette.table_line[3] // 3)
    felt.blit(outline(w - 2 * inner, h - 2 * inner, radius - inner, max(1, round(unit)), faint), (x + inner, y + inner))


def felt(width: int, height: int, oval: Box | None, palette: Palette, unit: float) -> pygame.Surface:
    """An opaque picture of the whole window; `oval` is the table's line in pixels, `unit` the pixels a logical unit."""
    cloth = _light(width, height, palette)
    tile = _weave()
    for y in range(0, height, _WEAVE):
        for x in range(0, width, _WEAVE):
            cloth.blit(tile, (x, y), special_flags=pygame.BLEND_RGB_ADD)
    if oval is not None:
        _shade_table(cloth, oval, palette, unit)
    return cloth.convert() if pygame.display.get_surface() else cloth
