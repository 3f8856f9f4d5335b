"""What the table says in words: the bar, the line under the trick, and what holds the table up. No pygame."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

from lanbridge.client.known import Known, Link, LinkProblem, Verdict
from lanbridge.client.succession import offered
from lanbridge.engine import Phase, Seat
from lanbridge.protocol.messages import CloseReason, Stage
from lanbridge.text import Words, host_sentence, link_sentence, preset_title, seat_name, waits_for_signatures
from lanbridge.ui.table_seats import player_names, viewer
from lanbridge.ui.timeline_shown import Shown

_ANOTHER_HOST: Final = (LinkProblem.NOT_PROVEN, LinkProblem.SHEET_DIFFERS)
"""Somebody else hosts the table, and is not followed: worth more words than that the old host is away."""


class HoldKind(Enum):
    """What holds the table up."""

    LOST = auto()
    CLOSED = auto()
    PAUSED = auto()


@dataclass(frozen=True, slots=True)
class Hold:
    """The table stands still: why, in a title and a sentence; ``may_carry_on``: without the lost host."""

    kind: HoldKind
    title: str
    text: str
    may_carry_on: bool = False


def hold_of(words: Words, known: Known, now: float) -> Hold | None:
    """What holds the table up now: made from what is known alone, so that it never outlives its reason."""
    if known.link is Link.CLOSED:
        text = link_sentence(words, known.closed, known.host_version) if known.closed is not None else ""
        return Hold(HoldKind.CLOSED, words.say("link.state.closed"), text)
    if known.link in {Link.LOST, Link.CONNECTING}:
        return _lost(words, known, now)
    if known.seating is not None and known.seating.paused:
        return _paused(words, known)
    return None


def _paused(words: Words, known: Known) -> Hold:
    """Paused by somebody, or since nobody may play on at a new host before enough people have come there."""
    signatures = waits_for_signatures(words, known)
    if signatures:
        return Hold(HoldKind.PAUSED, host_sentence(words, known), signatures)
    return Hold(HoldKind.PAUSED, words.say("seat.paused"), waiting_sentence(words, known))


def _lost(words: Words, known: Known, now: float) -> Hold:
    """What has been lost, what is tried, and from when on the player may do something about it."""
    title = words.say("window.table.reconnecting")
    why = link_sentence(words, known.closed, known.host_version) if known.closed is not None else ""
    if known.carrying_on:
        return Hold(HoldKind.LOST, words.say("window.table.carrying_on"), words.say("window.table.carrying_about"))
    if known.closed is CloseReason.HANDED_OVER and not offered(known, now):
        return Hold(HoldKind.LOST, why, words.say("window.table.moving"))
    if known.closed in _ANOTHER_HOST:
        text = f"{why} {words.say(f'window.advice.{known.closed}')}"
        return Hold(HoldKind.LOST, title, text, may_carry_on=offered(known, now))
    if offered(known, now):
        return Hold(HoldKind.LOST, title, words.say("window.table.host_lost"), may_carry_on=True)
    kept = words.say("window.table.seat_kept") if viewer(known) is not None else ""
    return Hold(HoldKind.LOST, title, f"{why} {kept}".strip())


def waiting_sentence(words: Words, known: Known) -> str:
    """Who is waited for; empty when nobody is."""
    if known.seating is None or not known.seating.waited_for:
        return ""
    names = [seat_name(words, player_names(known), seat, viewer(known)) for seat in known.seating.waited_for]
    return words.say("window.table.waiting_for", names=words.listed(names))


def title_of(known: Known) -> str:
    """The table's name."""
    return known.settings.name if known.settings is not None else ""


def facts_left(words: Words, known: Known, shown: Shown | None) -> tuple[str, ...]:
    """The bar's pills at the left: rules, deal, trumps, and for those without a seat that they watch."""
    facts: list[str] = []
    if known.settings is not None:
        facts.append(preset_title(words, known.settings.rules))
    if shown is not None and shown.view.table.deals_begun:
        facts.append(words.say("window.table.deal_number", number=deal_number(shown)))
        facts.append(words.say("window.table.trumps_mark"))
    if viewer(known) is None:
        facts.append(words.say("window.table.watching"))
    return tuple(facts)


def deal_number(shown: Shown) -> int:
    """The number of the deal on the table, or of the last one."""
    table = shown.view.table
    on_table = table.phase in {Phase.CALLING, Phase.PLAYING}
    return table.deals_done + on_table if table.deals_done or on_table else 1


def facts_right(words: Words, known: Known) -> tuple[str, ...]:
    """The bar's quiet pills at the right: those who watch, the fair deal, the round trip."""
    facts: list[str] = []
    if known.seating is not None and known.seating.spectators:
        facts.append(words.say("window.table.spectators", count=len(known.seating.spectators)))
    claim = known.host_claim
    if claim is not None and not claim.confirmed:
        facts.append(words.say("window.table.provisional", signed=len(claim.signed), needed=claim.needed))
    facts.append(fair_fact(words, known))
    if known.rtt_ms is not None:
        facts.append(words.say("window.lobby.far_ms", count=known.rtt_ms))
    return tuple(facts)


def fair_fact(words: Words, known: Known) -> str:
    """What stands behind the deals: promised, checked so often, or broken."""
    verdicts = tuple(known.verdicts.values())
    if Verdict.BROKEN in verdicts:
        return words.say("window.table.broken")
    checked = verdicts.count(Verdict.VERIFIED)
    return words.say("window.table.verified", count=checked) if checked else words.say("window.table.fair_mark")


def prompt(words: Words, known: Known, shown: Shown | None) -> str:
    """The line under the trick when nothing else is to be said: whose turn it is, or what is waited for."""
    stage = known.seating.stage if known.seating is not None else Stage.WAITING
    waiting = waiting_sentence(words, known)
    if waiting:
        return waiting
    if stage is Stage.SHUFFLING:
        return words.say("window.table.shuffling")
    if shown is None or shown.view.table.to_act is None:
        return ""
    return _turn(words, known, shown, shown.view.table.to_act)


def _turn(words: Words, known: Known, shown: Shown, seat: Seat) -> str:
    calling = shown.view.table.phase is Phase.CALLING
    if shown.view.my_turn:
        return words.say("window.table.your_call" if calling else "window.table.your_turn")
    name = seat_name(words, player_names(known), seat, viewer(known))
    return words.say("window.table.call_of" if calling else "window.table.turn_of", name=name)
