"""Golden matches: a short match of each preset with every viewer's view after every event, as diagrams.

`python -m tests.engine.golden_text` from the project's folder writes the files anew; read the difference.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from lanbridge.engine import (
    PRESETS,
    SEATS,
    Claim,
    Event,
    MatchStarted,
    Move,
    Phase,
    Ruleset,
    SeatView,
    Table,
    Trick,
    dealt_hands,
    evolve,
    legal_moves,
    observe,
    opened,
    redact,
    seat_of_card,
    shuffled_pack,
)
from lanbridge.engine.record_notation import hand_text
from tests.builders import Sheet

GOLDEN = Path(__file__).parent / "golden"
DEALS = {"india": 2}
"""Deals of a golden match where one does not show enough: India's has a redeal among them."""
SHORTEST_CALLS = 4


def golden_match(rules: Ruleset) -> list[Event]:
    """The match: the pack by its number, moves by fixed dice, stopped after the last deal."""
    sheet, rng = Sheet(rules, dealer=2), random.Random(rules.preset)
    for number in range(DEALS.get(rules.preset, 1)):
        seed = sha256(f"golden {rules.preset} {number}".encode()).digest()
        dealer = sheet.state.table.next_dealer
        sheet.deal_hands(dealt_hands(shuffled_pack(seed), dealer, rules.direction))
        while (seat := sheet.state.table.to_act) is not None:
            sheet.does(chosen(observe(sheet.state, seat), rng))
    return sheet.stopped().events


def chosen(view: SeatView, rng: random.Random) -> Move:
    """A sensible call, a claim when there is one, else a card by chance."""
    moves = legal_moves(view)
    if view.table.phase is Phase.CALLING:
        return moves[rng.randrange(SHORTEST_CALLS)]
    return moves[-1] if isinstance(moves[-1], Claim) else rng.choice(moves)


def golden_text(rules: Ruleset) -> str:
    """Every event with every view after it."""
    first, *events = golden_match(rules)
    assert isinstance(first, MatchStarted)
    state = opened(first)
    lines = [f"Golden match: {rules.preset}, dealer {first.dealer}", ""]
    for number, event in enumerate(events, 1):
        state = evolve(state, event)
        lines += [f"--- {number} {type(event).__name__}", *event_lines(event), *table_lines(state.table)]
        for viewer in (*SEATS, None):
            lines += view_lines(observe(state, viewer))
        lines.append("")
    return "\n".join(lines)


def event_lines(event: Event) -> Iterator[str]:
    """The event as each viewer is told it, where viewers are told different things."""
    told = {viewer: facts(redact(event, viewer)) for viewer in (*SEATS, None)}
    if len(set(told.values())) == 1:
        yield f"told   {told[None]}"
        return
    yield from (f"told {name_of(viewer)} {text}" for viewer, text in told.items())


def name_of(viewer: int | None) -> str:
    return "watcher" if viewer is None else f"seat {viewer}"


def facts(event: object) -> str:
    """The fields of an event or a result, in words."""
    names = getattr(type(event), "__match_args__", ())
    return ", ".join(f"{name} {worded(getattr(event, name))}" for name in names)


def worded(value: object) -> str:
    match value:
        case None:
            return "-"
        case tuple():
            return " ".join(map(worded, value))
        case _ if hasattr(value, "totals"):
            return facts(value)
        case _:
            return str(value)


def table_lines(table: Table) -> Iterator[str]:
    """The public table: dealer, calls and tricks by seat, points, and the open trick as a cross."""
    calls = worded(table.calls)
    yield f"table  {table.phase}, dealer {table.dealer}, to act {worded(table.to_act)}, moves {table.moves}"
    yield f"       deals {table.deals_begun} begun, {table.deals_done} done, calls {calls}, won {worded(table.won)}"
    yield f"       totals {worded(table.totals)}, winners {worded(table.winners)}"
    if table.trick is not None:
        yield from cross(table, table.trick)


def cross(table: Table, trick: Trick) -> Iterator[str]:
    """Seat 0 below, seat 1 to its right, seat 2 above."""
    lies = ["--"] * 4
    for place, card in enumerate(trick.cards):
        lies[seat_of_card(trick, place, table.rules.direction)] = str(card)
    yield f"             {lies[2]}"
    yield f"          {lies[3]}    {lies[1]}     led by {trick.leader}, trick {len(table.tricks) + 1}"
    yield f"             {lies[0]}"


def view_lines(view: SeatView) -> Iterator[str]:
    """A viewer's own hand and what may be done with it."""
    held = hand_text(view.hand) if view.hand else "no cards"
    yield f"{name_of(view.viewer):8}{held}"
    if moves := legal_moves(view):
        yield "       may " + moves_text(view, moves)


def moves_text(view: SeatView, moves: tuple[Move, ...]) -> str:
    if view.table.phase is Phase.CALLING:
        return f"{moves[0]} to {str(moves[-1]).split()[1]}"
    return "play " + " ".join(str(move).removeprefix("play ") for move in moves)


def main() -> None:
    """Write the golden files anew."""
    GOLDEN.mkdir(exist_ok=True)
    for name, rules in PRESETS.items():
        (GOLDEN / f"{name}.txt").write_text(golden_text(rules), "utf-8")


if __name__ == "__main__":
    main()
