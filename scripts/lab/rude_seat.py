"""A player who has a seat, plays along, and is as rude as the wire allows: `rude_seat.py HOST PORT SECONDS`.

One kind of rudeness after the other, each for so many seconds, under the limit of messages a second that would end
the connection; whoever is cut off comes back with the same seat key. One JSON object a line: what was begun and
when, in the end what the host answered.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import os
import secrets
import socket
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import count, islice
from pathlib import Path
from typing import Final, TypeAlias

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from lanbridge.client.bot_player import must_move, say_ready
from lanbridge.client.dial import tls_context
from lanbridge.client.known import Link
from lanbridge.client.ports import Target
from lanbridge.client.session import Session
from lanbridge.engine import Call, legal_moves
from lanbridge.protocol.codec import encode
from lanbridge.protocol.connection import Connection, Side
from lanbridge.protocol.errors import ProtocolError
from lanbridge.protocol.framing import frame
from lanbridge.protocol.handshake import SeatKey
from lanbridge.protocol.messages import (
    Accepted,
    Answer,
    AskForSettings,
    ClientMessage,
    Closing,
    Greeting,
    HostMessage,
    Rejected,
    Say,
    SetReady,
    Stage,
    SubmitMove,
    TakeSeat,
    Wish,
)

STEP_SECONDS: Final = 0.02
A_STEP: Final = 9
"""Messages in a step: 450 a second, where 500 would end the connection."""
CUT_SECONDS: Final = 0.1
PAUSE_SECONDS: Final = 1.0
READY_SECONDS: Final = 0.3
"""Between two honest words that we are ready; they are refused while the rude ones are too many."""
FIRST_NUMBERS: Final = 2**20
"""Honest requests of each connection have numbers from here on; rude ones have others."""
Rudeness: TypeAlias = Iterator[ClientMessage]


class RudeSeat:
    """One key, and whatever connection it has now."""

    def __init__(self, host: str, port: int) -> None:
        self._where = host, port
        self._key = SeatKey(secrets.token_bytes(32))
        self._numbers = count(2**30)
        self._line_number = 0
        self.session_is_open = False
        self._ready_at = 0.0
        self.answers: Counter[str] = Counter()
        self.connections = 0
        self.deaf = False
        self.session_is_open = False

    async def come(self) -> None:
        """Connect and sit down."""
        self.connections += 1
        self._reader, self._writer = await asyncio.open_connection(*self._where, ssl=tls_context())
        self._connection = Connection(Side.CLIENT, time.monotonic())
        target = Target((self._where[0],), self._where[1])
        self.session = Session(
            self._key, "Rude", Wish.SEAT, target, secrets.token_bytes, first_request_id=self._number()
        )
        self.session_is_open = True

    @property
    def plays(self) -> bool:
        """Whether a deal is on the table."""
        seating = self.session.known.seating if self.session_is_open else None
        return seating is not None and seating.stage is Stage.PLAYING

    def _number(self) -> int:
        return next(self._numbers)

    async def live(self) -> None:
        """Read, play when it is our turn, come back when cut off."""
        while True:
            with contextlib.suppress(OSError, ProtocolError, EOFError):
                await self.come()
                await self._talk()
            await asyncio.sleep(CUT_SECONDS)

    async def _talk(self) -> None:
        while True:
            data = await self._read()
            if data == b"":
                raise EOFError
            for message in self._connection.receive(data, time.monotonic()) if data else ():
                self._hear(message)
            self._connection.tick(time.monotonic())
            self._play()
            self._flush()

    async def _read(self) -> bytes | None:
        if self.deaf:
            await asyncio.sleep(STEP_SECONDS)
            return None
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(0.25):
                return await self._reader.read(65536)
        return None

    def _hear(self, message: object) -> None:
        if isinstance(message, Greeting):
            channel = self._writer.get_extra_info("ssl_object")
            self.session.begin(message, hashlib.sha256(channel.getpeercert(binary_form=True)).digest())
        elif isinstance(message, HostMessage):
            if isinstance(message, Accepted | Rejected):
                self.answers[message.reason if isinstance(message, Rejected) else "accepted"] += 1
            elif isinstance(message, Closing):
                self.answers[f"closed {message.reason}"] += 1
            self.session.receive(message, time.monotonic())

    def _play(self) -> None:
        known = self.session.known
        if must_move(known) and known.view is not None and known.pending is None:
            self.session.request(SubmitMove(0, known.view.table.moves, legal_moves(known.view)[0]))
        elif known.pending is None and time.monotonic() > self._ready_at and (ready := say_ready(known)) is not None:
            self._ready_at = time.monotonic() + READY_SECONDS
            self.session.request(ready)

    def _flush(self) -> None:
        for message in self.session.take_replies():
            self._connection.send(message)
        self._writer.write(self._connection.take_bytes())

    # --- rudeness

    def toggles(self) -> Rudeness:
        """Ready, not ready."""
        return (SetReady(self._number(), ready=bool(turn % 2)) for turn in count())

    def votes(self) -> Rudeness:
        """Ask the table for other settings, and say no to it."""
        while (settings := self.session.known.settings) is not None:
            yield AskForSettings(self._number(), replace(settings, grace=settings.grace + 1))
            question = self.session.known.question
            yield Answer(self._number(), question.number if question is not None else 1, yes=False)

    def chat(self) -> Rudeness:
        """A line after the other."""
        return (Say(self._number(), "spam") for _ in count())

    def stale(self) -> Rudeness:
        """Moves for turns that are over."""
        return (SubmitMove(self._number(), 0, Call(5)) for _ in count())

    def replays(self) -> Rudeness:
        """One frame, again and again."""
        said = SubmitMove(self._number(), 0, Call(5))
        return (said for _ in count())

    def others(self) -> Rudeness:
        """Moves for the turn of whoever it is."""
        while (view := self.session.known.view) is not None:
            yield SubmitMove(self._number(), view.table.moves, Call(5))

    def seats(self) -> Rudeness:
        """Everybody's seat."""
        return (TakeSeat(self._number(), seat % 4) for seat in count())

    async def flood(self, kind: Callable[[], Rudeness], seconds: float) -> None:
        """Say such things for so long."""
        end, things = time.monotonic() + seconds, kind()
        while time.monotonic() < end:
            if self.session.known.link is Link.SEATED:
                with contextlib.suppress(OSError):
                    self._writer.write(b"".join(frame(encode(message)) for message in islice(things, A_STEP)))
            await asyncio.sleep(STEP_SECONDS)

    async def turn_away(self, seconds: float) -> None:
        """Never read, and ask for answers all the time."""
        self.deaf = True
        self._writer.transport.pause_reading()  # type: ignore[attr-defined]  # every stream of asyncio's has it
        await self.flood(self.chat, seconds)
        self.deaf = False
        self._writer.transport.abort()

    async def half_close(self, seconds: float) -> None:
        """Say that nothing more will be said, and stay; then come back and do it again."""
        await self._again(seconds, self._say_no_more)

    async def reconnect(self, seconds: float) -> None:
        """Reset the line, come back."""
        await self._again(seconds, self._reset)

    def _reset(self) -> None:
        self._writer.transport.abort()

    def _say_no_more(self) -> None:
        with socket.socket(fileno=os.dup(self._writer.get_extra_info("socket").fileno())) as plain:
            plain.shutdown(socket.SHUT_WR)

    async def _again(self, seconds: float, end_line: Callable[[], None]) -> None:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if self.session.known.link is Link.SEATED:
                with contextlib.suppress(OSError, AttributeError):  # the line may be gone already
                    end_line()
            await asyncio.sleep(STEP_SECONDS)


async def main(host: str, port: int, seconds: float) -> None:
    """All of it, one after the other."""
    rude = RudeSeat(host, port)
    living = asyncio.create_task(rude.live())
    floods = (rude.toggles, rude.votes, rude.chat, rude.stale, rude.replays, rude.others, rude.seats)
    acts: dict[str, Callable[[], Awaitable[None]]] = {
        "quiet": lambda: asyncio.sleep(seconds),
        **{flood.__name__: partial(rude.flood, flood, seconds) for flood in floods},
        "deaf": partial(rude.turn_away, seconds),
        "half_closed": partial(rude.half_close, seconds),
        "reconnects": partial(rude.reconnect, seconds),
        "quiet_again": lambda: asyncio.sleep(seconds),
    }
    for name, act in acts.items():
        while not rude.plays:  # noqa: ASYNC110 - what was too often keeps its own seat from being ready, for a while
            await asyncio.sleep(STEP_SECONDS)
        rude.answers.clear()
        rude.connections, begun = 0, time.monotonic()
        await act()
        told = {"kind": name, "begun": begun, "ended": time.monotonic(), "came_back": rude.connections}
        print(json.dumps({**told, "answers": dict(rude.answers)}), flush=True)
        await asyncio.sleep(PAUSE_SECONDS)
    living.cancel()
    await asyncio.gather(living, return_exceptions=True)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2]), float(sys.argv[3])))
