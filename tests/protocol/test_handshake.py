from __future__ import annotations

from dataclasses import replace

import pytest

from lanbridge.protocol.handshake import WEAK_KEYS, SeatKey, hello_is_signed, hello_text, verify
from lanbridge.protocol.messages import Greeting, Hello, Wish

from .samples import ID, OTHER

FINGERPRINT = bytes(range(200, 232))
SEAT_KEY = SeatKey(bytes(range(32)))
GREETING = Greeting(1, ID, 3, OTHER, locked=False)
HELLO = Hello(1, "Rafi", SEAT_KEY.public, SEAT_KEY.sign(hello_text(ID, 3, OTHER, FINGERPRINT)), Wish.SEAT)


def test_the_text_of_a_hello_is_as_documented() -> None:
    assert hello_text(ID, 3, OTHER, FINGERPRINT) == (
        b"LAN Bridge hello 1" + ID + b"\x00\x00\x00\x03" + OTHER + FINGERPRINT
    )


def test_an_honest_hello_is_accepted() -> None:
    assert hello_is_signed(HELLO, GREETING, FINGERPRINT)


@pytest.mark.parametrize(
    "greeting",
    [
        replace(GREETING, nonce=bytes(32)),
        replace(GREETING, table_id=bytes(16)),
        replace(GREETING, epoch=4),
    ],
    ids=["another nonce", "another table", "another epoch"],
)
def test_a_hello_cannot_be_played_again_elsewhere(greeting: Greeting) -> None:
    assert not hello_is_signed(HELLO, greeting, FINGERPRINT)


def test_a_hello_cannot_be_passed_on_by_somebody_with_another_certificate() -> None:
    assert not hello_is_signed(HELLO, GREETING, bytes(32))


def test_a_hello_signed_by_another_key_is_refused() -> None:
    assert not hello_is_signed(replace(HELLO, key=SeatKey(bytes(32)).public), GREETING, FINGERPRINT)
    assert not hello_is_signed(replace(HELLO, key=b"\xff" * 32), GREETING, FINGERPRINT)
    assert not hello_is_signed(replace(HELLO, signature=bytes(64)), GREETING, FINGERPRINT)


def test_keys_and_signatures_are_those_of_rfc_8032() -> None:
    key = SeatKey(bytes.fromhex("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60"))
    assert key.public.hex() == "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"
    assert key.sign(b"").hex().startswith("e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155")
    assert verify(key.public, key.sign(b""), b"")


def test_a_seat_key_does_not_show_its_secret() -> None:
    assert "9d61" not in repr(SeatKey(bytes.fromhex("9d61" * 16)))
    assert "private" not in repr(SEAT_KEY)


def test_parts_of_another_length_are_refused() -> None:
    for parts in ((b"", 0, OTHER, OTHER), (ID, -1, OTHER, OTHER), (ID, 0, b"", OTHER), (ID, 0, OTHER, b"")):
        with pytest.raises(ValueError, match="wrong length"):
            hello_text(*parts)


@pytest.mark.parametrize("key", sorted(WEAK_KEYS))
def test_a_key_for_which_anybody_can_sign_is_nobodys(key: bytes) -> None:
    assert not verify(key, key + bytes(32), b"anything")
