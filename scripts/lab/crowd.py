"""Four players at each of many tables of one host: `crowd.py HOST FIRST_PORT TABLES SECONDS`; one JSON object.

Each player thinks for a second, so that each table sees one move a second. Times are from a player's sending a move to
every player's having read it, in this one program.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
import time
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from lanbridge.bots import choose
from lanbridge.client.bot_player import must_move, say_ready
from lanbridge.client.known import Updated
from lanbridge.client.link import Link
from lanbridge.client.ports import Target
from lanbridge.client.session import Session
from lanbridge.protocol.handshake import SeatKey
from lanbridge.protocol.messages import SubmitMove, Wish

THINKING_SECONDS: Final = 1.0
SEATS: Final = 4
STAGGER_SECONDS: Final = 0.02
WARM_UP_SECONDS: Final = 5.0


class Player:
    """One seat; ``sent`` and ``times`` are shared by its table and by all."""

    def __init__(self, target: Target, dice: random.Random, sent: dict[int, float], times: list[float]) -> None:
        key = SeatKey(dice.randbytes(32))
        self.session = Session(key, "Bot", Wish.SEAT, target, dice.randbytes, first_request_id=1)
        self.link = Link(self.session, clock=time.monotonic, dice=dice.random, changed=self._changed, find=lambda _: ())
        self._dice, self._sent, self._times = dice, sent, times
        self._thinks_of = -1

    def _changed(self) -> None:
        now = time.monotonic()
        for notice, known in self.session.take_notices():
            if isinstance(notice, Updated) and notice.fresh and known.view is not None:
                begun = self._sent.get(known.view.table.moves - 1)
                if begun is not None and notice.events:
                    self._times.append(now - begun)
        known = self.session.known
        if must_move(known) and known.view is not None and known.view.table.moves != self._thinks_of:
            self._thinks_of = known.view.table.moves
            asyncio.get_running_loop().call_later(THINKING_SECONDS, self._move)
        elif known.pending is None and (request := say_ready(known)) is not None:
            asyncio.get_running_loop().call_soon(self.link.request, request)

    def _move(self) -> None:
        view = self.session.known.view
        if view is not None and view.my_turn:
            self._sent[view.table.moves] = time.monotonic()
            self.link.request(SubmitMove(0, view.table.moves, choose("easy", view, self._dice)))


async def main(host: str, first_port: int, tables: int, seconds: float) -> None:
    """Sit down at all tables, play for so long, print what it took."""
    times: list[float] = []
    tasks = []
    for table in range(tables):
        sent: dict[int, float] = {}
        for seat in range(SEATS):
            target = Target((host,), first_port + table)
            player = Player(target, random.Random(f"{table} {seat}"), sent, times)
            tasks.append(asyncio.ensure_future(player.link.run()))
            await asyncio.sleep(STAGGER_SECONDS)
    await asyncio.sleep(WARM_UP_SECONDS)
    times.clear()
    begun = time.process_time()
    await asyncio.sleep(seconds)
    busy = time.process_time() - begun
    for task in tasks:
        task.cancel()
    ordered = sorted(times)
    told = {
        "players": tables * SEATS,
        "updates": len(ordered),
        "moves_a_second": round(len(ordered) / SEATS / seconds, 1),
        "move_ms_median": round(ordered[len(ordered) // 2] * 1000, 2),
        "move_ms_p99": round(ordered[int(len(ordered) * 0.99)] * 1000, 2),
        "players_cpu_share": round(busy / seconds, 2),
    }
    sys.stdout.write(json.dumps(told) + "\n")
    sys.stdout.flush()
    await asyncio.gather(*tasks, return_exceptions=True)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), float(sys.argv[4])))
