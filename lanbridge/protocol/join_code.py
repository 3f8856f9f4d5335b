"""Join codes: a private IPv4 address and a port as ten letters that can be read out across a room.

A code is a number in base 30, most significant letter first, and always a multiple of 499. The quotient is
``place * 65536 + port``, where the places number the private addresses one range after the other. 499 is prime, so
one wrong letter, or two letters that changed places, never give another code; of random letters one in 500 would pass.
"""

from __future__ import annotations

from enum import StrEnum
from ipaddress import IPv4Address, IPv4Network
from typing import Final

ALPHABET: Final = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Digits and letters without 0 O, 1 I L, and U, which are misread or misheard."""
CODE_LETTERS: Final = 10

_CHECK: Final = 499
_PORTS: Final = 1 << 16
_RANGES: Final = tuple(
    IPv4Network(text)
    for text in (
        "10.0.0.0/8",
        "172.16.0.0/12",
        "192.168.0.0/16",
        "169.254.0.0/16",  # a cable between two laptops, without any router
        "127.0.0.0/24",  # this very machine, to try things out
    )
)


class Slip(StrEnum):
    """What is wrong with a code as typed."""

    LENGTH = "length"
    LETTER = "letter"
    CHECK = "check"


class InvalidCode(ValueError):
    """The text is no join code; ``slip`` says why, ``letter`` is the first one that no code has."""

    def __init__(self, slip: Slip, letter: str = "") -> None:
        super().__init__(f"not a join code: {slip}")
        self.slip = slip
        self.letter = letter


def code_of(address: str, port: int) -> str | None:
    """The code, as ``XXXX-XXXX-XX``; None for an address that is not private IPv4 (IPv6 joins by typed address)."""
    place = _place_of(address)
    if place is None or not 0 < port < _PORTS:
        return None
    letters = _letters((place * _PORTS + port) * _CHECK)
    return f"{letters[:4]}-{letters[4:8]}-{letters[8:]}"


def address_of(code: str) -> tuple[str, int]:
    """Address and port of a code; case, spaces and hyphens do not matter.

    Raises:
        InvalidCode: with the kind of slip.
    """
    letters = "".join(code.upper().replace("-", " ").split())
    for letter in letters:
        if letter not in ALPHABET:
            raise InvalidCode(Slip.LETTER, letter)
    if len(letters) != CODE_LETTERS:
        raise InvalidCode(Slip.LENGTH)
    value, rest = divmod(_number(letters), _CHECK)
    place, port = divmod(value, _PORTS)
    address = _address_at(place)
    if rest or not port or address is None:
        raise InvalidCode(Slip.CHECK)
    return address, port


def _place_of(address: str) -> int | None:
    try:
        wanted = IPv4Address(address)
    except ValueError:
        return None
    before = 0
    for network in _RANGES:
        if wanted in network:
            return before + int(wanted) - int(network.network_address)
        before += network.num_addresses
    return None


def _address_at(place: int) -> str | None:
    for network in _RANGES:
        if place < network.num_addresses:
            return str(network[place])
        place -= network.num_addresses
    return None


def _letters(number: int) -> str:
    letters = ""
    for _ in range(CODE_LETTERS):
        number, digit = divmod(number, len(ALPHABET))
        letters = ALPHABET[digit] + letters
    return letters


def _number(letters: str) -> int:
    number = 0
    for letter in letters:
        number = number * len(ALPHABET) + ALPHABET.index(letter)
    return number
