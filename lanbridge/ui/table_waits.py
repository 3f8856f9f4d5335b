"""What my turn brings by itself: a sound when it comes into view, a nudge when it lasts, the last card."""

from __future__ import annotations

from typing import Final

from lanbridge.engine import Phase, Play, SeatView
from lanbridge.ui.table_acts import Acts
from lanbridge.ui.table_seats import clock_left
from lanbridge.ui.table_voice import turn_heard
from lanbridge.ui.table_words import prompt

LAST_CARD_WAITS: Final = 0.4  # seconds before the last card plays itself
_NUDGE_AT: Final = 5  # seconds left on the clock
_NUDGE_AFTER: Final = 25.0  # seconds of waiting for me where there is no clock


class Waits:
    """Watches one turn after the other; ``turn`` is the last one that was noticed."""

    def __init__(self, acts: Acts) -> None:
        self.acts = acts
        self.turn = -1
        self._since = 0.0
        self._nudged = False

    def update(self, now: float, *, covered: bool) -> None:
        """Let time pass; ``covered``: another layer lies over the table, so the turn is told in a passing line."""
        view = self.acts.view
        if view is None or not view.my_turn or not self.acts.free or self.acts.news.story.busy:
            return
        if view.table.moves != self.turn:
            self.turn, self._since, self._nudged = view.table.moves, now, False
            self._tell(covered=covered)
        self._nudge(now)
        if self._last_card(view) and now - self._since >= LAST_CARD_WAITS:
            self.acts.send(Play(view.hand[0]))

    @property
    def due(self) -> bool:
        """Whether the last card waits to play itself."""
        view = self.acts.view
        return view is not None and self.acts.free and self._last_card(view)

    @staticmethod
    def _last_card(view: SeatView) -> bool:
        return view.table.phase is Phase.PLAYING and len(view.hand) == 1

    def _tell(self, *, covered: bool) -> None:
        ctx, story = self.acts.ctx, self.acts.news.story
        if ctx.client is None:
            return
        ctx.sounds.play("turn")
        text = prompt(ctx.words, ctx.client.known, story.shown)
        for sentence in (text, *turn_heard(ctx.words, ctx.client.known)):
            ctx.announce(sentence)
        if covered:
            ctx.toasts.push(text)

    def _nudge(self, now: float) -> None:
        client = self.acts.ctx.client
        left = clock_left(client.known, now) if client is not None else None
        due = left <= _NUDGE_AT if left is not None else now - self._since >= _NUDGE_AFTER
        if due and not self._nudged:
            self._nudged = True
            self.acts.ctx.sounds.play("nudge")
