"""Every screen before the table at every size: nothing overlaps, nothing sticks out, everything has a name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from lanbridge.client.known import Link, LinkProblem
from lanbridge.client.ports import StartHosting, StartJoining, Target
from lanbridge.protocol.messages import CloseReason, Wish
from lanbridge.protocol.table_settings import TableSettings
from lanbridge.settings import Preferences
from lanbridge.ui.layout import clashes, outside
from lanbridge.ui.widgets import Label, ScrollArea
from tests.ui.desk import PLAYER, Desk
from tests.ui.fake_network import FakeNetwork, found, human

WINDOWS = (
    ((1024, 640), 100),
    ((1024, 640), 150),
    ((1024, 640), 200),
    ((1280, 720), 100),
    ((1280, 720), 200),
    ((1920, 1080), 100),
    ((2560, 1080), 100),
    ((2560, 1440), 150),
)
TARGET = Target(("192.168.1.20",), 7468, name="A table with quite a long name, yes")


def _first(size: tuple[int, int], preferences: Preferences) -> Desk:
    return Desk(preferences=replace(preferences, name=""), size=size)


def _lobby(size: tuple[int, int], preferences: Preferences) -> Desk:
    tables = [found(f"Table {n}", n, humans=n % 5, playing=n % 2 == 0, locked=n % 3 == 0) for n in range(1, 8)]
    return Desk(FakeNetwork(*tables), preferences=preferences, size=size)


def _panel(name: str) -> Callable[[tuple[int, int], Preferences], Desk]:
    def make(size: tuple[int, int], preferences: Preferences) -> Desk:
        desk = Desk(preferences=preferences, size=size)
        desk.app.lay(name)
        desk.wait()
        return desk

    return make


def _waiting(size: tuple[int, int], preferences: Preferences) -> Desk:
    desk = Desk(start=StartHosting(TableSettings("Rafi's table")), preferences=preferences, size=size)
    desk.network.client.seat(2, human("N" * 32))
    desk.network.client.seating(knocks=((1, "Mitu"), (2, "K" * 32), (3, "J")))
    desk.wait()
    return desk


def _failed(reason: LinkProblem | CloseReason) -> Callable[[tuple[int, int], Preferences], Desk]:
    def make(size: tuple[int, int], preferences: Preferences) -> Desk:
        network = FakeNetwork()
        network.holds = True
        desk = Desk(network, start=StartJoining(TARGET, Wish.SEAT), preferences=preferences, size=size)
        network.client.link(Link.CLOSED, reason)
        desk.wait()
        return desk

    return make


SCREENS = {
    "first": _first,
    "lobby": _lobby,
    "host": _panel("host"),
    "settings": _panel("settings"),
    "rules": _panel("rules"),
    "doctor": _panel("doctor"),
    "statistics": _panel("statistics"),
    "waiting": _waiting,
    "failed": _failed(LinkProblem.TIMED_OUT),
    "pin": _failed(CloseReason.WRONG_PIN),
}


@pytest.mark.parametrize(("size", "text_size"), WINDOWS)
@pytest.mark.parametrize("screen", SCREENS)
def test_nothing_overlaps_or_sticks_out(screen: str, size: tuple[int, int], text_size: int) -> None:
    desk = SCREENS[screen](size, replace(PLAYER, text_size=text_size))
    group = desk.page.group
    on_rows = {w.name for area in group.widgets if isinstance(area, ScrollArea) for w in area.inner}
    named = {f"{n} {widget.name}": widget.rect for n, widget in enumerate(group.widgets)}
    assert clashes(named) == []
    assert outside(named, desk.app.ctx.canvas.screen.rect) == []
    for area in (w for w in group.widgets if isinstance(w, ScrollArea)):
        rows = {f"{n} {w.name}": w.rect for n, w in enumerate(area.inner) if ": " not in w.name}
        assert clashes(rows) == [], on_rows


@pytest.mark.parametrize("screen", SCREENS)
def test_everything_that_can_be_reached_has_a_name_of_its_own(screen: str) -> None:
    desk = SCREENS[screen]((1280, 720), PLAYER)
    widgets = [widget for widget in desk.widgets if not isinstance(widget, Label)]
    assert all(widget.name.strip() for widget in widgets)
    assert len({widget.name for widget in widgets}) == len(widgets)


@pytest.mark.parametrize("screen", SCREENS)
def test_tab_goes_round_and_each_stop_is_spoken(screen: str) -> None:
    desk = SCREENS[screen]((1280, 720), PLAYER)
    order = desk.names
    desk.spoken.clear()
    seen = []
    for _ in order:
        desk.tab()
        seen.append(desk.focused)
    assert set(seen) == set(order)
    assert len(desk.spoken) >= len(set(order)) - 1
