"""The rules said a second time, clumsily and from docs/rules.md alone, to hold the engine against.

Works on text ("KH"), tries everything out and judges whole tricks; shares no code with the engine.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

ORDER = "23456789TJQKA"


@dataclass(frozen=True)
class Said:
    """The rules of a match as a host types them: switch -> text, and the preset's scale."""

    switches: Mapping[str, str]
    per_call: int

    def number(self, name: str) -> int | None:
        """A switch that is a number or none."""
        return None if self.switches[name] == "none" else int(self.switches[name])


def strength(card: str, led: str) -> int:
    """3.6: any spade above any card of the led suit, which is above everything else."""
    rank = ORDER.index(card[0])
    return 200 + rank if card[1] == "S" else 100 + rank if card[1] == led else -1


def winner(trick: Sequence[str]) -> int:
    """3.6: where the winning card lies."""
    worth = [strength(card, trick[0][1]) for card in trick]
    return worth.index(max(worth))


def would_win(card: str, trick: Sequence[str]) -> bool:
    """3.5: whether the trick is this card's once it lies there."""
    return winner([*trick, card]) == len(trick)


def is_legal(card: str, hand: Sequence[str], trick: Sequence[str], said: Said) -> bool:
    """Rules 3.1 to 3.8, one card at a time."""
    if not trick:
        return True  # 3.1
    same = [held for held in hand if held[1] == trick[0][1]]
    winning = [held for held in hand if would_win(held, trick)]
    if same:
        return follows(card, same, winning, said)
    spades = [held for held in hand if held[1] == "S"]
    duty: list[str] = []  # cards one of which must be played
    if said.switches["void"] == "must_win":
        duty = [held for held in winning if held[1] == "S"]  # 3.3
        if not duty and said.switches["cannot_win"] == "must_waste":
            duty = spades  # 3.4
    if said.switches["void"] == "any_spade":
        duty = spades  # 3.8
    return card in duty or not duty


def follows(card: str, same: Sequence[str], winning: Sequence[str], said: Said) -> bool:
    """3.2: the led suit is held."""
    if card not in same:
        return False
    able = any(held in winning for held in same)
    return not (said.switches["head"] == "if_can_win" and able) or card in winning


def score(call: int, won: int, said: Said) -> int:
    """Rules 4, in tenths: the window of tricks that make the call, then what they are worth."""
    bonus = said.switches["bonus"].split()
    high = bonus != ["none"] and call >= int(bonus[0])  # 4.1: the call alone decides
    window = bonus[2] if high else said.switches["over_max"]
    most = 13 if window == "none" else call + int(window)
    if won in range(call, most + 1):
        return int(bonus[1]) if high else said.per_call * call + int(said.switches["per_over"]) * (won - call)
    lost = {"zero": 0, "minus_call": call, "minus_shortfall": call if won > call else call - won}
    return -said.per_call * lost[said.switches["fail"]]  # 4.7


def winners(totals: Sequence[int], deals_done: int, said: Said) -> list[int] | None:
    """Rules 5: None while the match goes on."""
    kind, _, amount = said.switches["end"].partition(" ")
    ranked = sorted(totals, reverse=True)
    first = [seat for seat in range(4) if totals[seat] == ranked[0]]
    if kind == "deals" and deals_done >= int(amount):
        return first
    if kind == "target" and ranked[0] >= int(amount) and ranked[0] > ranked[1]:
        return first
    return None


def redeals(hand: Sequence[str], said: Said) -> set[str]:
    """6.1: what is wrong with this hand."""
    wrong = set()
    if "S" not in {card[1] for card in hand}:
        wrong.add("no_spade")
    if not {"A", "K", "Q"} & {card[0] for card in hand}:
        wrong.add("no_akq")
    if {"AS", "AH", "AD", "AC"} <= set(hand):
        wrong.add("four_aces")
    return wrong & set(said.switches["redeals"].split(","))


@dataclass
class Player:
    """A whole deal told from clauses 1 to 6 only; ``seat`` numbers as at the table."""

    said: Said
    dealer: int
    hands: list[list[str]]

    def __post_init__(self) -> None:
        self.step = 1 if self.said.switches["direction"] == "ccw" else 3  # 1.2, 6.4
        self.calls: dict[int, int] = {}
        self.won = [0, 0, 0, 0]
        self.turn = (self.dealer + self.step) % 4  # 2.1
        self.trick: list[str] = []

    def call(self, number: int) -> None:
        """2.1: one call each, then whoever called first leads (3.1)."""
        self.calls[self.turn] = number
        self.turn = (self.turn + self.step) % 4

    def play(self, card: str) -> None:
        """3.1: the winner of four cards leads next."""
        self.hands[self.turn].remove(card)
        self.trick.append(card)
        self.turn = (self.turn + self.step) % 4
        if len(self.trick) == 4:
            self.turn = (self.turn + self.step * winner(self.trick)) % 4
            self.won[self.turn] += 1
            self.trick = []

    def legal(self) -> set[str]:
        """What the seat whose turn it is may play."""
        hand = self.hands[self.turn]
        return {card for card in hand if is_legal(card, hand, self.trick, self.said)}
