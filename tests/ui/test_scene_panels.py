"""Host dialog, settings, rules, doctor, statistics: each choice reaches what it is for."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from lanbridge.client.addresses import Place
from lanbridge.client.doctor import Facts
from lanbridge.client.ports import HostingFailed
from lanbridge.engine import PRESETS, SWITCHES
from lanbridge.protocol.table_settings import Latecomers, Watch
from lanbridge.settings import Motion, Places, Preferences, load_preferences
from lanbridge.text import Words
from lanbridge.ui.page import Page
from lanbridge.ui.rules_draft import Draft
from lanbridge.ui.scenes.host import HostScene
from lanbridge.ui.switch_rows import switch_rows
from tests.ui.desk import PLAYER, Desk
from tests.ui.fake_network import FakeNetwork

LEFT, RIGHT = 1073741904, 1073741903


def host_dialog(network: FakeNetwork | None = None) -> Desk:
    desk = Desk(network)
    desk.click("More choices")
    return desk


def turn(desk: Desk, label: str, steps: int = 1) -> None:
    desk.focus(label)
    for _ in range(abs(steps)):
        desk.press(RIGHT if steps > 0 else LEFT)


def test_everything_a_host_may_choose_reaches_the_table() -> None:
    desk = host_dialog()
    desk.focus("Name of the table")
    desk.write("  Hall\u202e 3 ")
    turn(desk, "Bots", -1)
    turn(desk, "Turn clock", 1)
    turn(desk, "Wait for the absent", 1)
    turn(desk, "Pause after a deal", 1)
    turn(desk, "Deals tonight", 3)
    turn(desk, "Others may watch", 1)
    turn(desk, "Latecomers", 1)
    turn(desk, "Hints allowed")
    turn(desk, "Show in the lobby", -1)
    desk.focus("PIN")
    desk.write("77")
    desk.focus("Port")
    desk.write("7500")
    desk.click("Open the table")
    settings, pin, port = desk.network.hosted[0]
    assert (settings.name, settings.bots, settings.clock, settings.grace) == ("Hall 3", "easy", 10, 30)
    assert (settings.pace, settings.deals_tonight, settings.watch) == (3, 3, Watch.AFTER)
    assert settings.latecomers is Latecomers.BETWEEN_DEALS
    assert (settings.hints, settings.listed, settings.locked, pin, port) == (True, False, True, "77", 7500)
    assert desk.screen == "WaitingScene"


def test_house_rules_reach_the_table_and_are_kept_for_the_next_time(tmp_path: Path) -> None:
    places = Places.under(tmp_path)
    desk = Desk(places=places)
    desk.click("More choices")
    turn(desk, "Overtricks allowed", -2)
    turn(desk, "Without the suit", 2)
    desk.click("Open the table")
    rules = desk.network.hosted[0][0].rules
    assert (rules.over_max, rules.void) == (None, "optional")
    assert load_preferences(places).host.rules == rules


def test_an_impossible_combination_says_why_and_cannot_be_opened() -> None:
    desk = host_dialog()
    turn(desk, "Least call", 11)
    assert "13" in desk.page.error
    assert not any(widget.name == "Open the table" for widget in desk.widgets)
    turn(desk, "Least call", -3)
    assert desk.page.error == ""
    desk.click("Open the table")
    assert desk.network.hosted


def test_too_high_a_sum_of_calls_says_why() -> None:
    draft = Draft.of(PRESETS["nepal"]).set("total_calls", "40")
    assert "32" in draft.trouble(Words())


def test_back_to_the_preset_takes_all_house_rules_away() -> None:
    desk = host_dialog()
    turn(desk, "Without the suit", 1)
    desk.click("As the preset")
    desk.click("Open the table")
    assert desk.network.hosted[0][0].rules == PRESETS["bangladesh"]


@pytest.mark.parametrize("port", ["0", "70000", "abc"])
def test_an_impossible_port_is_told(port: str) -> None:
    desk = host_dialog()
    desk.focus("Port")
    desk.write(port)
    desk.click("Open the table")
    assert "65535" in desk.page.error
    assert not desk.network.hosted


def test_a_busy_port_is_told_in_the_dialog() -> None:
    network = FakeNetwork()
    network.fails = HostingFailed("hosting.port_taken", port="7500")
    desk = host_dialog(network)
    desk.click("Open the table")
    assert desk.screen == "HostScene"
    assert "7500" in desk.page.error


def test_a_rule_under_the_focus_explains_itself() -> None:
    desk = host_dialog()
    desk.focus("Without the suit")
    scene = desk.scene
    assert isinstance(scene, HostScene)
    assert "none of the suit led" in scene._explanation()  # noqa: SLF001 - what is drawn under the rules


@pytest.mark.parametrize("preset", PRESETS)
def test_every_switch_of_every_preset_has_its_row_and_reads_back(preset: str) -> None:
    draft = Draft.of(PRESETS[preset])
    rows = switch_rows(Words(), draft, lambda _: None)
    assert {row.switch for row in rows} == set(SWITCHES)
    assert draft.rules() == PRESETS[preset]


# --- settings


def settings(preferences: Preferences = PLAYER, places: Places | None = None) -> Desk:
    desk = Desk(preferences=preferences, places=places)
    desk.click("Settings")
    return desk


@pytest.mark.parametrize(
    ("label", "field"),
    [
        ("Four-colour suits", "four_colour"),
        ("Letters beside suits", "suit_letters"),
        ("Large corners", "large_index"),
        ("High contrast", "high_contrast"),
        ("Ask before", "confirm_play"),
        ("I sort my hand", "hand_sort"),
        ("Speak", "speech"),
    ],
)
def test_every_switch_works_at_once_and_is_kept(label: str, field: str, tmp_path: Path) -> None:
    places = Places.under(tmp_path)
    desk = settings(places=places)
    desk.focus(label)
    desk.enter()
    assert getattr(desk.app.ctx.preferences, field)
    assert getattr(load_preferences(places), field)
    assert desk.focused.startswith(label)


def test_text_size_motion_volume_and_order_of_suits() -> None:
    desk = settings()
    turn(desk, "Text size", 2)
    turn(desk, "Motion", 3)
    turn(desk, "Sound", -1)
    turn(desk, "Order of the suits", 1)
    now = desk.app.ctx.preferences
    assert (now.text_size, now.motion, now.volume, now.suit_order) == (150, Motion.NONE, 60, "SHDC")
    assert desk.app.ctx.canvas.theme.text_factor == 1.5


def test_a_new_name_is_kept_when_the_panel_closes() -> None:
    desk = settings()
    desk.focus("Name")
    desk.write("Mitu")
    desk.escape()
    assert desk.app.ctx.preferences.name == "Mitu"
    assert desk.network.name == "Mitu"


def test_off_the_list_holds_for_the_next_table() -> None:
    desk = settings()
    desk.focus("Show my tables")
    desk.enter()
    desk.escape()
    desk.click("Host")
    assert not desk.network.hosted[0][0].listed


# --- reading


def test_the_rules_of_another_preset_can_be_read_and_scrolled() -> None:
    desk = Desk()
    desk.press(114, "r")
    turn(desk, "Rules of", 3)
    page = desk.scene
    assert isinstance(page, Page)
    before = page._areas["text"].offset  # noqa: SLF001 - what has moved
    desk.press(1073741905)  # down
    assert page._areas["text"].offset > before  # noqa: SLF001 - the same


def test_the_doctor_examines_and_says_what_it_probably_is() -> None:
    desk = Desk()
    asked: list[Place | None] = []
    answers: list[Facts | None] = [None, None, Facts("linux", (), None)]

    def begin(place: Place | None) -> Callable[[], Facts | None]:
        asked.append(place)
        return lambda: answers.pop(0)

    desk.app.ctx.examine = begin
    desk.click("Not listed?")
    desk.wait(2)
    desk.wait(2)
    assert any("on no network" in line for line in desk.spoken)
    answers[:] = [Facts("linux", (), None)]
    desk.focus("The host's code")
    desk.write("192.168.1.20:7500")
    desk.enter()
    assert asked == [None, Place("192.168.1.20", 7500)]


def test_the_doctor_tells_a_slip_in_the_address() -> None:
    desk = Desk()
    desk.app.ctx.examine = lambda _: lambda: Facts("linux", (), None)
    desk.click("Not listed?")
    desk.wait(2)
    desk.focus("The host's code")
    desk.write("K7QF-2MXR-A3")
    desk.click("Look again")
    assert "slip" in desk.app.ctx.toasts.text


def test_without_an_examiner_the_doctor_still_gives_advice() -> None:
    desk = Desk()
    desk.click("Not listed?")
    assert any("hotspot" in line for line in desk.spoken)
