"""Saying who we are: the hello, and the PIN proved to both sides."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from lanbridge.protocol.handshake import SeatKey, hello_text
from lanbridge.protocol.messages import PROTOCOL_VERSION, Greeting, Hello, PinAnswer, PinChallenge, Welcome, Wish
from lanbridge.protocol.pin import ENTROPY_BYTES, ClientPin


@dataclass(slots=True)
class Arrival:
    """One connection's way in, from the greeting to the first welcome. ``pin`` is empty if the player gave none."""

    key: SeatKey
    greeting: Greeting
    fingerprint: bytes
    pin: str
    entropy: Callable[[int], bytes]
    _exchange: ClientPin | None = None
    _asked: bool = False

    def hello(self, name: str, wish: Wish) -> Hello:
        """Who we are, signed for this very greeting and certificate."""
        greeting = self.greeting
        text = hello_text(greeting.table_id, greeting.epoch, greeting.nonce, self.fingerprint)
        if greeting.locked and self.pin:
            secret = self.entropy(ENTROPY_BYTES)
            self._exchange = ClientPin(self.pin, self.key.public, self.fingerprint, secret)
        share = self._exchange.share if self._exchange else b""
        return Hello(PROTOCOL_VERSION, name, self.key.public, self.key.sign(text), wish, share)

    def prove_pin(self, challenge: PinChallenge) -> PinAnswer | None:
        """The proof that we know the PIN; None if we never offered one.

        Raises:
            ProtocolError: the host's share is none.
        """
        if self._exchange is None:
            return None
        self._asked = True
        return PinAnswer(self._exchange.answer(challenge.share))

    def is_deceived(self, welcome: Welcome) -> bool:
        """Whether the host asked for the PIN and does not know it: somebody plays host."""
        exchange = self._exchange
        return exchange is not None and self._asked and not exchange.host_knows(welcome.pin_confirmation)
