"""Keys, mouse and touch become meanings: scenes never see a key's code or a pixel.

Points are in logical units. Tab is `Next`; a scene whose focus group does not want it may take it for the score sheet.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum, auto
from math import hypot
from typing import TypeAlias

import pygame

from lanbridge.ui.layout import Point, Screen

DRAG_STARTS_AFTER = 9.0  # logical units: less is a click by an unsteady hand
LONGEST_PASTE = 2000  # characters; fields cut to their own limit
SCROLL_STEP = 56.0  # logical units a notch of the wheel


class Action(Enum):
    """Named things that have a key of their own."""

    SCORES = auto()
    LAST_TRICK = auto()
    HINT = auto()
    MUTE = auto()
    FULLSCREEN = auto()
    HELP = auto()
    CHAT = auto()
    SORT = auto()
    SAY_AGAIN = auto()
    CLAIM = auto()
    REPLAY = auto()
    SPEECH = auto()


class EditKind(Enum):
    """What a key does inside a text field."""

    ERASE = auto()
    ERASE_WORD = auto()
    ERASE_NEXT = auto()
    LEFT = auto()
    RIGHT = auto()
    START = auto()
    END = auto()
    ALL = auto()
    COPY = auto()
    CUT = auto()


@dataclass(frozen=True, slots=True)
class Move:
    """An arrow key: -1, 0 or 1 along x and y."""

    dx: int
    dy: int


@dataclass(frozen=True, slots=True)
class Press:
    """Enter or space: do what has the focus."""


@dataclass(frozen=True, slots=True)
class Back:
    """Escape, or the back button of a mouse or phone."""


@dataclass(frozen=True, slots=True)
class Next:
    """Tab (1) or Shift+Tab (-1)."""

    step: int


@dataclass(frozen=True, slots=True)
class Digit:
    """A digit key outside a text field."""

    value: int


@dataclass(frozen=True, slots=True)
class Hover:
    """The pointer is here (a mouse only; a finger does not hover)."""

    point: Point


@dataclass(frozen=True, slots=True)
class Down:
    """The button or finger went down here."""

    point: Point


@dataclass(frozen=True, slots=True)
class Click:
    """Down and up at nearly the same place."""

    point: Point


@dataclass(frozen=True, slots=True)
class DragStart:
    """A drag began; the point is where the button went down."""

    point: Point


@dataclass(frozen=True, slots=True)
class Drag:
    """The drag goes on here."""

    point: Point


@dataclass(frozen=True, slots=True)
class Drop:
    """The drag ended here."""

    point: Point


@dataclass(frozen=True, slots=True)
class Scroll:
    """The wheel: `by` logical units downwards, at this point."""

    point: Point
    by: float


@dataclass(frozen=True, slots=True)
class Text:
    """Letters typed or pasted into a field."""

    text: str


@dataclass(frozen=True, slots=True)
class Composing:
    """Letters an input method has not settled yet; empty when it is done."""

    text: str


@dataclass(frozen=True, slots=True)
class Edit:
    """An editing key in a field; `select` keeps the other end of the selection."""

    kind: EditKind
    select: bool = False


@dataclass(frozen=True, slots=True)
class Do:
    """A named action."""

    action: Action


Input: TypeAlias = (
    Move
    | Press
    | Back
    | Next
    | Digit
    | Hover
    | Down
    | Click
    | DragStart
    | Drag
    | Drop
    | Scroll
    | Text
    | Composing
    | Edit
    | Do
)

POINTED = (Hover, Down, Click, DragStart, Drag, Drop, Scroll)

_MOVES = {
    pygame.K_LEFT: Move(-1, 0),
    pygame.K_RIGHT: Move(1, 0),
    pygame.K_UP: Move(0, -1),
    pygame.K_DOWN: Move(0, 1),
}
_PRESSES = frozenset({pygame.K_RETURN, pygame.K_KP_ENTER})
_BACKS = frozenset({pygame.K_ESCAPE, pygame.K_AC_BACK})
_ACTIONS = {
    pygame.K_s: Action.SCORES,
    pygame.K_l: Action.LAST_TRICK,
    pygame.K_h: Action.HINT,
    pygame.K_m: Action.MUTE,
    pygame.K_F11: Action.FULLSCREEN,
    pygame.K_F1: Action.HELP,
    pygame.K_F2: Action.SPEECH,
    pygame.K_c: Action.CHAT,
    pygame.K_o: Action.SORT,
    pygame.K_w: Action.SAY_AGAIN,
    pygame.K_k: Action.CLAIM,
    pygame.K_r: Action.REPLAY,
}
_ALWAYS = frozenset({Action.FULLSCREEN, Action.HELP, Action.SPEECH})  # function keys work while typing too
_KEYPAD = {getattr(pygame, f"K_KP{n}"): n for n in range(10)}
_DIGITS = {getattr(pygame, f"K_{n}"): n for n in range(10)} | _KEYPAD
_EDITS = {
    pygame.K_LEFT: EditKind.LEFT,
    pygame.K_RIGHT: EditKind.RIGHT,
    pygame.K_HOME: EditKind.START,
    pygame.K_END: EditKind.END,
    pygame.K_BACKSPACE: EditKind.ERASE,
    pygame.K_DELETE: EditKind.ERASE_NEXT,
}
_COMMANDS = {pygame.K_a: EditKind.ALL, pygame.K_c: EditKind.COPY, pygame.K_x: EditKind.CUT}
_COMMAND_KEYS = pygame.KMOD_CTRL | pygame.KMOD_META
_ALT_GR = pygame.KMOD_RALT | pygame.KMOD_MODE  # Windows reports AltGr as Ctrl and right Alt: it types a letter
_LEFT_BUTTON, _BACK_BUTTON = 1, 6


def clipboard_text() -> str:
    """What can be pasted; empty when there is nothing or no clipboard."""
    with suppress(pygame.error, AttributeError):
        return pygame.scrap.get_text()[:LONGEST_PASTE]
    return ""


def copy_text(text: str) -> None:
    """Put text on the clipboard, where there is one."""
    with suppress(pygame.error, AttributeError):
        pygame.scrap.put_text(text)


class InputReader:
    """Turns the window's events into inputs. Set `typing` while a text field has the focus, `screen` after a resize."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        self.typing = False
        self._down: Point | None = None
        self._dragging = False
        self._pointer: Point = (0.0, 0.0)

    def read(self, events: Iterable[pygame.Event]) -> list[Input]:
        """The meanings of some events, in order; events of the window itself are left to the app."""
        return [meaning for event in events for meaning in self._meanings(event)]

    def _meanings(self, event: pygame.Event) -> list[Input]:  # noqa: PLR0911 one line an event
        match event.type:
            case pygame.KEYDOWN:
                return self._key(event)
            case pygame.TEXTINPUT if self.typing:
                return [Text(event.text)]
            case pygame.TEXTEDITING if self.typing:
                return [Composing(event.text)]
            case pygame.MOUSEMOTION:
                return self._motion(self.screen.point(*event.pos), touch=bool(getattr(event, "touch", False)))
            case pygame.MOUSEBUTTONDOWN if event.button == _LEFT_BUTTON:
                self._down, self._dragging = self.screen.point(*event.pos), False
                return [Down(self._down)]
            case pygame.MOUSEBUTTONDOWN if event.button == _BACK_BUTTON:
                return [Back()]
            case pygame.MOUSEBUTTONUP if event.button == _LEFT_BUTTON:
                return self._up(self.screen.point(*event.pos))
            case pygame.MOUSEWHEEL:
                turn = getattr(event, "precise_y", event.y)
                return [Scroll(self._pointer, -turn * SCROLL_STEP)]
            case pygame.WINDOWFOCUSLOST:
                return self._cancel()
            case _:
                return []

    def _cancel(self) -> list[Input]:
        """The window lost the focus in mid-drag: what was held goes back where it came from."""
        start, dragging = self._down, self._dragging
        self._down, self._dragging = None, False
        return [Drop(start)] if dragging and start is not None else []

    def _motion(self, point: Point, *, touch: bool) -> list[Input]:
        self._pointer = point
        if self._down is None:
            return [] if touch else [Hover(point)]
        if self._dragging:
            return [Drag(point)]
        if hypot(point[0] - self._down[0], point[1] - self._down[1]) < DRAG_STARTS_AFTER:
            return []
        self._dragging = True
        return [DragStart(self._down), Drag(point)]

    def _up(self, point: Point) -> list[Input]:
        start, self._down = self._down, None
        if start is None:
            return []
        if self._dragging:
            self._dragging = False
            return [Drop(point)]
        return [Click(start)]

    def _key(self, event: pygame.Event) -> list[Input]:
        shift = bool(event.mod & pygame.KMOD_SHIFT)
        if event.key in _PRESSES and event.mod & pygame.KMOD_ALT:
            return [Do(Action.FULLSCREEN)]
        if event.key in _PRESSES:
            return [Press()]
        if event.key in _BACKS:
            return [Back()]
        if event.key == pygame.K_TAB:
            return [Next(-1 if shift else 1)]
        return self._typed(event, shift=shift) if self.typing else self._command(event)

    def _typed(self, event: pygame.Event, *, shift: bool) -> list[Input]:
        if event.mod & _COMMAND_KEYS and not event.mod & _ALT_GR:
            return self._shortcut(event.key)
        if event.key in _EDITS:
            return [Edit(_EDITS[event.key], shift)]
        if event.key in _MOVES:
            return [_MOVES[event.key]]
        action = _ACTIONS.get(event.key)
        return [Do(action)] if action in _ALWAYS else []

    @staticmethod
    def _shortcut(key: int) -> list[Input]:
        if key == pygame.K_v:
            return [Text(clipboard_text())]
        if key == pygame.K_BACKSPACE:
            return [Edit(EditKind.ERASE_WORD)]
        return [Edit(_COMMANDS[key])] if key in _COMMANDS else []

    @staticmethod
    def _command(event: pygame.Event) -> list[Input]:  # noqa: PLR0911 one line a kind of key
        if event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META | pygame.KMOD_ALT):
            return []
        if event.key in _MOVES:
            return [_MOVES[event.key]]
        if event.key == pygame.K_SPACE:
            return [Press()]
        if event.unicode == "?":
            return [Do(Action.HELP)]
        if event.key in _KEYPAD or event.unicode.isdecimal():
            value = _KEYPAD.get(event.key, -1)
            return [Digit(int(event.unicode) if value < 0 else value)]
        if event.key in _DIGITS and not event.unicode:
            return [Digit(_DIGITS[event.key])]
        return [Do(_ACTIONS[event.key])] if event.key in _ACTIONS else []
