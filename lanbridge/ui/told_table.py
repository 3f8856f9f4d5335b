"""A table as far as its player was told of it: a screen never knows of what it has yet to be told."""

from __future__ import annotations

from lanbridge.client.known import Known, Notice
from lanbridge.client.ports import TableClient
from lanbridge.protocol.messages import Request


class ToldTable:
    """A `TableClient` over another one, whose knowledge steps on in `poll` only.

    The table's thread goes on between two rounds of a screen. A screen that opened with its newest knowledge would
    get the news that led there afterwards, and fall back to a position that is over.
    """

    def __init__(self, client: TableClient) -> None:
        self._client = client
        self._known = Known()

    @property
    def known(self) -> Known:
        """What the last `poll` has told of; nothing before the first."""
        return self._known

    def poll(self) -> tuple[tuple[Notice, Known], ...]:
        """All notices since the last call; what changed without a notice is known from the next quiet call on."""
        newest = self._client.known  # before the notices: the thread queues those first
        notices = self._client.poll()
        self._known = notices[-1][1] if notices else newest
        return notices

    def request(self, request: Request) -> None:
        """Ask for something."""
        self._client.request(request)

    def carry_on(self) -> None:
        """Go on without the lost host."""
        self._client.carry_on()

    def leave(self) -> None:
        """Say good-bye and close."""
        self._client.leave()
