"""Builders, so that a test reads like a score sheet."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

from lanbridge.engine import (
    HOST,
    PRESETS,
    Call,
    Card,
    DealName,
    DealProof,
    Event,
    Hand,
    MatchStarted,
    Move,
    PackDealt,
    Phase,
    Play,
    Ruleset,
    Seat,
    Share,
    State,
    Trick,
    commit,
    deal,
    dealt_hands,
    decide,
    evolve,
    hands_of,
    legal_moves,
    observe,
    opened,
    shuffled_pack,
    sorted_hand,
    stop,
)
from lanbridge.engine.record import Dealing, Record

BANGLADESH = PRESETS["bangladesh"]
TARGET = PRESETS["target"]
TENS = PRESETS["tens"]
NEPAL = PRESETS["nepal"]
INDIA = PRESETS["india"]

TABLE_ID = bytes(range(16))

SUIT_EACH = (
    "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC",
    "2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD AD",
    "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH",
    "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS",
)
"""Seat 3 has every spade."""


def cards(text: str) -> tuple[Card, ...]:
    """``"KH 5S"`` as cards, in the order written."""
    return tuple(Card.parse(word) for word in text.split())


def hand(text: str) -> Hand:
    """``"AS 2H"`` as a hand."""
    return sorted_hand(cards(text))


def pack(seed: int, dealer: Seat = 3, rules: Ruleset = BANGLADESH) -> tuple[Hand, ...]:
    """Four hands by chance, the same for the same seed."""
    return dealt_hands(shuffled_pack(random.Random(seed).randbytes(32)), dealer, rules.direction)


class Sheet:
    """A match played move by move; ``events`` and ``state`` are always of one mind."""

    def __init__(self, rules: Ruleset = BANGLADESH, dealer: Seat = 3) -> None:
        start = MatchStarted(rules, dealer)
        self.events: list[Event] = [start]
        self.state = opened(start)

    def happened(self, *events: Event) -> Sheet:
        """These events, whether or not the rules allow them."""
        for event in events:
            self.state = evolve(self.state, event)
            self.events.append(event)
        return self

    def deal(self, *hands: str) -> Sheet:
        """Deal these four hands by the referee."""
        return self.deal_hands(tuple(map(hand, hands)))

    def deal_hands(self, hands: tuple[Hand, ...]) -> Sheet:
        """Deal these four hands by the referee."""
        return self.happened(*deal(self.state, hands))

    def deal_pack(self, seed: int) -> Sheet:
        """Deal hands by chance."""
        return self.deal_hands(pack(seed, self.state.table.next_dealer, self.state.table.rules))

    def deal_some(self, *hands: str) -> Sheet:
        """Deal fewer than 52 cards, for a position that can be read."""
        return self.happened(PackDealt(self.state.table.next_dealer, tuple(map(hand, hands))))

    def does(self, move: Move) -> Sheet:
        """Whoever has the turn makes this move."""
        seat = self.state.table.to_act
        assert seat is not None
        return self.happened(*decide(self.state, seat, move))

    def calls(self, *tricks: int) -> Sheet:
        """Calls, in turn."""
        for number in tricks:
            self.does(Call(number))
        return self

    def plays(self, text: str) -> Sheet:
        """Cards, in turn."""
        for card in cards(text):
            self.does(Play(card))
        return self

    def played_by_chance(self, rng: random.Random) -> Sheet:
        """Random legal moves until the deal is over."""
        while (seat := self.state.table.to_act) is not None:
            self.does(rng.choice(legal_moves(observe(self.state, seat))))
        return self

    def stopped(self) -> Sheet:
        """The players stop."""
        return self.happened(*stop(self.state))


def position(rules: Ruleset, trick: str, held: str, leader: Seat = 0) -> tuple[State, Seat]:
    """A deal in which ``trick`` lies on the table and the seat that is next holds ``held``."""
    sheet = Sheet(rules, dealer=3).deal_some("", "", "", "")
    played = cards(trick)
    step = 1 if rules.direction == "ccw" else -1
    seat = (leader + step * len(played)) % 4
    hands = tuple(hand(held) if place == seat else () for place in range(4))
    table = replace(sheet.state.table, phase=Phase.PLAYING, calls=(2, 3, 3, 2), trick=Trick(leader, played))
    return State(table, hands), seat


def secret(*parts: int) -> bytes:
    """32 bytes that look random and are not."""
    return random.Random(repr(parts)).randbytes(32)


def share(name: DealName, participant: int, *, sealed: bool = False) -> Share:
    """An honest share; ``sealed`` leaves its secret out."""
    word = secret(name.deal, name.attempt, participant)
    return Share(participant, commit(name, participant, word), b"" if sealed else word)


def proof(deal_number: int, attempt: int = 1, participants: Sequence[int] = (0, 2, HOST)) -> DealProof:
    """An honest proof for this deal of the table `TABLE_ID`."""
    name = DealName(TABLE_ID, deal_number, attempt)
    return DealProof(name, tuple(share(name, participant) for participant in participants))


def fair_match(rules: Ruleset, seed: int, deals: int, dealer: Seat = 3) -> Record:
    """A match by chance whose deals come from proofs; every other deal needed two attempts."""
    rng, sheet = random.Random(seed), Sheet(rules, dealer)
    dealings: list[Dealing] = []
    while sheet.state.table.phase is not Phase.OVER and len(dealings) < deals:
        number = len(dealings) + 1
        attempt = 1 + number % 2
        given_up = tuple(proof(number, before, (0, 1, 2)) for before in range(1, attempt))
        made = proof(number, attempt)
        dealings.append(Dealing(made, given_up))
        sheet.deal_hands(hands_of(made, sheet.state.table.next_dealer, rules.direction)).played_by_chance(rng)
    tags = (("Seat0", "Rafi"), ("Seat2", 'রহিম "R" \\'), ("Date", "2026-11-29"))
    return Record(TABLE_ID, tags, tuple(sheet.events), tuple(dealings))
