"""Which characters a font file has, read from its cmap table.

`Font.metrics` gives the box's measures for a missing glyph, not None, so the file itself is asked. No pygame.
"""

from __future__ import annotations

import struct
from functools import cache
from pathlib import Path

_MOST_BYTES = 64 * 1024 * 1024  # a CJK collection has 20 MB; anything larger is no font of ours to read
_SEGMENTS, _GROUPS = 4, 12  # the two subtable formats that every font of today carries


@cache
def covered(path: str) -> frozenset[int]:
    """The code points with a glyph; empty for a file that cannot be read as TrueType or OpenType."""
    try:
        file = Path(path)
        if file.stat().st_size > _MOST_BYTES:
            return frozenset()
        return _points(file.read_bytes())
    except (OSError, struct.error, IndexError):
        return frozenset()


def _points(data: bytes) -> frozenset[int]:
    start = struct.unpack_from(">I", data, 12)[0] if data[:4] == b"ttcf" else 0
    tables = struct.unpack_from(">H", data, start + 4)[0]
    points: set[int] = set()
    for n in range(tables):
        tag, _, offset, _ = struct.unpack_from(">4sIII", data, start + 12 + 16 * n)
        if tag == b"cmap":
            for sub in _unicode_subtables(data, offset):
                points |= _subtable(data, sub)
    return frozenset(points)


def _unicode_subtables(data: bytes, cmap: int) -> list[int]:
    count = struct.unpack_from(">H", data, cmap + 2)[0]
    records = (struct.unpack_from(">HHI", data, cmap + 4 + 8 * n) for n in range(count))
    return [cmap + offset for platform, _, offset in records if platform in {0, 3}]


def _subtable(data: bytes, at: int) -> set[int]:
    form = struct.unpack_from(">H", data, at)[0]
    if form == _SEGMENTS:
        return _segments(data, at)
    return _groups(data, at) if form == _GROUPS else set()


def _groups(data: bytes, at: int) -> set[int]:
    points: set[int] = set()
    for n in range(struct.unpack_from(">I", data, at + 12)[0]):
        first, last, glyph = struct.unpack_from(">III", data, at + 16 + 12 * n)
        points.update(range(first + (glyph == 0), last + 1))
    return points


def _segments(data: bytes, at: int) -> set[int]:
    count = struct.unpack_from(">H", data, at + 6)[0] // 2
    ends = struct.unpack_from(f">{count}H", data, at + 14)
    starts_at = at + 16 + 2 * count
    starts = struct.unpack_from(f">{count}H", data, starts_at)
    deltas = struct.unpack_from(f">{count}H", data, starts_at + 2 * count)
    offsets_at = starts_at + 4 * count
    offsets = struct.unpack_from(f">{count}H", data, offsets_at)
    points: set[int] = set()
    for n in range(count):
        for code in range(starts[n], ends[n] + 1):
            glyph = code + deltas[n]
            if offsets[n]:
                glyph = struct.unpack_from(">H", data, offsets_at + 2 * n + offsets[n] + 2 * (code - starts[n]))[0]
            if glyph & 0xFFFF and code != 0xFFFF:  # noqa: PLR2004 the table's closing segment
                points.add(code)
    return points
