"""The panel in which a call is chosen: pointer, arrows, digits; Enter or a second press on the same key calls."""

from __future__ import annotations

from collections.abc import Callable

from lanbridge.engine import Ruleset
from lanbridge.text import Words
from lanbridge.ui.inputs import Action, Click, Digit, Do, Down, Hover, Input, Move, Press
from lanbridge.ui.layout import CallLayout, TableLayout, call_layout
from lanbridge.ui.paint.canvas import Canvas
from lanbridge.ui.paint.table_calls import CallPanel, call_at, draw_calls
from lanbridge.ui.table_calls import CallChoice
from lanbridge.ui.widgets import Button, FocusGroup


class Picker:
    """Lives while a call of ours is due. ``on_hint`` is None where hints are not allowed."""

    def __init__(
        self,
        rules: Ruleset,
        words: Words,
        on_call: Callable[[int], None],
        on_hint: Callable[[], None] | None,
        on_choice: Callable[[int], None] = lambda _: None,
    ) -> None:
        self.rules, self.words, self.on_choice = rules, words, on_choice
        self.on_call, self.on_hint = on_call, on_hint
        self.choice = CallChoice.under(rules)
        self.hovered: int | None = None
        self.advised: int | None = None
        self.sentence = ""
        self.place: CallLayout | None = None
        self.group = FocusGroup()

    def lay_out(self, canvas: Canvas, table: TableLayout) -> None:
        """Places for this window."""
        self.place = call_layout(canvas.screen, table, len(self.choice.calls))
        self._make_buttons()

    def _make_buttons(self) -> None:
        if self.place is None:
            return
        words, chosen = self.words, self.choice.chosen
        text = words.say("window.call.choose") if chosen is None else words.say("window.call.confirm", call=chosen)
        confirm = Button(self.place.confirm, text, self._confirm, kind="primary", name="confirm", size=16)
        confirm.enabled = chosen is not None
        buttons = [confirm]
        if self.on_hint is not None:
            buttons.append(Button(self.place.hint, words.say("window.table.hint"), self.on_hint, name="hint"))
        self.group.widgets = list(buttons)

    def choose(self, choice: CallChoice) -> None:
        """Another choice."""
        self.choice = choice
        self.sentence = ""
        self._make_buttons()
        if choice.chosen is not None:
            self.on_choice(choice.chosen)

    def advise(self, call: int, sentence: str) -> None:
        """What a hint says."""
        self.advised, self.sentence = call, sentence

    def take(self, given: Input, now: float) -> bool:
        """True when the input was for the panel."""
        match given:
            case Move(dx, 0) if dx:
                self.choose(self.choice.step(dx))
            case Digit(value):
                self.choose(self.choice.digit(value, now))
            case Press():
                self._confirm()
            case Do(Action.HINT) if self.on_hint is not None:
                self.on_hint()
            case Hover(point):
                return self._hover(given, call_at(self.place, self.choice, point) if self.place else None)
            case Click(point) if (
                self.place is not None and (call := call_at(self.place, self.choice, point)) is not None
            ):
                self._pressed(call)
            case Click() | Down():
                return self.group.take(given) or (self.place is not None and self.place.panel.has(given.point))
            case _:
                return False
        return True

    def _hover(self, given: Hover, call: int | None) -> bool:
        before, self.hovered = (self.hovered, self.group.hovered), call
        self.group.take(given)
        return before != (self.hovered, self.group.hovered)

    def _pressed(self, call: int) -> None:
        if call == self.choice.chosen:
            self._confirm()
        else:
            self.choose(self.choice.choose(call))

    def _confirm(self) -> None:
        if self.choice.chosen is not None:
            self.on_call(self.choice.chosen)

    def paint(self, canvas: Canvas, warning: str = "") -> None:
        """Panel and buttons; a warning takes the sentence's place."""
        if self.place is None:
            return
        panel = CallPanel(self.choice, self.rules, self.hovered, self.advised, warning or self.sentence)
        draw_calls(canvas, self.place, panel, self.words)
        self.group.paint(canvas)

    def spoken(self) -> str:
        """What the panel asks, for those who hear it."""
        return self.words.say("window.call.question")
