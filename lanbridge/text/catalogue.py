"""The files of assets/text: TOML tables flattened to dotted keys. A damaged or missing file is empty and logged."""

from __future__ import annotations

import logging
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final, TypeAlias

from .folder import text_folder

LOG = logging.getLogger("lanbridge.text")

PLURAL_FORMS: Final = frozenset({"zero", "one", "two", "few", "many", "other"})
"""CLDR's plural categories; a table of these, with ``other`` among them, is one text in its forms."""

Entry: TypeAlias = str | Mapping[str, str]
"""One text, or its plural forms by category."""


@cache
def catalogue(language: str) -> Mapping[str, Entry]:
    """Key -> text of one language; empty, with one line logged, when the file is missing or cannot be read."""
    try:
        return read_catalogue((text_folder() / f"{language}.toml").read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        LOG.warning("no texts for language %r: %s", language, error)
        return {}


def read_catalogue(text: str) -> Mapping[str, Entry]:
    """The texts of one file.

    Raises:
        ValueError: the text is not TOML, or holds something other than texts.
    """
    return dict(_flattened("", tomllib.loads(text)))


def _flattened(prefix: str, table: Mapping[str, object]) -> Iterator[tuple[str, Entry]]:
    for name, value in table.items():
        key = f"{prefix}{name}"
        if isinstance(value, str):
            yield key, value
        elif not isinstance(value, dict):
            message = f"{key} is not a text"
            raise ValueError(message)  # noqa: TRY004 - the file is wrong, not the type of an argument
        elif "other" in value and value.keys() <= PLURAL_FORMS:
            yield key, {form: str(text) for form, text in value.items()}
        else:
            yield from _flattened(f"{key}.", value)
