"""Kinds of fields: how one value is written as msgpack can hold it, and read back strictly.

A `Kind` checks in both directions, so that whatever one side writes the other side reads. ``says`` describes the
kind in words; docs/protocol.md is made of these.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, Generic, TypeVar

from .errors import bad_message

T = TypeVar("T")
E = TypeVar("E", bound=StrEnum)

MOST_COUNT: Final = 2**32 - 1
"""Counters fit four bytes, as the fair deal writes them; nobody plays that many."""


@dataclass(frozen=True, slots=True)
class Kind(Generic[T]):
    """One kind of field: ``write`` and ``read`` raise ProtocolError for a value outside its limits."""

    says: str
    write: Callable[[T], object]
    read: Callable[[object], T]


@dataclass(frozen=True, slots=True)
class Record(Kind[T]):
    """The kind of a frozen class: a list of its fields in their order."""

    make: type[T]
    fields: Mapping[str, Kind[Any]]


@dataclass(frozen=True, slots=True)
class Variant(Kind[T]):
    """One of several records: its code, then its fields."""

    cases: Mapping[int, Record[Any]]


def _same(says: str, fits: Callable[[object], bool]) -> Kind[Any]:
    def checked(value: object) -> object:
        if not fits(value):
            raise bad_message(f"expected {says}")
        return value

    return Kind(says, checked, checked)


def whole(least: int, most: int) -> Kind[int]:
    """An integer in a range; True and False are none."""
    says = f"int {least}-{most}" if least >= 0 else f"int {least} to {most}"
    return _same(says, lambda value: type(value) is int and least <= value <= most)


def text(most: int, least: int = 0) -> Kind[str]:
    """A text of so many characters (code points); its UTF-8 has at most four bytes for each."""
    return _same(f"str of {least}-{most} characters", lambda value: type(value) is str and least <= len(value) <= most)


def data(*lengths: int) -> Kind[bytes]:
    """Bytes of exactly one of these lengths."""
    says = f"bin of {' or '.join(map(str, lengths))} bytes"
    return _same(says, lambda value: type(value) is bytes and len(value) in lengths)


FLAG: Final[Kind[bool]] = _same("bool", lambda value: type(value) is bool)
COUNT: Final = whole(0, MOST_COUNT)


def optional(kind: Kind[T]) -> Kind[T | None]:
    """The kind, or nil for None."""

    def write(value: T | None) -> object:
        return None if value is None else kind.write(value)

    def read(value: object) -> T | None:
        return None if value is None else kind.read(value)

    return Kind(f"{kind.says}, or nil", write, read)


def many(kind: Kind[T], least: int, most: int) -> Kind[tuple[T, ...]]:
    """A list of so many of the kind, as a tuple."""
    number = str(least) if least == most else f"{least}-{most}"
    says = f"[{number} of {kind.says}]"

    def write(values: tuple[T, ...]) -> object:
        _check_length(values, least, most, says)
        return list(map(kind.write, values))

    def read(values: object) -> tuple[T, ...]:
        if type(values) is not list:
            raise bad_message(f"expected {says}")
        _check_length(values, least, most, says)
        return tuple(map(kind.read, values))

    return Kind(says, write, read)


def _check_length(values: tuple[T, ...] | list[T], least: int, most: int, says: str) -> None:
    if not least <= len(values) <= most:
        raise bad_message(f"expected {says}")


def word(enum: type[E]) -> Kind[E]:
    """A member of an enumeration, by its text."""
    names = {member.value: member for member in enum}
    says = "one of " + " ".join(f"`{name}`" for name in names)

    def read(value: object) -> E:
        member = names.get(value) if type(value) is str else None
        if member is None:
            raise bad_message(f"expected {says}")
        return member

    return Kind(says, lambda member: member.value, read)


def only(kind: Kind[T], says: str, fits: Callable[[T], bool]) -> Kind[T]:
    """The kind, narrowed to the values that ``fits`` accepts; ``says`` is added in words."""

    def checked(value: T) -> T:
        if not fits(value):
            raise bad_message(f"expected {kind.says}, {says}")
        return value

    return Kind(f"{kind.says}, {says}", lambda value: kind.write(checked(value)), lambda raw: checked(kind.read(raw)))


def read_as(kind: Kind[T], says: str, made: Callable[[T], T]) -> Kind[T]:
    """The kind, put right after reading; whoever writes is trusted to have done it, whoever sends is not."""
    return Kind(f"{kind.says}, {says}", kind.write, lambda value: made(kind.read(value)))


def record(make: type[T], **fields: Kind[Any]) -> Record[T]:
    """A frozen class as the list of its fields.

    Raises:
        TypeError: the fields are not those of the class, in their order.
    """
    declared: Any = make
    if tuple(fields) != declared.__match_args__:
        raise TypeError(f"{make.__name__} has other fields: {declared.__match_args__}")
    writers = tuple((name, kind.write) for name, kind in fields.items())
    readers = tuple(kind.read for kind in fields.values())

    def write(value: T) -> list[object]:
        return [write_field(getattr(value, name)) for name, write_field in writers]

    def read(values: object) -> T:
        if type(values) is not list or len(values) != len(readers):
            raise bad_message(f"expected {make.__name__} of {len(readers)} fields")
        return make(*[read_field(value) for read_field, value in zip(readers, values, strict=True)])

    return Record(make.__name__, write, read, make, fields)


def narrowed(kind: Record[T], says: str, fits: Callable[[T], bool]) -> Record[T]:
    """A record whose fields must also agree with each other."""
    narrow = only(kind, says, fits)
    return Record(f"{kind.says} ({says})", narrow.write, narrow.read, kind.make, kind.fields)


def variant(says: str, cases: Mapping[int, Record[Any]]) -> Variant[Any]:
    """One of several records, told apart by the code in front.

    Raises, when written:
        TypeError: the value's class has no code: it cannot be said on the wire.
    """
    codes = {kind.make: code for code, kind in cases.items()}

    def write(value: object) -> list[object]:
        code = codes.get(type(value))
        if code is None:
            raise TypeError(f"{type(value).__name__} cannot be written as {says}")
        fields: Any = cases[code].write(value)
        return [code, *fields]

    def read(values: object) -> object:
        if type(values) is not list or not values:
            raise bad_message(f"expected {says}")
        code, *fields = values
        kind = cases.get(code) if type(code) is int else None
        if kind is None:
            raise bad_message(f"unknown code of {says}")
        return kind.read(fields)

    return Variant(says, write, read, cases)
