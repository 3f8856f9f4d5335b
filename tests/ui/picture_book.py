"""Every screen of the window, made up the same way each time: a fixed table, a clock turned by hand, our own fonts."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

import pygame

from lanbridge.client.known import Link, LinkProblem
from lanbridge.client.ports import ResumableTable, StartHosting, StartJoining, Target
from lanbridge.engine import PRESETS, Phase, may_claim
from lanbridge.protocol.messages import CloseReason, Wish
from lanbridge.protocol.table_settings import TableSettings
from lanbridge.settings import Preferences
from lanbridge.ui.inputs import Action, Back, Click, Digit, Do, Hover
from tests.ui.another_host import carried_on, host_lost, of_people
from tests.ui.desk import Desk
from tests.ui.fake_network import FakeNetwork, found, human
from tests.ui.fake_table import FakeTable, my_turn
from tests.ui.positions import cards_of, choosy, spot_of
from tests.ui.window import Window

PLAYER = Preferences(name="Rafi", muted=True, speech=False)
LONG_NAME = "Abdullah-al-Mamun Chowdhury Khan"
DEALS_OF_AN_EVENING = 22
TARGET = Target(("192.168.1.20",), 7468, name="Hall 3")
LONG = 6.0  # seconds without a host
GAPS = (5.0, 60.0)  # a place on the bare felt


@dataclass(frozen=True, slots=True)
class Frame:
    """What a page is made for: the window's size in pixels, and the player's preferences."""

    size: tuple[int, int]
    preferences: Preferences = PLAYER


Page = Callable[[Frame], pygame.Surface]


def _picture(app: Desk | Window) -> pygame.Surface:
    return app.app.ctx.canvas.surface.copy()


# ---------------------------------------------------------------------- before the table


def first_run(frame: Frame) -> pygame.Surface:
    """The first question."""
    desk = Desk(preferences=replace(frame.preferences, name=""), size=frame.size)
    desk.write("Rafi")  # else the name of whoever runs the tests stands there
    return _picture(desk)


def lobby(frame: Frame) -> pygame.Surface:
    """Some tables of the network."""
    tables = (
        found("Rafi's table", 1),
        found("Hall 3", 2, humans=4, playing=True, preset="nepal", rtt_ms=11),
        found("Sunday evening", 3, humans=1, locked=True, switches=(("end", "deals 5"),)),
    )
    return _picture(Desk(FakeNetwork(*tables), preferences=frame.preferences, size=frame.size))


def lobby_empty(frame: Frame) -> pygame.Surface:
    """Nobody hosts."""
    desk = Desk(preferences=frame.preferences, size=frame.size)
    desk.wait(8)
    return _picture(desk)


def _panel(name: str) -> Page:
    def make(frame: Frame) -> pygame.Surface:
        desk = Desk(preferences=frame.preferences, size=frame.size)
        desk.app.lay(name)
        desk.wait()
        return _picture(desk)

    return make


def host_trouble(frame: Frame) -> pygame.Surface:
    """House rules that cannot be played."""
    desk = Desk(preferences=frame.preferences, size=frame.size)
    desk.app.lay("host")
    desk.wait()
    page = desk.page
    page._change_rules(page._draft.set("min_call", "9").set("max_call", "4"))  # type: ignore[attr-defined]  # noqa: SLF001 - the host's panel
    desk.wait()
    return _picture(desk)


def waiting(frame: Frame) -> pygame.Surface:
    """The waiting room of a table hosted here; somebody knocks."""
    desk = Desk(start=StartHosting(TableSettings("Rafi's table")), preferences=frame.preferences, size=frame.size)
    desk.network.client.seat(2, human(LONG_NAME))
    desk.network.client.seating(knocks=((1, "Mitu"),))
    desk.wait()
    return _picture(desk)


def _failed(reason: LinkProblem | CloseReason) -> Page:
    def make(frame: Frame) -> pygame.Surface:
        network = FakeNetwork()
        network.holds = True
        start = StartJoining(TARGET, Wish.SEAT)
        desk = Desk(network, start=start, preferences=frame.preferences, size=frame.size)
        network.client.link(Link.CLOSED, reason)
        desk.wait()
        return _picture(desk)

    return make


# ---------------------------------------------------------------------- at the table


def _at(
    table: FakeTable, frame: Frame, *, hosting: bool = False, then: Callable[[Window], object] | None = None
) -> pygame.Surface:
    window = Window(table, size=frame.size, preferences=frame.preferences, hosting=hosting)
    table.poll()
    window.settle()
    window.give(Hover(GAPS))
    if then is not None:
        then(window)
        window.wait(0.6)
    return _picture(window)


def calling(frame: Frame) -> pygame.Surface:
    """My turn to call; a call is chosen."""
    return _at(FakeTable(seed=3).until(my_turn), frame, then=lambda window: window.give(Digit(4)))


def dealing(frame: Frame) -> pygame.Surface:
    """Half of the cards have been dealt."""
    table = FakeTable(seed=3)
    window = Window(table, size=frame.size, preferences=frame.preferences)
    table.deal()
    window.wait(1.5)
    return _picture(window)


def _choosy(seed: int = 3) -> FakeTable:
    return FakeTable(seed=seed).until(lambda t: choosy(t) and len(t.state.table.tricks) > 1)


def play(frame: Frame) -> pygame.Surface:
    """My turn to play; some cards are dim."""
    return _at(_choosy(), frame)


def dim_card(frame: Frame) -> pygame.Surface:
    """A dim card was clicked: it says why."""

    def click(window: Window) -> None:
        window.give(Click(spot_of(window, cards_of(window)[1][0])))

    return _at(_choosy(), frame, then=click)


def trick_won(frame: Frame) -> pygame.Surface:
    """Four cards lie on the table, the winner's glows."""
    table = FakeTable(seed=3).until(_last_of_a_trick)
    window = Window(table, size=frame.size, preferences=frame.preferences)
    table.poll()
    window.settle()
    table.bot_moves()
    window.wait(0.9)
    return _picture(window)


def _last_of_a_trick(table: FakeTable) -> bool:
    trick = table.state.table.trick
    return trick is not None and len(trick.cards) == 3 and len(table.state.table.tricks) > 3


def last_trick(frame: Frame) -> pygame.Surface:
    """The last trick is called back."""
    return _at(_choosy(), frame, then=lambda window: window.give(Do(Action.LAST_TRICK)))


def claim(frame: Frame) -> pygame.Surface:
    """The rest can be claimed."""
    table = FakeTable(seed=3).until(
        lambda t: my_turn(t) and t.known.view is not None and len(t.known.view.hand) > 1 and may_claim(t.known.view)
    )
    return _at(table, frame)


def bubbles(frame: Frame) -> pygame.Surface:
    """Everybody speaks."""

    def speak(window: Window) -> None:
        for seat, phrase in enumerate(("thanks", "well_played", "hello", "hurry")):
            window.table.say(seat, phrase=phrase)

    return _at(_choosy(), frame, then=speak)


def away(frame: Frame) -> pygame.Surface:
    """Somebody with a long name is away, and the table waits with a clock."""
    table = _choosy().until(lambda t: t.state.table.to_act == 2)

    def go(window: Window) -> None:
        window.table.seat(False, 2, present=False, name=LONG_NAME)
        window.table.seating(waited_for=(2,))
        window.table.clock(12_000, 30_000, window.now)
        window.wait(3)

    return _at(table, frame, hosting=True, then=go)


def paused(frame: Frame) -> pygame.Surface:
    """The host has paused the table."""
    return _at(_choosy(), frame, then=lambda window: window.table.seating(paused=True))


def lost(frame: Frame) -> pygame.Surface:
    """The connection is lost."""
    return _at(_choosy(), frame, then=lambda window: window.table.link(Link.LOST))


def lost_long(frame: Frame) -> pygame.Surface:
    """The host has been lost for so long that the others may go on."""
    return _at(of_people(_choosy()), frame, then=lambda window: host_lost(window.table, window.now - LONG))


def going_on(frame: Frame) -> pygame.Surface:
    """This player goes on without the host."""

    def agree(window: Window) -> None:
        host_lost(window.table, window.now - LONG)
        window.wait(0.1)
        window.table.carry_on()

    return _at(of_people(_choosy()), frame, then=agree)


def not_followed(frame: Frame) -> pygame.Surface:
    """Another host claims the table, with a sheet that is not ours."""
    problem = LinkProblem.SHEET_DIFFERS
    return _at(of_people(_choosy()), frame, then=lambda window: host_lost(window.table, window.now - LONG, problem))


def new_host(frame: Frame) -> pygame.Surface:
    """The table has come here and waits for the others."""
    return _at(of_people(_choosy()), frame, then=lambda window: carried_on(window.table, 0, 0))


def lobby_resume(frame: Frame) -> pygame.Surface:
    """Two tables of this laptop broke off, one in its first deal."""
    network = FakeNetwork(found("Hall 3", 2))
    network.broken_off = (
        ResumableTable(b"t" * 16, "Rafi's table", ("Rafi", "Mitu"), 0),
        ResumableTable(b"u" * 16, "Sunday evening", ("Rafi", "Mitu", LONG_NAME), 3),
    )
    return _picture(Desk(network, preferences=frame.preferences, size=frame.size))


def spectator(frame: Frame) -> pygame.Surface:
    """One who watches."""
    return _at(FakeTable(seed=3, viewer=None).until(lambda t: len(t.state.table.tricks) > 2), frame)


def chat(frame: Frame) -> pygame.Surface:
    """The panel for speaking."""
    table = _choosy()
    table.say(2, phrase="hello")
    table.say(2, text="Shall we play until ten?")
    return _at(table, frame, then=lambda window: window.give(Do(Action.CHAT)))


def menu(frame: Frame) -> pygame.Surface:
    """The table's menu, with the host's part."""
    return _at(_choosy(), frame, hosting=True, then=lambda window: window.give(Back()))


def keys(frame: Frame) -> pygame.Surface:
    """The page of keys."""
    return _at(_choosy(), frame, then=lambda window: window.give(Do(Action.HELP)))


def _looked_back(window: Window) -> None:
    """Wait until the dearest moment is found, which another thread looks for."""
    window.wait(1.5)
    for thread in threading.enumerate():
        if thread.name == "dearest":
            thread.join()


def between(frame: Frame) -> pygame.Surface:
    """After the first deal."""
    table = FakeTable(seed=3).until(lambda t: len(t.known.sheet) == 1)
    return _at(table, frame, then=_looked_back)


def long_sheet(frame: Frame) -> pygame.Surface:
    """The score sheet late in the evening."""
    rules = PRESETS["bangladesh"].changed(end="open")
    table = FakeTable(rules, seed=3).until(lambda t: len(t.known.sheet) == DEALS_OF_AN_EVENING and my_turn(t))
    return _at(table, frame, then=lambda window: window.give(Do(Action.SCORES)))


def match_end(frame: Frame) -> pygame.Surface:
    """Somebody has won."""
    rules = PRESETS["bangladesh"].changed(end="deals 5")
    table = FakeTable(rules, seed=3).until(lambda t: t.state.table.phase is Phase.OVER)
    return _at(table, frame, then=_looked_back)


PAGES: Mapping[str, Page] = MappingProxyType(
    {
        "first_run": first_run,
        "lobby": lobby,
        "lobby_empty": lobby_empty,
        "lobby_resume": lobby_resume,
        "host": _panel("host"),
        "host_trouble": host_trouble,
        "settings": _panel("settings"),
        "rules": _panel("rules"),
        "doctor": _panel("doctor"),
        "statistics": _panel("statistics"),
        "waiting": waiting,
        "pin": _failed(CloseReason.WRONG_PIN),
        "failed": _failed(LinkProblem.TIMED_OUT),
        "dealing": dealing,
        "calling": calling,
        "play": play,
        "dim_card": dim_card,
        "trick_won": trick_won,
        "last_trick": last_trick,
        "claim": claim,
        "bubbles": bubbles,
        "away": away,
        "paused": paused,
        "lost": lost,
        "lost_long": lost_long,
        "going_on": going_on,
        "not_followed": not_followed,
        "new_host": new_host,
        "spectator": spectator,
        "chat": chat,
        "menu": menu,
        "keys": keys,
        "between": between,
        "long_sheet": long_sheet,
        "match_end": match_end,
    }
)
"""Every page by name."""
