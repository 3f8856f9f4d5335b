"""What a player is told when the table stands on another laptop from now on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lanbridge.engine import Phase
from lanbridge.protocol.messages import CloseReason

from .closings import close_sentence

if TYPE_CHECKING:
    from lanbridge.client.known import Known
    from lanbridge.engine import DealResult

    from .words import Words


def host_sentence(words: Words, known: Known) -> str:
    """Who hosts since the table changed hosts; empty if it never did."""
    claim = known.host_claim
    if claim is None:
        return ""
    if claim.seat is None or known.seating is None:
        return close_sentence(words, CloseReason.HANDED_OVER)
    if claim.seat == known.seating.you:
        return words.say("news.host_you")
    return words.say("news.host_other", name=known.seating.seats[claim.seat].name)


def waits_for_signatures(words: Words, known: Known) -> str:
    """What a table waits for before it may go on at its new host; empty if it need not wait."""
    claim = known.host_claim
    if claim is None or claim.confirmed or claim.goes_on:
        return ""
    return words.say("news.host_waits", needed=claim.needed, signed=len(claim.signed))


def moved_sentences(words: Words, before: Known, after: Known) -> tuple[str, ...]:
    """What changed between two welcomes of one table; nothing while its host is the same.

    Who hosts, and what came of the deals that were played or begun at the last host.
    """
    same = (before.epoch, before.fingerprint) == (after.epoch, after.fingerprint)
    who = host_sentence(words, after)
    if same or not who or before.seating is None:
        return ()
    return (who, *_deals(words, before, after))


def _deals(words: Words, before: Known, after: Known) -> tuple[str, ...]:
    if before.match != after.match:
        return ()
    undone = len(before.sheet) - _common(before.sheet, after.sheet)
    if undone:
        return (words.say("news.not_counted", count=undone),)
    open_deal = before.view is not None and before.view.table.phase in (Phase.CALLING, Phase.PLAYING)
    return (words.say("news.deal_again"),) if open_deal and before.sheet == after.sheet else ()


def _common(one: tuple[DealResult, ...], other: tuple[DealResult, ...]) -> int:
    """How many deals at the beginning are the same."""
    return next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
