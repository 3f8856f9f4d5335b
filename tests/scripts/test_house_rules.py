"""What CONTRIBUTING.md says about the shape of code, held by a test where no tool holds it."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

import ground

LONGEST_FILE = 400  # lines; past that a file has two subjects
SAYS_NOTHING = {"utils", "helpers", "common", "base", "misc", "manager", "constants"}
EXCEPTION = re.compile(
    r"#\s*(?:noqa\b(?!:)|(?:noqa:\s*[A-Z0-9, ]+?|type:\s*ignore(?:\[[\w, -]+\])?)(?P<reason>\s{2,}\S.*|\s*#.*)?$)"
)


def sources() -> list[Path]:
    """Every Python file of the project."""
    folders = ("lanbridge", "tests", "scripts")
    return sorted(path for folder in folders for path in (ground.ROOT / folder).rglob("*.py"))


def unexplained(line: str) -> bool:
    """Whether `line` makes an exception to a rule without saying why."""
    found = EXCEPTION.search(line)
    return found is not None and not (found["reason"] or "").strip(" #")


def test_no_file_is_over_400_lines() -> None:
    lengths = {path: len(path.read_text("utf-8").splitlines()) for path in sources()}
    assert not {str(path): length for path, length in lengths.items() if length > LONGEST_FILE}


def test_every_file_is_named_after_what_it_holds() -> None:
    assert not [str(path) for path in sources() if path.stem in SAYS_NOTHING]


def test_every_exception_to_a_rule_has_its_reason_beside_it() -> None:
    bare = [
        f"{path.relative_to(ground.ROOT)}:{number}"
        for path in sources()
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if unexplained(line)
    ]
    assert not bare


@pytest.mark.parametrize(
    ("line", "bare"),
    [
        ("x = 1  # no" + "qa: S101", True),
        ("x = 1  # no" + "qa", True),
        ("x = 1  # no" + "qa: S101, S102", True),
        ("x = 1  # no" + "qa: S101  the test is the point", False),
        ("x = 1  # type: " + "ignore[attr-defined]", True),
        ("x = 1  # type: " + "ignore[attr-defined]  # ships no types", False),
        ("x = 1  # ordinary", False),
    ],
)
def test_a_bare_exception_is_told_from_an_explained_one(line: str, *, bare: bool) -> None:
    assert unexplained(line) is bare


def test_every_ignored_lint_rule_has_its_reason_beside_it() -> None:
    text = (ground.ROOT / "pyproject.toml").read_text("utf-8")
    block = text[text.index("\nignore = [") : text.index("[tool.ruff.lint.per-file-ignores]")]
    rows = [row for row in block.splitlines() if row.strip().startswith('"')]
    assert rows
    assert not [row for row in rows if "#" not in row]


def test_every_pinned_package_is_pinned_once_and_every_dependency_is_pinned() -> None:
    rows = (ground.ROOT / "constraints.txt").read_text("utf-8").splitlines()
    pins = [row.partition("==")[0] for row in rows if row and not row.startswith("#")]
    project = tomllib.loads((ground.ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    wanted = project["dependencies"] + project["optional-dependencies"]["dev"]
    assert len(pins) == len(set(pins))
    assert {re.split(r"[<>=~!\[ ]", need)[0] for need in wanted} <= set(pins)
