from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lanbridge.protocol.names import MOST_MARKS, NAME_CHARACTERS, clean_name


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("Rafi", "Rafi"),
        ("  Rafi \t\n Khan  ", "Rafi Khan"),
        ("Ra\u202efi\u2066\u200b", "Rafi"),
        ("\uff32\uff41\uff46\uff49", "Rafi"),
        ("\u3164\u115f\u2800", ""),
        ("\x00\x1b[31mRed", "[31mRed"),
        ("রাফি র\u200d্যাব", "রাফি র\u200d্যাব"),
        ("a\u200db", "ab"),
        ("Mitu 🎉", "Mitu 🎉"),
        ("👩\u200d💻", "👩\u200d💻"),
        ("❤\ufe0f", "❤"),
        ("\ud800", ""),
        ("Ame\u200b\u0301lie", "Am\u00e9lie"),
        ("", ""),
    ],
)
def test_a_name_is_shown_without_what_cannot_be_seen(typed: str, shown: str) -> None:
    assert clean_name(typed) == shown


def test_a_name_of_300_characters_is_cut() -> None:
    assert clean_name("x" * 300) == "x" * NAME_CHARACTERS


def test_signs_do_not_pile_up() -> None:
    assert clean_name("a" + "\u0330" * 50) == "a" + "\u0330" * MOST_MARKS


def test_a_name_never_starts_with_a_sign_without_its_letter() -> None:
    assert clean_name("\u0301\u0302Rafi") == "Rafi"


@given(st.text(alphabet=st.characters() | st.sampled_from("\u200d\u200c\u0301\u09cd\u0985🎉\u202e "), max_size=80))
def test_cleaning_twice_is_cleaning_once(text: str) -> None:
    cleaned = clean_name(text)
    assert clean_name(cleaned) == cleaned
    assert len(cleaned) <= NAME_CHARACTERS
    assert not any(unicodedata.category(letter) in {"Cc", "Zl", "Zp", "Cs"} for letter in cleaned)
