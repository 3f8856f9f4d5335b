"""The screens by name: scenes open each other by it and never import one another."""

from __future__ import annotations

from importlib import import_module
from typing import Final, cast

from lanbridge.ui.scene import Context, Scene

SCREENS: Final = {
    "first_run": ("first_run", "FirstRunScene"),
    "lobby": ("lobby", "LobbyScene"),
    "doctor": ("doctor", "DoctorScene"),
    "host": ("host", "HostScene"),
    "connecting": ("connecting", "ConnectingScene"),
    "waiting": ("waiting", "WaitingScene"),
    "table": ("table", "TableScene"),
    "scores": ("scores", "ScoresScene"),
    "settings": ("settings", "SettingsScene"),
    "rules": ("rules", "RulesScene"),
    "keys": ("keys", "KeysScene"),
    "statistics": ("statistics", "StatisticsScene"),
    "replay": ("replay", "ReplayScene"),
}
"""Screen name -> module in `scenes` and class; read when first shown, so that the first frame comes early."""


def made(name: str, ctx: Context) -> Scene:
    """A new screen of this name."""
    module, kind = SCREENS[name]
    return cast("Scene", getattr(import_module(f"lanbridge.ui.scenes.{module}"), kind)(ctx))
