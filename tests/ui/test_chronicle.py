"""Looking back at the table: what a finished deal shows to everybody, my dearest moment, the match once more."""

from __future__ import annotations

import threading
from dataclasses import replace

import pytest

from lanbridge.client.known import Updated
from lanbridge.engine import PRESETS, Event, MatchStarted, Phase
from lanbridge.engine.record import parse, replay, write
from lanbridge.protocol.messages import AskForSettings
from lanbridge.ui.chronicle import Chronicle
from lanbridge.ui.inputs import Back
from lanbridge.ui.scenes.between import BetweenScene
from lanbridge.ui.scenes.host import HostScene
from lanbridge.ui.scenes.match_end import MatchEndScene
from lanbridge.ui.scenes.menu import MenuScene
from lanbridge.ui.scenes.replay import ReplayScene
from tests.ui.fake_table import FakeTable, my_turn
from tests.ui.window import Window

SHORT = PRESETS["bangladesh"].changed(end="deals 2")


def seen_by(viewer: int | None, deals: int = 2) -> tuple[FakeTable, Chronicle]:
    """A match of which one at the table takes note."""
    table = FakeTable(SHORT, seed=5, viewer=viewer)
    chronicle = Chronicle()
    while len(table.known.sheet) < deals:
        table.until(lambda t: len(t.known.sheet) > len(chronicle.deals))
        for notice, known in table.poll():
            chronicle.take(known, known.view, notice.events if isinstance(notice, Updated) else ())
    return table, chronicle


def looked_back() -> None:
    """Wait for the thread that thinks."""
    for thread in threading.enumerate():
        if thread.name == "dearest":
            thread.join()


@pytest.mark.parametrize("viewer", [0, 2, None])
def test_everybody_can_write_the_match_down_and_it_is_true(viewer: int | None) -> None:
    table, chronicle = seen_by(viewer)
    record = chronicle.record(table.known, SHORT)
    assert record is not None
    assert replay(record).table.totals == table.known.sheet[-1].totals
    assert replay(parse(write(record))).table.totals == table.known.sheet[-1].totals
    assert record.seat_name(0) == "Rafi"


def test_a_new_match_begins_a_new_chronicle() -> None:
    table, chronicle = seen_by(0)
    table.rematch()
    chronicle.take(table.known, table.known.view)
    assert chronicle.record(table.known, SHORT) is None


def test_a_deal_that_was_not_seen_to_its_end_is_not_in_it() -> None:
    table = FakeTable(SHORT, seed=5).until(lambda t: len(t.known.sheet) == 1)
    table.until(my_turn)
    chronicle = Chronicle()
    chronicle.take(table.known, table.known.view)
    assert not chronicle.deals
    assert chronicle.one_deal(1, SHORT) == ()


def test_who_watches_has_no_dearest_moment() -> None:
    table, chronicle = seen_by(None)
    chronicle.look_back(1, table.known.view)
    assert not chronicle.seeker.asked


def test_the_sheet_between_deals_says_my_dearest_moment_once_it_is_found() -> None:
    table = FakeTable(seed=3).until(lambda t: len(t.known.sheet) == 1)
    window = Window(table)
    table.poll()
    window.settle()
    window.wait(1.5)
    looked_back()
    window.wait(0.3)
    assert isinstance(window.top(), BetweenScene)
    assert sum(line.startswith("Dearest moment: Deal 1,") for line in window.spoken) == 1


def test_the_end_of_a_match_leads_to_its_review_and_back() -> None:
    table = FakeTable(SHORT, seed=3).until(lambda t: t.state.table.phase is Phase.OVER)
    window = Window(table)
    table.poll()
    window.settle()
    window.wait(1.5)
    end = window.top()
    assert isinstance(end, MatchEndScene)
    assert [name.split(",")[0] for name in end.focus_order()] == ["Back to the lobby", "Review", "Rematch"]
    end.review()
    assert isinstance(window.top(), ReplayScene)
    window.give(Back())
    assert window.top() is end
    assert not table.left


def test_rules_are_changed_during_a_match_by_asking_the_table() -> None:
    table = FakeTable(seed=3).until(my_turn)
    window = Window(table, hosting=True)
    table.poll()
    window.settle()
    window.give(Back())
    menu = window.top()
    assert isinstance(menu, MenuScene)
    assert menu.dialog is not None
    change = next(w for w in menu.dialog.group.order if w.name == "Change the rules")
    window.click(change.rect.center)
    host = window.top()
    assert isinstance(host, HostScene)
    ask = next(w for w in host.group.order if w.name == "Ask the table")
    window.click(ask.rect.center)
    asked = table.requests[-1]
    assert isinstance(asked, AskForSettings)
    assert replace(asked.settings, locked=False) == table.known.settings


def test_a_replay_of_the_events_of_one_deal_starts_with_its_dealer() -> None:
    table, chronicle = seen_by(1)
    events: tuple[Event, ...] = chronicle.one_deal(2, SHORT)
    assert events[0] == MatchStarted(SHORT, table.known.sheet[1].dealer)
