"""Is a record true? `replay` judges every move and every score, `verify_deals` how the cards were dealt."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import chain
from typing import TYPE_CHECKING, Final

from .cards import PACK, TRICKS_IN_DEAL
from .events import (
    Called,
    Claimed,
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
from .moves import Call, Claim, Play
from .referee import abandon, deal, decide, score_unseen, stop
from .refusals import IllegalMove, Refusal
from .shuffle import HOST, DealName, broken_shares, hands_of
from .table import Phase, State, evolve, opened

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .cards import Hand
    from .record_values import Dealing, Record
    from .shuffle import DealProof


class Fault(StrEnum):
    """What is wrong with a record."""

    ILLEGAL_MOVE = "illegal_move"
    """The referee refuses the move; the refusal says why."""
    NOT_THE_PACK = "not_the_pack"
    """The hands of a deal are not thirteen cards each, or a card is there twice."""
    WRONG_DEALER = "wrong_dealer"
    WRONG_TRICK_WINNER = "wrong_trick_winner"
    WRONG_PLAY_OUT = "wrong_play_out"
    """After a claim the cards were not played out as the referee plays them."""
    WRONG_SCORE = "wrong_score"
    WRONG_VOID = "wrong_void"
    """The deal is void and the record does not say so, or not why."""
    WRONG_END = "wrong_end"
    OUT_OF_PLACE = "out_of_place"
    """Nothing that went before leads to this event."""
    CUT_SHORT = "cut_short"
    """The record ends before it says what the last move led to."""


class FalseRecord(Exception):
    """What the record says did not happen so.

    ``deal`` counts from 1, void deals too, 0 before the first; ``event`` is an index of the record's events.
    """

    def __init__(self, fault: Fault, deal: int, event: int, refusal: Refusal | None = None) -> None:
        super().__init__(f"deal {deal}, event {event}: {refusal.reason if refusal else fault}")
        self.fault = fault
        self.deal = deal
        self.event = event
        self.refusal = refusal


class Verdict(StrEnum):
    """What can be said about how a deal was made."""

    VERIFIED = "verified"
    """Every commitment opens, and the shares give these hands."""
    NO_PROOF = "no_proof"
    SEALED = "sealed"
    """Some share was never shown, so that nothing can be said."""
    BROKEN = "broken"
    """A secret does not open its commitment."""
    WRONG_SHARES = "wrong_shares"
    """The host's share is missing, or participants are not in order."""
    WRONG_NAME = "wrong_name"
    """Shares of another table or deal, or attempts that were left out."""
    ATTESTED = "attested"
    """Dealt by a host that was lost: not all of it was seen, or its secrets never came; its score is the table's."""
    OTHER_HANDS = "other_hands"
    """The shares give other hands than those in the record."""


@dataclass(frozen=True, slots=True)
class DealCheck:
    """The verdict on one deal, counted from 1.

    ``participants`` took part in the dealing, ``blamed`` are those whose share is sealed or broken,
    ``given_up`` counts the attempts before.
    """

    deal: int
    verdict: Verdict
    participants: tuple[int, ...] = ()
    blamed: tuple[int, ...] = ()
    given_up: int = 0


def replay(record: Record) -> State:
    """The state at the end of the record, every event of it found to follow from the one before.

    Raises:
        FalseRecord: at the first event that does not.
    """
    state, at = opened(record.started), 1
    while at < len(record.events):
        wanted = _unseen(state, record, at) or _consequences(state, record.events, at)
        _compare(state, record.events, at, wanted)
        for event in wanted:
            state = evolve(state, event)
        at += len(wanted)
    return state


def _unseen(state: State, record: Record, at: int) -> tuple[Event, ...]:
    """What an event leads to that nobody can judge: the end of a deal before the cut; empty if it can be judged."""
    table, event = state.table, record.events[at]
    if table.deals_begun > record.cut or table.phase not in (Phase.CALLING, Phase.PLAYING):
        return ()
    if isinstance(event, DealVoided):
        return (event,)
    if not isinstance(event, DealScored) or table.phase is Phase.CALLING:
        return ()
    won = event.result.won
    if sum(won) != TRICKS_IN_DEAL or any(now < seen for now, seen in zip(won, table.won, strict=True)):
        raise FalseRecord(Fault.WRONG_SCORE, table.deals_begun, at)
    return score_unseen(table, won)


def _consequences(state: State, events: Sequence[Event], at: int) -> tuple[Event, ...]:
    deals = state.table.deals_begun
    try:
        wanted = _judged(state, events[at])
    except IllegalMove as error:
        raise FalseRecord(Fault.ILLEGAL_MOVE, deals, at, error.refusal) from None
    except _Untrue as untrue:
        raise FalseRecord(untrue.fault, deals + isinstance(events[at], PackDealt), at) from None
    if not wanted:
        raise FalseRecord(Fault.OUT_OF_PLACE, deals, at)
    return wanted


class _Untrue(Exception):
    def __init__(self, fault: Fault) -> None:
        super().__init__(fault)
        self.fault = fault


def _judged(state: State, event: Event) -> tuple[Event, ...]:  # noqa: PLR0911 - one door for each event
    match event:
        case PackDealt():
            return _judged_deal(state, event)
        case Called():
            return decide(state, event.seat, Call(event.tricks))
        case Played():
            return decide(state, event.seat, Play(event.card))
        case Claimed():
            return decide(state, event.seat, Claim())
        case DealVoided(reason=VoidReason.ABANDONED):
            return abandon(state)
        case MatchEnded(reason=EndReason.STOPPED):
            return stop(state)
        case _:
            return ()


def _judged_deal(state: State, event: PackDealt) -> tuple[Event, ...]:
    if state.table.phase is not Phase.BETWEEN:
        return ()
    if not _fits_pack(event.hands):
        raise _Untrue(Fault.NOT_THE_PACK)
    if event.dealer != state.table.next_dealer:
        raise _Untrue(Fault.WRONG_DEALER)
    if sum(map(len, event.hands)) < len(PACK):
        return (event,)  # a deal that was lost with its host: no redeal can be read off part of a hand
    return deal(state, event.hands)


def _fits_pack(hands: Sequence[Hand]) -> bool:
    once = max(Counter(chain(*hands)).values(), default=0) <= 1
    return once and all(len(hand) <= TRICKS_IN_DEAL for hand in hands)


def _compare(state: State, events: Sequence[Event], at: int, wanted: Sequence[Event]) -> None:
    deals = state.table.deals_begun + isinstance(wanted[0], PackDealt)
    for place, want in enumerate(wanted, at):
        if place >= len(events):
            raise FalseRecord(Fault.CUT_SHORT, deals, place)
        if events[place] != want:
            raise FalseRecord(_FAULTS[type(want)], deals, place)


_FAULTS: Final = {
    TrickWon: Fault.WRONG_TRICK_WINNER,
    Played: Fault.WRONG_PLAY_OUT,
    DealScored: Fault.WRONG_SCORE,
    DealVoided: Fault.WRONG_VOID,
    MatchEnded: Fault.WRONG_END,
}


def verify_deals(record: Record) -> tuple[DealCheck, ...]:
    """A check for each deal of the record, in order."""
    gaps = _deals_with_gaps(record)
    checks = (_checked(record, number, dealt) for number, dealt in enumerate(record.deals, 1))
    return tuple(_attested(check) if check.deal <= record.cut and check.deal in gaps else check for check in checks)


def _attested(check: DealCheck) -> DealCheck:
    """The check of a deal from before the cut that cannot be judged in full."""
    whole = check.verdict in (Verdict.VERIFIED, Verdict.NO_PROOF)
    return replace(check, verdict=Verdict.ATTESTED) if whole else check


def _deals_with_gaps(record: Record) -> set[int]:
    """The deals that have no proof, or a score without all of their tricks."""
    gaps = {number for number, dealing in enumerate(record.dealings, 1) if dealing.proof is None}
    deal = tricks = 0
    for event in record.events:
        if isinstance(event, PackDealt):
            deal, tricks = deal + 1, 0
        tricks += isinstance(event, TrickWon)
        if isinstance(event, DealScored) and tricks < TRICKS_IN_DEAL:
            gaps.add(deal)
    return gaps


def _checked(record: Record, number: int, dealt: PackDealt) -> DealCheck:
    dealing = record.dealings[number - 1]
    given_up = len(dealing.given_up)
    if dealing.proof is None:
        return DealCheck(number, Verdict.NO_PROOF, given_up=given_up)
    participants = tuple(share.participant for share in dealing.proof.shares)
    verdict, blamed = _verdict(record, number, dealt, dealing, dealing.proof)
    return DealCheck(number, verdict, participants, blamed, given_up)


def _verdict(
    record: Record, number: int, dealt: PackDealt, dealing: Dealing, proof: DealProof
) -> tuple[Verdict, tuple[int, ...]]:
    if not _fair_shares(proof):
        return Verdict.WRONG_SHARES, ()
    if _names(dealing, proof) != _wanted_names(record, number, dealing):
        return Verdict.WRONG_NAME, ()
    sealed = tuple(share.participant for share in proof.shares if not share.secret)
    if broken := tuple(who for who in broken_shares(proof) if who not in sealed):
        return Verdict.BROKEN, broken
    if sealed:
        return Verdict.SEALED, sealed
    hands = hands_of(proof, dealt.dealer, record.rules.direction)
    known = all(set(held) <= set(given) for held, given in zip(dealt.hands, hands, strict=True))
    return (Verdict.VERIFIED if known else Verdict.OTHER_HANDS), ()


def _fair_shares(proof: DealProof) -> bool:
    participants = [share.participant for share in proof.shares]
    return participants == sorted(set(participants) & set(range(HOST + 1))) and HOST in participants


def _names(dealing: Dealing, proof: DealProof) -> list[DealName]:
    return [*(attempt.name for attempt in dealing.given_up), proof.name]


def _wanted_names(record: Record, number: int, dealing: Dealing) -> list[DealName]:
    attempts = range(1, len(dealing.given_up) + 2)
    return [DealName(record.table_id, number, attempt) for attempt in attempts]
