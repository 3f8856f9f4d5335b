"""The door: who comes in. Signatures, PIN, knocking, and those who have been sent away."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from lanbridge.protocol.errors import ProtocolError
from lanbridge.protocol.handshake import hello_is_signed
from lanbridge.protocol.message_kinds import MOST_SENT_AWAY
from lanbridge.protocol.messages import (
    KEY_BYTES,
    PROTOCOL_VERSION,
    Greeting,
    Hello,
    Knocking,
    PinAnswer,
    PinChallenge,
    Wish,
)
from lanbridge.protocol.messages import CloseReason as Reason
from lanbridge.protocol.names import clean_name
from lanbridge.protocol.pin import ENTROPY_BYTES, HostPin

if TYPE_CHECKING:
    from collections.abc import Callable

    from lanbridge.protocol.messages import ClientMessage, HostMessage

    from .effects import ClientId
    from .identity import TableIdentity

WRONG_PINS: Final = 10
WRONG_PIN_SECONDS: Final = 3600.0
"""After so many wrong tries in an hour, from wherever, the PIN opens nothing: 4 digits then hold for weeks."""
MOST_KNOCKS: Final = 8
"""People who may wait for the host's yes at once; a list that fits the host's screen."""
KNOCKS_FROM_ADDRESS: Final = 2
"""... and from one address: a stranger who knocks without end leaves room for a friend."""
MOST_EXCHANGES: Final = 20
EXCHANGE_SECONDS: Final = 10.0
"""So many PINs are looked at in so many seconds: each costs the host's program some 15 ms, whoever sends it."""


@dataclass(frozen=True, slots=True)
class Applicant:
    """Somebody whose hello is in order, asking for a seat or to watch."""

    client: ClientId
    key: bytes
    name: str
    wish: Wish
    address: str
    pin_confirmation: bytes = b""


@dataclass(frozen=True, slots=True)
class Stranger:
    """A connection that has not been let in: how it was greeted, and how far it has come."""

    client: ClientId
    address: str
    greeting: Greeting
    applicant: Applicant | None = None
    pin: HostPin | None = None
    knock: int = 0
    proved: bool = False
    """Whether the one who knocks knows the PIN; only the host's list shows it, by its order."""


@dataclass(frozen=True, slots=True)
class DoorStep:
    """What follows from a message at the door: replies, and at most one of refused, admitted, knocked."""

    replies: tuple[HostMessage, ...] = ()
    refused: Reason | None = None
    admitted: Applicant | None = None
    knocked: bool = False


@dataclass
class Door:
    """Strangers by connection, wrong PINs by time (monotonic seconds), and who has been sent away."""

    identity: TableIdentity
    entropy: Callable[[int], bytes]
    strangers: dict[ClientId, Stranger] = field(default_factory=dict)
    wrong_pins: tuple[float, ...] = ()
    exchanges: tuple[float, ...] = ()
    sent_away: frozenset[bytes | str] = frozenset()
    removed: tuple[bytes, ...] = ()
    """Keys of those who were sent away, newest last: what the next host of the table must know."""
    last_knock: int = 0

    def greet(self, client: ClientId, address: str) -> Greeting:
        """The first message to a new connection."""
        table, nonce = self.identity, self.entropy(KEY_BYTES)
        greeting = Greeting(PROTOCOL_VERSION, table.table_id, table.epoch, nonce, bool(table.pin))
        self.strangers[client] = Stranger(client, address, greeting)
        return greeting

    def forget(self, client: ClientId) -> None:
        """The connection is gone, or no longer a stranger's."""
        self.strangers.pop(client, None)

    def send_away(self, key: bytes, address: str) -> None:
        """Neither the key nor the address (if known) comes in again; newcomers need the host's yes from now on."""
        shut_out: set[bytes | str] = {key, address} if address else {key}
        self.sent_away |= shut_out
        self.removed = (*(other for other in self.removed if other != key), key)[-MOST_SENT_AWAY:]

    def knocks(self) -> tuple[tuple[int, str], ...]:
        """Those who wait for the host's yes: number and name; who knows the PIN first, so that no crowd hides them."""
        waiting = sorted(self._waiting(), key=lambda stranger: (not stranger.proved, stranger.knock))
        listed = waiting[:MOST_KNOCKS]
        return tuple((stranger.knock, stranger.applicant.name) for stranger in listed if stranger.applicant)

    def _waiting(self) -> list[Stranger]:
        return [stranger for stranger in self.strangers.values() if stranger.knock]

    def open_to(self, knock: int) -> Applicant | None:
        """The one who knocks with this number, no longer a stranger; None if nobody does."""
        for stranger in list(self.strangers.values()):
            if stranger.knock == knock:
                self.forget(stranger.client)
                return stranger.applicant
        return None

    def receive(
        self, client: ClientId, message: ClientMessage, now: float, *, known: Callable[[bytes], bool]
    ) -> DoorStep:
        """A stranger's message. ``known`` says whether a key has a seat here or owns the table."""
        stranger = self.strangers.get(client)
        step = DoorStep(refused=Reason.BAD_MESSAGE)
        if stranger is not None and isinstance(message, Hello) and stranger.applicant is None:
            step = self._hello(stranger, message, now, known=known)
        elif stranger is not None and isinstance(message, PinAnswer) and stranger.pin is not None:
            step = self._pin_answer(stranger, stranger.pin, message, now)
        if step.refused is not None or step.admitted is not None:
            self.forget(client)
        return step

    def _hello(self, stranger: Stranger, hello: Hello, now: float, *, known: Callable[[bytes], bool]) -> DoorStep:
        refusal = self._refusal(stranger, hello)
        if refusal is not None:
            return DoorStep(refused=refusal)
        name = clean_name(hello.name)
        applicant = Applicant(stranger.client, hello.key, name, hello.wish, stranger.address)
        if known(hello.key):
            return DoorStep(admitted=applicant)
        if {hello.key, stranger.address} & self.sent_away:
            return DoorStep(refused=Reason.REMOVED)
        guarded = self._is_guarded(now)
        if self.identity.pin and (hello.pin_share or not guarded) and self._may_exchange(now):
            return self._challenge(stranger, applicant, hello.pin_share, now)
        if guarded:
            return self._let_knock(stranger, applicant)
        return DoorStep(refused=Reason.TOO_MANY) if self.identity.pin else DoorStep(admitted=applicant)

    def _is_guarded(self, now: float) -> bool:
        """Whether nobody new comes in without the host's yes."""
        return bool(self.sent_away) or self._pin_is_shut(now)

    def _may_exchange(self, now: float) -> bool:
        self.exchanges = tuple(at for at in self.exchanges if now - at < EXCHANGE_SECONDS)
        return len(self.exchanges) < MOST_EXCHANGES

    def _refusal(self, stranger: Stranger, hello: Hello) -> Reason | None:
        if hello.version != PROTOCOL_VERSION:
            return Reason.VERSION
        signed = hello_is_signed(hello, stranger.greeting, self.identity.fingerprint)
        return None if signed else Reason.BAD_SIGNATURE

    def _pin_is_shut(self, now: float) -> bool:
        self.wrong_pins = tuple(at for at in self.wrong_pins if now - at < WRONG_PIN_SECONDS)
        return bool(self.identity.pin) and len(self.wrong_pins) >= WRONG_PINS

    def _let_knock(self, stranger: Stranger, applicant: Applicant) -> DoorStep:
        waiting = self._waiting()
        same = [other for other in waiting if other.address == stranger.address]
        if len(waiting) >= MOST_KNOCKS or len(same) >= KNOCKS_FROM_ADDRESS:
            return DoorStep(refused=Reason.NOT_ADMITTED)
        return self._knock(stranger, applicant, proved=False)

    def _knock(self, stranger: Stranger, applicant: Applicant, *, proved: bool) -> DoorStep:
        self.last_knock += 1
        self.strangers[stranger.client] = replace(
            stranger, applicant=applicant, pin=None, knock=self.last_knock, proved=proved
        )
        return DoorStep((Knocking(),), knocked=True)

    def _challenge(self, stranger: Stranger, applicant: Applicant, share: bytes, now: float) -> DoorStep:
        if not share:
            return DoorStep(refused=Reason.PIN_NEEDED)
        self.exchanges = (*self.exchanges, now)
        try:
            pin = HostPin(
                self.identity.pin, applicant.key, self.identity.fingerprint, share, self.entropy(ENTROPY_BYTES)
            )
        except ProtocolError as error:
            return DoorStep(refused=error.reason)
        self.strangers[stranger.client] = replace(stranger, applicant=applicant, pin=pin)
        return DoorStep((PinChallenge(pin.share),))

    def _pin_answer(self, stranger: Stranger, pin: HostPin, message: PinAnswer, now: float) -> DoorStep:
        if stranger.applicant is None:
            return DoorStep(refused=Reason.BAD_MESSAGE)
        try:
            confirmation, wrong = pin.confirm(message.confirmation), None
        except ProtocolError as error:
            confirmation, wrong = b"", error.reason
        applicant = replace(stranger.applicant, pin_confirmation=confirmation)
        if self._is_guarded(now):  # right or wrong is told by nothing, so that it is no guess
            return self._knock(stranger, applicant, proved=wrong is None)
        if wrong is not None:
            self.wrong_pins = (*self.wrong_pins, now)
            return DoorStep(refused=wrong)
        return DoorStep(admitted=applicant)
