"""Which tables are there: everything seen and heard merged into rows. Pure; the clock is handed in.

A row lives while its table answers. Being named by mDNS makes a new row, but never keeps one alive: a record outlives
a killed host by an hour.

Anybody may announce a table's id, also at a higher epoch, and only a call can tell who is right. So each host that
claims a table has a row of its own: nobody takes another's row away.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Final, TypeAlias

from lanbridge.protocol.advert import TableCard
from lanbridge.protocol.beacon import BEACON_PORT
from lanbridge.protocol.look_alikes import look

from .ports import FoundTable

GONE_SECONDS: Final = 2.8
"""A row without an answer for so long goes: dead hosts are off the list within 3 s."""
FORGET_SECONDS: Final = 600.0
"""A table that went is looked for so long at its old place."""
MOST_TABLES: Final = 200
"""Tables kept: several schools in one hall; a flood of invented ones gets no further."""
TRIAL_VERSION: Final = 0
"""The protocol version on a card that the doctor announces to hear itself: never a table for anybody else."""
MOST_PLACES: Final = 16
"""Addresses kept for each table: two adapters with IPv4, IPv6 and what Docker adds."""
MOST_HOSTS: Final = 16
"""Hosts kept that claim one table id: the true one, a successor for each seat, and a crowd of false ones."""
HOSTS_AN_ADDRESS: Final = 2
"""Of them, so many may answer from one address: a table that is handed over to another window of the same laptop."""

HostKey: TypeAlias = tuple[bytes, int, bytes, int, int]
"""Table id, epoch, certificate's fingerprint, TCP port, protocol version: no host changes them while it runs."""


def host_key(card: TableCard) -> HostKey:
    """Whose card this is."""
    return card.table_id, card.epoch, card.fingerprint, card.port, card.version


@dataclass(frozen=True, slots=True)
class Place:
    """Where a table may be reached. ``heard`` says that a packet came from there; it beats what a card claims.

    Times are in seconds of the caller's clock.
    ``probe_port`` is the UDP port that answers questions, ``port`` TCP's; ``rtt_ms`` is None until it answered;
    ``answers_questions`` says that UDP gets through; ``heard_at`` is when it last answered.
    """

    address: str
    port: int
    probe_port: int
    heard: bool = False
    rtt_ms: int | None = None
    answers_questions: bool = False
    heard_at: float = 0.0


@dataclass(frozen=True, slots=True)
class Seen:
    """One table: its newest card, how it was found, its places by address, and when it last gave a sign of life.

    ``speaker`` is the address whose card counts while it answers: whoever copies the card elsewhere, or into a record
    of multicast DNS, rewrites nothing.
    Times are in seconds of the caller's clock.
    ``said_bye`` is a table that went by its own word: it closes, or has left the list and still answers over TCP.
    """

    card: TableCard
    number: int
    first_at: float
    alive_at: float
    by: tuple[str, ...] = ()
    places: dict[str, Place] = field(default_factory=dict)
    gone: bool = False
    gone_at: float = 0.0
    said_bye: bool = False
    speaker: str = ""

    @property
    def key(self) -> HostKey:
        """Whose row this is."""
        return host_key(self.card)

    @property
    def ever_answered(self) -> bool:
        """Whether the table itself has answered since it came or came back."""
        return any(place.rtt_ms is not None for place in self.places.values())


@dataclass(slots=True)
class Sightings:
    """All tables seen since the lobby opened; times are monotonic seconds. ``with_trials`` shows the doctor's, too."""

    with_trials: bool = False
    _tables: dict[HostKey, Seen] = field(default_factory=dict)
    _numbers: int = 0

    def named(self, card: TableCard, addresses: Iterable[str], probe_port: int, now: float) -> None:
        """An mDNS record names the table at these addresses."""
        seen = self._known(card, now, "mdns", "")
        if seen is None:
            return
        places = dict(seen.places)
        for address in addresses:
            if address not in places and len(places) < MOST_PLACES:
                places[address] = Place(address, card.port, probe_port)
        self._tables[seen.key] = replace(seen, places=places, said_bye=False)

    def answered(self, card: TableCard, source: tuple[str, int], rtt_ms: int, now: float, by: str) -> None:
        """The table itself answered a question from ``source`` (address, UDP port)."""
        address, probe_port = source
        seen = self._known(card, now, by, address)
        if seen is None:
            return
        before = seen.places.get(address)
        if probe_port == BEACON_PORT and before is not None and before.answers_questions:
            probe_port = (
                before.probe_port
            )  # the table's own port asks it alone; this one is shared by a laptop's tables
        if before is None or not before.heard:
            self._leave_address(address, seen.key)
        place = Place(address, card.port, probe_port, heard=True, rtt_ms=rtt_ms, answers_questions=True, heard_at=now)
        places = {**_with_room(_without_stale(seen.places, now), address), address: place}
        self._tables[seen.key] = replace(seen, places=places, alive_at=now, gone=False, said_bye=False)

    def greeted(self, key: HostKey, address: str, rtt_ms: int, now: float) -> None:
        """This very host greeted a TCP call, with its certificate; UDP does not get through."""
        seen = self._tables.get(key)
        if seen is None or seen.said_bye or address not in seen.places:
            return
        place = replace(seen.places[address], heard=True, rtt_ms=rtt_ms, heard_at=now)
        places = {**_without_stale(seen.places, now), address: place}
        self._tables[key] = replace(seen, places=places, alive_at=now, gone=False)

    def left(self, key: HostKey, now: float) -> None:
        """The host said good-bye; its own answer or a new record brings it back, a mere greeting does not."""
        seen = self._tables.get(key)
        if seen is not None and not seen.gone:
            self._tables[key] = _cooled(replace(seen, gone=True, gone_at=now, said_bye=True))

    def withdrawn(self, key: HostKey, now: float) -> None:
        """Its record of multicast DNS was taken back. Anybody may do that, so a table that answers for itself stays.

        If it was the table's own doing, it answers no more and goes like any that is silent, without being called.
        """
        seen = self._tables.get(key)
        if seen is not None and _speaks(seen, now):
            self._tables[key] = replace(seen, said_bye=True)
        else:
            self.left(key, now)

    def left_from(self, table_id: bytes, source: tuple[str, int], now: float) -> None:
        """Somebody at ``source`` (address, UDP port) said good-bye: it counts for the host that speaks from there.

        Of two on one laptop the port tells which, where they answer from ports of their own.
        """
        address, port = source
        there = [seen for seen in self._tables.values() if seen.card.table_id == table_id and seen.speaker == address]
        for seen in there:
            place = seen.places.get(address)
            if len(there) == 1 or (place is not None and place.probe_port == port):
                self.left(seen.key, now)

    def sweep(self, now: float) -> None:
        """Rows without a sign of life go; what has been gone for long is forgotten."""
        for key, seen in list(self._tables.items()):
            if not seen.gone and now - seen.alive_at > GONE_SECONDS:
                self._tables[key] = _cooled(replace(seen, gone=True, gone_at=now))
            elif seen.gone and now - seen.gone_at > FORGET_SECONDS:
                del self._tables[key]

    def all(self) -> tuple[Seen, ...]:
        """Every table that is worth asking for, also those that are gone."""
        return tuple(self._tables.values())

    def rows(self) -> tuple[FoundTable, ...]:
        """The live tables in the order in which they were first seen; names that look alike are numbered.

        Several hosts that claim one table stand behind each other, who was seen first before the others.
        """
        shown = [seen for seen in self._tables.values() if not seen.gone and self._may_be_shown(seen.card)]
        alive = sorted(shown, key=lambda seen: (seen.number, seen.first_at))
        names: dict[str, int] = {}
        rows: list[FoundTable] = []
        for seen in alive:
            name = look(seen.card.name)
            names[name] = names.get(name, 0) + 1
            rows.append(_row(seen, names[name]))
        return tuple(rows)

    def _may_be_shown(self, card: TableCard) -> bool:
        return self.with_trials or card.version != TRIAL_VERSION

    def _may_enter(self, card: TableCard, by: str) -> bool:
        """Whether there is room for one more host, or room was made."""
        rivals = [seen for seen in self._tables.values() if seen.card.table_id == card.table_id]
        if len(rivals) >= MOST_HOSTS:
            youngest = max(rivals, key=lambda seen: seen.first_at)
            return self._made_room(rivals, by, [youngest])
        return len(self._tables) < MOST_TABLES or self._made_room(self._tables.values(), by, [])

    def _made_room(self, among: Iterable[Seen], by: str, last: list[Seen]) -> bool:
        """Who is gone gives way, the longest gone first; who was only named to one that answers, and so does ``last``.

        Among hosts of one table ``last`` is the youngest: whoever was there before a flood of false ones stays.
        """
        seen_ones = list(among)
        gone = sorted((seen for seen in seen_ones if seen.gone), key=lambda seen: seen.gone_at)
        named = [seen for seen in seen_ones if not seen.ever_answered]
        giving_way = gone if by == "mdns" else [*gone, *named, *last]
        for seen in giving_way[:1]:
            del self._tables[seen.key]
        return bool(giving_way)

    def _leave_address(self, address: str, key: HostKey) -> None:
        """One address speaks for `HOSTS_AN_ADDRESS` hosts of a table: the one silent for longest is there no more."""
        others = [
            seen
            for other, seen in self._tables.items()
            if other[0] == key[0] and other != key and address in seen.places and seen.places[address].heard
        ]
        if len(others) < HOSTS_AN_ADDRESS:
            return
        oldest = min(others, key=lambda seen: seen.places[address].heard_at)
        places = {there: place for there, place in oldest.places.items() if there != address}
        if places:
            self._tables[oldest.key] = replace(oldest, places=places)
        else:
            del self._tables[oldest.key]

    def _known(self, card: TableCard, now: float, by: str, speaker: str) -> Seen | None:
        """The host of this card with the card taken over, if it may be; None if it must be left aside.

        ``speaker`` is the address that says so, empty for a record of multicast DNS.
        """
        seen = self._tables.get(host_key(card))
        if seen is None:
            return (
                Seen(card, self._number(card.table_id), now, now, (by,), speaker=speaker)
                if self._may_enter(card, by)
                else None
            )
        seen = replace(seen, by=seen.by if by in seen.by else (*seen.by, by))
        if speaker != seen.speaker and _speaks(seen, now):
            return seen
        return replace(seen, card=card, speaker=speaker or seen.speaker)

    def _number(self, table_id: bytes) -> int:
        """A successor takes its table's place among the rows."""
        for seen in self._tables.values():
            if seen.card.table_id == table_id:
                return seen.number
        self._numbers += 1
        return self._numbers


def _speaks(seen: Seen, now: float) -> bool:
    """Whether the one whose card counts has answered for itself of late."""
    place = seen.places.get(seen.speaker)
    return place is not None and place.answers_questions and now - place.heard_at <= GONE_SECONDS


def _with_room(places: dict[str, Place], address: str) -> dict[str, Place]:
    """Room for this address: a place that was only claimed gives way, else the one heard longest ago."""
    if address in places or len(places) < MOST_PLACES:
        return places
    least = min(places.values(), key=lambda place: (place.heard, place.heard_at))
    return {there: place for there, place in places.items() if there != least.address}


def _cooled(seen: Seen) -> Seen:
    """The places of a table that went, without their round trips."""
    places = {address: replace(place, rtt_ms=None, answers_questions=False) for address, place in seen.places.items()}
    return replace(seen, places=places)


def _without_stale(places: dict[str, Place], now: float) -> dict[str, Place]:
    """The table lives at another of its addresses while this one is silent: it has moved, and is called there first."""
    return {
        address: place if place.rtt_ms is None or now - place.heard_at <= GONE_SECONDS else _silent(place)
        for address, place in places.items()
    }


def _silent(place: Place) -> Place:
    return replace(place, rtt_ms=None, answers_questions=False, heard=False)


def places_in_order(seen: Seen) -> tuple[Place, ...]:
    """Fastest answer first, then those that a packet came from, then those that were only claimed."""
    return tuple(
        sorted(
            seen.places.values(),
            key=lambda place: (place.rtt_ms is None, place.rtt_ms or 0, not place.heard, _is_link_local(place)),
        )
    )


def _is_link_local(place: Place) -> bool:
    return place.address.startswith(("fe80:", "169.254."))


def _row(seen: Seen, mark: int) -> FoundTable:
    card, places = seen.card, places_in_order(seen)
    return FoundTable(
        table_id=card.table_id,
        epoch=card.epoch,
        name=card.name,
        addresses=tuple(place.address for place in places),
        port=places[0].port if places else card.port,
        preset=card.preset,
        switches=card.switches,
        humans=card.humans,
        playing=card.playing,
        locked=card.locked,
        watch=card.watch,
        version=card.version,
        rtt_ms=places[0].rtt_ms if places else None,
        by=seen.by,
        fingerprint=card.fingerprint,
        mark=mark,
    )
