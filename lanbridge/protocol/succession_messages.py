"""Messages of succession: another laptop goes on hosting the same table (docs/notes/succession.md)."""

from __future__ import annotations

from dataclasses import dataclass

from lanbridge.engine import Seat

from .message_words import News


@dataclass(frozen=True, slots=True)
class Claim:
    """Who hosts a table in an epoch, and on which score sheet: what seats sign (`succession.claim_text`).

    ``key`` is the seat key of the one who hosts, ``fingerprint`` the SHA-256 of their certificate, ``match`` the
    number of the match and ``sheet`` the digest of its scored deals (`succession.sheet_digest`).
    """

    table_id: bytes
    epoch: int
    key: bytes
    fingerprint: bytes
    match: int
    sheet: bytes


@dataclass(frozen=True, slots=True)
class Endorsement:
    """A seat's signature under a claim."""

    key: bytes
    signature: bytes


@dataclass(frozen=True, slots=True)
class EpochClaimed:
    """Host, right behind the greeting when the table has had another host, and at every new endorsement.

    ``voters`` are the keys of the people who were present at the cut.
    """

    claim: Claim
    endorsements: tuple[Endorsement, ...]
    voters: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class Endorse:
    """Client: its signature under the claim of this epoch."""

    epoch: int
    signature: bytes


@dataclass(frozen=True, slots=True)
class Contest:
    """Another host of the same table, instead of a hello: the claim of its own branch and who has signed it.

    ``signature`` is by ``claim.key`` over `succession.contest_text`, so that an old claim cannot be played back.
    """

    claim: Claim
    endorsements: tuple[Endorsement, ...]
    signature: bytes


@dataclass(frozen=True, slots=True)
class HandOver:
    """Menu: the player of ``seat`` shall host from now on; between deals."""

    request_id: int
    seat: Seat


@dataclass(frozen=True, slots=True)
class HandOverAsked:
    """Host, to one seat: open the table on your laptop and answer with `TakeOver`."""


@dataclass(frozen=True, slots=True)
class TakeOver:
    """Client: the table is open here, on this TCP port."""

    request_id: int
    port: int


@dataclass(frozen=True, slots=True)
class HandedOver:
    """Host, before it closes: the player of ``seat`` hosts now, at this address and port."""

    seat: Seat
    address: str
    port: int


@dataclass(frozen=True, slots=True)
class SentAway:
    """Host: the seat keys of those whom the menu has removed, newest last; at joining if there are any, and at each.

    Whoever hosts the table next keeps them out, too. No addresses: those are for nobody but the host.
    """

    keys: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class Announced:
    """Host: something that everybody at the table should know, once."""

    news: News
