"""Replays, drawings and changes of seats, in lines."""

from __future__ import annotations

import io
import random
from dataclasses import replace

import pytest

from lanbridge.client.known import Known, Link
from lanbridge.engine import (
    PRESETS,
    Event,
    MatchStarted,
    PackDealt,
    State,
    Suit,
    deal,
    dealt_hands,
    decide,
    evolve,
    legal_moves,
    observe,
    opened,
    shuffled_pack,
)
from lanbridge.engine.record import COUNTED, NOT_COUNTED, Dealing, Record
from lanbridge.protocol.messages import Occupant, SeatInfo, Seating, Stage
from lanbridge.protocol.table_settings import TableSettings
from lanbridge.terminal import replay
from lanbridge.terminal.comings import seating_lines
from lanbridge.terminal.drawing import WIDTH, drawn_table
from lanbridge.terminal.replay import replay_lines
from lanbridge.terminal.requests import Order
from lanbridge.terminal.showing import last_trick_lines, table_lines
from lanbridge.text import Words
from tests.terminal.toy_network import seating

EN = Words("en")
ORDER: Order = ((Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS), True)
SETTINGS = TableSettings("Rafi's table", PRESETS["nepal"])


def recorded(moves: int) -> tuple[Record, State]:
    """A match of so many moves, least calls and first cards, and the state after it."""
    started = MatchStarted(PRESETS["nepal"], 3)
    events: list[Event] = [started]
    state = opened(started)
    hands = dealt_hands(shuffled_pack(random.Random(7).randbytes(32)), 3, state.table.rules.direction)
    happened = list(deal(state, hands))
    while True:
        for event in happened:
            state = evolve(state, event)
        events += happened
        seat = state.table.to_act
        if seat is None or state.table.moves >= moves:
            tags = (("Seat0", "Rafi"), ("Seat1", "Nadia"), ("Seat2", "Sabbir"))
            return Record(b"t" * 16, tags, tuple(events), (Dealing(),)), state
        happened = list(decide(state, seat, legal_moves(observe(state, seat))[0]))


def test_a_record_is_read_aloud_from_the_hands_to_the_points() -> None:
    record, _ = recorded(4 + 52)
    lines = list(replay_lines(record, EN))
    assert lines[0] == "Call Break, Nepal: Rafi, Nadia, Sabbir and Seat 4."
    assert sum(" holds " in line for line in lines) == 4
    assert sum(line.endswith("wins the trick.") for line in lines) == 13
    assert sum(" plays the " in line for line in lines) == 52
    assert "Deal 1 is scored." in lines
    assert lines[-1] == "The record ends here."


def test_a_branch_that_does_not_count_says_so_and_cards_that_nobody_knows_are_not_named() -> None:
    record, _ = recorded(4 + 52)
    events = (*record.events[:1], PackDealt(3, ((), (), (), ())), *record.events[2:6])
    lines = [*replay_lines(replace(record, events=events, tags=(*record.tags, (COUNTED, NOT_COUNTED))), EN)]
    assert lines[1] == "Not counted"
    assert not any(" holds " in line for line in lines)


def test_a_replay_prints_what_it_reads() -> None:
    record, _ = recorded(10)
    out = io.StringIO()
    assert replay(record, Words("bn"), out) == 0
    assert out.getvalue().splitlines() == [line.replace("\u200b", "") for line in replay_lines(record, Words("bn"))]


@pytest.mark.parametrize("viewer", [0, 1, 2, 3, None])
def test_the_drawing_has_the_viewer_below_and_no_long_line(viewer: int | None) -> None:
    _, state = recorded(4 + 6)
    seats = tuple(replace(info, name="Player with a long name") for info in seating(Stage.PLAYING).seats)
    known = Known(
        Link.SEATED, SETTINGS, seating=seating(Stage.PLAYING, you=viewer, seats=seats), view=observe(state, viewer)
    )
    lines = drawn_table(EN, known, ORDER)
    assert all(len(line) <= WIDTH for line in lines)
    assert sum(line.count("/") for line in lines) == 4
    assert sum("> " in line for line in lines) == 1
    if viewer is not None:
        assert lines[-2].strip().removeprefix("> ").startswith("You ")
        assert lines[-1].count("  ") == len(observe(state, viewer).hand) - 1


def test_before_a_match_nothing_is_drawn() -> None:
    assert drawn_table(EN, Known(), ORDER) == ()


def test_the_table_and_the_last_trick_are_told() -> None:
    _, state = recorded(4 + 6)
    known = Known(Link.SEATED, SETTINGS, seating=seating(Stage.PLAYING), view=observe(state, 0))
    told = table_lines(EN, known)
    assert told[0] == "Call Break, Nepal; deal 1."
    assert any(line.startswith("In the trick: ") for line in told)
    assert any(line.endswith(" winning the trick.") for line in told)
    assert last_trick_lines(EN, known)[0].startswith("Last trick: ")


def before_and_after(**changes: object) -> tuple[str, ...]:
    """What is said when the seating changes so."""
    old = seating(Stage.PLAYING)
    new = replace(old, **changes)  # type: ignore[arg-type]  # each test knows its field
    return seating_lines(EN, Known(seating=old), Known(seating=new))


def with_seat(place: int, info: SeatInfo, seats: Seating | None = None) -> tuple[SeatInfo, ...]:
    known = (seats or seating(Stage.PLAYING)).seats
    return (*known[:place], info, *known[place + 1 :])


MITU = SeatInfo(Occupant.HUMAN, "Mitu", b"m" * 32)


def test_who_comes_and_goes_is_told() -> None:
    joined = replace(seating(Stage.PLAYING), seats=with_seat(1, MITU))
    assert before_and_after(seats=with_seat(1, MITU)) == ("Mitu sits down at seat 2.",)
    away = replace(joined, seats=with_seat(1, replace(MITU, present=False)))
    assert seating_lines(EN, Known(seating=joined), Known(seating=away)) == ("Mitu is away.",)
    assert seating_lines(EN, Known(seating=away), Known(seating=joined)) == ("Mitu is back.",)
    ready = replace(joined, seats=with_seat(1, replace(MITU, ready=True)))
    assert seating_lines(EN, Known(seating=joined), Known(seating=ready)) == ("Mitu is ready.",)
    left = seating_lines(EN, Known(seating=joined), Known(seating=seating(Stage.PLAYING)))
    assert left == ("Mitu has left the table.", "Nadia, a bot, takes seat 2.")


def test_the_tables_own_changes_are_told() -> None:
    assert before_and_after(paused=True) == ("The table is paused.",)
    assert before_and_after(spectators=("Laxmi",)) == ("Laxmi watches.",)
    assert before_and_after(knocks=((3, "Gopal"),)) == ("Gopal asks to be let in (number 3).",)
    assert before_and_after(waited_for=(1,)) == ("Waiting for Nadia.",)
    assert before_and_after(stage=Stage.BETWEEN) == ("Type ready for the next deal.",)
    assert before_and_after() == ()
