"""docs/rules.md and the program say the same: every clause that is cited exists, the table of presets is theirs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from lanbridge.engine import PRESETS, SWITCHES

ROOT = Path(__file__).parents[2]
DOC = (ROOT / "docs" / "rules.md").read_text("utf-8")
CLAUSES = set(re.findall(r"^(?:## )?(\d(?:\.\d)?) ", DOC, re.MULTILINE))
CITED = re.compile(r"rules ((?:\d(?:\.\d)?(?:-\d\.\d)?(?:, | and )?)+)")


def cited_clauses(text: str) -> set[str]:
    """Every clause number after the word rules, as in (rules 3.1-3.8, 4)."""
    return {clause for found in CITED.findall(text) for clause in re.findall(r"\d(?:\.\d)?", found)}


def test_every_clause_that_the_engine_cites_exists() -> None:
    sources = "".join(path.read_text("utf-8") for path in (ROOT / "lanbridge" / "engine").glob("*.py"))
    assert {"3.3", "6.1"} <= cited_clauses(sources) <= CLAUSES


def test_clauses_are_in_order_and_stand_once() -> None:
    found = re.findall(r"^(\d\.\d) ", DOC, re.MULTILINE)
    assert found == sorted(set(found))


def table_rows() -> dict[str, list[str]]:
    """The table of clause 7: first cell -> the others."""
    lines = [line for line in DOC.partition("## 7")[2].splitlines() if line.startswith("| ")]
    rows = [[cell.strip(" `") for cell in line.strip("|").split("|")] for line in lines]
    return {first: others for first, *others in rows}


@pytest.mark.parametrize("paper", ["README.md", "docs/rules.md"])
def test_a_papers_first_table_of_presets_has_each_of_them(paper: str) -> None:
    table = (ROOT / paper).read_text("utf-8").partition("| preset |")[2].partition("\n\n")[0]
    assert re.findall(r"^\| `(\w+)`", table, re.MULTILINE) == list(PRESETS)


def test_7_the_table_of_presets_is_the_programs() -> None:
    rows = table_rows()
    names = rows[""]
    assert names == list(PRESETS)
    for name, rules in PRESETS.items():
        for switch in SWITCHES:
            assert rows[switch][names.index(name)] == rules.switch_text(switch)
        assert rows["tenths per trick called"][names.index(name)] == str(rules.per_call)
