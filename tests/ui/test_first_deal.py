"""The walk through a first deal: each moment is explained once, nothing moves meanwhile, and it can be left."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest

from lanbridge.engine import PRESETS, Phase, legal_moves, observe
from lanbridge.settings import Motion
from lanbridge.text import LANGUAGES, Words
from lanbridge.text.catalogue import catalogue
from lanbridge.text.first_deal import Step, explained, step_due
from lanbridge.ui.inputs import Press
from lanbridge.ui.lesson import Lesson
from lanbridge.ui.scenes.first_deal import FirstDealScene
from tests.ui.desk import Desk
from tests.ui.fake_table import NAMES, FakeTable, my_turn
from tests.ui.window import PLAYER, Window


def learning(seed: int = 3, language: str = "en", size: tuple[int, int] = (1280, 720)) -> Window:
    """Practising with the walk, the first deal dealt."""
    table = FakeTable(seed=seed)
    preferences = replace(PLAYER, motion=Motion.NONE, language=language)
    window = Window(table, size=size, preferences=preferences, practising=True)
    window.app.ctx.lesson = Lesson()
    table.deal()
    window.wait(0.5)
    return window


def step_of(window: Window) -> Step | None:
    top = window.top()
    return top.step if isinstance(top, FirstDealScene) else None


def go_on(window: Window) -> None:
    window.wait(0.6)
    window.give(Press())
    window.wait(0.3)


def play_a_deal(window: Window) -> list[Step]:
    """Bots move for all; explanations are read and closed; gives their steps."""
    steps = []
    table = window.table
    for _ in range(360):
        window.wait(0.2)
        step = step_of(window)
        if step is not None:
            steps.append(step)
            go_on(window)
        elif table.state.table.phase is not Phase.BETWEEN and not window.scene.news.story.busy:
            table.bot_moves()
    return steps


@pytest.mark.parametrize("seed", [3, 4])
def test_every_moment_is_explained_once_and_the_walk_ends_with_the_deal(seed: int) -> None:
    window = learning(seed)
    steps = play_a_deal(window)
    assert len(steps) == len(set(steps))
    assert set(steps) >= set(Step) - {Step.VOID}
    assert steps[0] is Step.TABLE
    assert steps[-1] is Step.POINTS
    assert window.app.ctx.lesson is None
    assert window.app.ctx.preferences.walk_through_done


def test_it_can_be_left_at_any_step_and_the_deal_goes_on() -> None:
    window = learning()
    window.wait(0.6)
    window.posted(pygame.Event(pygame.KEYDOWN, key=pygame.K_TAB, unicode="", mod=0))
    assert window.spoken[-1] == "Leave the walk-through"
    window.give(Press())
    assert step_of(window) is None
    assert window.app.ctx.lesson is None
    assert window.top() is window.scene
    assert play_a_deal(window) == []


def test_nothing_moves_while_an_explanation_is_read() -> None:
    window = learning()
    assert step_of(window) is Step.TABLE
    window.table.until(lambda t: my_turn(t) and t.state.table.phase is Phase.PLAYING)
    window.wait(3)
    shown = window.scene.news.story.shown
    assert shown is not None
    assert shown.view.table.calls.count(None) >= 3  # the first call may be on its way into the picture
    assert step_of(window) is Step.TABLE


def test_a_press_meant_for_a_card_does_not_close_an_explanation() -> None:
    window = learning()
    window.give(Press())
    assert step_of(window) is Step.TABLE


def test_an_explanation_is_spoken_as_a_whole() -> None:
    window = learning()
    said = " ".join(window.spoken)
    assert "Each player gets 13 cards" in said
    assert "Say how many of the 13 tricks you will win" in said


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("preset", PRESETS)
def test_every_step_can_be_told_in_every_language_for_every_preset(language: str, preset: str) -> None:
    words, done, told = Words(language), frozenset[Step](), dict[Step, str]()
    table = FakeTable(PRESETS[preset], seed=3)
    table.deal()
    while table.known.view is not None and Step.POINTS not in done:
        view = table.known.view
        step = step_due(view, done, scored=bool(table.known.sheet))
        if step is not None:
            section = explained(words, step, view, NAMES, table.known.sheet[-1] if table.known.sheet else None)
            told[step] = "\n".join((section.title, *section.lines))
            done |= {step}
        else:
            table.bot_moves()
    assert set(told) >= set(Step) - {Step.VOID}
    assert [key for key in catalogue("en") for text in told.values() if key in text.split()] == []


def test_dim_cards_are_explained_by_the_rule_that_dims_them() -> None:
    table = FakeTable(seed=3)
    view = table.until(
        lambda t: my_turn(t) and t.state.table.phase is Phase.PLAYING and len(legal_moves(observe(t.state, 0))) < 5
    ).known.view
    assert view is not None
    assert any(
        line.startswith("The other cards are dim. ") for line in explained(Words(), Step.PLAY, view, NAMES, None).lines
    )


def test_the_rules_page_of_the_lobby_offers_the_walk() -> None:
    desk = Desk()
    desk.app.lay("rules")
    desk.wait()
    desk.focus("Walk through a first deal")
    desk.enter()
    desk.wait()
    assert desk.app.ctx.practising
    assert desk.app.ctx.lesson is not None


def test_the_first_start_offers_the_walk_and_keeps_the_name() -> None:
    desk = Desk(preferences=replace(PLAYER, name=""))
    desk.write("Mitu")
    desk.focus("New to the game?")
    desk.enter()
    desk.wait()
    assert desk.app.ctx.preferences.name == "Mitu"
    assert desk.app.ctx.practising
    assert desk.app.ctx.lesson is not None
