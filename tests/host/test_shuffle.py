"""Making the pack together: what is missing, wrong or late; what is shown, when, to whom; every deal checked again."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from lanbridge.engine import (
    HOST,
    PRESETS,
    DealProof,
    DealVoided,
    HandDealt,
    PackDealt,
    Played,
    Redeal,
    VoidReason,
    observe,
)
from lanbridge.engine.record import Dealing, Record, Verdict, verify_deals
from lanbridge.host.shuffling import STEP_SECONDS
from lanbridge.protocol.messages import (
    Commit,
    Commitments,
    ProofShown,
    Reveal,
    ShuffleOpened,
    Stage,
    StartMatch,
    StopMatch,
    Update,
    Wish,
)
from lanbridge.protocol.table_settings import TableSettings
from tests.host.fairness import commitments_hold, hands_by_hand, texts
from tests.host.tables import TABLE_ID, FakeTable, Player


def shuffling(*others: str) -> tuple[FakeTable, list[Player]]:
    """A table whose people are seated; nothing has begun."""
    table = FakeTable()
    return table, [table.join(table.owner), *(table.newcomer(name) for name in others)]


def begin(table: FakeTable) -> None:
    table.ask(table.owner, StartMatch)


def dealings(table: FakeTable) -> tuple[Dealing, ...]:
    game = table.room.desk.game
    assert game is not None
    return game.dealings


def proofs(player: Player) -> list[DealProof]:
    return [message.proof for message in player.all(ProofShown)]


def assert_fair(player: Player, proof: DealProof, dealt: PackDealt) -> None:
    """The player's own check, from what they were told and from nothing else but `dealt` for its dealer."""
    (opened,) = [m for m in player.all(ShuffleOpened) if (m.deal, m.attempt) == (proof.name.deal, proof.name.attempt)]
    (listed,) = [m for m in player.all(Commitments) if (m.deal, m.attempt) == (proof.name.deal, proof.name.attempt)]
    assert commitments_hold(proof, opened)
    assert listed.commitments == tuple(share.commitment for share in proof.shares)
    hands = hands_by_hand(proof, dealt.dealer, 1)
    own = [event for update in player.all(Update) for event in update.events if isinstance(event, HandDealt)]
    seen = own[proof.name.deal - 1]
    assert seen.hand is not None
    assert player.seat is not None
    assert texts(seen.hand) == hands[player.seat]
    assert [texts(hand) for hand in dealt.hands] == list(hands)


@pytest.mark.parametrize("others", [(), ("b",), ("b", "c"), ("b", "c", "d")])
def test_every_deal_is_what_everybodys_secrets_make_it(others: tuple[str, ...]) -> None:
    table, players = shuffling(*others)
    begin(table)
    table.play_on(3)
    dealt = [event for event in table.history if isinstance(event, PackDealt)]
    for player in players:
        assert [proof.name.deal for proof in proofs(player)] == [1, 2, 3]
        for proof, deal in zip(proofs(player), dealt, strict=False):
            assert_fair(player, proof, deal)
            assert proof.shares[player.seat or 0].secret == player.secret(proof.name)
    played = [event for event in table.history if isinstance(event, Played)]
    for number, proof in enumerate(proofs(players[0])):
        hands = hands_by_hand(proof, dealt[number].dealer, 1)
        for play in played[52 * number : 52 * (number + 1)]:
            assert str(play.card) in hands[play.seat]


def test_a_table_of_bots_deals_with_the_hosts_share_alone() -> None:
    table = FakeTable(owner=False)
    table.apply(table.room.start(table.now))
    table.let_bots_play()
    proof = dealings(table)[0].proof
    assert proof is not None
    assert [share.participant for share in proof.shares] == [HOST]


def test_proofs_are_not_shown_before_the_deal_is_over() -> None:
    table, (rafi,) = shuffling()
    begin(table)
    table.play_until(lambda: len(rafi.view.table.tricks) == 12)
    assert not rafi.all(ProofShown)
    table.play_deal()
    assert len(rafi.all(ProofShown)) == 1


def test_a_seat_that_does_not_commit_is_left_out_and_the_attempt_is_counted() -> None:
    table, (rafi, mina) = shuffling("Mina")
    mina.commits = False
    begin(table)
    assert table.room.deadline() == table.now + STEP_SECONDS
    table.wait_for_deadline()
    opened = rafi.all(ShuffleOpened)
    assert [(m.attempt, m.participants, m.left_out) for m in opened] == [(1, (0, 1, HOST), ()), (2, (0, HOST), (1,))]
    assert table.stage() is Stage.PLAYING
    (given_up,) = dealings(table)[0].given_up
    assert [share.secret for share in given_up.shares] == [b"", b"", b""]
    assert len(mina.view.hand) == 13


def test_a_seat_that_does_not_reveal_is_left_out_before_the_new_commitments() -> None:
    table, (rafi, mina, tariq) = shuffling("Mina", "Tariq")
    mina.reveals = False
    begin(table)
    assert table.stage() is Stage.SHUFFLING
    table.wait_for_deadline()
    assert tariq.last(ShuffleOpened).participants == (0, 2, HOST)
    assert tariq.last(ShuffleOpened).left_out == (1,)
    first, second = rafi.all(Commitments)
    assert set(first.commitments).isdisjoint(second.commitments)
    assert table.stage() is Stage.PLAYING


@pytest.mark.parametrize("right_later", [False, True])
def test_a_secret_that_does_not_open_its_commitment_counts_as_missing(*, right_later: bool) -> None:
    table, (_, mina) = shuffling("Mina")
    mina.reveals = False
    begin(table)
    table.say(mina, Reveal(1, 1, bytes(32)))
    assert table.stage() is Stage.SHUFFLING
    if right_later:
        table.say(mina, Reveal(1, 1, mina.secret(table.room.desk.shuffling.name)))  # type: ignore[union-attr]  # it is on
    else:
        table.wait_for_deadline()
    assert table.stage() is Stage.PLAYING
    assert mina.last(ShuffleOpened).attempt == (1 if right_later else 2)


def test_a_second_commitment_or_one_from_outside_changes_nothing() -> None:
    table, (rafi, mina) = shuffling("Mina")
    rafi.commits = False
    begin(table)
    before = table.room.desk.shuffling
    table.say(mina, Commit(1, 1, bytes(32)))
    table.say(mina, Commit(1, 2, bytes(32)))
    table.say(mina, Commit(2, 1, bytes(32)))
    table.say(mina, Reveal(1, 1, bytes(32)))
    assert table.room.desk.shuffling == before


def test_everybody_may_fail_and_the_deal_still_comes() -> None:
    table, players = shuffling("b", "c", "d")
    for player in players:
        player.reveals = False
    begin(table)
    table.wait_for_deadline()
    assert table.stage() is Stage.PLAYING
    assert players[3].last(ShuffleOpened).participants == (HOST,)
    assert players[3].last(ShuffleOpened).left_out == (0, 1, 2, 3)


def test_shares_sent_at_any_other_time_change_nothing() -> None:
    table, (rafi,) = shuffling()
    for _ in range(2):
        before = table.room.desk.game
        table.say(rafi, Commit(1, 1, bytes(32)))
        table.say(rafi, Reveal(1, 1, bytes(32)))
        assert table.room.desk.game == before
        begin(table)


def test_a_match_stopped_while_the_pack_is_made_leaves_nothing_open() -> None:
    table, (rafi,) = shuffling()
    rafi.reveals = False
    begin(table)
    table.ask(rafi, StopMatch)
    assert table.stage() is Stage.OVER
    assert table.room.deadline() is None
    assert not proofs(rafi)


def test_an_open_deal_that_is_stopped_shows_its_proof() -> None:
    table, (rafi,) = shuffling()
    begin(table)
    table.ask(rafi, StopMatch)
    assert [proof.name.deal for proof in proofs(rafi)] == [1]


def redealing(seed: int) -> FakeTable:
    """A table where hands without a spade, without a high card or with four aces are dealt again."""
    rules = replace(PRESETS["bangladesh"], redeals=frozenset(Redeal))
    return FakeTable(TableSettings("Table", rules=rules, bot_pause_ms=0), seed=seed)


def test_a_deal_void_by_its_cards_keeps_its_proof_until_the_match_is_over() -> None:
    for seed in range(200):
        table = redealing(seed)
        table.start()
        voids = [event for event in table.history if isinstance(event, DealVoided)]
        if voids:
            break
    else:
        pytest.fail("no seed gave a void deal")
    assert voids[0].reason in (VoidReason.NO_SPADE, VoidReason.NO_AKQ, VoidReason.FOUR_ACES)
    assert not proofs(table.owner)
    table.everybody_ready()
    table.play_deal()
    void_deals = len([event for event in table.history if isinstance(event, DealVoided)])
    shown = [proof.name.deal for proof in proofs(table.owner)]
    assert 1 not in shown
    table.ask(table.owner, StopMatch)
    assert sorted(proof.name.deal for proof in proofs(table.owner)) == list(range(1, len(dealings(table)) + 1))
    assert void_deals >= 1


def test_the_record_of_a_match_with_broken_attempts_is_verified() -> None:
    table, (_, mina, _) = shuffling("Mina", "Tariq")
    rng = random.Random(3)
    begin(table)
    for _ in range(4):
        mina.commits, mina.reveals = rng.random() < 0.6, rng.random() < 0.6
        table.play_on()
        if table.stage() is Stage.SHUFFLING:
            table.wait_for_deadline()
    table.ask(table.owner, StopMatch)
    game = table.room.desk.game
    assert game is not None
    checks = verify_deals(Record(TABLE_ID, (), game.history, game.dealings))
    assert {check.verdict for check in checks} == {Verdict.VERIFIED}
    assert len(checks) >= 4
    assert any(check.given_up for check in checks)


def test_nobody_but_the_seat_gets_its_hand() -> None:
    table, players = shuffling("b", "c", "d")
    begin(table)
    for player in players:
        assert player.view == observe(table.room.desk.state, player.seat)
    assert len({player.view.hand for player in players}) == 4


def test_an_attempt_cut_short_by_the_end_of_the_match_stands_in_the_record() -> None:
    table, (owner, guest) = shuffling("Nadia")
    guest.commits = False
    begin(table)

    table.ask(owner, StopMatch)

    (dealing,) = dealings(table)
    assert dealing.proof is None
    assert len(dealing.given_up) == 1


def test_a_spectator_is_not_shown_cards_that_were_never_laid_down() -> None:
    table, (owner,) = shuffling()
    begin(table)
    spectator = table.newcomer("Onlooker", Wish.WATCH)
    table.play_turn()

    table.ask(owner, StopMatch)

    assert proofs(owner)
    assert not proofs(spectator)
