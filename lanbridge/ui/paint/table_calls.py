"""The panel of calls: a row of keys, bonus calls ringed with what they pay, the chosen call in one sentence."""

from __future__ import annotations

from dataclasses import dataclass

from lanbridge.engine import Ruleset
from lanbridge.text import Words, bonus_note, call_meaning
from lanbridge.ui.layout import CallLayout, Point, Rect
from lanbridge.ui.paint.canvas import Canvas
from lanbridge.ui.table_calls import CallChoice


@dataclass(frozen=True, slots=True)
class CallPanel:
    """What the panel shows; ``hovered`` is the call under the pointer, ``advised`` the one a hint names."""

    choice: CallChoice
    rules: Ruleset
    hovered: int | None = None
    advised: int | None = None
    sentence: str = ""


def call_at(layout: CallLayout, choice: CallChoice, point: Point) -> int | None:
    """The call whose key is under the pointer."""
    for call, key in zip(choice.calls, layout.keys, strict=True):
        if key.has(point):
            return call
    return None


def draw_calls(canvas: Canvas, layout: CallLayout, panel: CallPanel, words: Words) -> None:
    """Heading, keys and sentence; the two buttons are widgets of the scene."""
    sizes, palette = canvas.theme.sizes, canvas.theme.palette
    canvas.panel(layout.panel)
    question = words.say("window.call.question")
    if layout.heading is not None:
        canvas.text(question, layout.heading, sizes.heading, bold=True, align="center")
    for call, key in zip(panel.choice.calls, layout.keys, strict=True):
        _draw_key(canvas, key, call, panel, words)
    about = panel.sentence or _sentence(panel, words, question if layout.heading is None else "")
    canvas.text(about, layout.sentence, sizes.label, colour=palette.ink_soft, align="center")


def _sentence(panel: CallPanel, words: Words, question: str) -> str:
    call = panel.choice.chosen if panel.hovered is None else panel.hovered
    if call is None:
        return question or words.say("window.call.how")
    return call_meaning(words, call, panel.rules)


def _draw_key(canvas: Canvas, key: Rect, call: int, panel: CallPanel, words: Words) -> None:
    sizes, palette = canvas.theme.sizes, canvas.theme.palette
    chosen, note = call == panel.choice.chosen, bonus_note(words, call, panel.rules)
    edge = (*palette.gold, 150) if note else None
    rest = palette.quiet_hover if call == panel.hovered else palette.quiet
    canvas.box(key, palette.gold if chosen else rest, radius=11, border=edge)
    if call == panel.advised:
        canvas.outline(key.inset(-4), palette.good, radius=14, thickness=2)
    ink = palette.on_gold if chosen else palette.ink
    upper = key.top(key.h * 0.66) if note else key
    canvas.text(words.number(call), upper, sizes.body + 3, colour=ink, bold=True, align="center")
    if note:
        canvas.text(f"+{note}", key.low(key.h * 0.42).inset(2, 0), sizes.small - 1, colour=ink, align="center")
