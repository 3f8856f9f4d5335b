"""Pictures of the window's pieces with made-up content: `python3 scripts/ui_gallery.py FOLDER [SIZE ...]`.

For the eye of a designer, not for tests. Prints one JSON line with the CPU time of a full redraw of the table.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import pygame

from lanbridge.engine.cards import PACK, Card
from lanbridge.ui.cards import CardLook
from lanbridge.ui.inputs import Next, Press
from lanbridge.ui.layout import (
    Rect,
    Spot,
    call_layout,
    dialog,
    form_rows,
    lobby_layout,
    scores_layout,
    table_layout,
    waiting_layout,
)
from lanbridge.ui.paint.canvas import Canvas
from lanbridge.ui.paint.pieces import (
    Pips,
    SeatFace,
    draw_bubble,
    draw_free_seat,
    draw_pills,
    draw_seat,
)
from lanbridge.ui.paint.plot import Series, draw_plot
from lanbridge.ui.theme import make_theme
from lanbridge.ui.widgets import (
    Button,
    Choice,
    Dialog,
    FocusGroup,
    ListRow,
    ScrollArea,
    Stepper,
    TextField,
    Toasts,
    Toggle,
)

SIZES = ("1024x640", "1280x720", "1920x1080")
HAND = tuple(map(Card.parse, ["AS", "9S", "3S", "QD", "8D", "4D", "AC", "JC", "6C", "KH", "TH", "7H", "2H"]))
FACES = (
    SeatFace("You", 0, "1 of 4  \u00b7  +17 pts", Pips(4, 1), now=True, clock=0.7),
    SeatFace("Mitu", 1, "1 of 2  \u00b7  +9 pts", Pips(2, 1), tag="bot"),
    SeatFace("Nadia", 2, "5 of 3  \u00b7  +11 pts", Pips(3, 5, 1)),
    SeatFace("Sabbir", 3, "1 of 4  \u00b7  -2 pts", Pips(4, 1), dealer="D"),
)


def nothing(*_: object) -> None:
    """A callback that does nothing."""


def bar(canvas: Canvas, left: list[str], right: list[str]) -> None:
    """The top bar with pills."""
    place = table_layout(canvas.screen)
    canvas.bar(place.bar)
    name = canvas.text("Rafi\u2019s table", place.bar_left, canvas.theme.sizes.label, bold=True)
    draw_pills(canvas, place.bar_left.beside(name.w + 12), left)
    draw_pills(canvas, place.bar_right, right, "right")


def table(canvas: Canvas, *, calls: bool = False) -> None:
    """A trick in progress, or the panel of calls."""
    place = table_layout(canvas.screen)
    canvas.felt(place.oval)
    bar(
        canvas,
        ["Call Bridge \u00b7 Bangladesh", "Deal 4", "\u2660 trumps"],
        ["\u2713 fair deal", "4 ms", "Scores  Tab", "\u2630"],
    )
    for seat, face in enumerate(FACES):
        draw_seat(canvas, place.plates[seat], face)
    if calls:
        call_panel(canvas)
    else:
        for seat, text, state in ((2, "KH", "bright"), (3, "5S", "won"), (1, "5H", "bright")):
            canvas.card(Card.parse(text), place.trick[seat], state)  # type: ignore[arg-type] # the literals above
        canvas.text(
            "You have no \u2665: beat 5\u2660 with a higher spade",
            place.message,
            canvas.theme.sizes.body,
            align="center",
            shade=True,
        )
    legal = set(range(13)) if calls else {0, 1}
    fan = place.hand(13)
    for n, spot in enumerate(fan.shown(set() if calls else legal)):
        canvas.card(HAND[n], spot, "bright" if n in legal else "dim")


def call_panel(canvas: Canvas) -> None:
    """Calls 2 to 12, four chosen."""
    place = table_layout(canvas.screen)
    panel = call_layout(canvas.screen, place, 11)
    palette, sizes = canvas.theme.palette, canvas.theme.sizes
    canvas.panel(panel.panel)
    if panel.heading:
        canvas.text("How many tricks will you win?", panel.heading, sizes.heading, bold=True, align="center")
    for call, key in enumerate(panel.keys, 2):
        chosen, bonus = call == 4, call >= 8  # noqa: PLR2004 as in a match
        edge = (*palette.gold, 150) if bonus else None
        canvas.box(key, palette.gold if chosen else palette.quiet, radius=11, border=edge)
        ink = palette.on_gold if chosen else palette.ink
        upper = key.top(key.h * 0.66) if bonus else key
        canvas.text(str(call), upper, sizes.body + 3, colour=ink, bold=True, align="center")
        if bonus:
            canvas.text("+13", key.low(key.h * 0.42).inset(2, 0), sizes.small - 1, colour=ink, align="center")
    canvas.text(
        "4 or 5 tricks: +4 points \u00b7 anything else: \u22124",
        panel.sentence,
        sizes.label,
        colour=palette.ink_soft,
        align="center",
    )
    FocusGroup(
        [
            Button(panel.hint, "Hint", nothing, kind="plain"),
            Button(panel.confirm, "Call 4", nothing, kind="primary"),
        ]
    ).paint(canvas)


def chat(canvas: Canvas) -> None:
    """Bubbles, backs, an empty seat, a toast and an open list over a dialog."""
    place = table_layout(canvas.screen)
    canvas.felt(place.oval)
    bar(canvas, ["Call Bridge \u00b7 Nepal"], ["\u2630"])
    for seat in (0, 1, 3):
        draw_seat(canvas, place.plates[seat], FACES[seat])
    draw_free_seat(canvas, place.plates[2], "bot (hard) sits here")
    for seat, text in enumerate(("Nice one!", "Well played", "", "\u09b6\u09be\u09ac\u09be\u09b6!")):
        if text:
            draw_bubble(canvas, place.bubbles[seat], text)
    for n in range(6):
        canvas.card(None, Spot(place.deck.x - 90 + 36 * n, place.deck.y, (n - 3) * 4, place.deck.height))
    toasts = Toasts()
    toasts.push("Mitu has lost the connection: a bot plays on", "error")
    toasts.tick(1)
    toasts.paint(canvas, place.toast)


def settings(canvas: Canvas) -> None:
    """A form in a dialog, with an open list."""
    table(canvas)
    frame = dialog(canvas.screen, 560, 480)
    room = Dialog.room(frame)
    rows = form_rows(room, 6, canvas.screen.grown(46, 0.5), 6)
    choice = Choice(rows[1], "Animation", ("Off", "Fast", "Normal", "Slow"), 2, nothing)
    widgets = [
        TextField(rows[0], "Name", "Rafi \u09b0\u09be\u09ab\u09bf", labelled=True),
        choice,
        Toggle(rows[2], "Four-colour suits", nothing, on=True, words=("off", "on")),
        Toggle(rows[3], "Large indices", nothing, on=False, words=("off", "on")),
        Stepper(rows[4], "Text size", 125, (100, 200), nothing, step=25, shown=lambda v: f"{v} %"),
        Button(rows[5].right_part(160).inset(0, 1), "Done", nothing, kind="primary"),
    ]
    box = Dialog(frame, "Settings", widgets, nothing)
    box.take(Next(1))
    box.take(Next(1))
    if canvas.theme.text_factor == 1:
        box.take(Press())
    box.paint(canvas)


def lobby(canvas: Canvas) -> None:
    """Three tables found, hosting at the right."""
    canvas.felt()
    place, sizes, palette = lobby_layout(canvas.screen), canvas.theme.sizes, canvas.theme.palette
    canvas.text("LAN Bridge", place.title, sizes.title, bold=True)
    canvas.text("Call Bridge with the people in the room", place.subtitle, sizes.body, colour=palette.ink_soft)
    canvas.plate(place.me)
    badge = place.me.h * 0.78
    canvas.disc((place.me.x + place.me.h / 2, place.me.center[1]), badge, palette.seats[0])
    canvas.text("R", place.me.left_part(place.me.h), sizes.body, bold=True, align="center")
    canvas.text("Rafi", place.me.beside(place.me.h + 6).inset(0, 4), sizes.body, bold=True)
    canvas.text("Tables on this network", place.list_heading, sizes.body + 2, bold=True)
    height = place.row_height
    rows = form_rows(place.tables.inset(2, 2), 5, height, 12)
    found = [
        ListRow(
            rows[0],
            "Nadia\u2019s table",
            nothing,
            subtitle="2 players \u00b7 Bangladesh",
            note="3 ms",
            action="Join",
            chosen=True,
        ),
        ListRow(
            rows[1],
            "Hall 3",
            nothing,
            subtitle="3 players \u00b7 Call Break (Nepal)",
            note="5 ms",
            action="Join",
            mark="lock",
        ),
        ListRow(
            rows[2],
            "\u09b0\u09b9\u09bf\u09ae\u09c7\u09b0 \u099f\u09c7\u09ac\u09bf\u09b2",
            nothing,
            subtitle="4 playing \u00b7 12 deals \u00d710",
            note="9 ms",
            action="Watch",
        ),
        ListRow(
            rows[3],
            "A table with quite a long name that does not fit",
            nothing,
            subtitle="4 playing",
            note="12 ms",
            action="Watch",
        ),
        ListRow(rows[4], "One more", nothing, subtitle="1 player", note="12 ms", action="Join"),
    ]
    canvas.panel(place.panel)
    canvas.text("Host a table", place.panel_heading, sizes.heading, bold=True)
    names = (
        ("Rules", "Bangladesh"),
        ("Seats", "Friends, bots fill the rest"),
        ("Bots", "Hard"),
        ("Turn time", "30 s"),
        ("PIN", "none"),
    )
    tools = place.tools.columns(3, 8)
    widgets = [
        *(
            Button(t, w, nothing, kind="quiet", mark=m)
            for t, w, m in zip(tools, ("Replays", "Rules", "Settings"), ("right", "spade", "menu"), strict=True)
        ),
        ScrollArea(place.tables, found),
        Button(place.join_line.left_part(canvas.screen.grown(250)), "Join by code or address", nothing, kind="plain"),
        *(Choice(r, label, (value,), 0, nothing) for r, (label, value) in zip(place.panel_rows, names, strict=True)),
        Button(place.host, "Host", nothing, kind="primary"),
        Button(place.practise, "Practise with three bots", nothing),
    ]
    FocusGroup(widgets).paint(canvas)
    if place.art:
        for n, text in enumerate(("AS", "KH", "QD", "JC")):
            tall = min(150, place.art.h)
            canvas.card(
                Card.parse(text),
                Spot(place.art.center[0] + (n - 1.5) * tall * 0.42, place.art.center[1], (n - 1.5) * 7, tall),
            )


def waiting(canvas: Canvas) -> None:
    """The host's waiting room."""
    place, sizes, palette = waiting_layout(canvas.screen), canvas.theme.sizes, canvas.theme.palette
    canvas.felt(place.table.oval)
    bar(canvas, ["Call Bridge \u00b7 Bangladesh"], ["\u2630"])
    draw_seat(canvas, place.table.plates[0], SeatFace("Rafi", 0, "you host"))
    draw_free_seat(canvas, place.table.plates[1], "bot (hard) sits here")
    draw_seat(canvas, place.table.plates[2], SeatFace("Nadia", 2, "3 ms \u00b7 ready"))
    draw_seat(canvas, place.table.plates[3], SeatFace("Sabbir", 3, "6 ms \u00b7 choosing a seat"))
    canvas.paragraph(
        "Friends on this network see your table.\nAnyone else joins with",
        place.invite,
        sizes.body,
        align="center",
        colour=palette.ink_soft,
    )
    canvas.text("K7QF-2MXR-AH", place.code, sizes.huge, bold=True, align="center", colour=palette.gold)
    canvas.text("or 192.168.1.20:7468", place.address, sizes.label, align="center", colour=palette.ink_soft)
    canvas.text(
        "Rules: least call 2 \u00b7 beat the spade if you can \u00b7 call or call+1 wins \u00b7 8 or more pays 13",
        place.rules,
        sizes.label,
        align="center",
        colour=palette.ink_soft,
    )
    actions = place.actions.middle(420, min(44, place.actions.h)).columns(2, 14)
    FocusGroup(
        [
            Button(place.start, "Start", nothing, kind="primary"),
            Button(actions[0], "Change rules", nothing),
            Button(actions[1], "Close the table", nothing),
        ]
    ).paint(canvas)


def scores(canvas: Canvas) -> None:
    """The sheet and the lines of a match."""
    table(canvas)
    place, sizes, palette = scores_layout(canvas.screen), canvas.theme.sizes, canvas.theme.palette
    canvas.veil()
    canvas.panel(place.panel)
    canvas.text("Scores after 6 deals", place.heading, sizes.heading + 2, bold=True)
    columns = place.sheet.beside(36).columns(4, 0)
    for seat, column in enumerate(columns):
        canvas.disc((column.x + 24, column.y + 14), 12, palette.seat_lines[seat])
        canvas.text(FACES[seat].name, column.beside(38).top(28), sizes.label, bold=True)
        for deal in range(6):
            y = column.y + 36 + deal * 42
            fine = (deal + seat) % 3 != 1
            words = Rect(column.x + 8, y, column.w, 36)
            canvas.text("3/4", words.left_part(40), sizes.body, colour=palette.ink_soft)
            canvas.text(
                "+4" if fine else "-4",
                words.beside(44).left_part(40),
                sizes.body,
                colour=palette.won if fine else palette.lost,
                bold=True,
            )
            canvas.text("+19", words.left_part(column.w - 26), sizes.body, align="right")
        if seat:
            canvas.line((column.x, column.y + 4), (column.x, column.y + 36 + 6 * 42))
    draw_plot(
        canvas,
        place.plot,
        [
            Series("You", 0, (0, 3, -1, 4, 6, 19, 23)),
            Series("Mitu", 1, (0, 4, 6, 3, 6, 4, 7)),
            Series("Nadia", 2, (0, 2, 5, 7, 12, 14, 12)),
            Series("Sabbir", 3, (0, 4, -1, 3, 0, 2, 4)),
        ],
    )
    canvas.paragraph(
        "Dearest moment: deal 2. Your 6th trick cost 8 points: the \u2663K could have gone under the ace.",
        place.moment,
        sizes.label,
        colour=palette.ink_soft,
    )
    canvas.text("won / called  \u00b7  call or one more makes it", place.note, sizes.small, colour=palette.ink_soft)
    stop, more = place.buttons.right_part(360).columns(2, 14)
    FocusGroup([Button(stop, "Stop here", nothing), Button(more, "Another deal", nothing, kind="primary")]).paint(
        canvas
    )


def cards(canvas: Canvas) -> None:
    """The pack, the back, the states."""
    canvas.felt()
    step_x, step_y = canvas.screen.w / 13.4, canvas.screen.h / 5.05
    for n, card in enumerate(PACK):
        canvas.card(card, Spot(step_x * (n % 13 + 0.7), step_y * (n // 13 + 0.54), 0, step_y * 0.8))
    y = step_y * 4.54
    for n, angle in enumerate((0, -8, 5)):
        canvas.card(None, Spot(step_x * (n + 0.7), y, angle, step_y * 0.8))
    for n, state in enumerate(("bright", "dim", "won")):
        canvas.card(Card.parse("QS"), Spot(step_x * (n + 4.7), y, 4 * n - 4, step_y * 0.8), state)  # type: ignore[arg-type] # literals


PAGES: dict[str, Callable[[Canvas], None]] = {
    "table": table,
    "call": lambda canvas: table(canvas, calls=True),
    "chat": chat,
    "settings": settings,
    "lobby": lobby,
    "waiting": waiting,
    "scores": scores,
    "cards": cards,
}


def redraw_ms(canvas: Canvas, rounds: int = 60) -> float:
    """The median CPU milliseconds of a full table, everything kept already."""
    taken = []
    for _ in range(rounds):
        start = time.process_time()
        table(canvas)
        taken.append((time.process_time() - start) * 1000)
    return round(sorted(taken)[rounds // 2], 2)


def main(folder: Path, sizes: tuple[str, ...]) -> None:
    """Draw every page in every size, and the table in the other looks."""
    pygame.display.init()
    pygame.font.init()
    folder.mkdir(parents=True, exist_ok=True)
    measured: dict[str, float] = {}
    for size in sizes:
        width, height = map(int, size.split("x"))
        surface = pygame.display.set_mode((width, height))
        canvas = Canvas(surface, make_theme())
        for name, page in PAGES.items():
            start = time.perf_counter()
            page(canvas)
            if name == "table":
                measured[f"first_table_{size}_ms"] = round((time.perf_counter() - start) * 1000)
                measured[f"redraw_table_{size}_ms"] = redraw_ms(canvas)
            pygame.image.save(surface, folder / f"{name}-{size}.png")
        measured[f"kept_{size}_mb"] = round(canvas.shelf.used_bytes / 2**20)
    looks = {
        "contrast": (make_theme(high_contrast=True, four_colour=True), CardLook(large_index=True)),
        "large": (make_theme(text_factor=2), CardLook(large_index=True)),
        "larger": (make_theme(text_factor=1.5), CardLook()),
    }
    surface = pygame.display.set_mode((1024, 640))
    for look, (theme, card_look) in looks.items():
        canvas = Canvas(surface, theme, look=card_look)
        for name, page in PAGES.items():
            page(canvas)
            pygame.image.save(surface, folder / f"{name}-{look}.png")
    print(json.dumps(measured))


if __name__ == "__main__":
    if not sys.argv[1:]:
        sys.exit("usage: ui_gallery.py FOLDER [SIZE ...]")
    main(Path(sys.argv[1]), tuple(sys.argv[2:]) or SIZES)
