"""A recorded match in the window: stepped through by keys and buttons, every position the engine's own."""

from __future__ import annotations

import random
import time
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from lanbridge.bots.review import review
from lanbridge.client.ports import StartReplaying
from lanbridge.engine import PRESETS, Called, DealScored, PackDealt, Played, TrickWon, fold
from lanbridge.engine.record import COUNTED, CUT, NOT_COUNTED, Record, write
from lanbridge.settings import Places, Preferences
from lanbridge.ui.layout import Screen, clashes, outside
from lanbridge.ui.layout.replay import replay_layout
from lanbridge.ui.replay_steps import find_move, other_deal, other_trick, steps_of
from lanbridge.ui.scenes.replay import ReplayScene
from tests.builders import fair_match
from tests.ui.desk import PLAYER, Desk


@pytest.fixture(scope="module")
def record() -> Record:
    """Three deals."""
    return fair_match(PRESETS["nepal"], seed=4, deals=3)


def shown(desk: Desk) -> ReplayScene:
    """The screen."""
    assert isinstance(desk.scene, ReplayScene)
    return desk.scene


def test_every_call_and_card_is_a_step_and_the_last_is_the_end(record: Record) -> None:
    steps = steps_of(record)
    told = [event for step in steps for event in step.events]
    assert told == list(record.events[1:])
    assert steps[-1].state == fold(record.events)
    assert sum(any(isinstance(e, Called | Played) for e in step.events) for step in steps) == 3 * 56


def test_a_trick_that_is_won_is_told_with_its_fourth_card_still_on_the_table(record: Record) -> None:
    for step in steps_of(record):
        if any(isinstance(event, TrickWon) for event in step.events):
            assert step.state.table.trick is not None
            assert step.state.table.trick.complete


def test_steps_by_trick_and_by_deal_go_forth_and_back(record: Record) -> None:
    steps = steps_of(record)
    second = other_deal(steps, 0, 1)
    assert isinstance(steps[second].events[0], PackDealt)
    assert other_deal(steps, second, -1) == 0
    first = other_trick(steps, second, 1)
    assert (steps[first].deal, steps[first].trick) == (2, 1)
    assert other_trick(steps, first + 2, -1) == first
    assert other_trick(steps, first, -1) == second
    assert other_deal(steps, len(steps) - 1, 1) == len(steps) - 1


def test_a_move_is_found_by_deal_trick_and_seat(record: Record) -> None:
    steps = steps_of(record)
    for deal, trick, seat in ((1, 0, 2), (2, 6, 3), (3, 13, 0)):
        at = find_move(steps, deal, trick, seat)
        event = next(e for e in steps[at + 1].events if isinstance(e, Called | Played))
        assert event.seat == seat
        assert steps[at + 1].state.table.deals_done == deal - 1
        assert steps[at + 1].trick == trick


def test_arrows_step_and_the_words_are_spoken(record: Record) -> None:
    desk = Desk(start=StartReplaying(record))
    desk.spoken.clear()
    desk.press(pygame.K_RIGHT)
    assert desk.spoken == [shown(desk).told()]
    desk.press(pygame.K_DOWN)
    assert shown(desk).step.trick == 1
    desk.press(pygame.K_LEFT)
    assert shown(desk).step.trick == 0


def test_buttons_step_to_the_end_and_no_further(record: Record) -> None:
    desk = Desk(start=StartReplaying(record))
    for _ in range(4):
        desk.click("Next deal")
    assert shown(desk).at == len(shown(desk).steps) - 1
    assert isinstance(shown(desk).step.events[-1], DealScored) or shown(desk).step.state.table.winners is not None
    desk.click("Next card")
    assert shown(desk).at == len(shown(desk).steps) - 1


def test_the_dearest_moments_lead_to_their_positions() -> None:
    record = fair_match(PRESETS["bangladesh"], seed=4, deals=1)
    desk = Desk(start=StartReplaying(record))
    desk.press(pygame.K_r, "r")
    end = time.monotonic() + 60
    while shown(desk).seat not in shown(desk).reviews and time.monotonic() < end:
        desk.wait(0.01)
    desk.wait()
    review = shown(desk).reviews[shown(desk).seat]
    if review.dearest:
        dearest = review.dearest[0]
        desk.click(f"Deal {dearest.deal}")
        assert not desk.page.asking
        assert shown(desk).at == find_move(shown(desk).steps, dearest.deal, dearest.trick, shown(desk).seat)


def test_escape_leads_to_the_lobby(record: Record) -> None:
    desk = Desk(start=StartReplaying(record))
    desk.escape()
    assert desk.screen == "LobbyScene"


def test_without_a_name_it_leads_to_the_first_screen(record: Record) -> None:
    desk = Desk(start=StartReplaying(record), preferences=Preferences(muted=True))
    desk.escape()
    assert desk.screen == "FirstRunScene"


@pytest.mark.parametrize("text", [1.0, 1.5, 2.0])
@pytest.mark.parametrize("size", [(1024, 640), (1280, 720), (1920, 1080), (2560, 1080)])
def test_nothing_overlaps(size: tuple[int, int], text: float) -> None:
    screen = Screen(*size, text)
    parts = replay_layout(screen).parts()
    assert clashes(parts) == []
    assert outside(parts, screen.rect) == []


def test_a_seat_is_chosen_for_the_review_by_its_plate(record: Record) -> None:
    desk = Desk(start=StartReplaying(record), preferences=PLAYER)
    plate = shown(desk).group.order[2]
    desk.click(plate.name)
    assert shown(desk).seat == 2


def test_kept_matches_are_listed_and_lead_to_their_replay(tmp_path: Path) -> None:
    places = Places.under(tmp_path)
    places.records.mkdir(parents=True)
    told = (("Date", "2026-01-31"), ("TableName", 'The "Hall"'), ("Seat0", "Rafi"), ("Seat1", "Mitu"))
    kept = replace(fair_match(PRESETS["bangladesh"], seed=2, deals=1), tags=told)
    (places.records / "a.txt").write_text(write(kept), encoding="utf-8")
    (places.records / "b.txt").write_text("no record", encoding="utf-8")
    desk = Desk(places=places)
    desk.click("My matches")
    assert [name for name in desk.names if "Look" in name] == ['The "Hall", 2026-01-31, Rafi and Mitu, Look']
    desk.click('The "Hall"')
    assert shown(desk).record == kept


def test_a_branch_that_does_not_count_is_marked_in_the_list_and_in_its_replay(tmp_path: Path) -> None:
    places = Places.under(tmp_path)
    places.records.mkdir(parents=True)
    told = (("TableName", "Hall"), ("Date", "2026-01-31"), (COUNTED, NOT_COUNTED))
    kept = replace(fair_match(PRESETS["bangladesh"], seed=2, deals=1), tags=told)
    (places.records / "a.txt").write_text(write(kept), encoding="utf-8")
    desk = Desk(places=places)
    desk.click("My matches")
    assert any(name.startswith("Hall, Not counted, 2026-01-31") for name in desk.names)
    desk.click("Hall")
    assert "Not counted" in shown(desk).facts()


def test_deals_of_which_no_card_is_known_are_stepped_through_and_not_judged() -> None:
    whole = fair_match(PRESETS["nepal"], seed=4, deals=2)
    second = whole.events.index(whole.deals[1])
    calls = [event for event in whole.events[:second] if isinstance(event, Called)]
    score = next(event for event in whole.events if isinstance(event, DealScored))
    unseen = PackDealt(whole.deals[0].dealer, ((), (), (), ()))
    events = (whole.events[0], unseen, *calls, score, *whole.events[second:])
    record = replace(whole, events=events, tags=((CUT, "1"),))
    desk = Desk(start=StartReplaying(record), preferences=PLAYER)
    for _ in steps_of(record):
        desk.press(pygame.K_RIGHT)
    looked = review(record.events, 0, random.Random(1), worlds=2)
    assert {moment.deal for moment in looked.moments} == {2}


def test_a_match_that_is_gone_meanwhile_is_told(tmp_path: Path) -> None:
    places = Places.under(tmp_path)
    places.records.mkdir(parents=True)
    path = places.records / "a.txt"
    path.write_text(write(fair_match(PRESETS["bangladesh"], seed=2, deals=1)), encoding="utf-8")
    desk = Desk(places=places)
    desk.click("My matches")
    path.unlink()
    desk.click("a, ")
    assert "cannot be read" in desk.app.ctx.toasts.text
