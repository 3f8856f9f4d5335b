"""One connection as a value without sockets or clock: bytes in, messages out, and the other way round.

It keeps the order of the handshake, answers pings, measures the round trip, and finds who is silent, slow, or talks
too much. Times are seconds of any monotonic clock.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Final

from . import messages as m
from .codec import MOST_CLIENT_BYTES, MOST_HOST_BYTES, decode_client, decode_host, encode
from .errors import ProtocolError, bad_message
from .framing import FrameBuffer, frame

HELLO_SECONDS: Final = 3.0
"""A client's hello must have come by then: connections that never speak are not kept."""
PIN_SECONDS: Final = 8.0
"""So long after the opening the PIN's proof must have come, too: programs give it in milliseconds."""
PING_SECONDS: Final = 1.0
SILENT_SECONDS: Final = 3.7
"""No byte for so long means dead: TCP itself reports a cut link after minutes. Three pings may be lost.

With a quarter of a second between two looks (`TICK_SECONDS` of both sides' shells) it is found within 4.0 s."""
FRAME_SECONDS: Final = 4.0
"""A frame that was begun must be complete by then: bytes sent one by one do not keep a connection alive."""
NAP_SECONDS: Final = 2.0
"""When our own ticks were this far apart, we slept ourselves; the other side gets a second to be heard."""
MOST_PENDING_BYTES: Final = 256 * 1024
"""Bytes queued and not taken: four of the longest messages, or minutes of play, for somebody who never reads."""
MESSAGES_A_SECOND: Final = 500
"""What a client may say on average and at once: bots at full speed stay under it, and it costs a host under 5 %."""

_MOST_PINGS_OUT: Final = 8  # twice what can be on the way before the silence ends the connection


class Side(StrEnum):
    """Which end of the connection this is."""

    HOST = "host"
    CLIENT = "client"


class Step(StrEnum):
    """How far the connection has come."""

    GREETING = "greeting"
    """The host must greet."""
    HELLO = "hello"
    """The client must say who it is."""
    JUDGING = "judging"
    """The host welcomes, asks for the PIN, lets knock, or closes."""
    PIN = "pin"
    """The client must prove the PIN."""
    WAITING = "waiting"
    """The PIN is judged, or the owner is being asked."""
    PLAY = "play"
    CLOSED = "closed"


_ALIVE: Final = (m.Ping, m.Pong)
_CLIENT_ALIVE: Final = (*_ALIVE, m.Bye)
_HOST_ALIVE: Final = (*_ALIVE, m.Closing)
_REQUESTS: Final = (*m.Request.__args__, m.Commit, m.Reveal, m.Endorse)
_TABLE_NEWS: Final = (
    m.Welcome,
    m.Seating,
    m.SettingsChanged,
    m.Update,
    m.Accepted,
    m.Rejected,
    m.Said,
    m.ShuffleOpened,
    m.Commitments,
    m.ProofShown,
    m.HandsShown,
    m.Announced,
    m.EpochClaimed,
    m.HandOverAsked,
    m.HandedOver,
    m.Question,
    m.SentAway,
)

_CLIENT_MAY: Final[Mapping[Step, tuple[type, ...]]] = {
    Step.GREETING: (),
    Step.HELLO: (m.Hello, m.Contest, m.Bye),
    Step.JUDGING: _CLIENT_ALIVE,
    Step.PIN: (m.PinAnswer, *_CLIENT_ALIVE),
    Step.WAITING: _CLIENT_ALIVE,
    Step.PLAY: (*_REQUESTS, *_CLIENT_ALIVE),
}
_HOST_MAY: Final[Mapping[Step, tuple[type, ...]]] = {
    Step.GREETING: (m.Greeting, m.Closing),
    Step.HELLO: (m.EpochClaimed, m.Closing),
    Step.JUDGING: (m.PinChallenge, m.Knocking, m.Welcome, *_HOST_ALIVE),
    Step.PIN: _HOST_ALIVE,
    Step.WAITING: (m.Knocking, m.Welcome, *_HOST_ALIVE),
    Step.PLAY: (*_TABLE_NEWS, *_HOST_ALIVE),
}
_LEADS_TO: Final[Mapping[type, Step]] = {
    m.Greeting: Step.HELLO,
    m.Hello: Step.JUDGING,
    m.Contest: Step.JUDGING,
    m.PinChallenge: Step.PIN,
    m.PinAnswer: Step.WAITING,
    m.Knocking: Step.WAITING,
    m.Welcome: Step.PLAY,
    m.Bye: Step.CLOSED,
    m.Closing: Step.CLOSED,
}
_UNHEARD: Final = (Step.GREETING, Step.HELLO)
"""Nobody pings before the hello: the client's time for it is bounded anyway."""


class Connection:
    """One side of a connection, opened at ``now``.

    ``step`` says who may speak; ``rtt_ms`` is the last round trip in whole milliseconds, None before the first.
    Once the other side has broken the protocol, the connection is CLOSED: a host still has `Closing` to send, and
    every further `receive` and `tick` raises the same error.
    """

    def __init__(self, side: Side, now: float) -> None:
        self.side = side
        self.step = Step.GREETING
        self.rtt_ms: int | None = None
        self._failure: ProtocolError | None = None
        self._frames = FrameBuffer(MOST_CLIENT_BYTES if side is Side.HOST else MOST_HOST_BYTES)
        self._decode: Callable[[bytes], m.Message] = decode_client if side is Side.HOST else decode_host
        self._out = bytearray()
        self._opened = self._heard = self._ticked = self._pinged = self._refilled = now
        self._frame_begun: float | None = None
        self._allowance = float(MESSAGES_A_SECOND)
        self._stamp = 0
        self._pings_out: dict[int, float] = {}

    @property
    def closed(self) -> bool:
        """Whether nothing can be said any more; what is queued can still be taken."""
        return self.step is Step.CLOSED

    @property
    def pending_bytes(self) -> int:
        """Bytes queued and not taken yet."""
        return len(self._out)

    def send(self, message: m.Message) -> None:
        """Queue a message; nothing is queued once the connection is closed.

        Raises:
            ValueError: it is not this side's turn to say this, or a field is outside its limits.
            TypeError: the value has no place on the wire.
        """
        if self.closed:
            return
        if not isinstance(message, _may(self.side, self.step)):
            text = f"{type(message).__name__} cannot be sent while the connection is at {self.step}"
            raise ValueError(text)  # noqa: TRY004 - the type is right at another time
        self._queue(message)
        if len(self._out) > MOST_PENDING_BYTES:
            self._fail(ProtocolError(m.CloseReason.TOO_SLOW, "the other side does not read"))

    def take_bytes(self) -> bytes:
        """All that is queued, for the network; take it only when the network has room."""
        data = bytes(self._out)
        self._out.clear()
        return data

    def receive(self, data: bytes, now: float) -> tuple[m.Message, ...]:
        """The messages that these bytes complete; pings and pongs are dealt with here.

        An error behind good messages is raised by the next call, so that nothing said before it is lost.

        Raises:
            ProtocolError: the other side broke the protocol.
        """
        self._raise_failure()
        if self.closed or not data:
            return ()
        self._heard = now
        messages = self._read(data, now)
        if not messages:
            self._raise_failure()
        return messages

    def tick(self, now: float) -> None:
        """Ping when it is time; call this a few times a second.

        Raises:
            ProtocolError: SILENT or TOO_SLOW, or the error that `receive` found behind good messages.
        """
        self._raise_failure()
        if self.closed:
            return
        if now - self._ticked > NAP_SECONDS:
            self._heard = max(self._heard, now - SILENT_SECONDS + PING_SECONDS)
        self._ticked = now
        late = self._lateness(now)
        if late is not None:
            self._fail(late)
            raise late
        if self.step not in _UNHEARD and now - self._pinged >= PING_SECONDS:
            self._ping(now)

    def _read(self, data: bytes, now: float) -> tuple[m.Message, ...]:
        messages: list[m.Message] = []
        bodies = self._frames.feed(data)
        try:
            for body in bodies:
                messages += self._open(body, now)
            if self._frames.problem is not None and not self.closed:
                self._fail(self._frames.problem)
        except ProtocolError as error:
            self._fail(error)
        self._watch_frame(now, complete=bool(bodies))
        return tuple(messages)

    def _open(self, body: bytes, now: float) -> tuple[m.Message, ...]:
        if self.closed:  # what comes behind a farewell is not read
            return ()
        self._count(now)
        message = self._decode(body)
        if not isinstance(message, _may(_other(self.side), self.step)):
            raise bad_message(f"{type(message).__name__} cannot be said while the connection is at {self.step}")
        self.step = _LEADS_TO.get(type(message), self.step)
        match message:
            case m.Ping():
                self.send(m.Pong(message.stamp))
                return ()
            case m.Pong():
                self._measure(message.stamp, now)
                return ()
            case _:
                return (message,)

    def _count(self, now: float) -> None:
        if self.side is Side.CLIENT:  # a client trusts its host with the pace
            return
        gained = (now - self._refilled) * MESSAGES_A_SECOND
        self._allowance = min(self._allowance + gained, float(MESSAGES_A_SECOND)) - 1
        self._refilled = now
        if self._allowance < 0:
            raise ProtocolError(m.CloseReason.TOO_MANY, f"more than {MESSAGES_A_SECOND} messages a second")

    def _measure(self, stamp: int, now: float) -> None:
        sent = self._pings_out.pop(stamp, None)
        if sent is not None:
            self.rtt_ms = max(0, round((now - sent) * 1000))

    def _ping(self, now: float) -> None:
        self._pinged = now
        self._stamp += 1
        self._pings_out[self._stamp] = now
        self._pings_out.pop(self._stamp - _MOST_PINGS_OUT, None)
        self.send(m.Ping(self._stamp))

    def _watch_frame(self, now: float, *, complete: bool) -> None:
        if not self._frames.waiting:
            self._frame_begun = None
        elif complete or self._frame_begun is None:
            self._frame_begun = now

    def _lateness(self, now: float) -> ProtocolError | None:
        hello_late = self.step in _UNHEARD and now - self._opened > HELLO_SECONDS
        pin_late = self.step is Step.PIN and now - self._opened > PIN_SECONDS
        if (self.side is Side.HOST and (hello_late or pin_late)) or now - self._heard > SILENT_SECONDS:
            return ProtocolError(m.CloseReason.SILENT, "nothing was heard in time")
        if self._frame_begun is not None and now - self._frame_begun > FRAME_SECONDS:
            return ProtocolError(m.CloseReason.TOO_SLOW, "a frame was not finished in time")
        return None

    def _queue(self, message: m.Message) -> None:
        self._out += frame(encode(message))
        self.step = _LEADS_TO.get(type(message), self.step)

    def _fail(self, error: ProtocolError) -> None:
        self._failure = error
        if self.side is Side.HOST:
            self._queue(m.Closing(error.reason))
        self.step = Step.CLOSED

    def _raise_failure(self) -> None:
        if self._failure is not None:
            raise self._failure


def _other(side: Side) -> Side:
    return Side.CLIENT if side is Side.HOST else Side.HOST


def _may(side: Side, step: Step) -> tuple[type, ...]:
    return (_HOST_MAY if side is Side.HOST else _CLIENT_MAY)[step]
