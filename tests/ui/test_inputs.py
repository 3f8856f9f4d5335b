from __future__ import annotations

import pygame
import pytest

from lanbridge.ui.inputs import (
    Action,
    Back,
    Click,
    Composing,
    Digit,
    Do,
    Down,
    Drag,
    DragStart,
    Drop,
    Edit,
    EditKind,
    Hover,
    Input,
    InputReader,
    Move,
    Next,
    Press,
    Scroll,
    Text,
)
from lanbridge.ui.layout import Screen


def key(code: int, letter: str = "", mod: int = 0) -> pygame.Event:
    return pygame.Event(pygame.KEYDOWN, key=code, unicode=letter, mod=mod)


def button(kind: int, x: int, y: int, number: int = 1) -> pygame.Event:
    return pygame.Event(kind, pos=(x, y), button=number, touch=False)


def motion(x: int, y: int, *, touch: bool = False) -> pygame.Event:
    return pygame.Event(pygame.MOUSEMOTION, pos=(x, y), rel=(0, 0), buttons=(0, 0, 0), touch=touch)


def reader(*, typing: bool = False) -> InputReader:
    made = InputReader(Screen(1120, 700))  # one pixel a unit
    made.typing = typing
    return made


KEYS: list[tuple[pygame.Event, Input]] = [
    (key(pygame.K_LEFT), Move(-1, 0)),
    (key(pygame.K_DOWN), Move(0, 1)),
    (key(pygame.K_RETURN), Press()),
    (key(pygame.K_KP_ENTER), Press()),
    (key(pygame.K_SPACE, " "), Press()),
    (key(pygame.K_ESCAPE), Back()),
    (key(pygame.K_TAB), Next(1)),
    (key(pygame.K_TAB, mod=pygame.KMOD_LSHIFT), Next(-1)),
    (key(pygame.K_7, "7"), Digit(7)),
    (key(pygame.K_KP7, "7"), Digit(7)),
    (key(pygame.K_KP7), Digit(7)),
    (key(pygame.K_AMPERSAND, "1"), Digit(1)),
    (key(pygame.K_l, "l"), Do(Action.LAST_TRICK)),
    (key(pygame.K_h, "h"), Do(Action.HINT)),
    (key(pygame.K_m, "m"), Do(Action.MUTE)),
    (key(pygame.K_F11), Do(Action.FULLSCREEN)),
    (key(pygame.K_RETURN, mod=pygame.KMOD_LALT), Do(Action.FULLSCREEN)),
    (key(pygame.K_SLASH, "?", pygame.KMOD_LSHIFT), Do(Action.HELP)),
]


@pytest.mark.parametrize(("event", "meaning"), KEYS)
def test_a_key_has_one_meaning(event: pygame.Event, meaning: Input) -> None:
    assert reader().read([event]) == [meaning]


def test_digits_of_other_scripts_are_digits() -> None:
    assert reader().read([key(pygame.K_4, "\u09ea")]) == [Digit(4)]


def test_commands_of_the_system_are_left_alone() -> None:
    assert reader().read([key(pygame.K_c, "c", pygame.KMOD_LCTRL)]) == []


def test_while_typing_letters_are_text_and_not_commands() -> None:
    typed = [key(pygame.K_l, "l"), pygame.Event(pygame.TEXTINPUT, text="l"), pygame.Event(pygame.TEXTEDITING, text="ক")]
    assert reader(typing=True).read(typed) == [Text("l"), Composing("ক")]
    assert reader().read(typed) == [Do(Action.LAST_TRICK)]


def test_editing_keys_edit_only_while_typing() -> None:
    left = key(pygame.K_LEFT, mod=pygame.KMOD_LSHIFT)
    assert reader(typing=True).read([left]) == [Edit(EditKind.LEFT, select=True)]
    assert reader(typing=True).read([key(pygame.K_BACKSPACE)]) == [Edit(EditKind.ERASE)]
    assert reader(typing=True).read([key(pygame.K_BACKSPACE, mod=pygame.KMOD_CTRL)]) == [Edit(EditKind.ERASE_WORD)]
    assert reader(typing=True).read([key(pygame.K_a, mod=pygame.KMOD_CTRL)]) == [Edit(EditKind.ALL)]
    assert reader(typing=True).read([key(pygame.K_F11)]) == [Do(Action.FULLSCREEN)]
    assert reader(typing=True).read([key(pygame.K_UP)]) == [Move(0, -1)]


def test_down_and_up_at_one_place_is_a_click() -> None:
    events = [button(pygame.MOUSEBUTTONDOWN, 50, 60), motion(53, 61), button(pygame.MOUSEBUTTONUP, 53, 61)]
    assert reader().read(events) == [Down((50, 60)), Click((50, 60))]


def test_down_and_away_is_a_drag_from_where_it_began() -> None:
    events = [
        button(pygame.MOUSEBUTTONDOWN, 50, 60),
        motion(90, 60),
        motion(95, 60),
        button(pygame.MOUSEBUTTONUP, 99, 60),
    ]
    assert reader().read(events) == [
        Down((50, 60)),
        DragStart((50, 60)),
        Drag((90, 60)),
        Drag((95, 60)),
        Drop((99, 60)),
    ]


def test_losing_the_focus_in_mid_drag_puts_the_card_back() -> None:
    events = [button(pygame.MOUSEBUTTONDOWN, 50, 60), motion(90, 60), pygame.Event(pygame.WINDOWFOCUSLOST)]
    got = reader()
    assert got.read(events)[-1] == Drop((50, 60))
    assert got.read([button(pygame.MOUSEBUTTONUP, 90, 60)]) == []


def test_a_mouse_hovers_and_a_finger_does_not() -> None:
    assert reader().read([motion(5, 6)]) == [Hover((5, 6))]
    assert reader().read([motion(5, 6, touch=True)]) == []


def test_the_wheel_scrolls_at_the_pointer() -> None:
    events = [motion(5, 6), pygame.Event(pygame.MOUSEWHEEL, y=-1, precise_y=-1.0)]
    assert reader().read(events) == [Hover((5, 6)), Scroll((5, 6), 56.0)]


def test_other_buttons_do_not_click() -> None:
    assert reader().read([button(pygame.MOUSEBUTTONDOWN, 5, 6, 3), button(pygame.MOUSEBUTTONUP, 5, 6, 3)]) == []
    assert reader().read([button(pygame.MOUSEBUTTONDOWN, 5, 6, 6)]) == [Back()]


def test_points_are_in_logical_units() -> None:
    double = InputReader(Screen(2240, 1400))
    assert double.read([motion(100, 50)]) == [Hover((50, 25))]


def test_alt_gr_types_a_letter_and_is_no_shortcut() -> None:
    alt_gr = pygame.KMOD_LCTRL | pygame.KMOD_RALT
    events = [key(pygame.K_a, "\u0105", alt_gr), pygame.Event(pygame.TEXTINPUT, text="\u0105")]
    assert reader(typing=True).read(events) == [Text("\u0105")]
