"""The laws of the engine, tried on matches by chance under rules by chance."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given, settings

from lanbridge.engine import (
    PACK,
    SEATS,
    Call,
    Card,
    Claim,
    IllegalMove,
    InvalidMove,
    Move,
    Phase,
    Play,
    State,
    decide,
    evolve,
    evolve_table,
    evolve_view,
    fold,
    legal_moves,
    observe,
    opened,
    opened_view,
    parse_move,
    redact,
)
from lanbridge.engine.events import HandDealt, MatchStarted, PackDealt
from tests.builders import Sheet
from tests.strategies import matches

VIEWERS = (*SEATS, None)
ALL_MOVES: tuple[Move, ...] = (*map(Call, range(-1, 16)), *map(Play, PACK), Claim())


def states(sheet: Sheet) -> Iterator[State]:
    """Every state of the match, also those between the events of one move."""
    first = sheet.events[0]
    assert isinstance(first, MatchStarted)
    state = opened(first)
    yield state
    for event in sheet.events[1:]:
        state = evolve(state, event)
        yield state


@settings(max_examples=60)
@given(matches())
def test_mirror_what_a_viewer_works_out_is_what_the_host_shows(sheet: Sheet) -> None:
    first = sheet.events[0]
    assert isinstance(first, MatchStarted)
    views = [opened_view(first, viewer) for viewer in VIEWERS]
    for event, state in zip(sheet.events, states(sheet), strict=True):
        views = [evolve_view(view, redact(event, view.viewer)) for view in views]
        assert views == [observe(state, viewer) for viewer in VIEWERS]


@settings(max_examples=60)
@given(matches())
def test_conservation_no_card_is_lost_or_doubled(sheet: Sheet) -> None:
    for state in states(sheet):
        table = state.table
        if table.phase not in (Phase.CALLING, Phase.PLAYING):
            assert state.hands == ((), (), (), ())
            assert [table.cards_held(seat) for seat in SEATS] == [0, 0, 0, 0]
            continue
        held = [card for hand in state.hands for card in hand]
        assert sorted([*held, *table.cards_played()], key=PACK.index) == list(PACK)
        assert [table.cards_held(seat) for seat in SEATS] == [len(hand) for hand in state.hands]
        assert sum(table.won) == len(table.tricks)


@settings(max_examples=60)
@given(matches())
def test_legality_exactly_the_legal_moves_are_accepted(sheet: Sheet) -> None:
    for seat in SEATS:
        legal = legal_moves(observe(sheet.state, seat))
        before = repr(sheet.state)
        for move in ALL_MOVES:
            if move in legal:
                assert decide(sheet.state, seat, move)
                continue
            with pytest.raises(IllegalMove):
                decide(sheet.state, seat, move)
        assert repr(sheet.state) == before


@settings(max_examples=60)
@given(matches())
def test_legality_a_viewer_without_a_seat_has_no_move(sheet: Sheet) -> None:
    for state in states(sheet):
        assert legal_moves(observe(state, None)) == ()


@settings(max_examples=60)
@given(matches())
def test_nobody_is_asked_while_a_full_trick_lies_on_the_table(sheet: Sheet) -> None:
    for state in states(sheet):
        table = state.table
        if table.trick is not None and table.trick.complete:
            assert table.to_act is None


@settings(max_examples=60)
@given(matches())
def test_replay_folding_the_events_gives_the_state(sheet: Sheet) -> None:
    assert fold(sheet.events) == sheet.state


def test_replay_a_history_starts_with_the_start() -> None:
    with pytest.raises(ValueError, match="MatchStarted"):
        fold(Sheet().deal_pack(1).events[1:])


@settings(max_examples=60)
@given(matches())
def test_secrecy_a_deal_shows_a_viewer_the_own_hand_and_no_other(sheet: Sheet) -> None:
    for event in sheet.events:
        for viewer in VIEWERS:
            seen = redact(event, viewer)
            if isinstance(event, PackDealt):
                own = None if viewer is None else event.hands[viewer]
                assert seen == HandDealt(event.dealer, own)
            else:
                assert seen is event


def test_the_table_after_a_deal_knows_no_hand() -> None:
    state = Sheet().deal_pack(1).state
    assert evolve_table(Sheet().state.table, HandDealt(3, None)) == state.table


@pytest.mark.parametrize("move", [move for move in ALL_MOVES if move != Call(-1)], ids=str)
def test_notation_a_move_round_trips_through_text(move: Move) -> None:
    assert parse_move(str(move)) == move


@pytest.mark.parametrize(
    "text", ["", "call", "call -1", "call 100", "call ٣", "call 1.0", "play", "play 1S", "play AS KS", "claim all"]
)
def test_notation_other_text_is_no_move(text: str) -> None:
    with pytest.raises(InvalidMove):
        parse_move(text)


def test_notation_a_wrong_card_is_named() -> None:
    with pytest.raises(InvalidMove, match="XX"):
        parse_move("play XX")
    assert parse_move("play th") == Play(Card.parse("TH"))
