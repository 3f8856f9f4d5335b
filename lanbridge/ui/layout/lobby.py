"""Lobby, waiting room, score sheet and dialogs."""

from __future__ import annotations

from dataclasses import dataclass

from lanbridge.ui.layout.rect import Rect
from lanbridge.ui.layout.screen import Screen
from lanbridge.ui.layout.table import TableLayout, table_layout

_PANEL_PAD = 26.0


@dataclass(frozen=True, slots=True)
class LobbyLayout:
    """Tables found at the left, hosting at the right; sizes in units."""

    title: Rect
    subtitle: Rect
    me: Rect
    tools: Rect  # small buttons beside my name: settings, rules, replays
    list_heading: Rect
    tables: Rect
    row_height: float
    join_line: Rect
    panel: Rect
    panel_heading: Rect
    panel_rows: tuple[Rect, ...]
    host: Rect
    practise: Rect
    art: Rect | None  # room for a few cards, when there is some

    def parts(self) -> dict[str, Rect]:
        """The rectangles that must not overlap each other, by name."""
        named = {
            "title": self.title,
            "subtitle": self.subtitle,
            "me": self.me,
            "tools": self.tools,
            "list heading": self.list_heading,
            "tables": self.tables,
            "join line": self.join_line,
            "panel heading": self.panel_heading,
            "host": self.host,
            "practise": self.practise,
        }
        return named | {f"row {n}": rect for n, rect in enumerate(self.panel_rows)}


def lobby_layout(screen: Screen, panel_rows: int = 5) -> LobbyLayout:
    """The lobby; content is held to a readable width on wide screens. `panel_rows` at most 6."""
    content = screen.rect.middle(min(screen.w - 2 * 48, 1400), screen.h)
    me_width, tools_width = screen.grown(190, 0.4), screen.grown(330, 0.35)
    title = Rect(content.x, screen.h * 0.055, content.w - me_width - tools_width - 24, screen.grown(62, 0.15))
    subtitle = Rect(content.x, title.bottom, content.w * 0.7, screen.grown(26, 0.5))
    me = Rect(content.right - me_width, title.y + 4, me_width, min(screen.grown(56, 0.3), title.h - 4))
    tools = Rect(me.x - 12 - tools_width, me.y, tools_width, me.h)
    top = subtitle.bottom + 20
    panel_width = screen.grown(380, 0.25)
    room = Rect(content.right - panel_width, top, panel_width, screen.h - top - 24)
    panel, heading, rows, host, practise = _host_panel(screen, room, panel_rows)
    list_area = Rect(content.x, top, content.w - panel_width - 44, screen.h - top - 24)
    list_heading = list_area.top(screen.grown(32, 0.6))
    join_line = list_area.low(screen.grown(48, 0.4))
    tables = Rect(list_area.x, list_heading.bottom + 6, list_area.w, join_line.y - 12 - list_heading.bottom - 6)
    under = screen.h - panel.bottom
    art = Rect(panel.x, panel.bottom + 12, panel.w, under - 12) if under > 130 else None  # noqa: PLR2004 a card's worth
    row_height = screen.grown(84, 0.5)
    return LobbyLayout(
        title,
        subtitle,
        me,
        tools,
        list_heading,
        tables,
        row_height,
        join_line,
        panel,
        heading,
        rows,
        host,
        practise,
        art,
    )


def _host_panel(screen: Screen, room: Rect, count: int) -> tuple[Rect, Rect, tuple[Rect, ...], Rect, Rect]:
    heading, host, practise = screen.grown(36, 0.4), screen.grown(54, 0.25), screen.grown(46, 0.3)
    fixed = 2 * 20 + heading + host + practise + 12 + 10 + 6
    row = min(screen.grown(44, 0.25), (room.h - fixed) / count)
    panel = room.top(fixed + row * count)
    inner = panel.inset(_PANEL_PAD, 20)
    rows = inner.below(heading + 6).top(row * count).rows(count, 0)
    practise_rect = inner.low(practise)
    host_rect = Rect(inner.x, practise_rect.y - 10 - host, inner.w, host)
    return panel, inner.top(heading), rows, host_rect, practise_rect


@dataclass(frozen=True, slots=True)
class WaitingLayout:
    """The waiting room: the table with the code in its middle."""

    table: TableLayout
    invite: Rect
    code: Rect
    address: Rect
    start: Rect
    rules: Rect
    actions: Rect  # row of quiet buttons under the rules: change, bots, leave

    def parts(self) -> dict[str, Rect]:
        """The rectangles that must not overlap each other, by name."""
        named = {f"plate {place}": rect for place, rect in enumerate(self.table.plates)}
        return named | {
            "invite": self.invite,
            "code": self.code,
            "address": self.address,
            "start": self.start,
            "rules": self.rules,
            "actions": self.actions,
        }


def waiting_layout(screen: Screen) -> WaitingLayout:
    """The waiting room for a window."""
    table = table_layout(screen)
    room = Rect(table.middle.x, table.middle.y, table.middle.w, table.plates[0].y - 8 - table.middle.y)
    invite, code = screen.grown(52, 0.35), screen.grown(72, 0.0)
    address, start = screen.grown(26, 0.5), screen.grown(54, 0.15)
    fit = min(1.0, (room.h - 6) / (invite + code + address + start))
    invite, code, address, start = invite * fit, code * fit, address * fit, start * fit
    gap = min(14.0, (room.h - invite - code - address - start) / 3)
    column = room.middle(room.w, invite + code + address + start + 3 * gap)
    below = Rect(40, table.hand_area.y, screen.w - 80, table.hand_area.h)
    rules_height = screen.grown(40, 0.8)
    return WaitingLayout(
        table=table,
        invite=column.top(invite),
        code=column.below(invite + gap).top(code),
        address=column.below(invite + code + 2 * gap).top(address),
        start=column.low(start).middle(screen.grown(180, 0.3), start),
        rules=below.top(rules_height),
        actions=below.low(below.h - rules_height - 6).middle(below.w, min(48, below.h - rules_height - 6)),
    )


@dataclass(frozen=True, slots=True)
class ScoresLayout:
    """The score sheet over the table."""

    panel: Rect
    heading: Rect
    sheet: Rect
    plot: Rect
    moment: Rect
    note: Rect
    buttons: Rect

    def parts(self) -> dict[str, Rect]:
        """The rectangles that must not overlap each other, by name."""
        return {
            "heading": self.heading,
            "sheet": self.sheet,
            "plot": self.plot,
            "moment": self.moment,
            "note": self.note,
            "buttons": self.buttons,
        }


def scores_layout(screen: Screen) -> ScoresLayout:
    """The score sheet for a window."""
    bar = screen.grown(48, 0.35)
    panel = screen.rect.below(bar).middle(min(screen.w - 80, 1500), screen.h - bar - 48)
    inner = panel.inset(30, 22)
    heading = inner.top(screen.grown(40, 0.5))
    foot = inner.low(screen.grown(50, 0.3))
    body = Rect(inner.x, heading.bottom + 8, inner.w, foot.y - 14 - heading.bottom - 8)
    sheet = body.left_part(body.w * 0.635)
    side = body.right_part(body.w * 0.335)
    moment = side.low(screen.grown(84, 0.9))
    buttons = foot.right_part(foot.w * 0.5)
    return ScoresLayout(
        panel=panel,
        heading=heading,
        sheet=sheet,
        plot=side.top(side.h - moment.h - 12),
        moment=moment,
        note=foot.left_part(foot.w * 0.48),
        buttons=buttons,
    )


def dialog(screen: Screen, width: float, height: float) -> Rect:
    """A dialog's frame in the middle, so many units, grown a little with the text, never larger than the window."""
    wide, high = screen.grown(width, 0.35), screen.grown(height, 0.6)
    return screen.rect.middle(min(wide, screen.w - 32), min(high, screen.h - 32))


def form_rows(area: Rect, count: int, height: float, gap: float = 8) -> tuple[Rect, ...]:
    """`count` rows of a form, in units from the top of `area`; inside a scroll area they may run over its end."""
    return tuple(Rect(area.x, area.y + n * (height + gap), area.w, height) for n in range(count))
