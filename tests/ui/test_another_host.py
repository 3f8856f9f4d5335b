"""The host is lost, and the table goes on at another laptop: what the players are told, and what they can do."""

from __future__ import annotations

from dataclasses import replace

import pytest

from lanbridge.client.known import LinkProblem
from lanbridge.protocol.messages import CloseReason
from lanbridge.ui.scenes.menu import LeaveScene
from lanbridge.ui.table_words import Hold
from tests.ui.another_host import HOST, carried_on, host_lost, of_people
from tests.ui.fake_table import FakeTable, playing_my_turn
from tests.ui.window import Window


def at_the_table(*, hosting: bool = False) -> Window:
    table = of_people(FakeTable(seed=3).until(playing_my_turn))
    window = Window(table, hosting=hosting)
    table.poll()
    window.settle()
    return window


def hold(window: Window) -> Hold:
    window.wait(0.3)
    assert window.scene.hold is not None
    return window.scene.hold.hold


def buttons(window: Window) -> list[str]:
    assert window.scene.hold is not None
    return [widget.name for widget in window.scene.hold.group.order]


def toasts(window: Window) -> list[str]:
    """Every passing line until there is none."""
    seen: list[str] = []
    for _ in range(120):
        text = window.app.ctx.toasts.text
        if text and text not in seen:
            seen.append(text)
        window.wait(0.2)
    return seen


def test_at_first_the_seat_is_kept_and_then_going_on_says_what_becomes_of_the_deals() -> None:
    window = at_the_table()
    host_lost(window.table, window.now)
    assert hold(window).text == "Your seat is kept. If the host stays away, you can go on without it."
    assert buttons(window) == ["Back to the lobby"]
    window.wait(6)
    assert "scored deals count, the broken one is dealt again" in hold(window).text
    assert buttons(window) == ["Go on without the host", "Back to the lobby"]


def test_who_goes_on_is_not_told_that_the_connection_is_tried_again() -> None:
    window = at_the_table()
    host_lost(window.table, window.now - 6)
    window.wait(0.1)
    window.table.carry_on()
    assert hold(window).title == "Going on with the others ..."


@pytest.mark.parametrize("problem", [LinkProblem.NOT_PROVEN, LinkProblem.SHEET_DIFFERS])
def test_why_another_host_is_not_followed_stays_said_when_going_on_is_offered(problem: LinkProblem) -> None:
    window = at_the_table()
    host_lost(window.table, window.now - 6, problem)
    assert window.app.ctx.words.say(f"link.{problem}") in hold(window).text
    assert hold(window).may_carry_on


def test_who_is_sent_to_another_host_is_told_so() -> None:
    window = at_the_table(hosting=True)
    host_lost(window.table, window.now, CloseReason.HANDED_OVER)
    assert hold(window).title == "Another laptop hosts the table now."


def test_a_table_that_waits_at_its_new_host_says_for_what() -> None:
    window = at_the_table()
    carried_on(window.table, 0, 0)
    assert hold(window) == Hold(
        hold(window).kind, "You host the table now.", "It goes on once 2 of you are here; 1 so far."
    )


def test_the_new_host_and_the_fate_of_the_open_deal_are_told_before_who_comes() -> None:
    window = at_the_table()
    carried_on(window.table, 1, 0, 1)
    window.wait(0.1)
    assert window.table.known.seating is not None
    window.table.seat(False, HOST, present=True)
    assert toasts(window) == ["Mitu hosts the table now. The deal that broke off is dealt again.", "Nadia is back."]


def test_deals_that_do_not_count_are_told_to_those_who_played_them() -> None:
    table = of_people(FakeTable(seed=3).until(lambda t: len(t.known.sheet) == 2 and playing_my_turn(t)))
    window = Window(table, hosting=True)
    table.poll()
    window.settle()
    table.known = replace(table.known, sheet=table.known.sheet[:1])
    carried_on(table, 1, 1, 3)
    assert toasts(window)[0] == (
        "Mitu hosts the table now. 1 deal played here does not count; the other laptop's table goes on."
    )


def test_coming_back_to_the_same_host_tells_nothing_of_hosts() -> None:
    window = at_the_table()
    window.table.welcomed()
    assert toasts(window) == []


@pytest.mark.parametrize(("hosting", "host", "said"), [(False, 0, "as_host"), (True, 1, "as_player")])
def test_who_leaves_is_told_what_it_means_where_the_table_stands_now(*, hosting: bool, host: int, said: str) -> None:
    window = at_the_table(hosting=hosting)
    carried_on(window.table, host, host, 3)
    window.wait(0.3)
    leaving = LeaveScene(window.app.ctx)
    assert leaving.sentence() == window.app.ctx.words.say(f"window.leave.{said}")
    assert window.app.ctx.hosts is (said == "as_host")
