"""The keys, on one page."""

from __future__ import annotations

from typing import Final

from lanbridge.ui.inputs import Back, Click, Digit, Do, Hover, Input, Move, Next, Press
from lanbridge.ui.layout import Rect, dialog
from lanbridge.ui.paint.canvas import Canvas
from lanbridge.ui.paint.pieces import draw_key_hint
from lanbridge.ui.scene import Context, Scene

KEYS: Final = (
    ("arrows", "\u2190 \u2192"),
    ("enter", "Enter"),
    ("digits", "1-9"),
    ("scores", "Tab"),
    ("last_trick", "L"),
    ("hint", "H"),
    ("claim", "K"),
    ("sort", "O"),
    ("chat", "C"),
    ("say_again", "W"),
    ("speech", "F2"),
    ("mute", "M"),
    ("full", "F11"),
    ("escape", "Esc"),
    ("help", "? F1"),
)
"""Text key of what it does, and what stands on the key."""


class KeysScene(Scene):
    """Any key or click goes back."""

    overlay = True

    def __init__(self, ctx: Context) -> None:
        super().__init__(ctx)
        self.rect = Rect(0, 0, 0, 0)

    def laid_out(self) -> None:
        """In the middle."""
        screen = self.ctx.canvas.screen
        self.rect = dialog(screen, 760, 420)

    def opened(self) -> None:
        """Read out for those who hear the screen."""
        words = self.ctx.words
        lines = ". ".join(f"{name}: {words.say(f'window.keys.{key}')}" for key, name in KEYS)
        self.ctx.announce(f"{words.say('window.keys.title')}. {lines}")

    def on_input(self, given: Input) -> bool:
        """Back, whatever it was; only a moving pointer is nothing."""
        if isinstance(given, Click | Press | Back | Next | Do | Digit | Move):
            self.ctx.stack.pop(self)
        return not isinstance(given, Hover)

    def draw(self, canvas: Canvas) -> None:
        """Two columns of keys."""
        sizes, words = canvas.theme.sizes, self.ctx.words
        canvas.veil()
        canvas.panel(self.rect)
        inner = self.rect.inset(30, 22)
        canvas.text(words.say("window.keys.title"), inner.top(44), sizes.heading, bold=True)
        half = -(-len(KEYS) // 2)
        for column, keys in zip(inner.below(54).columns(2, 28), (KEYS[:half], KEYS[half:]), strict=True):
            for row, (key, name) in zip(column.rows(half, 6), keys, strict=False):
                cap = min(row.h, canvas.screen.grown(30, 0.5))
                wide = canvas.screen.grown(66, 0.4)
                draw_key_hint(canvas, Rect(row.x, row.center[1] - cap / 2, wide, cap), name)
                canvas.text(words.say(f"window.keys.{key}"), row.beside(wide + 14), sizes.label)
