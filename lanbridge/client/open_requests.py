"""Requests that wait for an answer, in the order in which they were asked."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Final

from lanbridge.protocol.messages import Request, SubmitMove

MOST_UNANSWERED: Final = 32
"""Requests that may wait for an answer: nobody clicks faster than a lost network is noticed (4 s)."""


@dataclass(slots=True)
class OpenRequests:
    """Numbers requests from ``next_id`` on and keeps each until it is answered."""

    next_id: int
    _open: dict[int, Request] = field(default_factory=dict)

    def numbered(self, request: Request) -> Request:
        """The request under a number of its own."""
        self.next_id += 1
        return replace(request, request_id=self.next_id - 1)

    def asks_again(self, request: Request) -> bool:
        """Whether it is a move for a turn that has been asked for already: a double click."""
        return isinstance(request, SubmitMove) and any(move.turn == request.turn for move in self._moves())

    @property
    def full(self) -> bool:
        """Whether no more may be asked now."""
        return len(self._open) >= MOST_UNANSWERED

    def add(self, request: Request) -> None:
        """It waits from now on."""
        self._open[request.request_id] = request

    def answered(self, request_id: int) -> Request | None:
        """The request that is answered; None if nobody waits for it."""
        return self._open.pop(request_id, None)

    def all(self) -> tuple[Request, ...]:
        """All that wait, oldest first."""
        return tuple(self._open.values())

    def waited_for(self) -> Request | None:
        """The move that is waited for, else the oldest other request."""
        return next(iter([*self._moves(), *self._open.values()]), None)

    def forget_moves(self) -> tuple[Request, ...]:
        """Moves of another match are not asked for again: turn numbers start anew. The moves forgotten."""
        moves = self._moves()
        for move in moves:
            del self._open[move.request_id]
        return tuple(moves)

    def clear(self) -> None:
        """Nothing is waited for any more."""
        self._open.clear()

    def _moves(self) -> list[SubmitMove]:
        return [request for request in self._open.values() if isinstance(request, SubmitMove)]
