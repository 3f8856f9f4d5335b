"""When everybody is asked, and when one table alone; lost packets, silence, long absences."""

from __future__ import annotations

import random

from lanbridge.client.asking import GONE_SOON_SECONDS, TCP_AFTER_SECONDS, Asking
from lanbridge.client.browse import ADAPTERS_SECONDS
from lanbridge.client.sightings import GONE_SECONDS, Seen, Sightings, host_key
from lanbridge.protocol.advert import TableCard

CARD = TableCard(bytes(16), 1, "t", "nepal", (), 1, False, False, True, 1, 7468, bytes(32))
STEP = 0.05


def rounds(asking: Asking, start: float, seconds: float) -> list[float]:
    """The times at which everybody is asked."""
    steps = [start + STEP * step for step in range(int(seconds / STEP) + 1)]
    return [round(now - start, 2) for now in steps if asking.round_is_due(now)]


def only(sightings: Sightings) -> Seen:
    (seen,) = sightings.all()
    return seen


def test_opening_asks_at_once_twice_again_soon_and_then_each_second() -> None:
    asked = rounds(Asking(100.0), 100.0, 3.0)
    assert asked[0] == 0
    assert len([at for at in asked if at < 0.5]) == 3
    assert 5 <= len(asked) <= 6


def test_a_change_of_adapters_asks_at_once() -> None:
    asking = Asking(0.0)
    rounds(asking, 0.0, 2.2)
    asking.begin_again(2.3)
    assert asking.round_is_due(2.3)


def test_rounds_missed_in_sleep_are_not_made_up_for() -> None:
    asking = Asking(0.0)
    rounds(asking, 0.0, 2.0)
    assert len(rounds(asking, 500.0, 0.9)) == 1


def test_an_answer_counts_only_if_it_was_asked_for() -> None:
    asking = Asking(0.0)
    asking.asked(b"n" * 8, 1.0)
    assert asking.rtt_ms(b"n" * 8, 1.004) == 4
    assert asking.rtt_ms(b"x" * 8, 1.0) is None
    asking.asked(b"m" * 8, 60.0)
    assert asking.rtt_ms(b"n" * 8, 60.0) is None


def test_a_table_that_answers_the_rounds_is_not_asked_alone() -> None:
    asking, sightings = Asking(0.0), Sightings()
    sightings.answered(CARD, ("10.77.0.11", 5000), 1, 10.0, "beacon")
    assert asking.to_ask(only(sightings), 11.0) == ()


def test_a_silent_table_is_asked_alone_and_often() -> None:
    asking, sightings = Asking(0.0), Sightings()
    sightings.answered(CARD, ("10.77.0.11", 5000), 1, 10.0, "beacon")
    times = [10 + STEP * step for step in range(56)]
    assert len([now for now in times if asking.to_ask(only(sightings), now)]) >= 7


def test_a_table_that_was_only_named_is_asked_at_all_its_places() -> None:
    asking, sightings = Asking(0.0), Sightings()
    sightings.named(CARD, ["10.77.0.11", "172.17.0.1"], 7468, 10.0)
    assert len(asking.to_ask(only(sightings), 10.0)) == 2


def test_a_table_that_is_gone_is_asked_each_second_and_later_more_rarely() -> None:
    asking, sightings = Asking(0.0), Sightings()
    sightings.answered(CARD, ("10.77.0.11", 5000), 1, 10.0, "beacon")
    sightings.left(host_key(CARD), 10.0)
    soon = [10 + STEP * step for step in range(200)]
    assert 9 <= len([now for now in soon if asking.to_ask(only(sightings), now)]) <= 11
    later = [10 + GONE_SOON_SECONDS + 5 + STEP * step for step in range(180)]
    assert 2 <= len([now for now in later if asking.to_ask(only(sightings), now)]) <= 4


def test_only_a_table_that_answers_no_question_is_called_over_tcp() -> None:
    asking, sightings = Asking(0.0), Sightings()
    sightings.named(CARD, ["10.77.0.11"], 7468, 10.0)
    assert not asking.must_call(only(sightings), 10.0)
    assert asking.must_call(only(sightings), 10.1 + TCP_AFTER_SECONDS)
    assert not asking.must_call(only(sightings), 10.2 + TCP_AFTER_SECONDS)
    sightings.answered(CARD, ("10.77.0.11", 5000), 1, 12.0, "beacon")
    assert not asking.must_call(only(sightings), 13.0)


def test_at_a_fifth_of_all_packets_lost_a_living_row_stays() -> None:
    """Thirty minutes: 20 % lost at each end; the bound is one false alarm in ten minutes."""
    dice, asking, sightings = random.Random(4), Asking(0.0), Sightings()
    alarms, now = 0, 0.0
    sightings.answered(CARD, ("10.77.0.11", 5000), 1, now, "beacon")
    for step in range(int(1800 / STEP)):
        now = step * STEP
        questions = int(asking.round_is_due(now)) + len(asking.to_ask(only(sightings), now))
        if any(dice.random() < 0.8 * 0.8 for _ in range(questions)):
            sightings.answered(CARD, ("10.77.0.11", 5000), 1, now, "beacon")
        sightings.sweep(now)
        alarms += not sightings.rows()
    assert alarms == 0


def test_a_table_that_only_takes_calls_is_called_more_often_once_it_is_silent() -> None:
    asking, sightings = Asking(0.0), Sightings()
    sightings.named(CARD, ["10.77.0.11"], 7468, 10.0)
    sightings.greeted(host_key(CARD), "10.77.0.11", 5, 11.0)
    steps = [11.0 + STEP * step for step in range(int(GONE_SECONDS / STEP))]
    called = [now for now in steps if asking.must_call(only(sightings), now)]
    assert len([now for now in called if now < 12.0]) == 1
    assert len([now for now in called if now >= 12.0]) >= 4
    sightings.sweep(20.0)
    later = [20.0 + STEP * step for step in range(100)]
    assert len([now for now in later if asking.must_call(only(sightings), now)]) <= 6


def test_adapters_that_flap_cause_no_storm_of_questions() -> None:
    """A minute in which the adapters change at every look: five rounds for each, and an answer to each is small."""
    asking, asked = Asking(0.0), 0
    for step in range(int(60 / STEP)):
        now = step * STEP
        if step % int(ADAPTERS_SECONDS / STEP) == 0:
            asking.begin_again(now)
        asked += asking.round_is_due(now)
    assert 60 <= asked <= 5 * 60 / ADAPTERS_SECONDS
