"""A player's own preferences: one frozen value, one file; what cannot be read keeps its default."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from enum import StrEnum
from pathlib import Path
from types import MappingProxyType
from typing import Final

from lanbridge.engine import Suit
from lanbridge.protocol.names import clean_name
from lanbridge.protocol.table_settings import TableSettings

from .host_choices import host_choices_from_plain, host_choices_to_plain, readable
from .places import Places
from .plain_values import a_choice, a_flag, a_number, a_text
from .safe_files import LOG, load, save

LEAST_TEXT_PERCENT: Final = 100
MOST_TEXT_PERCENT: Final = 200
FULL_VOLUME: Final = 100
SUIT_ORDERS: Final = ("SHCD", "SHDC", "SDCH", "CDHS", "DCHS", "HSDC")
"""Orders of suits from left to right that settings offer; colours alternate in the first ones. Any order is read."""

_LEAST_SIDE: Final = 200
_MOST_SIDE: Final = 20_000
_SHORT: Final = 40


class Motion(StrEnum):
    """How fast cards move; NONE shows every change at once."""

    SLOW = "slow"
    NORMAL = "normal"
    FAST = "fast"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Preferences:
    """What one player likes. Empty ``name``: not asked yet; empty ``language``: the system's.

    ``text_size`` is per cent, ``volume`` 0-100, ``window`` width and height in pixels (0, 0: not chosen yet).
    ``suit_order`` are the four suit letters from left to right; ``hand_sort`` lets the player arrange the hand.
    ``host`` holds the host dialog's last choices, its name empty until one is chosen.
    """

    name: str = ""
    language: str = ""
    own_digits: bool = False
    text_size: int = 100
    four_colour: bool = False
    suit_letters: bool = False
    large_index: bool = False
    high_contrast: bool = False
    motion: Motion = Motion.NORMAL
    confirm_play: bool = False
    suit_order: str = "SHCD"
    high_cards_first: bool = True
    hand_sort: bool = False
    volume: int = 70
    muted: bool = False
    speech: bool = False
    listed: bool = True
    drawing: bool = False
    window: tuple[int, int] = (0, 0)
    fullscreen: bool = False
    walk_through_done: bool = False
    host: TableSettings = field(default_factory=lambda: TableSettings(""))

    @property
    def suits(self) -> tuple[Suit, ...]:
        """The order of suits as suits."""
        return tuple(Suit("CDHS".index(letter)) for letter in self.suit_order)


def _read_name(value: object) -> str:
    return clean_name(a_text(200)(value))


def _read_order(value: object) -> str:
    if not isinstance(value, str) or sorted(value) != sorted("CDHS"):
        raise ValueError("not the four suits")
    return value


def _read_window(value: object) -> tuple[int, int]:
    if not isinstance(value, list) or len(value) != 2:  # noqa: PLR2004 - width and height
        raise ValueError("not two numbers")
    if value == [0, 0]:
        return (0, 0)
    side = a_number(_LEAST_SIDE, _MOST_SIDE)
    return side(value[0]), side(value[1])


_READERS: Final[Mapping[str, Callable[[object], object]]] = MappingProxyType(
    {
        "name": _read_name,
        "language": a_text(_SHORT),
        "own_digits": a_flag,
        "text_size": a_number(LEAST_TEXT_PERCENT, MOST_TEXT_PERCENT),
        "four_colour": a_flag,
        "suit_letters": a_flag,
        "large_index": a_flag,
        "high_contrast": a_flag,
        "motion": a_choice(Motion),
        "confirm_play": a_flag,
        "suit_order": _read_order,
        "high_cards_first": a_flag,
        "hand_sort": a_flag,
        "volume": a_number(0, FULL_VOLUME),
        "muted": a_flag,
        "speech": a_flag,
        "listed": a_flag,
        "drawing": a_flag,
        "window": _read_window,
        "fullscreen": a_flag,
        "walk_through_done": a_flag,
        "host": host_choices_from_plain,
    }
)


def to_plain(preferences: Preferences) -> dict[str, object]:
    """The preferences as JSON values by their names."""
    plain: dict[str, object] = {entry.name: getattr(preferences, entry.name) for entry in fields(preferences)}
    return plain | {"host": host_choices_to_plain(preferences.host), "window": list(preferences.window)}


def from_plain(plain: Mapping[str, object]) -> Preferences:
    """The preferences from JSON values; unknown ones are left out, unreadable ones keep their default."""
    read = readable(_READERS, plain)
    refused = [name for name in plain if name in _READERS and name not in read]
    if refused:
        LOG.warning("preferences that cannot be read keep their default: %s", ", ".join(refused))
    return Preferences(**read)  # type: ignore[arg-type]  # each reader gives its field's own type


def load_preferences(places: Places) -> Preferences:
    """The player's preferences; defaults for whatever is missing or damaged. Never raises."""
    return from_plain(load(_file(places)))


def save_preferences(places: Places, preferences: Preferences) -> None:
    """Keep the preferences.

    Raises:
        CannotSave: disk full, read-only or forbidden.
    """
    save(_file(places), to_plain(preferences))


def _file(places: Places) -> Path:
    return places.settings / "preferences.json"
