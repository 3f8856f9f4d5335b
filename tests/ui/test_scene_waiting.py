"""The waiting room and the way there: seats, ready, knocks, settings, leaving, and every reason why it fails."""

from __future__ import annotations

from dataclasses import replace

import pytest

from lanbridge.client.known import Link, LinkProblem
from lanbridge.client.ports import StartHosting, StartJoining, StartPractising, Target
from lanbridge.engine import Seat
from lanbridge.protocol.messages import (
    Admit,
    ChangeSettings,
    CloseReason,
    LeaveSeat,
    RejectReason,
    RemovePlayer,
    SetReady,
    StartMatch,
    TakeSeat,
    Wish,
)
from lanbridge.protocol.table_settings import TableSettings
from lanbridge.ui.scenes.waiting import WaitingScene
from tests.ui.desk import Desk
from tests.ui.fake_network import FakeNetwork, human

TARGET = Target(("192.168.1.20",), 7468, name="Rafi's table")
REASONS = [*LinkProblem, *CloseReason]


def hosting(*guests: tuple[int, str]) -> Desk:
    desk = Desk(start=StartHosting(TableSettings("Rafi's table", bots="hard")))
    for seat, name in guests:
        desk.network.client.seat(seat, human(name))
    desk.wait()
    return desk


def guest(wish: Wish = Wish.SEAT) -> Desk:
    return Desk(start=StartJoining(TARGET, wish))


def seat_name(desk: Desk, seat: Seat) -> str:
    return next(name for name in desk.names if name.startswith(f"Seat {seat + 1}"))


def test_the_command_host_leads_to_the_waiting_room_and_its_code_is_said() -> None:
    desk = hosting()
    assert isinstance(desk.scene, WaitingScene)
    assert any("K 7 Q F" in line for line in desk.spoken)


def test_a_newcomer_is_announced() -> None:
    desk = hosting((2, "Nadia"))
    assert "Nadia sits down at seat 3." in desk.spoken


def test_start_sends_the_match_and_the_table_opens() -> None:
    desk = hosting((2, "Nadia"))
    desk.click("Start")
    assert any(isinstance(request, StartMatch) for request in desk.network.client.requests)
    assert desk.screen == "TableScene"


def test_a_free_seat_is_taken_by_a_click_and_by_keys() -> None:
    desk = hosting()
    desk.click(seat_name(desk, 2))
    assert TakeSeat(1, 2) in desk.network.client.requests
    desk.focus("Seat 4")
    desk.enter()
    assert desk.network.client.known.seating is not None
    assert desk.network.client.known.seating.you == 3


def test_a_guest_says_ready_and_not_yet() -> None:
    desk = guest()
    assert not any(name.startswith("Start") for name in desk.names)
    desk.click("I am ready")
    desk.click("Not yet")
    assert [r.ready for r in desk.network.client.requests if isinstance(r, SetReady)] == [True, False]


def test_a_guest_stands_up_and_sits_down_again() -> None:
    desk = guest()
    desk.click("Stand up")
    desk.click("Take a seat")
    kinds = [type(request) for request in desk.network.client.requests]
    assert kinds == [LeaveSeat, TakeSeat]


def test_a_spectator_may_take_a_seat() -> None:
    desk = guest(Wish.WATCH)
    desk.click("Take a seat")
    assert isinstance(desk.network.client.requests[0], TakeSeat)


def test_the_host_removes_a_player_after_a_question() -> None:
    desk = hosting((2, "Nadia"))
    desk.click("Seat 3: Nadia")
    desk.escape()
    assert not desk.network.client.requests
    desk.click("Seat 3: Nadia")
    desk.click("Remove")
    assert desk.network.client.requests == [RemovePlayer(1, 2)]


def test_a_guest_cannot_remove_anybody() -> None:
    assert not any(name.startswith("Seat 1: Rafi") for name in guest().names)


def test_those_who_knock_are_let_in_or_not() -> None:
    desk = hosting()
    desk.network.client.seating(knocks=((4, "Mitu"), (5, "Karim")))
    desk.wait()
    desk.click("No: Mitu")
    desk.click("Let in: Karim")
    assert desk.network.client.requests == [Admit(1, 4, admitted=False), Admit(2, 5, admitted=True)]


def test_the_host_changes_the_rules_for_everybody() -> None:
    desk = hosting()
    desk.click("Change the rules")
    desk.focus("Bots")
    desk.press(1073741904)  # left
    desk.click("Keep these")
    request = desk.network.client.requests[0]
    assert isinstance(request, ChangeSettings)
    assert request.settings.bots == "medium"
    assert desk.screen == "WaitingScene"


def test_refused_changes_stay_on_the_panel_with_the_reason() -> None:
    desk = hosting()
    desk.network.client.refuses = RejectReason.BAD_SETTINGS
    desk.click("Change the rules")
    desk.click("Keep these")
    assert desk.screen == "HostScene"
    assert "do not fit" in desk.page.error


def test_a_host_with_guests_is_asked_before_the_table_closes() -> None:
    desk = hosting((2, "Nadia"))
    desk.escape()
    assert desk.page.asking
    desk.escape()
    assert desk.screen == "WaitingScene"
    desk.click("Close the table")
    desk.click("Leave")
    assert desk.network.stopped == 1
    assert desk.screen == "LobbyScene"


def test_a_host_alone_leaves_at_once() -> None:
    desk = hosting()
    desk.escape()
    assert desk.screen == "LobbyScene"
    assert desk.network.stopped == 1


def test_the_close_button_asks_a_host_with_guests_once() -> None:
    desk = hosting((2, "Nadia"))
    desk.close()
    assert desk.running
    assert desk.page.asking
    desk.close()
    assert not desk.running


def test_a_closed_table_says_so_and_leads_back() -> None:
    desk = guest()
    desk.network.client.link(Link.CLOSED, CloseReason.TABLE_CLOSED)
    desk.wait()
    assert "The host has closed the table." in desk.spoken
    desk.enter()
    assert desk.screen == "LobbyScene"


def test_a_refused_request_is_told() -> None:
    desk = guest()
    desk.network.client.refuses = RejectReason.SEAT_TAKEN
    desk.click(seat_name(desk, 2))
    assert desk.app.ctx.toasts.text == "That seat is taken."


def test_long_names_and_emoji_sit_down_like_others() -> None:
    desk = hosting((1, "N" * 300), (2, "\U0001f600\U0001f0a1"), (3, "\u09b0\u09b9\u09bf\u09ae"))
    assert desk.screen == "WaitingScene"
    assert len([name for name in desk.names if name.startswith("Seat")]) == 3


# --- on the way


def on_the_way() -> Desk:
    network = FakeNetwork()
    network.holds = True
    return Desk(network, start=StartJoining(TARGET, Wish.SEAT))


def test_connecting_can_be_broken_off() -> None:
    desk = on_the_way()
    assert desk.screen == "ConnectingScene"
    client = desk.network.client
    desk.escape()
    assert desk.screen == "LobbyScene"
    assert client.left


def test_a_host_who_is_asked_shows_as_such() -> None:
    desk = on_the_way()
    desk.network.client.link(Link.KNOCKING)
    desk.wait()
    assert any("let you in" in line for line in desk.spoken)
    desk.network.client.arrive()
    desk.wait()
    assert desk.screen == "WaitingScene"


@pytest.mark.parametrize("reason", REASONS)
def test_every_failure_has_its_sentence_and_what_to_do(reason: CloseReason | LinkProblem) -> None:
    desk = on_the_way()
    desk.network.client.link(Link.CLOSED, reason)
    desk.wait()
    words = desk.app.ctx.words
    assert words.has(f"window.advice.{reason}")
    assert desk.spoken[-1] != "Rafi's table. "
    assert any(name.startswith("Back to the lobby") for name in desk.names)
    desk.escape()
    assert desk.screen == "LobbyScene"


def test_a_changed_host_is_joined_only_by_a_press_on_join() -> None:
    desk = on_the_way()
    client = desk.network.client
    client.known = replace(client.known, fingerprint=bytes([2]) * 32, pinned=(bytes([1]) * 32,))
    client.link(Link.CLOSED, LinkProblem.HOST_KEY_CHANGED)
    desk.wait()
    assert len(desk.network.joined) == 1
    desk.click("Join")
    (before, *_), (after, *_) = desk.network.joined
    assert before.accepted == b""
    assert after.accepted == after.fingerprint == bytes([2]) * 32


def test_try_again_joins_the_same_table() -> None:
    desk = on_the_way()
    desk.network.client.link(Link.CLOSED, LinkProblem.TIMED_OUT)
    desk.wait()
    desk.click("Try again")
    assert [target for target, _, _ in desk.network.joined] == [TARGET, TARGET]


def test_a_pin_is_asked_for_and_asked_again() -> None:
    desk = on_the_way()
    desk.network.client.link(Link.CLOSED, CloseReason.PIN_NEEDED)
    desk.wait()
    assert desk.page.wants_text
    desk.write("1111")
    desk.enter()
    desk.network.client.link(Link.CLOSED, CloseReason.WRONG_PIN)
    desk.wait()
    desk.write("2468")
    desk.click("Join")
    assert [pin for _, _, pin in desk.network.joined] == ["", "1111", "2468"]
    desk.network.client.arrive()
    desk.wait()
    assert desk.screen == "WaitingScene"


def test_another_version_offers_no_second_try_and_says_who_must_update() -> None:
    desk = on_the_way()
    client = desk.network.client
    client.known = replace(client.known, host_version=2)
    client.link(Link.CLOSED, CloseReason.VERSION)
    desk.wait()
    assert "Try again" not in desk.names
    assert any("update this laptop" in line for line in desk.spoken)


def test_four_bots_are_watched_by_command() -> None:
    desk = Desk(start=StartPractising(TableSettings("", hints=True), watch_only=True))
    assert desk.network.joined[0][1] is Wish.WATCH
    assert [type(request) for request in desk.network.client.requests] == [StartMatch]
