"""The timeline's laws, over whole matches, without a screen."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lanbridge.client.known import Updated
from lanbridge.engine import PRESETS, Claimed, Phase, Played, PublicEvent, SeatView, TrickWon
from lanbridge.settings import Motion
from lanbridge.ui.timeline import COMFORT, LONGEST, Timeline
from lanbridge.ui.timeline_shown import Where
from tests.ui.fake_table import FakeTable

News = tuple[tuple[PublicEvent, ...], SeatView]


def news_of(seed: int, viewer: int | None, preset: str, deals: int) -> tuple[SeatView, list[News]]:
    """The first view and all updates of some deals."""
    table = FakeTable(PRESETS[preset], seed=seed, viewer=viewer)
    first = table.known.view
    assert first is not None
    table.until(lambda t: t.state.table.deals_done >= deals or t.state.table.phase is Phase.OVER)
    updates = [notice for notice, _ in table.poll() if isinstance(notice, Updated)]
    return first, [(update.events, update.view) for update in updates if update.view is not None]


def played_through(line: Timeline, step: float = 0.05) -> Timeline:
    """Let time pass until nothing is left to show."""
    for _ in range(10_000):
        if not line.busy:
            return line
        line, _ = line.advanced(step)
    raise AssertionError("the timeline never ends")


matches = st.tuples(
    st.integers(0, 10_000), st.sampled_from([0, 1, 2, 3, None]), st.sampled_from(["bangladesh", "nepal", "india"])
)
motions = st.sampled_from(list(Motion))


@settings(max_examples=15)
@given(match=matches, motion=motions, dice=st.randoms(use_true_random=False))
def test_shown_trails_known_and_reaches_it(
    match: tuple[int, int | None, str], motion: Motion, dice: random.Random
) -> None:
    first, updates = news_of(*match, deals=1)
    line = Timeline(first, motion)
    for events, view in updates:
        line = line.told(events, view)
        assert line.known == view
        for _ in range(dice.randrange(6)):
            line, _ = line.advanced(dice.random() * 0.3)
            assert line.known == view
        assert line.finished().shown.view == view
    assert played_through(line).shown.view == updates[-1][1]


@settings(max_examples=15)
@given(match=matches, motion=motions, dice=st.randoms(use_true_random=False))
def test_no_card_is_drawn_twice(match: tuple[int, int | None, str], motion: Motion, dice: random.Random) -> None:
    first, updates = news_of(*match, deals=1)
    line = Timeline(first, motion)
    for events, view in updates:
        line = line.told(events, view)
        for _ in range(dice.randrange(8)):
            line, _ = line.advanced(dice.random() * 0.12)
            twice = [card for card, times in Counter(line.shown.faces).items() if times > 1]
            assert not twice


@settings(max_examples=10)
@given(match=matches)
def test_every_beginning_is_told_once_and_in_order(match: tuple[int, int | None, str]) -> None:
    first, updates = news_of(*match, deals=1)
    line = Timeline(first)
    begun: list[PublicEvent] = []
    happened: list[PublicEvent] = []
    for events, view in updates:
        line = line.told(events, view)
        happened += events
        for _ in range(100):
            line, now = line.advanced(0.02)
            begun += now
    for _ in range(3000):
        line, now = line.advanced(0.02)
        begun += now
    assert begun == happened


def test_a_finished_trick_can_be_read_for_over_a_second() -> None:
    line, seconds = at_trick_won()
    while line.shown.trick:
        line, _ = line.advanced(0.01)
        seconds += 0.01
    assert 1.1 < seconds < 1.4
    assert len(line.shown.flights) == 4


def test_the_winning_card_glows_and_the_pip_fills_when_the_trick_is_gathered() -> None:
    line, _ = at_trick_won()
    line, _ = line.advanced(0.24)
    line, _ = line.advanced(0.24)
    assert line.shown.winner is not None
    assert line.shown.glow == 1
    assert sum(line.shown.view.table.won) == 0
    assert sum(played_through(line).shown.view.table.won) == 1


def test_a_trick_at_rest_needs_no_frames() -> None:
    line, _ = at_trick_won()
    for _ in range(2):
        line, _ = line.advanced(0.2)
    assert line.busy
    assert not line.changing


def at_trick_won() -> tuple[Timeline, float]:
    """The moment at which the fourth card of the first trick has landed."""
    first, updates = news_of(3, 0, "bangladesh", 1)
    line = Timeline(first)
    for events, view in updates:
        line = played_through(line)
        line = line.told(events, view)
        if any(isinstance(event, TrickWon) for event in events):
            break
    while not isinstance(line.steps[0].event, TrickWon):
        line, _ = line.advanced(0.01)
    return line, line.elapsed


def test_without_motion_nothing_flies_but_the_trick_is_still_read() -> None:
    first, updates = news_of(3, 0, "bangladesh", 1)
    line = Timeline(first, Motion.NONE)
    rested = 0.0
    for events, view in updates[:12]:
        line = line.told(events, view)
        while line.busy:
            assert not line.shown.flights
            assert not line.changing or not line.elapsed
            line, _ = line.advanced(0.05)
            rested += 0.05 if line.busy else 0
    assert 1.0 < rested < 3.0


def test_cards_are_dealt_one_at_a_time_from_the_seat_after_the_dealer() -> None:
    first, updates = news_of(3, 0, "bangladesh", 1)
    line = Timeline(first).told(*updates[0])
    line, _ = line.advanced(0.01)
    (first_flight,) = line.shown.flights
    assert first_flight.card is None
    assert first_flight.end.where is Where.SLOT  # dealer 3, counter-clockwise: seat 0 is ours
    dealt = 0
    while line.busy:
        assert line.shown.dealt >= dealt
        assert line.shown.dealt - dealt <= 2
        dealt = line.shown.dealt
        line, _ = line.advanced(1 / 60)
    assert dealt == 52


def test_a_backlog_runs_faster_and_a_long_one_is_cut() -> None:
    first, updates = news_of(5, 0, "bangladesh", 1)
    line = Timeline(first)
    for events, view in updates:
        line = line.told(events, view)
    assert line.backlog <= LONGEST + COMFORT
    seconds = 0.0
    while line.busy:
        line, _ = line.advanced(1 / 60)
        seconds += 1 / 60
    assert seconds < LONGEST
    assert line.shown.view == updates[-1][1]


def test_a_claim_is_played_out_quickly() -> None:
    _, updates = news_of(5, 0, "bangladesh", 1)
    played = next(i for i, (events, _) in enumerate(updates) if any(isinstance(e, Played) for e in events))
    events, view = updates[played]
    plain = Timeline(updates[played - 1][1]).told(events, view)
    claimed = Timeline(updates[played - 1][1]).told((Claimed(0), *events), view)
    assert claimed.steps[-1].span.seconds < plain.steps[-1].span.seconds / 4


@pytest.mark.parametrize("motion", list(Motion))
def test_an_update_without_events_is_shown_at_once(motion: Motion) -> None:
    first, updates = news_of(5, 0, "bangladesh", 1)
    line = Timeline(first, motion).told(*updates[0]).told((), updates[-1][1])
    assert not line.busy
    assert line.shown.view == updates[-1][1]


def test_a_stall_of_a_minute_loses_nothing() -> None:
    first, updates = news_of(5, 0, "bangladesh", 1)
    line = Timeline(first).told(*updates[0])
    line, begun = line.advanced(60)
    assert line.busy
    assert line.known == updates[0][1]
    assert begun == updates[0][0][:1]
