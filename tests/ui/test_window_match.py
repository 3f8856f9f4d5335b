"""A whole match in the real window by posted events alone, against a host in another process; pictures of each screen.

Private to this machine: the host is reached by a loopback address that is typed, and announces on no other adapter.
"""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"

import pygame
import pytest

from lanbridge.cli.network import LocalNetwork
from lanbridge.client.known import Known
from lanbridge.client.ports import StartInLobby
from lanbridge.engine import Phase
from lanbridge.engine.record import parse, replay
from lanbridge.protocol.messages import Stage
from lanbridge.settings import Motion, Places, Preferences, load_statistics, open_profile
from lanbridge.text import Words
from lanbridge.ui.app import App
from lanbridge.ui.layout import scores_layout

pygame.display.init()  # before any test: SDL keeps a socket of its own open for as long as there is a display

DEALS = 2
SECONDS_IN_ALL = 90.0
ROOT = Path(__file__).resolve().parents[2]


def free_port() -> int:
    """A port that nobody uses now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def host_process(home: Path, port: int, record: Path) -> Iterator[subprocess.Popen[str]]:
    """A headless host whose menu goes to the first who sits down."""
    command = [sys.executable, "-m", "lanbridge", "host", "--no-window", "--seats", "4", "--bots", "easy"]
    command += ["--bot-pause", "0", "--deals", str(DEALS), "--name", "Hall 3", "--port", str(port)]
    command += ["--record", str(record)]
    environment = os.environ | {"LANBRIDGE_HOME": str(home), "LANBRIDGE_ADAPTERS": "lo,lo0"}
    with subprocess.Popen(command, env=environment, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            assert "Hall 3" in process.stdout.readline()  # said when the port is open
            yield process
        finally:
            process.terminate()
            process.wait(10)


class Player:
    """Hands on keyboard and mouse, eyes on the screen: no call goes into a scene."""

    def __init__(self, app: App, pictures: Path) -> None:
        self.app, self.pictures = app, pictures
        self.end = time.monotonic() + SECONDS_IN_ALL
        self.ticker = pygame.time.Clock()
        self.taken: set[str] = set()

    def round(self) -> None:
        """One round of the window's loop, as `App.run` does it."""
        assert time.monotonic() < self.end, f"stuck in {self.screen}: {self.known.seating}"
        self.app.step()
        self.ticker.tick(240)

    @property
    def screen(self) -> str:
        return type(self.app.top).__name__

    @property
    def known(self) -> Known:
        return self.app.ctx.client.known if self.app.ctx.client is not None else Known()

    def until(self, *screens: str) -> None:
        while self.screen not in screens:
            self.round()
        for _ in range(3):
            self.round()
        self.picture(self.screen)

    def picture(self, name: str) -> None:
        """Kept once for each screen; the file's name says which."""
        if name not in self.taken:
            self.taken.add(name)
            plain = re.sub(r"(?<!^)(?=[A-Z])", "_", name.removesuffix("Scene")).lower()
            pygame.image.save(self.app.ctx.canvas.surface, self.pictures / f"{len(self.taken)}-{plain}.png")

    def key(self, key: int, letter: str = "") -> None:
        pygame.event.post(pygame.Event(pygame.KEYDOWN, key=key, unicode=letter, mod=0))
        self.round()

    def write(self, text: str) -> None:
        pygame.event.post(pygame.Event(pygame.KEYDOWN, key=pygame.K_a, unicode="", mod=pygame.KMOD_CTRL))
        pygame.event.post(pygame.Event(pygame.TEXTINPUT, text=text))
        self.round()

    def click(self, x: float, y: float) -> None:
        scale = self.app.ctx.canvas.screen.scale
        pos = round(x * scale), round(y * scale)
        pygame.event.post(pygame.Event(pygame.MOUSEMOTION, pos=pos, rel=(0, 0), buttons=(0, 0, 0)))
        pygame.event.post(pygame.Event(pygame.MOUSEBUTTONDOWN, pos=pos, button=1))
        pygame.event.post(pygame.Event(pygame.MOUSEBUTTONUP, pos=pos, button=1))
        self.round()

    def tab_until(self, spoken: list[str], wanted: str) -> None:
        """Tab to what is spoken so."""
        for _ in range(60):
            self.key(pygame.K_TAB)
            if spoken and wanted in spoken[-1]:
                return
        raise AssertionError(f"{wanted} is never spoken, only {spoken[-60:]}")

    def call_or_play(self) -> None:
        """With keys: the call of two, or the first card that goes."""
        view = self.known.view
        if view is None or not view.my_turn:
            self.round()
            return
        if view.table.phase is Phase.CALLING:
            self.picture("CallScene")
            self.key(pygame.K_2, "2")
        else:
            self.picture("PlayScene")
            self.key(pygame.K_RIGHT)
        self.key(pygame.K_RETURN)
        for _ in range(20):
            self.round()

    def right_button_of_the_sheet(self) -> None:
        buttons = scores_layout(self.app.ctx.canvas.screen).buttons
        self.click(buttons.right - 30, buttons.center[1])


@pytest.fixture
def network(tmp_path: Path) -> Iterator[LocalNetwork]:
    """The real network under a profile of its own."""
    places = Places.under(tmp_path / "player")
    profile = open_profile(places)
    made = LocalNetwork(profile, "Nadia", places)
    yield made
    made.close()
    profile.release()


def test_a_whole_match_by_posted_events(network: LocalNetwork, tmp_path: Path) -> None:
    port, record, pictures = free_port(), tmp_path / "match.txt", tmp_path / "pictures"
    pictures.mkdir()
    places, spoken = Places.under(tmp_path / "player"), list[str]()
    preferences = Preferences(muted=True, motion=Motion.NONE)
    with host_process(tmp_path / "host", port, record):
        app = App(network, Words(), preferences, places=places, announce=spoken.append, size=(1280, 720), profile="1")
        player = Player(app, pictures)
        app.begin(StartInLobby())
        player.until("FirstRunScene")
        player.write("Nadia")
        player.key(pygame.K_RETURN)
        player.until("LobbyScene")
        player.tab_until(spoken, "Code or address")
        player.write(f"127.0.0.1:{port}")
        player.key(pygame.K_RETURN)
        player.until("WaitingScene")
        player.tab_until(spoken, "Start")
        player.key(pygame.K_RETURN)
        player.until("TableScene")
        while player.known.seating is None or player.known.seating.stage is not Stage.OVER:
            if player.screen == "BetweenScene":
                player.picture("BetweenScene")
                player.right_button_of_the_sheet()
            else:
                player.call_or_play()
        player.until("MatchEndScene")
        sheet = player.known.sheet
        player.key(pygame.K_ESCAPE)
        player.key(pygame.K_ESCAPE)
        pygame.event.post(pygame.Event(pygame.QUIT))
        pygame.event.post(pygame.Event(pygame.QUIT))
        app.run()
    assert len(sheet) == DEALS
    written = replay(parse(record.read_text("utf-8")))
    assert written.table.totals == sheet[-1].totals
    assert load_statistics(places)["bangladesh"].deals == DEALS
    names = {path.stem.partition("-")[2] for path in pictures.iterdir()}
    assert {"first_run", "lobby", "waiting", "table", "call", "play", "between", "match_end"} <= names
