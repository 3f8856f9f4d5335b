"""What is typed at a table -> what is asked of the host, or why it cannot be. Pure."""

from __future__ import annotations

from typing import Protocol, TypeAlias, assert_never

from lanbridge.client.known import Known
from lanbridge.engine import (
    Call,
    Card,
    Claim,
    Hand,
    Move,
    Phase,
    Play,
    Reason,
    Refusal,
    SeatView,
    Suit,
    explain_play,
    may_claim,
)
from lanbridge.protocol.messages import (
    TEXT_CHARACTERS,
    Admit,
    Answer,
    AskToGoOn,
    CloseTable,
    HandOver,
    LeaveSeat,
    NextDeal,
    Pause,
    RemovePlayer,
    Request,
    Say,
    SetReady,
    StartMatch,
    StopMatch,
    SubmitMove,
    TakeSeat,
)
from lanbridge.text import Words, refusal_sentence

from .parsing import CardNamed, Command, Input, Number, Unknown, number_of
from .troubles import Said, Trouble
from .verbs import Lexicon, Verb, card_of, seat_of

UNSENT = 0
"""A request's number before the client gives it one."""

Order: TypeAlias = tuple[tuple[Suit, ...], bool]
"""Suits from left to right, and whether high cards come first."""

Asked: TypeAlias = Request | Trouble | Said


def in_order(hand: Hand, order: Order) -> Hand:
    """The hand as this player sorts it; a card's number is its place in it, from 1."""
    suits, high_first = order
    return tuple(sorted(hand, key=lambda card: (suits.index(card.suit), -card.rank if high_first else card.rank)))


class TableRequests:
    """Makes requests of what is typed, for one player's language and order of cards."""

    def __init__(self, words: Words, lexicon: Lexicon, order: Order) -> None:
        self._words = words
        self._lexicon = lexicon
        self._order = order

    def asked(self, said: Input, known: Known) -> Asked | None:
        """The request, the reason why there is none, or None for what is no request (``help``, ``scores`` ...)."""
        match said:
            case Number():
                return self._number(said.value, known)
            case CardNamed():
                return self._play(said.card, known)
            case Command():
                return self._command(said, known)
            case Unknown():
                return None
            case _:
                assert_never(said)

    def _command(self, said: Command, known: Known) -> Asked | None:
        match said.verb:
            case Verb.CALL | Verb.PLAY | Verb.CLAIM:
                return self._move_named(said, known)
            case Verb.SAY:
                return Say(UNSENT, said.rest[:TEXT_CHARACTERS]) if said.rest else Trouble("terminal.table.what_text")
            case Verb.SIT | Verb.REMOVE | Verb.HANDOVER | Verb.CONTINUE if said.rest or said.verb is not Verb.CONTINUE:
                return _for_seat(said)
            case Verb.ADMIT | Verb.REFUSE | Verb.YES | Verb.NO:
                return _decided(said, known)
            case _:
                return _plain_request(said.verb)

    def _move_named(self, said: Command, known: Known) -> Asked:
        match said.verb:
            case Verb.CALL:
                return self._call(said.rest, known)
            case Verb.PLAY:
                return self._play_text(said.rest, known)
            case _:
                return self._claim(known)

    def _number(self, number: int, known: Known) -> Asked:
        view = known.view
        if view is not None and view.table.phase is Phase.CALLING:
            return self._call(str(number), known)
        if view is None or not view.hand:
            return Trouble("terminal.table.no_cards")
        hand = in_order(view.hand, self._order)
        if not 1 <= number <= len(hand):
            return Trouble("terminal.table.no_such_card", {"number": number})
        return self._play(hand[number - 1], known)

    def _call(self, text: str, known: Known) -> Asked:
        tricks = number_of(text)
        if tricks is None:
            return Trouble("terminal.table.what_call")
        return self._move(Call(tricks), known, _call_refused)

    def _play_text(self, text: str, known: Known) -> Asked:
        number, card = number_of(text), card_of(text, self._lexicon)
        if number is not None:
            return self._number(number, known)
        return Trouble("terminal.table.no_card", {"text": text}) if card is None else self._play(card, known)

    def _play(self, card: Card, known: Known) -> Asked:
        return self._move(Play(card), known, _play_refused)

    def _claim(self, known: Known) -> Asked:
        return self._move(Claim(), known, _claim_refused)

    def _move(self, move: Move, known: Known, refused: Refuser) -> Asked:
        """The move as a request; what the rules refuse is said at once, the host would say the same."""
        if known.view is None or known.view.table.to_act is None:
            return Trouble("terminal.table.no_deal")
        if isinstance(known.pending, SubmitMove):
            return Trouble("terminal.table.wait")
        refusal = refused(known.view, move)
        if refusal is not None:
            return Said(refusal_sentence(self._words, refusal))
        return SubmitMove(UNSENT, known.view.table.moves, move)


class Refuser(Protocol):
    """Judges a move by the view alone."""

    def __call__(self, view: SeatView, move: Move) -> Refusal | None:
        """Why the move would be refused, None if it would not."""


def _call_refused(view: SeatView, move: Move) -> Refusal | None:
    rules, seat = view.table.rules, view.viewer
    if seat is not None and view.table.calls[seat] is not None:
        return Refusal(Reason.ALREADY_CALLED)
    if not view.my_turn:
        return Refusal(Reason.NOT_YOUR_TURN)
    if isinstance(move, Call) and not rules.min_call <= move.tricks <= rules.max_call:
        return Refusal(Reason.CALL_OUT_OF_RANGE, least=rules.min_call, most=rules.max_call)
    return None


def _play_refused(view: SeatView, move: Move) -> Refusal | None:
    table = view.table
    if table.phase is Phase.CALLING:
        return Refusal(Reason.CALL_FIRST)
    if not view.my_turn or table.trick is None:
        return Refusal(Reason.NOT_YOUR_TURN)
    return explain_play(view.hand, table.trick, move.card, table.rules) if isinstance(move, Play) else None


def _claim_refused(view: SeatView, move: Move) -> Refusal | None:  # noqa: ARG001 - judged by the view alone
    if view.table.phase is Phase.CALLING:
        return Refusal(Reason.CALL_FIRST)
    if not view.my_turn or view.table.trick is None:
        return Refusal(Reason.NOT_YOUR_TURN)
    if view.table.trick.cards:
        return Refusal(Reason.CLAIM_NOT_LEADING)
    return None if may_claim(view) else Refusal(Reason.CLAIM_NOT_CERTAIN)


def why_no_hint(known: Known) -> Trouble | None:
    """Why there is no hint now, None if there is one; before the welcome nobody knows what the table allows."""
    if known.settings is not None and not known.settings.hints:
        return Trouble("terminal.table.no_hints")
    has_turn = known.settings is not None and known.view is not None and known.view.my_turn
    return None if has_turn else Trouble("terminal.table.no_hint_now")


def _for_seat(said: Command) -> Asked:
    seat = seat_of(said.rest)
    if seat is None:
        return Trouble("terminal.table.which_seat")
    requests: dict[Verb, type[TakeSeat | RemovePlayer | HandOver | AskToGoOn]] = {
        Verb.SIT: TakeSeat,
        Verb.REMOVE: RemovePlayer,
        Verb.HANDOVER: HandOver,
        Verb.CONTINUE: AskToGoOn,
    }
    return requests[said.verb](UNSENT, seat)


def _decided(said: Command, known: Known) -> Asked | None:
    """Somebody at the door, or a question to the table."""
    if said.verb in (Verb.ADMIT, Verb.REFUSE):
        return _for_knock(said, known)
    question = known.question
    return None if question is None else Answer(UNSENT, question.number, said.verb is Verb.YES)


def _for_knock(said: Command, known: Known) -> Asked:
    knocks = known.seating.knocks if known.seating else ()
    number = number_of(said.rest)
    if number is None and len(knocks) == 1 and not said.rest:
        number = knocks[0][0]
    if number not in {knock for knock, _ in knocks} or number is None:
        return Trouble("terminal.table.which_knock")
    return Admit(UNSENT, number, said.verb is Verb.ADMIT)


def _plain_request(verb: Verb) -> Request | None:
    requests: dict[Verb, Request] = {
        Verb.READY: SetReady(UNSENT, ready=True),
        Verb.STAND: LeaveSeat(UNSENT),
        Verb.START: StartMatch(UNSENT),
        Verb.NEXT: NextDeal(UNSENT),
        Verb.STOP: StopMatch(UNSENT),
        Verb.PAUSE: Pause(UNSENT, paused=True),
        Verb.CONTINUE: Pause(UNSENT, paused=False),
        Verb.CLOSE: CloseTable(UNSENT),
    }
    return requests.get(verb)
