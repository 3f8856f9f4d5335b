"""The window before the table, driven as a player drives it: by events of the window alone."""

from __future__ import annotations

import os

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"

import pygame

from lanbridge.client.ports import Start, StartInLobby
from lanbridge.settings import Places, Preferences
from lanbridge.text import Words
from lanbridge.ui.app import App
from lanbridge.ui.page import Page
from lanbridge.ui.scene import Scene
from lanbridge.ui.widgets import Widget
from tests.ui.fake_network import FakeNetwork

pygame.display.init()  # before any test: SDL keeps a socket of its own open for as long as there is a display

PLAYER = Preferences(name="Rafi", muted=True)


class Desk:
    """An `App` with a fake network; time is a number that a test turns on."""

    def __init__(
        self,
        network: FakeNetwork | None = None,
        *,
        preferences: Preferences = PLAYER,
        size: tuple[int, int] = (1280, 720),
        places: Places | None = None,
        start: Start | None = None,
    ) -> None:
        self.now = 50.0
        self.spoken: list[str] = []
        self.network = network or FakeNetwork()
        words = Words(preferences.language or "en", own_digits=preferences.own_digits)
        self.app = App(
            self.network,
            words,
            preferences,
            places=places,
            clock=lambda: self.now,
            size=size,
            announce=self.spoken.append,
            profile="1",
        )
        pygame.event.clear()
        self.app.begin(start or StartInLobby())
        self.wait()

    # ------------------------------------------------------------------ time and events

    def wait(self, seconds: float = 0.6) -> None:
        """Let time pass, a few rounds of the loop."""
        for _ in range(4):
            self.now += seconds / 4
            self.app.step()

    def post(self, *events: pygame.Event) -> None:
        """Events of the window, then a round."""
        for event in events:
            pygame.event.post(event)
        self.wait(0.1)

    def press(self, key: int, letter: str = "", mod: int = 0) -> None:
        """A key."""
        self.post(pygame.Event(pygame.KEYDOWN, key=key, unicode=letter, mod=mod))

    def tab(self, times: int = 1) -> None:
        """Tab."""
        for _ in range(times):
            self.press(pygame.K_TAB)

    def enter(self) -> None:
        """Enter."""
        self.press(pygame.K_RETURN)

    def escape(self) -> None:
        """Escape."""
        self.press(pygame.K_ESCAPE)

    def write(self, text: str) -> None:
        """Letters typed, in place of what stands in the field."""
        self.press(pygame.K_a, mod=pygame.KMOD_CTRL)
        self.post(pygame.Event(pygame.TEXTINPUT, text=text))

    def click(self, name: str) -> None:
        """A click in the middle of the widget of that name."""
        self.click_at(*self.widget(name).rect.center)

    def click_at(self, x: float, y: float) -> None:
        """A click at a point in logical units."""
        scale = self.app.ctx.canvas.screen.scale
        pos = round(x * scale), round(y * scale)
        self.post(
            pygame.Event(pygame.MOUSEMOTION, pos=pos, rel=(0, 0), buttons=(0, 0, 0)),
            pygame.Event(pygame.MOUSEBUTTONDOWN, pos=pos, button=1),
            pygame.Event(pygame.MOUSEBUTTONUP, pos=pos, button=1),
        )

    def focus(self, name: str) -> None:
        """Tab until the widget of that name has the focus."""
        for _ in range(60):
            if self.focused.startswith(name):
                return
            self.tab()
        raise AssertionError(f"{name} is never reached; there are {self.names}")

    # ------------------------------------------------------------------ what is seen

    @property
    def scene(self) -> Scene:
        """The screen on top."""
        return self.app.top

    @property
    def screen(self) -> str:
        """The name of the class of the screen on top."""
        return type(self.app.top).__name__

    @property
    def page(self) -> Page:
        """The screen on top, made of widgets."""
        assert isinstance(self.app.top, Page)
        return self.app.top

    @property
    def widgets(self) -> list[Widget]:
        """Everything that can be reached."""
        page = self.page
        group = page._dialog.group if page._dialog is not None else page.group  # noqa: SLF001 - a test looks inside
        return group.order

    @property
    def names(self) -> list[str]:
        """Their names."""
        return [widget.name for widget in self.widgets]

    @property
    def focused(self) -> str:
        """The name of what has the focus."""
        page = self.page
        group = page._dialog.group if page._dialog is not None else page.group  # noqa: SLF001 - a test looks inside
        return group.focused.name if group.focused is not None else ""

    def widget(self, name: str) -> Widget:
        """The widget whose name begins so."""
        for widget in self.widgets:
            if widget.name.startswith(name):
                return widget
        raise AssertionError(f"there is no {name!r} among {self.names}")

    def close(self) -> None:
        """The window's close button, then the end of the loop if it may end."""
        self.post(pygame.Event(pygame.QUIT))

    @property
    def running(self) -> bool:
        """Whether the window is still open."""
        return self.app._running  # noqa: SLF001 - a test looks inside
