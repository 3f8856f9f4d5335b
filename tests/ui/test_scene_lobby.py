"""First start and lobby: tables are found and joined, by mouse and by keys, and what is wrong is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from lanbridge.client.ports import HostingFailed, ResumableTable, Target
from lanbridge.protocol.join_code import code_of
from lanbridge.protocol.messages import Stage, Wish
from lanbridge.settings import Places, Preferences, RememberedTable, load_preferences, load_tables, remember_table
from lanbridge.ui.scenes.lobby import LobbyScene
from tests.ui.desk import Desk
from tests.ui.fake_network import FakeNetwork, found


def lobby(*tables: object, places: Places | None = None, **changes: object) -> Desk:
    network = FakeNetwork(*tables)  # type: ignore[arg-type]  # rows made by `found`
    for name, value in changes.items():
        setattr(network, name, value)
    return Desk(network, places=places)


def test_the_first_start_asks_for_a_name_and_keeps_it(tmp_path: Path) -> None:
    places = Places.under(tmp_path)
    desk = Desk(preferences=Preferences(muted=True), places=places)
    assert desk.screen == "FirstRunScene"
    desk.write("Nadia")
    desk.enter()
    assert desk.screen == "LobbyScene"
    assert load_preferences(places).name == "Nadia"
    assert desk.network.name == "Nadia"


@pytest.mark.parametrize("typed", ["x" * 300, "\U0001f0a1\U0001f0ae\u202e", "\u0930\u092b\u093c\u0940"])
def test_any_name_that_is_typed_leads_to_the_lobby(typed: str) -> None:
    desk = Desk(preferences=Preferences(muted=True))
    desk.write(typed)
    desk.enter()
    assert desk.screen == "LobbyScene"
    assert desk.app.ctx.preferences.name


def test_the_language_changes_live_on_the_first_screen() -> None:
    desk = Desk(preferences=Preferences(muted=True, language="en"))
    desk.focus("Language")
    desk.enter()
    desk.press(1073741905)  # down
    desk.enter()
    assert desk.app.ctx.preferences.language == "bn"
    assert desk.screen == "FirstRunScene"


def test_a_row_is_joined_by_a_click() -> None:
    desk = lobby(found("Nadia's table", 1), found("Hall", 2))
    desk.click("Hall")
    assert desk.network.joined == [(Target(("192.168.1.20",), 7468, bytes([2]) * 16, b"", "Hall"), Wish.SEAT, "")]
    assert desk.screen == "WaitingScene"


def test_a_row_is_joined_by_keys_alone() -> None:
    desk = lobby(found("Nadia's table", 1))
    desk.tab()
    assert desk.focused.startswith("Nadia's table")
    desk.enter()
    assert [wish for _, wish, _ in desk.network.joined] == [Wish.SEAT]


def test_a_full_table_is_watched_where_that_is_allowed() -> None:
    desk = lobby(found("Final", 1, humans=4, playing=True), found("Shut", 2, humans=4, watch=False))
    desk.click("Shut")
    assert not desk.network.joined
    desk.click("Final")
    assert [wish for _, wish, _ in desk.network.joined] == [Wish.WATCH]


def test_a_running_table_with_room_offers_both() -> None:
    desk = lobby(found("Evening", 1, humans=2, playing=True))
    desk.click("Watch: Evening")
    assert [wish for _, wish, _ in desk.network.joined] == [Wish.WATCH]


def test_a_table_of_another_version_is_shown_and_not_joined() -> None:
    desk = lobby(found("New", 1, version=9))
    assert any("newer version" in name for name in desk.names)
    desk.click("New")
    assert not desk.network.joined


def test_tables_come_and_go_and_the_focus_stays_on_its_table() -> None:
    desk = lobby(found("First", 1), found("Second", 2))
    desk.focus("Second")
    desk.network.found = (found("Zero", 3), found("Second", 2, humans=3, rtt_ms=9))
    desk.wait()
    assert desk.focused.startswith("Second")
    assert not any(name.startswith("First") for name in desk.names)


def test_what_is_being_typed_is_not_disturbed_by_the_list() -> None:
    desk = lobby()
    desk.focus("Code")
    desk.write("192.168")
    desk.network.found = (found("First", 1),)
    desk.wait()
    assert desk.focused.startswith("Code")
    assert desk.page.wants_text
    assert desk.page.typed["code"] == "192.168"


def test_a_code_is_joined() -> None:
    code = code_of("192.168.1.20", 7468)
    assert code is not None
    desk = lobby()
    desk.focus("Code")
    desk.write(code.lower().replace("-", " "))
    desk.enter()
    assert desk.network.joined[0][0] == Target(("192.168.1.20",), 7468)


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("K7QF-2MXR-A3", "slip"),
        ("192.168.1.20:99999", "port"),
        ("what is this?", "no address"),
        ("", "code"),
    ],
)
def test_a_slip_is_told_as_such_and_goes_with_the_next_letter(typed: str, told: str) -> None:
    desk = lobby()
    desk.focus("Code")
    desk.write(typed)
    desk.enter()
    assert told in desk.page.error.lower()
    assert not desk.network.joined
    desk.write("1")
    assert desk.page.error == ""


def test_the_way_back_to_an_unfinished_match_comes_first(tmp_path: Path) -> None:
    places = Places.under(tmp_path)
    remember_table(
        places, RememberedTable(bytes([9]) * 16, "Karim", ("192.168.1.9",), 7468, profile="1", unfinished=True)
    )
    desk = lobby(found("Nadia", 1), places=places)
    assert desk.names[0].startswith("Return to Karim")
    desk.tab()
    desk.enter()
    assert desk.network.joined[0][0] == Target(("192.168.1.9",), 7468, bytes([9]) * 16, b"", "Karim")


def test_another_profiles_seat_is_not_offered_as_ours(tmp_path: Path) -> None:
    places = Places.under(tmp_path)
    remember_table(places, RememberedTable(bytes([9]) * 16, "Karim", ("1.2.3.4",), 7468, profile="2", unfinished=True))
    assert not any(name.startswith("Return") for name in lobby(places=places).names)


def test_a_remembered_table_can_be_forgotten(tmp_path: Path) -> None:
    places = Places.under(tmp_path)
    remember_table(places, RememberedTable(bytes([9]) * 16, "Karim", ("192.168.1.9",), 7468))
    desk = lobby(places=places)
    desk.click("Forget: Karim")
    assert not load_tables(places)
    assert not any("Karim" in name for name in desk.names)


def test_a_table_we_sit_at_is_remembered_as_unfinished_once_the_match_is_on(tmp_path: Path) -> None:
    places = Places.under(tmp_path)
    desk = lobby(found("Nadia", 1), places=places)
    desk.click("Nadia")
    assert [(table.name, table.unfinished) for table in load_tables(places)] == [("Nadia", False)]
    desk.network.client.seating(stage=Stage.BETWEEN)
    desk.wait()
    assert load_tables(places)[0].unfinished


def test_a_hosted_table_that_broke_off_is_gone_on_with_or_forgotten() -> None:
    broken = (ResumableTable(bytes([8]) * 16, "Rafi's table", ("Nadia", "Mitu"), 3),)
    desk = lobby(broken_off=broken)
    desk.click("Forget: Go on with Rafi's table")
    assert desk.network.forgotten == [bytes([8]) * 16]
    desk = lobby(broken_off=broken)
    desk.click("Go on with Rafi's table")
    assert desk.network.resumed == [bytes([8]) * 16]
    assert desk.screen == "WaitingScene"


def test_host_with_one_press_as_last_time() -> None:
    desk = lobby()
    desk.click("Host")
    settings, pin, port = desk.network.hosted[0]
    assert (settings.name, settings.rules.preset, pin, port) == ("Rafi's table", "bangladesh", "", None)
    assert desk.screen == "WaitingScene"


def test_the_panel_sets_preset_bots_clock_and_pin() -> None:
    desk = lobby()
    for label, steps in (("Rules", 3), ("Bots", 1), ("Turn clock", 2)):
        desk.focus(label)
        for _ in range(steps):
            desk.press(1073741903)  # right
    desk.focus("PIN")
    desk.write("2468")
    desk.enter()
    settings, pin, _ = desk.network.hosted[0]
    assert (settings.rules.preset, settings.bots, settings.clock, pin, settings.locked) == (
        "nepal",
        "hard",
        15,
        "2468",
        True,
    )


def test_a_table_that_cannot_be_opened_says_why() -> None:
    desk = lobby(fails=HostingFailed("hosting.port_taken", port="7468"))
    desk.click("Host")
    assert desk.screen == "LobbyScene"
    assert "7468" in desk.app.ctx.toasts.text


def test_practice_begins_with_one_press() -> None:
    desk = lobby()
    desk.click("Practise")
    assert desk.screen == "TableScene"
    assert desk.app.ctx.practising


def test_looking_ends_when_the_lobby_is_left() -> None:
    desk = lobby(found("Nadia", 1))
    assert desk.network.lookers == 1
    desk.click("Nadia")
    assert desk.network.lookers == 0


def test_escape_asks_before_the_game_closes() -> None:
    desk = lobby()
    desk.escape()
    assert desk.running
    desk.escape()
    assert not desk.page.asking
    desk.escape()
    desk.tab()
    desk.enter()
    assert not desk.running


@pytest.mark.parametrize(
    ("name", "screen"),
    [
        ("Settings", "SettingsScene"),
        ("How to play", "RulesScene"),
        ("My matches", "StatisticsScene"),
        ("Keys", "KeysScene"),
        ("Not listed?", "DoctorScene"),
        ("More choices", "HostScene"),
    ],
)
def test_every_panel_opens_over_the_lobby_and_closes_by_escape(name: str, screen: str) -> None:
    desk = lobby(found("Nadia", 1))
    desk.click(name)
    assert desk.screen == screen
    desk.escape()
    assert isinstance(desk.scene, LobbyScene)


def test_tables_that_come_and_go_are_told_to_those_who_hear_the_lobby() -> None:
    desk = Desk()
    desk.network.found = (found("Hall 3", 3),)
    desk.wait(1)
    assert any(line.startswith("A table has appeared: Hall 3, ") for line in desk.spoken)
    desk.network.found = ()
    desk.wait(1)
    assert "The table Hall 3 has gone." in desk.spoken
