"""What a screen is to the window: it takes meanings and notices, is told the time, and draws.

Scenes never ask for the time, never see pixels or key codes, and reach everything else through their `Context`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import TYPE_CHECKING, Protocol

from lanbridge.client.addresses import Place
from lanbridge.client.doctor import Facts
from lanbridge.client.known import Known, Notice
from lanbridge.client.ports import HostedTable, Network, TableClient, Target
from lanbridge.engine.record import Record
from lanbridge.protocol.messages import Stage, Wish
from lanbridge.settings import Places, Preferences
from lanbridge.text import Words
from lanbridge.ui.inputs import Input
from lanbridge.ui.lesson import Lesson
from lanbridge.ui.paint.canvas import Canvas
from lanbridge.ui.sound import Sounds
from lanbridge.ui.widgets import Toasts

if TYPE_CHECKING:
    from lanbridge.ui.chronicle import Chronicle

Examine = Callable[[Place | None], Callable[[], Facts | None]]
"""Begins to examine the network, and the way to a host if one is named; what it gives is asked for the facts."""


class Pace(Enum):
    """What a scene's picture does after `update`."""

    STILL = auto()
    """It is as it was drawn last."""
    ONCE = auto()
    """It has changed: draw it once."""
    MOVING = auto()
    """It changes from frame to frame."""


class Scene:
    """One screen, or a layer over the screen below (`overlay`). Override what is needed.

    The window calls ``laid_out`` before the first frame, and again after a resize or a change of preferences;
    ``ctx.canvas`` is then new. ``now`` is seconds of a clock that never goes back.
    """

    overlay = False
    """Whether the scene below is drawn first (it still gets notices and updates, but no inputs)."""

    def __init__(self, ctx: Context) -> None:
        self.ctx = ctx

    @property
    def wants_text(self) -> bool:
        """Whether letters are typed into a field now."""
        return False

    @property
    def keeps_awake(self) -> bool:
        """Whether the screen must not go dark: a match is on."""
        return False

    def opened(self) -> None:
        """The scene is on the stack; its layout follows."""

    def left(self) -> None:
        """The scene was taken off the stack."""

    def laid_out(self) -> None:
        """Place everything for the present ``ctx.canvas``."""

    def on_input(self, given: Input) -> bool:
        """Act on an input; True when it was meant for this scene (it is then drawn again)."""
        del given
        return False

    def on_notices(self, notices: Sequence[tuple[Notice, Known]]) -> None:
        """News of the table, oldest first, each with the knowledge after it; every scene on the stack hears them."""

    def update(self, now: float) -> Pace:
        """Let time pass."""
        del now
        return Pace.STILL

    def draw(self, canvas: Canvas) -> None:
        """Draw the whole scene."""

    def may_close(self) -> bool:
        """The window's close button was pressed; False when the scene asks the player first."""
        return True

    def focus_order(self) -> Sequence[str]:
        """The accessible names of everything that can be reached by keys, in order."""
        return ()


class Stack(Protocol):
    """The scenes on the window, as scenes may use it."""

    @property
    def top(self) -> Scene:
        """The scene that gets the inputs."""

    def push(self, scene: Scene) -> None:
        """Lay a scene over the present one."""

    def pop(self, scene: Scene) -> None:
        """Take this scene, and all that lies over it, away."""

    def replace(self, scene: Scene) -> None:
        """Take all scenes away and show this one."""

    def open(self, name: str) -> None:
        """Show the screen of this name alone: see `screen_names`."""

    def lay(self, name: str) -> None:
        """Lay the screen of this name over the present one."""

    def quit(self) -> None:
        """Close the window."""


@dataclass(frozen=True, slots=True)
class Joining:
    """The table that we are at, or on the way to, as it was asked for."""

    target: Target
    wish: Wish
    pin: str = ""


@dataclass(slots=True)
class Context:
    """Everything a scene may use. One for the window; the window keeps ``canvas`` fresh.

    ``clock`` gives the same ``now`` as `Scene.update`; ``change`` sets new preferences, saves them and lays
    everything out again; ``announce`` speaks a sentence for those who hear the screen. ``profile`` names the seat key
    in use; ``record`` is the match that the replay screen shows, ``chronicle`` the match at this table as far as it
    was seen; ``lesson`` the walk through a first deal.
    """

    network: Network
    words: Words
    preferences: Preferences
    canvas: Canvas
    sounds: Sounds
    stack: Stack
    clock: Callable[[], float]
    change: Callable[[Preferences], None]
    toasts: Toasts = field(default_factory=Toasts)
    places: Places | None = None
    announce: Callable[[str], None] = lambda _: None
    client: TableClient | None = None
    hosted: HostedTable | None = None
    practising: bool = False
    joining: Joining | None = None
    profile: str = ""
    record: Record | None = None
    chronicle: Chronicle | None = None
    examine: Examine | None = None
    lesson: Lesson | None = None

    def toast(self, text: str, *, error: bool = False) -> None:
        """A line that passes by."""
        self.toasts.push(text, "error" if error else "plain")
        self.announce(text)
        if error:
            self.sounds.play("error")

    @property
    def hosts(self) -> bool:
        """Whether the table stands on this laptop: one that was carried on may have come here, or have gone."""
        known = self.client.known if self.client is not None else Known()
        if known.host_claim is None or known.host_claim.seat is None or known.seating is None:
            return self.hosted is not None
        return known.host_claim.seat == known.seating.you

    def at_table(self, client: TableClient, *, hosted: HostedTable | None = None, practising: bool = False) -> None:
        """From now on this is our table: its notices come to all scenes, and its screen is shown."""
        self.client, self.hosted, self.practising = client, hosted, practising
        self.stack.open(screen_of(client.known))

    def leave_table(self) -> None:
        """Say good-bye, close what we host, show the lobby."""
        self.forget_table()
        self.stack.open("lobby")

    def forget_table(self) -> None:
        """Say good-bye and close what we host; no scene changes."""
        client, self.client = self.client, None
        if client is not None:
            client.leave()
        if client is not None or self.hosted is not None:  # a table that was carried on is hosted here, too
            self.network.stop_hosting()
        self.hosted, self.practising, self.lesson = None, False, None


def screen_of(known: Known) -> str:
    """Which screen shows this knowledge: the waiting room, or the table from the first shuffle on."""
    waiting = known.seating is None or known.seating.stage is Stage.WAITING
    return "waiting" if waiting and known.view is None else "table"
