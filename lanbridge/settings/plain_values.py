"""Readers for values that come from a file a player may have edited: each gives its type or raises ValueError."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Final, TypeAlias, TypeVar

Choice = TypeVar("Choice", bound=StrEnum)
T = TypeVar("T")

LONGEST_CHOICE: Final = 40
"""Characters of a choice's name."""

Reader: TypeAlias = Callable[[object], T]


def a_flag(value: object) -> bool:
    """True or false.

    Raises:
        ValueError: neither of them.
    """
    if not isinstance(value, bool):
        raise ValueError(f"not true or false: {value!r:.40}")  # noqa: TRY004 - one error for every bad value
    return value


def a_number(least: int, most: int) -> Reader[int]:
    """A whole number from ``least`` to ``most``."""

    def read(value: object) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise ValueError(f"not {least} to {most}: {value!r:.40}")
        return value

    return read


def a_text(longest: int) -> Reader[str]:
    """A text of at most so many characters."""

    def read(value: object) -> str:
        if not isinstance(value, str) or len(value) > longest:
            raise ValueError(f"not a short text: {value!r:.40}")
        return value

    return read


def a_hex(length: int) -> Reader[bytes]:
    """So many bytes, or none, as hexadecimal digits."""

    def read(value: object) -> bytes:
        raw = bytes.fromhex(a_text(2 * length)(value))
        if len(raw) not in (0, length):
            raise ValueError(f"not {length} bytes")
        return raw

    return read


def a_choice(choices: type[Choice]) -> Reader[Choice]:
    """One of an enum's values."""

    def read(value: object) -> Choice:
        return choices(a_text(LONGEST_CHOICE)(value))

    return read


def perhaps(reader: Reader[T]) -> Reader[T | None]:
    """Null, or what the other reader reads."""

    def read(value: object) -> T | None:
        return None if value is None else reader(value)

    return read
