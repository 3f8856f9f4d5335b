"""Hosts that this laptop has sat at: by the name of their table, the certificates it was hosted with.

People know a table by its name, so the name is what is pinned (look-alikes count as the same name). Table ids and
addresses are new on every evening and prove nothing. A table that goes on at another laptop is known by its seats'
signatures instead (docs/notes/succession.md) and never warns a client that was there.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from lanbridge.protocol.look_alikes import look


class HostStanding(StrEnum):
    """What this laptop knows of the host's certificate."""

    UNSEEN = "unseen"
    """No connection yet."""
    FIRST_VISIT = "first_visit"
    """Nothing is remembered under this name: who wants to be sure compares the four words."""
    KNOWN = "known"
    """The certificate of an earlier visit, or our own."""
    CHANGED = "changed"
    """The name belongs to another certificate."""


@dataclass(frozen=True, slots=True)
class HostPins:
    """Fingerprints (SHA-256 of a certificate) by the `look` of a table's name; ``own`` is this profile's."""

    by_look: Mapping[str, tuple[bytes, ...]] = field(default_factory=dict)
    own: bytes = b""

    def standing(self, name: str, fingerprint: bytes) -> HostStanding:
        """What is known of a host that shows this certificate under this name; an empty name is known to nobody."""
        pinned = self.pinned(name)
        if fingerprint == self.own or fingerprint in pinned:
            return HostStanding.KNOWN
        return HostStanding.CHANGED if pinned else HostStanding.FIRST_VISIT

    def pinned(self, name: str) -> tuple[bytes, ...]:
        """The certificates that the name was hosted with, the latest first."""
        return self.by_look.get(look(name), ()) if name else ()
