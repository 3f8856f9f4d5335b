"""Why something was refused, in words: a move by the rules, a request by the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lanbridge.engine import TRUMPS, Reason, Refusal
from lanbridge.protocol.messages import RejectReason

if TYPE_CHECKING:
    from .words import Fact, Words


def refusal_sentence(words: Words, refusal: Refusal) -> str:
    """The reason with its facts: ``You have no hearts: beat the 5 of spades with a higher spade.`` (rules 3.7)."""
    return words.say(_key(refusal), **_facts(refusal))


def reject_sentence(words: Words, reason: RejectReason, refusal: Refusal | None = None) -> str:
    """Why a request was not carried out; an illegal move is explained by its refusal."""
    if reason is RejectReason.ILLEGAL and refusal is not None:
        return refusal_sentence(words, refusal)
    return words.say(f"reject.{reason}")


def _key(refusal: Refusal) -> str:
    if refusal.reason is Reason.HEAD_TRICK and refusal.suit is TRUMPS:
        return "refusal.head_spade"
    return f"refusal.{refusal.reason}"


def _facts(refusal: Refusal) -> dict[str, Fact]:
    facts: dict[str, Fact | None] = {
        "card": refusal.card,
        "suit": refusal.suit,
        "beat": refusal.beat,
        "least": refusal.least,
        "most": refusal.most,
    }
    return {name: fact for name, fact in facts.items() if fact is not None}
