"""What a screen knows of its table steps on with the news that it is given, and never before."""

from __future__ import annotations

from dataclasses import replace

from lanbridge.client.known import Known, Link, LinkChanged, Notice, SeatingChanged
from lanbridge.client.ports import StartJoining, Target
from lanbridge.protocol.messages import Request, Say, Wish
from lanbridge.text import Words
from lanbridge.ui.app import App
from lanbridge.ui.scenes.connecting import ConnectingScene
from lanbridge.ui.scenes.table import TableScene
from lanbridge.ui.told_table import ToldTable
from tests.ui.fake_table import FakeNetwork, FakeTable
from tests.ui.window import PLAYER


class Ahead:
    """A table whose thread goes on whenever it likes; `while_read` happens just after its knowledge was read."""

    def __init__(self) -> None:
        self._known = Known()
        self.notices: list[tuple[Notice, Known]] = []
        self.while_read: list[tuple[Notice, Known]] = []
        self.asked: list[object] = []

    @property
    def known(self) -> Known:
        read = self._known
        for notice, known in self.while_read:
            self.happens(notice, known)
        self.while_read = []
        return read

    def happens(self, notice: Notice | None, known: Known) -> None:
        if notice is not None:
            self.notices.append((notice, known))
        self._known = known

    def poll(self) -> tuple[tuple[Notice, Known], ...]:
        notices, self.notices = tuple(self.notices), []
        return notices

    def request(self, request: Request) -> None:
        self.asked.append(request)

    def carry_on(self) -> None:
        self.asked.append("carry on")

    def leave(self) -> None:
        self.asked.append("leave")


SEATED = Known(link=Link.SEATED)
LATER = replace(SEATED, match=1)


def test_nothing_is_known_before_it_was_told() -> None:
    ahead = Ahead()
    ahead.happens(LinkChanged(Link.SEATED, None), SEATED)
    table = ToldTable(ahead)
    assert table.known == Known()
    assert table.poll() == ((LinkChanged(Link.SEATED, None), SEATED),)
    ahead.happens(SeatingChanged(), LATER)
    assert table.known == SEATED


def test_what_comes_while_the_news_is_fetched_is_known_with_its_own_notice_only() -> None:
    ahead = Ahead()
    ahead.while_read = [(LinkChanged(Link.SEATED, None), SEATED), (SeatingChanged(), LATER)]
    table = ToldTable(ahead)
    assert [notice for notice, _ in table.poll()] == [LinkChanged(Link.SEATED, None), SeatingChanged()]
    assert table.known == LATER


def test_what_changes_without_a_notice_is_known_at_the_next_quiet_call() -> None:
    ahead = Ahead()
    ahead.happens(SeatingChanged(), SEATED)
    ahead.happens(None, LATER)
    table = ToldTable(ahead)
    table.poll()
    assert table.known == SEATED
    assert table.poll() == ()
    assert table.known == LATER


def test_what_the_player_wants_goes_on_to_the_table() -> None:
    ahead = Ahead()
    table = ToldTable(ahead)
    table.request(Say(0, text="hello"))
    table.carry_on()
    table.leave()
    assert ahead.asked == [Say(0, text="hello"), "carry on", "leave"]


class OneByOne(FakeTable):
    """Its thread is at the second player's call already, and gives its news one by one."""

    def poll(self) -> tuple[tuple[Notice, Known], ...]:
        given, self._notices = self._notices[:1], self._notices[1:]
        return tuple(given)


def test_a_table_that_opens_while_its_thread_goes_on_never_falls_back_to_what_is_over() -> None:
    table = OneByOne(seed=3)
    table.link(Link.SEATED)
    table.deal()
    table.bot_moves()
    table.bot_moves()
    now = 50.0
    app = App(FakeNetwork(table), Words("en"), PLAYER, clock=lambda: now, size=(1280, 720))
    app.begin(StartJoining(Target(("192.168.1.20",), 7468), Wish.SEAT))
    seen: list[int] = []
    for _ in range(12):
        now += 0.1
        app.step()
        assert isinstance(app.top, ConnectingScene | TableScene)
        if isinstance(app.top, TableScene) and app.top.view is not None:
            seen.append(app.top.view.table.moves)
    assert seen == sorted(seen)
    assert seen[-1] == 2
