"""Where this program keeps things."""

from __future__ import annotations

from lanbridge.settings import Places


def show() -> int:
    """Print the folders of settings, data and logs."""
    places = Places.of_this_system()
    for name, folder in (("settings", places.settings), ("data", places.data), ("logs", places.logs)):
        print(f"{name:9} {folder}")
    return 0
