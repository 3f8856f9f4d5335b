from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from babel.core import Locale

from lanbridge.text import LANGUAGES, NATIVE_NAMES, language_of_system
from lanbridge.text.catalogue import Entry, catalogue
from lanbridge.text.languages import known_language
from lanbridge.text.words import placeholders

OTHERS = [code for code in LANGUAGES if code != "en"]
MOST_COUNTED = 500  # a match has no more deals; of nothing else do sentences count more


def texts_of(entry: Entry) -> Iterator[str]:
    yield from (entry,) if isinstance(entry, str) else entry.values()


@pytest.mark.parametrize("language", OTHERS)
def test_a_language_has_the_keys_of_english(language: str) -> None:
    english, other = catalogue("en"), catalogue(language)
    assert [key for key in english if key not in other] == []
    assert [key for key in other if key not in english] == []


@pytest.mark.parametrize("language", OTHERS)
def test_a_language_has_the_placeholders_of_english(language: str) -> None:
    english, other = catalogue("en"), catalogue(language)
    assert [key for key in other if placeholders(other[key]) != placeholders(english.get(key, ""))] == []


@pytest.mark.parametrize("language", ["en", *OTHERS])
def test_plural_forms_are_those_of_the_language(language: str) -> None:
    forms = {"other"} | set(Locale.parse(language).plural_form.rules)
    plural = {key: entry for key, entry in catalogue(language).items() if not isinstance(entry, str)}
    assert plural
    assert [key for key, entry in plural.items() if not set(entry) <= forms] == []


@pytest.mark.parametrize("language", ["en", *OTHERS])
def test_a_text_that_changes_with_its_number_has_a_form_for_every_number(language: str) -> None:
    form_of = Locale.parse(language).plural_form
    needed = {form_of(count) for count in range(MOST_COUNTED + 1)}
    plural = {key: set(entry) for key, entry in catalogue(language).items() if not isinstance(entry, str)}
    assert [key for key, forms in plural.items() if forms != {"other"} and not needed <= forms] == []


@pytest.mark.parametrize("language", ["en", *OTHERS])
def test_texts_hold_no_sign_that_the_fonts_lack(language: str) -> None:
    bad = re.compile("[\u2212\u00a0\u202f\u2190-\u21ff]|^\\s|\\s$")  # suits and check marks are drawn as shapes
    found = [
        key
        for key, entry in catalogue(language).items()
        if not key.startswith("lists.") and any(bad.search(text) for text in texts_of(entry))
    ]
    assert found == []


def test_every_language_calls_itself_by_its_name() -> None:
    named = {code: catalogue(code).get("language.name") for code in ["en", *OTHERS]}
    assert named == {code: NATIVE_NAMES[code] for code in named}


@pytest.mark.parametrize(
    ("code", "known"),
    [("bn_BD.UTF-8", "bn"), ("ne", "ne"), ("es-AR", "es"), ("in_ID", "id"), ("C", ""), ("C.UTF-8", ""), ("zz_ZZ", "")],
)
def test_a_locales_name_gives_its_language(code: str, known: str) -> None:
    assert known_language(code) == known


def test_the_systems_language_is_taken_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LC_ALL", "LANGUAGE", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "hi_IN.UTF-8")
    assert language_of_system() == "hi"
    monkeypatch.setenv("LANGUAGE", "zz:lo:en")
    assert language_of_system() == "lo"
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.setenv("LANGUAGE", "")
    monkeypatch.setenv("LANG", "de_DE")
    assert language_of_system() == "en"
