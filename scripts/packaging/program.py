"""Where the packaged program starts; a worker process started by it must find its way here, too."""

from __future__ import annotations

import multiprocessing
import sys

from lanbridge.cli import main

if __name__ == "__main__":
    multiprocessing.freeze_support()
    sys.exit(main())
