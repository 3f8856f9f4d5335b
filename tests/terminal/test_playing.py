from __future__ import annotations

import io
import re

import pytest

from lanbridge.client.known import LinkProblem
from lanbridge.client.ports import HostingFailed, ResumableTable
from lanbridge.engine import PRESETS
from lanbridge.protocol.messages import (
    ChangeSettings,
    CloseReason,
    Pause,
    SetReady,
    StartMatch,
    StopMatch,
    SubmitMove,
    Wish,
)
from lanbridge.protocol.table_settings import TableSettings
from lanbridge.settings import Preferences
from lanbridge.terminal import Opening, ToHosting, ToLobby, ToPractice, main
from lanbridge.terminal.game import Streams
from lanbridge.text import LANGUAGES, Words
from tests.terminal.toy_network import Player, ToyNetwork, Typist, listed

RAFI = Preferences(name="Rafi")
SETTINGS = TableSettings("Rafi's table", PRESETS["nepal"], hints=True)


def played(
    network: ToyNetwork,
    *lines: str,
    opening: Opening | None = None,
    preferences: Preferences = RAFI,
    language: str = "en",
    end: bool = True,
    answers: dict[str, list[str]] | None = None,
) -> tuple[int, Player, str]:
    """Exit code, what was said, and what was said as an error."""
    typist = Typist(*lines, end=end)
    player, errors = Player(typist, answers or {}), io.StringIO()
    streams = Streams(typist, player, errors)
    code = main(network, Words(language), preferences, opening, streams=streams)
    return code, player, errors.getvalue()


class HintTaker(Player):
    """Types ``hint`` at each turn and does what it says; gets ready for every deal; quits after the match."""

    def _answer(self, line: str) -> None:
        if re.match(r"Your call|You lead|Your turn", line):
            self._typist.type("hint")
        elif found := re.match(r"Best: (?:call (\d+)|the (.+?)), ", line):
            self._typist.type(found[1] or found[2])
        elif line.startswith("Best: claim"):
            self._typist.type("claim")
        elif line.startswith("Type ready"):
            self._typist.type("ready")
        elif line.startswith("The match is over. Type"):
            self._typist.type("scores")
            self._typist.type("quit")


def test_a_whole_match_is_played_in_text_mode() -> None:
    network, typist = ToyNetwork(), Typist(end=False)
    player = HintTaker(typist, {})
    streams = Streams(typist, player, io.StringIO())
    assert main(network, Words("en"), RAFI, ToPractice(SETTINGS), streams=streams) == 0
    assert network.table is not None
    moves = [request for request in network.table.asked if isinstance(request, SubmitMove)]
    assert player.text.count("is scored.") == 5
    assert 5 <= len(moves) <= 5 * 14
    assert "Totals: You " in player.text
    assert (network.table.left, network.stopped) == (True, 1)


class NumberTaker(Player):
    """Plays the first card that may be played, by its number; leads by name."""

    def _answer(self, line: str) -> None:
        if line.startswith("Your call"):
            self._typist.type("call 1")
        elif line.startswith("You lead"):
            self._typist.type("hand")
        elif found := re.match(r"You may play: (\d+)\)", line):
            self._typist.type(found[1])
        elif found := re.match(r"(Spades|Hearts|Clubs|Diamonds): \d+\) (\w+)", line):
            self._typist.type(f"play {found[2]} of {found[1]}")
        elif line.startswith("Type ready"):
            self._typist.end()


def test_cards_are_played_by_number_and_by_name() -> None:
    network, typist = ToyNetwork(), Typist(end=False)
    player = NumberTaker(typist, {})
    streams = Streams(typist, player, io.StringIO())
    assert main(network, Words("en"), RAFI, ToPractice(SETTINGS), streams=streams) == 0
    assert sum(line.startswith("You play the ") for line in player.lines) == 13
    assert "Deal 1 is scored." in player.lines


def test_a_table_that_broke_off_is_opened_again() -> None:
    network = ToyNetwork()
    network.unfinished = (ResumableTable(b"t" * 16, "Rafi's table", ("Rafi", "Mitu"), 2),)
    code, player, _ = played(network, "resume", "leave", "quit")
    assert "Type resume to go on with Rafi's table (Rafi and Mitu, 2 deals played)." in player.lines
    assert [target.port for target, _, _ in network.joined] == [7468]
    assert code == 0


def test_four_bots_can_be_looked_at() -> None:
    network = ToyNetwork()
    played(network, opening=ToPractice(SETTINGS, watch_only=True))
    assert [wish for _, wish, _ in network.joined] == [Wish.WATCH]


def test_a_refused_card_is_named_with_its_reason_and_nothing_is_lost() -> None:
    network = ToyNetwork()
    _, player, _ = played(network, "9", "99", "ab", "2", "2", opening=ToPractice(SETTINGS))
    assert "A call at this table is 1 to 8." in player.lines
    assert player.text.count("A call at this table is 1 to 8.") == 2
    assert "That is not understood: ab. Type help for what you can type." in player.lines
    assert "You call 2." in player.lines


def test_who_leads_sees_the_hand_with_its_numbers() -> None:
    typist = Typist(end=False)
    player = HintTaker(typist, {})
    main(ToyNetwork(), Words("en"), RAFI, ToPractice(SETTINGS), streams=Streams(typist, player, io.StringIO()))
    leads = [place for place, line in enumerate(player.lines) if line == "You lead. Any card may be played."]
    assert leads
    assert all(") " in player.lines[place - 1] for place in leads)


def test_after_a_refused_card_the_cards_that_may_be_played_are_said_again() -> None:
    _, player, _ = played(ToyNetwork(), *["2"] * 60, opening=ToPractice(SETTINGS))
    refused = [place for place, line in enumerate(player.lines) if line.endswith(": follow suit.")]
    assert refused
    assert all(player.lines[place + 1].startswith("You may play: ") for place in refused)


def test_stdin_closing_leaves_in_order() -> None:
    network = ToyNetwork()
    code, _, errors = played(network, opening=ToPractice(SETTINGS))
    assert (code, errors) == (0, "")
    assert network.table is not None
    assert (network.table.left, network.stopped) == (True, 1)


def test_the_lobby_lists_tables_and_joins_by_number() -> None:
    network = ToyNetwork((listed("Rafi's"), listed("Mitu's", "nepal", playing=True, locked=True)))
    _, player, _ = played(network, "help", "list", "join 2", "leave", "quit")
    assert "1: Rafi's; Call Bridge, Bangladesh; 1 player; open" in player.lines
    assert "2: Mitu's; Call Break, Nepal; 1 player; playing, with PIN" in player.lines
    assert [target.name for target, _, _ in network.joined] == ["Mitu's"]
    assert network.looking == 0


@pytest.mark.parametrize(
    ("typed", "address", "port"),
    [
        ("join mitu's", "10.77.0.11", 7468),
        ("join 192.168.0.7:7470", "192.168.0.7", 7470),
        ("join 192.168.0.7", "192.168.0.7", 7468),
        ("join laptop:7470", "laptop", 7470),
    ],
)
def test_a_table_is_joined_by_name_or_address(typed: str, address: str, port: int) -> None:
    network = ToyNetwork((listed("Mitu's"),))
    played(network, typed, "quit")
    assert [(target.addresses[0], target.port) for target, _, _ in network.joined] == [(address, port)]


def test_an_opening_join_waits_for_the_table_to_show_and_watches() -> None:
    network = ToyNetwork((listed("Mitu's"),))
    played(network, "quit", opening=ToLobby("Mitu's", Wish.WATCH, "1234"))
    assert [(target.name, wish, pin) for target, wish, pin in network.joined] == [("Mitu's", Wish.WATCH, "1234")]


def test_a_table_that_cannot_be_reached_is_one_line_and_exit_code_1() -> None:
    network = ToyNetwork((listed("Mitu's"),), closed=LinkProblem.REFUSED)
    code, _, errors = played(network, opening=ToLobby("Mitu's"))
    assert (code, errors) == (1, "That laptop is there, but hosts no table.\n")


def test_a_table_that_fails_from_the_lobby_leads_back_to_it() -> None:
    network = ToyNetwork((listed("Mitu's"),), closed=CloseReason.FULL)
    code, player, errors = played(network, "join 1", "list", "quit")
    assert (code, errors) == (0, "")
    assert player.text.index("The table is full.") < player.text.index("Tables near you:")


def test_a_wrong_pin_can_be_typed_again() -> None:
    network = ToyNetwork((listed("Mitu's"),), closed=CloseReason.PIN_NEEDED)
    code, player, _ = played(network, "pin 1234", "quit", opening=ToLobby("Mitu's"))
    assert [pin for _, _, pin in network.joined] == ["", "1234"]
    assert "This table wants a PIN." in player.lines
    assert code == 0


def test_hosting_goes_through_the_form() -> None:
    network = ToyNetwork()
    kept: list[Preferences] = []
    typist = Typist(
        "host", "preset nepal", "set end=deals 3", "set end=never", "clock 30", "clock 2", "pin 1234", "bots hard",
        "dance", "open", "who", "start", "quit", "yes",
    )  # fmt: skip
    player = Player(typist, {})
    main(network, Words("en"), RAFI, keep=kept.append, streams=Streams(typist, player, io.StringIO()))
    assert network.settings.rules == PRESETS["nepal"].changed(end="deals 3")
    assert (network.settings.clock, network.settings.bots, network.settings.locked) == (30, "hard", True)
    assert kept[-1].host == network.settings
    assert "That does not work: end cannot be 'never'" in player.lines
    assert "That wants a number from 5 to 3600." in player.lines
    assert "Seat 2: Nadia (bot)" in player.lines
    assert network.joined[0][2] == "1234"


def test_a_table_that_cannot_be_opened_says_why() -> None:
    network = ToyNetwork()
    network.failure = HostingFailed("hosting.port_taken", port="7468")
    code, _, errors = played(network, opening=ToHosting(SETTINGS))
    assert (code, errors) == (1, "Port 7468 is in use: choose another one.\n")


def test_the_hosts_menu_asks_the_host() -> None:
    network = ToyNetwork()
    lines = ("set over_max=none", "start", "pause", "continue", "stop", "leave", "quit")
    _, player, _ = played(network, *lines, opening=ToHosting(TableSettings("Rafi's table")))
    assert network.table is not None
    kinds = [type(request) for request in network.table.asked]
    assert kinds == [ChangeSettings, StartMatch, Pause, Pause, StopMatch]
    for line in ("The table is paused.", "The table goes on."):
        assert line in player.lines


def test_language_name_and_digits_change_at_once() -> None:
    kept: list[Preferences] = []
    typist = Typist("name  \u202eMitu", "digits on", "language xx", "language en", "quit")
    player = Player(typist, {})
    main(ToyNetwork(), Words("en"), RAFI, keep=kept.append, streams=Streams(typist, player, io.StringIO()))
    assert (kept[-1].name, kept[-1].own_digits, kept[-1].language) == ("Mitu", True, "en")
    assert f"Languages: {', '.join(LANGUAGES)}." in player.lines


def test_between_deals_the_player_says_ready() -> None:
    network, typist = ToyNetwork(), Typist(end=False)
    streams = Streams(typist, HintTaker(typist, {}), io.StringIO())
    main(network, Words("en"), RAFI, ToPractice(SETTINGS), streams=streams)
    assert network.table is not None
    assert sum(isinstance(request, SetReady) for request in network.table.asked) == 4


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_at_a_table_can_be_asked_for_in_every_language(language: str) -> None:
    asked = ("help", "2", "table", "hand", "last", "scores", "who", "rules", "hint", "draw", "claim", "sit 9", "admit")
    _, player, errors = played(
        ToyNetwork(),
        *asked,
        opening=ToPractice(SETTINGS),
        language=language,
        preferences=Preferences("Rafi", drawing=True),
    )
    assert errors == ""
    assert not [line for line in player.lines if "{" in line or re.search(r"\b(terminal|window|rules)\.\w", line)]
    assert len(player.lines) > 60
