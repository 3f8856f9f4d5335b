"""Every page in every language in the smallest window: no text is cut, and none is set so small that it is not read."""

from __future__ import annotations

from dataclasses import replace

import pytest

from lanbridge.text import LANGUAGES
from tests.ui.cut_texts import noted_cuts
from tests.ui.picture_book import LONG_NAME, PAGES, PLAYER, Frame

SMALLEST = (1024, 640)
SAME_IN_ALL = frozenset({"trick_won", "dealing", "long_sheet"})
"""Pages that show no text that another page does not show as well; they take long to reach."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", sorted(PAGES.keys() - SAME_IN_ALL))
def test_the_longest_translation_fits(page: str, language: str) -> None:
    with noted_cuts() as cuts:
        PAGES[page](Frame(SMALLEST, replace(PLAYER, language=language)))
    assert sorted(text for text in cuts if LONG_NAME not in text) == []


def test_a_text_that_does_not_fit_is_noticed() -> None:
    with noted_cuts() as cuts:
        PAGES["away"](Frame(SMALLEST))
    assert any(LONG_NAME in text for text in cuts)
