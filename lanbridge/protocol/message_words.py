"""The words and sizes that messages are made of."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

PROTOCOL_VERSION: Final = 1

ID_BYTES: Final = 16
"""A table id: random, so that no two tables ever share one."""
KEY_BYTES: Final = 32
"""An Ed25519 public key (RFC 8032), a nonce, a fingerprint (SHA-256), a commitment."""
SIGNATURE_BYTES: Final = 64
TEXT_CHARACTERS: Final = 200
"""Longest chat line: one bubble of three lines."""


class Wish(StrEnum):
    """What somebody who joins wants."""

    SEAT = "seat"
    WATCH = "watch"


class Occupant(StrEnum):
    """Who has a seat."""

    NOBODY = "nobody"
    HUMAN = "human"
    BOT = "bot"


class Stage(StrEnum):
    """What the table is doing."""

    WAITING = "waiting"
    """The waiting room: no match yet."""
    SHUFFLING = "shuffling"
    """Commitments for the next deal are being exchanged."""
    PLAYING = "playing"
    """Calls and cards."""
    BETWEEN = "between"
    """A deal has ended; players say that they are ready."""
    OVER = "over"
    """The match has ended."""


class CloseReason(StrEnum):
    """Why the host closes a connection, or refuses it."""

    VERSION = "version"
    FULL = "full"
    PIN_NEEDED = "pin_needed"
    WRONG_PIN = "wrong_pin"
    NO_SPECTATORS = "no_spectators"
    NOT_ADMITTED = "not_admitted"
    REMOVED = "removed"
    REPLACED = "replaced"
    BAD_SIGNATURE = "bad_signature"
    BAD_MESSAGE = "bad_message"
    TOO_LONG = "too_long"
    TOO_SLOW = "too_slow"
    TOO_MANY = "too_many"
    SILENT = "silent"
    TABLE_CLOSED = "table_closed"
    HANDED_OVER = "handed_over"


class RejectReason(StrEnum):
    """Why a request is not carried out; nothing has changed."""

    ILLEGAL = "illegal"
    """The rules refuse the move; `Rejected.refusal` says which."""
    STALE = "stale"
    """The move was made for another turn than the present one."""
    NO_SEAT = "no_seat"
    NO_MATCH = "no_match"
    MATCH_ON = "match_on"
    SEAT_TAKEN = "seat_taken"
    BETWEEN_DEALS_ONLY = "between_deals_only"
    HOST_ONLY = "host_only"
    PAUSED = "paused"
    NOT_NOW = "not_now"
    BAD_SETTINGS = "bad_settings"
    TOO_OFTEN = "too_often"
    EMPTY = "empty"
    """Nothing is left of a line of chat when what cannot be seen is taken away."""
    QUESTION_OPEN = "question_open"
    """Another question waits for its answers."""
    NO_QUESTION = "no_question"
    """No question of this number is open, or it is not this seat's to answer."""
    NOT_AWAY = "not_away"
    """The table does not wait for that seat's player."""


class Outcome(StrEnum):
    """How a question to the table stands."""

    OPEN = "open"
    CARRIED = "carried"
    REFUSED = "refused"
    TOO_LATE = "too_late"
    DROPPED = "dropped"
    """It is about nothing any more: the absent one is back, or the match is over."""


class Cause(StrEnum):
    """Who made the move that an `Update` tells of."""

    PLAYER = "player"
    BOT = "bot"
    """A bot in its own seat."""
    AWAY = "away"
    """A bot for a player who is away."""
    CLOCK = "clock"
    """A bot for a player whose time was up."""


class News(StrEnum):
    """What a host tells everybody once."""

    JOURNAL_LOST = "journal_lost"
    """The host's disk takes nothing more: play goes on, but a crash of the host's program would lose it."""
