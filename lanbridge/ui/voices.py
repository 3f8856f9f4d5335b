"""The voices: the system's own speaking command, or lines on the terminal. No pygame, and no library to install.

A command is started for each sentence by a thread of its own, so that the window never waits; what is cut off is
ended at once. Where there is no such command, nothing is said and nothing stops.
"""

from __future__ import annotations

import logging
import os
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, Protocol

from lanbridge.ui.spoken import VOICE_VARIABLE, Saying, Waiting

LOG = logging.getLogger("lanbridge.speech")
LONGEST: Final = 2000
"""Letters of one saying; a page of rules is longer than anybody listens to in one piece."""
LONGEST_SECONDS: Final = 180.0
"""A command that speaks longer hangs."""

_ASK_FOR_VOICES_SECONDS: Final = 5.0
_LIST_VOICES: Final = ("say", "-v", "?")
_STOP_SECONDS: Final = 5.0
_VOICE_LINE: Final = re.compile(r"(?P<voice>\S.*?)\s+(?P<language>[a-z]{2,3})[_-]\w+\s+#")
_WINDOWS_SCRIPT: Final = (
    "Add-Type -AssemblyName System.Speech;"
    "$in = New-Object IO.StreamReader([Console]::OpenStandardInput(), [Text.Encoding]::UTF8);"
    "$s = New-Object System.Speech.Synthesis.SpeechSynthesizer;"
    "$v = $s.GetInstalledVoices() | Where-Object"
    " { $_.Enabled -and $_.VoiceInfo.Culture.TwoLetterISOLanguageName -eq '@LANGUAGE@' } | Select-Object -First 1;"
    "if ($v) { $s.SelectVoice($v.VoiceInfo.Name) };"
    "$s.Speak($in.ReadToEnd())"
)


class Voice(Protocol):
    """Takes sentences; ``pressed`` is told of every key press."""

    def say(self, saying: Saying) -> None:
        """Say it in its turn; never waits."""

    def pressed(self) -> None:
        """A key: cut off what is stale."""

    def close(self) -> None:
        """Be silent and end."""


class SilentVoice:
    """For laptops without a voice."""

    def say(self, saying: Saying) -> None:
        """Nothing."""

    def pressed(self) -> None:
        """Nothing."""

    def close(self) -> None:
        """Nothing."""


class ConsoleVoice:
    """Prints what would be spoken, a line a sentence: for tests, and for a terminal that is read aloud."""

    def say(self, saying: Saying) -> None:
        """One line."""
        with suppress(OSError, ValueError, AttributeError):  # a terminal that has gone, or never was
            sys.stdout.write(" ".join(saying.text.split()) + "\n")
            sys.stdout.flush()

    def pressed(self) -> None:
        """Lines stay."""

    def close(self) -> None:
        """Nothing to end."""


@dataclass(frozen=True, slots=True)
class Speaker:
    """How one program is told to speak. ``stop`` is a command that silences it where ending it is not enough."""

    name: str
    command: Callable[[str], Sequence[str]]
    by_argument: bool = False
    stop: Sequence[str] = ()


def speaker_of(platform: str, which: Callable[[str], str | None] = shutil.which) -> Speaker | None:
    """The first speaking command that this system has; None when it has none."""
    if platform == "darwin":
        return Speaker("say", _say_command) if which("say") else None
    if platform == "win32":
        shell = which("powershell") or which("pwsh")
        return Speaker("powershell", lambda language: _windows_command(shell, language)) if shell else None
    if which("spd-say"):
        plain = ("spd-say", "--wait", "--application-name", "LAN Bridge", "--language")
        return Speaker("spd-say", lambda language: (*plain, language, "--"), by_argument=True, stop=("spd-say", "-S"))
    for name in ("espeak-ng", "espeak"):
        if which(name):
            return Speaker(name, lambda language, name=name: (name, "-v", _espeak_voice(language), "--stdin"))  # type: ignore[misc]  # the name is bound at once
    return None


def _espeak_voice(language: str) -> str:
    return {"lo": "en"}.get(language, language)  # espeak has no Lao: names and numbers are heard all the same


def _windows_command(shell: str, language: str) -> tuple[str, ...]:
    script = _WINDOWS_SCRIPT.replace("@LANGUAGE@", "".join(filter(str.isalpha, language)))
    return shell, "-NoProfile", "-NonInteractive", "-Command", script


def _say_command(language: str) -> tuple[str, ...]:
    voice = _voice_of_mac(language)
    return ("say", "-v", voice, "-f", "-") if voice else ("say", "-f", "-")


_mac_voices: dict[str, str] = {}


def _voice_of_mac(language: str) -> str:
    """The first installed voice of a language, empty for the system's usual one; asked for once."""
    if not _mac_voices:
        _mac_voices[""] = ""
        with suppress(OSError, subprocess.SubprocessError):
            listed = subprocess.run(  # noqa: S603 - a fixed command
                _LIST_VOICES, capture_output=True, text=True, timeout=_ASK_FOR_VOICES_SECONDS, check=False
            )
            _mac_voices.update(reversed(voices_of_list(listed.stdout)))
    return _mac_voices.get(language, "")


def voices_of_list(listed: str) -> list[tuple[str, str]]:
    """(language, voice) of each line that ``say -v ?`` prints: ``Piya    bn_IN    # ...``."""
    found = (_VOICE_LINE.match(line) for line in listed.splitlines())
    return [(line["language"], line["voice"]) for line in found if line]


class SystemVoice:
    """Speaks by a command, in a thread that ends with the window."""

    def __init__(self, speaker: Speaker) -> None:
        self._speaker = speaker
        self._waiting = Waiting()
        self._news = threading.Condition()
        self._process: subprocess.Popen[bytes] | None = None
        self._closed = False
        self._told_failure = False
        self._thread = threading.Thread(target=self._run, name="voice", daemon=True)
        self._thread.start()

    def say(self, saying: Saying) -> None:
        """Into the queue."""
        with self._news:
            self._waiting = self._waiting.told(saying)
            self._news.notify()

    def pressed(self) -> None:
        """End the command that speaks, and drop what is stale."""
        with self._news:
            speaks = self._waiting.now is not None
            self._waiting = self._waiting.pressed()
            if speaks:
                self._cut()

    def close(self) -> None:
        """Silence at once."""
        with self._news:
            self._closed, self._waiting = True, Waiting()
            self._cut()
            self._news.notify()
        self._thread.join(2)

    def _cut(self) -> None:
        if self._process is not None and self._process.poll() is None:
            self._process.kill()

    def _run(self) -> None:
        while True:
            with self._news:
                while not self._closed and not (self._waiting.answers or self._waiting.news):
                    self._waiting = self._waiting.next()
                    self._news.wait()
                if self._closed:
                    return
                self._waiting = self._waiting.next()
                saying = self._waiting.now
                process = self._process = self._begin(saying) if saying is not None else None
            if process is not None and saying is not None:
                self._finish(process, saying)

    def _begin(self, saying: Saying) -> subprocess.Popen[bytes] | None:
        command = self._speaker.command(saying.language)
        if self._speaker.by_argument:
            command = (*command, saying.text[:LONGEST])
        try:
            return _started(command)
        except OSError as problem:
            self._failed(problem)
            return None

    def _finish(self, process: subprocess.Popen[bytes], saying: Saying) -> None:
        text = b"" if self._speaker.by_argument else saying.text[:LONGEST].encode()
        try:
            process.communicate(text, timeout=LONGEST_SECONDS)
            if process.returncode < 0 and self._speaker.stop:  # it was cut off, and a service speaks on without it
                subprocess.run(self._speaker.stop, check=False, timeout=_STOP_SECONDS, capture_output=True)  # noqa: S603 - a fixed command
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
        except (OSError, ValueError) as problem:
            self._failed(problem)
            process.kill()
            process.wait()

    def _failed(self, problem: Exception) -> None:
        if not self._told_failure:
            self._told_failure = True
            LOG.warning("%s does not speak: %s", self._speaker.name, problem)


def _started(command: Sequence[str]) -> subprocess.Popen[bytes]:
    hidden = getattr(subprocess, "CREATE_NO_WINDOW", 0)  # Windows would show a console for every sentence
    return subprocess.Popen(  # noqa: S603 - a fixed command; the text is its input or its last argument
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        creationflags=hidden,
    )


def voice_of_system(environment: Mapping[str, str] = os.environ, platform: str = sys.platform) -> Voice:
    """The voice of this laptop; silence where there is none. Nothing is started before the first sentence."""
    wanted = environment.get(VOICE_VARIABLE, "")
    if wanted == "console":
        return ConsoleVoice()
    speaker = None if wanted == "none" else speaker_of(platform)
    return SilentVoice() if speaker is None else SystemVoice(speaker)
