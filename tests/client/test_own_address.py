"""A connection whose own address has gone is given up at once."""

from __future__ import annotations

import asyncio
from typing import cast

import pytest

from lanbridge.client.known import LinkProblem
from lanbridge.client.own_address import LOOK_SECONDS, OwnAddress
from lanbridge.client.problems import problem_of
from lanbridge.lan.adapters import own_addresses


class Writer:
    """A connection that leaves by this address."""

    def __init__(self, *name: object) -> None:
        self._name = name

    def get_extra_info(self, _: str) -> object:
        return self._name or None


class Laptop:
    """A clock, and addresses that come and go."""

    def __init__(self, *addresses: str) -> None:
        self.now = 0.0
        self.addresses = frozenset(addresses)
        self.looks = 0

    def mine(self) -> frozenset[str]:
        self.looks += 1
        return self.addresses

    def watching(self, *name: object) -> OwnAddress:
        return OwnAddress(cast("asyncio.StreamWriter", Writer(*name)), lambda: self.now, self.mine)


@pytest.mark.parametrize("name", [("10.77.0.12", 40000), ("fe80::1%eth0", 40000, 0, 2)])
def test_a_connection_lives_as_long_as_its_address_and_no_longer(name: tuple[object, ...]) -> None:
    laptop = Laptop("127.0.0.1", "10.77.0.12", "fe80::1")
    own = laptop.watching(*name)
    laptop.now = LOOK_SECONDS
    own.require()
    laptop.addresses = frozenset({"127.0.0.1", "10.77.0.99"})
    laptop.now = 2 * LOOK_SECONDS
    with pytest.raises(ConnectionError) as gone:
        own.require()
    assert problem_of(gone.value) is LinkProblem.UNREACHABLE


def test_the_system_is_not_asked_at_every_turn() -> None:
    laptop = Laptop("10.77.0.12")
    own = laptop.watching("10.77.0.12", 40000)
    for turn in range(100):
        laptop.now = turn * LOOK_SECONDS / 50
        own.require()
    assert laptop.looks == 1


@pytest.mark.parametrize(("name", "addresses"), [((), ("10.0.0.1",)), (("10.77.0.12", 1), ())])
def test_what_the_system_does_not_say_breaks_no_connection(
    name: tuple[object, ...], addresses: tuple[str, ...]
) -> None:
    laptop = Laptop(*addresses)
    own = laptop.watching(*name)
    laptop.now = LOOK_SECONDS
    own.require()
    assert laptop.looks == 1


def test_loopback_is_this_laptops_whatever_the_adapters_are_limited_to(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANBRIDGE_ADAPTERS", "none at all")
    assert "127.0.0.1" in own_addresses()
