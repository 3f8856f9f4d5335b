"""What text mode keeps of an evening, and going on without a lost host."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from lanbridge.client.known import HostClaim, Link, LinkChanged, Updated
from lanbridge.client.ports import Target
from lanbridge.client.succession import OFFERED_SECONDS
from lanbridge.engine import PRESETS
from lanbridge.protocol.messages import HandOver
from lanbridge.protocol.table_settings import TableSettings
from lanbridge.settings import Places, Preferences, load_statistics, load_tables
from lanbridge.terminal import Memory, ToLobby, ToPractice, ToTable, main
from lanbridge.terminal.game import Streams
from lanbridge.terminal.paper import Paper
from lanbridge.terminal.parsing import parse
from lanbridge.terminal.screens import ToEnd
from lanbridge.terminal.shared import Shared, bots_hint
from lanbridge.terminal.table_screen import TableScreen
from lanbridge.text import Words
from tests.terminal.test_playing import HintTaker
from tests.terminal.toy_network import Player, ToyNetwork, Typist, listed

RAFI = Preferences(name="Rafi")
SETTINGS = TableSettings("Rafi's table", PRESETS["nepal"].changed(end="deals 1"), hints=True)


@pytest.fixture
def places(tmp_path: Path) -> Places:
    return Places.under(tmp_path)


def test_a_finished_match_is_counted(places: Places) -> None:
    typist = Typist(end=False)
    streams = Streams(typist, HintTaker(typist, {}), io.StringIO())
    main(ToyNetwork(), Words("en"), RAFI, ToPractice(SETTINGS), memory=Memory(places, "1"), streams=streams)
    tally = load_statistics(places)["nepal+"]
    assert (tally.matches, tally.deals) == (1, 1)
    assert load_tables(places) == ()


def test_a_table_left_in_mid_match_offers_the_way_back(places: Places) -> None:
    network = ToyNetwork((listed("Mitu's"),))
    memory = Memory(places, "1")
    typist = Typist("join 1", "start", "quit")
    main(network, Words("en"), RAFI, memory=memory, streams=Streams(typist, Player(typist, {}), io.StringIO()))
    (kept,) = load_tables(places)
    assert (kept.unfinished, kept.profile, kept.port) == (True, "1", 7468)
    again = Typist("return", "leave", "return", "quit")
    player = Player(again, {})
    main(network, Words("en"), RAFI, memory=memory, streams=Streams(again, player, io.StringIO()))
    assert "Type return to go back to Rafi's table: your seat is kept." in player.lines
    assert [target.name for target, _, _ in network.joined] == ["Mitu's", "Rafi's table"]
    assert player.lines[-1] == "There is no table to go back to."


def test_without_an_unfinished_match_there_is_no_way_back() -> None:
    typist = Typist("return", "resume", "resume none", "quit")
    player = Player(typist, {})
    main(ToyNetwork(), Words("en"), RAFI, ToLobby(), streams=Streams(typist, player, io.StringIO()))
    assert "There is no table to go back to." in player.lines
    assert player.lines.count("There is no table of yours to go on with.") == 2


class Evening:
    """A table screen whose host can be lost, and a clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 100.0
        self.out = io.StringIO()
        self.network = ToyNetwork()
        paper = Paper(self.out, io.StringIO())
        shared = Shared(self.network, Words("en"), RAFI, paper, keep=lambda _: None, hinter=bots_hint, memory=Memory())
        self.shared = shared
        way = ToTable(Target(("10.77.0.11",), 7468, name="Mitu's"))
        self.screen = TableScreen(shared, way, lambda: self.now)

    def type(self, line: str) -> object:
        said = parse(line, self.shared.lexicon)
        assert said is not None
        return self.screen.typed(said)

    def lose_host(self) -> None:
        assert self.network.table is not None
        self.network.table.tell(LinkChanged(Link.LOST), link=Link.LOST, lost_at=self.now)

    @property
    def said(self) -> list[str]:
        return self.out.getvalue().splitlines()


def test_going_on_is_offered_once_when_the_host_has_been_lost_for_long() -> None:
    evening = Evening()
    evening.screen.tick()
    evening.type("carry")
    evening.lose_host()
    evening.screen.tick()
    assert not [line for line in evening.said if "type carry" in line]
    evening.now += OFFERED_SECONDS
    for _ in range(3):
        evening.screen.tick()
    assert len([line for line in evening.said if "type carry to go on without it" in line]) == 1
    evening.type("carry")
    assert evening.said.count("The host is not lost.") == 1
    assert evening.said[-1] == "Going on with the others ..."
    evening.screen.leave()
    assert evening.network.stopped == 1


def test_a_table_that_goes_on_at_another_laptop_says_where_and_what_it_waits_for() -> None:
    evening = Evening()
    table = evening.network.table
    assert table is not None
    table.tell(Updated((), None, fresh=False))
    evening.lose_host()
    evening.screen.tick()
    claim = HostClaim(1, 1, (1,), 2, confirmed=False, goes_on=False)
    table.tell(LinkChanged(Link.SEATED), link=Link.SEATED, lost_at=None, epoch=1, host_claim=claim)
    table.tell(Updated((), table.known.view, fresh=False))
    evening.screen.tick()
    assert table.known.seating is not None
    news = f"{table.known.seating.seats[1].name} hosts the table now."
    assert news in evening.said
    assert evening.said[evening.said.index(news) + 1] == "It goes on once 2 of you are here; 1 so far."
    evening.screen.leave()


def test_a_host_can_hand_over_by_menu() -> None:
    evening = Evening()
    evening.screen.tick()
    evening.type("handover 3")
    assert evening.network.table is not None
    assert evening.network.table.asked == [HandOver(0, 2)]
    assert isinstance(evening.type("quit"), ToEnd)
