"""A player at a pseudo-terminal: reads what our program says there and types like somebody who plays any card."""

from __future__ import annotations

import os
import pty
import re
import select
import subprocess
import sys
import time
from pathlib import Path

from lanbridge.text import Words
from lanbridge.text.catalogue import catalogue
from lanbridge.text.words import placeholders

_MARK = "\x01"


def pattern(words: Words, key: str) -> re.Pattern[str]:
    """What a sentence looks like, whatever its facts."""
    entry = catalogue(words.language)[key]
    said = words.say(key, **dict.fromkeys(placeholders(entry), _MARK))
    return re.compile(re.escape(said).replace(_MARK, "(.+?)") + r"\s*$")


class PtyPlayer:
    """One program in a terminal of its own, with a home of its own; ``within`` starts it, a namespace perhaps.

    ``program`` is the command in place of this checkout's ``python -m lanbridge``, an installed one perhaps.
    """

    def __init__(
        self,
        home: Path,
        language: str,
        *arguments: str,
        within: tuple[str, ...] = (),
        program: tuple[str, ...] = (sys.executable, "-m", "lanbridge"),
    ) -> None:
        self.words = Words(language)
        self.lines: list[str] = []
        self._rest = b""
        self._master, slave = pty.openpty()
        environment = {name: text for name, text in os.environ.items() if not name.startswith(("LANG", "LC_"))}
        environment |= {"LANBRIDGE_HOME": str(home), "LANG": f"{language}.UTF-8", "PYTHONUTF8": "1"}
        if within:
            environment["LANBRIDGE_ADAPTERS"] = ""  # the lab's own network may be used, unlike this machine's
        self.program = subprocess.Popen(
            [*within, *program, *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=environment,
            start_new_session=True,
            cwd=Path(__file__).parents[2],
        )
        os.close(slave)

    def type(self, line: str) -> None:
        """Type a line."""
        os.write(self._master, f"{line}\n".encode())

    def hang_up(self) -> None:
        """Take the terminal away."""
        if self._master >= 0:
            os.close(self._master)
            self._master = -1

    def read(self, seconds: float) -> list[str]:
        """The lines that have come since, after waiting at most so long for some."""
        ready, _, _ = select.select([self._master], [], [], seconds)
        if not ready:
            return []
        try:
            self._rest += os.read(self._master, 65536)
        except OSError:  # the program has ended
            return []
        *whole, self._rest = self._rest.split(b"\n")
        fresh = [line.decode().rstrip("\r") for line in whole]
        self.lines += fresh
        return fresh

    def wait_for(self, key: str, seconds: float = 30) -> str:
        """The first fact of the first sentence of that key (empty if it has none), waited for."""
        wanted, seen, end = pattern(self.words, key), 0, time.monotonic() + seconds
        while time.monotonic() < end:
            for line in self.lines[seen:]:
                if found := wanted.match(line):
                    return found[1] if found.groups() else ""
            seen = len(self.lines)
            self.read(0.2)
        raise AssertionError(f"never said: {key}\n" + "\n".join(self.lines[-40:]))

    def close(self) -> int:
        """End the program if it has not ended, and give its exit code."""
        self.hang_up()
        try:
            return self.program.wait(10)
        except subprocess.TimeoutExpired:
            self.program.kill()
            self.program.wait()
            raise


class AnyCard:
    """Answers the sentences that ask for something: the least call, the first card allowed, ready."""

    def __init__(self, player: PtyPlayer) -> None:
        self.player = player
        words = player.words
        self._call = pattern(words, "terminal.turn.call")
        self._lead = pattern(words, "terminal.turn.lead")
        self._choices = pattern(words, "terminal.turn.choices")
        self._ready = pattern(words, "terminal.turn.ready")
        self._scored = pattern(words, "event.scored")
        self.deals = 0

    def answer(self, seconds: float) -> None:
        """Read what has come, and type what is asked for."""
        for line in self.player.read(seconds):
            if found := self._call.match(line):
                self.player.type(found[1])
            elif self._lead.match(line):
                self.player.type("1")
            elif found := self._choices.match(line):
                self.player.type(found[1].split(")")[0])
            elif self._ready.match(line):
                self.player.type("ready")
            elif self._scored.match(line):
                self.deals += 1
