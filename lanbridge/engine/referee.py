"""The referee: a move or a deal in, events out, or `IllegalMove`. The only place where rules are applied."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, assert_never

from .cards import SEATS, TRICKS_IN_DEAL, TRUMPS
from .events import (
    Called,
    Claimed,
    DealResult,
    DealScored,
    DealVoided,
    EndReason,
    Event,
    MatchEnded,
    PackDealt,
    Played,
    TrickWon,
    VoidReason,
)
from .moves import Call, Claim, Move, Play
from .redeals import redeal_reason
from .refusals import IllegalMove, Reason, Refusal
from .rules import MOST_DEALS, Void
from .scoring import leaders, match_winners, score_deal
from .table import Phase, State, Table, evolve
from .tricks import Trick, beats, legal_cards, trick_winner, winning_seat
from .view import may_claim, observe

if TYPE_CHECKING:
    from .cards import Card, Hand, Seat
    from .rules import Ruleset


def decide(state: State, seat: Seat, move: Move) -> tuple[Event, ...]:
    """The events that follow from the move of ``seat`` (rules 2-5).

    Raises:
        IllegalMove: the move is refused and nothing changes.
    """
    match move:
        case Call():
            return _decide_call(state, seat, move.tricks)
        case Play():
            return _decide_play(state, seat, move.card)
        case Claim():
            return _decide_claim(state, seat)
        case _:
            assert_never(move)


def deal(state: State, hands: tuple[Hand, ...]) -> tuple[Event, ...]:
    """The next deal with these four hands, void at once where a redeal rule says so (rules 1.3, 6.1).

    Raises:
        ValueError: a deal is on the table, or the match is over.
    """
    if state.table.phase is not Phase.BETWEEN:
        message = f"no deal can begin while the table is {state.table.phase}"
        raise ValueError(message)
    dealt = PackDealt(state.table.next_dealer, hands)
    void = redeal_reason(hands, state.table.rules)
    return (dealt,) if void is None else (dealt, void)


def abandon(state: State) -> tuple[Event, ...]:
    """The open deal, if there is one, made void: its cards are lost with the host that dealt them."""
    on_table = state.table.phase in (Phase.CALLING, Phase.PLAYING)
    return (DealVoided(VoidReason.ABANDONED),) if on_table else ()


def stop(state: State) -> tuple[Event, ...]:
    """The end of the match because the players stop (rules 5.1); an open deal is void, highest total wins."""
    if state.table.phase is Phase.OVER:
        return ()
    return (*abandon(state), MatchEnded(leaders(state.table.totals), EndReason.STOPPED))


def score_unseen(table: Table, won: tuple[int, ...]) -> tuple[Event, ...]:
    """The end of the deal on the table, whose tricks were not all seen, if each seat took ``won`` of them (rules 4)."""
    return _scored(replace(table, won=won))


def explain_play(hand: Hand, trick: Trick, card: Card, rules: Ruleset) -> Refusal | None:
    """Why ``card`` may not be played to the trick, or None if it may (rules 3.1-3.8)."""
    if card not in hand:
        return Refusal(Reason.NOT_IN_HAND, card)
    if card in legal_cards(hand, trick.cards, rules):
        return None
    led, best = trick.cards[0].suit, trick.cards[trick_winner(trick.cards)]
    if any(held.suit is led for held in hand):
        if card.suit is not led:
            return Refusal(Reason.FOLLOW_SUIT, card, led)
        return Refusal(Reason.HEAD_TRICK, card, led, best)
    return _explain_when_off(hand, card, best, trick, rules)


def _explain_when_off(hand: Hand, card: Card, best: Card, trick: Trick, rules: Ruleset) -> Refusal:
    led = trick.cards[0].suit
    if rules.void is Void.ANY_SPADE or best.suit is not TRUMPS:
        return Refusal(Reason.PLAY_SPADE, card, led)
    can_win = any(beats(held, best) for held in hand)
    return Refusal(Reason.BEAT_SPADE if can_win else Reason.WASTE_SPADE, card, led, best)


def _decide_call(state: State, seat: Seat, tricks: int) -> tuple[Event, ...]:
    table = state.table
    on_table = table.phase in (Phase.CALLING, Phase.PLAYING)
    _refuse_if(on_table and table.calls[seat] is not None, Refusal(Reason.ALREADY_CALLED))
    _refuse_unless_turn(table, seat)
    least, most = table.rules.min_call, table.rules.max_call
    _refuse_if(not least <= tricks <= most, Refusal(Reason.CALL_OUT_OF_RANGE, least=least, most=most))
    called = Called(seat, tricks)
    return (called, *_void_by_calls(evolve(state, called).table))


def _void_by_calls(table: Table) -> tuple[Event, ...]:
    least, calls = table.rules.total_calls, [call for call in table.calls if call is not None]
    short = least is not None and len(calls) == len(SEATS) and sum(calls) < least
    return (DealVoided(VoidReason.TOO_FEW_CALLED),) if short else ()


def _decide_play(state: State, seat: Seat, card: Card) -> tuple[Event, ...]:
    table = state.table
    _refuse_if(table.phase is Phase.CALLING, Refusal(Reason.CALL_FIRST))
    _refuse_unless_turn(table, seat)
    trick = table.trick or Trick(seat)
    refusal = explain_play(state.hands[seat], trick, card, table.rules)
    if refusal is not None:
        raise IllegalMove(refusal)
    played = Played(seat, card)
    return (played, *_end_of_trick(evolve(state, played)))


def _end_of_trick(state: State) -> tuple[Event, ...]:
    trick = state.table.trick
    if trick is None or not trick.complete:
        return ()
    won = TrickWon(winning_seat(trick, state.table.rules.direction))
    return (won, *_end_of_deal(evolve(state, won).table))


def _end_of_deal(table: Table) -> tuple[Event, ...]:
    return () if len(table.tricks) < TRICKS_IN_DEAL else _scored(table)


def _scored(table: Table) -> tuple[Event, ...]:
    result = _result(table)
    winners = match_winners(result.totals, result.number, table.rules)
    if winners is None and result.number >= MOST_DEALS:
        winners = leaders(result.totals)  # rules 5.5
    scored = DealScored(result)
    return (scored,) if winners is None else (scored, MatchEnded(winners, EndReason.REACHED))


def _result(table: Table) -> DealResult:
    calls = tuple(call or 0 for call in table.calls)
    points = tuple(score_deal(calls[seat], table.won[seat], table.rules) for seat in SEATS)
    totals = tuple(table.totals[seat] + points[seat] for seat in SEATS)
    return DealResult(table.deals_done + 1, table.dealer, calls, table.won, points, totals)


def _decide_claim(state: State, seat: Seat) -> tuple[Event, ...]:
    table = state.table
    _refuse_if(table.phase is Phase.CALLING, Refusal(Reason.CALL_FIRST))
    _refuse_unless_turn(table, seat)
    _refuse_if(bool(table.trick and table.trick.cards), Refusal(Reason.CLAIM_NOT_LEADING))
    _refuse_if(not may_claim(observe(state, seat)), Refusal(Reason.CLAIM_NOT_CERTAIN))
    return (Claimed(seat), *_play_out(state))


def _play_out(state: State) -> list[Event]:
    events: list[Event] = []
    while (seat := state.table.to_act) is not None:
        trick = state.table.trick or Trick(seat)
        card = legal_cards(state.hands[seat], trick.cards, state.table.rules)[-1 if not trick.cards else 0]
        step = _decide_play(state, seat, card)
        for event in step:
            state = evolve(state, event)
        events += step
    return events


def _refuse_if(refused: bool, refusal: Refusal) -> None:  # noqa: FBT001 - reads as a sentence at every call
    if refused:
        raise IllegalMove(refusal)


def _refuse_unless_turn(table: Table, seat: Seat) -> None:
    _refuse_if(table.to_act is None, Refusal(Reason.NOTHING_TO_PLAY))
    _refuse_if(table.to_act != seat, Refusal(Reason.NOT_YOUR_TURN))
