"""Who may sit in the arena: a level by its name, or a foreign bot by its URL."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass, field
from http.client import HTTPException, HTTPResponse
from typing import TYPE_CHECKING, Final, Protocol
from urllib.error import URLError
from urllib.request import Request, urlopen

from lanbridge.bots import CONTENDERS, LEVELS, choose
from lanbridge.engine import Claim, SeatView, legal_moves

from .bhoos import BadRequest, move_in, request_of

if TYPE_CHECKING:
    import random

    from lanbridge.engine import Move

DEAL_BUDGET_MS: Final = 10_000
"""A foreign bot's time for all its moves of one deal; we chose it, the API only names the field."""
_ANSWER_LIMIT: Final = 10_000
"""Bytes of an answer that are read: a true one has under 40."""
_HELLO_SECONDS: Final = 3.0
_NO_ANSWER: Final = (OSError, ValueError, HTTPException, RecursionError)
"""What asking raises when a bot hangs up, or says what is no HTTP, no JSON, or JSON nested beyond reading."""


class UnknownBot(ValueError):
    """The name is no level and no URL, or nobody answers at the URL; the text says which."""


@dataclass(slots=True)
class Faults:
    """How often a bot's answer was replaced, by reason."""

    illegal: int = 0
    late: int = 0
    missing: int = 0

    def plus(self, other: Faults) -> Faults:
        """The sums of both."""
        return Faults(self.illegal + other.illegal, self.late + other.late, self.missing + other.missing)


class Player(Protocol):
    """A bot in the arena; ``faults`` grows while it plays."""

    faults: Faults

    def choose(self, view: SeatView, rng: random.Random) -> Move:
        """A legal move, whatever the bot behind it answered."""


def player_named(name: str) -> Player:
    """The player for a level's name or a URL.

    Raises:
        UnknownBot: it is neither, or nobody says hello at the URL.
    """
    if name in LEVELS or name in CONTENDERS:
        return LevelPlayer(name)
    if name.startswith(("http://", "https://")):
        foreign = ForeignPlayer(name.rstrip("/"))
        foreign.say_hello()
        return foreign
    message = f"there is no bot {name[:40]!r}; bots are {', '.join(LEVELS)} or a URL"
    raise UnknownBot(message)


@dataclass(slots=True)
class LevelPlayer:
    """One of our levels."""

    level: str
    faults: Faults = field(default_factory=Faults)

    def choose(self, view: SeatView, rng: random.Random) -> Move:
        """The level's move."""
        return choose(self.level, view, rng)


@dataclass(slots=True)
class ForeignPlayer:
    """A bot behind the public tournament API; blocks while it thinks, so keep it off any event loop."""

    url: str
    faults: Faults = field(default_factory=Faults)
    deal: tuple[int, int] = (0, -1)
    budget_ms: int = DEAL_BUDGET_MS

    def say_hello(self) -> None:
        """Ask ``GET /hi``.

        Raises:
            UnknownBot: nobody answers.
        """
        try:
            self._ask("/hi", None, _HELLO_SECONDS)
        except _NO_ANSWER:
            message = f"nobody answers at {self.url}/hi"
            raise UnknownBot(message) from None

    def choose(self, view: SeatView, rng: random.Random) -> Move:
        """The bot's move if it is legal and in time, else a legal one drawn by the dice; faults are counted."""
        legal = [move for move in legal_moves(view) if not isinstance(move, Claim)]
        move = self._answer(view)
        if move in legal:
            return move
        self.faults.illegal += move is not None
        return rng.choice(legal)

    def _answer(self, view: SeatView) -> Move | None:
        self._renew_budget(view)
        if self.budget_ms <= 0:
            self.faults.late += 1
            return None
        path, body = request_of(view, self.budget_ms)
        begun = time.perf_counter()
        try:
            return move_in(path, self._ask(path, body, self.budget_ms / 1000))
        except TimeoutError:
            self.faults.late += 1
        except BadRequest:
            self.faults.illegal += 1
        except URLError as error:
            self._count_failure(error)
        except _NO_ANSWER:
            self.faults.missing += 1
        finally:
            self.budget_ms -= int((time.perf_counter() - begun) * 1000)
        return None

    def _count_failure(self, error: URLError) -> None:
        if isinstance(error.reason, TimeoutError):
            self.faults.late += 1
        else:
            self.faults.missing += 1

    def _renew_budget(self, view: SeatView) -> None:
        deal = (view.table.deals_begun, view.viewer or 0)
        if deal != self.deal:
            self.deal, self.budget_ms = deal, DEAL_BUDGET_MS

    def _ask(self, path: str, body: object, seconds: float) -> object:
        data = None if body is None else json.dumps(body).encode()
        request = Request(self.url + path, data, {"Content-Type": "application/json"})  # noqa: S310 - http(s) only
        until = time.perf_counter() + seconds
        with urlopen(request, timeout=seconds) as answer:  # noqa: S310 - http(s) only, checked by player_named
            return json.loads(_read(answer, until))


def _read(answer: HTTPResponse, until: float) -> bytes:
    """The body, or as much of it as is ever read; the socket's own timeout bounds each part, not all of them.

    Raises:
        TimeoutError: it was not complete in time.
    """
    body = b""
    while len(body) < _ANSWER_LIMIT and (part := answer.read1(_ANSWER_LIMIT - len(body))):
        body += part
        if time.perf_counter() > until:
            raise TimeoutError
    return body
