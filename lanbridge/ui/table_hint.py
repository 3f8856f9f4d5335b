"""A hint is thought out beside the frame loop: it takes up to a second, and the cards must go on moving."""

from __future__ import annotations

import random
import threading
from dataclasses import dataclass, field

from lanbridge.engine import Call, Card, Play, SeatView
from lanbridge.text import Words


@dataclass(frozen=True, slots=True)
class Hint:
    """The move that is advised, and its chance in per cent to make the call."""

    move: Call | Play
    chance: int

    @property
    def card(self) -> Card | None:
        """The advised card."""
        return self.move.card if isinstance(self.move, Play) else None

    def sentence(self, words: Words) -> str:
        """The advice in words."""
        if isinstance(self.move, Call):
            return words.say("window.call.hint", call=self.move.tricks, count=self.chance)
        return words.say("window.table.hint_card", card=self.move.card, count=self.chance)


@dataclass(slots=True)
class HintSeeker:
    """Thinks of one hint at a time, in a thread that ends with the program."""

    hint: Hint | None = None
    _turn: int | None = None
    _found: list[tuple[int, Hint]] = field(default_factory=list)

    def ask(self, view: SeatView) -> None:
        """Begin to think about this turn, unless it is being thought about already."""
        if self._turn == view.table.moves or not view.my_turn:
            return
        self._turn, self.hint = view.table.moves, None
        threading.Thread(target=self._think, args=(view,), name="hint", daemon=True).start()

    def _think(self, view: SeatView) -> None:
        from lanbridge.bots.hints import advise  # noqa: PLC0415 - its tables are needed by few, and never at the start

        best = advise(view, random.Random(view.table.moves)).best  # noqa: S311 - dice of a search
        if isinstance(best.move, Call | Play):
            self._found.append((view.table.moves, Hint(best.move, best.chance)))

    def update(self, turn: int | None) -> bool:
        """Take what was found; forget a hint whose turn has passed. True when something has changed."""
        before = self.hint
        while self._found:
            found_for, hint = self._found.pop(0)
            self.hint = hint if found_for == turn else self.hint
        if self._turn is not None and turn != self._turn:
            self.hint = self._turn = None
        return self.hint is not before

    @property
    def thinking(self) -> bool:
        """Whether a hint is on its way."""
        return self._turn is not None and self.hint is None
