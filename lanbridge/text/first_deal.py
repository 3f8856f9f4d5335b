"""The walk through a first deal: at each moment the rule that matters now, made from the Ruleset and the position."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

from lanbridge.engine import DealResult, Phase, SeatView, explain_play, playable_cards
from lanbridge.text import Names, Section, Words, call_meaning, refusal_sentence, rules_page

from .standing import deal_sentences, last_trick_sentence, turn_sentences


class Step(StrEnum):
    """The moments that are explained, in the order in which most deals bring them."""

    TABLE = "table"
    CALLS = "calls"
    PLAY = "play"
    TRICK = "trick"
    VOID = "void"
    POINTS = "points"


def step_due(view: SeatView, done: frozenset[Step], scored: bool) -> Step | None:  # noqa: FBT001 - a fact
    """What is to be explained now, once each; None when nothing is."""
    wanted = [step for step, now in _moments(view, scored=scored) if now and step not in done]
    return wanted[0] if wanted else None


def _moments(view: SeatView, *, scored: bool) -> tuple[tuple[Step, bool], ...]:
    table = view.table
    mine, playing = view.my_turn, table.phase is Phase.PLAYING
    return (
        (Step.TABLE, table.phase is Phase.CALLING and bool(view.hand)),
        (Step.CALLS, mine and table.phase is Phase.CALLING),
        (Step.TRICK, playing and bool(table.tricks)),
        (Step.PLAY, mine and playing),
        (Step.VOID, mine and playing and _is_void(view)),
        (Step.POINTS, scored),
    )


def _is_void(view: SeatView) -> bool:
    trick = view.table.trick
    return trick is not None and bool(trick.cards) and all(c.suit is not trick.cards[0].suit for c in view.hand)


def explained(words: Words, step: Step, view: SeatView, names: Names, last: DealResult | None) -> Section:
    """A step's heading and sentences for this position."""
    rules, number = view.table.rules, list(Step).index(step) + 1
    of_rules = _rules_under(words, view, _SECTIONS[step])
    title = words.say("window.first_deal.step", title=of_rules.title, number=number, count=len(Step))
    lines: tuple[str, ...]
    match step:
        case Step.TABLE:
            lines = (words.say("window.first_deal.aim"), *of_rules.lines, words.say("window.first_deal.hand"))
        case Step.CALLS:
            calls = sorted({rules.min_call, min(4, rules.max_call)})
            lines = (*of_rules.lines, *_call_lines(words, view, calls))
        case Step.PLAY:
            lines = (*turn_sentences(words, view, names), *_dim_lines(words, view), *of_rules.lines[:2])
        case Step.VOID:
            lines = (*turn_sentences(words, view, names), *_dim_lines(words, view), *of_rules.lines[2:-2])
        case Step.TRICK:
            lines = (last_trick_sentence(words, view, names), words.say("rules.play.winner"), of_rules.lines[0])
        case Step.POINTS:
            scored = deal_sentences(words, last, names, view.viewer, rules) if last is not None else ()
            lines = (*scored, *of_rules.lines, words.say("window.first_deal.done"))
    return Section(title, lines)


_SECTIONS = {
    Step.TABLE: "table",
    Step.CALLS: "calls",
    Step.PLAY: "play",
    Step.VOID: "play",
    Step.TRICK: "play",
    Step.POINTS: "points",
}


def _rules_under(words: Words, view: SeatView, name: str) -> Section:
    heading = words.say(f"rules.{name}.heading")
    return next(section for section in rules_page(words, view.table.rules) if section.title == heading)


def _call_lines(words: Words, view: SeatView, calls: list[int]) -> Iterator[str]:
    for call in calls:
        yield words.say("rules.points.example", call=call, meaning=call_meaning(words, call, view.table.rules))


def _dim_lines(words: Words, view: SeatView) -> Iterator[str]:
    """Why the other cards may not be played, by the reason of the first of them."""
    playable, trick = playable_cards(view), view.table.trick
    dim = [card for card in view.hand if card not in playable]
    if not dim or trick is None:
        yield words.say("window.first_deal.all_bright")
        return
    refusal = explain_play(view.hand, trick, dim[0], view.table.rules)
    if refusal is not None:
        yield words.say("window.first_deal.why_dim", reason=refusal_sentence(words, refusal))
