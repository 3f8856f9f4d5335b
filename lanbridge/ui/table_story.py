"""What happens at the table, told in its time: the timeline, the line under the trick, and the sounds. No pygame."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from lanbridge.client.known import Known, Updated
from lanbridge.engine import (
    Called,
    Claimed,
    DealVoided,
    HandDealt,
    MatchEnded,
    MatchStarted,
    Phase,
    Played,
    PublicEvent,
    Ruleset,
    SeatView,
    TrickWon,
    opened_view,
)
from lanbridge.settings import Motion
from lanbridge.text import Words, event_sentences
from lanbridge.ui.table_seats import player_names
from lanbridge.ui.timeline import Timeline
from lanbridge.ui.timeline_shown import Shown

_TOLD_IN_THE_LINE: Final = (HandDealt, Called, TrickWon, Claimed, DealVoided)
_LINE_SECONDS: Final = 2.2
_LONG_LINE_SECONDS: Final = 4.5  # a void deal: the cards are gone and the reason must be read


@dataclass(slots=True)
class Line:
    """A sentence under the trick until a moment; ``warns``: why something cannot be done."""

    text: str = ""
    until: float = 0.0
    warns: bool = False


@dataclass(slots=True)
class Story:
    """The timeline and what is told beside it. ``shown`` is worked out once a frame."""

    line: Timeline | None = None
    shown: Shown | None = None
    note: Line = field(default_factory=Line)
    _untold: list[PublicEvent] = field(default_factory=list)

    @property
    def known(self) -> SeatView | None:
        """The newest view that this screen was told of."""
        return self.line.known if self.line is not None else None

    @property
    def busy(self) -> bool:
        """Whether something is still to be shown."""
        return self.line is not None and self.line.busy

    def begin(self, view: SeatView | None, motion: Motion) -> None:
        """The screen has opened: the view at once; the first deal of a match, if it has just been dealt, is dealt."""
        if view is None:
            return
        table = view.table
        self.line = Timeline(view, motion)
        if table.phase is Phase.CALLING and not table.moves and table.deals_begun == 1:
            start = opened_view(MatchStarted(table.rules, table.dealer), view.viewer)
            dealt = HandDealt(table.dealer, view.hand or None)
            self.line = Timeline(start, motion).told((dealt,), view)
        self.shown = self.line.shown

    def told(self, update: Updated, motion: Motion) -> None:
        """News: queued behind what is still to be shown; a `Welcome` is shown at once."""
        view, events = update.view, update.events
        if view is None:
            self.line = self.shown = None
            return
        if self.line is None and events and isinstance(events[0], MatchStarted):
            self.line = Timeline(opened_view(events[0], view.viewer), motion)
        if self.line is None or not update.fresh:
            self.line = Timeline(view, motion)
        else:
            self.line = self.line.told(events, view)
            self._untold += events
        self.shown = self.line.shown

    def with_motion(self, motion: Motion) -> None:
        """The player has chosen another speed."""
        if self.line is not None and self.line.motion is not motion:
            self.line = Timeline(self.line.known, motion)
            self.shown = self.line.shown

    def advance(self, seconds: float) -> tuple[PublicEvent, ...]:
        """Let time pass; the events whose showing has begun."""
        if self.line is None or not self.line.busy:
            return ()
        self.line, begun = self.line.advanced(seconds)
        self.shown = self.line.shown
        return begun

    def skipped(self, begun: Sequence[PublicEvent]) -> list[PublicEvent]:
        """What will never begin to be shown, because all was shown at once; each event only once, in its order."""
        if not self.busy:
            gone, self._untold = [event for event in self._untold if event not in begun], []
            return gone
        if not begun:
            return []
        first = self._untold.index(begun[0]) if begun[0] in self._untold else 0
        gone, self._untold = self._untold[:first], self._untold[first:]
        self._untold = [event for event in self._untold if event not in begun]
        return gone

    def finish(self) -> None:
        """Show everything at once."""
        if self.line is not None:
            self.line = self.line.finished()
            self.shown = self.line.shown

    def seen_all(self) -> bool:
        """Whether every card of the known trick is in the picture: only then a click may be a play."""
        if self.line is None or self.shown is None:
            return False
        trick = self.line.known.table.trick
        return trick is None or set(trick.cards) <= set(self.shown.faces)

    def heard(self, words: Words, events: Sequence[PublicEvent], known: Known) -> list[str]:
        """The sentences of events that are only told, not shown."""
        return [line for event in events for line in self._sentences(words, event, known)]

    def tell(self, words: Words, begun: Sequence[PublicEvent], known: Known, now: float) -> list[str]:
        """The sentences of what has begun; the last one that matters stands under the trick for a while."""
        told: list[str] = []
        for event in begun:
            sentences = self._sentences(words, event, known)
            told += sentences
            if isinstance(event, Played) or self.note.warns:
                self.note = Line()  # the position has changed: a reason given before may no longer be true
            if isinstance(event, _TOLD_IN_THE_LINE) and sentences:
                seconds = _LONG_LINE_SECONDS if isinstance(event, DealVoided) else _LINE_SECONDS
                self.note = Line(sentences[0], now + seconds)
        return told

    def warn(self, text: str, now: float) -> None:
        """Why something cannot be done, or what a hint says."""
        self.note = Line(text, now + _LONG_LINE_SECONDS, warns=True)

    def forget(self) -> None:
        """The line under the trick is no longer true."""
        self.note = Line()

    def update_note(self, now: float) -> bool:
        """True when the line has just run out."""
        if self.note.text and self.note.until <= now:
            self.note = Line()
            return True
        return False

    @staticmethod
    def _sentences(words: Words, event: PublicEvent, known: Known) -> tuple[str, ...]:
        rules = _rules(known)
        if rules is None:
            return ()
        viewer = known.view.viewer if known.view is not None else None
        return event_sentences(words, event, player_names(known), viewer, rules)


def sound_of(event: PublicEvent, me: int | None) -> str:
    """The sound that goes with an event, empty for none."""
    match event:
        case HandDealt():
            return "deal"
        case Called():
            return "call"
        case Played():
            return "play"
        case TrickWon(seat) if seat == me:
            return "win"
        case MatchEnded(winners) if me in winners:
            return "win"
        case _:
            return ""


def _rules(known: Known) -> Ruleset | None:
    return known.view.table.rules if known.view is not None else None
