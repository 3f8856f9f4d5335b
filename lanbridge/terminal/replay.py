"""A recorded match read aloud, from the first call to the last point."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from lanbridge.engine import SEATS, MatchEnded, PackDealt, redact
from lanbridge.engine.record import Record
from lanbridge.text import Words, event_sentences, preset_title, seat_name

from .paper import Paper, Stream


def replay(record: Record, words: Words, out: Stream | None = None) -> int:
    """Print the whole match; the program's exit code."""
    paper = Paper(out or sys.stdout, sys.stderr)
    try:
        for line in replay_lines(record, words):
            paper.say(line)
    except BrokenPipeError:  # whoever read along has gone
        pass
    return 0


def replay_lines(record: Record, words: Words) -> Iterator[str]:
    """All that happened, told to somebody without a seat: hands, calls, cards, tricks, points."""
    names = tuple(dict(record.tags).get(f"Seat{seat}", "") for seat in SEATS)
    listed = words.listed([seat_name(words, names, seat) for seat in SEATS])
    yield words.say("terminal.replay.heading", title=preset_title(words, record.rules), names=listed)
    if not record.counts:
        yield words.say("replay.not_counted")
    number = 0
    for event in record.events[1:]:
        if isinstance(event, PackDealt):
            number += 1
            yield from ("", words.say("terminal.replay.deal", number=number))
        yield from event_sentences(words, redact(event, None), names, None, record.rules)
        if isinstance(event, PackDealt):
            yield from _hands(event, names, words)
    if record.events and not _has_ended(record):
        yield words.say("terminal.replay.unfinished")


def _hands(event: PackDealt, names: tuple[str, ...], words: Words) -> Iterator[str]:
    known = (seat for seat in SEATS if event.hands[seat])  # of a deal that was lost with its host no card may be known
    for seat in known:
        cards = words.say("lists.comma").join(words.card(card) for card in reversed(event.hands[seat]))
        yield words.say("terminal.replay.hand", name=seat_name(words, names, seat), cards=cards)


def _has_ended(record: Record) -> bool:
    return isinstance(record.events[-1], MatchEnded)
