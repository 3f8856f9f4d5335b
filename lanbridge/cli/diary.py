"""What a bot's connection lives through, line by line as JSON, for measurements (`join --bot LEVEL --diary FILE`)."""

from __future__ import annotations

import json
import time
from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING

from lanbridge.client.known import Answered, LinkChanged, Updated
from lanbridge.engine import Call, Card, DealScored, DealVoided, Phase, Play
from lanbridge.protocol.messages import SubmitMove

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
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


def cards_in(value: object) -> Iterator[Card]:
    """Every card anywhere in a frozen value."""
    if isinstance(value, Card):
        yield value
    elif is_dataclass(value):
        for field in fields(value):
            yield from cards_in(getattr(value, field.name))
    elif isinstance(value, (tuple, list, frozenset)):
        for part in value:
            yield from cards_in(part)


def unplayed(view: SeatView, events: Sequence[object]) -> list[str]:
    """Cards of the running deal that an update shows and that nobody has played yet; empty between deals.

    ``events`` of the deal before do not count.
    """
    if view.table.phase not in (Phase.CALLING, Phase.PLAYING):
        return []
    ends = [place for place, event in enumerate(events) if isinstance(event, DealScored | DealVoided)]
    running = events[ends[-1] + 1 :] if ends else events
    shown = {*cards_in(view), *cards_in(tuple(running))}
    return sorted(str(card) for card in shown - {*cards_in(view.table.tricks), *cards_in(view.table.trick)})


class Diary:
    """Appends to a file; every line has ``at``, the machine's monotonic second."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("a", encoding="utf-8", buffering=1)
        self._shown: tuple[object, ...] = ()

    def hear(self, notice: Notice, known: Known) -> None:
        """Write down link changes, answers to moves, and how far the table has come."""
        match notice:
            case LinkChanged():
                self._write(link=known.link, problem=notice.problem, epoch=known.epoch)
            case Answered(request=SubmitMove() as request):
                self._write(answer=notice.reason or "accepted", **_moved(known, request.turn, request.move))
            case Updated() if known.view is not None:
                table = known.view.table
                self._write(seen=table.moves, match=known.match, deals=len(known.sheet), fresh=notice.fresh)
                self._holds(known.view, notice.events)
            case _:
                pass

    def chose(self, view: SeatView, move: Move) -> None:
        """The bot has made up its mind; the move is sent at once."""
        self._write(sent=view.table.moves, seat=view.viewer, move=move_text(move))

    def _holds(self, view: SeatView, events: Sequence[object]) -> None:
        """Write down which cards this seat has been shown, when they are others than before."""
        shown = (view.table.deals_begun, *unplayed(view, events))
        if shown != self._shown and shown[1:]:
            self._shown = shown
            self._write(deal=view.table.deals_begun, holder=view.viewer, cards=" ".join(map(str, shown[1:])))

    def close(self) -> None:
        """No more lines."""
        self._file.close()

    def _write(self, **facts: object) -> None:
        self._file.write(json.dumps({"at": time.monotonic(), **facts}) + "\n")


def _moved(known: Known, turn: int, move: Move) -> dict[str, object]:
    seat = None if known.view is None else known.view.viewer
    return {"match": known.match, "turn": turn, "seat": seat, "move": move_text(move), "epoch": known.epoch}
