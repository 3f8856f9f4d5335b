"""A hint is thought out beside the frame loop: it takes up to a second, and the cards must go on moving."""

from __future__ import annotations

import random
import threading
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from lanbridge.engine import Call, Card, Play, SeatView
from lanbridge.text import Words, advice_sentences, why_sentence

if TYPE_CHECKING:
    from lanbridge.bots.hints import Advice


@dataclass(slots=True)
class HintSeeker:
    """Thinks of one hint at a time, in a thread that ends with the program."""

    advice: Advice | None = None
    thread: threading.Thread | None = None
    _turn: int | None = None
    _found: list[tuple[int, Advice]] = field(default_factory=list)

    def ask(self, view: SeatView) -> None:
        """Begin to think about this turn, unless it is being thought about already."""
        if self._turn == view.table.moves or not view.my_turn:
            return
        self._turn, self.advice = view.table.moves, None
        self.thread = threading.Thread(target=self._think, args=(view,), name="hint", daemon=True)
        self.thread.start()

    def _think(self, view: SeatView) -> None:
        from lanbridge.bots.hints import advise  # noqa: PLC0415 - its tables are needed by few, and never at the start

        advice = advise(view, random.Random(view.table.moves))  # noqa: S311 - dice of a search
        self._found.append((view.table.moves, advice))

    def update(self, turn: int | None) -> bool:
        """Take what was found; forget advice whose turn has passed. True when something has changed."""
        before = self.advice
        while self._found:
            found_for, advice = self._found.pop(0)
            self.advice = advice if found_for == turn else self.advice
        if self._turn is not None and turn != self._turn:
            self.advice = self._turn = None
        return self.advice is not before

    @property
    def thinking(self) -> bool:
        """Whether advice is on its way."""
        return self._turn is not None and self.advice is None

    @property
    def card(self) -> Card | None:
        """The advised card."""
        move = self.advice.best.move if self.advice is not None else None
        return move.card if isinstance(move, Play) else None

    @property
    def call(self) -> int | None:
        """The advised call."""
        move = self.advice.best.move if self.advice is not None else None
        return move.tricks if isinstance(move, Call) else None

    def sentence(self, words: Words) -> str:
        """The advice and its first reason, in words; empty without advice."""
        if self.advice is None:
            return ""
        best, *_ = advice_sentences(words, self.advice)
        return " ".join((best, *(why_sentence(words, fact) for fact in self.advice.facts[:1])))
