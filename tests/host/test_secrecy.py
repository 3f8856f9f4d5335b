"""Law Secrecy: what differs only in cards hidden from a viewer puts identical bytes on that viewer's wire.

Two evenings are played with the same public moves, legal in both, the same clock, dice, ids, keys and secrets; the
packs differ in cards that the viewer never saw. Commitments bind the secrets that make a pack, so two honest packs
cannot have the same ones: here the function that turns secrets into hands is exchanged, and everything else runs as it
is. (The proofs at the end are thereby equal, too; in an honest evening they show all hands, after the deal, as they
should.) Each evening has a rejoin of the viewer, refused requests, chat, a player who goes away and the bot that
stands in for them, a spectator, and a stop in the middle of the deal.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, replace

import pytest

from lanbridge.engine import (
    Call,
    Card,
    Hand,
    IllegalMove,
    Move,
    Play,
    Seat,
    SeatView,
    State,
    Viewer,
    decide,
    evolve,
    legal_moves,
    observe,
    sorted_hand,
)
from lanbridge.host import dealing, telling
from lanbridge.host.desk import Desk
from lanbridge.protocol.messages import (
    HandsShown,
    Pause,
    Say,
    SetReady,
    StartMatch,
    StopMatch,
    SubmitMove,
    TakeSeat,
    Update,
    Wish,
)
from tests.builders import Sheet, pack
from tests.host.tables import FakeTable, Player

Hands = tuple[Hand, ...]
SEEDS = range(8)
VIEWERS: tuple[Viewer, ...] = (0, 1, 2, None)
BOT: Seat = 3


@dataclass(frozen=True)
class Twins:
    """Two packs, and moves that are legal with both; ``viewer`` cannot tell the packs apart."""

    seed: int
    viewer: Viewer
    packs: tuple[Hands, Hands]
    moves: tuple[tuple[Seat, Move], ...]


def begun(seed: int) -> tuple[FakeTable, list[Player], Player]:
    """Rafi, Mina and Tariq in seats 0-2, a bot in seat 3, somebody who watches; the pack is dealt."""
    table = FakeTable(seed=seed)
    players = [table.join(table.owner), *map(table.newcomer, ("Mina", "Tariq"))]
    eye = table.newcomer("eye", Wish.WATCH)
    table.ask(table.owner, StartMatch)
    return table, players, eye


def first_dealer(seed: int) -> Seat:
    return begun(seed)[0].room.desk.state.table.dealer


def chance_moves(hands: Hands, dealer: Seat, rng: random.Random) -> tuple[tuple[Seat, Move], ...]:
    """Random legal moves from the first call into the middle of the deal."""
    sheet, moves = Sheet(dealer=dealer).deal_hands(hands), []
    for _ in range(rng.randrange(4, 36)):
        seat = sheet.state.table.to_act
        assert seat is not None
        plays = [move for move in legal_moves(observe(sheet.state, seat)) if isinstance(move, Call | Play)]
        moves.append((seat, rng.choice(plays)))
        sheet.does(moves[-1][1])
    return tuple(moves)


def legal_with(hands: Hands, dealer: Seat, moves: tuple[tuple[Seat, Move], ...]) -> bool:
    state: State = Sheet(dealer=dealer).deal_hands(hands).state
    try:
        for seat, move in moves:
            for event in decide(state, seat, move):
                state = evolve(state, event)
    except IllegalMove:
        return False
    return True


def exchanged(hands: Hands, one: Card, other: Card) -> Hands:
    swap = {one: other, other: one}
    return tuple(sorted_hand([swap.get(card, card) for card in hand]) for hand in hands)


def twins(seed: int, viewer: Viewer) -> Twins:
    """Packs that differ as much as the moves allow in what the viewer has not seen."""
    rng, dealer = random.Random(seed), first_dealer(seed)
    hands = pack(seed, dealer)
    moves = chance_moves(hands, dealer, rng)
    shown = {move.card for _, move in moves if isinstance(move, Play)}
    hidden = [card for seat in range(4) if seat != viewer for card in hands[seat] if card not in shown]
    other = hands
    for _ in range(60):
        tried = exchanged(other, *rng.sample(hidden, 2))
        other = tried if legal_with(tried, dealer, moves) else other
    assert other != hands
    assert viewer is None or other[viewer] == hands[viewer]
    return Twins(seed, viewer, (hands, other), moves)


class Evening:
    """One evening of a pair of twins."""

    def __init__(self, pair: Twins, hands: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(dealing, "hands_of", lambda proof, dealer, direction: hands)
        self.pair = pair
        self.table, self.players, self.eye = begun(pair.seed)
        self.viewer = self.eye if pair.viewer is None else self.players[pair.viewer]
        self.gone = self.players[1 if pair.viewer == 2 else 2]

    def played(self) -> bytes:
        """All bytes that the viewer got."""
        for number, (seat, move) in enumerate(self.pair.moves):
            if number == len(self.pair.moves) // 2:
                self.interlude(seat)
            self.make(seat, move)
        self.table.ask(self.table.owner, StopMatch)
        return bytes(self.viewer.wire)

    def make(self, seat: Seat, move: Move) -> None:
        table = self.table
        if seat != BOT and self.players[seat].client in table.people:
            table.move(self.players[seat], move)
            return
        if table.room.deadline() is not None:
            table.wait_for_deadline()  # the grace of the one who is away
        thought = table.thoughts.pop()
        table.thoughts.clear()
        assert thought.seat == seat
        table.apply(table.room.bot_chose(thought.turn, move, table.now))

    def interlude(self, to_act: Seat) -> None:
        """What a curious viewer may try, and what others do meanwhile that the viewer hears of."""
        table, viewer = self.table, self.viewer
        turn = table.room.desk.state.table.moves
        for card in ("AS", "2C", "TH"):
            if to_act != self.pair.viewer:
                table.ask(viewer, lambda number, card=card: SubmitMove(number, turn, Play(Card.parse(card))))  # type: ignore[misc]  # the default binds the loop's card
        table.ask(viewer, lambda number: SubmitMove(number, turn + 1, Call(3)))
        table.ask(viewer, lambda number: TakeSeat(number, BOT if self.pair.viewer is not None else 0))
        table.ask(viewer, lambda number: SetReady(number, ready=True))
        for player in (*self.players, self.eye):
            table.ask(player, lambda number: Say(number, "hm"))
        table.drop(self.gone)
        table.drop(viewer)
        table.join(viewer, Wish.WATCH)
        table.ask(table.owner, lambda number: Pause(number, paused=True))
        table.wait(5)
        table.ask(table.owner, lambda number: Pause(number, paused=False))


def wires(pair: Twins, monkeypatch: pytest.MonkeyPatch) -> tuple[bytes, bytes]:
    first, second = (Evening(pair, hands, monkeypatch).played() for hands in pair.packs)
    return first, second


@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("seed", SEEDS)
def test_cards_hidden_from_a_viewer_leave_no_trace_on_its_wire(
    seed: int, viewer: Viewer, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = wires(twins(seed, viewer), monkeypatch)
    assert len(first) > 3000
    assert first == second


def neighbours_hand(state: State, viewer: Viewer) -> SeatView:
    view = observe(state, viewer)
    return view if viewer is None else replace(view, hand=state.hands[(viewer + 1) % 4])


def early_hands(show: Callable[..., None]) -> Callable[..., None]:
    def leaking(desk: Desk, *rest: object) -> None:
        show(desk, *rest)
        dealt = desk.match.hands_dealt
        if dealt is not None:
            desk.broadcast(HandsShown(1, dealt.hands))

    return leaking


@pytest.mark.parametrize("leak", ["a neighbour's hand in the view", "all hands with each update"])
def test_a_planted_leak_is_found(leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if leak.startswith("all"):
        monkeypatch.setattr("lanbridge.host.matches.tell_events", early_hands(telling.tell_events))
    else:
        monkeypatch.setattr(telling, "observe", neighbours_hand)
    found = 0
    for seed in SEEDS:
        first, second = wires(twins(seed, 0), monkeypatch)
        found += first != second
    assert found


def test_the_law_would_see_a_difference_in_the_viewers_own_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison itself: a viewer does tell packs apart that differ in the own hand."""
    pair = twins(0, 0)
    hands = pair.packs[0]
    other = (hands[1], hands[0], *hands[2:])
    both = [Evening(replace(pair, moves=(), packs=(p, p)), p, monkeypatch) for p in (hands, other)]
    assert both[0].viewer.last(Update).view != both[1].viewer.last(Update).view


def test_nothing_that_is_logged_names_a_card(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG")
    pair = twins(1, 0)
    wires(pair, monkeypatch)
    words = {str(card) for hand in pair.packs[0] for card in hand}
    assert not [record for record in caplog.records if words & set(record.getMessage().split())]


def seats_seen(player: Player) -> set[Viewer]:
    return {message.view.viewer for message in player.all(Update)}


def test_a_viewer_is_shown_the_own_view_only(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = Evening(twins(2, 1), twins(2, 1).packs[0], monkeypatch)
    evening.played()
    assert seats_seen(evening.eye) == {None}
    assert seats_seen(evening.players[1]) <= {None, 1}
