"""Surfaces that were drawn once and are kept, within a budget of memory: the least lately used goes first."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable

import pygame

BUDGET_BYTES = 192 * 1024 * 1024  # a 4K table with all cards shown takes about 120 MB


class Shelf:
    """A cache of surfaces by key. Never draw on what it gives."""

    def __init__(self, budget: int = BUDGET_BYTES) -> None:
        self._budget = budget
        self._used = 0
        self._kept: OrderedDict[Hashable, pygame.Surface] = OrderedDict()

    def get(self, key: Hashable, make: Callable[[], pygame.Surface]) -> pygame.Surface:
        """The surface for a key, made when it is not there."""
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
            return found
        made = make()
        self._kept[key] = made
        self._used += _bytes(made)
        while self._used > self._budget and len(self._kept) > 1:
            self._used -= _bytes(self._kept.popitem(last=False)[1])
        return made

    def clear(self) -> None:
        """Forget everything: after a change of theme or of display."""
        self._kept.clear()
        self._used = 0

    @property
    def used_bytes(self) -> int:
        """What the kept surfaces take."""
        return self._used


def _bytes(surface: pygame.Surface) -> int:
    return surface.get_width() * surface.get_height() * surface.get_bytesize()
