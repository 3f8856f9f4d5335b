"""From shares of randomness to hands, as docs/fair-deal.md says it."""

from __future__ import annotations

import re
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from lanbridge.engine import (
    HOST,
    PACK,
    SHARE_BYTES,
    Card,
    DealName,
    DealProof,
    Direction,
    broken_shares,
    commit,
    dealt_hands,
    hands_of,
    seed_of,
    shuffled_pack,
)
from tests.builders import TABLE_ID, cards, proof, share

DOC = (Path(__file__).parents[2] / "docs" / "fair-deal.md").read_text("utf-8")
BLOCKS = re.findall(r"```vectors\n(.*?)```", DOC, re.DOTALL)

SECRETS = {0: bytes([0x11]) * 32, 2: bytes([0x22]) * 32, HOST: bytes([0x44]) * 32}
NAME = DealName(TABLE_ID, 5, 2)
REJECTING = (0x19C4A3).to_bytes(32, "big")
"""A rare seed: one of its words would favour small numbers and is thrown away."""


def vectors() -> dict[str, str]:
    """The values that the document gives, by their names."""
    lines = [line.partition(" = ") for block in BLOCKS for line in block.splitlines()]
    return {name.strip(): value.strip() for name, _, value in lines}


def our_vectors() -> dict[str, str]:
    """The same values from this program."""
    seed = seed_of(NAME, SECRETS)
    values = {
        "table id": TABLE_ID.hex(),
        "deal": str(NAME.deal),
        "attempt": str(NAME.attempt),
        "name": NAME.to_bytes().hex(),
    }
    for participant, secret in SECRETS.items():
        values[f"secret {participant}"] = secret.hex()
        values[f"commitment {participant}"] = commit(NAME, participant, secret).hex()
    values["seed"] = seed.hex()
    values["first block"] = sha256(seed + bytes(8)).hexdigest()
    values["pack"] = " ".join(map(str, shuffled_pack(seed)))
    for direction in Direction:
        for seat, held in enumerate(dealt_hands(shuffled_pack(seed), 3, direction)):
            values[f"dealer 3 {direction} hand {seat}"] = " ".join(map(str, held))
    for seed in (bytes(32), REJECTING):
        values[f"pack of seed {seed.hex()}"] = " ".join(map(str, shuffled_pack(seed)))
    return values


def test_the_documents_vectors_are_what_the_program_computes() -> None:
    assert vectors() == our_vectors()


def second_pack(seed: bytes) -> list[Card]:
    """The document's recipe written out once more, in another way."""
    stream = b"".join(sha256(seed + counter.to_bytes(8, "big")).digest() for counter in range(64))
    words = [int(stream[place : place + 4].hex(), 16) for place in range(0, len(stream), 4)]
    order = list(range(52))
    for size in range(52, 1, -1):
        while (word := words.pop(0)) >= (4294967296 // size) * size:
            pass
        order[size - 1], order[word % size] = order[word % size], order[size - 1]
    return [Card.of_index(index) for index in order]


@example(REJECTING)
@given(st.binary(min_size=32, max_size=32))
def test_the_recipe_of_the_document_gives_the_same_pack(seed: bytes) -> None:
    assert list(shuffled_pack(seed)) == second_pack(seed)
    assert sorted(shuffled_pack(seed), key=PACK.index) == list(PACK)


def test_every_card_is_equally_likely_in_every_place() -> None:
    """Chi-square of 52 x 52 counts over fixed seeds: 2,601 degrees of freedom, six standard deviations."""
    deals, counts = 4_000, [[0] * 52 for _ in range(52)]
    for number in range(deals):
        for place, card in enumerate(shuffled_pack(sha256(b"uniform %d" % number).digest())):
            counts[place][card.index] += 1
    wanted = deals / 52
    chi_square = sum((count - wanted) ** 2 / wanted for row in counts for count in row)
    assert abs(chi_square - 2601) < 6 * (2 * 2601) ** 0.5


def test_1_2_the_first_card_goes_to_the_seat_after_the_dealer() -> None:
    for dealer in range(4):
        assert Card.parse("2C") in dealt_hands(PACK, dealer, Direction.CCW)[(dealer + 1) % 4]
        assert Card.parse("2C") in dealt_hands(PACK, dealer, Direction.CW)[(dealer - 1) % 4]
    assert dealt_hands(PACK, 3, Direction.CCW)[0] == cards("2C 6C TC AC 5D 9D KD 4H 8H QH 3S 7S JS")
    assert dealt_hands(PACK, 3, Direction.CW)[2] == dealt_hands(PACK, 3, Direction.CCW)[0]


def test_an_honest_deal_has_no_broken_share() -> None:
    assert broken_shares(proof(1)) == ()


def flipped(data: bytes, bit: int) -> bytes:
    return bytes(byte ^ (1 << bit % 8 if place == bit // 8 else 0) for place, byte in enumerate(data))


@pytest.mark.parametrize("participant", [0, 2, HOST])
@given(bit=st.integers(0, 255), in_secret=st.booleans())
def test_any_one_bit_of_a_share_is_found_out(participant: int, bit: int, *, in_secret: bool) -> None:
    honest = share(NAME, participant)
    wrong = (
        replace(honest, secret=flipped(honest.secret, bit))
        if in_secret
        else replace(honest, commitment=flipped(honest.commitment, bit))
    )
    others = [share(NAME, other) for other in (0, 2, HOST) if other != participant]
    assert broken_shares(DealProof(NAME, (*others, wrong))) == (participant,)


@given(bit=st.integers(0, 255), participant=st.sampled_from([0, 2, HOST]))
def test_any_one_bit_of_a_secret_gives_other_hands(bit: int, participant: int) -> None:
    shares = tuple(
        replace(one, secret=flipped(one.secret, bit)) if one.participant == participant else one
        for one in proof(1).shares
    )
    changed = DealProof(proof(1).name, shares)
    assert hands_of(changed, 3, Direction.CCW) != hands_of(proof(1), 3, Direction.CCW)


def test_a_commitment_belongs_to_its_table_deal_attempt_and_participant() -> None:
    word = bytes(SHARE_BYTES)
    assert len(commit(NAME, 0, word)) == SHARE_BYTES == 32
    names = [NAME, replace(NAME, deal=6), replace(NAME, attempt=3), replace(NAME, table_id=bytes(16))]
    made = [commit(name, participant, word) for name in names for participant in (0, HOST)]
    assert len(set(made)) == len(made)
    assert len({seed_of(name, SECRETS) for name in names}) == len(names)


def test_secrets_are_joined_by_participant_whatever_order_they_come_in() -> None:
    turned = dict(sorted(SECRETS.items(), reverse=True))
    assert seed_of(NAME, turned) == seed_of(NAME, SECRETS)
