"""Who I am, as a button: initials in a disc and the name; leads to the settings."""

from __future__ import annotations

from collections.abc import Callable

from lanbridge.ui.inputs import Click, Input, Press
from lanbridge.ui.layout import Rect
from lanbridge.ui.paint.canvas import Canvas
from lanbridge.ui.scripts import initials
from lanbridge.ui.widgets import Light, Widget


class PlayerBadge(Widget):
    """The player's plate in the lobby's corner."""

    def __init__(self, rect: Rect, player: str, on_press: Callable[[], None], leads_to: str) -> None:
        super().__init__(rect, f"{leads_to}: {player}")
        self.player, self._on_press = player, on_press

    def take(self, given: Input) -> bool:
        """Pressed."""
        if not isinstance(given, Click | Press):
            return False
        self._on_press()
        return True

    def paint(self, canvas: Canvas, light: Light) -> None:
        """Disc, initials, name, a small sign that something opens."""
        rect, palette, sizes = self.rect, canvas.theme.palette, canvas.theme.sizes
        canvas.plate(rect)
        if light.hovered is self:
            canvas.box(rect, palette.quiet, radius=rect.h / 2)
        badge, center = rect.h * 0.78, (rect.x + rect.h / 2, rect.center[1])
        canvas.disc(center, badge, palette.seats[0])
        place = rect.left_part(rect.h).middle(badge * 0.8, badge)
        size = badge * 0.42 / canvas.theme.text_factor
        canvas.text(initials(self.player), place, size, bold=True, align="center")
        side = canvas.screen.grown(18, 0.4)
        mark = Rect(rect.right - side - 16, rect.y, side, rect.h)
        name = Rect(rect.x + rect.h + 6, rect.y + 4, mark.x - 8 - rect.x - rect.h - 6, rect.h - 8)
        canvas.text(self.player, name, sizes.body, bold=True)
        canvas.mark("menu", mark, palette.ink_soft)
        self.ring(canvas, light, rect.h / 2)
