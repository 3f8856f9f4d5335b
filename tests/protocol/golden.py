"""The golden bytes: `python -m tests.protocol.golden` writes them anew, after a change that is meant."""

from __future__ import annotations

from pathlib import Path

from lanbridge.protocol.codec import encode

from .samples import CLIENT_MESSAGES, HOST_MESSAGES

GOLDEN = Path(__file__).with_name("golden.txt")


def golden_text() -> str:
    lines = [f"{type(message).__name__} {encode(message).hex()}\n" for message in (*CLIENT_MESSAGES, *HOST_MESSAGES)]
    return "".join(lines)


if __name__ == "__main__":
    GOLDEN.write_text(golden_text(), encoding="ascii")
