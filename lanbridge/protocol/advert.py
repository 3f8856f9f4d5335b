"""A table's public card and how it is written into an mDNS TXT record. Never holds a PIN, a hand or a seat key."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, TypeVar

from .errors import bad_message
from .fields import COUNT, FLAG, data, many, only, read_as, record, text, whole
from .message_kinds import MOST_VERSION
from .messages import ID_BYTES, KEY_BYTES
from .names import NAME_CHARACTERS, clean_name

SERVICE_TYPE: Final = "_lanbridge._tcp.local."
DEFAULT_PORT: Final = 7468
"""TCP: "SHOT" on a telephone's keys, so that it can be told and typed; the next free one is taken if it is busy."""
MOST_PORT: Final = 2**16 - 1
MOST_TXT_BYTES: Final = 400
"""All items with their length bytes: with the rest of the answer they fit one Ethernet packet by far."""
MOST_TXT_ITEMS: Final = 32
MOST_SWITCH_BYTES: Final = 90
"""Of the switches in an advertisement; those behind are told at the table. Name, id and fingerprint take the rest."""

MOST_SWITCHES: Final = 32
"""More than any version has; one datagram holds no more."""

_WORD: Final = re.compile(r"[a-z][a-z0-9_]*")
"""Of a preset or a switch: lists show those of another version as they were announced, so nothing else may come in."""
_FEWER_SWITCHES: Final = "+"
_YES: Final = "1"
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class TableCard:
    """What anybody on the network may know of a table.

    ``preset`` and ``switches`` (house switches: name, value as text) may be those of another version;
    ``more_switches`` says that some did not fit. ``humans`` counts seats taken by people, 0-4; ``watch`` says that
    spectators are welcome; ``version`` is the protocol's; ``fingerprint`` the SHA-256 of the host's certificate.
    """

    table_id: bytes
    epoch: int
    name: str
    preset: str
    switches: tuple[tuple[str, str], ...]
    humans: int
    playing: bool
    locked: bool
    watch: bool
    version: int
    port: int
    fingerprint: bytes
    more_switches: bool = False


_SWITCHES: Final = many(
    only(
        many(text(40), 2, 2),
        "a word of small letters, digits and _, its value in printable ASCII",
        lambda pair: bool(_WORD.fullmatch(pair[0])) and pair[1].isascii() and pair[1].isprintable(),
    ),
    0,
    MOST_SWITCHES,
)
CARD_KIND: Final = record(
    TableCard,
    table_id=data(ID_BYTES),
    epoch=COUNT,
    name=read_as(text(NAME_CHARACTERS), "cleaned when read (5.5)", clean_name),
    preset=only(text(40), "a word of small letters, digits and _", lambda word: bool(_WORD.fullmatch(word))),
    switches=_SWITCHES,
    humans=whole(0, 4),
    playing=FLAG,
    locked=FLAG,
    watch=FLAG,
    version=whole(0, MOST_VERSION),
    port=whole(1, MOST_PORT),
    fingerprint=data(KEY_BYTES),
    more_switches=FLAG,
)


def shortened_name(name: str) -> str:
    """The name cut to the longest that is sent, never inside a letter with its marks."""
    end = min(len(name), NAME_CHARACTERS)
    while 0 < end < len(name) and _joins(name[end - 1], name[end]):
        end -= 1
    return name[:end] or name[:NAME_CHARACTERS]


def _joins(before: str, after: str) -> bool:
    joiner = "\N{ZERO WIDTH JOINER}"
    return joiner in (before, after) or unicodedata.category(after).startswith("M")


def shortened(card: TableCard) -> TableCard:
    """The card as it is advertised: the name bounded, and only so many switches."""
    kept: list[tuple[str, str]] = []
    room = MOST_SWITCH_BYTES
    for name, value in card.switches:
        room -= len(f"{name}={value};")
        if room < 0:
            break
        kept.append((name, value))
    return TableCard(
        card.table_id,
        card.epoch,
        shortened_name(card.name),
        card.preset,
        tuple(kept),
        card.humans,
        card.playing,
        card.locked,
        card.watch,
        card.version,
        card.port,
        card.fingerprint,
        card.more_switches or len(kept) < len(card.switches),
    )


def txt_of(card: TableCard) -> dict[str, bytes]:
    """The items of the TXT record; the port stands in the SRV record."""
    short = shortened(card)
    switches = [f"{name}={value}" for name, value in short.switches]
    items = {
        "v": str(short.version),
        "id": short.table_id.hex(),
        "e": str(short.epoch),
        "n": short.name,
        "p": short.preset,
        "s": ";".join([*switches, _FEWER_SWITCHES] if short.more_switches else switches),
        "h": str(short.humans),
        "on": str(int(short.playing)),
        "l": str(int(short.locked)),
        "w": str(int(short.watch)),
        "f": short.fingerprint.hex(),
    }
    return {key: value.encode() for key, value in items.items()}


def card_of_txt(items: Mapping[str, bytes], port: int) -> TableCard:
    """The card in a TXT record and the port of its SRV record; unknown items are left aside.

    Raises:
        ProtocolError: BAD_MESSAGE, an item is missing or malformed.
    """
    switches = _item(items, "s", str)
    pairs = [pair for pair in switches.split(";") if pair not in ("", _FEWER_SWITCHES)]
    return _checked(
        [
            _item(items, "id", bytes.fromhex),
            _item(items, "e", _number),
            _item(items, "n", str),
            _item(items, "p", str),
            [pair.split("=", 1) for pair in pairs],
            _item(items, "h", _number),
            _item(items, "on", _YES.__eq__),
            _item(items, "l", _YES.__eq__),
            _item(items, "w", _YES.__eq__),
            _item(items, "v", _number),
            port,
            _item(items, "f", bytes.fromhex),
            _FEWER_SWITCHES in switches.split(";"),
        ]
    )


def _checked(values: list[object]) -> TableCard:
    return CARD_KIND.read(values)


def _item(items: Mapping[str, bytes], key: str, read: Callable[[str], T]) -> T:
    value = items.get(key)
    if not isinstance(value, bytes) or len(value) > MOST_TXT_BYTES:
        raise bad_message("a TXT item is missing or too long")
    try:
        return read(value.decode())
    except ValueError:
        raise bad_message("a TXT item cannot be read") from None


def _number(written: str) -> int:
    if not (written.isascii() and written.isdigit()):
        raise ValueError(written)
    return int(written)
