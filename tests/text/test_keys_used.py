from __future__ import annotations

import re
from pathlib import Path

import lanbridge
from lanbridge.client.addresses import BadAddress
from lanbridge.text.catalogue import catalogue

PACKAGE = Path(lanbridge.__file__).parent
SAID = re.compile(r"\b(?:say|HostingFailed|Trouble)\(\s*(f?)\"([a-z_]+\.[^\"]+)\"")
SOURCES = sorted(PACKAGE.rglob("*.py"))


def said_in(source: Path) -> list[tuple[str, bool]]:
    """Keys that a file speaks by, and whether they are only the pattern of one."""
    return [(key, bool(made)) for made, key in SAID.findall(source.read_text(encoding="utf-8"))]


def fits(key: str, *, made: bool) -> bool:
    known = catalogue("en")
    if not made:
        return key in known
    pattern = re.compile(
        "".join("[^ ]+" if part.startswith("{") else re.escape(part) for part in re.split(r"({[^}]*})", key))
    )
    return any(pattern.fullmatch(name) for name in known)


def test_every_key_that_is_said_has_an_english_text() -> None:
    missing = [
        f"{source.relative_to(PACKAGE)}: {key}"
        for source in SOURCES
        for key, made in said_in(source)
        if not fits(key, made=made)
    ]
    assert missing == []


def test_the_search_sees_what_is_said() -> None:
    said = {key for source in SOURCES for key, _ in said_in(source)}
    assert {"event.scored", "terminal.turn.lead"} <= said
    assert len(said) > 100


def test_every_slip_in_an_address_has_its_sentence() -> None:
    source = Path(PACKAGE / "client" / "addresses.py").read_text(encoding="utf-8")
    keys = re.findall(BadAddress.__name__ + r"\(\"(\w+)\"\)", source)
    assert keys
    assert [key for key in keys if f"address.{key}" not in catalogue("en")] == []
