"""Whole evenings by chance: people come, drop, play, ask for anything at any time; what must hold after each step."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from lanbridge.engine import PACK, PRESETS, Call, Card, Claim, Move, PackDealt, Play, legal_moves
from lanbridge.protocol.messages import (
    Accepted,
    Admit,
    ChangeSettings,
    Commit,
    LeaveSeat,
    NextDeal,
    Pause,
    Rejected,
    RemovePlayer,
    Request,
    Reveal,
    Say,
    SetReady,
    StartMatch,
    StopMatch,
    SubmitMove,
    TakeSeat,
    Update,
    Welcome,
    Wish,
)
from lanbridge.protocol.table_settings import Latecomers, TableSettings, Watch
from tests.host.tables import FakeTable, Player

NAMES = ("Mina", "Tariq", "Nila", "Farid", "eye")
MOVES: st.SearchStrategy[Move] = (
    st.builds(Call, st.integers(0, 13)) | st.builds(Play, st.sampled_from(PACK)) | st.just(Claim())
)
SEATS = st.integers(0, 3)
TABLE_SETTINGS = st.builds(
    TableSettings,
    name=st.just("Table"),
    rules=st.sampled_from([*PRESETS.values()]),
    bots=st.sampled_from(["easy", "medium", "psychic"]),
    clock=st.sampled_from([None, 5, 30]),
    grace=st.sampled_from([0, 15]),
    pace=st.sampled_from([None, 0, 8]),
    deals_tonight=st.sampled_from([None, 1, 2]),
    watch=st.sampled_from(Watch),
    latecomers=st.sampled_from(Latecomers),
    bot_pause_ms=st.just(0),
)
REQUESTS: st.SearchStrategy[Request] = st.one_of(
    st.builds(SubmitMove, st.just(0), st.integers(0, 80), MOVES),
    st.builds(TakeSeat, st.just(0), SEATS),
    st.builds(LeaveSeat, st.just(0)),
    st.builds(SetReady, st.just(0), st.booleans()),
    st.builds(Say, st.just(0), st.just("hello")),
    st.builds(StartMatch, st.just(0)),
    st.builds(NextDeal, st.just(0)),
    st.builds(StopMatch, st.just(0)),
    st.builds(Pause, st.just(0), st.booleans()),
    st.builds(RemovePlayer, st.just(0), SEATS),
    st.builds(Admit, st.just(0), st.integers(0, 3), st.booleans()),
    st.builds(ChangeSettings, st.just(0), TABLE_SETTINGS),
)
SECONDS = st.sampled_from([0.1, 1.0, 3.0, 8.0, 15.0, 40.0])


class AnEvening(RuleBasedStateMachine):
    """One table; `everybody` may be connected or not."""

    def __init__(self) -> None:
        super().__init__()
        self.table = FakeTable()
        self.everybody: list[Player] = []
        self.asked: dict[tuple[int, int], int] = {}
        self.request_ids = 0

    @initialize(chosen=TABLE_SETTINGS, owner=st.booleans(), seed=st.integers(0, 99))
    def open(self, chosen: TableSettings, seed: int, *, owner: bool) -> None:
        bots = chosen.bots if chosen.bots != "psychic" else "medium"
        self.table = FakeTable(replace(chosen, bots=bots), owner=owner, seed=seed)
        others = [self.table.player(name) for name in NAMES]
        self.everybody = [self.table.owner, *others]
        for number, player in enumerate(self.everybody):
            player.address = f"10.77.0.{number}"
            player.requests = 10**6  # ids of their own, beside those of `somebody_asks_for_anything`

    def here(self) -> list[Player]:
        return self.table.here()

    def pick(self, which: int) -> Player | None:
        here = self.here()
        return here[which % len(here)] if here else None

    def ask(self, player: Player, request: Request) -> None:
        client, before = player.client, len(answers(player, request.request_id))
        self.table.say(player, request)
        assert client not in self.table.people or len(answers(player, request.request_id)) == before + 1

    @rule(which=st.integers(0, len(NAMES)), wish=st.sampled_from(Wish))
    def somebody_joins_or_comes_back(self, which: int, wish: Wish) -> None:
        player = self.everybody[which]
        if player in self.here() and player.seat is None:
            self.table.drop(player)  # a second connection without a seat may be refused, which is tried elsewhere
        self.table.join(player, wish)

    @rule(which=st.integers(0, 9), tidy=st.booleans())
    def somebody_goes(self, which: int, *, tidy: bool) -> None:
        people = list(self.table.people.values())
        if people:
            player = people[which % len(people)]
            (self.table.bye if tidy and player.all(Welcome) and player in self.here() else self.table.drop)(player)

    @rule(which=st.integers(0, 9), request=REQUESTS, again=st.booleans())
    def somebody_asks_for_anything(self, which: int, request: Request, *, again: bool) -> None:
        player = self.pick(which)
        if player is None or self.table.shut:
            return
        self.request_ids += 1
        numbered = replace(request, request_id=self.request_ids)
        self.ask(player, numbered)
        if again and player.client in self.table.people:
            self.ask(player, numbered)

    @rule(which=st.integers(0, 9), attempt=st.integers(1, 2), shown=st.booleans())
    def somebody_meddles_with_the_pack(self, which: int, attempt: int, *, shown: bool) -> None:
        player = self.pick(which)
        if player is not None:
            share = bytes(32)
            self.table.say(player, Reveal(1, attempt, share) if shown else Commit(1, attempt, share))

    @rule(which=st.integers(0, 9), commits=st.booleans(), reveals=st.booleans())
    def somebodys_program_falls_silent(self, which: int, *, commits: bool, reveals: bool) -> None:
        player = self.pick(which)
        if player is not None:
            player.commits, player.reveals = commits, reveals

    @rule()
    def the_menu_starts(self) -> None:
        for player in self.here():
            if player.seating.menu:
                self.table.ask(player, StartMatch)
                return

    @rule(seconds=SECONDS)
    def time_passes(self, seconds: float) -> None:
        self.table.wait(seconds)

    @precondition(lambda self: self.table.thoughts)
    @rule(at=st.integers(0, 9))
    def a_bot_answers(self, at: int) -> None:
        thoughts = self.table.thoughts
        thoughts.insert(0, thoughts.pop(at % len(thoughts)))
        self.table.let_bot_play()

    @rule(turns=st.integers(1, 60))
    def the_game_goes_on(self, turns: int) -> None:
        for _ in range(turns):
            self.table.let_bots_play()
            player = self.table.to_move()
            if player is None or self.table.room.desk.paused:
                return
            self.table.move(player, random.Random(turns).choice(legal_moves(player.view)))

    @rule()
    def everybody_is_ready(self) -> None:
        self.table.everybody_ready()

    @invariant()
    def no_card_is_lost_or_doubled(self) -> None:
        game = self.table.room.desk.game
        if game is not None and game.state.table.to_act is not None:
            held: list[Card] = [card for hand in game.state.hands for card in hand]
            assert Counter([*held, *game.state.table.cards_played()]) == Counter(PACK)

    @invariant()
    def a_key_has_one_seat_at_most(self) -> None:
        keys = [chair.key for chair in self.table.room.desk.chairs if chair.key]
        assert len(keys) == len(set(keys))
        promised = list(self.table.room.desk.reservations.values())
        assert len(promised) == len(set(promised))
        assert not set(promised) & set(keys)

    @invariant()
    def updates_are_numbered_without_a_gap(self) -> None:
        for player in self.here():
            told = [message for message in player.heard if isinstance(message, Update | Welcome)]
            last = max(at for at, message in enumerate(told) if isinstance(message, Welcome))
            numbers = [message.seq for message in told[last:]]
            assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))

    @invariant()
    def everybody_knows_where_they_sit_and_sees_their_own_cards(self) -> None:
        desk = self.table.room.desk
        for player in self.here():
            mine = desk.viewer_of(desk.people[player.client])
            assert player.seat == mine
            assert player.seating.seats == desk.chairs
            assert player.seating.stage == desk.stage
            if desk.game is not None:
                assert player.view.viewer == mine
                assert player.view.table == desk.state.table
                assert player.view.hand == (() if mine is None else desk.state.hands[mine])

    @invariant()
    def nobody_sees_two_hands_of_one_deal(self) -> None:
        game = self.table.room.desk.game
        if game is None or game.state.table.to_act is None:
            return
        dealt = next(event for event in reversed(game.history) if isinstance(event, PackDealt))
        for player in self.everybody:
            seen = {m.view.viewer for m in player.all(Update) if m.view.hand and set(m.view.hand) <= set_of(dealt, m)}
            latest = {
                m.view.viewer for m in player.all(Update) if begun_now(m, game.state.table.deals_begun, game.number)
            }
            assert len((seen & latest) - {None}) <= 1

    @invariant()
    def time_never_stands_still(self) -> None:
        at = self.table.room.deadline()
        assert at is None or at > self.table.now


def set_of(dealt: PackDealt, message: Update) -> set[Card]:
    viewer = message.view.viewer
    return set() if viewer is None else set(dealt.hands[viewer])


def begun_now(message: Update, deals_begun: int, match: int) -> bool:
    return bool(message.view.hand) and (message.view.table.deals_begun, message.match) == (deals_begun, match)


def answers(player: Player, number: int) -> list[Accepted | Rejected]:
    return [m for m in player.heard if isinstance(m, Accepted | Rejected) and m.request_id == number]


AnEvening.TestCase.settings = settings(max_examples=60, stateful_step_count=40)
TestEvenings = AnEvening.TestCase
