"""All that a host may choose, in one panel: the table at the left, the house rules at the right."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from lanbridge.bots import LEVELS
from lanbridge.client.known import Answered, Known, Notice
from lanbridge.engine import PRESETS
from lanbridge.protocol.messages import AskForSettings, ChangeSettings, Stage
from lanbridge.protocol.names import NAME_CHARACTERS, clean_name
from lanbridge.protocol.table_settings import Latecomers, TableSettings, Watch
from lanbridge.text import preset_name, reject_sentence
from lanbridge.ui.clock_choices import DEALS, GRACES, PACES, clock_options, offered, seconds_words
from lanbridge.ui.layout import Rect, form_rows
from lanbridge.ui.page import Sheet
from lanbridge.ui.paint.canvas import Canvas
from lanbridge.ui.rules_draft import Draft
from lanbridge.ui.scene import Context
from lanbridge.ui.switch_rows import SwitchRow, switch_rows
from lanbridge.ui.ways_in import host_table, table_name
from lanbridge.ui.widgets import Button, Choice, Label, Toggle, Widget

_MOST_PIN: Final = 12
_MOST_PORT: Final = 65_535
_PORT_DIGITS: Final = 5
_ROW: Final = 37.0
_GAP: Final = 2.0
_DEFAULT_PORT: Final = "7468"

Make = Callable[[Rect], Widget]


class HostScene(Sheet):
    """Before hosting it opens the table; at a table that waits it changes its settings."""

    size = (1040, 668)

    def __init__(self, ctx: Context) -> None:
        super().__init__(ctx)
        known = ctx.client.known if ctx.client is not None else None
        present = known.settings if known is not None else None
        self._changing = present is not None
        stage = known.seating.stage if known is not None and known.seating is not None else Stage.WAITING
        self._asking = stage is not Stage.WAITING  # during a match the others must say yes
        self._settings = present or replace(ctx.preferences.host, name=table_name(ctx))
        self._draft = Draft.of(self._settings.rules)
        self._about: list[tuple[Widget, str]] = []
        self._sent = False

    def title(self) -> str:
        """Hosting, or changing."""
        return self.say("window.waiting.change" if self._changing else "window.host.title")

    # ------------------------------------------------------------------ rows

    @property
    def _columns(self) -> tuple[Rect, Rect]:
        room = self.room
        left = room.left_part(room.w * 0.46 - 20)
        return left, room.right_part(room.w * 0.54 - 20)

    def content(self, room: Rect) -> Sequence[Widget]:
        """Two columns that scroll each for itself."""
        head, note = self._heading_height, self._note_height
        if self._one_column:
            return (self._all(room.top(room.h - note - 8)),)
        left, right = self._columns
        makes = self._table_rows()
        table = [make(rect) for make, rect in zip(makes, self._rects(left, len(makes)), strict=True)]
        rows = switch_rows(self.ctx.words, self._draft, self._change_rules)
        switches = self._switches(rows, right)
        return (
            self.area("table", left, table),
            self.area("switches", right.below(head).top(right.h - head - note - 8), switches),
        )

    @property
    def _one_column(self) -> bool:
        return self.ctx.canvas.screen.text > 1.5  # noqa: PLR2004 - two columns would not hold the longest words

    def _all(self, room: Rect) -> Widget:
        """Everything one under the other, for large text."""
        makes, rows = self._table_rows(), switch_rows(self.ctx.words, self._draft, self._change_rules)
        rects = self._rects(room, len(makes) + 1 + len(rows))
        made = [row.make(rect) for row, rect in zip(rows, rects[len(makes) + 1 :], strict=True)]
        self._about = [(widget, row.switch) for widget, row in zip(made, rows, strict=True)]
        heading = Label(
            rects[len(makes)], self.say("window.host.switches"), self.ctx.canvas.theme.sizes.body, bold=True
        )
        table = [make(rect) for make, rect in zip(makes, rects, strict=False)]
        return self.area("all", room, [*table, heading, *made])

    @property
    def _heading_height(self) -> float:
        return self.ctx.canvas.screen.grown(40, 0.5)

    @property
    def _note_height(self) -> float:
        return self.ctx.canvas.line_height(self.ctx.canvas.theme.sizes.label) * 2 + 12

    def _rects(self, area: Rect, count: int, head: float = 0) -> tuple[Rect, ...]:
        room = Rect(area.x + 12, area.y + head + 4, area.w - 24, area.h)
        return form_rows(room, count, self.ctx.canvas.screen.grown(_ROW, 0.45), _GAP)

    def _switches(self, rows: Sequence[SwitchRow], right: Rect) -> list[Widget]:
        rects = self._rects(right, len(rows), self._heading_height)
        made = [row.make(rect) for row, rect in zip(rows, rects, strict=True)]
        self._about = [(widget, row.switch) for widget, row in zip(made, rows, strict=True)]
        return made

    def _table_rows(self) -> list[Make]:
        rows: list[Make] = [self._name_row, self._preset_row, self._bots_row, self._clock_row]
        rows += [self._grace_row, self._pace_row, self._deals_row, self._watch_row, self._latecomers_row]
        rows += [self._flag_row("hints"), self._flag_row("listed")]
        return rows if self._changing else [*rows, self._pin_row, self._port_row]

    def _name_row(self, rect: Rect) -> Widget:
        label = self.say("window.host.name")
        return self.field(
            "name", rect.inset(0, 1.5), label, text=self._settings.name, most=NAME_CHARACTERS, labelled=True
        )

    def _preset_row(self, rect: Rect) -> Widget:
        names = [preset_name(self.ctx.words, name) for name in PRESETS]

        def choose(n: int) -> None:
            self._change_rules(Draft.of(list(PRESETS.values())[n]))

        return Choice(rect, self.say("window.host.preset"), names, list(PRESETS).index(self._draft.preset), choose)

    def _bots_row(self, rect: Rect) -> Widget:
        levels = list(LEVELS)
        index = levels.index(self._settings.bots) if self._settings.bots in levels else 0
        names = [self.say(f"bots.{level}") for level in levels]
        return Choice(rect, self.say("window.host.bots"), names, index, lambda n: self._keep(bots=levels[n]))

    def _clock_row(self, rect: Rect) -> Widget:
        seconds, names = clock_options(self.ctx.words, self._settings.clock)
        return self._one_of(rect, "clock", seconds, names)

    def _grace_row(self, rect: Rect) -> Widget:
        seconds = offered(GRACES, self._settings.grace)
        return self._one_of(rect, "grace", seconds, [self._seconds(value, "grace_none") for value in seconds])

    def _pace_row(self, rect: Rect) -> Widget:
        seconds = offered(PACES, self._settings.pace)
        return self._one_of(rect, "pace", seconds, [self._seconds(value, "pace_ready") for value in seconds])

    def _deals_row(self, rect: Rect) -> Widget:
        counts = offered(DEALS, self._settings.deals_tonight)
        names = [self.say("window.host.deals_open") if n is None else self.ctx.words.number(n) for n in counts]
        return self._one_of(rect, "deals_tonight", counts, names, "deals")

    def _watch_row(self, rect: Rect) -> Widget:
        kinds = list(Watch)
        names = [self.say(f"window.host.watch_{kind}") for kind in kinds]
        index = kinds.index(self._settings.watch)
        return Choice(rect, self.say("window.host.watch"), names, index, lambda n: self._keep(watch=kinds[n]))

    def _latecomers_row(self, rect: Rect) -> Widget:
        kinds = list(Latecomers)
        names = [self.say(f"window.host.latecomers_{kind}") for kind in kinds]
        index = kinds.index(self._settings.latecomers)
        return Choice(rect, self.say("window.host.latecomers"), names, index, lambda n: self._keep(latecomers=kinds[n]))

    def _flag_row(self, name: str) -> Make:
        words = self.say("window.settings.off"), self.say("window.settings.on")
        label, on = self.say(f"window.host.{name}"), bool(getattr(self._settings, name))
        return lambda rect: Toggle(rect, label, lambda value: self._keep(**{name: value}), on=on, words=words)

    def _pin_row(self, rect: Rect) -> Widget:
        none = self.say("window.host.no_pin")
        return self.field(
            "pin", rect.inset(0, 1.5), self.say("window.host.pin"), most=_MOST_PIN, placeholder=none, labelled=True
        )

    def _port_row(self, rect: Rect) -> Widget:
        label = self.say("window.host.port")
        return self.field(
            "port", rect.inset(0, 1.5), label, most=_PORT_DIGITS, placeholder=_DEFAULT_PORT, labelled=True
        )

    def _one_of(
        self, rect: Rect, field: str, values: Sequence[int | None], names: Sequence[str], key: str = ""
    ) -> Widget:
        label, index = self.say(f"window.host.{key or field}"), values.index(getattr(self._settings, field))
        return Choice(rect, label, names, index, lambda n: self._keep(**{field: values[n]}))

    def _seconds(self, value: int | None, none: str) -> str:
        return seconds_words(self.ctx.words, value or None, f"window.host.{none}")

    def _keep(self, **changes: object) -> None:
        self._settings = replace(self._settings, **changes)  # type: ignore[arg-type]  # each row knows its field
        self.error = ""

    def _change_rules(self, draft: Draft) -> None:
        self._draft = draft
        self.error = draft.trouble(self.ctx.words)
        if self.error:
            self.ctx.announce(self.error)
        self.rebuild()

    # ------------------------------------------------------------------ foot

    def foot(self, room: Rect) -> Sequence[Widget]:
        """Open the table, or keep the changes."""
        kept = "window.host.ask" if self._asking else "window.host.keep"
        key = kept if self._changing else "window.host.start"
        go = self.button_at(room, self.say(key), self._go, primary=True)
        go.enabled = not self._draft.trouble(self.ctx.words)
        cancel_text = self.say("window.host.cancel")
        cancel = self.button_at(room.left_part(go.rect.x - 12 - room.x), cancel_text, self.close)
        widgets: list[Widget] = [cancel, go]
        if self._draft != Draft.of(self._draft.plain):
            text, right = self.say("window.host.reset"), self._columns[1]
            wide = min(right.w * 0.55, self.ctx.canvas.text_width(text, self.ctx.canvas.theme.sizes.label) + 36)
            place = right.top(self._heading_height).right_part(wide).inset(0, 2)
            if self._one_column:
                place = room.left_part(min(wide, cancel.rect.x - 12 - room.x))
            reset = Button(place, text, lambda: self._change_rules(Draft.of(self._draft.plain)), kind="quiet")
            widgets.insert(0, reset)
        return widgets

    def paint_content(self, canvas: Canvas, room: Rect) -> None:
        """The heading of the house rules, a hairline between the columns, and the note."""
        sizes, palette, (_, right) = canvas.theme.sizes, canvas.theme.palette, self._columns
        note = (room if self._one_column else right).low(self._note_height).inset(12, 4)
        if not self._one_column:
            heading = right.top(self._heading_height).left_part(right.w * 0.45)
            canvas.text(self.say("window.host.switches"), heading.beside(12), sizes.body + 1, bold=True)
            canvas.line((right.x - 20, room.y), (right.x - 20, room.bottom))
        text = self.error or self._explanation()
        canvas.paragraph(text, note, sizes.label, colour=palette.lost if self.error else palette.ink_soft)

    def _explanation(self) -> str:
        """What the switch under the pointer or with the focus means."""
        for light in (self.group.hovered, self.group.focused):
            for widget, switch in self._about:
                if widget is light:
                    return self.say(f"window.switches.{switch}.about")
        return self.say("window.switches.about")

    # ------------------------------------------------------------------ acting

    def _chosen(self) -> TableSettings:
        name = clean_name(self.typed.get("name", "")) or self._settings.name
        return replace(self._settings, name=name, rules=self._draft.rules())

    def _go(self) -> None:
        settings = self._chosen()
        if self._changing:
            self._request(settings)
            return
        pin, port = self.typed.get("pin", "").strip(), self._port()
        if port == 0:
            self._complain(self.say("address.port_impossible"))
            return
        preferences = self.ctx.preferences
        default = clean_name(self.say("window.host.default_name", name=preferences.name))
        kept = replace(settings, name="" if settings.name == default else settings.name, locked=False)
        self.ctx.change(replace(preferences, host=kept))
        problem = host_table(self.ctx, replace(settings, locked=bool(pin)), pin, port)
        if problem:
            self._complain(problem)

    def _port(self) -> int | None:
        """The port typed, None for none, 0 for an impossible one."""
        typed = self.typed.get("port", "").strip()
        if not typed:
            return None
        return int(typed) if typed.isascii() and typed.isdigit() and int(typed) <= _MOST_PORT else 0

    def _complain(self, sentence: str) -> None:
        self.error = sentence
        self.ctx.announce(sentence)
        self.ctx.sounds.play("error")

    def _request(self, settings: TableSettings) -> None:
        if self.ctx.client is not None and not self._sent:
            self._sent = True
            self.ctx.client.request((AskForSettings if self._asking else ChangeSettings)(0, settings))

    def on_notices(self, notices: Sequence[tuple[Notice, Known]]) -> None:
        """The answer to the changes."""
        for notice, _ in notices:
            if isinstance(notice, Answered) and isinstance(notice.request, AskForSettings | ChangeSettings):
                self._sent = False
                if notice.reason is None:
                    self.close()
                    return
                self._complain(reject_sentence(self.ctx.words, notice.reason))
