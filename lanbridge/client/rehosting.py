"""Hosting the table here: when its host is lost and we have agreed to carry on, or when it asks us to take over."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Final, TypeAlias

from lanbridge.protocol.messages import TakeOver

from .dial import Clock
from .known import Known, Link
from .link import Link as Wire
from .ports import HostingFailed, Target
from .session import Session
from .succession import offered, turn_at

LOG = logging.getLogger("lanbridge.client.rehosting")

STEP_SECONDS: Final = 0.2
REACH_SECONDS: Final = 15.0
"""So long our own line may take to the table that we have opened; then it may be asked for again."""

Rehost: TypeAlias = Callable[[Known, str], Target]
"""Opens the table as it was known, with this PIN, on this laptop, and says where; may wait, may raise HostingFailed."""
Withdraw: TypeAlias = Callable[[], None]
"""Closes what `Rehost` has opened: it was not needed; may wait."""


class Rehoster:
    """Watches one session; `run` it beside its wire. ``eager`` agrees by itself (bots have nobody to ask)."""

    def __init__(
        self, session: Session, wire: Wire, clock: Clock, rehost: Rehost, withdraw: Withdraw, *, eager: bool = False
    ) -> None:
        self._session, self._wire, self._clock, self._eager = session, wire, clock, eager
        self._rehost, self._withdraw = rehost, withdraw
        self._agreed_at: float | None = None
        self._opened_at: float | None = None
        """When the table was opened here; to open it again would send everybody away who has come since."""

    def agree(self) -> None:
        """This player wants to carry on: we host when it is our turn, or sit down where somebody else does."""
        if self._agreed_at is None and not self._is_open and offered(self._session.known, self._clock()):
            self._agreed_at = self._clock()
            self._session.agree()

    async def run(self) -> None:
        """Until it is cancelled."""
        while True:
            await asyncio.sleep(STEP_SECONDS)
            await self.look()

    async def look(self) -> None:
        """Do what is to be done now."""
        if self._session.known.link is not Link.LOST:
            self._agreed_at = self._opened_at = None
        elif self._eager:
            self.agree()
        await self._act()

    async def _act(self) -> None:
        known = self._session.known
        if self._session.asked_to_host:
            self._session.asked_to_host = False
            target = await self._opened(known)
            if target is not None:
                self._wire.request(TakeOver(0, target.port))
        elif self._agreed_at is not None and self._is_our_turn(known, self._agreed_at):
            self._agreed_at = None
            await self._carry_on(await self._opened(known))

    async def _carry_on(self, target: Target | None) -> None:
        """The host may have come back while the table was opened here: then two hosts would divide it."""
        if target is None:
            self._session.disagree()
        elif self._session.known.link is Link.LOST:
            self._opened_at = self._clock()
            self._wire.go_to(target)
        else:
            await asyncio.to_thread(self._withdraw)

    @property
    def _is_open(self) -> bool:
        return self._opened_at is not None and self._clock() - self._opened_at < REACH_SECONDS

    def _is_our_turn(self, known: Known, agreed_at: float) -> bool:
        at = turn_at(known, agreed_at)
        return at is not None and self._clock() >= at

    async def _opened(self, known: Known) -> Target | None:
        try:
            return await asyncio.to_thread(self._rehost, known, self._session.pin)
        except HostingFailed as failed:
            LOG.warning("the table could not be opened here: %s", failed.key)
        except Exception:  # the lost host may have told us a table that cannot be; the player may ask again
            LOG.exception("the table as it was known cannot be opened")
        return None
