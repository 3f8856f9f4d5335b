"""What came of a match: the host's record beside what each player's program saw and was told."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any, TypeAlias

from lanbridge.engine import Called, Claimed, DealScored, Event, Hand, MatchEnded, PackDealt, Played
from lanbridge.engine.record import FalseRecord, Record, parse, replay

Line: TypeAlias = dict[str, Any]


def lines_of(diary: Path) -> list[Line]:
    """The lines of a diary; one that a kill cut short is left out."""
    lines = []
    for text in diary.read_text().splitlines() if diary.exists() else ():
        try:
            lines.append(json.loads(text))
        except ValueError:
            continue
    return lines


def moves_of(events: Iterable[Event]) -> dict[int, tuple[int, str]]:
    """Turn -> who made which move."""
    moves: dict[int, tuple[int, str]] = {}
    turn, claim = 0, None
    for event in events:
        match event:
            case Claimed():
                claim = turn
                moves[turn] = (event.seat, "claim")
            case Called():
                moves[turn] = (event.seat, str(event.tricks))
                turn += 1
            case Played():
                if turn != claim:
                    moves[turn] = (event.seat, str(event.card))
                turn += 1
            case _:
                pass
    return moves


def lost_and_doubled(record: Record, diaries: list[list[Line]]) -> tuple[int, int, int]:
    """How many accepted moves are not in the record, how many are there twice, and how many were accepted in all."""
    moves = moves_of(record.events)
    accepted = [line for diary in diaries for line in diary if line.get("answer") == "accepted"]
    lost = sum(moves.get(line["turn"]) != (line["seat"], line["move"]) for line in accepted)
    return lost, _doubled(record), len(accepted)


def _doubled(record: Record) -> int:
    doubled, seen = 0, Counter[object]()
    for event in record.events:
        if isinstance(event, Played):
            seen[event.card] += 1
        elif isinstance(event, Called):
            seen[("call", event.seat)] += 1
        elif isinstance(event, PackDealt | MatchEnded):
            doubled += sum(count - 1 for count in seen.values())
            seen.clear()
    return doubled


def foreign_cards(record: Record, diaries: list[list[Line]]) -> tuple[int, int]:
    """Of all looks at unplayed cards in the diaries: how many there were, how many showed another seat's card."""
    deals = [event.hands for event in record.events if isinstance(event, PackDealt)]
    looks = [line for diary in diaries for line in diary if "cards" in line]
    foreign = [line for line in looks if not _are_in(line["cards"], deals[line["deal"] - 1][line["holder"]])]
    return len(looks), len(foreign)


def _are_in(cards: str, hand: Hand) -> bool:
    return set(cards.split()) <= {str(card) for card in hand}


def is_true(record: Record) -> bool:
    """Whether the referee finds nothing wrong with the record."""
    try:
        replay(record)
    except FalseRecord:
        return False
    return True


def read(path: Path) -> Record:
    """The record in this file."""
    return parse(path.read_text())


def sheet_of(record: Record) -> list[list[int]]:
    """Points by deal."""
    return [list(event.result.points) for event in record.events if isinstance(event, DealScored)]
