from __future__ import annotations

import pytest

from lanbridge.protocol.errors import ProtocolError
from lanbridge.protocol.messages import CloseReason
from lanbridge.protocol.pin import ENTROPY_BYTES, ClientPin, HostPin

from .samples import KEY, OTHER

FINGERPRINT = bytes(range(200, 232))
DICE, HOST_DICE = b"c" * ENTROPY_BYTES, b"h" * ENTROPY_BYTES


def client(pin: str = "4711") -> ClientPin:
    return ClientPin(pin, KEY, FINGERPRINT, DICE)


def host(share: bytes, pin: str = "4711", key: bytes = KEY, fingerprint: bytes = FINGERPRINT) -> HostPin:
    return HostPin(pin, key, fingerprint, share, HOST_DICE)


def test_the_same_pin_is_proved_to_both_sides() -> None:
    guest = client()
    table = host(guest.share)
    assert guest.host_knows(table.confirm(guest.answer(table.share)))


@pytest.mark.parametrize(
    "change", [{"pin": "4712"}, {"key": OTHER}, {"fingerprint": OTHER}], ids=["pin", "seat key", "certificate"]
)
def test_another_pin_key_or_certificate_is_a_wrong_pin(change: dict[str, object]) -> None:
    guest = client()
    table = host(guest.share, **change)  # type: ignore[arg-type]  # names and types are those of `host`
    with pytest.raises(ProtocolError) as caught:
        table.confirm(guest.answer(table.share))
    assert caught.value.reason is CloseReason.WRONG_PIN


def test_a_host_that_does_not_know_the_pin_cannot_confirm() -> None:
    guest = client()
    assert not guest.host_knows(b"")
    rogue = host(guest.share, pin="0000")
    answer = guest.answer(rogue.share)
    assert not guest.host_knows(answer), "our own proof sent back is none"
    assert not guest.host_knows(bytes(32))


@pytest.mark.parametrize(
    "share", [b"B" + bytes(32), b"B\x01" + bytes(31), b"B" + b"\x02" + bytes(31), b"A" + KEY, b"x" + KEY, b""]
)
def test_what_is_no_share_is_a_bad_message(share: bytes) -> None:
    with pytest.raises(ProtocolError) as caught:
        client().answer(share)
    assert caught.value.reason is CloseReason.BAD_MESSAGE
    swapped = b"A" + share[1:] if share[:1] == b"B" else share[:1].replace(b"A", b"B") + share[1:]
    with pytest.raises(ProtocolError):
        host(swapped)


def test_our_own_share_sent_back_is_refused() -> None:
    guest = client()
    with pytest.raises(ProtocolError):
        guest.answer(b"B" + guest.share[1:])


def test_the_exchange_is_fixed_by_its_dice() -> None:
    assert client().share == client().share != ClientPin("4711", KEY, FINGERPRINT, HOST_DICE).share
    assert b"4711" not in client().share
    with pytest.raises(ValueError, match="random bytes"):
        ClientPin("4711", KEY, FINGERPRINT, b"few")
