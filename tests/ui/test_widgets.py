from __future__ import annotations

import pygame
import pytest

from lanbridge.ui.inputs import (
    Back,
    Click,
    Composing,
    Down,
    Drag,
    DragStart,
    Drop,
    Edit,
    EditKind,
    Hover,
    Move,
    Next,
    Press,
    Scroll,
    Text,
)
from lanbridge.ui.layout import Rect, form_rows
from lanbridge.ui.paint.canvas import Canvas
from lanbridge.ui.theme import make_theme
from lanbridge.ui.widgets import (
    Button,
    Choice,
    Dialog,
    FocusGroup,
    Label,
    ListRow,
    ScrollArea,
    Stepper,
    TextField,
    Toasts,
    Toggle,
    Widget,
)

ROOM = Rect(100, 100, 300, 500)


class Pressed:
    """Counts what was called with what."""

    def __init__(self) -> None:
        self.got: list[object] = []

    def __call__(self, *values: object) -> None:
        self.got.extend(values or ("pressed",))


def buttons(count: int) -> tuple[list[Button], list[Pressed]]:
    calls = [Pressed() for _ in range(count)]
    return [Button(rect, f"b{n}", calls[n]) for n, rect in enumerate(form_rows(ROOM, count, 40))], calls


def field(text: str = "", **options: object) -> TextField:
    return TextField(Rect(0, 0, 300, 40), "Name", text, **options)  # type: ignore[arg-type] # tests pass real options


def test_a_button_is_pressed_by_click_and_by_key() -> None:
    (first, second), calls = buttons(2)
    group = FocusGroup([first, second])
    assert group.take(Click(second.rect.center))
    assert group.take(Press())
    assert [call.got for call in calls] == [[], ["pressed", "pressed"]]


def test_a_click_beside_everything_is_for_the_scene() -> None:
    group = FocusGroup(buttons(2)[0])
    assert not group.take(Click((5, 5)))
    assert not group.take(Press())


def test_a_disabled_button_is_neither_pressed_nor_reached() -> None:
    (first, second), calls = buttons(2)
    second.enabled = False
    group = FocusGroup([first, second])
    assert not group.take(Click(second.rect.center))
    assert [group.take(Next(1)), group.focused] == [True, first]
    assert [group.take(Next(1)), group.focused] == [True, first]
    assert calls[1].got == []


def test_tab_goes_round_in_order_and_back() -> None:
    made, _ = buttons(3)
    group = FocusGroup(made)
    seen = []
    for step in (1, 1, 1, 1, -1, -1):
        group.take(Next(step))
        seen.append(made.index(group.focused))  # type: ignore[arg-type] # a button of ours
    assert seen == [0, 1, 2, 0, 2, 1]


def test_arrows_go_to_what_lies_that_way() -> None:
    left, right, low = (
        Button(Rect(x, y, 50, 30), n, Pressed()) for x, y, n in ((0, 0, "l"), (200, 4, "r"), (10, 90, "d"))
    )
    group = FocusGroup([left, right, low])
    group.focus(left)
    assert group.take(Move(1, 0))
    assert group.focused is right
    assert group.take(Move(0, 1))
    assert group.focused is low
    assert not group.take(Move(0, 1))


def test_what_gets_the_focus_is_spoken() -> None:
    said: list[str] = []
    made, _ = buttons(1)
    toggle = Toggle(Rect(0, 0, 200, 40), "Sound", Pressed(), on=False, words=("off", "on"))
    group = FocusGroup([*made, toggle], said.append)
    group.take(Next(1))
    group.take(Next(1))
    group.take(Move(1, 0))
    assert said == ["b0", "Sound: off", "Sound: on"]


def test_new_widgets_keep_the_focus_by_name() -> None:
    group = FocusGroup(buttons(3)[0])
    group.focus(group.order[1])
    fresh, _ = buttons(3)
    group.replace(fresh)
    assert group.focused is fresh[1]


def test_typing_goes_to_the_field_with_the_focus() -> None:
    name = field()
    group = FocusGroup([name])
    assert not group.wants_text
    group.take(Click(name.rect.center))
    assert group.wants_text
    group.take(Text("রহিম"))
    assert name.text == "রহিম"


def test_a_field_takes_no_more_than_its_limit_and_no_control_characters() -> None:
    name = field(most=5)
    name.take(Text("ab\x00\ncdefgh"))
    assert name.text == "abcde"


def test_a_field_takes_only_what_is_allowed() -> None:
    pin = field(allowed=str.isdigit)
    pin.take(Text("1a2b"))
    assert pin.text == "12"


def test_the_selection_is_replaced_by_what_is_typed() -> None:
    name = field("hello")
    name.take(Edit(EditKind.LEFT, select=True))
    name.take(Edit(EditKind.LEFT, select=True))
    assert name.selection == (3, 5)
    name.take(Text("p"))
    assert (name.text, name.caret) == ("help", 4)


def test_editing_keys_erase_and_move() -> None:
    name = field("one two")
    name.take(Edit(EditKind.ERASE_WORD))
    assert name.text == "one "
    name.take(Edit(EditKind.ERASE))
    name.take(Edit(EditKind.START))
    name.take(Edit(EditKind.ERASE_NEXT))
    assert name.text == "ne"
    name.take(Edit(EditKind.ALL))
    name.take(Edit(EditKind.CUT))
    assert name.text == ""


def test_the_caret_never_stands_between_a_letter_and_its_signs() -> None:
    name = field("नेपाल")
    stops = [name.caret]
    while name.caret:
        name.take(Edit(EditKind.LEFT))
        stops.append(name.caret)
    assert stops == [5, 4, 2, 0]


def test_letters_being_composed_are_not_text_yet() -> None:
    heard = Pressed()
    name = field("a", on_change=heard)
    name.take(Composing("ক"))
    assert (name.text, heard.got) == ("a", [])
    name.take(Text("ক"))
    assert heard.got == ["aক"]


def test_enter_submits_a_field() -> None:
    heard = Pressed()
    field("code", on_submit=heard).take(Press())
    assert heard.got == ["code"]


def test_a_click_places_the_caret(canvas: Canvas) -> None:
    name = field("mmmm")
    group = FocusGroup([name])
    group.paint(canvas)
    group.take(Click((name.rect.x + 15, name.rect.center[1])))
    assert name.caret == 0


def test_a_choice_steps_with_arrows_and_stays_at_its_ends() -> None:
    heard = Pressed()
    choice = Choice(Rect(0, 0, 300, 40), "Bots", ("easy", "hard"), 0, heard)
    for dx in (-1, 1, 1):
        choice.take(Move(dx, 0))
    assert (choice.index, heard.got, choice.spoken()) == (1, [1], "Bots: hard")


def test_an_open_list_takes_everything_until_something_is_chosen(canvas: Canvas) -> None:
    heard, (other,), calls = Pressed(), *buttons(1)
    choice = Choice(Rect(500, 100, 300, 40), "Bots", ("easy", "hard", "best"), 0, heard)
    group = FocusGroup([choice, other])
    group.take(Click(choice.rect.center))
    group.paint(canvas)
    group.take(Move(0, 1))
    group.take(Move(0, 1))
    group.take(Press())
    assert (choice.index, choice.popup, calls[0].got) == (2, None, [])
    group.take(Press())
    group.take(Click(other.rect.center))
    assert (choice.index, choice.popup, calls[0].got) == (2, None, [])


def test_a_row_of_the_open_list_can_be_clicked(canvas: Canvas) -> None:
    choice = Choice(Rect(500, 600, 300, 40), "Bots", ("easy", "hard", "best"), 0, Pressed())
    group = FocusGroup([choice])
    group.take(Click(choice.rect.center))
    group.paint(canvas)
    assert choice.popup is not None
    assert canvas.screen.rect.holds(choice.popup.rect)
    place = choice.popup.rect
    group.take(Hover((place.x + 20, place.bottom - 12)))
    group.take(Click((place.x + 20, place.bottom - 12)))
    assert choice.index == 2


def test_escape_closes_the_open_list_and_not_the_dialog() -> None:
    closed = Pressed()
    choice = Choice(Rect(200, 200, 300, 40), "Bots", ("easy", "hard"), 0, Pressed())
    box = Dialog(Rect(100, 100, 500, 400), "Host", [choice], closed)
    box.take(Click(choice.rect.center))
    box.take(Back())
    assert (choice.popup, closed.got) == (None, [])
    box.take(Back())
    assert closed.got == ["pressed"]


def test_nothing_passes_through_a_dialog() -> None:
    box = Dialog(Rect(100, 100, 500, 400), "Host", [], Pressed())
    assert all(box.take(given) for given in (Click((1, 1)), Press(), Hover((1, 1)), Move(1, 0)))


def test_a_stepper_stops_at_its_ends() -> None:
    heard = Pressed()
    stepper = Stepper(Rect(0, 0, 300, 40), "Deals", 3, (1, 4), heard, shown=lambda n: f"{n} deals")
    for dx in (1, 1, -1):
        stepper.take(Move(dx, 0))
    assert heard.got == [4, 3]
    stepper.take(Click((295, 20)))
    stepper.take(Click((150, 20)))
    assert (heard.got, stepper.spoken()) == ([4, 3, 4, 3], "Deals: 3 deals")


def test_a_toggle_turns() -> None:
    heard = Pressed()
    toggle = Toggle(Rect(0, 0, 300, 40), "Sound", heard, on=True)
    toggle.take(Press())
    toggle.take(Move(-1, 0))
    toggle.take(Move(1, 0))
    assert heard.got == [False, True]


def rows(count: int) -> list[ListRow]:
    return [ListRow(rect, f"row {n}", Pressed()) for n, rect in enumerate(form_rows(ROOM, count, 80))]


def test_the_focus_scrolls_into_sight() -> None:
    made = rows(12)
    area = ScrollArea(ROOM, made)
    group = FocusGroup([area])
    for _ in range(12):
        group.take(Next(1))
        assert group.focused is not None
        assert ROOM.holds(group.focused.rect)
    assert area.offset == area.longest


def test_the_wheel_and_a_finger_scroll() -> None:
    area = ScrollArea(ROOM, rows(12))
    group = FocusGroup([area])
    assert group.take(Scroll(ROOM.center, 100))
    assert area.offset == 100
    for given in (Down((200, 300)), DragStart((200, 300)), Drag((200, 250)), Drop((200, 250))):
        group.take(given)
    assert area.offset == 150
    group.take(Scroll(ROOM.center, -9999))
    assert area.offset == 0


def test_a_row_scrolled_out_of_sight_is_not_clicked() -> None:
    made = rows(12)
    group = FocusGroup([ScrollArea(ROOM, made)])
    hidden = made[8].rect.center
    assert hidden[1] > ROOM.bottom
    assert not group.take(Click(hidden))


def test_a_label_is_only_read() -> None:
    group = FocusGroup([Label(ROOM, "Rules", 20)])
    assert not group.take(Next(1))


def test_toasts_show_one_after_the_other_and_go() -> None:
    toasts = Toasts()
    toasts.push("first")
    toasts.push("second", "error")
    toasts.push("first")
    assert toasts.text == "first"
    assert toasts.tick(10)
    assert toasts.text == "second"
    assert toasts.tick(0.1)  # still coming in
    assert toasts.tick(0.2)
    assert not toasts.tick(1)
    toasts.tick(10)
    assert toasts.text == ""
    assert not toasts.tick(1)


@pytest.mark.parametrize("factor", [1.0, 2.0])
def test_the_keyboards_ring_is_seen_on_every_widget(factor: float) -> None:
    canvas = Canvas(pygame.Surface((1024, 640), pygame.SRCALPHA), make_theme(text_factor=factor))
    made: list[Widget] = [
        *buttons(2)[0],
        field("text"),
        Choice(Rect(500, 100, 300, 40), "Bots", ("easy", "hard"), 0, Pressed()),
        Toggle(Rect(500, 150, 300, 40), "Sound", Pressed(), on=True, words=("off", "on")),
        Stepper(Rect(500, 200, 300, 40), "Deals", 3, (1, 4), Pressed()),
        ScrollArea(Rect(500, 260, 300, 200), rows(4)),
        Label(Rect(500, 500, 300, 60), "Words that take two lines because there are many", 17, wrap=True),
    ]
    group = FocusGroup(made)
    for _ in group.order:
        before = canvas.surface.copy()
        group.take(Next(1))
        group.paint(canvas)
        assert canvas.surface.get_view("2").raw != before.get_view("2").raw
