"""Names that cannot be told apart."""

from __future__ import annotations

import pytest

from lanbridge.host.seating import marked_name
from lanbridge.protocol.look_alikes import look
from lanbridge.protocol.names import NAME_CHARACTERS


@pytest.mark.parametrize(
    "other", ["rafi", "RAFI", "Raf1", "Rafl", "R\u0430fi", "Raf\u0456", "  Rafi\u200b", "\uff32\uff41\uff46\uff49"]
)
def test_names_of_one_look_get_a_mark(other: str) -> None:
    assert look(other) == look("Rafi")
    assert marked_name(other, ["Mitu", "Rafi"]).endswith(" (2)")
    assert marked_name(other, ["Rafi", "Rafi (2)"]).endswith(" (3)")


@pytest.mark.parametrize("other", ["Rafiq", "Ravi", "রাফি", "R\u00e1fi", "Rafi 2"])
def test_names_that_differ_to_the_eye_have_none(other: str) -> None:
    assert marked_name(other, ["Rafi"]) == other


def test_a_marked_name_is_never_too_long() -> None:
    long = "x" * NAME_CHARACTERS
    marked = marked_name(long, [long])
    assert len(marked) == NAME_CHARACTERS
    assert marked.endswith(" (2)")
