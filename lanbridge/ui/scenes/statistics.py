"""What was played on this laptop: counted by preset, and the matches themselves to look at again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final

from lanbridge.engine import PRESETS
from lanbridge.settings import Tally, load_statistics
from lanbridge.settings.statistics import CHANGED
from lanbridge.text import preset_name
from lanbridge.ui.kept_records import KeptRecord, kept_records, read_record
from lanbridge.ui.layout import Rect, form_rows
from lanbridge.ui.page import Sheet
from lanbridge.ui.paint.canvas import Canvas
from lanbridge.ui.scene import Context
from lanbridge.ui.widgets import Label, ListRow, Widget

_COLUMNS: Final = ("matches", "won", "deals", "made", "average")
_TENTHS: Final = 10


class StatisticsScene(Sheet):
    """A line a preset, then the kept matches; all stays here and is sent nowhere."""

    size = (860, 640)

    def __init__(self, ctx: Context) -> None:
        super().__init__(ctx)
        self._tallies: Mapping[str, Tally] = load_statistics(ctx.places) if ctx.places is not None else {}
        self._kept = kept_records(ctx.places.records) if ctx.places is not None and ctx.client is None else ()
        if not self._kept:
            self.size = (860, 230 + 44 * len(self._tallies))

    def title(self) -> str:
        """My matches."""
        return self.say("window.statistics.title")

    def opened(self) -> None:
        """Read out for those who hear the screen."""
        lines = [": ".join((self._name(key), ", ".join(self._spoken(tally)))) for key, tally in self._tallies.items()]
        self.ctx.announce(". ".join((self.title(), *(lines or [self.say("window.statistics.none")]))))

    def _spoken(self, tally: Tally) -> Sequence[str]:
        heads = [self.say(f"window.statistics.{column}") for column in _COLUMNS]
        return [f"{head} {cell}" for head, cell in zip(heads, self._cells(tally), strict=True)]

    def _name(self, key: str) -> str:
        preset, changed = key.rstrip(CHANGED), key.endswith(CHANGED)
        name = preset_name(self.ctx.words, preset)
        return self.say("window.lobby.changed_rules", name=name) if changed else name

    def _cells(self, tally: Tally) -> tuple[str, ...]:
        number, made, average = self.ctx.words.number, tally.calls_made_percent, tally.average
        return (
            number(tally.matches),
            number(tally.matches_won),
            number(tally.deals),
            "-" if made is None else self.say("window.settings.percent", count=made),
            "-" if average is None else self.ctx.words.tenths(round(average)),
        )

    @property
    def _row_height(self) -> float:
        share = 0.5 if self._kept else 1.0
        return min(self.ctx.canvas.screen.grown(40, 0.5), self.room.h * share / (len(self._tallies) + 1))

    @property
    def _table_height(self) -> float:
        if not self._tallies:
            return self.ctx.canvas.screen.grown(60, 0.8)
        return self._row_height * (len(self._tallies) + 1) + 10

    def content(self, room: Rect) -> Sequence[Widget]:
        """The kept matches as rows that lead to their replay."""
        if not self._kept:
            return ()
        screen, sizes = self.ctx.canvas.screen, self.ctx.canvas.theme.sizes
        below = room.below(self._table_height)
        head = screen.grown(34, 0.6)
        title = Label(below.top(head).inset(4, 0), self.say("window.statistics.kept"), sizes.body, bold=True)
        place = below.below(head + 4)
        rects = form_rows(place.inset(4, 2), len(self._kept), screen.grown(62, 0.5), 8)
        look = self.say("window.replay.look")
        rows = [
            ListRow(rect, kept.table or kept.path.stem, partial(self._look, kept), action=look)
            for rect, kept in zip(rects, self._kept, strict=True)
        ]
        for row, kept in zip(rows, self._kept, strict=True):
            row.subtitle = self.ctx.words.listed(kept.names)
            row.note = kept.date if kept.counts else f"{self.say('replay.not_counted')}, {kept.date}"
            row.name = f"{row.title}, {row.note}, {row.subtitle}, {look}"
        return title, self.area("kept", place, rows)

    def _look(self, kept: KeptRecord) -> None:
        record = read_record(kept.path)
        if record is None:
            self.ctx.toast(self.say("window.statistics.unreadable"), error=True)
            return
        self.ctx.record = record
        self.ctx.stack.open("replay")

    def paint_content(self, canvas: Canvas, room: Rect) -> None:
        """Headings, then the presets in their order."""
        sizes, palette = canvas.theme.sizes, canvas.theme.palette
        if not self._tallies:
            text = self.say("window.statistics.none")
            canvas.paragraph(text, room.top(self._table_height).inset(10, 8), sizes.body, colour=palette.ink_soft)
            return
        tall = self._row_height
        heads = tuple(self.say(f"window.statistics.{column}") for column in _COLUMNS)
        self._line(canvas, room.top(tall), self.say("window.host.preset"), heads, head=True)
        order = sorted(self._tallies, key=lambda key: ([*PRESETS, key].index(key.rstrip(CHANGED)), key))
        for n, key in enumerate(order, 1):
            row = room.below(n * tall).top(tall)
            canvas.line((room.x, row.y), (room.right, row.y))
            self._line(canvas, row, self._name(key), self._cells(self._tallies[key]), head=False)

    @staticmethod
    def _line(canvas: Canvas, row: Rect, name: str, cells: Sequence[str], *, head: bool) -> None:
        sizes, palette = canvas.theme.sizes, canvas.theme.palette
        ink = palette.ink_soft if head else palette.ink
        size = sizes.label if head else sizes.body
        canvas.text(name, row.left_part(row.w * 0.34).inset(4, 0), size, colour=ink, bold=not head)
        for cell, place in zip(cells, row.right_part(row.w * 0.64).columns(len(cells), 8), strict=True):
            canvas.text(cell, place, size, colour=ink, align="right")
