"""A player's share in the shuffle, and the check of each finished deal (docs/fair-deal.md)."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from lanbridge.client.fair_deal import DealWatch
from lanbridge.client.known import DealChecked, ShuffleRestarted, Verdict
from lanbridge.engine import (
    HOST,
    PRESETS,
    DealName,
    DealProof,
    DealVoided,
    SeatView,
    Share,
    State,
    VoidReason,
    commit,
    deal,
    hands_of,
    observe,
    opened,
    redact,
)
from lanbridge.engine import MatchStarted as Started
from lanbridge.engine.table import evolve
from lanbridge.protocol.messages import (
    Commit,
    Commitments,
    HostMessage,
    ProofShown,
    Reveal,
    ShuffleOpened,
    StartMatch,
    Wish,
)
from tests.client.evenings import TABLE_ID, Evening

RULES = PRESETS["bangladesh"]
ME = 2


def name(attempt: int = 1, number: int = 1) -> DealName:
    return DealName(TABLE_ID, number, attempt)


class Shuffle:
    """Seat 2 at a table of three other participants: seats 0 and 1 and the host."""

    def __init__(self) -> None:
        self.dice = random.Random(1)
        self.watch = DealWatch(lambda: self.dice.randbytes(32), TABLE_ID)
        self.secrets = {0: bytes([1]) * 32, 1: bytes([2]) * 32, HOST: bytes([9]) * 32}

    def opened(
        self, attempt: int = 1, host_secret: bytes | None = None, left_out: tuple[int, ...] = ()
    ) -> ShuffleOpened:
        secret = host_secret or self.secrets[HOST]
        return ShuffleOpened(1, attempt, (0, 1, ME, HOST), commit(name(attempt), HOST, secret), left_out)

    def listed(self, mine: bytes, attempt: int = 1) -> Commitments:
        others = [commit(name(attempt), seat, self.secrets[seat]) for seat in (0, 1)]
        host = commit(name(attempt), HOST, self.secrets[HOST])
        return Commitments(1, attempt, (*others, mine, host))

    def run(self) -> DealProof:
        """Everybody commits and reveals, and the cards are dealt; the honest proof."""
        committed, _ = self.watch.opened(self.opened(), ME)
        assert committed is not None
        reveal = self.watch.listed(self.listed(committed.commitment))
        assert reveal is not None
        self.secrets[ME] = reveal.secret
        proof = DealProof(name(), tuple(self.share(seat) for seat in (0, 1, ME, HOST)))
        self.show(proof)
        return proof

    def share(self, participant: int) -> Share:
        secret = self.secrets[participant]
        return Share(participant, commit(name(), participant, secret), secret)

    def show(self, proof: DealProof) -> None:
        """The deal as this seat sees it."""
        state: State = opened(Started(RULES, 0))
        self.watch.saw((Started(RULES, 0),), observe(state, ME))
        for event in deal(state, hands_of(proof, 0, RULES.direction)):
            state = evolve(state, event)
            self.watch.saw((redact(event, ME),), observe(state, ME))


def test_an_honest_deal_is_verified() -> None:
    shuffle = Shuffle()
    assert shuffle.watch.check(shuffle.run(), RULES) is Verdict.VERIFIED


def test_the_same_opening_gets_the_same_commitment_and_another_gets_a_fresh_secret() -> None:
    shuffle = Shuffle()
    first, _ = shuffle.watch.opened(shuffle.opened(), ME)
    again, told = shuffle.watch.opened(shuffle.opened(), ME)
    other, _ = shuffle.watch.opened(shuffle.opened(host_secret=bytes(32)), ME)
    assert first == again
    assert told is None
    assert other is not None
    assert first is not None
    assert other.commitment != first.commitment


def test_nothing_is_revealed_for_a_list_without_our_commitment() -> None:
    shuffle = Shuffle()
    shuffle.watch.opened(shuffle.opened(), ME)
    assert shuffle.watch.listed(shuffle.listed(bytes(32))) is None


def test_nothing_is_revealed_for_a_list_with_another_host_commitment_or_of_another_length() -> None:
    for spoil in (lambda row: (*row[:-1], bytes(32)), lambda row: row[1:]):
        shuffle = Shuffle()
        committed, _ = shuffle.watch.opened(shuffle.opened(), ME)
        assert committed is not None
        honest = shuffle.listed(committed.commitment)
        assert shuffle.watch.listed(replace(honest, commitments=spoil(honest.commitments))) is None


def test_the_secret_is_given_once_for_one_list_only() -> None:
    shuffle = Shuffle()
    committed, _ = shuffle.watch.opened(shuffle.opened(), ME)
    assert committed is not None
    honest = shuffle.listed(committed.commitment)
    assert isinstance(shuffle.watch.listed(honest), Reveal)
    assert isinstance(shuffle.watch.listed(honest), Reveal)  # the same question after a reconnect
    changed = replace(honest, commitments=(bytes(32), *honest.commitments[1:]))
    assert shuffle.watch.listed(changed) is None


def test_whoever_has_no_seat_or_is_left_out_commits_nothing() -> None:
    shuffle = Shuffle()
    assert shuffle.watch.opened(shuffle.opened(), None)[0] is None
    assert shuffle.watch.opened(shuffle.opened(), 3)[0] is None


def test_an_attempt_that_was_broken_off_is_told_and_whether_our_reveal_was_lost() -> None:
    shuffle = Shuffle()
    committed, _ = shuffle.watch.opened(shuffle.opened(), ME)
    assert committed is not None
    shuffle.watch.listed(shuffle.listed(committed.commitment))
    _, others = shuffle.watch.opened(shuffle.opened(2, left_out=(0,)), ME)
    assert others == ShuffleRestarted(2, (0,), mine=False)
    shuffle = Shuffle()
    committed, _ = shuffle.watch.opened(shuffle.opened(), ME)
    assert committed is not None
    shuffle.watch.listed(shuffle.listed(committed.commitment))
    _, mine = shuffle.watch.opened(ShuffleOpened(1, 2, (0, 1, HOST), bytes(32), (ME,)), ME)
    assert mine == ShuffleRestarted(2, (ME,), mine=True)


def changed_share(proof: DealProof, participant: int, secret: bytes) -> DealProof:
    """The proof with another secret and the commitment that fits it."""
    shares = tuple(
        Share(participant, commit(proof.name, participant, secret), secret)
        if share.participant == participant
        else share
        for share in proof.shares
    )
    return replace(proof, shares=shares)


@pytest.mark.parametrize("participant", [0, 1, ME, HOST])
def test_a_secret_other_than_the_committed_one_is_found(participant: int) -> None:
    shuffle = Shuffle()
    proof = changed_share(shuffle.run(), participant, bytes([7]) * 32)
    assert shuffle.watch.check(proof, RULES) is Verdict.BROKEN


def test_a_secret_that_does_not_open_its_commitment_is_found() -> None:
    shuffle = Shuffle()
    proof = shuffle.run()
    first = replace(proof.shares[0], secret=bytes(32))
    assert shuffle.watch.check(replace(proof, shares=(first, *proof.shares[1:])), RULES) is Verdict.BROKEN


def test_a_proof_of_another_table_or_attempt_is_found() -> None:
    shuffle = Shuffle()
    proof = shuffle.run()
    assert shuffle.watch.check(replace(proof, name=DealName(bytes(16), 1, 1)), RULES) is Verdict.BROKEN
    shuffle.watch.opened(shuffle.opened(2), ME)
    assert shuffle.watch.check(proof, RULES) is Verdict.BROKEN


def test_other_cards_than_the_proof_gives_are_found() -> None:
    shuffle = Shuffle()
    committed, _ = shuffle.watch.opened(shuffle.opened(), ME)
    assert committed is not None
    reveal = shuffle.watch.listed(shuffle.listed(committed.commitment))
    assert reveal is not None
    shuffle.secrets[ME] = reveal.secret
    proof = DealProof(name(), tuple(shuffle.share(seat) for seat in (0, 1, ME, HOST)))
    shuffle.show(replace(proof, shares=proof.shares[1:]))  # the host deals another pack than the agreed one
    assert shuffle.watch.check(proof, RULES) is Verdict.BROKEN


def test_a_void_that_the_cards_do_not_bear_out_is_found() -> None:
    rules = PRESETS["india"]
    shuffle = Shuffle()
    proof = shuffle.run()
    hands = hands_of(proof, 0, RULES.direction)
    seat = next(seat for seat in (0, 1, 3) if any(card.suit.letter == "S" for card in hands[seat]))
    view = SeatView(replace(observe(opened(Started(rules, 0)), ME).table, deals_begun=1), ME)
    shuffle.watch.saw((DealVoided(VoidReason.NO_SPADE, seat),), view)
    assert shuffle.watch.check(proof, rules) is Verdict.BROKEN


def test_a_deal_that_was_not_seen_is_nobodys_to_verify() -> None:
    shuffle = Shuffle()
    proof = shuffle.run()
    late = DealWatch(lambda: bytes(32), TABLE_ID)
    assert late.check(proof, RULES) is Verdict.NOT_MINE


def test_every_deal_of_an_evening_is_verified_by_every_player_and_by_no_watcher() -> None:
    evening = Evening()
    watcher = evening.guest("Ula", Wish.WATCH)
    guests = evening.full_table()
    evening.arrive(watcher)
    guests[0].session.request(StartMatch(0))
    evening.play_on()
    for guest in guests:
        assert guest.known.verdicts == dict.fromkeys(range(1, 6), Verdict.VERIFIED)
    assert set(watcher.known.verdicts.values()) == {Verdict.NOT_MINE}


def test_whoever_comes_back_in_mid_deal_verifies_what_they_had_a_share_in() -> None:
    evening = Evening()
    guests = evening.started()
    evening.play_on(9)
    evening.cut(guests[1])
    evening.arrive(guests[1])
    evening.play_on()
    assert guests[1].known.verdicts[1] is Verdict.VERIFIED


def test_a_host_that_stacks_the_pack_is_caught_by_everybody() -> None:
    """The host shows other secrets than it dealt from; every session finds it at the end of the deal."""
    evening = Evening()
    rng = random.Random(5)

    def stacked(message: HostMessage) -> HostMessage:
        if isinstance(message, ProofShown):
            return ProofShown(changed_share(message.proof, HOST, rng.randbytes(32)))
        return message

    evening.tamper = stacked
    guests = evening.started()
    evening.play_on(60)
    for guest in guests:
        assert guest.heard(DealChecked)[0] == DealChecked(1, Verdict.BROKEN)


def test_a_commitment_is_bound_to_its_seat_and_deal() -> None:
    shuffle = Shuffle()
    committed, _ = shuffle.watch.opened(shuffle.opened(), ME)
    assert isinstance(committed, Commit)
    reveal = shuffle.watch.listed(shuffle.listed(committed.commitment))
    assert reveal is not None
    assert committed.commitment == commit(name(), ME, reveal.secret)
