"""The real window on SDL's dummy driver with a fake table behind it; time is a number that a test turns on."""

from __future__ import annotations

import os
from dataclasses import replace

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"

import pygame

from lanbridge.settings import Preferences
from lanbridge.text import Words
from lanbridge.ui.app import App, Start
from lanbridge.ui.inputs import Click, Input
from lanbridge.ui.layout import Point
from lanbridge.ui.scene import Scene
from lanbridge.ui.scenes.table import TableScene
from tests.ui.fake_table import FakeNetwork, FakeTable

pygame.display.init()  # before any test: SDL keeps a socket of its own open for as long as there is a display

PLAYER = Preferences(name="Rafi", muted=True)


class Window:
    """An `App` at the table, stepped by hand."""

    def __init__(
        self,
        table: FakeTable,
        *,
        size: tuple[int, int] = (1280, 720),
        preferences: Preferences = PLAYER,
        hosting: bool = False,
        practising: bool = False,
        speaks: bool = False,
    ) -> None:
        self.now = 100.0
        self.spoken: list[str] = []
        self.table = table
        self.network = FakeNetwork(table)
        self.app = App(
            self.network,
            Words(preferences.language or "en", own_digits=preferences.own_digits),
            replace(preferences),
            clock=lambda: self.now,
            size=size,
            announce=None if speaks else self.spoken.append,
        )
        hosted = self.network.host(table.known.settings) if hosting and table.known.settings else None
        self.app.begin(Start(client=table, hosted=hosted, practising=practising))
        self.scene: TableScene = self._table_scene()

    def _table_scene(self) -> TableScene:
        top = self.app.top
        assert isinstance(top, TableScene)
        return top

    def top(self) -> Scene:
        """The layer that gets the inputs."""
        return self.app.top

    def step(self, seconds: float = 1 / 60) -> bool:
        """One round of the loop; True when a frame was drawn."""
        self.now += seconds
        return self.app.step()

    def wait(self, seconds: float, rate: int = 60) -> int:
        """Let time pass at so many rounds a second (fewer are cheaper); how many frames were drawn."""
        return sum(self.step(1 / rate) for _ in range(round(seconds * rate)))

    def settle(self) -> None:
        """Wait until nothing moves."""
        for _ in range(3000):
            self.step()
            if not self.scene.news.story.busy and not self.step():
                return
        raise AssertionError("the window never comes to rest")

    def give(self, *inputs: Input) -> None:
        """Inputs, a round after each."""
        for given in inputs:
            self.app.give(given)
            self.step()

    def click(self, point: Point) -> None:
        """A click."""
        self.give(Click(point))

    def posted(self, *events: pygame.Event) -> None:
        """Events of the window itself, read in one round."""
        for event in events:
            pygame.event.post(event)
        self.step()

    def save(self, path: str) -> None:
        """The picture as a file."""
        pygame.image.save(self.app.ctx.canvas.surface, path)
