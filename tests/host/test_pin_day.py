"""PIN lab: four digits against a day of tries from a thousand addresses, while a friend still gets in."""

from __future__ import annotations

import hashlib
import random

import pytest

from lanbridge.host import door as door_module
from lanbridge.host.door import (
    EXCHANGE_SECONDS,
    MOST_EXCHANGES,
    MOST_KNOCKS,
    WRONG_PIN_SECONDS,
    WRONG_PINS,
    Door,
    DoorStep,
)
from lanbridge.host.identity import TableIdentity
from lanbridge.protocol.errors import ProtocolError
from lanbridge.protocol.handshake import SeatKey, hello_text
from lanbridge.protocol.messages import (
    PROTOCOL_VERSION,
    Accepted,
    Admit,
    CloseReason,
    Hello,
    Knocking,
    PinAnswer,
    PinChallenge,
    Welcome,
    Wish,
)
from tests.host.tables import FINGERPRINT, TABLE_ID, FakeTable, Player

PIN = "4711"
DAY = 24 * 3600.0
ADDRESSES = 1000
TRIES = 6 * ADDRESSES
SHARE = b"A" + bytes(32)


class QuickPin:
    """Stands for the exchange, which has tests of its own and costs 15 ms: the answer is right for the right PIN."""

    share = b"B" + bytes(32)

    def __init__(self, pin: str, *_: bytes) -> None:
        self._pin = pin

    def confirm(self, answer: bytes) -> bytes:
        if answer != answer_for(self._pin):
            raise ProtocolError(CloseReason.WRONG_PIN, "the PINs differ")
        return bytes(32)


def answer_for(pin: str) -> bytes:
    return hashlib.sha256(pin.encode()).digest()


class Street:
    """A door and all who come to it; nobody goes away by themselves."""

    def __init__(self) -> None:
        self.dice = random.Random(4)
        self.door = Door(TableIdentity(TABLE_ID, 1, FINGERPRINT, pin=PIN), self.dice.randbytes)
        self.now = 0.0
        self.clients = 0
        self.keys = [SeatKey(self.dice.randbytes(32)) for _ in range(ADDRESSES)]

    def tries(self, person: int, pin: str) -> tuple[int, DoorStep]:
        """One try from one address; what the door says at last."""
        self.clients += 1
        greeting = self.door.greet(self.clients, f"10.{person // 250}.0.{person % 250}")
        key = self.keys[person]
        signature = key.sign(hello_text(TABLE_ID, 1, greeting.nonce, FINGERPRINT))
        hello = Hello(PROTOCOL_VERSION, f"p{person}", key.public, signature, Wish.SEAT, SHARE)
        step = self.door.receive(self.clients, hello, self.now, known=lambda _: False)
        if any(isinstance(reply, PinChallenge) for reply in step.replies):
            answer = PinAnswer(answer_for(pin))
            step = self.door.receive(self.clients, answer, self.now, known=lambda _: False)
        return self.clients, step


def test_a_day_of_tries_from_a_thousand_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door_module, "HostPin", QuickPin)
    street, told_wrong, admitted = Street(), 0, 0
    kept: list[int] = []
    for number in range(TRIES):
        street.now = number * DAY / TRIES
        pin = f"{street.dice.randrange(10_000):04}"
        client, step = street.tries(number % ADDRESSES, pin if pin != PIN else "0000")
        told_wrong += step.refused is CloseReason.WRONG_PIN
        admitted += step.admitted is not None
        if step.knocked:
            kept.append(client)  # stays and knocks, as long as the table has room for connections
        if len(kept) > 60:
            street.door.forget(kept.pop(0))
    assert admitted == 0
    assert told_wrong <= WRONG_PINS * (DAY / WRONG_PIN_SECONDS + 1)  # 250 of 10,000 PINs in a day
    friend, step = street.tries(0, PIN)
    assert step.knocked
    knock, name = street.door.knocks()[0]  # sixty others knock, and the friend stands first on the host's list
    assert name == "p0"
    assert len(street.door.knocks()) == MOST_KNOCKS
    applicant = street.door.open_to(knock)
    assert applicant is not None
    assert applicant.client == friend
    assert applicant.pin_confirmation


def test_behind_a_shut_door_a_right_pin_looks_like_a_wrong_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door_module, "HostPin", QuickPin)
    street = Street()
    for person in range(WRONG_PINS):
        assert street.tries(person, "0000")[1].refused is CloseReason.WRONG_PIN
    street.now += EXCHANGE_SECONDS
    wrong, right = (street.tries(100 + number, pin)[1] for number, pin in enumerate(("0000", PIN)))
    assert wrong == right == DoorStep((Knocking(),), knocked=True)


def test_exchanges_are_counted_before_they_cost_anything(monkeypatch: pytest.MonkeyPatch) -> None:
    made = 0

    class Counted(QuickPin):
        def __init__(self, pin: str, *rest: bytes) -> None:
            nonlocal made
            made += 1
            super().__init__(pin, *rest)

    monkeypatch.setattr(door_module, "HostPin", Counted)
    street = Street()
    for person in range(100):
        client, step = street.tries(person, "0000")
        street.door.forget(client)
        assert step.admitted is None
    assert made == MOST_EXCHANGES
    street.now += EXCHANGE_SECONDS
    street.tries(200, "0000")
    assert made == MOST_EXCHANGES + 1


def test_a_flood_of_half_exchanges_at_an_open_door_is_put_off_and_guesses_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(door_module, "HostPin", QuickPin)
    street = Street()
    street.door.exchanges = (0.0,) * MOST_EXCHANGES
    assert street.tries(0, PIN)[1].refused is CloseReason.TOO_MANY
    street.now += EXCHANGE_SECONDS
    assert street.tries(0, PIN)[1].admitted is not None


def shut_table() -> FakeTable:
    table = FakeTable(pin=PIN)
    table.join(table.owner)
    table.room.desk.door.wrong_pins = (table.now,) * WRONG_PINS
    return table


def let_in(pin: str) -> Player:
    table = shut_table()
    friend = table.join(table.player("Mina"), pin=pin)
    ((knock, _),) = table.owner.seating.knocks
    assert isinstance(table.ask(table.owner, lambda number: Admit(number, knock, admitted=True)), Accepted)
    return friend


def test_a_friend_let_in_by_the_hosts_yes_sees_that_the_host_knows_the_pin() -> None:
    friend = let_in(PIN)
    assert friend.pin is not None
    assert friend.pin.host_knows(friend.last(Welcome).pin_confirmation)


def test_a_yes_to_a_wrong_pin_proves_nothing_to_the_one_who_typed_it() -> None:
    stranger = let_in("0000")
    assert stranger.pin is not None
    assert not stranger.pin.host_knows(stranger.last(Welcome).pin_confirmation)
