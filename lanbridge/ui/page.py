"""Screens made of widgets: they are laid out anew after each change, and what was typed, scrolled or focused stays."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from lanbridge.text import Fact
from lanbridge.ui.inputs import Back, Hover, Input
from lanbridge.ui.layout import Point, Rect, dialog
from lanbridge.ui.paint.canvas import Canvas
from lanbridge.ui.scene import Context, Scene
from lanbridge.ui.widgets import Button, Dialog, FocusGroup, ScrollArea, TextField, Widget


class Page(Scene):
    """A screen of widgets. Subclasses give `build` and `paint_ground`; a question may lie over them (`ask`)."""

    def __init__(self, ctx: Context) -> None:
        super().__init__(ctx)
        self.group = FocusGroup((), ctx.announce)
        self.typed: dict[str, str] = {}
        self.error = ""
        self._areas: dict[str, ScrollArea] = {}
        self._question: Callable[[], Dialog] | None = None
        self._dialog: Dialog | None = None
        self.pointer: Point = (-1.0, -1.0)

    # ------------------------------------------------------------------ for subclasses

    def build(self) -> Sequence[Widget]:
        """All widgets in reading order, for the present ``ctx.canvas``."""
        return ()

    def paint_ground(self, canvas: Canvas) -> None:
        """What lies under the widgets."""
        canvas.felt()

    def paint_over(self, canvas: Canvas) -> None:
        """What lies over the widgets, under a question."""

    def otherwise(self, given: Input) -> bool:
        """An input that no widget wanted."""
        del given
        return False

    def say(self, key: str, /, **facts: Fact) -> str:
        """A text in the player's language."""
        return self.ctx.words.say(key, **facts)

    def field(  # noqa: PLR0913 all but three have a default
        self,
        key: str,
        rect: Rect,
        label: str,
        *,
        text: str = "",
        most: int = 64,
        placeholder: str = "",
        labelled: bool = False,
        on_change: Callable[[str], None] | None = None,
        on_submit: Callable[[str], None] | None = None,
    ) -> TextField:
        """A text field whose text is kept in ``typed[key]``; ``text`` is what it begins with."""

        def keep(changed: str) -> None:
            self.typed[key] = changed
            if on_change is not None:
                on_change(changed)

        begun = self.typed.setdefault(key, text)
        return TextField(
            rect,
            label,
            begun,
            most=most,
            placeholder=placeholder,
            labelled=labelled,
            on_change=keep,
            on_submit=on_submit,
        )

    def area(self, key: str, rect: Rect, children: Sequence[Widget]) -> ScrollArea:
        """A scroll area that stays where it was scrolled to."""
        fresh = ScrollArea(rect, children)
        if key in self._areas:
            fresh.scroll_to(self._areas[key].offset)
        self._areas[key] = fresh
        return fresh

    def scroll(self, key: str, by: float) -> None:
        """Move the content of a scroll area by so many units, downwards when positive."""
        if key in self._areas:
            self._areas[key].scroll_to(self._areas[key].offset + by)

    def rebuild(self) -> None:
        """Make all widgets anew; the focus stays on the one of the same name, else of the same place in the order."""
        before, order = self.group.focused, self.group.order
        place = order.index(before) if before in order else None
        caret = (before.caret, before.anchor) if isinstance(before, TextField) else None
        self.group.replace(self.build())
        if place is not None and self.group.focused is None and self.group.order:
            self.group.focused = self.group.order[min(place, len(self.group.order) - 1)]
        if isinstance(self.group.focused, TextField) and caret is not None:
            longest = len(self.group.focused.text)
            self.group.focused.caret, self.group.focused.anchor = (min(at, longest) for at in caret)
        self.group.take(Hover(self.pointer))

    # ------------------------------------------------------------------ a question over the page

    @property
    def asking(self) -> bool:
        """Whether a question lies over the page."""
        return self._dialog is not None

    def ask(self, question: Callable[[], Dialog]) -> None:
        """Lay a question over the page; it is made anew at each layout."""
        self._question = question
        self._dialog = question()

    def answered(self) -> None:
        """Take the question away."""
        self._question = self._dialog = None

    def confirm(
        self, title: str, text: str, yes: str, act: Callable[[], None], *, no: str = "", other: Button | None = None
    ) -> None:
        """A question with two answers; Escape and the second one leave everything as it is."""

        def done() -> None:
            self.answered()
            act()

        def make() -> Dialog:
            frame = dialog(self.ctx.canvas.screen, 520, 240)
            foot = frame.inset(26, 22).low(self.ctx.canvas.screen.grown(46, 0.3))
            left, right = foot.columns(2, 14)
            keep = Button(left, no or self.say("window.ask.no"), self.answered)
            answers = [keep, Button(right, yes, done, kind="primary")]
            box = Dialog(frame, title, [*answers, *([other] if other else [])], self.answered, text=text)
            box.group.announce = self.ctx.announce
            box.group.focus(keep)
            return box

        self.ctx.announce(f"{title}. {text}")
        self.ask(make)

    # ------------------------------------------------------------------ a scene's duties

    @property
    def wants_text(self) -> bool:
        """Whether letters are typed into a field now."""
        return self._dialog.group.wants_text if self._dialog is not None else self.group.wants_text

    def laid_out(self) -> None:
        """Make everything for the new canvas."""
        self.rebuild()
        if self._question is not None:
            self._dialog = self._question()

    def on_input(self, given: Input) -> bool:
        """The question first, then the widgets, then the page itself."""
        if isinstance(given, Hover):
            self.pointer = given.point
        if self._dialog is not None:
            return self._dialog.take(given)
        return self.group.take(given) or self.otherwise(given) or isinstance(given, Hover)

    def draw(self, canvas: Canvas) -> None:
        """Ground, widgets, what lies over them, the question."""
        self.paint_ground(canvas)
        self.group.paint(canvas)
        self.paint_over(canvas)
        if self._dialog is not None:
            self._dialog.paint(canvas)

    def focus_order(self) -> Sequence[str]:
        """The accessible names of everything that can be reached by keys, in order."""
        group = self._dialog.group if self._dialog is not None else self.group
        return [widget.name for widget in group.order]


class Sheet(Page):
    """A panel over the screen below: a title, content, a row of buttons at its foot; in units. Escape closes it."""

    overlay = True
    size: tuple[float, float] = (780, 620)

    def title(self) -> str:
        """The heading."""
        return ""

    def content(self, room: Rect) -> Sequence[Widget]:
        """The widgets between heading and foot."""
        del room
        return ()

    def foot(self, room: Rect) -> Sequence[Widget]:
        """The buttons at the foot."""
        return (self.button_at(room, self.say("window.sheet.close"), self.close, primary=True),)

    def paint_content(self, canvas: Canvas, room: Rect) -> None:
        """What is drawn under the widgets of the content."""

    def close(self) -> None:
        """Take the panel away."""
        self.ctx.stack.pop(self)

    @property
    def frame(self) -> Rect:
        """The panel."""
        return dialog(self.ctx.canvas.screen, *self.size)

    @property
    def room(self) -> Rect:
        """What is left for the content."""
        inner, screen = self.frame.inset(30, 22), self.ctx.canvas.screen
        heading, foot = screen.grown(46, 0.4), screen.grown(46, 0.3) + 14
        return Rect(inner.x, inner.y + heading, inner.w, inner.h - heading - foot)

    def button_at(self, room: Rect, text: str, act: Callable[[], None], *, primary: bool = False) -> Button:
        """A button at the right end of a row, as wide as its words."""
        place = room.right_part(self.button_width(text))
        return Button(place, text, act, kind="primary" if primary else "plain")

    def button_width(self, text: str) -> float:
        """How wide a button with this text is, in units."""
        canvas = self.ctx.canvas
        wide = canvas.text_width(text, canvas.theme.sizes.body + 2, bold=True) + 56
        return max(canvas.screen.grown(120, 0.3), min(wide, self.frame.w * 0.46))

    def build(self) -> Sequence[Widget]:
        """Content, then foot."""
        inner, screen = self.frame.inset(30, 22), self.ctx.canvas.screen
        return (*self.content(self.room), *self.foot(inner.low(screen.grown(46, 0.3))))

    def paint_ground(self, canvas: Canvas) -> None:
        """Veil, panel, heading."""
        canvas.veil()
        canvas.panel(self.frame)
        heading = self.frame.inset(30, 18).top(canvas.screen.grown(42, 0.4))
        canvas.text(self.title(), heading, canvas.theme.sizes.heading + 2, bold=True)
        self.paint_content(canvas, self.room)

    def otherwise(self, given: Input) -> bool:
        """Escape closes."""
        if isinstance(given, Back):
            self.close()
            return True
        return False

    def opened(self) -> None:
        """Said aloud when it opens."""
        self.ctx.announce(self.title())
