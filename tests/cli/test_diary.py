"""A bot's diary for the labs: which unplayed cards its seat was shown, so that a lab sees whether one is another's."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from lanbridge.cli.diary import Diary, unplayed
from lanbridge.client.known import Known, Updated
from lanbridge.engine import PRESETS, SEATS, Event, MatchStarted, Phase, deal, dealt_hands, observe, opened
from lanbridge.engine import shuffled_pack as shuffled
from lanbridge.engine.record import Dealing, Record
from lanbridge.engine.table import State, evolve

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))

from lab.judging import Line, foreign_cards, lines_of


def dealt() -> tuple[list[Event], State]:
    """A match whose first deal has just been dealt."""
    begun = MatchStarted(PRESETS["nepal"], 0)
    state = opened(begun)
    events: list[Event] = [begun]
    for event in deal(state, dealt_hands(shuffled(bytes(32)), 0, state.table.rules.direction)):
        events.append(event)
        state = evolve(state, event)
    return events, state


def diary_of(path: Path, state: State, seat: int, *, planted: bool) -> list[Line]:
    """What the diary of this seat says of the state; ``planted``: with a card of the next seat among the events."""
    diary = Diary(path)
    foreign = (state.hands[(seat + 1) % 4][0],) if planted else ()
    known = Known(view=observe(state, seat))
    diary.hear(Updated(foreign, known.view), known)  # type: ignore[arg-type]  # a card where no event may have it
    diary.close()
    return lines_of(path)


def test_a_seat_is_shown_its_own_hand_and_nothing_between_deals() -> None:
    begun = opened(MatchStarted(PRESETS["nepal"], 0))
    assert begun.table.phase not in (Phase.CALLING, Phase.PLAYING)
    assert unplayed(observe(begun, 0), ()) == []
    _, state = dealt()
    for seat in SEATS:
        assert unplayed(observe(state, seat), ()) == sorted(map(str, state.hands[seat]))
    assert unplayed(observe(state, None), ()) == []


def test_a_card_of_another_seat_is_found_and_ones_own_are_not(tmp_path: Path) -> None:
    events, state = dealt()
    record = Record(bytes(16), (), tuple(events), (Dealing(None),))
    honest = [diary_of(tmp_path / f"{seat}", state, seat, planted=False) for seat in SEATS]
    planted = [diary_of(tmp_path / f"planted {seat}", state, seat, planted=True) for seat in SEATS]

    assert foreign_cards(record, honest) == (4, 0)
    assert foreign_cards(record, planted) == (4, 4)


def test_the_same_cards_are_written_once(tmp_path: Path) -> None:
    _, state = dealt()
    known = Known(view=observe(state, 2))
    diary = Diary(tmp_path / "diary")
    for _ in range(3):
        diary.hear(Updated((), known.view), known)
    diary.close()

    lines = [json.loads(line) for line in (tmp_path / "diary").read_text().splitlines()]
    assert sum("cards" in line for line in lines) == 1
