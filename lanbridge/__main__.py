"""`python -m lanbridge` is the command `lanbridge`."""

from __future__ import annotations

import sys

from lanbridge.cli import main

if __name__ == "__main__":
    sys.exit(main())
