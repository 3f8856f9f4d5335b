"""The window and the only frame loop: inputs and news in, scenes drawn when something has changed.

The loop runs at 60 frames a second, 120 while something moves, 15 without the focus, and draws only what is dirty:
a table that waits costs next to nothing.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from time import monotonic

import pygame

from lanbridge.client.ports import HostedTable, Network, TableClient
from lanbridge.client.ports import Start as StartWith
from lanbridge.settings import CannotSave, Places, Preferences, save_preferences
from lanbridge.text import Words, language_of_system
from lanbridge.ui.cards import CardLook
from lanbridge.ui.fonts import Fonts
from lanbridge.ui.frame_rates import REST_RATE, rounds_a_second
from lanbridge.ui.inputs import Action, Do, Input, InputReader
from lanbridge.ui.layout import table_layout
from lanbridge.ui.liked_theme import theme_of
from lanbridge.ui.paint.canvas import Canvas
from lanbridge.ui.paint.shelf import Shelf
from lanbridge.ui.scene import Context, Examine, Pace, Scene, screen_of
from lanbridge.ui.screen_names import made
from lanbridge.ui.sound import Sounds
from lanbridge.ui.speech import Speech
from lanbridge.ui.table_memory import TableMemory
from lanbridge.ui.ways_in import begin
from lanbridge.ui.window import fitting, open_window

_REDRAWN_AFTER = frozenset(
    {
        pygame.WINDOWEXPOSED,
        pygame.WINDOWSHOWN,
        pygame.WINDOWRESTORED,
        pygame.WINDOWFOCUSGAINED,
        pygame.WINDOWSIZECHANGED,
        pygame.WINDOWDISPLAYCHANGED,
        pygame.RENDER_TARGETS_RESET,
        pygame.RENDER_DEVICE_RESET,
    }
)


@dataclass(frozen=True, slots=True)
class Start:
    """What the window opens with: a screen by name, or a table that is being joined or hosted already."""

    screen: str = ""
    client: TableClient | None = None
    hosted: HostedTable | None = None
    practising: bool = False


class App:
    """The window. `run` is the frame loop; `step` is one round of it, for tests and measurements."""

    def __init__(
        self,
        network: Network,
        words: Words,
        preferences: Preferences,
        *,
        places: Places | None = None,
        announce: Callable[[str], None] | None = None,
        clock: Callable[[], float] = monotonic,
        size: tuple[int, int] | None = None,
        profile: str = "",
    ) -> None:
        self._places = places
        self._memory = TableMemory(places, profile)
        self._told_disk = False
        self._scenes: list[Scene] = []
        self._running, self._dirty, self._hidden, self._focused = True, True, False, True
        self._closing_asked = False
        self._awake: bool | None = None
        self._stirred, self._stirred_at = False, clock()
        self._typing = False
        self._last = clock()
        self.pace = Pace.STILL
        self.frames_drawn = 0
        self._open_window(size or fitting(preferences.window), fullscreen=preferences.fullscreen)
        self._fonts, self._shelf = Fonts(), Shelf()
        canvas = self._new_canvas(preferences)
        sounds = Sounds(muted=preferences.muted, volume=preferences.volume / 100)
        self.speech = Speech()
        self.speech.follow(words.language, wanted=preferences.speech)
        self.ctx = Context(network, words, preferences, canvas, sounds, self, clock, self.change, places=places)
        self.ctx.announce = announce or self.speech.say
        self.ctx.profile = profile
        self.reader = InputReader(canvas.screen)

    # ------------------------------------------------------------------ the loop

    def run(self) -> int:
        """Until the window is closed; the exit code."""
        ticker = pygame.time.Clock()
        while self._running:
            self.step()
            ticker.tick(self.rate)
        self._end()
        return 0

    def step(self) -> bool:
        """One round: inputs, news, time, and a frame if something has changed (then True)."""
        now = self.ctx.clock()
        self._read_events()
        self._read_news()
        stirred, self._stirred = self._stirred or self._dirty, False
        if stirred or self.pace is Pace.MOVING or now - self._last >= 1 / REST_RATE:
            self._pass_time(now)
        drawn = (self._dirty or self.pace is Pace.MOVING) and not self._hidden and self._running
        if drawn:
            self._draw()
        return drawn

    @property
    def rate(self) -> int:
        """Rounds a second from now on."""
        still_for = self.ctx.clock() - self._stirred_at
        moving = self.pace is Pace.MOVING
        return rounds_a_second(moving=moving, hidden=self._hidden, focused=self._focused, still_for=still_for)

    def _read_events(self) -> None:
        events = pygame.event.get()
        if not events:
            return
        self._stirred, self._stirred_at = True, self.ctx.clock()
        for event in events:
            self._window_event(event)
        if any(event.type == pygame.KEYDOWN for event in events):
            self.speech.pressed()
        self.speech.answering = True
        for given in self.reader.read(events):
            self.give(given)
        self.speech.answering = False

    def _window_event(self, event: pygame.Event) -> None:
        if event.type == pygame.QUIT:
            self._asked_to_close()
        elif event.type in {pygame.WINDOWSIZECHANGED, pygame.VIDEORESIZE}:
            self._resized()
        elif event.type in {pygame.WINDOWMINIMIZED, pygame.WINDOWHIDDEN}:
            self._hidden = True
        elif event.type == pygame.WINDOWFOCUSLOST:
            self._focused = False
        if event.type in _REDRAWN_AFTER:
            self._hidden, self._dirty = False, True
            self._focused = self._focused or event.type == pygame.WINDOWFOCUSGAINED

    def give(self, given: Input) -> None:
        """One input: the keys that always work, then the scene on top."""
        match given:
            case Do(Action.FULLSCREEN):
                self._toggle_fullscreen()
            case Do(Action.MUTE):
                self._toggle_sound()
            case Do(Action.SPEECH):
                self._toggle_speech()
            case Do(Action.HELP) if not self._shows("KeysScene"):
                self.lay("keys")
            case _ if self._scenes and self._scenes[-1].on_input(given):
                self._dirty = True

    def _read_news(self) -> None:
        client = self.ctx.client
        notices = client.poll() if client is not None else ()
        if not notices:
            return
        self._memory.note(notices[-1][1], self.ctx.joining, hosted=self.ctx.hosts)
        for scene in tuple(self._scenes):
            if scene in self._scenes and self.ctx.client is client:
                scene.on_notices(notices)
        self._dirty = True

    def _pass_time(self, now: float) -> None:
        passed, self._last = max(0.0, now - self._last), now
        paces = [scene.update(now) for scene in tuple(self._scenes) if scene in self._scenes]
        paces.append(Pace.MOVING if self.ctx.toasts.tick(passed) else Pace.STILL)
        self.pace = Pace.MOVING if Pace.MOVING in paces else Pace.STILL
        self._dirty = self._dirty or any(pace is not Pace.STILL for pace in paces)
        self._keep_awake(awake=any(scene.keeps_awake for scene in self._scenes))
        self._listen_for_text(typing=bool(self._scenes) and self._scenes[-1].wants_text)

    def _draw(self) -> None:
        first = max((n for n, scene in enumerate(self._scenes) if not scene.overlay), default=0)
        for scene in self._scenes[first:]:
            scene.draw(self.ctx.canvas)
        self.ctx.toasts.paint(self.ctx.canvas, table_layout(self.ctx.canvas.screen).toast)
        pygame.display.flip()
        self._dirty = False
        self.frames_drawn += 1

    # ------------------------------------------------------------------ the stack of scenes

    @property
    def top(self) -> Scene:
        """The scene that gets the inputs."""
        return self._scenes[-1]

    def push(self, scene: Scene) -> None:
        """Lay a scene over the present one."""
        self._scenes.append(scene)
        scene.opened()
        if scene in self._scenes:
            scene.laid_out()
        self._dirty, self._closing_asked = True, False

    def pop(self, scene: Scene) -> None:
        """Take this scene, and all that lies over it, away."""
        while scene in self._scenes:
            self._scenes.pop().left()
        self._dirty, self._closing_asked = True, False

    def replace(self, scene: Scene) -> None:
        """Take all scenes away and show this one."""
        while self._scenes:
            self._scenes.pop().left()
        self.push(scene)

    def open(self, name: str) -> None:
        """Show the screen of this name alone."""
        self.replace(made(name, self.ctx))

    def lay(self, name: str) -> None:
        """Lay the screen of this name over the present one."""
        self.push(made(name, self.ctx))

    def quit(self) -> None:
        """Close the window after this round."""
        self._running = False

    def _shows(self, kind: str) -> bool:
        return any(type(scene).__name__ == kind for scene in self._scenes)

    def begin(self, start: Start | StartWith) -> None:
        """Open the first screen, or go where the command line says."""
        if not isinstance(start, Start):
            begin(self.ctx, start)
        elif start.client is not None:
            self.ctx.client, self.ctx.hosted, self.ctx.practising = start.client, start.hosted, start.practising
            self.open(screen_of(start.client.known))
        elif start.screen:
            self.open(start.screen)
        else:
            self.open("lobby" if self.ctx.preferences.name else "first_run")

    # ------------------------------------------------------------------ preferences

    def change(self, preferences: Preferences) -> None:
        """New preferences: kept, and everything laid out again where it shows."""
        before, self.ctx.preferences = self.ctx.preferences, preferences
        self._keep(preferences)
        self.ctx.sounds.muted, self.ctx.sounds.volume = preferences.muted, preferences.volume / 100
        if (preferences.language, preferences.own_digits) != (before.language, before.own_digits):
            language = preferences.language or language_of_system()
            self.ctx.words = Words(language, own_digits=preferences.own_digits)
        self.speech.follow(self.ctx.words.language, wanted=preferences.speech)
        if preferences.fullscreen != before.fullscreen:
            self._open_window(fitting(preferences.window), fullscreen=preferences.fullscreen)
        self._lay_out()

    def _keep(self, preferences: Preferences) -> None:
        if self._places is None:
            return
        try:
            save_preferences(self._places, preferences)
        except CannotSave as problem:
            if not self._told_disk:
                self._told_disk = True
                self.ctx.toast(self.ctx.words.say("window.errors.disk", reason=str(problem)), error=True)

    def _toggle_sound(self) -> None:
        muted = not self.ctx.preferences.muted
        self.change(replace(self.ctx.preferences, muted=muted))
        self.ctx.toast(self.ctx.words.say("window.table.sound_off" if muted else "window.table.sound_on"))

    def _toggle_speech(self) -> None:
        speech, words = not self.ctx.preferences.speech, self.ctx.words
        self.change(replace(self.ctx.preferences, speech=speech))
        state = words.say("window.settings.on" if speech else "window.settings.off")
        self.ctx.toast(f"{words.say('window.settings.speech')}: {state}")

    def _toggle_fullscreen(self) -> None:
        self.change(replace(self.ctx.preferences, fullscreen=not self.ctx.preferences.fullscreen))

    # ------------------------------------------------------------------ the window

    def _open_window(self, size: tuple[int, int], *, fullscreen: bool) -> None:
        open_window(size, fullscreen=fullscreen)
        pygame.key.set_repeat(350, 45)

    def _new_canvas(self, preferences: Preferences) -> Canvas:
        surface = pygame.display.get_surface()
        assert surface is not None  # noqa: S101 - set_mode came before
        look = CardLook(large_index=preferences.large_index, suit_letters=preferences.suit_letters)
        return Canvas(surface, theme_of(preferences), fonts=self._fonts, shelf=self._shelf, look=look)

    def _resized(self) -> None:
        surface, screen = pygame.display.get_surface(), self.ctx.canvas.screen
        # The window's surface is one object that grows in place: the size it had is in the screen alone.
        if surface is not None and surface.get_size() != (screen.width_px, screen.height_px):
            self._lay_out()

    def _lay_out(self) -> None:
        self.ctx.canvas = self._new_canvas(self.ctx.preferences)
        self.reader.screen = self.ctx.canvas.screen
        for scene in self._scenes:
            scene.laid_out()
        self._dirty = True

    def _keep_awake(self, *, awake: bool) -> None:
        if awake != self._awake:
            self._awake = awake
            pygame.display.set_allow_screensaver(not awake)

    def _listen_for_text(self, *, typing: bool) -> None:
        if typing != self._typing:
            self._typing = self.reader.typing = typing
            (pygame.key.start_text_input if typing else pygame.key.stop_text_input)()

    def _asked_to_close(self) -> None:
        """A second press of the close button closes without asking again."""
        if self._closing_asked or all(scene.may_close() for scene in reversed(self._scenes)):
            self._running = False
        self._closing_asked = True

    def _end(self) -> None:
        while self._scenes:
            self._scenes.pop().left()
        preferences, surface = self.ctx.preferences, pygame.display.get_surface()
        if surface is not None and not preferences.fullscreen:
            self._keep(replace(preferences, window=surface.get_size()))
        self.ctx.forget_table()
        self.speech.close()
        pygame.quit()


def is_community_edition() -> bool:
    """Whether `import pygame` gave pygame-ce; with both installed the older one may win, and breaks later."""
    return bool(getattr(pygame, "IS_CE", False))


def main(
    network: Network,
    words: Words,
    preferences: Preferences,
    *,
    places: Places | None = None,
    start: Start | StartWith | None = None,
    profile: str = "",
    examine: Examine | None = None,
) -> int:
    """Open the window and play until it is closed; the exit code.

    Raises:
        NoDisplay: no window can be opened here.
    """
    if not is_community_edition():
        sys.stderr.write(words.say("window.errors.other_pygame") + "\n")
        return 1
    app = App(network, words, preferences, places=places, profile=profile)
    app.ctx.examine = examine
    for sign in (signal.SIGINT, signal.SIGTERM):
        signal.signal(sign, lambda *_: app.quit())
    app.begin(start or Start())
    return app.run()
