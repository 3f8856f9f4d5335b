"""Where things are: pure rectangles in logical units, no pygame. Scenes, painters and tests read the same numbers."""

from lanbridge.ui.layout.call import CallLayout, call_layout
from lanbridge.ui.layout.fan import Fan, Spot, fan
from lanbridge.ui.layout.lobby import (
    LobbyLayout,
    ScoresLayout,
    WaitingLayout,
    dialog,
    form_rows,
    lobby_layout,
    scores_layout,
    waiting_layout,
)
from lanbridge.ui.layout.rect import Point, Rect, clashes, outside
from lanbridge.ui.layout.screen import Screen
from lanbridge.ui.layout.table import LEFT, ME, RIGHT, TOP, TableLayout, place_of, seat_at, table_layout

__all__ = [
    "LEFT",
    "ME",
    "RIGHT",
    "TOP",
    "CallLayout",
    "Fan",
    "LobbyLayout",
    "Point",
    "Rect",
    "ScoresLayout",
    "Screen",
    "Spot",
    "TableLayout",
    "WaitingLayout",
    "call_layout",
    "clashes",
    "dialog",
    "fan",
    "form_rows",
    "lobby_layout",
    "outside",
    "place_of",
    "scores_layout",
    "seat_at",
    "table_layout",
    "waiting_layout",
]
