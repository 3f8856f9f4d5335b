from __future__ import annotations

from ipaddress import IPv4Address

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lanbridge.protocol.fingerprint import fingerprint_words
from lanbridge.protocol.join_code import ALPHABET, InvalidCode, Slip, address_of, code_of
from lanbridge.protocol.word_list import WORDS

PORTS = st.integers(1, 65_535)
RANGES = [
    ("10.0.0.0", "10.255.255.255"),
    ("172.16.0.0", "172.31.255.255"),
    ("192.168.0.0", "192.168.255.255"),
    ("169.254.0.0", "169.254.255.255"),
    ("127.0.0.0", "127.0.0.255"),
]
ADDRESSES = st.one_of(
    *(st.integers(int(IPv4Address(low)), int(IPv4Address(high))).map(IPv4Address).map(str) for low, high in RANGES)
)


def code(address: str, port: int) -> str:
    made = code_of(address, port)
    assert made is not None
    return made


def slip(text: str) -> Slip:
    with pytest.raises(InvalidCode) as caught:
        address_of(text)
    assert str(caught.value) == f"not a join code: {caught.value.slip}"
    return caught.value.slip


@given(ADDRESSES, PORTS)
def test_a_code_gives_its_address_back(address: str, port: int) -> None:
    assert address_of(code(address, port)) == (address, port)


def test_the_example_of_the_protocol_document() -> None:
    assert code_of("192.168.1.23", 7468) == "ZMHH-XBKM-B8"
    assert address_of("ZMHH-XBKM-B8") == ("192.168.1.23", 7468)


@pytest.mark.parametrize("edge", [edge for pair in RANGES for edge in pair])
def test_the_edges_of_every_range_have_codes(edge: str) -> None:
    assert address_of(code(edge, 65_535)) == (edge, 65_535)


@pytest.mark.parametrize("address", ["8.8.8.8", "172.32.0.0", "127.0.1.0", "::1", "rafis-laptop", ""])
def test_other_addresses_have_none(address: str) -> None:
    assert code_of(address, 7468) is None


@pytest.mark.parametrize("port", [0, -1, 65_536])
def test_impossible_ports_have_none(port: int) -> None:
    assert code_of("10.0.0.1", port) is None


@pytest.mark.parametrize("typed", ["zmhh-xbkm-b8", " ZMHHXBKMB8 ", "ZMHH XBKM B8", "z-m-h-h x b\tkmb8"])
def test_case_spaces_and_hyphens_do_not_matter(typed: str) -> None:
    assert address_of(typed) == ("192.168.1.23", 7468)


def test_each_slip_has_its_name() -> None:
    assert slip("ZMHH-XBKM-B") is Slip.LENGTH
    assert slip("ZMHH-XBKM-B8X") is Slip.LENGTH
    assert slip("") is Slip.LENGTH
    assert slip("ZMHH-XBKM-B9") is Slip.CHECK
    with pytest.raises(InvalidCode) as caught:
        address_of("ZMHH-XBKO-B8")
    assert (caught.value.slip, caught.value.letter) == (Slip.LETTER, "O")


@given(ADDRESSES, PORTS, st.integers(0, 9), st.sampled_from(ALPHABET))
def test_one_wrong_letter_is_always_found(address: str, port: int, place: int, letter: str) -> None:
    letters = code(address, port).replace("-", "")
    wrong = letters[:place] + letter + letters[place + 1 :]
    if wrong != letters:
        assert slip(wrong) is Slip.CHECK


@given(ADDRESSES, PORTS, st.integers(0, 9), st.integers(0, 9))
def test_two_letters_that_changed_places_are_always_found(address: str, port: int, one: int, other: int) -> None:
    letters = list(code(address, port).replace("-", ""))
    before = list(letters)
    letters[one], letters[other] = letters[other], letters[one]
    if letters != before:
        assert slip("".join(letters)) is Slip.CHECK


def test_codes_without_a_port_or_beyond_the_last_address_are_slips() -> None:
    assert slip("2222-2222-22") is Slip.CHECK
    top = (30**10 - 1) // 499 * 499
    letters = ""
    for _ in range(10):
        top, digit = divmod(top, 30)
        letters = ALPHABET[digit] + letters
    assert slip(letters) is Slip.CHECK


def test_the_alphabet_has_thirty_letters_that_are_not_mixed_up() -> None:
    assert len(set(ALPHABET)) == len(ALPHABET) == 30
    assert not set(ALPHABET) & set("01ILOU")


def test_four_words_stand_for_the_first_44_bits() -> None:
    assert len(WORDS) == len(set(WORDS)) == len({word[:4] for word in WORDS}) == 2048
    assert list(WORDS) == sorted(WORDS)
    fingerprint = bytes(range(200, 232))
    bits = "".join(f"{WORDS.index(word):011b}" for word in fingerprint_words(fingerprint))
    assert bits == "".join(f"{byte:08b}" for byte in fingerprint)[:44]
