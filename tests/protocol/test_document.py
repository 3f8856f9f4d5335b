from __future__ import annotations

import re

import pytest

import protocol_example
from lanbridge.engine import Reason
from lanbridge.protocol.connection import Step
from lanbridge.protocol.messages import CloseReason, RejectReason

TEXT = protocol_example.DOCUMENT.read_text(encoding="utf-8")


def test_the_made_parts_of_the_document_are_current() -> None:
    assert protocol_example.renewed(TEXT) == TEXT, "run python scripts/protocol_example.py"


@pytest.mark.parametrize("word", [*CloseReason, *RejectReason, *Reason])
def test_every_reason_is_explained(word: str) -> None:
    rows = [line for line in TEXT.splitlines() if line.startswith("|") and f"`{word}`" in line.split("|")[1]]
    assert rows


@pytest.mark.parametrize("step", [step for step in Step if step is not Step.CLOSED])
def test_every_step_of_the_handshake_is_listed(step: Step) -> None:
    assert f"| {step} |" in TEXT


def test_every_record_that_a_field_names_is_described() -> None:
    described = set(re.findall(r"^#### (?:\d+ )?(\w+)$", TEXT, re.MULTILINE)) | {"Event", "Move", "Ruleset"}
    types = re.findall(r"^\| \d+ \| `\w+` \| (.*) \|$", TEXT, re.MULTILINE)
    named = {word for kind in types for word in re.findall(r"\b[A-Z][a-z]+(?:[A-Z][a-z]+)*\b", kind)}
    assert named
    assert named <= described


def test_a_document_without_its_markers_is_refused() -> None:
    with pytest.raises(ValueError, match="no marker"):
        protocol_example.renewed("")
