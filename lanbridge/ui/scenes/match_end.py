"""The match is over: who has won, the sheet, and what next."""

from __future__ import annotations

from collections.abc import Sequence

from lanbridge.client.known import Known, Notice
from lanbridge.protocol.messages import SetReady, Stage, StartMatch
from lanbridge.text import seat_name
from lanbridge.ui.scenes.scores import ScoresScene
from lanbridge.ui.table_seats import player_names, viewer


class MatchEndScene(ScoresScene):
    """It goes by itself when a rematch begins."""

    def heading(self) -> str:
        """The winners."""
        words, known = self.ctx.words, self.known
        winners = known.view.table.winners if known.view is not None else None
        if not winners:
            return words.say("window.end.title")
        if winners == (viewer(known),):
            return words.say("window.end.you_win")
        names = words.listed([seat_name(words, player_names(known), seat, viewer(known)) for seat in winners])
        return words.say("window.end.winner" if len(winners) == 1 else "window.end.shared", names=names)

    def note(self) -> str:
        """What the columns are; the rules are not needed any more."""
        return self.ctx.words.say("window.scores.won_called")

    def buttons(self) -> Sequence[tuple[str, str]]:
        """The menu's holder may begin again; others say that they would like to."""
        seating = self.known.seating
        ways = [("window.end.lobby", "leave")]
        if self.ctx.chronicle is not None and self.ctx.chronicle.deals:
            ways.append(("window.end.review", "review"))
        if seating is None or seating.you is None:
            return ways
        if seating.menu:
            ways.append(("window.end.rematch", "rematch"))
        elif not seating.seats[seating.you].ready:
            ways.append(("window.end.again", "again"))
        return ways

    def opened(self) -> None:
        """The last deal is looked back at, too."""
        super().opened()
        if self.ctx.chronicle is not None:
            self.ctx.chronicle.look_back(len(self.known.sheet), self.known.view)

    def review(self) -> None:
        """The match once more, all hands open."""
        chronicle, rules = self.ctx.chronicle, self.rules
        record = chronicle.record(self.known, rules) if chronicle is not None and rules is not None else None
        if record is not None:
            self.ctx.record = record
            self.ctx.stack.lay("replay")

    def leave(self) -> None:
        """Back to the lobby."""
        self.ctx.leave_table()

    def rematch(self) -> None:
        """The same table, a new match."""
        if self.ctx.client is not None:
            self.ctx.client.request(StartMatch(0))

    def again(self) -> None:
        """I would play once more."""
        if self.ctx.client is not None:
            self.ctx.client.request(SetReady(0, ready=True))

    def on_notices(self, notices: Sequence[tuple[Notice, Known]]) -> None:
        """Go when a new match begins."""
        del notices
        seating = self.known.seating
        if seating is None or seating.stage is not Stage.OVER:
            self.close()
        else:
            self.laid_out()
