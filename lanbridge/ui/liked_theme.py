"""The theme that the player likes."""

from __future__ import annotations

from lanbridge.settings import Preferences
from lanbridge.ui.theme import Theme, make_theme


def theme_of(preferences: Preferences) -> Theme:
    """Colours and text sizes as the player likes them."""
    return make_theme(
        high_contrast=preferences.high_contrast,
        four_colour=preferences.four_colour,
        text_factor=preferences.text_size / 100,
    )
