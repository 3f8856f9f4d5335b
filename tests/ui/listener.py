"""Somebody who only hears the table: everything they know is made from the lines of the console voice."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from lanbridge.engine import Card, Suit

SUITS = {"clubs": Suit.CLUBS, "diamonds": Suit.DIAMONDS, "hearts": Suit.HEARTS, "spades": Suit.SPADES}
RANKS = {"jack": "J", "queen": "Q", "king": "K", "ace": "A", "10": "T"}


def card_of(rank: str, suit: str) -> Card:
    return Card.parse(RANKS.get(rank, rank) + suit[0].upper())


@dataclass
class Listener:
    """``me`` is called You in the lines; ``names`` are the others' by seat."""

    names: tuple[str, ...]
    hand: set[Card] = field(default_factory=set)
    legal: set[Card] = field(default_factory=set)
    calls: dict[str, int] = field(default_factory=dict)
    won: dict[str, int] = field(default_factory=dict)
    totals: dict[str, int] = field(default_factory=dict)
    trick: list[tuple[str, Card]] = field(default_factory=list)
    to_call: bool = False
    under_ring: str = ""

    def hear(self, line: str) -> None:
        """One more line."""
        for pattern, meaning in _MEANINGS:
            if found := re.fullmatch(pattern, line):
                meaning(self, *found.groups())
                return
        self.under_ring = line

    def begin_deal(self, _dealer: str) -> None:
        self.hand, self.calls, self.won, self.trick, self.legal = set(), {}, dict.fromkeys(self.names, 0), [], set()

    def suit(self, suit: str, ranks: str) -> None:
        self.hand |= {card_of(rank, suit.lower()) for rank in ranks.split(", ")}

    def called(self, who: str, tricks: str) -> None:
        self.calls[who], self.to_call = int(tricks), False

    def played(self, who: str, rank: str, suit: str) -> None:
        card = card_of(rank, suit)
        self.trick.append((who, card))
        self.hand -= {card}

    def trick_won(self, who: str) -> None:
        self.won[who] += 1
        self.trick = []

    def may_call(self, _least: str, _most: str) -> None:
        self.to_call = True

    def leads(self) -> None:
        self.legal = set(self.hand)

    def choices(self, cards: str) -> None:
        self.legal = {card_of(*card.split(" of ")) for card in cards.split(", ")}

    def scored(self, who: str, total: str) -> None:
        self.totals[who] = int(total)


_MEANINGS = (
    (r"(\w+) deals?\.", Listener.begin_deal),
    (r"(Clubs|Diamonds|Hearts|Spades): (.+)", Listener.suit),
    (r"(\w+) calls? (\d+)\.", Listener.called),
    (r"(\w+) plays? the (\w+) of (\w+)\.", Listener.played),
    (r"(\w+) wins? the trick\.", Listener.trick_won),
    (r"Your call, (\d+) to (\d+)\.", Listener.may_call),
    (r"You lead\. Any card may be played\.", Listener.leads),
    (r"You may play: (.+)\.", Listener.choices),
    (r"(\w+): called \d+, won \d+: [+-]?\d+, total (-?\d+)\.", Listener.scored),
)
