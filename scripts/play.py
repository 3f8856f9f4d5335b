#!/usr/bin/env python3
"""Play: makes the ground once, then opens the lobby.

Type `python3 scripts/play.py`, on Windows `py scripts/play.py`; arguments go through to `lanbridge`.
This file must parse on any Python 3, so that an old one gets a sentence.
"""

import sys

if sys.version_info < (3, 11):
    sys.exit(
        "LAN Bridge needs Python 3.11 or newer, and this is Python %d.%d: "  # noqa: UP031  an old Python reads this
        "install a newer one, then type it in front, for example: python3.13 scripts/play.py"
        % tuple(sys.version_info[:2])
    )

import ground

if __name__ == "__main__":
    sys.exit(ground.guarded(ground.play, sys.argv[1:]))
