"""Sending moves once: the pending one, the one that was refused, and clicks that came twice. No pygame."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from lanbridge.client.known import Answered, Known
from lanbridge.client.ports import TableClient
from lanbridge.engine import Card, Move, Play, SeatView
from lanbridge.protocol.messages import SubmitMove

DOUBLE_CLICK: Final = 0.40  # seconds: the second half of a double click is no new play


@dataclass(slots=True)
class Sender:
    """Sends at most one move a turn. ``turn`` is the turn a move was sent for, None when none is on its way."""

    turn: int | None = None
    move: Move | None = None
    _sent_at: float = float("-inf")

    def send(self, client: TableClient | None, view: SeatView, move: Move, now: float) -> bool:
        """Send a move for the turn of ``view``, the position that the player saw.

        False when it is not our turn there, or a move for it is on its way.
        """
        if client is None or not view.my_turn or self.turn == view.table.moves:
            return False
        self.turn, self.move, self._sent_at = view.table.moves, move, now
        client.request(SubmitMove(0, view.table.moves, move))
        return True

    def echoes(self, now: float) -> bool:
        """Whether a click now is likely the second half of a double click."""
        return now - self._sent_at < DOUBLE_CLICK

    def on_its_way(self, view: SeatView | None) -> bool:
        """Whether the host has yet to answer for the turn of this view."""
        return view is not None and self.turn == view.table.moves

    def card(self, view: SeatView | None) -> Card | None:
        """The card on its way: it stands out of the hand until it is answered."""
        return self.move.card if self.on_its_way(view) and isinstance(self.move, Play) else None

    def answered(self, answer: Answered) -> bool:
        """Take the answer; True when our move was refused, and may be made again."""
        if not isinstance(answer.request, SubmitMove) or answer.request.turn != self.turn:
            return False
        if answer.reason is not None:
            self.turn = self.move = None
        return answer.reason is not None

    def told_anew(self, known: Known) -> None:
        """After a `Welcome`: what was not carried out and is not asked again may be sent again."""
        if known.pending is None:
            self.turn = self.move = None
