"""The real program with an observer in it: `python3 scripts/watched_window.py FILE [ARGUMENTS OF lanbridge ...]`.

After each round of the window's loop FILE says, as JSON, what is on the screen and where. Nothing else is changed: the
program gets its inputs from the window alone. For `play_window.py`.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

if TYPE_CHECKING:
    from lanbridge.ui.app import App
    from lanbridge.ui.layout import Point
    from lanbridge.ui.scene import Scene
    from lanbridge.ui.scenes.table import TableScene
    from lanbridge.ui.widgets import Widget


class Observer:
    """Writes a file anew whenever what it says has changed."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.said = ""

    def look(self, app: App) -> None:
        """Say what is there now."""
        text = json.dumps(seen(app))
        if text != self.said:
            self.said = text
            fresh = self.path.with_suffix(".new")
            fresh.write_text(text, "utf-8")
            fresh.replace(self.path)


def seen(app: App) -> dict[str, Any]:
    """The screen on top, what can be pressed there, and at the table the cards and calls."""
    from lanbridge.ui.scene import Pace  # noqa: PLC0415 - after the program has begun

    scale = app.ctx.canvas.screen.scale
    client = app.ctx.client
    known = client.known if client is not None else None
    seating = known.seating if known is not None else None
    out: dict[str, Any] = {
        "screen": type(app.top).__name__,
        "buttons": {w.name: _px(w.rect.center, scale) for w in _widgets(app.top) if w.name and w.enabled},
        "focus": _focus(app.top),
        "stage": seating.stage.value if seating is not None else "",
        "deals": len(known.sheet) if known is not None else 0,
    }
    return out | (_table(app.top, scale, moving=app.pace is Pace.MOVING) if out["screen"] == "TableScene" else {})  # type: ignore[arg-type]  # by its name


def _px(point: Point, scale: float) -> tuple[int, int]:
    return round(point[0] * scale), round(point[1] * scale)


def _group(scene: Scene) -> Any:  # noqa: ANN401 - each kind of screen keeps its widgets in its own place
    dialog = getattr(scene, "dialog", None) or getattr(scene, "_dialog", None)
    return getattr(dialog or scene, "group", None)


def _widgets(scene: Scene) -> list[Widget]:
    group = _group(scene)
    return list(group.order) if group is not None else []


def _focus(scene: Scene) -> str:
    focused = getattr(_group(scene), "focused", None)
    return focused.name if focused is not None else ""


def _table(scene: TableScene, scale: float, *, moving: bool) -> dict[str, Any]:
    """Whose turn it is in view, and where a click plays a card or makes a call."""
    from lanbridge.ui.table_play import legal_in  # noqa: PLC0415 - after the program has begun

    shown = scene.news.story.shown
    spots = scene.hand.gliding.spots
    corners = {
        str(card): _px((spots[card].x - spots[card].width * 0.36, spots[card].y - spots[card].height * 0.3), scale)
        for card in legal_in(shown)
        if card in spots
    }
    picker = scene.picker
    calls = picker.place.keys if picker is not None and picker.place is not None else ()
    return {
        "moves": shown.view.table.moves if shown is not None else -1,
        "busy": scene.news.story.busy,
        "free": scene.acts.free and not scene.news.story.busy and not moving,
        "cards": corners,
        "calls": [_px(rect.center, scale) for rect in calls],
        "confirm": _px(picker.place.confirm.center, scale) if picker is not None and picker.place is not None else None,
    }


def main() -> int:
    """Run the program, observed."""
    from lanbridge.cli import main as program  # noqa: PLC0415 - ROOT must be on the path first
    from lanbridge.ui.app import App  # noqa: PLC0415 - likewise

    observer, step = Observer(Path(sys.argv[1])), App.step

    def observed(app: App) -> bool:
        drawn = step(app)
        if app._scenes:  # noqa: SLF001 - the loop may have ended in this round
            observer.look(app)
        return drawn

    App.step = observed  # type: ignore[method-assign, assignment]  # the observer is the point of this program
    sys.argv = ["lanbridge", *sys.argv[2:]]
    return program()


if __name__ == "__main__":
    sys.exit(main())
