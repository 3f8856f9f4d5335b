"""What a player may type, and which address is called first."""

from __future__ import annotations

import ipaddress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lanbridge.client.addresses import BadAddress, Place, in_order, numeric, parse_place
from lanbridge.client.resolve import best_first
from lanbridge.lan.adapters import Adapter
from lanbridge.protocol.advert import DEFAULT_PORT
from lanbridge.protocol.join_code import code_of


@pytest.mark.parametrize(
    ("text", "host", "port"),
    [
        ("10.77.0.11", "10.77.0.11", DEFAULT_PORT),
        (" 10.77.0.11:7470 ", "10.77.0.11", 7470),
        ("rafi.local", "rafi.local", DEFAULT_PORT),
        ("rafi-laptop:7469", "rafi-laptop", 7469),
        ("rafislapto", "rafislapto", DEFAULT_PORT),
        ("fe80::1", "fe80::1", DEFAULT_PORT),
        ("[fe80::1%eth0]:7469", "fe80::1%eth0", 7469),
        ("[::1]", "::1", DEFAULT_PORT),
    ],
)
def test_an_address_a_name_and_ipv6_are_understood(text: str, host: str, port: int) -> None:
    assert parse_place(text) == Place(host, port)


@pytest.mark.parametrize(
    "change", [str, str.lower, lambda code: code.replace("-", ""), lambda code: code.replace("-", " ")]
)
def test_a_join_code_is_understood_however_it_is_typed(change: object) -> None:
    code = code_of("192.168.1.23", 7470)
    assert code is not None
    assert callable(change)
    assert parse_place(change(code)) == Place("192.168.1.23", 7470)


def test_a_slip_in_a_code_is_told_as_such() -> None:
    code = code_of("192.168.1.23", 7470)
    assert code is not None
    slip = ("3" if code[0] == "2" else "2") + code[1:]
    with pytest.raises(BadAddress, match="code_slip"):
        parse_place(slip)


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("", "address_unreadable"),
        ("10.0.0.1:0", "port_impossible"),
        ("10.0.0.1:70000", "port_impossible"),
        ("two words", "address_unreadable"),
        ("[::1", "address_unreadable"),
        ("a:b:c", "address_unreadable"),
        ("fe80::1%" + "x" * 99, "address_unreadable"),
        ("x" * 300, "address_unreadable"),
        ("....", "address_unreadable"),
    ],
)
def test_what_names_no_place_has_its_sentence(text: str, key: str) -> None:
    with pytest.raises(BadAddress, match=key):
        parse_place(text)


@given(st.text(max_size=60))
def test_any_text_is_a_place_or_a_bad_address(text: str) -> None:
    try:
        place = parse_place(text)
    except BadAddress:
        return
    assert 1 <= place.port <= 65535
    assert parse_place(str(place)) == place or not place.is_address


def test_the_own_laptop_comes_first_then_the_same_subnet_then_link_local_then_the_rest() -> None:
    near = [ipaddress.ip_network("10.77.0.0/24")]
    addresses = ["172.17.0.1", "fe80::5%2", "10.77.0.11", "10.77.0.12", "127.0.0.1", "172.17.0.1"]
    ordered = in_order(addresses, near, here=["10.77.0.12"])
    assert ordered == ("10.77.0.12", "127.0.0.1", "10.77.0.11", "fe80::5%2", "172.17.0.1")


def test_a_foreign_adapter_does_not_hide_the_address_in_our_own_network() -> None:
    here = [Adapter("docker0", 3, "172.17.0.1", 16), Adapter("eth0", 2, "10.77.0.12", 24)]
    assert best_first(["192.168.9.9", "10.77.0.11"], here)[0] == "10.77.0.11"


def test_a_name_is_no_number() -> None:
    assert numeric("rafi.local") is None
    assert numeric("fe80::1%eth0") == ipaddress.ip_address("fe80::1")


def test_adapters_know_their_broadcast_address() -> None:
    assert Adapter("eth0", 2, "10.77.0.11", 24).broadcast == "10.77.0.255"
    assert Adapter("tun0", 3, "10.8.0.1", 32).broadcast is None
    assert Adapter("eth0", 2, "fe80::1", 64).broadcast is None
