#!/usr/bin/env python3
"""Check everything: makes the ground with the development tools and runs all steps.

Type `python3 scripts/check.py`; `check.py lint types` runs those steps only; what stands after `--` goes to
pytest (`check.py tests -- -k calls`).
This file must parse on any Python 3, so that an old one gets a sentence.
"""

import sys

if sys.version_info < (3, 11):
    sys.exit(
        "LAN Bridge needs Python 3.11 or newer, and this is Python %d.%d: "  # noqa: UP031  an old Python reads this
        "install a newer one, then type it in front, for example: python3.13 scripts/check.py"
        % tuple(sys.version_info[:2])
    )

import ground
import steps

if __name__ == "__main__":
    sys.exit(ground.guarded(steps.check, sys.argv[1:]))
