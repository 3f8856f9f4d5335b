"""A host that looks for others who claim its table: the branch that counts goes on, the other one steps down."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from typing import TYPE_CHECKING, Final

from lanbridge.client.browse import Browser
from lanbridge.client.dial import READ_BYTES, DialFailed, Line, dial
from lanbridge.client.known import LinkProblem
from lanbridge.protocol.errors import ProtocolError
from lanbridge.protocol.messages import Contest, EpochClaimed, Greeting, Message
from lanbridge.protocol.succession import contest_text, signers

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lanbridge.client.ports import FoundTable
    from lanbridge.host.hosting import Hosting
    from lanbridge.host.identity import TableIdentity
    from lanbridge.protocol.advert import TableCard
    from lanbridge.protocol.handshake import SeatKey

LOG = logging.getLogger("lanbridge.cli.rivals")

LOOK_SECONDS: Final = 0.5
CALL_SECONDS: Final = 3.0
RALLY_SECONDS: Final = 1.5
"""Time for those who are here to sign: programs answer in milliseconds."""
AGAIN_SECONDS: Final = 5.0
"""A rival that could not be settled with is called again after so long."""


class RivalWatch:
    """Looks for other hosts of these tables until its `run` is cancelled; runs in the loop of the tables."""

    def __init__(self, tables: Sequence[Hosting], key: SeatKey) -> None:
        self._tables, self._key = tables, key
        self._by_id = {hosting.plan.table_id: hosting for hosting in tables}
        self._rows: tuple[FoundTable, ...] = ()
        self._called: dict[bytes, float] = {}

    async def run(self) -> None:
        """Look, and settle with whoever is found."""
        browser = asyncio.ensure_future(Browser(self._saw, wanted=self._may_be_a_rival).run())
        try:
            while True:
                await asyncio.sleep(LOOK_SECONDS)
                for hosting in self._tables:
                    await self._look_after(hosting)
        finally:
            browser.cancel()
            await asyncio.gather(browser, return_exceptions=True)

    def _may_be_a_rival(self, card: TableCard) -> bool:
        """A host of a hundred tables must not look after each of its own once a second."""
        ours = self._by_id.get(card.table_id)
        return ours is not None and _is_rival(card, ours.room.desk.identity)

    def _saw(self, rows: tuple[FoundTable, ...]) -> None:
        self._rows = rows

    async def _look_after(self, hosting: Hosting) -> None:
        identity, now = hosting.room.desk.identity, time.monotonic()
        if hosting.server.done.is_set() or now - self._called.get(identity.table_id, 0.0) < AGAIN_SECONDS:
            return
        rivals = [row for row in self._rows if _is_rival(row, identity)]
        if rivals:
            self._called[identity.table_id] = now
            await asyncio.gather(*(self._call_at(hosting, row) for row in rivals))

    async def _call_at(self, hosting: Hosting, row: FoundTable) -> None:
        """All are called at once: strangers who let us wait must not keep us from the true one."""
        with contextlib.suppress(OSError, EOFError, DialFailed, ProtocolError):
            await self.settle(hosting, row)

    async def settle(self, hosting: Hosting, row: FoundTable) -> None:
        """Call the other host; whichever branch does not count steps down, if the claim is a seat's of this table.

        Raises:
            DialFailed, OSError, EOFError, ProtocolError: nobody answered in order.
        """
        rival, line = await _call(row)
        try:
            seated = {chair.key for chair in hosting.room.desk.chairs if chair.key}
            if rival is not None and _is_proven(rival, line, seated):
                LOG.info("the table %s has another host, of epoch %d", row.table_id.hex(), row.epoch)
                await self._meet(hosting, rival, line)
        finally:
            await line.hang_up()

    async def _meet(self, hosting: Hosting, rival: EpochClaimed, line: Line) -> None:
        hosting.server.post(lambda now: hosting.room.meet(rival, now))
        hosting.server.post(lambda now: hosting.room.rally(self._key, now))
        await asyncio.sleep(RALLY_SECONDS)
        hosting.server.post(lambda now: hosting.room.meet(rival, now))
        await asyncio.sleep(0.1)
        if not hosting.room.desk.closed:
            self._contest(hosting, line)

    def _contest(self, hosting: Hosting, line: Line) -> None:
        mine = hosting.room.desk.succession
        if mine is not None:
            text = contest_text(mine.claim, line.greeting.nonce, line.fingerprint)
            line.connection.send(Contest(mine.claim, mine.endorsements, self._key.sign(text)))
            line.writer.write(line.connection.take_bytes())


def _is_rival(row: FoundTable | TableCard, identity: TableIdentity) -> bool:
    """Whether somebody else claims this table, later or, after two who could not see each other, in the same epoch."""
    other = row.epoch > identity.epoch or (row.epoch == identity.epoch and row.fingerprint != identity.fingerprint)
    return row.table_id == identity.table_id and other


async def _call(row: FoundTable) -> tuple[EpochClaimed | None, Line]:
    def judge(greeting: Greeting, _: bytes) -> LinkProblem | None:
        same = (greeting.table_id, greeting.epoch) == (row.table_id, row.epoch)
        return None if same else LinkProblem.WRONG_TABLE

    async with asyncio.timeout(CALL_SECONDS):
        line = await dial(row.addresses, row.port, judge, time.monotonic)
        try:
            claimed = await _said_first(line)
        except BaseException:
            await line.hang_up()
            raise
    return (claimed if isinstance(claimed, EpochClaimed) else None), line


async def _said_first(line: Line) -> Message:
    said = line.early
    while not said:
        data = await line.reader.read(READ_BYTES)
        if not data:
            raise EOFError("closed without a claim")
        said = line.connection.receive(data, time.monotonic())
    return said[0]


def _is_proven(rival: EpochClaimed, line: Line, seated: set[bytes]) -> bool:
    claim = rival.claim
    same = (claim.table_id, claim.epoch, claim.fingerprint) == (
        line.greeting.table_id,
        line.greeting.epoch,
        line.fingerprint,
    )
    return same and claim.key in signers(claim, rival.endorsements, seated)
