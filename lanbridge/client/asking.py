"""Whom to ask next: broadcasts for everybody, questions to tables that have fallen silent. Pure; clock handed in."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from .sightings import MOST_TABLES, HostKey, Place, Seen, places_in_order

OPENING_SECONDS: Final = (0.0, 0.1, 0.35)
"""After opening or a change of adapters everybody is asked at these times: a lost packet costs a tenth of a second."""
ROUND_SECONDS: Final = 1.0
"""Then everybody is asked once a second."""
SILENT_SECONDS: Final = 1.15
"""A table that missed the last round is asked alone ..."""
HURRY_SECONDS: Final = 0.2
"""... so often until it answers or goes: at a fifth of all packets lost, ten questions in a row fail once in hours."""
GONE_SOON_SECONDS: Final = 30.0
GONE_ROUND_SECONDS: Final = 3.0
"""A table that is gone is asked once a second for a while, then so often."""
QUESTION_SECONDS: Final = 5.0
"""An answer that comes later belongs to nothing."""
TCP_AFTER_SECONDS: Final = 0.7
"""A table that has answered nothing for so long after it was named is called over TCP, which costs its host more."""
TCP_ROUND_SECONDS: Final = 1.0
TCP_HURRY_SECONDS: Final = 0.35
"""Once called and then silent, it is called so often until it answers or goes."""
MOST_REMEMBERED: Final = 4 * MOST_TABLES
"""Hosts of whom we remember when they were asked: whoever invents new ones each second fills no memory."""


@dataclass(slots=True)
class Asking:
    """Remembers what was asked when; times are monotonic seconds."""

    opened_at: float
    _nonces: dict[bytes, float] = field(default_factory=dict)
    _rounds: int = 0
    _next_round: float = 0.0
    _asked: dict[HostKey, float] = field(default_factory=dict)
    _called: dict[HostKey, float] = field(default_factory=dict)

    def begin_again(self, now: float) -> None:
        """Ask everybody at once, as at the opening."""
        self.opened_at = self._next_round = now
        self._rounds = 0

    def round_is_due(self, now: float) -> bool:
        """Whether everybody must be asked now; saying so counts as having done it."""
        if now < self._next_round:
            return False
        self._rounds += 1
        opening = self._rounds < len(OPENING_SECONDS)
        self._next_round = self.opened_at + OPENING_SECONDS[self._rounds] if opening else now + ROUND_SECONDS
        return True

    def asked(self, nonce: bytes, now: float) -> None:
        """A question with this nonce has gone out."""
        while self._nonces and now - self._nonces[oldest := next(iter(self._nonces))] > QUESTION_SECONDS:
            del self._nonces[oldest]
        self._nonces[nonce] = now

    def rtt_ms(self, nonce: bytes, now: float) -> int | None:
        """Milliseconds since the question that this nonce answers; None if we never asked it."""
        at = self._nonces.get(nonce)
        return None if at is None else round((now - at) * 1000)

    def to_ask(self, seen: Seen, now: float) -> tuple[Place, ...]:
        """Where to ask this table alone now; saying so counts as having done it."""
        if not self._is_due(seen, now):
            return ()
        _note(self._asked, seen.key, now)
        return places_in_order(seen)

    def must_call(self, seen: Seen, now: float) -> bool:
        """Whether to call this table over TCP now: questions do not get through to it."""
        if any(place.rtt_ms is not None and place.answers_questions for place in seen.places.values()):
            return False
        if seen.said_bye or now - seen.first_at < TCP_AFTER_SECONDS or not seen.places:
            return False
        usual = TCP_HURRY_SECONDS if self._is_silent(seen, now) and not seen.gone else TCP_ROUND_SECONDS
        if now - self._called.get(seen.key, 0.0) < self._pause(seen, now, usual):
            return False
        _note(self._called, seen.key, now)
        return True

    def _is_due(self, seen: Seen, now: float) -> bool:
        since = now - self._asked.get(seen.key, 0.0)
        if seen.gone:
            return since >= self._pause(seen, now, ROUND_SECONDS)
        return self._is_silent(seen, now) and since >= HURRY_SECONDS

    @staticmethod
    def _is_silent(seen: Seen, now: float) -> bool:
        return now - seen.alive_at >= SILENT_SECONDS or not seen.ever_answered

    def _pause(self, seen: Seen, now: float, usual: float) -> float:
        return GONE_ROUND_SECONDS if seen.gone and now - seen.gone_at > GONE_SOON_SECONDS else usual


def _note(memory: dict[HostKey, float], key: HostKey, now: float) -> None:
    memory.pop(key, None)
    memory[key] = now
    if len(memory) > MOST_REMEMBERED:
        del memory[next(iter(memory))]
