"""Whether this machine can show a window, and showing one before anything else is loaded."""

from __future__ import annotations

import os
import sys


def has_display() -> bool:
    """Whether a window can be expected to open."""
    names = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
    return not sys.platform.startswith("linux") or any(os.environ.get(name) for name in names)


def show_lobby_at_once() -> None:
    """The lobby's first frame; where no window can be opened, the sentence about it comes later."""
    from lanbridge.settings.places import Places
    from lanbridge.ui.first_frame import show_first_frame
    from lanbridge.ui.window import NoDisplay

    try:
        show_first_frame(Places.of_this_system())
    except NoDisplay:
        return
