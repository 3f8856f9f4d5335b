"""The score sheet: won and called, points and running totals of each deal, and the match as lines."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from lanbridge.client.known import Verdict
from lanbridge.engine import SEATS, DealResult, Ruleset, Seat, leaders
from lanbridge.text import Words
from lanbridge.ui.layout import Rect
from lanbridge.ui.paint.canvas import Canvas
from lanbridge.ui.paint.plot import Series, draw_plot

_ROW: Final = 38.0
_HEAD: Final = 32.0
_NUMBER: Final = 52.0
_STANDING: Final = 128.0  # the least height of the cards under a short sheet
_VERDICTS: Final = {Verdict.VERIFIED: "check", Verdict.BROKEN: "cross", Verdict.NOT_MINE: "dot"}


@dataclass(frozen=True, slots=True)
class Sheet:
    """What the sheet shows; ``order`` are the seats from left to right, ``first`` the first visible row."""

    rules: Ruleset
    results: tuple[DealResult, ...]
    names: tuple[str, ...]
    order: tuple[Seat, ...]
    verdicts: tuple[tuple[int, Verdict], ...] = ()
    first: int = 0


def rows_in(canvas: Canvas, rect: Rect) -> int:
    """How many deals are visible at once."""
    return max(1, int((rect.h - canvas.screen.grown(_HEAD, 0.6)) / canvas.screen.grown(_ROW, 0.6)))


def draw_sheet(canvas: Canvas, rect: Rect, sheet: Sheet, words: Words) -> None:
    """Names above, a row a deal; a bar at the right when there are more."""
    head, row = canvas.screen.grown(_HEAD, 0.6), canvas.screen.grown(_ROW, 0.6)
    number = canvas.screen.grown(_NUMBER, 0.3)
    shown = sheet.results[sheet.first : sheet.first + rows_in(canvas, rect)]
    columns = rect.beside(number).columns(4, 0)
    best = leaders(sheet.results[-1].totals) if sheet.results else ()
    for column, seat in zip(columns, sheet.order, strict=True):
        _draw_head(canvas, column.top(head), sheet.names[seat], seat, leads=seat in best)
        if seat != sheet.order[0]:
            canvas.line((column.x, rect.y + 2), (column.x, rect.y + head + row * len(shown)))
    for n, result in enumerate(shown):
        line = Rect(rect.x, rect.y + head + n * row, rect.w, row)
        if n % 2:
            canvas.box(line, (*canvas.theme.palette.ink, 9), radius=8)
        _draw_number(canvas, line.left_part(number), result.number, sheet, words)
        for column, seat in zip(columns, sheet.order, strict=True):
            _draw_cell(canvas, Rect(column.x, line.y, column.w, row), result, seat, sheet.rules, words)
    _draw_bar(canvas, rect.below(head), len(shown), sheet)
    below = rect.below(head + row * len(shown) + 20)
    if shown and below.h >= canvas.screen.grown(_STANDING, 0.7):
        _draw_standings(canvas, below, sheet, words)


def _draw_standings(canvas: Canvas, rect: Rect, sheet: Sheet, words: Words) -> None:
    """Where there is room under the rows: a card a player, whose total is read from the other side of the table."""
    tall = min(rect.h, canvas.screen.grown(_STANDING * 1.8, 0.7))
    cards = rect.middle(rect.w, tall).columns(4, 12)
    best = leaders(sheet.results[-1].totals)
    for card, seat in zip(cards, sheet.order, strict=True):
        _draw_standing(canvas, card, sheet, seat, words, leads=seat in best)


def _draw_standing(canvas: Canvas, card: Rect, sheet: Sheet, seat: Seat, words: Words, *, leads: bool) -> None:
    palette, sizes, last = canvas.theme.palette, canvas.theme.sizes, sheet.results[-1]
    canvas.box(card, (*palette.ink, 12), radius=14, border=palette.gold if leads else None, thickness=1.6)
    inner = card.inset(10, 12)
    total, line = words.points(last.totals[seat], sheet.rules), canvas.line_height(sizes.label)
    canvas.text(sheet.names[seat], inner.top(line), sizes.label, bold=True, align="center")
    place = inner.below(line).top(inner.h - 3 * line - 6)
    ink = palette.gold if leads else palette.ink
    canvas.text(total, place, sizes.title, colour=ink, bold=True, align="center")
    points = last.points[seat]
    colour = palette.won if points > 0 else palette.lost if points < 0 else palette.ink_soft
    gained = words.points(points, sheet.rules, signed=True)
    canvas.text(gained, inner.low(2 * line).top(line), sizes.body, colour=colour, bold=True, align="center")
    made = words.say("window.table.won_of", won=last.won[seat], call=last.calls[seat])
    canvas.text(made, inner.low(line), sizes.small, colour=palette.ink_soft, align="center")


def _draw_head(canvas: Canvas, rect: Rect, name: str, seat: Seat, *, leads: bool) -> None:
    palette, sizes = canvas.theme.palette, canvas.theme.sizes
    canvas.disc((rect.x + 20, rect.center[1]), 11, palette.seat_lines[seat])
    room = rect.beside(34)
    done = canvas.text(name, room.left_part(room.w - 24), sizes.label, bold=True)
    if leads:
        canvas.mark("star", Rect(done.right + 7, rect.y, 13, rect.h), palette.gold)


def _draw_number(canvas: Canvas, rect: Rect, number: int, sheet: Sheet, words: Words) -> None:
    palette, sizes = canvas.theme.palette, canvas.theme.sizes
    canvas.text(words.number(number), rect.left_part(rect.w * 0.5), sizes.label, colour=palette.ink_soft, align="right")
    verdict = dict(sheet.verdicts).get(number)
    if verdict is not None:
        colour = palette.lost if verdict is Verdict.BROKEN else palette.good
        canvas.mark(_VERDICTS[verdict], Rect(rect.x + rect.w * 0.62, rect.y, 12, rect.h), colour)


def _draw_cell(canvas: Canvas, rect: Rect, result: DealResult, seat: Seat, rules: Ruleset, words: Words) -> None:
    palette, sizes = canvas.theme.palette, canvas.theme.sizes
    inner = rect.inset(rect.w * 0.06, 0)
    shares = inner.columns(3, 4)
    made = f"{words.number(result.won[seat])}/{words.number(result.calls[seat])}"
    points = result.points[seat]
    canvas.text(made, shares[0], sizes.label, colour=palette.ink_soft, align="right")
    colour = palette.won if points > 0 else palette.lost if points < 0 else palette.ink_soft
    canvas.text(
        words.points(points, rules, signed=True), shares[1], sizes.label, colour=colour, bold=True, align="center"
    )
    canvas.text(words.points(result.totals[seat], rules), shares[2], sizes.label, align="right")


def _draw_bar(canvas: Canvas, rect: Rect, visible: int, sheet: Sheet) -> None:
    if visible >= len(sheet.results):
        return
    tall = max(24.0, rect.h * visible / len(sheet.results))
    y = rect.y + (rect.h - tall) * sheet.first / (len(sheet.results) - visible)
    canvas.box(Rect(rect.right + 6, y, 5, tall), (*canvas.theme.palette.ink, 90), radius=2.5)


def draw_lines(canvas: Canvas, rect: Rect, sheet: Sheet, words: Words) -> None:
    """The totals after each deal, a line a seat."""
    series = [
        Series(sheet.names[seat], seat, (0.0, *(result.totals[seat] / 10 for result in sheet.results)))
        for seat in SEATS
    ]
    draw_plot(canvas, rect, series, lambda level: _level(words, level))


def _level(words: Words, level: float) -> str:
    return words.number(int(level)) if level == int(level) else words.tenths(round(level * 10))
