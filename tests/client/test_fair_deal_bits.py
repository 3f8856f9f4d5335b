"""Any one bit: whatever a host changes in secrets, commitments, pack or hands, every client at the table finds it."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lanbridge.client.fair_deal import DealWatch
from lanbridge.client.known import ShuffleRestarted, Verdict
from lanbridge.engine import (
    HOST,
    PRESETS,
    SEATS,
    DealName,
    DealProof,
    Event,
    Hand,
    Seat,
    Share,
    commit,
    deal,
    dealt_hands,
    decide,
    legal_moves,
    observe,
    opened,
    redact,
    seed_of,
    shuffled_pack,
)
from lanbridge.engine import MatchStarted as Started
from lanbridge.engine.table import evolve
from lanbridge.host.shuffling import STEP_SECONDS
from lanbridge.protocol.messages import ClientMessage, Commitments, Reveal, ShuffleOpened, StartMatch, Wish
from tests.client.evenings import TABLE_ID, Evening, Guest

RULES = PRESETS["bangladesh"]
NAME = DealName(TABLE_ID, 1, 1)
PARTICIPANTS = (*SEATS, HOST)
BITS = st.integers(0, 255)


@dataclass
class Deal:
    """Four clients who have seen one deal from its shuffle to its last card, and the proof that belongs to it."""

    watches: list[DealWatch]
    proof: DealProof

    def verdicts(self, proof: DealProof) -> list[Verdict]:
        return [watch.check(proof, RULES) for watch in self.watches]


def flipped(data: bytes, bit: int) -> bytes:
    return (int.from_bytes(data, "big") ^ (1 << bit)).to_bytes(len(data), "big")


def played_deal(swap: tuple[int, int] | None = None) -> Deal:
    """A deal by the book, played to its end; ``swap`` exchanges two places of the pack behind everybody's back."""
    dice = random.Random(3)
    watches = [DealWatch(lambda: dice.randbytes(32), TABLE_ID) for _ in SEATS]
    secrets = {HOST: dice.randbytes(32)}
    opening = ShuffleOpened(1, 1, PARTICIPANTS, commit(NAME, HOST, secrets[HOST]))
    commitments = [
        sent.commitment for watch, seat in zip(watches, SEATS, strict=True) if (sent := watch.opened(opening, seat)[0])
    ]
    listed = Commitments(1, 1, (*commitments, opening.host_commitment))
    for watch, seat in zip(watches, SEATS, strict=True):
        reveal = watch.listed(listed)
        assert isinstance(reveal, Reveal)
        secrets[seat] = reveal.secret
    pack = list(shuffled_pack(seed_of(NAME, secrets)))
    if swap is not None:
        pack[swap[0]], pack[swap[1]] = pack[swap[1]], pack[swap[0]]
    play(watches, dealt_hands(tuple(pack), 0, RULES.direction), dice)
    return Deal(watches, DealProof(NAME, tuple(share(seat, secrets[seat]) for seat in PARTICIPANTS)))


def share(participant: int, secret: bytes) -> Share:
    return Share(participant, commit(NAME, participant, secret), secret)


def play(watches: list[DealWatch], hands: tuple[Hand, ...], dice: random.Random) -> None:
    started = Started(RULES, 0)
    state = opened(started)
    tell: list[tuple[Event, ...]] = [(started,), deal(state, hands)]
    while tell:
        for event in tell.pop(0):
            state = evolve(state, event)
            for seat, watch in enumerate(watches):
                watch.saw((redact(event, seat),), observe(state, seat))
        to_act: Seat | None = state.table.to_act
        if not tell and to_act is not None:
            tell.append(decide(state, to_act, dice.choice(legal_moves(observe(state, to_act)))))


DEAL = played_deal()


def test_the_honest_deal_is_verified_by_everybody() -> None:
    assert DEAL.verdicts(DEAL.proof) == [Verdict.VERIFIED] * 4


@pytest.mark.parametrize("participant", PARTICIPANTS)
@pytest.mark.parametrize("of_secret", [True, False])
def test_every_bit_of_a_secret_or_a_commitment_counts_for_every_client(participant: int, *, of_secret: bool) -> None:
    honest = DEAL.proof.shares[participant]
    for bit in range(256):
        changed = (
            replace(honest, secret=flipped(honest.secret, bit))
            if of_secret
            else replace(honest, commitment=flipped(honest.commitment, bit))
        )
        assert DEAL.verdicts(with_share(changed)) == [Verdict.BROKEN] * 4


@given(st.sampled_from(PARTICIPANTS), BITS)
@settings(max_examples=60)
def test_a_changed_secret_with_a_commitment_that_fits_it_is_found_by_every_client(participant: int, bit: int) -> None:
    changed = share(participant, flipped(DEAL.proof.shares[participant].secret, bit))
    assert DEAL.verdicts(with_share(changed)) == [Verdict.BROKEN] * 4


def with_share(changed: Share) -> DealProof:
    shares = tuple(changed if old.participant == changed.participant else old for old in DEAL.proof.shares)
    return replace(DEAL.proof, shares=shares)


@given(st.integers(0, 51), st.integers(0, 51))
@settings(max_examples=25)
def test_two_cards_exchanged_between_hands_are_found_by_every_client(first: int, second: int) -> None:
    swapped = played_deal((first, second))
    same_hand = first % 4 == second % 4
    assert swapped.verdicts(swapped.proof) == [Verdict.VERIFIED if same_hand else Verdict.BROKEN] * 4


@pytest.mark.parametrize("bit", range(0, 192, 7))
def test_a_proof_under_another_name_is_found_by_every_client(bit: int) -> None:
    raw = flipped(NAME.to_bytes(), bit)
    name = DealName(raw[:16], int.from_bytes(raw[16:20], "big"), int.from_bytes(raw[20:], "big"))
    assert DEAL.verdicts(replace(DEAL.proof, name=name)) == [Verdict.BROKEN] * 4


def test_a_participant_left_out_of_the_proof_is_found_by_every_client() -> None:
    for participant in PARTICIPANTS:
        shares = tuple(old for old in DEAL.proof.shares if old.participant != participant)
        assert DEAL.verdicts(replace(DEAL.proof, shares=shares)) == [Verdict.BROKEN] * 4


def test_a_host_that_drops_one_clients_reveal_is_told_of_by_that_client() -> None:
    evening = Evening()
    guests = evening.full_table()
    victim = guests[1]
    guests[0].session.request(StartMatch(0))
    hand_in = evening.hand_in

    def without_reveal(guest: Guest, replies: tuple[ClientMessage, ...]) -> None:
        hand_in(guest, tuple(reply for reply in replies if guest is not victim or not isinstance(reply, Reveal)))

    evening.hand_in = without_reveal  # type: ignore[method-assign]  # a host that loses what it was sent
    evening.settle()
    evening.wait(STEP_SECONDS)
    assert victim.heard(ShuffleRestarted) == [ShuffleRestarted(2, (1,), mine=True)]
    for guest in (guests[0], *guests[2:]):
        assert guest.heard(ShuffleRestarted) == [ShuffleRestarted(2, (1,), mine=False)]
    assert all(guest.known.attempt == 2 for guest in guests)


def test_a_deal_joined_late_is_not_verifiable_by_the_latecomer() -> None:
    evening = Evening()
    guests = evening.full_table()[:3]
    tom = evening.guests[3]
    tom.session.leave()
    evening.settle()
    guests[0].session.request(StartMatch(0))
    evening.settle()
    evening.play_on(10)
    late = evening.guest("Late")
    evening.arrive(late)
    watcher = evening.guest("Ula", Wish.WATCH)
    evening.arrive(watcher)
    evening.play_on()
    assert late.known.seating is not None
    assert late.known.seating.you is not None
    assert late.known.verdicts[1] is Verdict.NOT_MINE
    assert late.known.verdicts[2] is Verdict.VERIFIED
    assert watcher.known.verdicts[1] is Verdict.NOT_MINE
    assert guests[0].known.verdicts[1] is Verdict.VERIFIED
