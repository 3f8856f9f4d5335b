"""What a bot's connection lives through, line by line as JSON, for measurements (`join --bot LEVEL --diary FILE`)."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING

from lanbridge.client.known import Answered, LinkChanged, Updated
from lanbridge.engine import Call, Play
from lanbridge.protocol.messages import SubmitMove

if TYPE_CHECKING:
    from pathlib import Path

    from lanbridge.client.known import Known, Notice
    from lanbridge.engine import Move, SeatView


def move_text(move: Move) -> str:
    """A move in a word: a number, a card, or ``claim``."""
    match move:
        case Call():
            return str(move.tricks)
        case Play():
            return str(move.card)
        case _:
            return "claim"


class Diary:
    """Appends to a file; every line has ``at``, the machine's monotonic second."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("a", encoding="utf-8", buffering=1)

    def hear(self, notice: Notice, known: Known) -> None:
        """Write down link changes, answers to moves, and how far the table has come."""
        match notice:
            case LinkChanged():
                self._write(link=known.link, problem=notice.problem, epoch=known.epoch)
            case Answered(request=SubmitMove() as request):
                self._write(answer=notice.reason or "accepted", **_moved(known, request.turn, request.move))
            case Updated() if known.view is not None:
                self._write(seen=known.view.table.moves, match=known.match, deals=len(known.sheet), fresh=notice.fresh)
            case _:
                pass

    def chose(self, view: SeatView, move: Move) -> None:
        """The bot has made up its mind; the move is sent at once."""
        self._write(sent=view.table.moves, seat=view.viewer, move=move_text(move))

    def close(self) -> None:
        """No more lines."""
        self._file.close()

    def _write(self, **facts: object) -> None:
        self._file.write(json.dumps({"at": time.monotonic(), **facts}) + "\n")


def _moved(known: Known, turn: int, move: Move) -> dict[str, object]:
    seat = None if known.view is None else known.view.viewer
    return {"match": known.match, "turn": turn, "seat": seat, "move": move_text(move), "epoch": known.epoch}
