"""Messages by which a table decides together: other settings during a match, going on without somebody who is away."""

from __future__ import annotations

from dataclasses import dataclass

from lanbridge.engine import Seat

from .message_words import Outcome
from .table_settings import TableSettings


@dataclass(frozen=True, slots=True)
class AskForSettings:
    """Menu, during a match: shall these settings hold from now on (rules: from the next match on)?

    Everybody who has a seat must say yes.
    """

    request_id: int
    settings: TableSettings


@dataclass(frozen=True, slots=True)
class AskToGoOn:
    """Client with a seat: shall a bot play for ``seat``, whose player is away, without more waiting?

    More than half of the others who are present must say yes; the seat stays its player's.
    """

    request_id: int
    seat: Seat


@dataclass(frozen=True, slots=True)
class Answer:
    """Client with a seat: yes or no to the open question of this number; may be changed while it is open."""

    request_id: int
    question: int
    yes: bool


@dataclass(frozen=True, slots=True)
class Question:
    """Host: what is being asked, at every change, and once more with its outcome.

    ``asker`` is the seat that asked, None if it has none any more; exactly one of ``absent`` and ``settings`` says
    what about. ``voters`` are the seats whose answers count, ``yes`` and ``no`` those that have answered; who asks
    has said yes. ``left_ms`` milliseconds are left when it is sent.
    """

    number: int
    asker: Seat | None
    absent: Seat | None
    settings: TableSettings | None
    voters: tuple[Seat, ...]
    yes: tuple[Seat, ...]
    no: tuple[Seat, ...]
    left_ms: int
    outcome: Outcome = Outcome.OPEN
