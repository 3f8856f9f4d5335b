"""The composition root: the only place that knows every floor. A player gets one sentence, never a traceback."""

from __future__ import annotations

import logging
import sys
from typing import TYPE_CHECKING

from .failure import Failure
from .faults import faults_in_the_log
from .parser import build_parser

if TYPE_CHECKING:
    from collections.abc import Sequence

LOG = logging.getLogger("lanbridge")

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; returns the exit code: 0 fine, 1 a clear error in one line on stderr, 2 usage."""
    parser = build_parser()
    options = parser.parse_args(sys.argv[1:] if arguments is None else list(arguments))
    try:
        with faults_in_the_log():
            return int(options.run(options))
    except Failure as failure:
        print(failure, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 0
    except BrokenPipeError:  # whoever read our output has gone
        return 0
    except Exception as error:
        LOG.exception("a fault in the program")
        print(f"Something went wrong in the program ({type(error).__name__}); the log has it all.", file=sys.stderr)
        return 1
