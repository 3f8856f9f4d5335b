"""The lobby: the tables of the network at the left, hosting and practising at the right."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Final

from lanbridge.bots import LEVELS
from lanbridge.client.addresses import BadAddress
from lanbridge.client.ports import Lobby
from lanbridge.engine import PRESETS, house_switches
from lanbridge.protocol.messages import Wish
from lanbridge.protocol.table_settings import TableSettings
from lanbridge.settings import CannotSave, forget_table, load_tables
from lanbridge.text import preset_name
from lanbridge.ui.clock_choices import clock_options
from lanbridge.ui.inputs import Action, Back, Do, Hover, Input
from lanbridge.ui.layout import LobbyLayout, Rect, Spot, form_rows, lobby_layout
from lanbridge.ui.lobby_ground import paint_lobby_ground
from lanbridge.ui.lobby_rows import Act, Row, rows_of
from lanbridge.ui.page import Page
from lanbridge.ui.paint.canvas import Canvas
from lanbridge.ui.paint.empty_table import draw_empty_list
from lanbridge.ui.paint.four_cards import draw_four_cards
from lanbridge.ui.player_badge import PlayerBadge
from lanbridge.ui.scene import Context, Pace
from lanbridge.ui.table_row import TableRow
from lanbridge.ui.ways_in import (
    host_table,
    join_table,
    own_name,
    practice_settings,
    practise,
    resume_table,
    table_name,
    typed_target,
)
from lanbridge.ui.widgets import Button, Choice, ScrollArea, Widget

_LOOK_SECONDS: Final = 0.25  # how often the list is asked for
_DOT_SECONDS: Final = 0.6
_QUIET_SECONDS: Final = 6.0  # then an empty list says what else can be done
_MOST_PIN: Final = 12
_LONGEST_ADDRESS: Final = 300  # characters: a name of DNS and a port
_ROW_GAP: Final = 12.0
_ART: Final = 150.0  # height of the cards under the panel
_LEAST_ART: Final = 76.0  # with less room only their edges would show


class LobbyScene(Page):
    """Looks for tables as long as it is there."""

    def __init__(self, ctx: Context) -> None:
        super().__init__(ctx)
        self._lobby: Lobby | None = None
        self._rows: tuple[Row, ...] = ()
        self._widgets: list[Widget] = []
        self._remembered = load_tables(ctx.places) if ctx.places is not None else ()
        self._resumable = ctx.network.resumable()
        self._since = self._looked = ctx.clock()
        self._dots = 0
        self._list: ScrollArea | None = None

    # ------------------------------------------------------------------ looking

    def opened(self) -> None:
        """Start looking."""
        self._lobby = self.ctx.network.look()
        self._read_rows()
        self.ctx.announce(self.say("window.lobby.title"))

    def left(self) -> None:
        """Stop looking."""
        if self._lobby is not None:
            self._lobby.close()
            self._lobby = None

    def update(self, now: float) -> Pace:
        """The list is asked for four times a second; an open list or a held button is not disturbed."""
        changed = False
        if now - self._looked >= _LOOK_SECONDS and self._lobby is not None:
            self._looked = now
            before = self._rows
            self._read_rows()
            changed = self._rows != before
            if changed:
                self._refill()
                self._tell_changes(before)
        dots = int((now - self._since) / _DOT_SECONDS) % 4
        walked, self._dots = dots != self._dots and not self._rows, dots
        return Pace.ONCE if changed or walked else Pace.STILL

    def _tell_changes(self, before: Sequence[Row]) -> None:
        """Tables that came and went, for those who hear the lobby."""
        old, new = {row.key: row for row in before}, {row.key: row for row in self._rows}
        for key in new.keys() - old.keys():
            self.ctx.announce(self.say("terminal.lobby.newcomer", row=f"{new[key].title}, {new[key].subtitle}"))
        for key in old.keys() - new.keys():
            self.ctx.announce(self.say("terminal.lobby.gone", name=old[key].title))

    def _read_rows(self) -> None:
        if self._lobby is not None:
            found = self._lobby.tables()
            self._rows = rows_of(self.ctx.words, found, self._remembered, self._resumable, self.ctx.profile)

    def _refill(self) -> None:
        """New rows in the list; focus and pointer stay with their table."""
        if self._list is None:
            return
        focused = self.group.focused
        names = [(w.row.key, "row") if isinstance(w, TableRow) else (w.name, "more") for w in self._widgets]
        place = names[self._widgets.index(focused)] if focused in self._widgets else None
        self._list.fill(self._row_widgets(self._list.rect))
        if place is not None:
            same = [w for w in self._widgets if (w.row.key if isinstance(w, TableRow) else w.name) == place[0]]
            self.group.focused = same[0] if same else None
        self.group.take(Hover(self.pointer))

    # ------------------------------------------------------------------ widgets

    @property
    def _place(self) -> LobbyLayout:
        return lobby_layout(self.ctx.canvas.screen, 5)

    @property
    def _hint(self) -> Rect:
        place, canvas = self._place, self.ctx.canvas
        size = canvas.theme.sizes.label
        tall = canvas.line_height(size) * min(2, len(canvas.lines(self._hint_text, place.join_line.w, size)))
        return Rect(place.join_line.x, place.join_line.y - tall - 8, place.join_line.w, tall)

    def build(self) -> Sequence[Widget]:
        """List, code, host's panel, tools, in reading order."""
        place = self._place
        room = Rect(place.tables.x, place.tables.y, place.tables.w, self._hint.y - 14 - place.tables.y)
        self._list = self.area("tables", room, self._row_widgets(room))
        return (self._list, *self._code_widgets(place), *self._panel(place), *self._tools(place))

    def _row_widgets(self, room: Rect) -> list[Widget]:
        rects = form_rows(room.inset(4, 4), len(self._rows), self._place.row_height, _ROW_GAP)
        widgets: list[Widget] = []
        for rect, row in zip(rects, self._rows, strict=True):
            main = TableRow(rect, row, self._go)
            more = main.second_button(self.ctx.canvas)
            widgets += [main, more] if more is not None else [main]
        self._widgets = widgets
        return widgets

    def _code_widgets(self, place: LobbyLayout) -> tuple[Widget, ...]:
        line, screen = place.join_line, self.ctx.canvas.screen
        join, doctor = self.say("window.lobby.join"), self.say("window.lobby.not_listed")
        sizes = self.ctx.canvas.theme.sizes
        wide = max(screen.grown(96, 0.3), self.ctx.canvas.text_width(join, sizes.label, bold=True) + 44)
        help_wide = min(self.ctx.canvas.text_width(doctor, sizes.label) + 36, line.w * 0.34)
        field = line.left_part(line.w - wide - help_wide - 20)
        button = Rect(field.right + 10, line.y, wide, line.h)
        return (
            self.field(
                "code",
                field,
                self.say("window.lobby.code"),
                placeholder=self.say("window.lobby.code"),
                most=_LONGEST_ADDRESS,
                on_change=lambda _: self._forget_error(),
                on_submit=lambda _: self._join_typed(),
            ),
            Button(button, join, self._join_typed, name=self.say("window.lobby.join_typed")),
            Button(line.right_part(help_wide), doctor, lambda: self.ctx.stack.lay("doctor"), kind="quiet"),
        )

    def _panel(self, place: LobbyLayout) -> tuple[Widget, ...]:
        words, settings = self.ctx.words, self._settings
        presets = [preset_name(words, name) for name in PRESETS]
        index = list(PRESETS).index(settings.rules.preset)
        if house_switches(settings.rules):
            presets[index] = self.say("window.lobby.changed_rules", name=presets[index])
        levels = list(LEVELS)
        seconds, labels = clock_options(words, settings.clock)
        row = place.panel_rows
        return (
            Choice(row[0], self.say("window.host.preset"), presets, index, self._choose_preset),
            Choice(
                row[1],
                self.say("window.host.bots"),
                [self.say(f"bots.{level}") for level in levels],
                levels.index(settings.bots) if settings.bots in levels else 0,
                lambda n: self._keep(replace(self._settings, bots=levels[n])),
            ),
            Choice(
                row[2],
                self.say("window.host.clock"),
                labels,
                seconds.index(settings.clock),
                lambda n: self._keep(replace(self._settings, clock=seconds[n])),
            ),
            self.field(
                "pin",
                row[3].inset(0, 2),
                self.say("window.host.pin"),
                most=_MOST_PIN,
                labelled=True,
                placeholder=self.say("window.host.no_pin"),
                on_submit=lambda _: self._host(),
            ),
            Button(
                self._more_place(row[4]),
                self.say("window.lobby.more"),
                lambda: self.ctx.stack.lay("host"),
                kind="quiet",
                mark="right",
            ),
            Button(place.host, self.say("window.lobby.host_button"), self._host, kind="primary"),
            Button(place.practise, self.say("window.lobby.practise"), self._practise),
        )

    def _more_place(self, row: Rect) -> Rect:
        """At the right end, as wide as its words."""
        canvas = self.ctx.canvas
        wide = canvas.text_width(self.say("window.lobby.more"), canvas.theme.sizes.label)
        return row.right_part(wide + canvas.screen.grown(44, 0.5)).inset(0, 2).moved(dx=8)

    def _tools(self, place: LobbyLayout) -> tuple[Widget, ...]:
        stack, canvas = self.ctx.stack, self.ctx.canvas
        named = {"rules": "window.rules.read", "statistics": "window.statistics.short", "keys": "window.keys.title"}
        widths = [canvas.text_width(self.say(key), canvas.theme.sizes.label) + 28 for key in named.values()]
        fit = min(1.0, (place.tools.w - 16) / sum(widths))
        right = place.tools.right
        tools: list[Widget] = []
        for (name, key), width in reversed([*zip(named.items(), widths, strict=True)]):
            rect = Rect(right - width * fit, place.tools.y, width * fit, place.tools.h)
            tools.insert(0, Button(rect, self.say(key), partial(stack.lay, name), kind="quiet"))
            right = rect.x - 8
        return (
            *tools,
            PlayerBadge(place.me, own_name(self.ctx), lambda: stack.lay("settings"), self.say("window.settings.title")),
        )

    # ------------------------------------------------------------------ drawing

    def paint_ground(self, canvas: Canvas) -> None:
        """Headings, the host's panel, a few cards."""
        place, sizes, palette = self._place, canvas.theme.sizes, canvas.theme.palette
        done = paint_lobby_ground(canvas, place, self.say)
        looking = self.say("window.lobby.looking").rstrip(" .\u2026") + " " + "." * (3 if self._rows else self._dots)
        rest = place.list_heading.beside(done.right + 12 - place.list_heading.x)
        if canvas.text_width(looking, sizes.label) <= rest.w:
            canvas.text(looking, rest, sizes.label, colour=palette.ink_soft)
        room = canvas.screen.h - place.panel.bottom
        if room > _LEAST_ART:  # on a low window the cards rise from its edge
            middle = max(place.panel.bottom + 20 + _ART / 2, place.panel.bottom + room / 2)
            draw_four_cards(canvas, Spot(place.panel.center[0], middle, 0, _ART))
        self._paint_hint(canvas)
        if not self._rows:
            self._paint_empty(canvas)

    @property
    def _hint_text(self) -> str:
        return self.say("window.lobby.code_hint", example="K7QF-2MXR-AH")

    def _paint_hint(self, canvas: Canvas) -> None:
        """What the field is for, or what is wrong with what stands in it."""
        sizes, palette = canvas.theme.sizes, canvas.theme.palette
        ink = palette.lost if self.error else palette.ink_soft
        canvas.paragraph(self.error or self._hint_text, self._hint, sizes.label, colour=ink)

    def _paint_empty(self, canvas: Canvas) -> None:
        """Nothing found: an empty place, and after a while what else can be done."""
        place = self._place
        room = Rect(place.tables.x, place.tables.y, place.tables.w, self._hint.y - 14 - place.tables.y)
        late = self.ctx.clock() - self._since > _QUIET_SECONDS
        text = self.say("window.lobby.no_tables_long" if late else "window.lobby.no_tables")
        draw_empty_list(canvas, room.inset(4, 4), text)

    # ------------------------------------------------------------------ acting

    @property
    def _settings(self) -> TableSettings:
        return self.ctx.preferences.host

    def _keep(self, settings: TableSettings) -> None:
        self.ctx.change(replace(self.ctx.preferences, host=settings))

    def _choose_preset(self, index: int) -> None:
        self._keep(replace(self._settings, rules=list(PRESETS.values())[index]))

    def _go(self, row: Row, act: Act) -> None:
        if act is Act.FORGET:
            self._forget(row)
        elif act is Act.RESUME:
            self._tell(resume_table(self.ctx, row.key))
        elif row.target is not None and act is not Act.NOTHING:
            join_table(self.ctx, row.target, Wish.WATCH if act is Act.WATCH else Wish.SEAT)

    def _forget(self, row: Row) -> None:
        if row.act is Act.RESUME:
            self.ctx.network.forget_resumable(row.key)
            self._resumable = self.ctx.network.resumable()
        elif self.ctx.places is not None:
            with suppress(CannotSave):
                forget_table(self.ctx.places, row.key)
            self._remembered = tuple(table for table in self._remembered if table.table_id != row.key)
        self._read_rows()
        self._refill()

    def _join_typed(self) -> None:
        typed = self.typed.get("code", "").strip()
        if not typed:
            self._slip("window.lobby.code_empty")
            self.group.focus(next(widget for widget in self.group.order if widget.wants_text))
            return
        try:
            target = typed_target(typed)
        except BadAddress as bad:
            self._slip(f"address.{bad.key}")
            return
        join_table(self.ctx, target)

    def _slip(self, key: str) -> None:
        self.error = self.say(key)
        self.ctx.announce(self.error)
        self.ctx.sounds.play("error")

    def _forget_error(self) -> None:
        self.error = ""

    def _host(self) -> None:
        pin = self.typed.get("pin", "").strip()
        self._tell(host_table(self.ctx, replace(self._settings, name=table_name(self.ctx), locked=bool(pin)), pin))

    def _practise(self) -> None:
        self._tell(practise(self.ctx, practice_settings(self.ctx)))

    def _tell(self, problem: str) -> None:
        if problem:
            self.ctx.toast(problem, error=True)

    def otherwise(self, given: Input) -> bool:
        """Escape asks whether to quit; R shows the rules."""
        match given:
            case Back():
                text = self.say("window.lobby.quit_question")
                self.confirm(self.say("window.lobby.quit"), text, self.say("window.lobby.quit"), self.ctx.stack.quit)
            case Do(Action.REPLAY):
                self.ctx.stack.lay("rules")
            case _:
                return False
        return True
