"""What lies under the lobby's widgets; drawn for the first frame, too, before there is anything to press."""

from __future__ import annotations

from collections.abc import Callable

from lanbridge.ui.layout import LobbyLayout, Rect
from lanbridge.ui.paint.easel import Easel


def paint_lobby_ground(easel: Easel, place: LobbyLayout, say: Callable[[str], str]) -> Rect:
    """Cloth, headings and the host's empty panel; the place where the list's heading ends."""
    sizes, palette = easel.theme.sizes, easel.theme.palette
    easel.felt()
    easel.text(say("window.lobby.game"), place.title, sizes.title, bold=True)
    easel.text(say("window.lobby.subtitle"), place.subtitle, sizes.body, colour=palette.ink_soft)
    easel.panel(place.panel)
    easel.text(say("window.host.title"), place.panel_heading, sizes.heading, bold=True)
    return easel.text(say("window.lobby.title"), place.list_heading, sizes.body + 2, bold=True)
