"""The people at the table: who is away since when, who says what, whom this player does not want to hear. No pygame."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from lanbridge.client.known import Known
from lanbridge.engine import Seat
from lanbridge.protocol.messages import Occupant, Said, Seating
from lanbridge.text import Words, seat_name
from lanbridge.ui.table_seats import away_seats, player_names, viewer

_SHOWN: Final = 3.5  # seconds a bubble stays, and more for longer lines
_A_LETTER: Final = 0.04


@dataclass(slots=True)
class People:
    """What the screen remembers of the people. ``muted`` holds seats, and None for all who only watch.

    Times are in seconds of the screen's clock.
    """

    away_since: dict[Seat, float] = field(default_factory=dict)
    bubbles: dict[Seat, tuple[str, float]] = field(default_factory=dict)
    muted: set[Seat | None] = field(default_factory=set)
    _before: Seating | None = None

    def seated(self, words: Words, known: Known, now: float) -> list[str]:
        """The seating as it is now; gives what has changed, in sentences."""
        away = away_seats(known)
        self.away_since = {seat: self.away_since.get(seat, now) for seat in away}
        before, self._before = self._before, known.seating
        if before is None or known.seating is None:
            return []
        return _changes(words, before, known)

    def spoke(self, words: Words, said: Said, now: float) -> str | None:
        """Somebody spoke: a bubble for a seat, a line for others; None when nothing is to be shown as a line."""
        if said.seat in self.muted:
            return None
        text = said_text(words, said)
        if said.seat is None:
            return words.say("seat.said", name=said.name, text=text)
        self.bubbles[said.seat] = (text, now + _SHOWN + _A_LETTER * len(text))
        return None

    def update(self, now: float) -> bool:
        """Let bubbles go; True when one went."""
        gone = [seat for seat, (_, until) in self.bubbles.items() if until <= now]
        for seat in gone:
            del self.bubbles[seat]
        return bool(gone)

    def mute(self, seat: Seat | None) -> None:
        """Hear somebody no more, or again."""
        self.muted ^= {seat}
        if seat is not None and seat in self.muted:
            self.bubbles.pop(seat, None)


def said_text(words: Words, said: Said) -> str:
    """What was said: a quick phrase in this player's language, or the line as it was typed."""
    return words.say(f"phrase.{said.phrase}") if said.phrase else said.text


def _changes(words: Words, before: Seating, known: Known) -> list[str]:
    seating, names, me = known.seating, player_names(known), viewer(known)
    assert seating is not None  # noqa: S101 - the caller has seen to it
    told: list[str] = []
    for seat, (old, new) in enumerate(zip(before.seats, seating.seats, strict=True)):
        key = None
        if new.occupant is Occupant.HUMAN and (old.occupant is not Occupant.HUMAN or old.key != new.key):
            told.append(words.say("seat.sat", name=new.name, number=seat + 1))
        elif new.occupant is Occupant.HUMAN and old.present != new.present:
            key = "seat.back" if new.present else "seat.away"
        elif old.occupant is Occupant.HUMAN and new.occupant is not Occupant.HUMAN:
            told.append(words.say("seat.left", name=old.name))
        if key is not None and seat != me:
            told.append(words.say(key, name=seat_name(words, names, seat)))
    told += [words.say("seat.watching", name=name) for name in seating.spectators if name not in before.spectators]
    if seating.menu and not before.menu:
        told.append(words.say("seat.menu_yours"))
    asked = {number for number, _ in before.knocks}
    told += [words.say("seat.knocks", name=name) for number, name in seating.knocks if number not in asked]
    return told
