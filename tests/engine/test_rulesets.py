"""Rules as data: presets, house switches and the text of both (rules 7)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lanbridge.engine import (
    PRESETS,
    SWITCHES,
    Bonus,
    End,
    EndKind,
    InvalidRuleset,
    Redeal,
    Ruleset,
    has_bonus,
    house_switches,
    leaders,
    preset_named,
    preset_of,
)
from tests.builders import BANGLADESH, INDIA, NEPAL, TARGET, TENS
from tests.strategies import rulesets

ALIKE = {
    "direction": "ccw",
    "void": "must_win",
    "total_calls": "none",
    "fail": "minus_call",
    "redeals": "none",
    "bonus": "none",
    "head": "none",
    "cannot_win": "free",
    "over_max": "none",
    "per_over": "0",
}
BONUS = "8 130 1"
PRESET_TEXTS = {
    "bangladesh": {"min_call": "2", "max_call": "12", "over_max": "1", "bonus": BONUS, "end": "open"},
    "target": {"min_call": "2", "max_call": "12", "bonus": BONUS, "end": "target 300"},
    "tens": {"min_call": "2", "max_call": "12", "over_max": "2", "per_over": "10", "end": "deals 12"},
    "nepal": {"min_call": "1", "max_call": "8", "head": "if_can_win", "per_over": "1", "end": "deals 5"},
    "india": {
        "min_call": "1",
        "max_call": "13",
        "head": "if_can_win",
        "cannot_win": "must_waste",
        "per_over": "10",
        "total_calls": "9",
        "redeals": "four_aces,no_akq,no_spade",
        "end": "target 3000",
    },
}


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_7_presets_are_those_of_the_table_in_rules_md(name: str) -> None:
    rules = PRESETS[name]
    assert {switch: rules.switch_text(switch) for switch in SWITCHES} == ALIKE | PRESET_TEXTS[name]
    assert rules.per_call == (100 if name in {"tens", "india"} else 10)
    assert preset_named(name) is rules is preset_of(rules)
    assert house_switches(rules) == {}


@given(rulesets())
def test_7_switches_round_trip_through_text(rules: Ruleset) -> None:
    changed = preset_of(rules).changed(**house_switches(rules))
    assert changed == rules
    assert preset_of(changed).changed(**{name: rules.switch_text(name) for name in SWITCHES}) == rules


def test_7_a_changed_preset_is_told_by_its_switches() -> None:
    changed = BANGLADESH.changed(void="any_spade", end="deals 7", bonus="9 200 none", over_max="none")
    assert changed.bonus == Bonus(9, 200, None)
    assert changed.end == End(EndKind.DEALS, 7)
    assert house_switches(changed) == {
        "void": "any_spade",
        "over_max": "none",
        "bonus": "9 200 none",
        "end": "deals 7",
    }


def test_7_redeals_are_named_with_commas_or_spaces() -> None:
    wanted = frozenset({Redeal.NO_SPADE, Redeal.FOUR_ACES})
    assert BANGLADESH.changed(redeals="no_spade, four_aces").redeals == wanted
    assert BANGLADESH.changed(redeals=" no_spade four_aces ").redeals == wanted
    assert INDIA.changed(redeals="none").redeals == frozenset()


UNREADABLE = [
    ("direction", "left"),
    ("min_call", "two"),
    ("min_call", "-1"),
    ("min_call", "٣"),
    ("min_call", "none"),
    ("max_call", "12.0"),
    ("max_call", "99999999"),
    ("total_calls", "some"),
    ("head", "always"),
    ("void", ""),
    ("cannot_win", "waste"),
    ("over_max", "one"),
    ("per_over", "none"),
    ("bonus", "8 130"),
    ("bonus", "8 130 1 1"),
    ("bonus", "a 130 1"),
    ("fail", "plus_call"),
    ("redeals", ""),
    ("redeals", "no_spade,none"),
    ("redeals", "no_hearts"),
    ("end", ""),
    ("end", "deals"),
    ("end", "never"),
    ("end", "rubbers 3"),
    ("end", "deals three"),
    ("end", "deals 3 4"),
]


@pytest.mark.parametrize(("switch", "text"), UNREADABLE)
def test_7_a_value_that_cannot_be_read_is_refused_with_its_switch(switch: str, text: str) -> None:
    with pytest.raises(InvalidRuleset, match=f"{switch} cannot be"):
        BANGLADESH.changed(**{switch: text})


UNPLAYABLE = [
    ("min_call", "0"),
    ("min_call", "14"),
    ("max_call", "0"),
    ("max_call", "14"),
    ("min_call", "13"),
    ("max_call", "1"),
    ("total_calls", "0"),
    ("total_calls", "49"),
    ("over_max", "13"),
    ("per_over", "9999999"),
    ("bonus", "0 130 1"),
    ("bonus", "14 130 1"),
    ("bonus", "8 0 1"),
    ("bonus", "8 9999999 1"),
    ("bonus", "8 130 13"),
    ("end", "open 3"),
    ("end", "deals 0"),
    ("end", "deals 501"),
    ("end", "target 0"),
    ("end", "target 9999999"),
]


@pytest.mark.parametrize(("switch", "text"), UNPLAYABLE)
def test_7_rules_that_cannot_be_played_are_refused_with_their_switch(switch: str, text: str) -> None:
    with pytest.raises(InvalidRuleset, match=switch):
        BANGLADESH.changed(**{switch: text})


@pytest.mark.parametrize("per_call", [0, -10, 1_000_001])
def test_7_a_scale_is_above_zero(per_call: int) -> None:
    with pytest.raises(InvalidRuleset, match="per_call"):
        replace(BANGLADESH, per_call=per_call)


def test_7_the_limits_themselves_can_be_played() -> None:
    rules = BANGLADESH.changed(over_max="12", per_over="1000000", bonus="13 1000000 12", end="target 1000000")
    most = replace(rules, per_call=1_000_000).changed(min_call="13", max_call="13", total_calls="52")
    assert most.per_call == most.per_over == 1_000_000
    with pytest.raises(InvalidRuleset, match="none or 0 to 12"):
        BANGLADESH.changed(over_max="13")


@pytest.mark.parametrize("switch", ["preset", "per_call", "colour", ""])
def test_7_an_unknown_switch_is_refused(switch: str) -> None:
    with pytest.raises(InvalidRuleset, match="there is no switch"):
        BANGLADESH.changed(**{switch: "1"})


def test_7_an_unknown_preset_is_refused() -> None:
    with pytest.raises(InvalidRuleset, match="'bridge'; presets are bangladesh, target"):
        preset_named("bridge")
    with pytest.raises(InvalidRuleset, match="'bridge'"):
        preset_of(replace(BANGLADESH, preset="bridge"))


@given(st.sampled_from(SWITCHES), st.text(max_size=30))
def test_7_any_text_is_read_or_refused_and_nothing_else(switch: str, text: str) -> None:
    try:
        changed = TARGET.changed(**{switch: text})
    except InvalidRuleset:
        return
    assert TARGET.changed(**{switch: changed.switch_text(switch)}) == changed


def test_4_1_the_bonus_looks_at_the_call() -> None:
    assert [has_bonus(call, BANGLADESH) for call in (7, 8, 12)] == [False, True, True]
    assert not has_bonus(8, NEPAL)
    assert not has_bonus(13, TENS)


def test_5_leaders_are_told_at_any_time() -> None:
    assert leaders((0, 0, 0, 0)) == (0, 1, 2, 3)
    assert leaders((-10, 20, 20, 0)) == (1, 2)
