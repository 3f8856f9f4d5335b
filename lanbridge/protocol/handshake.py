"""Who sits there: seat keys (Ed25519, RFC 8032) and the text that a hello signs."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from .fields import MOST_COUNT
from .messages import ID_BYTES, KEY_BYTES, Greeting, Hello

WEAK_KEYS: Final = frozenset(
    bytes.fromhex(start)[:31] + bytes([bytes.fromhex(start)[31] | sign])
    for sign in (0x00, 0x80)
    for start in (
        "00" * 32,
        "01" + "00" * 31,
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
        "ec" + "ff" * 30 + "7f",
        "ed" + "ff" * 30 + "7f",
        "ee" + "ff" * 30 + "7f",
    )
)
"""The points of small order, in all their spellings: no private key has them, and anybody can sign for them."""

_HELLO_LABEL: Final = b"LAN Bridge hello 1"


def hello_text(table_id: bytes, epoch: int, nonce: bytes, fingerprint: bytes) -> bytes:
    """What a hello signs: label, table id (16 bytes), epoch (4, big-endian), nonce (32), fingerprint (32).

    The fingerprint is the SHA-256 of the host's certificate (DER) as the signer saw it, so that nobody in the
    middle, who has another certificate, can pass the hello on.

    Raises:
        ValueError: a part has another length.
    """
    lengths = (len(table_id), len(nonce), len(fingerprint))
    if lengths != (ID_BYTES, KEY_BYTES, KEY_BYTES) or not 0 <= epoch <= MOST_COUNT:
        raise ValueError("a part of the hello's text has the wrong length")
    return _HELLO_LABEL + table_id + epoch.to_bytes(4, "big") + nonce + fingerprint


@dataclass(frozen=True)
class SeatKey:
    """The key pair of one profile, from 32 secret random bytes, which are never shown or sent."""

    private: bytes = field(repr=False)

    @cached_property
    def _pair(self) -> Ed25519PrivateKey:
        return Ed25519PrivateKey.from_private_bytes(self.private)

    @cached_property
    def public(self) -> bytes:
        """The public key, 32 bytes: what a seat belongs to."""
        return self._pair.public_key().public_bytes_raw()

    def sign(self, text: bytes) -> bytes:
        """The signature, 64 bytes."""
        return self._pair.sign(text)


def verify(key: bytes, signature: bytes, text: bytes) -> bool:
    """Whether ``signature`` was made over ``text`` with the private half of ``key``; never for one of `WEAK_KEYS`."""
    if key in WEAK_KEYS:
        return False
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, text)
    except (InvalidSignature, ValueError):
        return False
    return True


def hello_is_signed(hello: Hello, greeting: Greeting, fingerprint: bytes) -> bool:
    """Whether the hello answers this very greeting of the host with this certificate."""
    text = hello_text(greeting.table_id, greeting.epoch, greeting.nonce, fingerprint)
    return verify(hello.key, hello.signature, text)
