"""Worked answers, each under the clause of docs/rules.md that it illustrates (cases.json)."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from lanbridge.engine import (
    PRESETS,
    Card,
    IllegalMove,
    Reason,
    Ruleset,
    legal_cards,
    match_winners,
    redeal_reasons,
    score_deal,
    trick_winner,
)
from tests.builders import BANGLADESH, INDIA, Sheet, pack

Case: TypeAlias = dict[str, Any]

CASES: list[Case] = json.loads((Path(__file__).parent / "cases.json").read_text("utf-8"))


def name_of(case: Case) -> str:
    facts = [str(case.get(key, "")) for key in ("kind", "preset", "set", "call", "won", "why")]
    return " ".join(["rules", case["rule"], *(fact for fact in facts if fact)])


def rules_of(case: Case) -> Ruleset:
    return PRESETS[case["preset"]].changed(**case.get("set", {}))


def cards_of(words: list[str]) -> tuple[Card, ...]:
    return tuple(map(Card.parse, words))


def check_legal(case: Case) -> None:
    playable = legal_cards(cards_of(case["hand"]), cards_of(case["trick"]), rules_of(case))
    assert sorted(map(str, playable)) == sorted(case["legal"])


def check_score(case: Case) -> None:
    assert score_deal(case["call"], case["won"], rules_of(case)) == case["tenths"]


def check_winner(case: Case) -> None:
    assert case["trick"][trick_winner(cards_of(case["trick"]))] == case["wins"]


def check_end(case: Case) -> None:
    winners = match_winners(case["totals_tenths"], case["deals_done"], rules_of(case))
    assert (list(winners) if winners is not None else None) == (case["winners"] if case["finished"] else None)


def check_call(case: Case) -> None:
    sheet = Sheet(rules_of(case).changed(redeals="none")).deal_pack(1)
    if case["allowed"]:
        assert sheet.calls(case["call"]).state.table.calls_made == 1
        return
    with pytest.raises(IllegalMove) as refused:
        sheet.calls(case["call"])
    assert refused.value.refusal.reason is Reason.CALL_OUT_OF_RANGE


def check_order(case: Case) -> None:
    rules = BANGLADESH.changed(direction=case["direction"])
    sheet = Sheet(rules, case["dealer"]).deal_hands(pack(1))
    callers = []
    for _ in range(4):
        callers.append(sheet.state.table.to_act)
        sheet.calls(3)
    assert callers == case["calls"]
    assert sheet.state.table.to_act == case["leads"]
    assert sheet.state.table.next_dealer == case["next_dealer"]


def check_redeal(case: Case) -> None:
    assert sorted(redeal_reasons(cards_of(case["hand"]), INDIA)) == sorted(case["reasons"])


CHECKS: dict[str, Callable[[Case], None]] = {
    "legal": check_legal,
    "score": check_score,
    "winner": check_winner,
    "end": check_end,
    "call": check_call,
    "order": check_order,
    "redeal": check_redeal,
}


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_case(case: Case) -> None:
    CHECKS[case["kind"]](case)
