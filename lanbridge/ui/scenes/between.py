"""Between two deals: the sheet, who is ready, and what comes next."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import TYPE_CHECKING

from lanbridge.client.known import Known, Link, Notice
from lanbridge.engine import SEATS
from lanbridge.protocol.messages import NextDeal, Occupant, SetReady, Stage, StopMatch
from lanbridge.text import seat_name
from lanbridge.ui.scene import Context, Pace
from lanbridge.ui.scenes.menu import SureScene
from lanbridge.ui.scenes.scores import ScoresScene
from lanbridge.ui.table_seats import player_names, viewer

if TYPE_CHECKING:
    from lanbridge.bots.review import Moment


class BetweenScene(ScoresScene):
    """It goes by itself when the next deal begins, or the match or the table ends."""

    def __init__(self, ctx: Context) -> None:
        super().__init__(ctx)
        self._since = ctx.clock()
        self._left: int | None = None

    def heading(self) -> str:
        """Which deal is over."""
        return self.ctx.words.say("window.between.title", number=len(self.known.sheet))

    def note(self) -> str:
        """When the next deal comes, or who is not ready yet."""
        words, left = self.ctx.words, self._seconds_left(self.ctx.clock())
        if left is not None:
            return words.say("window.between.next_in", count=left)
        waiting = [name for name in self._not_ready() if name != words.say("names.you")]
        return words.say("window.between.waiting", names=words.listed(waiting)) if waiting else super().note()

    def _seconds_left(self, now: float) -> int | None:
        settings = self.known.settings
        if settings is None or settings.pace is None:
            return None
        return max(0, ceil(settings.pace - (now - self._since)))

    def _not_ready(self) -> list[str]:
        known = self.known
        if known.seating is None:
            return []
        names = player_names(known)
        seats = known.seating.seats
        late = [s for s in SEATS if seats[s].occupant is Occupant.HUMAN and seats[s].present and not seats[s].ready]
        return [seat_name(self.ctx.words, names, seat, viewer(known)) for seat in late]

    def buttons(self) -> Sequence[tuple[str, str]]:
        """Those who hold the menu deal or stop; the others say that they are ready."""
        seating = self.known.seating
        if seating is None or seating.you is None:
            return (("window.scores.close", "close"),)
        if seating.menu:
            return (("window.between.stop", "stop"), ("window.between.another", "another"))
        if seating.seats[seating.you].ready:
            return (("window.between.not_yet", "not_ready"),)
        return (("window.between.ready", "ready"),)

    def another(self) -> None:
        """Deal: alone at once, with others when all are ready, or now all the same on a second press."""
        seating = self.known.seating
        if self.ctx.client is None or seating is None or seating.you is None:
            return
        alone = [name for name in self._not_ready() if name != self.ctx.words.say("names.you")]
        if alone and not seating.seats[seating.you].ready:
            self.ctx.client.request(SetReady(0, ready=True))
        else:
            self.ctx.client.request(NextDeal(0))

    def stop(self) -> None:
        """End the match here, after a question."""
        self.ctx.stack.push(SureScene(self.ctx, "window.menu.stop_sure", self._stop))

    def _stop(self) -> None:
        if self.ctx.client is not None:
            self.ctx.client.request(StopMatch(0))

    def ready(self) -> None:
        """I am ready."""
        if self.ctx.client is not None:
            self.ctx.client.request(SetReady(0, ready=True))

    def not_ready(self) -> None:
        """Not yet, after all."""
        if self.ctx.client is not None:
            self.ctx.client.request(SetReady(0, ready=False))

    def on_notices(self, notices: Sequence[tuple[Notice, Known]]) -> None:
        """Go when the table goes on; other buttons when I am ready."""
        del notices
        known = self.known
        if known.seating is None or known.seating.stage is not Stage.BETWEEN or known.link is Link.CLOSED:
            self.close()
        else:
            self.laid_out()

    def update(self, now: float) -> Pace:
        """The countdown is drawn once a second."""
        found = super().update(now)
        left, self._left = self._left, self._seconds_left(now)
        return found if left == self._left else Pace.ONCE

    def opened(self) -> None:
        """Begin to look back at the deal, beside the frame loop."""
        super().opened()
        if self.ctx.chronicle is not None:
            self.ctx.chronicle.look_back(len(self.known.sheet), self.known.view)

    def dearest(self) -> Moment | None:
        """Of the deal that is over, not of those before."""
        return self.ctx.chronicle.seeker.dearest(len(self.known.sheet)) if self.ctx.chronicle is not None else None
