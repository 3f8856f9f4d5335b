"""Small sounds, mixed low. No audio device is no error: the game is then silent."""

from __future__ import annotations

from typing import Literal, TypeAlias

import pygame

from lanbridge.ui.artwork import artwork

SoundName: TypeAlias = Literal["deal", "play", "win", "turn", "call", "error", "nudge"]

SOUND_NAMES: tuple[SoundName, ...] = ("deal", "play", "win", "turn", "call", "error", "nudge")
_LOUDNESS: dict[SoundName, float] = {
    "deal": 0.35,
    "play": 0.5,
    "win": 0.45,
    "turn": 0.5,
    "call": 0.45,
    "error": 0.45,
    "nudge": 0.7,
}


class Sounds:
    """Plays sounds by name. The mixer starts and each file is read when first needed."""

    def __init__(self, *, muted: bool = False, volume: float = 1.0) -> None:
        self.muted = muted
        self.volume = volume  # 0-1, of a mix that is low already
        self._device: bool | None = None
        self._loaded: dict[SoundName, pygame.mixer.Sound | None] = {}

    @property
    def silent(self) -> bool:
        """Whether there is no audio device (known after the first sound)."""
        return self._device is False

    def play(self, name: SoundName) -> bool:
        """Play a sound; True when it can be heard."""
        if self.muted or not self._ready():
            return False
        sound = self._sound(name)
        if sound is None:
            return False
        sound.set_volume(_LOUDNESS[name] * self.volume)
        return sound.play() is not None

    def toggle(self) -> bool:
        """Mute or unmute; gives whether it is muted now."""
        self.muted = not self.muted
        return self.muted

    def _ready(self) -> bool:
        if self._device is None:
            self._device = _mixer_started()
        return self._device

    def _sound(self, name: SoundName) -> pygame.mixer.Sound | None:
        if name not in self._loaded:
            try:
                self._loaded[name] = pygame.mixer.Sound(artwork("sounds", f"{name}.wav"))
            except (pygame.error, OSError):
                self._loaded[name] = None
        return self._loaded[name]


def _mixer_started() -> bool:
    """Start the mixer; False without a device."""
    try:
        pygame.mixer.init(frequency=44100, size=-16, channels=2, buffer=512)
    except (pygame.error, NotImplementedError):
        return False
    pygame.mixer.set_num_channels(8)
    return True
