from __future__ import annotations

import pytest

from lanbridge.engine import Call
from lanbridge.protocol import messages as m
from lanbridge.protocol.codec import encode
from lanbridge.protocol.connection import (
    Connection,
    Side,
    Step,
)
from lanbridge.protocol.errors import ProtocolError
from lanbridge.protocol.framing import FrameBuffer, frame

from . import samples

GREETING = m.Greeting(1, samples.ID, 0, samples.KEY, locked=False)


HELLO = m.Hello(1, "Rafi", samples.KEY, samples.SIGNATURE, m.Wish.SEAT)


PIN_HELLO = m.Hello(1, "Rafi", samples.KEY, samples.SIGNATURE, m.Wish.SEAT, samples.SHARE)


CHALLENGE = m.PinChallenge(samples.SHARE)


ANSWER = m.PinAnswer(samples.KEY)


WELCOME = samples.HOST_MESSAGES[4]


UPDATE = samples.HOST_MESSAGES[8]


MOVE = m.SubmitMove(1, 0, Call(5))


class Wire:
    """A host and a client that hear each other at once; time moves only when told to."""

    def __init__(self, chunk: int = 1) -> None:
        self.now = 100.0
        self.host = Connection(Side.HOST, self.now)
        self.client = Connection(Side.CLIENT, self.now)
        self.chunk = chunk

    def say(self, speaker: Connection, *messages: m.Message) -> list[m.Message]:
        for message in messages:
            speaker.send(message)
        return self.carry(speaker)

    def carry(self, speaker: Connection) -> list[m.Message]:
        """Deliver what the speaker has queued, and all that is answered by itself."""
        hearer = self.client if speaker is self.host else self.host
        data = speaker.take_bytes()
        heard: list[m.Message] = []
        for start in range(0, len(data), self.chunk):
            heard += hearer.receive(data[start : start + self.chunk], self.now)
        if hearer.pending_bytes:
            self.carry(hearer)
        return heard

    def wait(self, seconds: float) -> None:
        self.now += seconds

    def tick(self) -> None:
        for side in (self.host, self.client):
            side.tick(self.now)
            self.carry(side)

    def play(self) -> Wire:
        assert self.say(self.host, GREETING) == [GREETING]
        assert self.say(self.client, HELLO) == [HELLO]
        assert self.say(self.host, WELCOME) == [WELCOME]
        return self


def framed(*messages: m.Message) -> bytes:
    return b"".join(frame(encode(message)) for message in messages)


def unframed(data: bytes) -> list[bytes]:
    return list(FrameBuffer(70_000).feed(data))


def closing_of(host: Connection) -> m.CloseReason:
    """The reason in the last frame that the host has queued."""
    client = Connection(Side.CLIENT, 0)
    client.step = Step.PLAY
    last = [message for message in client.receive(host.take_bytes(), 0) if isinstance(message, m.Closing)]
    return last[-1].reason


def failure(connection: Connection, data: bytes, now: float = 100.0) -> m.CloseReason:
    with pytest.raises(ProtocolError) as caught:
        connection.receive(data, now)
    return caught.value.reason


def host_at(step: Step) -> Connection:
    host = Connection(Side.HOST, 100.0)
    said: dict[Step, tuple[m.Message | bytes, ...]] = {
        Step.GREETING: (),
        Step.HELLO: (GREETING,),
        Step.JUDGING: (GREETING, framed(HELLO)),
        Step.PIN: (GREETING, framed(HELLO), CHALLENGE),
        Step.WAITING: (GREETING, framed(HELLO), m.Knocking()),
        Step.PLAY: (GREETING, framed(HELLO), WELCOME),
    }
    for each in said[step]:
        if isinstance(each, bytes):
            host.receive(each, 100.0)
        else:
            host.send(each)
    host.take_bytes()
    assert host.step is step
    return host


MAY_SAY = {
    Step.GREETING: set[type](),
    Step.HELLO: {m.Hello, m.Contest, m.Bye},
    Step.JUDGING: {m.Ping, m.Pong, m.Bye},
    Step.PIN: {m.PinAnswer, m.Ping, m.Pong, m.Bye},
    Step.WAITING: {m.Ping, m.Pong, m.Bye},
    Step.PLAY: {type(message) for message in samples.CLIENT_MESSAGES} - {m.Hello, m.Contest, m.PinAnswer},
}
