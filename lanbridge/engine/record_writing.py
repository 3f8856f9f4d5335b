"""A record into text."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from .cards import SEATS
from .events import (
    Called,
    Claimed,
    DealResult,
    DealScored,
    DealVoided,
    Event,
    MatchEnded,
    MatchStarted,
    PackDealt,
    Played,
    TrickWon,
)
from .presets import house_switches
from .record_notation import (
    MISSING,
    SEALED,
    VERSION,
    hand_text,
    numbers_text,
    participant_text,
    result_text,
    totals_text,
)
from .record_reading import parse
from .record_values import Dealing, InvalidRecord, Record

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .shuffle import DealProof, Share


def write(record: Record) -> str:
    """The record as text; `parse` gives the same record back.

    Raises:
        InvalidRecord: no referee made these events or nobody dealt so, and the text has no words for it.
    """
    text = "\n".join([*_tag_lines(record), *_Scribe(record).lines()]) + "\n"
    if parse(text) != record:
        raise InvalidRecord(0, "the record holds what its text cannot say")
    return text


def _tag_lines(record: Record) -> Iterator[str]:
    started = record.started
    yield _tag("LanBridge", VERSION)
    yield _tag("Table", record.table_id.hex())
    yield _tag("Preset", started.rules.preset)
    if switches := house_switches(started.rules):
        yield _tag("Switches", "; ".join(f"{name}={value}" for name, value in switches.items()))
    yield _tag("Dealer", str(started.dealer))
    yield _tag("Result", result_text(record.events))
    yield from (_tag(name, value) for name, value in record.tags)


def _tag(name: str, value: str) -> str:
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{escaped}"]'


class _Scribe:
    """Writes event after event; calls and tricks gather on one line until something else happens."""

    def __init__(self, record: Record) -> None:
        self._record = record
        self._gathered: list[str] = []
        self._deals = 0
        self._tricks = 0

    def lines(self) -> Iterator[str]:
        """All lines after the tags."""
        for event in self._record.events:
            yield from self._of_event(event)
        yield from self._flush()
        if not isinstance(self._record.events[-1], MatchEnded):
            yield from self._never_dealt()

    def _of_event(self, event: Event) -> Iterator[str]:
        match event:
            case Called():
                yield from self._gather("Calls", f" {event.seat}={event.tricks}")
            case Played():
                yield from self._gather(f"Trick {self._tricks + 1}  {event.seat}:", f" {event.card}")
            case TrickWon():
                self._gathered.append(f"  won {event.seat}")
                self._tricks += 1
                yield from self._flush()
            case _:
                yield from self._flush()
                yield from self._of_turning_point(event)

    def _of_turning_point(
        self, event: MatchStarted | PackDealt | DealVoided | Claimed | DealScored | MatchEnded
    ) -> Iterator[str]:
        match event:
            case PackDealt():
                yield from self._deal_lines(event)
            case DealVoided():
                yield f"Void {event.reason}" + ("" if event.seat is None else f" by {event.seat}")
            case Claimed():
                yield f"Claim {event.seat}"
            case DealScored():
                yield _score_line(event.result)
            case MatchEnded():
                yield from self._never_dealt()
                yield from ("", f"End {event.reason}, won by {numbers_text(event.winners)}")
            case MatchStarted():
                return  # the tags have said it
            case _:
                assert_never(event)

    def _gather(self, opening: str, word: str) -> Iterator[str]:
        if not (self._gathered and self._gathered[0].startswith(opening[:5])):
            yield from self._flush()
            self._gathered = [opening]
        self._gathered.append(word)

    def _flush(self) -> Iterator[str]:
        if self._gathered:
            yield "".join(self._gathered)
        self._gathered = []

    def _deal_lines(self, event: PackDealt) -> Iterator[str]:
        yield from _dealing_lines(self._deals + 1, self._record.dealings[self._deals])
        yield f"Dealer {event.dealer}"
        yield from (f"Hand {seat}  {hand_text(event.hands[seat])}" for seat in SEATS)
        self._deals += 1
        self._tricks = 0

    def _never_dealt(self) -> Iterator[str]:
        for dealing in self._record.dealings[self._deals :]:
            yield from _dealing_lines(self._deals + 1, dealing)
            self._deals += 1


def _dealing_lines(number: int, dealing: Dealing) -> Iterator[str]:
    yield from ("", f"Deal {number}")
    for attempt in dealing.given_up:
        yield from _attempt_lines(attempt, "given up")
    if dealing.proof is not None:
        yield from _attempt_lines(dealing.proof, "dealt")


def _attempt_lines(proof: DealProof, outcome: str) -> Iterator[str]:
    yield f"Attempt {proof.name.attempt} {outcome}"
    yield from map(_share_line, proof.shares)


def _share_line(share: Share) -> str:
    who, commitment = participant_text(share.participant), share.commitment.hex() or MISSING
    return f"Share {who} commitment {commitment} secret {share.secret.hex() or SEALED}"


def _score_line(result: DealResult) -> str:
    points, totals = totals_text(result.points), totals_text(result.totals)
    return f"Score  won {numbers_text(result.won)}  points {points}  totals {totals}"
