"""Dice that repeat: the same seed gives the same bytes, for matches that are to be played again."""

from __future__ import annotations

from hashlib import sha256


class SeededDice:
    """Bytes of SHA-256 over a seed (any length) and a counter; call it with a count."""

    def __init__(self, seed: bytes) -> None:
        self._seed = seed
        self._counter = 0

    def __call__(self, count: int) -> bytes:
        """The next ``count`` bytes."""
        taken = b""
        while len(taken) < count:
            taken += sha256(self._seed + self._counter.to_bytes(8, "big")).digest()
            self._counter += 1
        return taken[:count]
