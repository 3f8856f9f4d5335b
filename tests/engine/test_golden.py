"""What every viewer sees after every event of a short match stays as it was, or is changed on purpose."""

from __future__ import annotations

import pytest

from lanbridge.engine import PRESETS
from tests.engine.golden_text import GOLDEN, golden_text


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_the_views_of_the_golden_match_are_unchanged(preset: str) -> None:
    written = (GOLDEN / f"{preset}.txt").read_text("utf-8")
    assert golden_text(PRESETS[preset]) == written, "if meant: python -m tests.engine.golden_text, read the diff"
