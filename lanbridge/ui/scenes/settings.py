"""What one player likes; every change shows at once and is kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from lanbridge.engine import Suit
from lanbridge.protocol.names import NAME_CHARACTERS, clean_name
from lanbridge.settings import Motion
from lanbridge.settings.preferences import SUIT_ORDERS
from lanbridge.text import LANGUAGES, NATIVE_NAMES, own_zero
from lanbridge.ui.layout import Rect
from lanbridge.ui.page import Sheet
from lanbridge.ui.scene import Context
from lanbridge.ui.ways_in import own_name
from lanbridge.ui.widgets import Button, Choice, Label, Stepper, Toggle, Widget

_ROW: Final = 40.0
_GAP: Final = 4.0
_TEXT_STEP: Final = 25
_VOLUME_STEP: Final = 10
_SYMBOLS: Final = "\u2663\u2666\u2665\u2660"

Make = Callable[[Rect], Widget]
Group = tuple[str, list[Make]]


class SettingsScene(Sheet):
    """Two columns of rows under small headings; in one column where the text is large."""

    size = (1000, 650)

    def __init__(self, ctx: Context) -> None:
        super().__init__(ctx)
        self._language = ""

    def title(self) -> str:
        """Settings."""
        return self.say("window.settings.title")

    def left(self) -> None:
        """The name is kept when it was typed to its end."""
        name = clean_name(self.typed.get("name", ""))
        if name and name != self.ctx.preferences.name:
            self.ctx.change(replace(self.ctx.preferences, name=name))
            self.ctx.network.rename(name)

    # ------------------------------------------------------------------ rows

    def content(self, room: Rect) -> Sequence[Widget]:
        """The groups, in one or two scrolling columns."""
        you, seeing, playing, hearing = self._groups()
        if self.ctx.canvas.screen.text > 1.5:  # noqa: PLR2004 - two columns would not hold the longest words
            return (self.area("all", room, self._column(room, [you, seeing, playing, hearing])),)
        left, right = room.left_part(room.w / 2 - 22), room.right_part(room.w / 2 - 22)
        return (
            self.area("left", left, self._column(left, [you, playing])),
            self.area("right", right, self._column(right, [seeing, hearing])),
        )

    def _column(self, area: Rect, groups: Sequence[Group]) -> list[Widget]:
        screen, sizes = self.ctx.canvas.screen, self.ctx.canvas.theme.sizes
        tall, head = screen.grown(_ROW, 0.45), screen.grown(34, 0.6)
        x, y, wide = area.x + 12, area.y + 2, area.w - 24
        widgets: list[Widget] = []
        for title, makes in groups:
            gold = self.ctx.canvas.theme.palette.ink
            widgets.append(Label(Rect(x, y, wide, head), title, sizes.label, bold=True, colour=gold))
            y += head
            for make in makes:
                widgets.append(make(Rect(x, y, wide, tall)))
                y += tall + _GAP
            y += 10
        return widgets

    def _groups(self) -> tuple[Group, Group, Group, Group]:
        you: list[Make] = [self._name, self._languages]
        if own_zero(self.ctx.words.language) != "0" or self.ctx.preferences.own_digits:
            you.append(self._flag("own_digits", "own_digits"))
        you.append(self._listed)
        seeing = [self._text_size, self._flag("four_colour", "four_colour"), self._flag("suit_letters", "suit_letters")]
        seeing += [self._flag("large_index", "large_index"), self._flag("high_contrast", "contrast")]
        seeing += [self._flag("fullscreen", "fullscreen")]
        playing = [self._motion, self._flag("confirm_play", "confirm_play"), self._suits]
        playing += [self._flag("high_cards_first", "sort_descending"), self._flag("hand_sort", "hand_sort")]
        hearing = [self._volume, self._flag("muted", "muted"), self._flag("speech", "speech")]
        return (
            (self.say("window.settings.person"), you),
            (self.say("window.settings.seeing"), seeing),
            (self.say("window.settings.playing"), playing),
            (self.say("window.settings.hearing"), hearing),
        )

    def _set(self, **changes: object) -> None:
        self.ctx.change(replace(self.ctx.preferences, **changes))  # type: ignore[arg-type]  # each row knows its field

    def _name(self, rect: Rect) -> Widget:
        return self.field(
            "name",
            rect,
            self.say("window.settings.name"),
            text=own_name(self.ctx),
            most=NAME_CHARACTERS,
            labelled=True,
            on_submit=lambda _: self.close(),
        )

    def _languages(self, rect: Rect) -> Widget:
        names = [self.say("window.settings.language_system"), *(NATIVE_NAMES[code] for code in LANGUAGES)]
        codes = ["", *LANGUAGES]
        now = self.ctx.preferences.language
        index = codes.index(now) if now in codes else 0
        label = self.say("window.settings.language")
        return Choice(rect, label, names, index, lambda n: self._set(language=codes[n]))

    def _flag(self, field: str, key: str) -> Make:
        words = self.say("window.settings.off"), self.say("window.settings.on")
        label, on = self.say(f"window.settings.{key}"), bool(getattr(self.ctx.preferences, field))
        return lambda rect: Toggle(rect, label, lambda value: self._set(**{field: value}), on=on, words=words)

    def _listed(self, rect: Rect) -> Widget:
        def change(on: bool) -> None:  # noqa: FBT001 - a toggle's answer
            self._set(listed=on, host=replace(self.ctx.preferences.host, listed=on))

        words = self.say("window.settings.off"), self.say("window.settings.on")
        return Toggle(rect, self.say("window.settings.listed"), change, on=self.ctx.preferences.listed, words=words)

    def _text_size(self, rect: Rect) -> Widget:
        label, now = self.say("window.settings.text_size"), self.ctx.preferences.text_size
        shown = lambda value: self.say("window.settings.percent", count=value)  # noqa: E731 - reads better here
        return Stepper(rect, label, now, (100, 200), lambda n: self._set(text_size=n), step=_TEXT_STEP, shown=shown)

    def _motion(self, rect: Rect) -> Widget:
        kinds = list(Motion)
        names = [self.say(f"window.settings.motion_{kind}") for kind in kinds]
        label, index = self.say("window.settings.motion"), kinds.index(self.ctx.preferences.motion)
        return Choice(rect, label, names, index, lambda n: self._set(motion=kinds[n]))

    def _suits(self, rect: Rect) -> Widget:
        now = self.ctx.preferences.suit_order
        orders = [*SUIT_ORDERS, *([now] if now not in SUIT_ORDERS else [])]
        names = [" ".join(_SYMBOLS[Suit("CDHS".index(letter))] for letter in order) for order in orders]
        label, index = self.say("window.settings.sort"), orders.index(now)
        return Choice(rect, label, names, index, lambda n: self._set(suit_order=orders[n]))

    def _volume(self, rect: Rect) -> Widget:
        def change(value: int) -> None:
            self._set(volume=value)
            self.ctx.sounds.play("play")

        label, now = self.say("window.settings.volume"), self.ctx.preferences.volume
        shown = lambda value: self.say("window.settings.percent", count=value)  # noqa: E731 - reads better here
        return Stepper(rect, label, now, (0, 100), change, step=_VOLUME_STEP, shown=shown)

    def foot(self, room: Rect) -> Sequence[Widget]:
        """Keys, numbers, done."""
        done = self.button_at(room, self.say("window.settings.done"), self.close, primary=True)
        keys_text, numbers_text = self.say("window.keys.title"), self.say("window.statistics.title")
        keys = Button(room.left_part(self.button_width(keys_text)), keys_text, lambda: self.ctx.stack.lay("keys"))
        rest = room.beside(keys.rect.w + 12)
        width = min(self.button_width(numbers_text), done.rect.x - 12 - rest.x)
        numbers = Button(rest.left_part(width), numbers_text, lambda: self.ctx.stack.lay("statistics"))
        return keys, numbers, done
