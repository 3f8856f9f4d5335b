"""The PIN exchange of docs/protocol.md 3.2, worked out again from its words and its example, with plain integers."""

from __future__ import annotations

import hashlib
import hmac
import re
from typing import TypeAlias

import protocol_example

Point: TypeAlias = tuple[int, int]

TEXT = protocol_example.DOCUMENT.read_text(encoding="utf-8")
SESSION = TEXT[TEXT.index("## 8") :]
P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P


def point(data: bytes) -> Point:
    number = int.from_bytes(data, "little")
    y, odd = number & ((1 << 255) - 1), number >> 255
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * pow(2, (P - 1) // 4, P) % P
    return (P - x if x % 2 != odd else x), y


def encoded(at: Point) -> bytes:
    return (at[1] | (at[0] & 1) << 255).to_bytes(32, "little")


def added(one: Point, other: Point) -> Point:
    (x1, y1), (x2, y2) = one, other
    k = D * x1 * x2 * y1 * y2 % P
    return (x1 * y2 + x2 * y1) * pow(1 + k, -1, P) % P, (y1 * y2 + x1 * x2) * pow(1 - k, -1, P) % P


def times(number: int, at: Point) -> Point:
    result = (0, 1)
    while number:
        if number & 1:
            result = added(result, at)
        at, number = added(at, at), number >> 1
    return result


def minus(at: Point) -> Point:
    return P - at[0], at[1]


def given(name: str) -> bytes:
    found = re.search(re.escape(name) + r"\n((?:    .*\n)+)", SESSION)
    assert found
    return bytes.fromhex(found[1])


def constant(letter: str) -> Point:
    found = re.search(rf"^    {letter} = ([0-9a-f]{{64}})$", TEXT, re.MULTILINE)
    assert found
    return point(bytes.fromhex(found[1]))


def said(message: str) -> str:
    """The hexadecimal digits of the bins in the one message of this name."""
    found = re.search(rf"  {message}, \d+ bytes\n(.*?)\n    ", SESSION, re.DOTALL)
    assert found
    return found[1].replace("\n", "")


def password_number(pin: bytes) -> int:
    secret = hmac.digest(bytes(32), pin, "sha256")
    first = hmac.digest(secret, b"SPAKE2 pw\x01", "sha256")
    return int.from_bytes((first + hmac.digest(secret, first + b"SPAKE2 pw\x02", "sha256"))[:48], "big") % L


def test_the_pin_exchange_follows_from_the_document_alone() -> None:
    base, m, n = point((4 * pow(5, -1, P) % P).to_bytes(32, "little")), constant("M"), constant("N")
    w = password_number(b"4711")
    x = int.from_bytes(given("PIN 4711, client's 64 random bytes"), "big") % L
    y = int.from_bytes(given("host's 64 random bytes"), "big") % L
    client_share, host_share = added(times(x, base), times(w, m)), added(times(y, base), times(w, n))
    z = times(x, added(host_share, minus(times(w, n))))
    assert z == times(y, added(client_share, minus(times(w, m))))
    parts = [
        hashlib.sha256(b).digest() for b in (b"4711", given("public seat key"), given("certificate's fingerprint"))
    ]
    key = hashlib.sha256(b"".join([*parts, encoded(client_share), encoded(host_share), encoded(z)])).digest()
    assert (b"A" + encoded(client_share)).hex() in said("Hello")
    assert (b"B" + encoded(host_share)).hex() in said("PinChallenge")
    assert hmac.digest(key, b"LAN Bridge PIN client 1", "sha256").hex() in said("PinAnswer")
    assert hmac.digest(key, b"LAN Bridge PIN host 1", "sha256").hex() in said("Welcome")
