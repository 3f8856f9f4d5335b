"""The window's voice: speaks what scenes announce while the player wants it. No pygame.

The voice is opened with the first sentence, so that those who do not need it never start a thread or a command.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING

from lanbridge.ui.spoken import VOICE_VARIABLE, Saying

if TYPE_CHECKING:
    from lanbridge.ui.voices import Voice


def _voice_of_system() -> Voice:
    from lanbridge.ui.voices import voice_of_system  # noqa: PLC0415 - few need a voice, and the first frame comes early

    return voice_of_system()


class Speech:
    """``on`` follows the player's setting; a console voice is asked for by a variable and speaks always.

    ``answering`` is set while a key is acted on: what is announced then goes first.
    """

    def __init__(self, open_voice: Callable[[], Voice] = _voice_of_system) -> None:
        self._open_voice = open_voice
        self._voice: Voice | None = None
        self._always = os.environ.get(VOICE_VARIABLE) == "console"
        self._wanted = False
        self.language = "en"
        self.answering = False

    @property
    def on(self) -> bool:
        """Whether sentences are spoken now."""
        return self._wanted or self._always

    def follow(self, language: str, *, wanted: bool) -> None:
        """The player's setting and language; what is being said stops when speech is switched off."""
        self.language, self._wanted = language, wanted
        if not self.on:
            self.close()

    def say(self, text: str) -> None:
        """Speak a sentence, in its turn."""
        if not self.on or not text.strip():
            return
        if self._voice is None:
            self._voice = self._open_voice()
        self._voice.say(Saying(text, self.language, self.answering))

    def pressed(self) -> None:
        """A key was pressed: what an earlier key has chosen need not be told any more."""
        if self._voice is not None:
            self._voice.pressed()

    def close(self) -> None:
        """Be silent."""
        voice, self._voice = self._voice, None
        if voice is not None:
            voice.close()
